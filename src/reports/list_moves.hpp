#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/described.hpp"
#include "reports/describe_subject.hpp"
#include "reports/moves_report.hpp"

namespace octomate::reports {

/// Lists the moves of a position.
template <Described P>
void list_moves(const Puzzle& puzzle, const P& position, const MovesRequest& request, MovesReport& report) {
    describe_subject(puzzle, position, request.reader, report);
    MoveList<P> moves;
    std::vector<std::pair<typename P::Move, std::vector<int>>> faces_of;
    position.legal_moves(moves);
    for (const auto& move : moves)
        if (!request.only || position.uci(move) == *request.only) faces_of.push_back({move, {}});
    std::sort(faces_of.begin(), faces_of.end());
    for (const auto& chance : position.rolls()) {
        if (chance.roll.face == 0) continue;
        position.legal_moves(chance.roll, moves);
        for (const auto& move : moves) {
            const auto known =
                std::lower_bound(faces_of.begin(), faces_of.end(), move,
                                 [](const auto& entry, const auto& sought) { return entry.first < sought; });
            if (known != faces_of.end() && !(move < known->first)) known->second.push_back(chance.roll.face);
        }
    }
    report.moves.clear();
    report.count = faces_of.size();
    std::size_t bytes = 0;
    for (auto& [move, faces] : faces_of) {
        report.complete = !request.patience.is_over(bytes);
        if (!report.complete) return;
        const P after = position.play(move);
        const Outcome outcome = after.outcome();
        const bool check = after.turn() != position.turn() && after.in_check();
        MoveRecord record = {position.notation(move),
                             position.uci(move),
                             std::move(faces),
                             facts_of(position, move),
                             ends_of(position, move),
                             explain(position, move),
                             check,
                             check && outcome == won_by(position.turn()),
                             outcome,
                             after.fen()};
        bytes += record.fen.size();
        if (!request.take)
            report.moves.push_back(std::move(record));
        else if (!request.take(record))
            return;
    }
}

}  // namespace octomate::reports
