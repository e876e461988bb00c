#pragma once

#include <stdexcept>

#include "core/written.hpp"
#include "reports/describe_subject.hpp"
#include "reports/mate_report.hpp"
#include "reports/report_result.hpp"
#include "solver/mate.hpp"

namespace octomate::reports {

/// The report of `mate` of a puzzle that asks for a mate, after the notes that it has already and without a
/// tree; or why there is none. Throws std::logic_error if the puzzle asks for something else.
template <Written P>
Faults search_plain_mate(const Puzzle& puzzle, const P& position, const MateRequest& request,
                         MateReport& report) {
    if (puzzle.other_stipulation())
        throw std::logic_error("only a program with commands searches for other stipulations");
    const solver::MateOptions options = search_options(request, puzzle.moves);
    if (const int most = solver::MateSearch<P>::most_moves(options.dice); options.moves > most)
        return {too_many_moves(options, most)};
    describe_subject(puzzle, position, request.reader, report);
    report_result(position, options, solver::MateSearch<P>(options).solve(position), report);
    return {};
}

}  // namespace octomate::reports
