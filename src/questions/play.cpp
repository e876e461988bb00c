#include <fmt/core.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "players/session.hpp"
#include "questions/fields.hpp"
#include "questions/question.hpp"

namespace octomate::questions {

namespace {

using records::Face;
using records::object;

/// A question about a game at the position of the puzzle.
class AtPosition : public Question {
  public:
    Status run(Asked& asked) const override {
        const auto session = asked.game.session();
        if (auto set = session->set(asked.puzzle.fen); !set) return Unexpected{std::move(set.error())};
        return answer(asked, *session);
    }

  private:
    virtual Status answer(Asked& asked, players::Session& session) const = 0;
};

/// What the seed rolls after `ply` plies: `{"roll": face}`; null where no die is used.
class Roll : public AtPosition {
  public:
    Roll() {
        constexpr std::uint64_t most_plies = 1'000'000;
        options.whole("level", opponent_.level, 1, players::levels, "The strength of the player");
        options.whole("seed", opponent_.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                      "What the dice and the player's choices follow from");
        options.whole("ply", plies_, 0, most_plies, "How many plies were played");
    }

  protected:
    int roll(const players::Session& session) const { return opponent_.roll(session, plies_); }

    players::Opponent opponent_{.level = 3, .seed = 0};
    std::size_t plies_ = 0;

  private:
    Status answer(Asked& asked, players::Session& session) const override {
        const bool over = session.outcome() != Outcome::Ongoing;
        asked.line(object("roll", Face{over ? 0 : roll(session)}));
        return {};
    }
};

/// What `level` plays then, on the record's roll or else that of the seed: `{"roll", "move": record}`; both
/// null if the game is over. As in `octomate play` without endgame tables.
class Reply : public Roll {
    Status answer(Asked& asked, players::Session& session) const override {
        if (session.outcome() != Outcome::Ongoing) {
            asked.line("{\"roll\":null,\"move\":null}");
            return {};
        }
        const int rolled = asked.puzzle.roll.value_or(roll(session));
        const int face = session.uses_die() ? rolled : 0;
        if (!session.has_face(face))
            return Unexpected{Faults{{FaultCode::BadRoll, "roll", 0, "the die has no such face"}}};
        players::Limits limits;
        limits.stop = asked.context.stop;
        limits.deadline = asked.context.patience.until;
        const auto thought = opponent_.reply(session, face, plies_, limits, [](const auto&) {});
        if (asked.context.patience.is_over(0) || asked.stopped()) return {};
        reports::MovesReport played;
        const reports::MovesRequest request{reports::Reader::Program, asked.context.patience,
                                            thought.lines.front().move.uci};
        if (Status done = asked.game.moves(asked.puzzle, request, played); !done) return done;
        if (played.complete) asked.line(object("roll", Face{face}, "move", BoardMove{played.moves.front()}));
        return {};
    }
};

/// The chance of the side to move before the roll, a draw being half of one: `{"chance": 0…1}`; null in a
/// game without an evaluation.
class Chance : public AtPosition {
    Status answer(Asked& asked, players::Session& session) const override {
        const int depth = asked.game.about().die ? 2 : 3;
        const std::string chance =
            session.evaluates() ? fmt::format("{:.4f}", chance_of(session.chance(depth))) : "null";
        asked.line(object("chance", records::Raw{chance}));
        return {};
    }
};

/// The reply that leaves the opponent the fewest mates at once: `{"move": record, "roll": face}`; both null
/// if there is no move, `roll` also where no die is used.
class Defence : public Question {
  public:
    Status run(Asked& asked) const override {
        reports::MovesReport replies;
        const reports::MovesRequest request{reports::Reader::Program, asked.context.patience};
        if (Status done = asked.game.moves(asked.puzzle, request, replies); !done) return done;
        if (!replies.complete) return {};
        const reports::MoveRecord* best = nullptr;
        std::size_t fewest = 0;
        for (const reports::MoveRecord& reply : replies.moves) {
            if (asked.context.patience.is_over(0)) return {};
            if (!is_allowed(reply, asked.puzzle)) continue;
            records::Puzzle after;
            after.fen = reply.fen;
            after.variant = asked.puzzle.variant;
            reports::SolveReport solved;
            if (Status done = asked.game.solve(after, {}, solved); !done) return done;
            std::size_t mates = 0;
            for (const reports::FaceRow& row : solved.faces) mates += row.mates.size();
            if (best && mates >= fewest) continue;
            best = &reply;
            fewest = mates;
        }
        const bool rolls = best && !best->faces.empty();
        const Face roll{rolls ? asked.puzzle.roll.value_or(best->faces.front()) : 0};
        asked.line(object("move", best ? std::optional(BoardMove{*best}) : std::nullopt, "roll", roll));
        return {};
    }
};

/// What the endgame tables say: `{"fen", "odds": as in the record of solve --odds, or null, "notes": [why
/// they are missing]}`.
class Odds : public Question {
  public:
    Status run(Asked& asked) const override {
        const auto fen = asked.game.normalise(asked.puzzle.fen);
        if (!fen) return Unexpected{fen.error()};
        const Context& context = asked.context;
        const auto odds = context.tables ? context.tables(asked.game, fen->value, asked.notes) : nullptr;
        if (!odds && asked.stopped()) return {};  // a table may have been about to be made
        asked.line(object("fen", fen->value, "odds", odds, "notes", asked.notes));
        return {};
    }
};

}  // namespace

std::vector<Kind> play_kinds() {
    return {{"roll", make<Roll>},
            {"reply", make<Reply>, true},
            {"defence", make<Defence>, true},
            {"chance", make<Chance>, true},
            {"odds", make<Odds>, true}};
}

}  // namespace octomate::questions
