#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/described.hpp"
#include "core/written.hpp"
#include "draw/pictured.hpp"
#include "facade/game.hpp"
#include "players/make_session.hpp"
#include "reports/best_moves.hpp"
#include "reports/moves_report.hpp"
#include "reports/pictures.hpp"
#include "reports/replayer.hpp"
#include "reports/search_plain_mate.hpp"
#include "reports/solve.hpp"

namespace octomate::games {

/// The painter of a game, made of what its positions can do. What is left to the game: text of men, scores.
template <Written P>
requires draw::Pictured<P>
class PainterOf : public Painter {
  public:
    /// `start`: where the game begins.
    explicit PainterOf(const P& start) : start_(start) {}

    Expected<draw::Scene, Faults> scene(const records::Puzzle& puzzle) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        draw::Scene scene = scene_of(position->value);
        if (puzzle.roll) show_roll(scene, position->value, {*puzzle.roll});
        return scene;
    }

    Expected<draw::Scene, Faults> scene_of_move(const records::Puzzle& puzzle,
                                                std::string_view move) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        auto scene = reports::picture_of_move(puzzle, position->value, move);
        if (scene) return std::move(*scene);
        scene.error().field = "move";
        return Unexpected{Faults{std::move(scene.error())}};
    }

    bool knows_past() const override { return draw::HasPast<P>; }

    Expected<std::vector<draw::Scene>, Faults> past(const records::Puzzle& puzzle) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        if constexpr (draw::HasPast<P>) return past_of(position->value);
        return std::vector<draw::Scene>();
    }

    std::vector<draw::Scene> scenes_of(const records::GameScore& game,
                                       const reports::Replay& replay) const override {
        P start = start_;
        if (const auto fen = game.fen()) {
            auto position = start_.read_fen(*fen);
            if (!position) return {};
            start = std::move(position->value);
        }
        return reports::pictures_of_game(start, replay);
    }

    const draw::Rules* rules() const override {
        if constexpr (draw::ExplainsRules<P>) {
            static const draw::Rules rules = rules_of(std::type_identity<P>());
            return &rules;
        } else {
            return nullptr;
        }
    }

    std::vector<std::string> palette() const override {
        std::vector<std::string> letters;
        for (const draw::Man& man : scene_of(start_).men) letters.emplace_back(1, man.letter);
        return letters;
    }

    int most_on_a_square() const override { return 1; }

  private:
    const P start_;
};

/// A game made of what its positions can do. Instantiated once, in the game's own folder.
template <Described P>
class GameOf : public Game {
  public:
    /// `start`: where the game begins.
    GameOf(const About& about, const P& start, std::unique_ptr<const Painter> painter, Services services)
        : Game(about, std::move(painter), std::move(services)), start_(start) {}

    std::string start() const override { return start_.fen(); }

    Expected<Read<std::string>, Faults> normalise(std::string_view fen) const override {
        auto position = start_.read_fen(fen);
        if (!position) return Unexpected{std::move(position.error())};
        return Read<std::string>{position->value.fen(), std::move(position->notes)};
    }

    bool take_best_moves(records::Puzzle& puzzle, const reports::Patience& patience,
                         std::vector<std::string>& notes) const override {
        const auto position = start_.read_fen(puzzle.fen);
        return !position || reports::take_best_moves(puzzle, position->value, patience, notes);
    }

    Expected<std::string, Faults> read_move(const records::Puzzle& puzzle,
                                            std::string_view text) const override {
        auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{std::move(position.error())};
        auto read = position->value.read_move(text);
        if (read) return position->value.uci(read->move);
        read.error().field = "move";
        return Unexpected{Faults{std::move(read.error())}};
    }

    Status solve(const records::Puzzle& puzzle, const reports::SolveOptions& options,
                 reports::SolveReport& report) const override {
        return with_position(start_, puzzle, report.notes,
                             [&](const P& position) { reports::solve(puzzle, position, options, report); });
    }

    Status moves(const records::Puzzle& puzzle, const reports::MovesRequest& request,
                 reports::MovesReport& report) const override {
        return with_position(start_, puzzle, report.notes, [&](const P& position) {
            reports::list_moves(puzzle, position, request, report);
        });
    }

    reports::Replay replay(const records::GameScore& game, const reports::Patience& patience) const override {
        return reports::replay(game, start_, patience);
    }

    std::unique_ptr<players::Session> session() const override { return players::make_session(start_); }

  private:
    Status plain_mate(const records::Puzzle& puzzle, const reports::MateRequest& request,
                      reports::MateReport& report) const override {
        return with_position(start_, puzzle, report.notes, [&](const P& position) {
            const auto start = reports::Clock::now();
            Status searched = reports::search_plain_mate(puzzle, position, request, report);
            report.seconds = reports::seconds_since(start);
            return searched;
        });
    }

    const P start_;
};

}  // namespace octomate::games
