#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "core/types.hpp"
#include "reports/subject.hpp"
#include "solver/faces.hpp"

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

/// The rows of a report: for each roll the moves, whether they are free, and those that win at once. False if
/// the patience did not last.
template <Described P>
bool fill_rows(const P& position, const solver::Faces<P>& faces, const SolveOptions& options,
               std::vector<FaceRow>& rows) {
    const auto describe = [&](typename P::Move move, ListedMove& listed) {
        listed.text = position.notation(move);
        if constexpr (WinsInWays<P>) listed.by = position.wins_by(move);
        if (options.reader == Reader::Program) return;
        listed.remark = remark(position, move);
        listed.kind = kind_of(position, move);
    };
    const auto list_all = [&](const auto& moves, std::vector<ListedMove>& out) {
        out.resize(moves.size());
        std::size_t at = 0;
        for (const auto& move : moves) {
            if (at % 64 == 0 && options.patience.is_over(0)) return false;
            describe(move, out[at++]);
        }
        return true;
    };
    rows.resize(faces.size());
    for (std::size_t at = 0; at < faces.size(); ++at) {
        const solver::Face<P>& face = faces[at];
        FaceRow& row = rows[at];
        row.face = face.roll.face;
        row.names = named_by(position, face.roll);
        row.moves = face.moves;
        row.free = face.freedom == Freedom::Free;
        if (!list_all(face.mates, row.mates)) return false;
        row.list.clear();
        if (!options.list) continue;
        if (!list_all(sorted_moves(position, face.roll), row.list)) return false;
    }
    return true;
}

/// Solves one puzzle, after the notes that the report has already. What else it held is overwritten, and its
/// memory used again.
template <Described P>
void solve(const Puzzle& puzzle, const P& position, const SolveOptions& options, SolveReport& report) {
    solver::Faces<P> faces;
    describe_subject(puzzle, position, options.reader, report);
    report.roll = puzzle.roll;
    report.listed = options.list;
    report.kinds = P::move_kinds();
    report.several_ways = WinsInWays<P>;
    if (options.reader == Reader::Person) report.outcome = position.outcome();
    solver::solve_faces(position, faces);
    report.complete = fill_rows(position, faces, options, report.faces);
    add_solve_notes(puzzle, report);
}

}  // namespace octomate::reports
