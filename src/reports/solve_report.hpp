#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

/// How to solve a record.
struct SolveOptions {
    bool list = false;  ///< list every move of every face
    Reader reader = Reader::Program;
    Patience patience{};  ///< of the list alone: the rest takes no time to speak of
};

/// One move of a face.
struct ListedMove {
    std::string text;
    std::string remark;     ///< for people: what its notation does not show at a glance
    std::size_t kind = 0;   ///< for people: which of the report's kinds it is
    std::string_view by{};  ///< how it wins, in a game that can be won in several ways
};

/// One face of the die, or the one row without a die.
struct FaceRow {
    int face = 0;       ///< 1 and up, or 0 without a die
    std::string names;  ///< what the face names; empty without a die
    std::size_t moves = 0;
    bool free = false;
    std::vector<ListedMove> mates;
    std::vector<ListedMove> list;  ///< empty unless asked for
};

/// The answer to "which rolls mate?", as plain data.
struct SolveReport : Subject {
    std::optional<int> roll;
    bool complete = true;       ///< all moves that were to be listed are
    bool listed = false;        ///< whether the rows carry their moves
    bool several_ways = false;  ///< whether the game can be won in several ways
    std::vector<FaceRow> faces;
    std::span<const std::string_view> kinds;  ///< of the listed moves; their names
    Outcome outcome = Outcome::Ongoing;       ///< of the position itself, where people read

    /// The row of the given roll: none without a roll, and none where no die is used.
    const FaceRow* rolled() const;
};

/// What the reader of the report should know about the record.
void add_solve_notes(const Puzzle& puzzle, SolveReport& report);

/// Appends the record of the contract.
void append_json(const SolveReport& report, std::string& out);

}  // namespace octomate::reports
