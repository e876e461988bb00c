#pragma once

#include "core/written.hpp"
#include "reports/mate_report.hpp"
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

}  // namespace octomate::reports
