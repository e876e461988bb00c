#pragma once

#include <algorithm>
#include <array>

#include "board8/board.hpp"
#include "core/position_key.hpp"

namespace octomate::superpermutation {

// Section 7: the left-right mirror (face r becomes 9 - r), and the colour swap with a half-turn of the board
// (every face stays), are exact symmetries of both games.

/// The board mirrored left to right.
inline board8::Board mirrored(board8::Board board) {
    for (board8::Bitboard& set : board.sets()) {
        set = ((set >> 1) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1);
        set = ((set >> 2) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2);
        set = ((set >> 4) & 0x0f0f0f0f0f0f0f0f) | ((set & 0x0f0f0f0f0f0f0f0f) << 4);
    }
    return board;
}

/// The board upside down. A half-turn is this and the mirror.
inline board8::Board upside_down(board8::Board board) {
    for (board8::Bitboard& set : board.sets()) set = __builtin_bswap64(set);
    return board;
}

/// The board with the colours of all men exchanged.
inline board8::Board recoloured(board8::Board board) {
    std::swap(board.sets()[0], board.sets()[1]);
    return board;
}

/// The same board for all positions that a symmetry makes equal: as seen with White to move, the smaller one
/// of it and its mirror image.
inline board8::Board canonical(const board8::Board& board, Color turn) {
    const board8::Board seen = turn == Color::White ? board : recoloured(upside_down(board));
    const board8::Board image = mirrored(seen);
    return std::min(seen, image, [](const auto& a, const auto& b) { return a.sets() < b.sets(); });
}

/// The same key for all positions that a symmetry makes equal.
inline PositionKey key_of(const board8::Board& board, Color turn) {
    KeyMaker key;
    const board8::Board same = canonical(board, turn);
    for (const board8::Bitboard set : same.sets()) key.take(set);
    return key.key();
}

}  // namespace octomate::superpermutation
