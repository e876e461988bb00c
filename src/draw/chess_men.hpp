#pragma once

#include <array>

#include "draw/scene.hpp"

namespace octomate {

/// The men of chess as pictures show them: for all games that are played with them. A letter is a FEN's.
inline constexpr std::array<draw::Man, 12> chess_men = {{
    {'K', "king", "wk", "♔", Color::White},
    {'Q', "queen", "wq", "♕", Color::White},
    {'R', "rook", "wr", "♖", Color::White},
    {'B', "bishop", "wb", "♗", Color::White},
    {'N', "knight", "wn", "♘", Color::White},
    {'P', "pawn", "wp", "♙", Color::White},
    {'k', "king", "bk", "♚", Color::Black},
    {'q', "queen", "bq", "♛", Color::Black},
    {'r', "rook", "br", "♜", Color::Black},
    {'b', "bishop", "bb", "♝", Color::Black},
    {'n', "knight", "bn", "♞", Color::Black},
    {'p', "pawn", "bp", "♟", Color::Black},
}};

}  // namespace octomate
