// Short ways to say what a position allows.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

using Texts = std::vector<std::string>;

/// The position of a FEN that must be good.
template <class P>
P position(std::string_view fen) {
    const auto read = P::from_fen(fen);
    if (!read) throw std::invalid_argument(std::string(fen) + ": " + read.error().front().message);
    return read->value;
}

inline D8Position d8_position(std::string_view fen) { return position<D8Position>(fen); }
inline ParentPosition parent_position(std::string_view fen) { return position<ParentPosition>(fen); }

/// The notations of the moves that `wanted` picks by their machine form, in the order of those.
template <class P, class Wanted>
Texts moves_where(const P& position, Wanted wanted) {
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

/// The moves of the man on the square.
template <class P>
Texts moves_from(const P& position, std::string_view square) {
    return moves_where(position, [&](const std::string& uci) { return uci.substr(0, 2) == square; });
}

/// The moves from one square to another: none, one, or one for each choice of a promotion.
template <class P>
Texts moves(const P& position, std::string_view from_to) {
    return moves_where(position, [&](const std::string& uci) { return uci.substr(0, 4) == from_to; });
}

/// What may be played on a face, in either form of a roll: 0 where no die is used.
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

/// The legal move of a text in either form, which must be right in every detail.
template <class P>
Move move_of(const P& position, std::string_view text) {
    const auto read = position.read_move(text);
    if (!read) throw std::invalid_argument(position.fen() + ": " + read.error().message);
    if (!read->remarks.empty())
        throw std::invalid_argument(position.fen() + ": " + read->remarks.front().message);
    return read->move;
}

template <class P>
P after(const P& position, std::string_view text) {
    return position.play(move_of(position, text));
}

/// The board field of the FEN after a move.
template <class P>
std::string board_after(const P& position, std::string_view text) {
    const std::string fen = after(position, text).fen();
    return fen.substr(0, fen.find(' '));
}

}  // namespace octomate::superpermutation
