#pragma once

#include "core/written.hpp"
#include "reports/describe_subject.hpp"
#include "reports/mate_report.hpp"
#include "reports/mate_tree.hpp"
#include "solver/mate.hpp"

namespace octomate::reports {

/// Puts the result of a search into words.
template <Written P>
void report_result(const P& position, const solver::MateOptions& options, const solver::MateResult<P>& result,
                   MateReport& report) {
    report.moves = options.moves;
    report.dice = options.dice;
    report.defence = options.defence;
    report.total = {result.total_fraction(result.total.lower), result.total_fraction(result.total.upper)};
    for (const auto& face : result.faces) {
        MateRow& row = report.faces.emplace_back();
        row.face = face.roll.face;
        row.file = position.file_of(face.roll);
        row.value = {result.fraction(face.value.lower), result.fraction(face.value.upper)};
        row.forced = face.forced;
        for (const auto& move : face.best) row.best.push_back(position.notation(move));
    }
    report.nodes = result.nodes;
    report.complete = result.complete;
}

/// The report of `mate`, after the notes that it has already; or why there is none.
template <Written P>
Faults search_mate(const Puzzle& puzzle, const P& position, const MateRequest& request, MateReport& report) {
    const solver::MateOptions options = search_options(request, puzzle.moves);
    if (const int most = solver::MateSearch<P>::most_moves(options.dice); options.moves > most)
        return {too_many_moves(options, most)};
    describe_subject(puzzle, position, request.reader, report);
    report_result(position, options, solver::MateSearch<P>(options).solve(position), report);
    if (request.tree && report.complete) report.tree = MateTree<P>(options).draw(position);
    return {};
}

}  // namespace octomate::reports
