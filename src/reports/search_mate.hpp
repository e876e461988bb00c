#pragma once

#include "core/written.hpp"
#include "reports/mate_report.hpp"
#include "reports/mate_tree.hpp"
#include "reports/search_plain_mate.hpp"
#include "reports/search_stipulation.hpp"

namespace octomate::reports {

/// The report of `mate`, after the notes that it has already; or why there is none.
template <Written P>
Faults search_mate(const Puzzle& puzzle, const P& position, const MateRequest& request, MateReport& report) {
    if (puzzle.other_stipulation()) return search_stipulation(puzzle, position, request, report);
    Faults faults = search_plain_mate(puzzle, position, request, report);
    if (faults.empty() && request.tree && report.complete)
        report.tree = MateTree<P>(search_options(request, puzzle.moves)).draw(position);
    return faults;
}

}  // namespace octomate::reports
