#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "records/puzzle.hpp"

namespace octomate::records {

/// How records are written.
enum class RecordFormat : std::uint8_t {
    Jsonl,         ///< a JSON object on each line; the format that all others come back to
    Epd,           ///< a line each, with the fields as opcodes
    Csv,           ///< the columns of lichess's puzzle file, and further ones behind them
    Pgn,           ///< a game each, from the puzzle's position, with the key as its main line and variations
    Yaml,          ///< a document each, as YACPDB and Olive exchange them
    Popeye,        ///< the input of Popeye, a problem each
    Latex,         ///< a document with the diagrams of the package `diagram`
    PopeyeOutput,  ///< diagrams and solutions as Popeye prints them
};

/// The names, in their order; they are the endings of files too.
inline constexpr std::array<std::string_view, 8> format_names = {"jsonl", "epd",    "csv",   "pgn",
                                                                 "yaml",  "popeye", "latex", "popeye-output"};

constexpr std::string_view name(RecordFormat format) {
    return format_names[static_cast<std::size_t>(format)];
}

/// The format that goes with a name such as "twos.csv" or "twos.csv.zst"; none if the ending is no format's.
/// Besides their names, ".yml" and ".olv" stand for YAML, ".inp" for Popeye and ".tex" for LaTeX.
std::optional<RecordFormat> format_of_file(std::string_view name);

/// What a file of the format begins with, with its newline: the names of CSV's columns, the head of a LaTeX
/// document. Empty for the others.
std::string_view header(RecordFormat format);

/// What it ends with. Empty but for LaTeX.
std::string_view footer(RecordFormat format);

/// Appends the record with all its newlines. May be called from many threads at once. `default_variant` is
/// for the formats that name the game which a record leaves open.
void append_record(std::string& text, const Puzzle& puzzle, RecordFormat format,
                   std::string_view default_variant = {});

/// The record as one compact line of JSON in UTF-8, without a newline: the fields in the order fen, id,
/// variant, roll, key, moves, title, author, source, comment, themes, stipulation, solutions, men,
/// difficulty, quality, generated, removed, plies, mutated, composed, then the unknown ones as they came.
/// Absent fields are left out, and so is `moves` where it is 1; of the unknown ones those whose name is a
/// known field's that is there. Reading it gives the same puzzle. (Bytes that are no UTF-8, which no reader
/// of ours lets in, become U+FFFD.)
std::string to_jsonl(const Puzzle& puzzle);
void append_jsonl(std::string& line, const Puzzle& puzzle);

// The other formats carry some fields in their own terms. What these cannot carry exactly (other types, a
// line break in EPD, …) goes along as JSON as well: the opcode `json`, the column `Json` or the tag `Json`
// holds an object whose fields replace those of the record. So reading gives the same puzzle from every
// format, but for a FEN of two or three fields, which is filled up to four with "-", and the blanks between
// its fields.

/// The record as one line of EPD, without a newline. A line break becomes a blank; a blank or comma within a
/// theme "_"; within a move it is dropped.
std::string to_epd(const Puzzle& puzzle);

/// The record as a row of CSV (RFC 4180, but with "\n" for the line end), without its last newline. `Moves`
/// are the key's moves in the machine form, parted by blanks, `Rolls` the faces that they belong to.
std::string to_csv(const Puzzle& puzzle);

/// The record as a game of PGN, with a blank line behind it. The main line is the first move of the key (on
/// the roll, if there is one), all others are variations of it; the die stands behind each move as `{[%d8
/// 5]}`. The game is `default_variant`, if that is not empty, where the record does not name it.
std::string to_pgn(const Puzzle& puzzle, std::string_view default_variant = {});

// In the formats of chess problems a board of 8×8 squares without stacks is written man by man, with S for
// knights (LaTeX: in German letters); every other one stands in the rest alone. White is to move, unless
// Popeye's option HalfDuplex (LaTeX: a remark) says otherwise. The key is the solution, a line a move, with
// the face in parentheses in front of it. The rest is the field `octomate` of YAML, remarks of Popeye (lines
// of its output) that begin with "octomate:", and such a comment of LaTeX.

/// The record as a document of YAML between "---" and "...", without its last newline. For people a sentence
/// in `non-standard-stipulation`, of at most 255 bytes, names the game, its die and the roll.
std::string to_yaml(const Puzzle& puzzle, std::string_view default_variant = {});

/// The record as a problem of Popeye's input, without its last newline.
std::string to_popeye(const Puzzle& puzzle, std::string_view default_variant = {});

/// The record as Popeye prints a problem: captions, a diagram, the stipulation with the number of men, the
/// key, without its last newline.
std::string to_popeye_output(const Puzzle& puzzle, std::string_view default_variant = {});

/// The record as an environment `diagram`, without its last newline.
std::string to_latex(const Puzzle& puzzle, std::string_view default_variant = {});

}  // namespace octomate::records
