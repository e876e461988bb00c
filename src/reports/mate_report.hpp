#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/search.hpp"
#include "reports/subject.hpp"
#include "solver/fraction.hpp"

namespace octomate::reports {

/// What a user may ask of `mate`.
struct MateRequest : SearchRequest {
    bool tree = false;  ///< tell the solution too
    Reader reader = Reader::Program;
};

/// A value, or the interval in which a limit left it.
struct ReportedValue {
    solver::Fraction lower;
    solver::Fraction upper;

    bool exact() const { return lower == upper; }
    bool operator==(const ReportedValue&) const = default;
};

/// One roll of the side to move.
struct MateRow {
    int face = 0;   ///< 1 and up, or 0 without a die
    char file = 0;  ///< what the face names, or '-' without a die
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
    std::string tree;  ///< the solution, a line each; empty unless asked for, and where a limit was hit
};

}  // namespace octomate::reports
