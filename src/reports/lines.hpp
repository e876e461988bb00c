#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/written.hpp"
#include "reports/mate_report.hpp"
#include "reports/solution.hpp"
#include "solver/lines.hpp"

namespace octomate::reports {

/// Whether a line of a puzzle may begin with the move: on its roll, if it has one that is used.
template <Written P>
bool may_begin(const Puzzle& puzzle, const P& position, const typename P::Move& move) {
    const std::optional<int> asked = asked_face(puzzle, position);
    if (!asked) return true;
    const auto faces = faces_of(position, move);
    return std::find(faces.begin(), faces.end(), *asked) != faces.end();
}

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
        text += position.notation(move);
        if (--left > 0) position = *course.go_on(position.play(move), left);
    }
    return text;
}

/// The lines of a position that begin on the roll of the puzzle, if it has one that is used. The search ends
/// once it has counted more than `enough`.
template <Written P>
solver::Lines<P> find_lines(const Puzzle& puzzle, const P& position,
                            const solver::StipulationOptions& options, std::size_t most,
                            std::uint64_t enough = std::numeric_limits<std::uint64_t>::max()) {
    return solver::LineSearch<P>(options, most, enough).solve(position, [&](const typename P::Move& move) {
        return may_begin(puzzle, position, move);
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

/// Lines as a key: by the roll of the puzzle, or else by the one that the first move serves.
template <Written P>
Key key_of_lines(const Puzzle& puzzle, const P& position, const Stipulation& stipulation,
                 const std::vector<solver::Line<P>>& lines) {
    Key key;
    for (const auto& line : lines) {
        const int face = asked_face(puzzle, position).value_or(own_roll(position, line.front()).face);
        key[face].push_back(line_text(position, stipulation, line));
    }
    return key;
}

}  // namespace octomate::reports
