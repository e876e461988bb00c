#pragma once

#include <string_view>

namespace octomate::draw {

/// The file pieces.svg: the men as `<g id="wk">…</g>` and so on, each in a box of 40 by 40 units.
extern const std::string_view pieces_svg;

/// The name of the drawing of a FEN letter: "wk" for 'K', "bp" for 'p'.
std::string_view piece_id(char fen_letter);

/// That drawing alone, from `<g` to `</g>`.
std::string_view piece_group(char fen_letter);

/// "king" for 'K' and 'k', and so on.
std::string_view piece_word(char fen_letter);

/// Whether the letter is White's, that is, upper case.
constexpr bool is_white(char fen_letter) { return fen_letter >= 'A' && fen_letter <= 'Z'; }

}  // namespace octomate::draw
