#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "records/puzzle.hpp"
#include "reports/subject.hpp"
#include "solver/mate.hpp"

namespace octomate::reports {

/// A value, or the interval in which a limit left it.
struct ReportedValue {
    solver::Fraction lower;
    solver::Fraction upper;

    bool exact() const { return lower == upper; }
    bool operator==(const ReportedValue&) const = default;
};

/// One roll of the side to move.
struct MateRow {
    int face = 0;   ///< 1…8, or 0 without a die
    char file = 0;  ///< 'a'…'h', or '-' without a die
    ReportedValue value;
    bool forced = false;
    std::vector<std::string> best;
};

/// The answer to "how likely, or how certain, is mate?", as plain data.
struct MateReport : Subject {
    int moves = 1;
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    ReportedValue total;
    std::vector<MateRow> faces;
    std::uint64_t nodes = 0;
    bool complete = true;
    std::vector<std::string> notes;
};

/// Puts the result of a search into words.
template <NotatedPosition P>
MateReport report_mate(const Puzzle& puzzle, const P& position, const solver::MateOptions& options,
                       const solver::MateResult<P>& result) {
    MateReport report;
    static_cast<Subject&>(report) = subject_of(puzzle, position);
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
        for (const auto move : face.best) row.best.push_back(position.notation(move));
    }
    report.nodes = result.nodes;
    report.complete = result.complete;
    return report;
}

/// The record of the contract. Where a limit left a value open it is null, with `lower` and `upper` beside
/// it.
Json to_json(const MateReport& report);

}  // namespace octomate::reports
