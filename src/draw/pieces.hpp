#pragma once

#include <array>
#include <string_view>

#include "draw/scene.hpp"

namespace octomate::draw {

/// The men of chess as pictures show them: for all games that are played with them. A letter is a FEN's.
inline constexpr std::array<Man, 12> chess_men = {{
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

/// The file pieces.svg: the men as `<g id="wk">…</g>` and so on, each in a box of 40 by 40 units.
extern const std::string_view pieces_svg;

/// The drawing of an id alone, from `<g` to `</g>`; empty if the file has none.
std::string_view piece_group(std::string_view id);

}  // namespace octomate::draw
