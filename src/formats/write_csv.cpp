#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

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

/// Puts cells into a row, in the order of the columns; those that are passed over are empty.
class RowWriter {
  public:
    explicit RowWriter(std::string& row) : row_(row) {}

    void put(Column column, std::string_view cell) {
        for (; at_ < static_cast<std::size_t>(column); ++at_) row_ += ',';
        // Behind this sign it stays text. Keys begin with a face, and numbers may be below 0.
        const bool formula = column != Column::Key && column != Column::Rolls && looks_like_formula(cell) &&
                             !is_number(number_or_text(cell));
        if (formula) {
            row_ += quoted_cell(fmt::format("'{}", cell));
            return;
        }
        row_ += needs_quotes(cell) ? quoted_cell(cell) : cell;
    }

    void finish() { put(Column::Json, {}); }

  private:
    std::string& row_;
    std::size_t at_ = 0;
};

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
        const std::string_view promotion = rest.substr(std::min(rest.find('='), rest.size()));
        const char piece = promotion.size() > 1 ? static_cast<char>(promotion[1] | 0x20) : '\0';
        if (piece >= 'a' && piece <= 'z') form += piece;
        return form;
    }
    std::string form;
    std::copy_if(move.begin(), move.end(), std::back_inserter(form), [](char c) { return !is_blank(c); });
    return form;
}

struct KeyCells {
    std::string moves, rolls;
};

KeyCells key_cells(const Key& key) {
    KeyCells cells;
    const auto append = [](std::string& cell, std::string_view word) {
        cell.append(cell.empty() ? "" : " ").append(word);
    };
    for (const auto& [face, moves] : key) {
        for (const std::string& move : moves) {
            const std::string form = machine_form(move);
            if (form.empty()) continue;
            append(cells.moves, form);
            append(cells.rolls, face_name(face));
        }
    }
    return cells;
}

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
    std::string row;
    RowWriter writer(row);
    Rest rest;
    const DividedFields further = divide_further(
        puzzle, [](const std::string& name, std::string_view json) -> std::optional<std::size_t> {
            const auto column = column_of_field(name);
            const auto cell = number_or_text_of_json(json);
            if (!column || !cell || cell->empty()) return std::nullopt;
            return static_cast<std::size_t>(*column);
        });
    auto next = further.carried.begin();
    const auto put_further_before = [&](Column end) {
        for (; next != further.carried.end(); ++next) {
            const Column column = *column_of_field(next->name);
            if (column >= end) return;
            writer.put(column, *number_or_text_of_json(next->json));
        }
    };
    const auto put = [&](Column column, std::string_view cell) {
        put_further_before(column);
        writer.put(column, cell);
    };
    const auto put_text = [&](Column column, std::string_view field, const std::optional<std::string>& text) {
        if (!text) return;
        put(column, *text);
        if (text->empty()) rest.put(field, "\"\"");  // an empty cell is an absent field
    };
    const KeyCells key = puzzle.key ? key_cells(*puzzle.key) : KeyCells();

    put_text(Column::Id, "id", puzzle.id);
    put(Column::Fen, puzzle.fen);
    put(Column::Moves, key.moves);
    put(Column::Themes, themes_text(puzzle.themes));
    if (!themes_are_exact(puzzle.themes)) rest.put("themes", texts_json(puzzle.themes));
    put_text(Column::Variant, "variant", puzzle.variant);
    put(Column::Rolls, key.rolls);
    if (puzzle.roll) put(Column::Roll, std::to_string(*puzzle.roll));
    if (puzzle.key) {
        put(Column::Key, key_text(*puzzle.key));
        if (puzzle.key->empty() || !key_is_exact(*puzzle.key)) rest.put("key", key_json(*puzzle.key));
    }
    if (puzzle.moves != 1) put(Column::MateIn, std::to_string(puzzle.moves));
    put_text(Column::Title, "title", puzzle.title);
    put_text(Column::Author, "author", puzzle.author);
    put_text(Column::Source, "source", puzzle.source);
    put_text(Column::Comment, "comment", puzzle.comment);
    put_further_before(Column::Json);
    rest.put(further.rest);
    if (rest.empty()) {
        writer.finish();
    } else {
        put(Column::Json, rest.text());
    }
    return row;
}

}  // namespace octomate::records
