#pragma once

#include "core/written.hpp"
#include "reports/describe_subject.hpp"
#include "reports/lines.hpp"
#include "reports/mate_report.hpp"
#include "reports/report_result.hpp"
#include "solver/stipulation_search.hpp"

namespace octomate::reports {

/// The lines of a help stipulation in which the other side begins, with half a move less; none if there is no
/// such thing: in check the turn cannot be handed over.
template <Written P>
std::optional<ReportedLines> report_set_play(const P& position, solver::StipulationOptions options,
                                             std::size_t most) {
    Stipulation& stipulation = options.stipulation;
    if (stipulation.kind != StipulationKind::Help || stipulation.half_moves % 2 != 0) return std::nullopt;
    const auto passed = position.passed();
    if (!passed) return std::nullopt;
    --stipulation.half_moves;
    return report_lines({}, *passed, options, most);
}

/// The report of `mate` on a puzzle that asks for something else than mate in so many moves, after the notes
/// that it has already; or why there is none.
template <Written P>
Faults search_stipulation(const Puzzle& puzzle, const P& position, const MateRequest& request,
                          MateReport& report) {
    const Stipulation stipulation = *puzzle.other_stipulation();
    solver::StipulationOptions options{search_options(request, puzzle.moves), stipulation};
    options.moves = stipulation.moves();
    options.dice = stipulation.has_lines() ? request.line_dice : request.dice;
    options.defence = stipulation.has_lines() ? solver::Defence::Help : solver::Defence::Best;
    if (!solver::StipulationSearch<P>::can_count(stipulation, options.dice))
        return {too_many_rolls(stipulation)};
    describe_subject(puzzle, position, request.reader, report);
    add_stipulation_notes(request, report);
    report.stipulation = stipulation;
    report.wanted = puzzle.solutions;
    report_result(position, options, solver::StipulationSearch<P>(options).solve(position), report);
    if (!stipulation.has_lines() || (P::chance_unit > 1 && options.dice != solver::Dice::Some)) return {};
    report.solutions = report_lines(puzzle, position, options, request.most_lines);
    if (request.set_play) report.set_play = report_set_play(position, options, request.most_lines);
    const bool whole_set_play = !report.set_play || report.set_play->complete;
    report.complete = report.complete && report.solutions->complete && whole_set_play;
    return {};
}

}  // namespace octomate::reports
