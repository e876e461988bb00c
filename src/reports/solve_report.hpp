#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "records/puzzle.hpp"
#include "reports/subject.hpp"
#include "solver/faces.hpp"

namespace octomate::reports {

/// One move of a face, for people: its notation and what it is.
struct ListedMove {
    std::string text;
    MoveTraits traits;
};

/// One face of the die, or the one row without a die.
struct FaceRow {
    int face = 0;   ///< 1…8, or 0 without a die
    char file = 0;  ///< 'a'…'h', or '-' without a die
    std::size_t moves = 0;
    bool free = false;
    std::vector<ListedMove> mates;
    std::vector<ListedMove> list;  ///< empty unless asked for
};

/// The answer to "which rolls mate?", as plain data.
struct SolveReport : Subject {
    std::optional<int> roll;
    bool listed = false;  ///< whether the rows carry their moves
    std::vector<FaceRow> faces;
    std::vector<std::string> notes;

    /// The row of the given roll: none without a roll, and none where no die is used.
    const FaceRow* rolled() const;
};

/// Solves one puzzle. `faces` is scratch memory that is used again from call to call.
template <NotatedPosition P>
SolveReport solve(const Puzzle& puzzle, const P& position, bool list, solver::Faces<P>& faces) {
    SolveReport report;
    static_cast<Subject&>(report) = subject_of(puzzle, position);
    report.roll = puzzle.roll;
    report.listed = list;

    solver::solve_faces(position, faces);
    report.faces.reserve(faces.size());
    const auto tell = [&](typename P::Move move) {
        return ListedMove{position.notation(move), position.traits(move)};
    };
    MoveList<P> moves;
    for (const auto& face : faces) {
        FaceRow& row = report.faces.emplace_back();
        row.face = face.roll.face;
        row.file = position.file_of(face.roll);
        row.moves = face.moves;
        row.free = face.freedom == Freedom::Free;
        for (const auto move : face.mates) row.mates.push_back(tell(move));
        if (!list) continue;
        position.legal_moves(face.roll, moves);
        std::sort(moves.begin(), moves.end());
        for (const auto move : moves) row.list.push_back(tell(move));
    }
    return report;
}

/// One face of the record below: `{"face", "file", "moves", "free", "mates"}`, nulls without a die.
Json to_json(const FaceRow& row);

/// The record of the contract.
Json to_json(const SolveReport& report);

/// Appends the same record as text, byte for byte what `dump(to_json(report))` gives, without building a
/// tree: building and freeing it took more than half of the time of solving a file.
void append_json(const SolveReport& report, std::string& out);

}  // namespace octomate::reports
