#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "puzzle/fields.hpp"
#include "text/text.hpp"

/// Splits files into records, and reads and writes records in the formats of puzzles: JSON Lines, EPD, FEN,
/// CSV, PGN, YAML and LaTeX.
namespace octomate::records {

struct Spelling;

/// The columns of one CSV file, in their order.
struct CsvColumns {
    /// The greatest length of an unknown column's name, in bytes. It is limited: each record has the name.
    static constexpr std::size_t longest_name = 100;

    std::vector<std::string> names;         ///< as the header spells them; a repeated name gets a number
    std::vector<const Spelling*> columns;   ///< null for an unknown or repeated column
    std::optional<std::size_t> too_long{};  ///< index of the first column whose name was cut, or nullopt
    char delimiter = ',';                   ///< ',', ';' or a tab, as found in the header
    bool is_chess = false;                  ///< has a column Moves, and only columns of lichess
    bool is_lichess = false;  ///< from lichess: the first of the Moves leads from the FEN to the puzzle

    /// Parses a header. Returns nullopt unless all cells of `line` are names and one names the FEN. If
    /// columns have the same name, the first one is used and the others count as unknown.
    static std::optional<CsvColumns> from_header(std::string_view line);
};

/// The cells of one CSV row, without their quotes.
struct CsvRow {
    std::vector<std::string> cells;

    /// How the row ends.
    enum class End : std::uint8_t {
        Complete,    ///< the row has no fault
        OpenQuotes,  ///< the text ends inside a quoted cell
        Malformed,   ///< a quote inside an unquoted cell, or text after a closing quote
    };
    End end = End::Complete;
    std::size_t offset = 0;  ///< offset of the fault in the text, in bytes, if `end` is not Complete
};

/// Splits `text`, which is one row, at `delimiter`. If it is malformed, `cells` ends before the fault.
CsvRow split_row(std::string_view text, char delimiter = ',');

/// The format of the records in a file; its first record determines it for the whole file.
enum class InputFormat : std::uint8_t {
    Lines,    ///< each line is a record in JSON, EPD or FEN, which may be mixed
    Csv,      ///< each row below the header is a record
    Pgn,      ///< each game is a record
    Yaml,     ///< each document, or each item of a list, is a record
    Foreign,  ///< another format, or no puzzle in the first 20 lines: the file is one bad record
};

/// The names of the formats on the command line, indexed by `InputFormat`.
inline constexpr std::array<std::string_view, 4> input_format_names = {"lines", "csv", "pgn", "yaml"};

/// The text of one record, and where it is in its file.
struct Line {
    std::string_view file;    ///< the name given by the user; "-" is standard input
    std::size_t number = 1;   ///< line number of the record's first line, from 1
    std::string_view text{};  ///< without its last newline
    InputFormat format = InputFormat::Lines;
    const CsvColumns* columns = nullptr;  ///< the header of a CSV file; null if it has none
};

/// The greatest length of a record, in bytes. Longer ones are rejected.
inline constexpr std::size_t longest_record = longest_line;

/// The format of a file, detected from its first lines.
struct DetectedFormat {
    InputFormat format = InputFormat::Lines;
    std::shared_ptr<const CsvColumns> columns;  ///< null unless the format is CSV and the file has a header
    std::string_view header{};                  ///< the line with the header; empty if it has a fault
};

/// Detects the format of a file that begins with `text` (without byte order mark), unless it is `given`.
/// Skips blank lines and comments. Returns nullopt if more text is needed, but never if `at_end`: then `text`
/// is the whole file.
std::optional<DetectedFormat> detect_format(std::string_view text, bool at_end,
                                            std::optional<InputFormat> given = std::nullopt);

/// Returns the length in bytes of the first record in `text`, with its newline. Returns nullopt if more text
/// is needed, but never if `text` reaches the end of the file (`at_end`). A record longer than
/// `longest_record` ends after its last whole line within that limit.
std::optional<std::size_t> record_length(InputFormat format, std::string_view text, bool at_end,
                                         char delimiter = ',');

/// Checks whether `line` holds no record: it is blank, a comment that begins with '#', or a lone "---" or
/// "..." of YAML.
bool is_blank_or_comment(const Line& line);

/// Returns the message of the fault that a line is longer than `longest_record`.
std::string too_long_text();

/// Reads one record, which may hold any bytes. Drops a trailing carriage return and, for `Lines`, a leading
/// byte order mark. Does not validate the FEN and the name of the variant: the rules of the game do that
/// later.
///
/// On failure returns all faults of the record. A fault of one value names the field as the text spells it,
/// and its offset is within the value; a fault of the whole text names "line", and its offset is within that
/// line.
ReadPuzzle read_puzzle(const Line& line, const Variants& variants = {});

/// Reads a line of JSON, EPD or FEN. A line that starts with '{', '[' or '"', or is valid JSON, is JSON;
/// a line with opcodes (see `has_opcodes`) is EPD; any other line is a FEN, which may be malformed.
ReadPuzzle read_puzzle(std::string_view line, const Variants& variants = {});

// Readers of one format each. The text is one record in UTF-8; faults are reported as by `read_puzzle`.

/// Reads a JSON object; any other JSON value is the fault NotAnObject.
ReadPuzzle read_json(std::string_view line, const Variants& variants);
/// Reads a position and its opcodes.
ReadPuzzle read_epd(std::string_view line, const Variants& variants);
/// Reads a row. `columns` is null if the file has no header, which is a fault.
ReadPuzzle read_csv(std::string_view row, const CsvColumns* columns, const Variants& variants);
/// Reads a game. The FEN tag is the position; the key is the first move and its variations.
ReadPuzzle read_pgn(std::string_view game, const Variants& variants);
/// Reads a document, or a list of one item, as YACPDB and Olive exchange them.
ReadPuzzle read_yaml(std::string_view document, const Variants& variants);

/// Checks whether a line has EPD opcodes after its position: it has a ';' or a '"', or a word other than the
/// first is a known opcode.
bool has_opcodes(std::string_view line);

/// The largest size of a YAML record in bytes, both as text and with its aliases expanded.
inline constexpr std::size_t largest_yaml = std::size_t{1} << 20;

/// Plays a move of orthodox chess in the machine form ("e2e4", "e7e8q", "e1g1" for castling) and returns the
/// position after it as a FEN without castling rights. Does not check whether the move is legal. Returns a
/// message if `fen` is no chess position, `move` is malformed, or the side to move has no piece on its
/// square.
Expected<std::string, std::string> orthodox_move(std::string_view fen, std::string_view move);

/// The formats in which records are written. All but LaTeX can be read as well.
enum class RecordFormat : std::uint8_t {
    Jsonl,       ///< a JSON object on each line; the only format that keeps every field
    Epd,         ///< one line a record, with the fields as opcodes
    Csv,         ///< one row a record, with a column for each field
    Pgn,         ///< one game a record: the key is its main line and variations
    Yaml,        ///< one document a record, as YACPDB and Olive exchange them
    Latex,       ///< one document, with diagrams of the package `diagram`
    LichessCsv,  ///< the columns of lichess's puzzle database
};

/// The names of the formats, indexed by `RecordFormat`. All but the last are also file extensions.
inline constexpr std::array<std::string_view, 7> format_names = {"jsonl", "epd",   "csv",        "pgn",
                                                                 "yaml",  "latex", "lichess-csv"};

constexpr std::string_view name(RecordFormat format) {
    return format_names[static_cast<std::size_t>(format)];
}

/// Returns the format for a file name such as "twos.csv" or "twos.csv.zst", or nullopt if its extension
/// belongs to no format. Besides the formats' names, ".yml" and ".olv" mean YAML and ".tex" means LaTeX.
std::optional<RecordFormat> format_of_file(std::string_view name);

/// Returns the text that begins a file, with its newline: the names of the columns for CSV, the preamble for
/// LaTeX. Empty for the other formats.
std::string header(RecordFormat format, const Variants& variants = {});

/// Returns the text that ends a file. Empty except for LaTeX.
std::string_view footer(RecordFormat format);

/// Appends the record and its newlines to `text`. Thread-safe. If the record names no game, some formats
/// write the fallback game of `variants` and its die.
void append_record(std::string& text, const Puzzle& puzzle, RecordFormat format,
                   const Variants& variants = {});

/// Returns the names of the fields that are lost or changed when `text`, which `append_record` wrote for
/// `puzzle`, is read again. JSON Lines loses nothing, and LaTeX is not read.
std::vector<std::string> fields_left_out(std::string_view text, const Puzzle& puzzle, RecordFormat format,
                                         const Variants& variants = {});

/// Formats the record as one line of EPD, without a newline. A line break in a text becomes a blank; a blank
/// or comma in a theme becomes "_".
std::string to_epd(const Puzzle& puzzle);

/// Formats the record as a row of CSV (RFC 4180, but lines end with "\n"), without its last newline.
std::string to_csv(const Puzzle& puzzle);
/// Returns the names of the columns as a row, with its newline.
std::string csv_header();

/// The field that keeps the second and further moves of a row of lichess's database.
inline constexpr std::string_view lichess_moves = "lichess-moves";

/// Formats the record as a row of lichess's puzzle database, without a newline. The FEN is that of
/// `puzzle.before`; the moves are that of `puzzle.before` and those of the field `lichess_moves`.
std::string to_lichess_csv(const Puzzle& puzzle);
/// Returns the names of lichess's columns as a row, with its newline.
std::string lichess_header();

/// Formats the record as a PGN game, followed by a blank line. The main line is the record's solution, or
/// else the first move of the key (for the roll, if there is one); the other moves of the key are variations.
/// A comment such as `{[%d8 5]}` after each move gives the roll: 8 is the number of faces. If the record
/// names no game, the Variant tag is the fallback of `variants`.
std::string to_pgn(const Puzzle& puzzle, const Variants& variants = {});

// YAML and LaTeX list the pieces of a board of 8×8 squares without stacks, with S for knights (in LaTeX with
// German letters). White is to move unless YAML's option HalfDuplex or a remark in LaTeX says otherwise. The
// key is written as the solution, one move a line, with the face in parentheses before it.

/// Formats the record as a YAML document from "---" to "...", without its last newline. A comment of at most
/// 255 bytes names the game, its die and the roll; a second comment gives the FEN if the diagram cannot show
/// the position. Leaves out fields that YACPDB does not have.
std::string to_yaml(const Puzzle& puzzle, const Variants& variants = {});

/// Formats the record as an environment `diagram`, without its last newline. A board that cannot be drawn is
/// given as a FEN. The header explains the fallback game once, before the first of its diagrams.
std::string to_latex(const Puzzle& puzzle, const Variants& variants = {});
/// Returns the preamble of a LaTeX document, up to its first diagram.
std::string latex_header(const Variants& variants);
/// Returns the end of a LaTeX document, after its last diagram.
std::string_view latex_footer();

/// The names of one field in the formats.
struct Spelling {
    std::string_view column;    ///< the column of CSV and the tag of PGN
    std::string_view field;     ///< the name in JSON
    std::string_view opcode{};  ///< the opcode of EPD; empty if it is the name in JSON
};

/// All fields that have a column, in the order of the CSV columns; the first ten are lichess's.
inline constexpr Spelling spellings[] = {
    {"PuzzleId", "id"},
    {"FEN", "fen"},
    {"Moves", "Moves"},
    {"Rating", "Rating"},
    {"RatingDeviation", "RatingDeviation"},
    {"Popularity", "Popularity"},
    {"NbPlays", "NbPlays"},
    {"Themes", "themes"},
    {"GameUrl", "GameUrl"},
    {"OpeningTags", "OpeningTags"},
    {"Variant", "variant"},
    {"Rolls", "Rolls"},
    {"Difficulty", "difficulty"},
    {"Quality", "quality"},
    {"Men", "men"},
    {"Roll", "roll"},
    {"Key", "key"},
    {"MateIn", "moves", "dm"},
    {"Title", "title"},
    {"Author", "author"},
    {"Source", "source"},
    {"Comment", "comment", "c0"},
    {"Stipulation", "stipulation"},
    {"Solutions", "solutions"},
    {"Chapter", "chapter"},
    {"Plies", "plies"},
};

/// Checks whether lichess's puzzle database has the column.
constexpr bool is_of_lichess(const Spelling& spelling) { return &spelling < std::begin(spellings) + 10; }

/// Returns the spelling of a field, or null if it has none.
constexpr const Spelling* spelling_of(std::string_view field) {
    for (const Spelling& spelling : spellings) {
        if (spelling.field == field) return &spelling;
    }
    return nullptr;
}

/// The file and line of a record, for messages.
struct Origin {
    std::string_view file;  ///< the name given by the user; "-" is standard input
    std::size_t line = 0;   ///< the record's first line, from 1
};

/// Returns the fault's message with control characters and line breaks made visible, cut to 1000 bytes
/// because some messages quote much of the input.
std::string message_of(const Fault& fault);

/// Returns the name of the faulty field, made printable and cut to 100 bytes: the input chooses some names.
std::string field_of(const Fault& fault);

/// Returns the JSON record that is output instead of a bad record, without a newline. `faults` is not empty.
/// `line` is that of the first fault; a further fault on another line names its own.
std::string error_record(const Origin& origin, const std::optional<std::string>& id, const Faults& faults);

/// Formats the faults for a reader on the terminal, one line a fault, each with its newline:
/// `puzzles.jsonl:17: fen, character 18: rank 7 has 9 squares, expected 8 ("pppp1pppp")`.
std::string error_text(const Origin& origin, const Faults& faults);

}  // namespace octomate::records
