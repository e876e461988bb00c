#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/themes.hpp"
#include "draw/scene.hpp"
#include "games/game.hpp"
#include "players/session_of.hpp"
#include "reports/best_moves.hpp"
#include "reports/checker.hpp"
#include "reports/pictures.hpp"
#include "reports/replayer.hpp"
#include "reports/reports.hpp"
#include "reports/search_mate.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"
#include "text/text.hpp"

namespace octomate::games {

/// Returns a function that looks up the values of positions in the endgame tables in `folder`; an empty
/// function if there are none. `tables` must be for `P` and outlive the function. See table_values.hpp.
template <class P>
players::ExactValues<P> table_values(const tables::Tables& tables, const std::string& folder);

/// Positions of a game that has a catalogue of themes.
template <class P>
concept HasThemes = requires {
    { P::themes } -> std::convertible_to<ThemeCatalogue>;
};

/// Positions of a game whose themes can name the picture of a mate, such as "model mate".
template <class P>
concept NamesPictures = HasThemes<P> && requires(const P& position, const solver::Faces<P>& winning) {
    { themes_of(position, winning, 1) } -> std::same_as<ThemeSet>;
};

/// Implements Game for the position type `P`. Functions that need an optional concept of core/position.hpp
/// return empty results if `P` does not model it. Each game derives from this once, in its own folder.
template <Described P>
class GameOf : public Game {
  public:
    /// `start` is the initial position.
    GameOf(const About& about, const P& start, Parts parts = {})
        : Game(about, std::move(parts)), start_(start) {}

    std::string start() const override { return start_.fen(); }

    Expected<Parsed<std::string>, Faults> normalise(std::string_view fen) const override {
        auto position = start_.read_fen(fen);
        if (!position) return Unexpected{std::move(position.error())};
        return Parsed<std::string>{position->value.fen(), std::move(position->notes)};
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

    bool parse_best_moves(records::Puzzle& puzzle, const reports::ReportLimits& report_limits,
                          std::vector<std::string>& notes) const override {
        const auto position = start_.read_fen(puzzle.fen);
        return !position || reports::parse_best_moves(puzzle, position->value, report_limits, notes);
    }

    std::optional<Expected<records::Puzzle, Faults>> make_twin(
        [[maybe_unused]] const records::Puzzle& diagram,
        [[maybe_unused]] const records::Twin& twin) const override {
        if constexpr (Arrangeable<P>) {
            const auto read = start_.read_fen(diagram.fen);
            if (!read) return Unexpected{read.error()};
            const auto changed = reports::edited(read->value, twin.edit);
            if (!changed) return Unexpected{changed.error()};
            records::Puzzle puzzle = twin.puzzle;
            puzzle.fen = changed->fen();
            return puzzle;
        }
        return std::nullopt;
    }

    std::optional<ThemeCatalogue> themes() const override {
        if constexpr (HasThemes<P>) return P::themes;
        return std::nullopt;
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

    Status mate(const records::Puzzle& puzzle, const reports::MateRequest& request,
                reports::MateReport& report) const override {
        return with_position(start_, puzzle, report.notes, [&](const P& position) {
            const auto start = reports::Clock::now();
            Status searched = reports::search_mate(puzzle, position, request, report);
            report.seconds = reports::seconds_since(start);
            return searched;
        });
    }

    Status perft(const records::Puzzle& puzzle, const reports::PerftRequest& request,
                 reports::PerftReport& report) const override {
        return with_position(start_, puzzle, report.notes,
                             [&](const P& position) { reports::count_lines(position, request, report); });
    }

    Status check(const records::Puzzle& puzzle, const reports::CheckRequest& request,
                 reports::CheckReport& report) const override {
        return with_position(start_, puzzle, report.notes, [&](const P& position) {
            if (puzzle.stipulation && puzzle.stipulation->has_lines())
                return reports::LineKeyChecker<P>(puzzle, position, request, report).run();
            return reports::MoveKeyChecker<P>(puzzle, position, request, report).run();
        });
    }

    Status solution(const records::Puzzle& puzzle, const reports::SolutionRequest& request,
                    reports::SolutionReport& report) const override {
        return with_position(start_, puzzle, report.notes, [&](const P& position) {
            return reports::find_solution(puzzle, position, request, report);
        });
    }

    Status analyse(const records::Puzzle& puzzle, const reports::AnalysisRequest& request,
                   reports::Analysis& analysis) const override {
        return with_position(start_, puzzle, analysis.notes, [&](const P& position) {
            reports::analyse(puzzle, position, request, analysis);
        });
    }

    reports::Replay replay(const records::GameScore& game,
                           const reports::ReportLimits& report_limits) const override {
        return reports::replay(game, start_, report_limits);
    }

    std::unique_ptr<players::Session> session(const std::string& tables) const override {
        return std::make_unique<players::SessionOf<P>>(start_, table_values_in(tables));
    }

    players::Forecast forecast([[maybe_unused]] const std::string& fen,
                               [[maybe_unused]] const std::string& tables,
                               [[maybe_unused]] const players::RolloutOptions& options) const override {
        players::Forecast forecast;
        if constexpr (Evaluated<P>) {
            const auto position = start_.read_fen(fen);
            if (!position) return forecast;
            const auto known = table_values_in(tables);
            forecast.outlook = players::outlook_of(position->value, options, known);
            if (options.games > 0) forecast.rollout = players::rollout_of(position->value, options, known);
        }
        return forecast;
    }

    bool pictured() const override { return draw::Pictured<P>; }

    Expected<draw::Scene, Faults> scene(const records::Puzzle& puzzle) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        if constexpr (draw::Pictured<P>) {
            draw::Scene scene = scene_of(position->value);
            if (puzzle.roll) show_roll(scene, position->value, {*puzzle.roll});
            return scene;
        } else {
            return Unexpected{no_pictures(about())};
        }
    }

    Expected<draw::Scene, Faults> scene_of_move(const records::Puzzle& puzzle,
                                                [[maybe_unused]] std::string_view move) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        if constexpr (draw::Pictured<P>) {
            auto scene = reports::picture_of_move(puzzle, position->value, move);
            if (scene) return std::move(*scene);
            scene.error().field = "move";
            return Unexpected{Faults{std::move(scene.error())}};
        } else {
            return Unexpected{no_pictures(about())};
        }
    }

    Status pictures(const records::Puzzle& puzzle, bool solve,
                    reports::PuzzlePictures& pictures) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        if constexpr (draw::Pictured<P>) {
            solver::Faces<P> solution;
            const bool solved = solve && find_solutions(puzzle, position->value, solution);
            pictures = reports::pictures_of(puzzle, position->value, solved ? &solution : nullptr);
            if (puzzle.moves == 1 && !puzzle.other_stipulation()) name_mates(position->value, pictures);
        }
        return {};
    }

    bool has_past() const override { return draw::HasPast<P>; }

    Expected<std::vector<draw::Scene>, Faults> past_scenes(const records::Puzzle& puzzle) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        if (!pictured()) return Unexpected{no_pictures(about())};
        if constexpr (draw::HasPast<P>) return past_of(position->value);
        return std::vector<draw::Scene>();
    }

    std::vector<draw::Scene> scenes_of([[maybe_unused]] const records::GameScore& game,
                                       [[maybe_unused]] const reports::Replay& replay) const override {
        if constexpr (draw::Pictured<P>) {
            P start = start_;
            if (const auto fen = game.fen()) {
                auto position = start_.read_fen(*fen);
                if (!position) return {};
                start = std::move(position->value);
            }
            return reports::pictures_of_game(start, replay);
        }
        return {};
    }

    const draw::Rules* rules() const override {
        if constexpr (draw::ExplainsRules<P>) {
            static const draw::Rules rules = rules_of(std::type_identity<P>());
            return &rules;
        }
        return nullptr;
    }

    std::vector<std::string> palette() const override {
        std::vector<std::string> letters;
        if constexpr (draw::Pictured<P>) {
            for (const draw::Piece& piece : scene_of(start_).pieces) letters.emplace_back(1, piece.letter);
        }
        return letters;
    }

  private:
    /// The length of the longest puzzles that `pictures` solves; for longer ones it shows the key.
    static constexpr int most_moves = 3;
    static constexpr int most_half_moves = 4;  // the limit for stipulations other than a direct mate

    /// Returns `table_values` of this game; an empty function if it has no tables or `folder` is empty.
    players::ExactValues<P> table_values_in([[maybe_unused]] const std::string& folder) const {
        if constexpr (Tabled<P>) {
            if (tables() && !folder.empty()) return table_values<P>(*tables(), folder);
        }
        return {};
    }

    /// Sets `picture` of each mate to the name of its theme with the most picture points: "model mate".
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

    /// Sets `out` to the solutions that `pictures` shows, by a search or from the key. Returns false if the
    /// puzzle is too long to solve and has no key.
    static bool find_solutions(const records::Puzzle& puzzle, const P& position, solver::Faces<P>& out) {
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

    /// Returns the first move of an answer in a key: "e4" of "e4" and of "(5) e4 Kd8 e5".
    static std::string_view first_move(std::string_view text) {
        if (text.starts_with('(')) text.remove_prefix(std::min(text.size(), text.find(')') + 1));
        text = trim(text);
        return text.substr(0, text.find(' '));
    }

    const P start_;
};

}  // namespace octomate::games
