#pragma once

#include <algorithm>
#include <concepts>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "console/console.hpp"
#include "core/arrangement.hpp"
#include "core/evaluated.hpp"
#include "core/themes.hpp"
#include "draw/pictured.hpp"
#include "facade/game.hpp"
#include "players/make_session.hpp"
#include "players/outlook_of.hpp"
#include "players/rollout_of.hpp"
#include "players/session.hpp"
#include "reports/find_solution.hpp"
#include "reports/perft_report.hpp"
#include "reports/pictures.hpp"
#include "reports/search_mate.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"
#include "tables/tables.hpp"
#include "text/text.hpp"

namespace octomate::games {

/// What the endgame tables in a folder say of positions; nothing if there are none.
template <Tabled P>
players::Known<P> known_by(const tables::TablesFor<P>* tables, const std::filesystem::path& folder) {
    if (!tables || folder.empty()) return {};
    const auto names = tables->names_in(folder);
    if (!names) {
        talk_once(names.error() + "; players do without endgame tables\n");
        return {};
    }
    int most = 0;  // men of any table, so that few positions are asked for
    for (const std::string& name : *names) {
        if (const auto material = P::Material::named(name)) most = std::max(most, material->men());
    }
    if (most == 0) return {};
    return [=](const P& position) -> std::optional<double> {
        if (P::Material::of(position).men() > most) return {};
        const auto bounds = tables->bounds(folder, position);
        if (!bounds) return {};
        // Without chance a win that is near is worth a trifle more: it must come nearer.
        return bounds->plies ? bounds->middle() * (1 - 1e-12 * *bounds->plies) : bounds->middle();
    };
}

/// Capability of a game: the themes of a win say what its last position is called.
template <class P>
concept NamesPictures = requires(const P& position, const solver::Faces<P>& winning) {
    { P::themes } -> std::convertible_to<ThemeCatalogue>;
    { themes_of(position, winning, 1) } -> std::same_as<ThemeSet>;
};

/// What commands ask of a game, made of what its positions can do. Instantiated once, in the game's own
/// folder.
template <Described P>
class CommandsOf : public Commands {
  public:
    /// `start`: where the game begins. The others are null if it has none.
    explicit CommandsOf(const P& start, std::unique_ptr<const make::Maker> maker = nullptr,
                        std::unique_ptr<const tables::Tables> tables = nullptr,
                        std::unique_ptr<const Origins> origins = nullptr)
        : start_(start), maker_(std::move(maker)), tables_(std::move(tables)), origins_(std::move(origins)) {}

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

    Status pictures(const records::Puzzle& puzzle, bool solve,
                    reports::PuzzlePictures& pictures) const override {
        const auto position = start_.read_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        if constexpr (draw::Pictured<P>) {
            solver::Faces<P> solution;
            const bool solved = solve && find(puzzle, position->value, solution);
            pictures = reports::pictures_of(puzzle, position->value, solved ? &solution : nullptr);
            if (puzzle.moves == 1 && !puzzle.other_stipulation()) name_mates(position->value, pictures);
        }
        return {};
    }

    std::unique_ptr<players::Session> session_with(const std::string& folder) const override {
        return players::make_session(start_, known_in(folder));
    }

    std::optional<players::Outlook> outlook(
        [[maybe_unused]] const std::string& fen, [[maybe_unused]] const std::string& folder,
        [[maybe_unused]] const players::OutlookRequest& request) const override {
        if constexpr (Evaluated<P>) {
            if (const auto position = start_.read_fen(fen))
                return players::outlook_of(position->value, request, known_in(folder));
        }
        return {};
    }

    std::optional<players::Rollout> roll_out(
        [[maybe_unused]] const std::string& fen, [[maybe_unused]] const std::string& folder,
        [[maybe_unused]] const players::RolloutOptions& options) const override {
        if constexpr (Evaluated<P>) {
            if (const auto position = start_.read_fen(fen))
                return players::rollout_of(position->value, options, known_in(folder));
        }
        return {};
    }

    const make::Maker* maker() const override { return maker_.get(); }
    const Origins* origins() const override { return origins_.get(); }
    const tables::Tables* tables() const override { return tables_.get(); }

  private:
    /// A search for longer wins than this would never end; then the key is taken at its word.
    static constexpr int most_moves = 3;
    static constexpr int most_half_moves = 4;  // of other stipulations

    /// What the endgame tables in a folder say of positions.
    players::Known<P> known_in([[maybe_unused]] const std::string& folder) const {
        if constexpr (Tabled<P>)
            return known_by(dynamic_cast<const tables::TablesFor<P>*>(tables_.get()), folder);
        return {};
    }

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
    const std::unique_ptr<const make::Maker> maker_;
    const std::unique_ptr<const tables::Tables> tables_;
    const std::unique_ptr<const Origins> origins_;
};

}  // namespace octomate::games
