#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/goal.hpp"
#include "reports/search.hpp"
#include "reports/solve_report.hpp"
#include "reports/subject.hpp"
#include "solver/mate_result.hpp"

namespace octomate::players {
struct Outlook;
struct Rollout;
}  // namespace octomate::players

namespace octomate::reports {

/// What a user may ask of `mate`.
struct MateRequest : SearchRequest {
    bool tree = false;                            ///< report the solution too
    bool certificate = false;                     ///< and what proves it
    solver::Dice line_dice = solver::Dice::Some;  ///< `dice` where there is no defence: help and series
    bool set_play = false;                        ///< report the lines in which the other side begins, too
    std::size_t most_lines = 10;                  ///< of those that are reported
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
    int face = 0;       ///< 1 and up, or 0 without a die
    std::string names;  ///< what the face names; empty without a die
    ReportedValue value;
    bool forced = false;
    std::vector<std::string> best;
};

/// The lines that fulfil a stipulation. Each is "(1,5) Qa8-e4 (-) Ke8-d7 …": the moves with the rolls that
/// allow them, "(-)" where none is used, and nothing in a game without a die.
struct ReportedLines {
    std::vector<std::string> first;  ///< in order
    std::uint64_t count = 0;         ///< of all
    bool complete = true;            ///< false: a limit was hit, and there may be more

    bool operator==(const ReportedLines&) const = default;
};

/// The answer to "how likely, or how certain, is mate?", or another stipulation, as plain data.
struct MateReport : Subject {
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< none: mate in so many moves
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    ReportedValue total;
    std::vector<MateRow> faces;
    std::uint64_t nodes = 0;
    double seconds = 0;  ///< the search took
    bool complete = true;
    std::optional<ReportedLines> solutions;  ///< where rolls may be chosen and there is no defence
    std::optional<ReportedLines> set_play;   ///< if it was asked for and exists
    std::optional<std::uint64_t> wanted;     ///< how many solutions there should be
    // Empty unless asked for, and where a limit was hit:
    std::string tree;         ///< the solution, a line each
    std::string certificate;  ///< JSON lines: see MateProof in search_mate.hpp
};

/// The fault of a stipulation with more rolls than can be counted exactly.
Fault too_many_rolls(const Stipulation& stipulation);

/// Says what of a request does not go with a stipulation.
void add_stipulation_notes(const MateRequest& request, MateReport& report);

/// The first line of a certificate: what it claims.
std::string claim(const MateReport& report);

/// How far to look.
struct AnalysisRequest : SearchRequest {
    int most_moves = 2;  ///< 2 or more
    Reader reader = Reader::Program;
};

/// What `analyse` reports about a position.
struct Analysis : Subject {
    std::vector<FaceRow> faces;
    std::vector<MateReport> mates;  ///< within two moves, three, … each with a row per face
    std::optional<std::vector<FaceRow>>
        threats;  ///< the rolls on which the opponent would mate; none in check
    /// Who will win, by a search and by games that were played out; null if not asked for, or unknown.
    std::shared_ptr<const players::Outlook> outlook;
    std::shared_ptr<const players::Rollout> rollout;
};

}  // namespace octomate::reports
