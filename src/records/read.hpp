#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "records/puzzle.hpp"

namespace octomate::records {

struct CsvColumns;

/// Why a line is no puzzle.
struct BadPuzzle {
    Faults faults;  ///< never empty; in the order of the text, a missing FEN first; at most 32

    // What could be read all the same: the id names the record, the others have faults of their own to be
    // told.
    std::optional<std::string> id;
    std::optional<std::string> variant;
    std::string fen;
};

/// Longer lines, in bytes, are not read: they are bad records, of which only the beginning is kept in memory.
/// A record of several lines that goes on longer ends there.
inline constexpr std::size_t longest_line = std::size_t{16} << 20;

/// What is wrong with a line that is longer than `longest_line`.
std::string too_long_text();

/// True for lines that no record stands on: blank, or '#' after optional white space, or the end of a
/// document of LaTeX, which is none among rows with `columns`.
bool is_blank_or_comment(std::string_view line, const CsvColumns* columns = nullptr);

/// Reads one record from its text, given without its last newline; a leading UTF-8 byte order mark and a
/// trailing carriage return are dropped. The content tells its format:
/// '{' starts JSON; `[Name "value"]` starts a game of PGN, and what `spread_of` tells another problem, which
/// go on over several lines; a line with a comma before its first blank is CSV, as is one that `columns` says
/// to be (those of the header above it, or null); a line with EPD opcodes (a ';', a '"', or the name of a
/// known opcode after the first word) is EPD; all else is a bare FEN, be it a good one or not. Any bytes are
/// allowed as input. The FEN itself and the variant's name are taken as they stand: the rules of the game
/// judge them. On failure all faults of the record are reported together: those of one value name its field,
/// as the text spells it (offsets within the value), those of the text as a whole name "line" (offsets in the
/// line, counted after a byte order mark).
Expected<Read<Puzzle>, BadPuzzle> read_puzzle(std::string_view text, const CsvColumns* columns = nullptr);

/// The same into a record that is used again and again, with its memory: whatever it held is gone. Nothing,
/// or what is wrong.
std::optional<BadPuzzle> read_puzzle(std::string_view text, const CsvColumns* columns, Read<Puzzle>& into);

/// What a file is that begins so and is none of ours, for people: "PDF"; empty for all that may hold records.
std::string_view foreign_format(std::string_view text);

/// Length of the record that begins the text at the start of a line, with its newline: one line, or a game of
/// PGN, or a problem of several lines, or a row of CSV with line breaks in quotes, if there is a header,
/// `columns`. None if more text is needed to tell; never if the text is `at_end`. Where other text follows
/// that begins a record of another kind, an open one ends; none is longer than `longest_line`.
std::optional<std::size_t> record_length(std::string_view text, bool at_end, const CsvColumns* columns);

/// The lines between the first one of a record and the one that its position stands on.
std::size_t lines_before_position(std::string_view text);

}  // namespace octomate::records
