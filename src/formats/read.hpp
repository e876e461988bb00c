#pragma once

#include <optional>
#include <string_view>

#include "formats/input.hpp"
#include "puzzle/fields.hpp"

namespace octomate::records {

/// What is wrong with a line that is longer than `longest_record`.
std::string too_long_text();

/// What is wrong with the bytes of a record: too many, or no UTF-8.
std::optional<Fault> fault_of_text(std::string_view text);

/// Reads one record; a trailing carriage return and, in a line, a leading byte order mark are dropped. Any
/// bytes are allowed. The FEN and the name of the variant are taken as they stand: the rules of the game
/// judge them. On failure all faults of the record are reported together: those of one value name its field,
/// as the text spells it (offsets within the value), those of the text as a whole name "line" (offsets in the
/// line).
ReadPuzzle read_puzzle(const Line& line);

/// Reads a line of JSON, EPD or FEN: '{' starts JSON; a line with opcodes (a ';', a '"', or the name of a
/// known opcode after the first word) is EPD; all else is a FEN, be it a good one or not.
ReadPuzzle read_puzzle(std::string_view line);

// The reader of each format, whose text is one record in UTF-8.
ReadPuzzle read_json(std::string_view line);
ReadPuzzle read_epd(std::string_view line);
/// `columns` may be null: the file has no header.
ReadPuzzle read_csv(std::string_view row, const CsvColumns* columns);
/// The FEN tag is the position; the key are the first move and what could be played instead.
ReadPuzzle read_pgn(std::string_view game);
/// A document, or an item of a list, as YACPDB and Olive exchange them.
ReadPuzzle read_yaml(std::string_view document);

/// The field that EPD knows by this opcode: the names of JSON, "dm" and "c0".
Field opcode_named(std::string_view name);

/// Whether a line has opcodes after its position.
bool has_opcodes(std::string_view line);

/// Takes the fields of a JSON object into the record, in place of those that it has; null for a known one
/// takes it away. Faults of the text as a whole name `field`.
void merge_json(Draft& draft, std::string_view field, std::string_view text);

}  // namespace octomate::records
