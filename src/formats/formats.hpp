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

/// How records are written. All but LaTeX are read as well.
enum class RecordFormat : std::uint8_t {
    Jsonl,       ///< a JSON object on each line; the format that all others come back to
    Epd,         ///< a line each, with the fields as opcodes
    Csv,         ///< a row each, with a column for each field
    Pgn,         ///< a game each, from the puzzle's position, with the key as its main line and variations
    Yaml,        ///< a document each, as YACPDB and Olive exchange them
    Latex,       ///< a document with the diagrams of the package `diagram`
    LichessCsv,  ///< the columns of lichess's puzzle database
};

/// The names, in their order; they are the endings of files too.
inline constexpr std::array<std::string_view, 7> format_names = {"jsonl", "epd",   "csv",        "pgn",
                                                                 "yaml",  "latex", "lichess-csv"};

constexpr std::string_view name(RecordFormat format) {
    return format_names[static_cast<std::size_t>(format)];
}

/// The format that goes with a name such as "twos.csv" or "twos.csv.zst"; none if the ending is no format's.
/// Besides their names, ".yml" and ".olv" stand for YAML and ".tex" for LaTeX.
std::optional<RecordFormat> format_of_file(std::string_view name);

/// What a file of the format begins with, with its newline: the names of CSV's columns, the head of a LaTeX
/// document. Empty for the others.
std::string header(RecordFormat format, const Variants& variants = {});

/// What it ends with. Empty but for LaTeX.
std::string_view footer(RecordFormat format);

/// Appends the record with all its newlines. May be called from many threads at once. Some formats
/// name the game that a record leaves open, and its die.
void append_record(std::string& text, const Puzzle& puzzle, RecordFormat format,
                   const Variants& variants = {});

/// Returns the names of the fields that are lost or changed when `text`, which `append_record` wrote for
/// `puzzle`, is read again. JSON Lines loses nothing, and LaTeX is not read.
std::vector<std::string> left_out(std::string_view text, const Puzzle& puzzle, RecordFormat format,
                                  const Variants& variants = {});

/// Formats the record as one line of EPD, without a newline. A line break becomes a blank; a blank or comma
/// within a theme "_".
std::string to_epd(const Puzzle& puzzle);

/// Formats the record as a row of CSV (RFC 4180, but with "\n" for the line end), without its last newline.
std::string to_csv(const Puzzle& puzzle);
/// Returns the line with the names of the columns, with its newline.
std::string csv_header();

/// The field with the moves of a row of lichess's database that follow the first one.
inline constexpr std::string_view lichess_moves = "lichess-moves";

/// Formats the record as a row of lichess's puzzle database, without a newline: the position in `before`,
/// then the move there and those in the field `lichess_moves`.
std::string to_lichess_csv(const Puzzle& puzzle);
std::string lichess_header();

/// Formats the record as a game of PGN, with a blank line behind it. The main line is the solution, if the
/// record has one, or else the first move of the key (on the roll, if there is one); the other moves of the
/// key are variations of it. The roll stands behind each move as `{[%d8 5]}`, whose 8 is the number of the
/// die's faces. The game that a record leaves open is named.
std::string to_pgn(const Puzzle& puzzle, const Variants& variants = {});

// YAML and LaTeX write a board of 8×8 squares without stacks piece by piece, with S for knights (LaTeX: in
// German letters). White is to move, unless the option HalfDuplex (LaTeX: a remark) says otherwise. The key
// is the solution, a line a move, with the face in parentheses in front of it.

/// The record as a document of YAML between "---" and "...", without its last newline. A comment
/// of at most 255 bytes names the game, its die and the roll; another gives a position that the diagram does
/// not show. Fields that YACPDB lacks are left out.
std::string to_yaml(const Puzzle& puzzle, const Variants& variants = {});

/// The record as an environment `diagram`, without its last newline. Other boards stand in it as a FEN. The
/// header explains the game that a record leaves open, once.
std::string to_latex(const Puzzle& puzzle, const Variants& variants = {});
/// What stands before and behind the diagrams in a document of LaTeX.
std::string latex_header(const Variants& variants);
std::string_view latex_footer();

struct Spelling {
    std::string_view column;    ///< of CSV, and the tag of PGN
    std::string_view field;     ///< by its name in JSON
    std::string_view opcode{};  ///< of EPD; empty: the name in JSON
};

/// In the order in which CSV has its columns: first those of lichess's puzzle database, then our own.
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
    for (const Spelling& one : spellings) {
        if (one.field == field) return &one;
    }
    return nullptr;
}

/// Where a record came from.
struct Origin {
    std::string_view file;  ///< as the user named it; "-" is standard input
    std::size_t line = 0;   ///< the record's first one, from 1
};

/// What is wrong, for a record or a person: of a message that repeats very much of the text the beginning,
/// and no line break or other control character of it.
std::string message_of(const Fault& fault);

/// The field that is wrong, in the same way: names of fields are the record's own.
std::string field_of(const Fault& fault);

/// The record that stands in the place of a bad line, without its newline; `faults` is not empty. Its line is
/// that of the first fault; further ones that stand elsewhere name theirs.
std::string error_record(const Origin& origin, const std::optional<std::string>& id, const Faults& faults);

/// The same for a person, one line a fault, each with its newline:
/// `puzzles.jsonl:17: fen, character 18: rank 7 has 9 squares, expected 8 ("pppp1pppp")`.
std::string error_text(const Origin& origin, const Faults& faults);

}  // namespace octomate::records
