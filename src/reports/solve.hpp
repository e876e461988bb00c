#pragma once

#include <algorithm>
#include <vector>

#include "core/described.hpp"
#include "reports/solve_report.hpp"
#include "reports/subject.hpp"
#include "solver/faces.hpp"

namespace octomate::reports {

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
        MoveList<P> moves;
        position.legal_moves(face.roll, moves);
        std::sort(moves.begin(), moves.end());
        if (!list_all(moves, row.list)) return false;
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
