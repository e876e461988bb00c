#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

/// One legal move, as `octomate moves` tells it.
struct MoveRecord {
    std::string move;
    std::string uci;
    std::vector<int> faces;  ///< the faces on which it may be played, rising; empty where no die is used
    MoveTraits traits;
    bool check = false;
    bool mate = false;
    std::string fen;  ///< after the move
};

/// All legal moves in the order of their machine forms.
template <NotatedPosition P>
std::vector<MoveRecord> list_moves(const P& position) {
    MoveList<P> moves;
    std::vector<std::pair<typename P::Move, std::vector<int>>> faces_of;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        for (const auto move : moves) {
            auto known = std::find_if(faces_of.begin(), faces_of.end(),
                                      [&](const auto& entry) { return entry.first == move; });
            if (known == faces_of.end()) known = faces_of.insert(known, {move, {}});
            if (chance.roll.face != 0) known->second.push_back(chance.roll.face);
        }
    }
    std::sort(faces_of.begin(), faces_of.end());

    std::vector<MoveRecord> records;
    for (const auto& [move, faces] : faces_of) {
        const P after = position.play(move);
        records.push_back({position.notation(move), position.uci(move), faces, position.traits(move),
                           after.in_check(), after.status() == Status::Checkmate, after.fen()});
    }
    return records;
}

/// The record of the contract.
Json to_json(const MoveRecord& record);

}  // namespace octomate::reports
