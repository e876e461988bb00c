#include <fmt/core.h>

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "json/text.hpp"
#include "players/session.hpp"
#include "questions/question.hpp"

namespace octomate::questions {

namespace {

using records::json_text_of;

std::string face_json(int face) { return face > 0 ? std::to_string(face) : "null"; }

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
        asked.line(fmt::format("{{\"roll\":{}}}", face_json(over ? 0 : roll(session))));
        return {};
    }
};

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
        if (played.complete)
            asked.line(fmt::format("{{\"roll\":{},\"move\":{}}}", face_json(face),
                                   board_json(played.moves.front())));
        return {};
    }
};

class Chance : public AtPosition {
    Status answer(Asked& asked, players::Session& session) const override {
        const int depth = asked.game.about().die ? 2 : 3;
        asked.line(session.evaluates()
                       ? fmt::format("{{\"chance\":{:.4f}}}", chance_of(session.chance(depth)))
                       : "{\"chance\":null}");
        return {};
    }
};

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
        asked.line(fmt::format("{{\"move\":{},\"roll\":{}}}", best ? board_json(*best) : "null",
                               face_json(rolls ? asked.puzzle.roll.value_or(best->faces.front()) : 0)));
        return {};
    }
};

class Odds : public Question {
  public:
    Status run(Asked& asked) const override {
        const auto fen = asked.game.normalise(asked.puzzle.fen);
        if (!fen) return Unexpected{fen.error()};
        const Context& context = asked.context;
        const auto odds = context.tables ? context.tables(asked.game, fen->value, asked.notes) : nullptr;
        if (!odds && asked.stopped()) return {};  // a table may have been about to be made
        asked.line(fmt::format("{{\"fen\":{},\"odds\":{},\"notes\":{}}}", json_text_of(fen->value),
                               odds ? reports::json(*odds) : "null", records::texts_json(asked.notes)));
        return {};
    }
};

}  // namespace

std::unique_ptr<Question> make_roll() { return make<Roll>(); }
std::unique_ptr<Question> make_reply() { return make<Reply>(); }
std::unique_ptr<Question> make_chance() { return make<Chance>(); }
std::unique_ptr<Question> make_defence() { return make<Defence>(); }
std::unique_ptr<Question> make_odds() { return make<Odds>(); }

}  // namespace octomate::questions
