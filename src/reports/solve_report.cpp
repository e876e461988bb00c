#include "reports/solve_report.hpp"

#include <fmt/core.h>

#include "puzzle/puzzle.hpp"

namespace octomate::reports {

const FaceRow* SolveReport::rolled() const {
    if (!roll) return nullptr;
    for (const FaceRow& row : faces) {
        if (row.face == *roll) return &row;
    }
    return nullptr;
}

void add_solve_notes(const Puzzle& puzzle, SolveReport& report) {
    const bool die = report.faces.size() > 1;
    if (puzzle.roll && !die) {
        report.notes.push_back(fmt::format("the roll {} is not used: {}", *puzzle.roll, why_no_die(report)));
    }
    if (const auto other = puzzle.other_stipulation()) {
        report.notes.push_back(
            fmt::format("the puzzle asks for {}, which octomate mate solves; these are the mates in one",
                        records::text_of(*other)));
    } else if (puzzle.moves > 1) {
        report.notes.push_back(
            fmt::format("the puzzle asks for mate in {}; these are the mates in one", puzzle.moves));
    }
}

}  // namespace octomate::reports
