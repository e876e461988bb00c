#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
    Json,
};

inline constexpr std::array<std::string_view, 23> column_names = {
    "PuzzleId", "FEN",         "Moves",   "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes",
    "GameUrl",  "OpeningTags", "Variant", "Rolls",  "Difficulty",      "Quality",    "Men",     "Roll",
    "Key",      "MateIn",      "Title",   "Author", "Source",          "Comment",    "Json",
};
static_assert(column_names.size() == static_cast<std::size_t>(Column::Json) + 1);

constexpr std::string_view name(Column column) { return column_names[static_cast<std::size_t>(column)]; }

/// The column of that name; capital and small letters count alike. `id` is one of PuzzleId.
std::optional<Column> column_named(std::string_view name);

/// The column that carries an unknown field of the record: "difficulty" and such, and lichess's by their own
/// names.
std::optional<Column> column_of_field(std::string_view field);

/// The unknown field that the column carries; empty if it carries none.
std::string_view field_of_column(Column column);

/// The order of the columns in one file.
struct CsvColumns {
    /// In bytes. The names of unknown columns become those of fields, and stand in each record.
    static constexpr std::size_t longest_name = 100;

    std::vector<std::string> names;              ///< as the header spells them; repeated ones are numbered
    std::vector<std::optional<Column>> columns;  ///< none: a column that this program does not know
    std::optional<std::size_t> too_long{};       ///< the first column whose name was cut to `longest_name`
    char delimiter = ',';                        ///< or ';' or a tab, as the header has it
    bool before_the_puzzle =
        false;  ///< lichess's own: the first of the moves leads from the FEN to the puzzle

    /// The order in which we write; also that of rows without a header.
    static const CsvColumns& standard();

    /// The columns that the line names, if it can be a header: a column for the FEN among others, and nothing
    /// but names. Of several columns of a name the first one is it.
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

/// Length of the row that begins the text, with its newline, where rows may hold line breaks in quotes; none
/// if more text is needed to tell, never if we `give_up`. A malformed row ends with its first line, as does
/// one with an open quote.
std::optional<std::size_t> row_length(std::string_view text, bool at_end, bool give_up, char delimiter = ',');

/// Whether a word that begins a line is a position rather than a cell of another column: an address on the
/// web has as many slashes, and other signs.
bool looks_like_board(std::string_view word);

/// Whether a spreadsheet would take the cell for a formula, or for one that we wrote as none.
bool looks_like_formula(std::string_view cell);

/// Whether the line begins with a cell in quotes and a delimiter behind it.
bool quoted_cell_begins(std::string_view line, char delimiter = ',');

}  // namespace octomate::records
