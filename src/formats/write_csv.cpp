#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/csv.hpp"
#include "formats/write.hpp"
#include "formats/writing.hpp"
#include "json/text.hpp"
#include "puzzle/fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr bool begins_plainly(char c) {
    return is_digit(c) || is_name_start(c) || (static_cast<unsigned char>(c) >= 0x80 && c != '\xEF');
}

/// Cells that begin and end like words need no quotes unless a separator stands in them; the others get them,
/// lest a row begins like JSON, a comment or a byte order mark, or blanks are trimmed.
bool needs_quotes(std::string_view cell) {
    if (cell.empty()) return false;
    if (!begins_plainly(cell.front()) && cell != "-") return true;
    return is_blank(cell.back()) || cell.find_first_of(",\"\r\n") != std::string_view::npos;
}

std::string quoted_cell(std::string_view cell) {
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted += '"';
}

/// The cells of a row in the order of the columns.
using Cells = std::array<std::string, column_meanings.size()>;

void append_cell(std::string& row, Column column, std::string_view cell) {
    // Behind this sign it stays text. Keys begin with a face, and numbers may be below 0.
    const bool formula = column != Column::Key && column != Column::Rolls && looks_like_formula(cell) &&
                         !is_number(number_or_text(cell));
    if (formula) {
        row += quoted_cell(fmt::format("'{}", cell));
    } else {
        row += needs_quotes(cell) ? quoted_cell(cell) : cell;
    }
}

/// Puts the fields of a puzzle into their cells.
struct CellWriter {
    Cells cells{};

    std::string& operator[](Column column) { return cells[static_cast<std::size_t>(column)]; }

    void operator()(std::string_view name, const std::string& text) {
        (*this)[*column_of_field(name)] = text;
    }
    void operator()(std::string_view name, int number) {
        (*this)[*column_of_field(name)] = std::to_string(number);
    }
    void operator()(std::string_view, const Key& key) { (*this)[Column::Key] = key_text(key); }
    void operator()(std::string_view, const std::vector<std::string>& themes) {
        (*this)[Column::Themes] = themes_text(themes);
    }
};

CellWriter cells_of(const Puzzle& puzzle) {
    CellWriter writer;
    for_each_given(puzzle, [&](std::string_view name, const auto& value) { writer(name, value); });
    for (const UnknownField& field : further_fields(puzzle)) {
        const auto column = column_of_field(field.name);
        if (auto cell = number_or_text_of_json(field.json); column && cell)
            writer[*column] = *std::move(cell);
    }
    return writer;
}

/// Checks whether our own files have the column: each field stands in one.
constexpr bool is_written(Column column) {
    return column != Column::Moves && column != Column::Rolls && column != Column::Json;
}

/// Joins what `cell(column, text)` appends for each column that the file has.
template <class HasColumn, class AppendCell>
std::string joined_cells(HasColumn has_column, AppendCell append) {
    std::string row;
    bool first = true;
    for (std::size_t at = 0; at < column_meanings.size(); ++at) {
        const auto column = static_cast<Column>(at);
        if (!has_column(column)) continue;
        if (!std::exchange(first, false)) row += ',';
        append(row, column);
    }
    return row;
}

}  // namespace

std::string csv_header() {
    return joined_cells(is_written,
                        [](std::string& row, Column column) {
                            row += column == Column::Fen ? puzzle_fen : meaning(column).name;
                        }) +
           '\n';
}

std::string lichess_header() {
    return joined_cells(is_of_lichess, [](std::string& row, Column column) { row += meaning(column).name; }) +
           '\n';
}

std::string to_csv(const Puzzle& puzzle) {
    CellWriter cells = cells_of(puzzle);
    return joined_cells(is_written,
                        [&](std::string& row, Column column) { append_cell(row, column, cells[column]); });
}

std::string to_lichess_csv(const Puzzle& puzzle) {
    CellWriter cells = cells_of(puzzle);
    const Before before = puzzle.before.value_or(Before());
    const UnknownField* const line = unknown_field(puzzle, lichess_moves);
    cells[Column::Fen] = before.fen.value_or("");
    cells[Column::Moves] =
        fmt::format("{} {}", before.move.value_or(""), line ? text_of_json(line->json).value_or("") : "");
    // A puzzle without ratings gets the numbers with which lichess begins.
    for (const auto& [column, usual] : {std::pair(Column::Rating, "1500"),
                                        {Column::RatingDeviation, "500"},
                                        {Column::Popularity, "0"},
                                        {Column::NbPlays, "0"}}) {
        if (cells[column].empty()) cells[column] = usual;
    }
    return joined_cells(is_of_lichess,
                        [&](std::string& row, Column column) { append_cell(row, column, cells[column]); });
}

}  // namespace octomate::records
