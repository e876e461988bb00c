#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

/// The machine form of a move in full notation: the squares from which and to which it goes, and a promotion
/// letter. Other text stays as it is, without blanks.
std::string machine_form(std::string_view move) {
    const auto is_square = [](std::string_view text) {
        return text.size() >= 2 && text[0] >= 'a' && text[0] <= 'z' && text[1] >= '1' && text[1] <= '9';
    };
    if (const std::size_t comma = move.find(','); comma != std::string_view::npos)  // two men in one move
        return machine_form(move.substr(0, comma)) + ',' + machine_form(move.substr(comma + 1));
    std::string_view rest = move;
    if (!rest.empty() && rest.front() >= 'A' && rest.front() <= 'Z') rest.remove_prefix(1);
    if (rest.size() >= 5 && is_square(rest) && (rest[2] == '-' || rest[2] == 'x') &&
        is_square(rest.substr(3))) {
        std::string form = fmt::format("{}{}", rest.substr(0, 2), rest.substr(3, 2));
        const auto* const piece =
            std::find_if(rest.begin() + 5, rest.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
        if (piece != rest.end()) form += static_cast<char>(*piece | 0x20);
        return form;
    }
    std::string form;
    std::copy_if(move.begin(), move.end(), std::back_inserter(form), [](char c) { return !is_blank(c); });
    return form;
}

void put_moves(const Key& key, std::string& moves, std::string& rolls) {
    const auto append = [](std::string& cell, std::string_view word) {
        cell.append(cell.empty() ? "" : " ").append(word);
    };
    for (const auto& [face, texts] : key) {
        for (const std::string& text : texts) {
            const std::string form = machine_form(text);
            if (form.empty()) continue;
            append(moves, form);
            append(rolls, face_name(face));
        }
    }
}

/// Puts the fields of a puzzle into their cells, and what these cannot carry exactly into the rest.
struct CellWriter {
    Cells cells{};
    Rest rest{};

    std::string& operator[](Column column) { return cells[static_cast<std::size_t>(column)]; }

    void operator()(std::string_view name, const std::string& text) {
        (*this)[*column_of_field(name)] = text;
        if (text.empty() && name != "fen") rest.put(name, "\"\"");  // an empty cell is an absent field
    }
    void operator()(std::string_view name, int number) {
        (*this)[*column_of_field(name)] = std::to_string(number);
    }
    void operator()(std::string_view name, const Key& key) {
        put_moves(key, (*this)[Column::Moves], (*this)[Column::Rolls]);
        (*this)[Column::Key] = key_text(key);
        if (key.empty() || !key_is_exact(key)) rest.put(name, key_json(key));
    }
    void operator()(std::string_view name, const std::vector<std::string>& themes) {
        (*this)[Column::Themes] = themes_text(themes);
        if (!themes_are_exact(themes)) rest.put(name, texts_json(themes));
    }
};

}  // namespace

std::string_view csv_header() {
    static const std::string header = [] {
        std::string names;
        for (const ColumnMeaning& column : column_meanings)
            names.append(names.empty() ? "" : ",").append(column.name);
        return names + '\n';
    }();
    return header;
}

std::string to_csv(const Puzzle& puzzle) {
    CellWriter writer;
    for_each_given(puzzle, [&](std::string_view name, const auto& value) { writer(name, value); });
    const DividedFields further = divide_further(
        puzzle, [](const std::string& name, std::string_view json) -> std::optional<std::size_t> {
            const auto column = column_of_field(name);
            const auto cell = number_or_text_of_json(json);
            if (!column || !cell || cell->empty()) return std::nullopt;
            return static_cast<std::size_t>(*column);
        });
    for (const UnknownField& field : further.carried)
        writer[*column_of_field(field.name)] = *number_or_text_of_json(field.json);
    writer.rest.put(further.rest);
    if (!writer.rest.empty()) writer[Column::Json] = writer.rest.text();
    std::string row;
    for (std::size_t at = 0; at < writer.cells.size(); ++at) {
        if (at > 0) row += ',';
        append_cell(row, static_cast<Column>(at), writer.cells[at]);
    }
    return row;
}

}  // namespace octomate::records
