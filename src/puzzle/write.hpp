#pragma once

#include <string>

#include "puzzle/puzzle.hpp"

namespace octomate::puzzle {

/// The record's fields in the order fen, id, variant, roll, key, moves, title, author, source, comment,
/// themes, then the unknown ones as they came. Absent fields are left out, and so is `moves` where it is 1;
/// of the unknown ones those whose name is a known field's.
Json to_json(const Puzzle& puzzle);

/// The record as one compact line of JSON in UTF-8, without a newline. Reading it gives the same puzzle.
/// (Bytes that are no UTF-8, which no reader of ours lets in, become U+FFFD.)
std::string to_jsonl(const Puzzle& puzzle);

/// The record as one line of EPD, without a newline. Reading it gives the same puzzle as far as EPD can carry
/// it:
/// - a FEN of two or three fields is filled up to four with "-";
/// - unknown fields come back as strings, or as true; a number or false as its text, all else as JSON text.
///   Those whose name is no identifier or has a meaning in EPD (dm, c0) are left out;
/// - line breaks become blanks; a blank or comma within a theme becomes "_", within a move it is dropped.
std::string to_epd(const Puzzle& puzzle);

}  // namespace octomate::puzzle
