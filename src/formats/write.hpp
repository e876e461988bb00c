#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/fields.hpp"

namespace octomate::records {

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

// YAML and LaTeX write a board of 8×8 squares without stacks man by man, with S for knights (LaTeX: in German
// letters). White is to move, unless the option HalfDuplex (LaTeX: a remark) says otherwise. The key is the
// solution, a line a move, with the face in parentheses in front of it.

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

}  // namespace octomate::records
