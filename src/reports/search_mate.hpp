#pragma once

#include "core/extent.hpp"
#include "core/written.hpp"
#include "reports/describe_subject.hpp"
#include "reports/mate_report.hpp"
#include "reports/mate_tree.hpp"
#include "reports/report_result.hpp"
#include "reports/search_stipulation.hpp"
#include "solver/mate.hpp"

namespace octomate::reports {

/// The report of `mate`, after the notes that it has already; or why there is none.
template <Written P>
Faults search_mate(const Puzzle& puzzle, const P& position, const MateRequest& request, MateReport& report) {
    if (puzzle.other_stipulation()) {
        if constexpr (is_whole) return search_stipulation(puzzle, position, request, report);
        left_out();
    }
    const solver::MateOptions options = search_options(request, puzzle.moves);
    if (const int most = solver::MateSearch<P>::most_moves(options.dice); options.moves > most)
        return {too_many_moves(options, most)};
    describe_subject(puzzle, position, request.reader, report);
    report_result(position, options, solver::MateSearch<P>(options).solve(position), report);
    if constexpr (is_whole) {
        if (request.tree && report.complete) report.tree = MateTree<P>(options).draw(position);
    }
    return {};
}

}  // namespace octomate::reports
