#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/color.hpp"
#include "core/described.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

/// One legal move, as `octomate moves` reports it.
struct MoveRecord {
    std::string move;
    std::string uci;
    std::vector<int> faces;  ///< the faces on which it may be played, rising; empty where no die is used
    std::vector<MoveFact> facts;
    MoveEnds ends;
    std::string explanation;  ///< what it does, in words
    bool check = false;
    bool mate = false;
    Outcome outcome = Outcome::Ongoing;  ///< of the position after it
    std::string fen;                     ///< after the move
};

/// Who reads the list, for how long it may be made, and the machine form of the move that alone is asked for.
struct MovesRequest {
    Reader reader = Reader::Program;
    Patience patience{};
    std::optional<std::string> only{};
    /// Takes each move as it is made, instead of the report; false to stop. Where a FEN holds
    /// the whole history, all records together may take up gigabytes.
    std::function<bool(MoveRecord&)> take = nullptr;
};

/// The legal moves of a position in the order of their machine forms.
struct MovesReport : Subject {
    std::vector<MoveRecord> moves;
    std::size_t count = 0;  ///< how many there are, listed or not
    bool complete = true;   ///< neither time nor room ran out
};

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
