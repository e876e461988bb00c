#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "formats/csv.hpp"
#include "puzzle/fields.hpp"
#include "text/text.hpp"

/// How a file is cut into records, and how they are read.
namespace octomate::records {

/// What the records of a file are. Its first record decides, once for the whole file.
enum class InputFormat : std::uint8_t {
    Lines,    ///< JSON Lines, EPD and FEN: each line is a record and recognised by itself
    Csv,      ///< rows below a header
    Pgn,      ///< games
    Yaml,     ///< documents, or the items of a list
    Foreign,  ///< another format, or no puzzles among the first 20 lines: the file is one bad record
};

/// What users call the formats, in their order.
inline constexpr std::array<std::string_view, 4> input_format_names = {"lines", "csv", "pgn", "yaml"};

/// A record as it stands in its file.
struct Line {
    std::string_view file;    ///< as the user named it; "-" is standard input
    std::size_t number = 1;   ///< of its first line, from 1
    std::string_view text{};  ///< without its last newline
    InputFormat format = InputFormat::Lines;
    const CsvColumns* columns = nullptr;  ///< of CSV: what the header says; null if there is none
};

/// Longer records, in bytes, are bad ones, of which only the beginning is kept in memory.
inline constexpr std::size_t longest_record = longest_line;

/// How a file begins. Blank lines and comments may stand above its first record.
struct Beginning {
    InputFormat format = InputFormat::Lines;
    std::shared_ptr<const CsvColumns> columns;  ///< null but for CSV with a header
    std::string_view header{};                  ///< the line of the header, if nothing is wrong with it
};

/// Looks at the text with which a file begins, after any byte order mark. Its format is `given`, or else
/// recognised. None if more text is needed, never if the text is `at_end`.
std::optional<Beginning> beginning_of(std::string_view text, bool at_end,
                                      std::optional<InputFormat> given = std::nullopt);

/// Length of the record that begins the text, with its newline. None if more text is needed, never if
/// the text is `at_end`. What goes on for more than `longest_record` ends with its last whole line before.
std::optional<std::size_t> record_length(InputFormat format, std::string_view text, bool at_end,
                                         char delimiter = ',');

/// Whether no record stands there: it is blank, a comment that begins with '#', or a lone mark of YAML.
bool is_blank_or_comment(const Line& line);

/// What a file is that begins so, for messages: "PDF"; empty if it may hold records of ours.
std::string_view foreign_format(std::string_view text);

/// What is wrong with a line that is longer than `longest_record`.
std::string too_long_text();

/// Refuses the bytes of a record if they are too many, or not UTF-8.
Expected<void, Fault> check_text(std::string_view text);

/// Reads one record; a trailing carriage return and, in a line, a leading byte order mark are dropped. Any
/// bytes are allowed. The FEN and the name of the variant are taken as they stand: the rules of the game
/// judge them. On failure all faults of the record are reported together: those of one value name its field,
/// as the text spells it (offsets within the value), those of the text as a whole name "line" (offsets in the
/// line).
ReadPuzzle read_puzzle(const Line& line, const Variants& variants = {});

/// Reads a line of JSON, EPD or FEN: '{' starts JSON; a line with opcodes (a ';', a '"', or the name of a
/// known opcode after the first word) is EPD; all else is a FEN, be it a good one or not.
ReadPuzzle read_puzzle(std::string_view line, const Variants& variants = {});

// The reader of each format, whose text is one record in UTF-8.
ReadPuzzle read_json(std::string_view line, const Variants& variants);
ReadPuzzle read_epd(std::string_view line, const Variants& variants);
/// `columns` may be null: the file has no header.
ReadPuzzle read_csv(std::string_view row, const CsvColumns* columns, const Variants& variants);
/// The FEN tag is the position; the key are the first move and what could be played instead.
ReadPuzzle read_pgn(std::string_view game, const Variants& variants);
/// A document, or an item of a list, as YACPDB and Olive exchange them.
ReadPuzzle read_yaml(std::string_view document, const Variants& variants);

/// The field that EPD knows by this opcode: the names of JSON, "dm" and "c0".
Field opcode_named(std::string_view name);

/// Whether a line has opcodes after its position.
bool has_opcodes(std::string_view line);

/// Names of fields.
using FieldNames = std::set<std::string, std::less<>>;

/// Returns the names of the fields that the record gives so far.
FieldNames given_fields(const Puzzle& puzzle);

/// Takes the fields of a JSON object into the record, in place of those that it has; null for a known one
/// takes it away. Fields named in `visible`, which stand elsewhere in the record, stay as they are. Faults of
/// the text as a whole name `field`.
void merge_json(Draft& draft, std::string_view field, std::string_view text, const FieldNames& visible = {});

}  // namespace octomate::records
