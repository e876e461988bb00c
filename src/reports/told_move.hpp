#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/described.hpp"
#include "core/written.hpp"

namespace octomate::reports {

/// The notation, and where the move lands if it leads to another branch of the game.
template <Written P>
std::string told(const P& position, const typename P::Move& move) {
    std::string text = position.notation(move);
    if constexpr (Lands<P>) {
        if (const std::string where = landing_of(position, move); !where.empty()) text += " [" + where + "]";
    }
    return text;
}

/// The same for several moves.
template <Written P>
std::vector<std::string> told(const P& position, const std::vector<typename P::Move>& moves) {
    std::vector<std::string> texts;
    for (const auto& move : moves) texts.push_back(told(position, move));
    return texts;
}

/// The rolls on which a move may be played; 0 where no die is used.
template <Written P>
std::vector<int> faces_of(const P& position, const typename P::Move& move) {
    std::vector<int> faces;
    MoveList<P> moves;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        if (std::find(moves.begin(), moves.end(), move) != moves.end()) faces.push_back(chance.roll.face);
    }
    return faces;
}

/// "(1,5)", or "(-)" where no die is used.
inline std::string rolls_text(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return "(-)";
    std::string text;
    for (const int face : faces) text += (text.empty() ? "(" : ",") + std::to_string(face);
    return text + ")";
}

}  // namespace octomate::reports
