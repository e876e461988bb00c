#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/fields.hpp"

/// What the reader and the writer of CSV share: the columns.
namespace octomate::records {

enum class Column : std::uint8_t {
    // lichess's, in its order
    Id,
    Fen,
    Moves,
    Rating,
    RatingDeviation,
    Popularity,
    NbPlays,
    Themes,
    GameUrl,
    OpeningTags,
    // ours
    Variant,
    Rolls,
    Difficulty,
    Quality,
    Men,
    Roll,
    Key,
    MateIn,
    Title,
    Author,
    Source,
    Comment,
    Stipulation,
    Solutions,
    Chapter,
    Plies,
    Json,  ///< of earlier versions: an object with what had no column
};

/// What a column holds.
struct ColumnMeaning {
    std::string_view name;
    std::string_view field{};  ///< by its name in JSON; empty: something of its own
};

/// In the order of `Column`, which is the order in which they are written.
inline constexpr std::array<ColumnMeaning, 27> column_meanings = {{
    {"PuzzleId", "id"},
    {"FEN", "fen"},
    {"Moves"},
    {"Rating", "Rating"},
    {"RatingDeviation", "RatingDeviation"},
    {"Popularity", "Popularity"},
    {"NbPlays", "NbPlays"},
    {"Themes", "themes"},
    {"GameUrl", "GameUrl"},
    {"OpeningTags", "OpeningTags"},
    {"Variant", "variant"},
    {"Rolls"},
    {"Difficulty", "difficulty"},
    {"Quality", "quality"},
    {"Men", "men"},
    {"Roll", "roll"},
    {"Key", "key"},
    {"MateIn", "moves"},
    {"Title", "title"},
    {"Author", "author"},
    {"Source", "source"},
    {"Comment", "comment"},
    {"Stipulation", "stipulation"},
    {"Solutions", "solutions"},
    {"Chapter", "chapter"},
    {"Plies", "plies"},
    {"Json"},
}};
static_assert(column_meanings.size() == static_cast<std::size_t>(Column::Json) + 1);

constexpr const ColumnMeaning& meaning(Column column) {
    return column_meanings[static_cast<std::size_t>(column)];
}

/// The name that `Column::Fen` has in our own files: the position to solve, not one move before it.
inline constexpr std::string_view puzzle_fen = "PuzzleFEN";

/// Checks whether lichess's puzzle database has the column.
constexpr bool is_of_lichess(Column column) { return column <= Column::OpeningTags; }

/// The column that carries a field of the record, if there is one.
std::optional<Column> column_of_field(std::string_view field);

/// The order of the columns in one file.
struct CsvColumns {
    /// In bytes. The names of unknown columns become those of fields, and stand in each record.
    static constexpr std::size_t longest_name = 100;

    std::vector<std::string> names;              ///< as the header spells them; repeated ones are numbered
    std::vector<std::optional<Column>> columns;  ///< none: a column that this program does not know
    std::optional<std::size_t> too_long{};       ///< the first column whose name was cut to `longest_name`
    char delimiter = ',';                        ///< or ';' or a tab, as the header has it
    bool is_chess = false;                       ///< moves, and no column of ours
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

/// Plays a move of orthodox chess in the machine form ("e2e4", "e7e8q", "e1g1" for castling). Returns the
/// position after it as a FEN without castling rights, or a sentence that says why there is none. Pieces are
/// moved as the squares say; whether the rules allow it is not checked.
Expected<std::string, std::string> orthodox_move(std::string_view fen, std::string_view move);

/// Whether a spreadsheet would take the cell for a formula, or for one that we wrote as none.
bool looks_like_formula(std::string_view cell);

}  // namespace octomate::records
