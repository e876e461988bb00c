#pragma once

#include <stdexcept>

#include "core/written.hpp"
#include "reports/mate_report.hpp"
#include "reports/solve.hpp"
#include "reports/subject.hpp"
#include "solver/faces.hpp"
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
        row.names = named_by(position, face.roll);
        row.value = {result.fraction(face.value.lower), result.fraction(face.value.upper)};
        row.forced = face.forced;
        for (const auto& move : face.best) row.best.push_back(position.notation(move));
    }
    report.nodes = result.nodes;
    report.complete = result.complete;
}

/// The report of `mate` of a puzzle that asks for a mate, after the notes that it has already and without a
/// tree; or why there is none. Throws std::logic_error if the puzzle asks for something else.
template <Written P>
Status search_plain_mate(const Puzzle& puzzle, const P& position, const MateRequest& request,
                         MateReport& report) {
    if (puzzle.other_stipulation())
        throw std::logic_error("only a program with commands searches for other stipulations");
    const solver::MateOptions options = search_options(request, puzzle.moves);
    if (const int most = solver::MateSearch<P>::most_moves(options.dice); options.moves > most)
        return Unexpected{Faults{too_many_moves(options, most)}};
    describe_subject(puzzle, position, request.reader, report);
    report_result(position, options, solver::MateSearch<P>(options).solve(position), report);
    return {};
}

}  // namespace octomate::reports
