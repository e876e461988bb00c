#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/position.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::puzzle {

/// Why a line is no puzzle.
struct BadPuzzle {
    Faults faults;  ///< never empty; in the order of the text, a missing FEN first; at most 32

    // What could be read all the same: the id names the record, the others have faults of their own to be
    // told.
    std::optional<std::string> id;
    std::optional<std::string> variant;
    std::string fen;
};

/// True for lines that no record stands on: blank, or '#' after optional white space.
bool is_blank_or_comment(std::string_view line);

/// Reads one record from one line, given without its newline; a leading UTF-8 byte order mark and a trailing
/// carriage return are dropped. The line's content tells its format:
/// '{' starts JSON; a line with EPD opcodes (a ';', a '"', or the name of a known opcode after the first
/// word) is EPD; all else is a bare FEN, be it a good one or not. Any bytes are allowed as input. The FEN
/// itself and the variant's name are taken as they stand: the rules of the game judge them. On failure all
/// faults of the record are reported together: those of one value name its field, as the line spells it
/// (offsets within the value), those of the line as a whole name "line" (offsets in the line, counted after a
/// byte order mark).
Expected<Read<Puzzle>, BadPuzzle> read_puzzle(std::string_view line);

}  // namespace octomate::puzzle
