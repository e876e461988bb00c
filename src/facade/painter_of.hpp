#pragma once

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>

#include "core/extent.hpp"
#include "core/themes.hpp"
#include "core/written.hpp"
#include "draw/pictured.hpp"
#include "facade/painter.hpp"
#include "reports/pictures.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"
#include "text/text.hpp"

namespace octomate::games {

/// Capability of a game: the themes of a win say what its last position is called.
template <class P>
concept NamesPictures = requires(const P& position, const solver::Faces<P>& winning) {
    { P::themes } -> std::convertible_to<ThemeCatalogue>;
    { themes_of(position, winning, 1) } -> std::same_as<ThemeSet>;
};

/// The painter of a game, made of what its positions can do. What is left to the game: palette, text of men,
/// scores.
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

    Faults pictures(const records::Puzzle& puzzle, bool solve,
                    reports::PuzzlePictures& pictures) const override {
        if constexpr (is_whole) {
            const auto position = start_.read_fen(puzzle.fen);
            if (!position) return position.error();
            solver::Faces<P> solution;
            const bool solved = solve && find(puzzle, position->value, solution);
            pictures = reports::pictures_of(puzzle, position->value, solved ? &solution : nullptr);
            if (puzzle.moves == 1 && !puzzle.other_stipulation()) name_mates(position->value, pictures);
            return {};
        } else {
            left_out();
        }
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

  private:
    /// A search for longer wins than this would never end; then the key is taken at its word.
    static constexpr int most_moves = 3;
    static constexpr int most_half_moves = 4;  // of other stipulations

    /// Says of each mate what its picture is called, if the game has words for that.
    static void name_mates(const P& position, reports::PuzzlePictures& pictures) {
        if constexpr (NamesPictures<P>) {
            for (draw::Solution& solution : pictures.solutions) {
                const auto read = position.read_move(solution.move);
                if (!read) continue;
                solver::Faces<P> alone(1);
                alone.front().mates.push_back(read->move);
                const ThemeCatalogue themes = P::themes;
                int best = 0;
                themes_of(position, alone, 1).for_each([&](ThemeNumber theme) {
                    if (themes[theme].picture <= best) return;
                    best = themes[theme].picture;
                    solution.picture = themes[theme].name;
                });
                std::replace(solution.picture.begin(), solution.picture.end(), '-', ' ');
            }
        }
    }

    static bool find(const records::Puzzle& puzzle, const P& position, solver::Faces<P>& out) {
        if (const auto other = puzzle.other_stipulation(); other && other->half_moves <= most_half_moves)
            return reports::PuzzleSolver<P>(other->moves(), {}, other).solve(position, out);
        const bool plain = !puzzle.other_stipulation();
        if (plain && (puzzle.moves == 1 || (!puzzle.key && puzzle.moves <= most_moves)))
            return reports::PuzzleSolver<P>(puzzle.moves, {}).solve(position, out);
        if (!puzzle.key) return false;
        solver::solve_faces(position, out);
        for (auto& face : out) {
            face.mates.clear();
            const auto texts = puzzle.key->find(face.roll.face);
            if (texts == puzzle.key->end()) continue;
            for (const std::string& text : texts->second) {
                if (const auto read = position.read_move(first_move(text))) face.mates.push_back(read->move);
            }
        }
        return true;
    }

    /// The first move of a key's text, which may be a line behind a roll in parentheses.
    static std::string_view first_move(std::string_view text) {
        if (text.starts_with('(')) text.remove_prefix(std::min(text.size(), text.find(')') + 1));
        text = trim(text);
        return text.substr(0, text.find(' '));
    }

    const P start_;
};

}  // namespace octomate::games
