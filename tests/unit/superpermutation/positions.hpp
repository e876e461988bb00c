// Helpers that list the moves of a position.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "games/superpermutation/rules/position.hpp"
#include "unit/moves_of.hpp"

namespace octomate::superpermutation {

using Texts = std::vector<std::string>;

using tests::after;
using tests::move_of;

/// Returns the position of a FEN that must be valid.
template <class P>
P position(std::string_view fen) {
    return tests::good(P::from_fen(fen), fen);
}

inline D8Position d8_position(std::string_view fen) { return position<D8Position>(fen); }
inline ParentPosition parent_position(std::string_view fen) { return position<ParentPosition>(fen); }

/// Returns the notations of the legal moves whose machine form satisfies `wanted`, sorted by machine form.
template <class P, class Accepts>
Texts moves_where(const P& position, Accepts wanted) {
    MoveList<P> moves;
    position.legal_moves(moves);
    std::sort(moves.begin(), moves.end());
    Texts texts;
    for (const Move move : moves) {
        if (wanted(position.uci(move))) texts.push_back(position.notation(move));
    }
    return texts;
}

template <class P>
Texts all_moves(const P& position) {
    return moves_where(position, [](const std::string&) { return true; });
}

/// Returns the moves of the piece on `square`.
template <class P>
Texts moves_from(const P& position, std::string_view square) {
    return moves_where(position, [&](const std::string& uci) { return uci.substr(0, 2) == square; });
}

/// Returns the moves from one square to another: one for each choice of a promotion, otherwise one at most.
template <class P>
Texts moves(const P& position, std::string_view from_to) {
    return moves_where(position, [&](const std::string& uci) { return uci.substr(0, 4) == from_to; });
}

/// Returns the moves that the roll `face` allows, sorted; face 0 means that no die is used.
template <class P>
Texts moves_on(const P& position, int face) {
    MoveList<P> moves;
    position.legal_moves(Roll{static_cast<std::uint8_t>(face)}, moves);
    std::sort(moves.begin(), moves.end());
    Texts texts;
    for (const Move move : moves) texts.push_back(position.notation(move));
    return texts;
}

template <class P>
Freedom freedom(const P& position, int face) {
    MoveList<P> moves;
    return position.legal_moves(Roll{static_cast<std::uint8_t>(face)}, moves);
}

/// Returns the board field of the FEN after a move.
template <class P>
std::string board_after(const P& position, std::string_view text) {
    return tests::field(after(position, text), 0);
}

}  // namespace octomate::superpermutation
