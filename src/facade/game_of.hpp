#pragma once

#include <fmt/core.h>

#include <iterator>
#include <utility>

#include "core/described.hpp"
#include "core/extent.hpp"
#include "facade/game.hpp"
#include "reports/analyse.hpp"
#include "reports/best_moves.hpp"
#include "reports/checker.hpp"
#include "reports/count_lines.hpp"
#include "reports/find_solution.hpp"
#include "reports/line_checker.hpp"
#include "reports/list_moves.hpp"
#include "reports/replayer.hpp"
#include "reports/search_mate.hpp"
#include "reports/solve.hpp"

#ifndef OCTOMATE_PAGE_ONLY  // there are no files, threads or players there
#include "facade/known_by.hpp"
#include "players/session_of.hpp"
#include "players/trainer_of.hpp"
#endif

namespace octomate::games {

/// The façade of a game, made of what its positions can do. Instantiated once, in the game's own folder.
template <Described P>
class GameOf : public Game {
  public:
    /// `start`: where the game begins. What the game may lack is null, and must outlive it.
    GameOf(const About& about, const P& start, const make::Maker* maker, const Painter* painter,
           const tables::Tables* tables = nullptr, const Origins* origins = nullptr)
        : Game(about), start_(start), maker_(maker), painter_(painter), tables_(tables), origins_(origins) {}

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

    Faults solve(const records::Puzzle& puzzle, const reports::SolveOptions& options,
                 reports::SolveReport& report) const override {
        return with_position(puzzle, report.notes,
                             [&](const P& position) { reports::solve(puzzle, position, options, report); });
    }

    Faults moves(const records::Puzzle& puzzle, const reports::MovesRequest& request,
                 reports::MovesReport& report) const override {
        return with_position(puzzle, report.notes, [&](const P& position) {
            reports::list_moves(puzzle, position, request, report);
        });
    }

    Faults perft(const records::Puzzle& puzzle, const reports::PerftRequest& request,
                 reports::PerftReport& report) const override {
        return in_whole_program(puzzle, report.notes, [&](const auto& position) {
            reports::count_lines(position, request, report);
        });
    }

    Faults mate(const records::Puzzle& puzzle, const reports::MateRequest& request,
                reports::MateReport& report) const override {
        return with_position(puzzle, report.notes, [&](const P& position) {
            return reports::search_mate(puzzle, position, request, report);
        });
    }

    Faults solution(const records::Puzzle& puzzle, const reports::SolutionRequest& request,
                    reports::SolutionReport& report) const override {
        return in_whole_program(puzzle, report.notes, [&](const auto& position) {
            return reports::find_solution(puzzle, position, request, report);
        });
    }

    Faults analyse(const records::Puzzle& puzzle, const reports::AnalysisRequest& request,
                   reports::Analysis& analysis) const override {
        return in_whole_program(puzzle, analysis.notes, [&](const auto& position) {
            reports::analyse(puzzle, position, request, analysis);
        });
    }

    Faults check(const records::Puzzle& puzzle, const reports::CheckRequest& request,
                 reports::CheckReport& report) const override {
        return in_whole_program(puzzle, report.notes, [&](const auto& position) {
            using Game = std::decay_t<decltype(position)>;
            if (puzzle.stipulation && puzzle.stipulation->has_lines())
                return reports::LineChecker<Game>(puzzle, position, request, report).run();
            return reports::Checker<Game>(puzzle, position, request, report).run();
        });
    }

    reports::Replay replay(const records::GameScore& game, const reports::Patience& patience) const override {
        return reports::replay(game, start_, patience);
    }

    std::unique_ptr<players::Session> session_with(
        [[maybe_unused]] const std::string& folder) const override {
#ifndef OCTOMATE_PAGE_ONLY
        players::Known<P> known;
        if constexpr (Tabled<P>) known = known_by(dynamic_cast<const tables::TablesFor<P>*>(tables_), folder);
        return std::make_unique<players::SessionOf<P>>(start_, std::move(known));
#else
        left_out();
#endif
    }

    const make::Maker* maker() const override { return maker_; }
    const Painter* painter() const override { return painter_; }
    const Origins* origins() const override { return origins_; }
    const tables::Tables* tables() const override { return tables_; }
    const players::Trainer* trainer() const override {
#ifndef OCTOMATE_PAGE_ONLY
        if constexpr (Tunable<P> && Arrangeable<P> && P::chance_unit > 1) {
            static const players::TrainerOf<P> trainer(start_);
            return &trainer;
        }
#endif
        return nullptr;
    }

  private:
    /// The faces of a puzzle's roll and key that the die does not have. Without a die they are left to be
    /// told where they are not used.
    static Faults strange_faces(const records::Puzzle& puzzle) {
        Faults faults;
        if constexpr (HasDie<P>) {
            const int most = P::die().faces;
            if (puzzle.roll.value_or(0) > most)
                add_fault(faults, {FaultCode::BadRoll, "roll", 0,
                                   fmt::format("roll is {}, expected a whole number from 1 to {}",
                                               *puzzle.roll, most)});
            if (puzzle.key && !puzzle.key->empty() && puzzle.key->rbegin()->first > most)
                add_fault(faults, {FaultCode::BadKeyFace, "key", 0,
                                   fmt::format("key names the face {}, expected 1 to {}, or - where no die "
                                               "is used",
                                               puzzle.key->rbegin()->first, most)});
        }
        return faults;
    }

    /// Reads the position of a puzzle and uses it; its notes go behind those that there are. The faults of
    /// the position, or those that `use` gives back.
    template <class Use>
    Faults with_position(const records::Puzzle& puzzle, std::vector<std::string>& notes, Use use) const {
        auto position = start_.read_fen(puzzle.fen);
        if (!position) return std::move(position.error());
        if (Faults faults = strange_faces(puzzle); !faults.empty()) return faults;
        std::move(position->notes.begin(), position->notes.end(), std::back_inserter(notes));
        if constexpr (std::is_void_v<decltype(use(position->value))>) {
            use(position->value);
            return {};
        } else {
            return use(position->value);
        }
    }

    /// The same for a command that only the whole program has; `use` is generic, and compiled only there.
    template <class Use>
    Faults in_whole_program([[maybe_unused]] const records::Puzzle& puzzle,
                            [[maybe_unused]] std::vector<std::string>& notes,
                            [[maybe_unused]] Use use) const {
        if constexpr (is_whole) {
            return with_position(puzzle, notes, use);
        } else {
            left_out();
        }
    }

    const P start_;
    const make::Maker* maker_;
    const Painter* painter_;
    const tables::Tables* tables_;
    const Origins* origins_;
};

}  // namespace octomate::games
