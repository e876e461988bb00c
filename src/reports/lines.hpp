#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "core/written.hpp"
#include "reports/mate_report.hpp"
#include "reports/told_move.hpp"
#include "reports/solution.hpp"
#include "solver/lines.hpp"

namespace octomate::reports {

/// A line as text: see ReportedLines.
template <Written P>
std::string line_text(const P& start, const Stipulation& stipulation, const solver::Line<P>& line) {
    const solver::Course course(stipulation, start.turn());
    std::string text;
    P position = start;
    int left = course.plies();
    for (const auto& move : line) {
        if (!text.empty()) text += ' ';
        if (P::chance_unit > 1) text += rolls_text(faces_of(position, move)) + ' ';
        text += told(position, move);
        if (--left > 0) position = *course.go_on(position.play(move), left);
    }
    return text;
}

/// The lines of a position that begin on the roll of the puzzle, if it has one that is used.
template <Written P>
solver::Lines<P> find_lines(const Puzzle& puzzle, const P& position,
                            const solver::StipulationOptions& options, std::size_t most) {
    const std::optional<int> asked = asked_face(puzzle, position);
    return solver::LineSearch<P>(options, most).solve(position, [&](const typename P::Move& move) {
        if (!asked) return true;
        const auto faces = faces_of(position, move);
        return std::find(faces.begin(), faces.end(), *asked) != faces.end();
    });
}

/// The same in words.
template <Written P>
ReportedLines report_lines(const Puzzle& puzzle, const P& position, const solver::StipulationOptions& options,
                           std::size_t most) {
    const solver::Lines<P> lines = find_lines(puzzle, position, options, most);
    ReportedLines report;
    report.count = lines.count;
    report.complete = lines.complete;
    for (const auto& line : lines.first)
        report.first.push_back(line_text(position, options.stipulation, line));
    return report;
}

}  // namespace octomate::reports
