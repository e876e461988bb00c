#include <fmt/core.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "draw/svg.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "players/session.hpp"
#include "questions/fields.hpp"
#include "questions/question.hpp"
#include "reports/fields.hpp"

namespace octomate::questions {

namespace {

/// The question `scene`: the data for drawing the position, as JSON.
class Scene : public Question {
  public:
    Scene() { options.text("move", move_, "A legal move to mark on the board"); }

    Status run(QuestionInput& input) const override {
        const auto scene = scene_of(input);
        if (scene) input.line(reports::json(*scene));
        return scene ? Status() : Unexpected{scene.error()};
    }

  protected:
    Expected<draw::Scene, Faults> scene_of(const QuestionInput& input) const {
        return move_ ? input.game.scene_of_move(input.puzzle, *move_) : input.game.scene(input.puzzle);
    }

  private:
    std::optional<std::string> move_;
};

/// The question `svg`: a picture of the position, with the roll: `{"svg"}`.
class Svg : public Scene {
  public:
    Svg() {
        options.flag("dark", dark_, "Use the colours for a dark page");
        options.flag("flip", flip_, "Show the board from Black's side");
        options.whole("width", width_, 1, 10'000, "Width in pixels (default: 480)");
    }

    Status run(QuestionInput& input) const override {
        auto scene = scene_of(input);
        if (!scene) return Unexpected{std::move(scene.error())};
        scene->flip = flip_;
        if (scene->title.empty()) scene->title = input.game.about().title;
        const draw::Theme theme = dark_ ? draw::Theme::Dark : draw::Theme::Light;
        input.line(records::object("svg", draw::draw_svg(*scene, theme, width_)));
        return {};
    }

  private:
    bool dark_ = false;
    bool flip_ = false;
    int width_ = 480;
};

/// The question `past`: the earlier states of the game that the FEN contains, the oldest first: `{"states":
/// [{"cells", "turn", "words"}]}`.
class Past : public Question {
  public:
    Status run(QuestionInput& input) const override {
        const auto past = input.game.past_scenes(input.puzzle);
        if (!past) return Unexpected{past.error()};
        input.line(records::object("states", records::rows<draw::PastState>(*past)));
        return {};
    }
};

/// The question `latex`: the puzzle as a LaTeX document: `{"latex"}`.
class Latex : public Question {
  public:
    Status run(QuestionInput& input) const override {
        const auto variants = games::variants(input.game.about().name);
        const std::string text = records::latex_header(variants) + records::to_latex(input.puzzle, variants) +
                                 '\n' + std::string(records::latex_footer());
        input.line(records::object("latex", text));
        return {};
    }
};

using records::Face;
using records::object;

/// A question that is answered by a session of the game at the position of the puzzle.
class AtPosition : public Question {
  public:
    Status run(QuestionInput& input) const override {
        const auto session = input.game.session();
        if (auto set = session->start(input.puzzle.fen); !set) return Unexpected{std::move(set.error())};
        return answer(input, *session);
    }

  private:
    virtual Status answer(QuestionInput& input, players::Session& session) const = 0;
};

/// The question `roll`: the roll that follows from `seed` after `ply` plies: `{"roll": face}`; null if no
/// die is used.
class Roll : public AtPosition {
  public:
    Roll() {
        constexpr std::uint64_t most_plies = 1'000'000;
        options.whole("level", opponent_.level, 1, players::levels, "The strength of the player");
        options.whole("seed", opponent_.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                      "Seed of the random numbers: it determines the rolls and the player's choices");
        options.whole("ply", plies_, 0, most_plies, "How many plies were played");
    }

  protected:
    int roll(const players::Session& session) const { return opponent_.roll(session, plies_); }

    players::Opponent opponent_{.level = 3, .seed = 0};
    std::size_t plies_ = 0;

  private:
    Status answer(QuestionInput& input, players::Session& session) const override {
        const bool over = session.outcome() != Outcome::Ongoing;
        input.line(object("roll", Face{over ? 0 : roll(session)}));
        return {};
    }
};

/// The question `reply`: what a player of `level` plays after `ply` plies, on the roll of the record or, if
/// it has none, of the seed: `{"roll", "move": record}`; both null if the game is over. The moves are those
/// of `octomate play` without endgame tables.
class Reply : public Roll {
    Status answer(QuestionInput& input, players::Session& session) const override {
        if (session.outcome() != Outcome::Ongoing) {
            input.line("{\"roll\":null,\"move\":null}");
            return {};
        }
        const int rolled = input.puzzle.roll.value_or(roll(session));
        const int face = session.uses_die() ? rolled : 0;
        if (!session.has_face(face))
            return Unexpected{Faults{{FaultCode::BadRoll, "roll", 0, "the die has no such face"}}};
        players::Limits limits;
        limits.stop = input.context.stop;
        limits.deadline = input.context.report_limits.until;
        const auto decision = opponent_.reply(session, face, plies_, limits, [](const auto&) {});
        if (input.context.report_limits.is_over(0) || input.stopped()) return {};
        reports::MovesReport played;
        const reports::MovesRequest request{reports::Reader::Program, input.context.report_limits,
                                            decision.lines.front().move.uci};
        if (Status done = input.game.moves(input.puzzle, request, played); !done) return done;
        if (played.complete) input.line(object("roll", Face{face}, "move", BoardMove{played.moves.front()}));
        return {};
    }
};

/// The question `chance`: the expected score of the side to move before the roll, where a draw counts one
/// half: `{"chance": 0…1}`; null in a game without an evaluation.
class Chance : public AtPosition {
    Status answer(QuestionInput& input, players::Session& session) const override {
        const int depth = input.game.about().die ? 2 : 3;
        const std::string chance =
            session.evaluates() ? fmt::format("{:.4f}", chance_of(session.chance(depth))) : "null";
        input.line(object("chance", records::Raw{chance}));
        return {};
    }
};

/// The question `defence`: the reply after which the opponent has the fewest mating moves: `{"move": record,
/// "roll": face}`; both null if there is no move, `roll` also if no die is used.
class Defence : public Question {
  public:
    Status run(QuestionInput& input) const override {
        reports::MovesReport replies;
        const reports::MovesRequest request{reports::Reader::Program, input.context.report_limits};
        if (Status done = input.game.moves(input.puzzle, request, replies); !done) return done;
        if (!replies.complete) return {};
        const reports::MoveRecord* best = nullptr;
        std::size_t fewest = 0;
        for (const reports::MoveRecord& reply : replies.moves) {
            if (input.context.report_limits.is_over(0)) return {};
            if (!is_allowed(reply, input.puzzle)) continue;
            records::Puzzle after;
            after.fen = reply.fen;
            after.variant = input.puzzle.variant;
            reports::SolveReport solved;
            if (Status done = input.game.solve(after, {}, solved); !done) return done;
            std::size_t mates = 0;
            for (const reports::FaceRow& row : solved.faces) mates += row.mates.size();
            if (best && mates >= fewest) continue;
            best = &reply;
            fewest = mates;
        }
        const bool rolls = best && !best->faces.empty();
        const Face roll{rolls ? input.puzzle.roll.value_or(best->faces.front()) : 0};
        input.line(object("move", best ? std::optional(BoardMove{*best}) : std::nullopt, "roll", roll));
        return {};
    }
};

/// The question `odds`: the values from the endgame tables: `{"fen", "odds": as in the record of solve
/// --odds, or null, "notes": [why they are missing]}`.
class Odds : public Question {
  public:
    Status run(QuestionInput& input) const override {
        const auto fen = input.game.normalise(input.puzzle.fen);
        if (!fen) return Unexpected{fen.error()};
        const Context& context = input.context;
        const auto odds = context.tables ? context.tables(input.game, fen->value, input.notes) : nullptr;
        if (!odds && input.stopped()) return {};  // making the table may have been interrupted
        input.line(object("fen", fen->value, "odds", odds, "notes", input.notes));
        return {};
    }
};

}  // namespace

std::vector<Kind> board_kinds() {
    return {{"scene", make<Scene>},           {"past", make<Past>},           {"svg", make<Svg>},
            {"latex", make<Latex>},           {"roll", make<Roll>},           {"reply", make<Reply>, true},
            {"defence", make<Defence>, true}, {"chance", make<Chance>, true}, {"odds", make<Odds>, true}};
}

}  // namespace octomate::questions
