#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/fields.hpp"
#include "text/text.hpp"

/// How a file is cut into records, and how they are read.
namespace octomate::records {

struct Spelling;

/// The order of the columns in one file.
struct CsvColumns {
    /// In bytes. The names of unknown columns become those of fields, and stand in each record.
    static constexpr std::size_t longest_name = 100;

    std::vector<std::string> names;         ///< as the header spells them; repeated ones are numbered
    std::vector<const Spelling*> columns;   ///< null: a column that this program does not know
    std::optional<std::size_t> too_long{};  ///< the first column whose name was cut to `longest_name`
    char delimiter = ',';                   ///< or ';' or a tab, as the header has it
    bool is_chess = false;                  ///< moves, and no column of ours
    bool is_lichess = false;  ///< its own file: the first of the moves leads from the FEN to the puzzle

    /// The columns that the line names, if it can be a header: a column for the FEN among others, and nothing
    /// but names. The first of several columns of one name counts; the others get numbers.
    static std::optional<CsvColumns> from_header(std::string_view line);
};

/// Splits one row into its cells, with quotes resolved.
struct CsvRow {
    std::vector<std::string> cells;

    enum class End : std::uint8_t {
        Complete,    ///< a whole row
        OpenQuotes,  ///< a quote is open at the end of the text
        Malformed,   ///< a quote where none may stand, or text behind a closing one
    };
    End end = End::Complete;
    std::size_t offset = 0;  ///< of what is malformed, in bytes from the start of the text
};

CsvRow split_row(std::string_view text, char delimiter = ',');

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

/// What is wrong with a line that is longer than `longest_record`.
std::string too_long_text();

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

/// Whether a line has opcodes after its position.
bool has_opcodes(std::string_view line);

/// The largest size of a record of YAML, as text and with its aliases expanded.
inline constexpr std::size_t largest_yaml = std::size_t{1} << 20;

/// Plays a move of orthodox chess in the machine form ("e2e4", "e7e8q", "e1g1" for castling). Returns the
/// position after it as a FEN without castling rights, or a sentence that says why there is none. Pieces are
/// moved as the squares say; whether the rules allow it is not checked.
Expected<std::string, std::string> orthodox_move(std::string_view fen, std::string_view move);

}  // namespace octomate::records
