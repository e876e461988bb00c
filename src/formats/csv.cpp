#include "formats/csv.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Names that are all different, for each becomes the name of a field.
class Names {
  public:
    /// The name, or with a number behind it if it was there before.
    std::string unlike_others(std::string name) {
        if (taken_.insert(name).second) return name;
        std::size_t& number = last_number_.try_emplace(name, 1).first->second;
        std::string other;
        do {
            other = fmt::format("{} {}", name, ++number);
        } while (!taken_.insert(other).second);
        return other;
    }

  private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::size_t> last_number_;  // of those that were there before
};

bool same_name(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

/// Whether these are columns of lichess, moves among them, and none of ours.
bool has_columns_of_lichess(const std::vector<std::optional<Column>>& columns) {
    const auto has = [&](Column first, Column last) {
        return std::any_of(columns.begin(), columns.end(), [&](std::optional<Column> column) {
            return column && *column >= first && *column <= last;
        });
    };
    const bool marked = has(Column::Rating, Column::NbPlays) || has(Column::GameUrl, Column::OpeningTags);
    return marked && has(Column::Moves, Column::Moves) && !has(Column::Variant, Column::Json);
}

/// The column of that name; capital and small letters count alike. `id` is one of PuzzleId.
std::optional<Column> column_named(std::string_view name) {
    if (same_name("id", name)) return Column::Id;
    for (std::size_t i = 0; i < column_meanings.size(); ++i) {
        if (same_name(column_meanings[i].name, name)) return static_cast<Column>(i);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Column> column_of_field(std::string_view field) {
    for (std::size_t i = 0; i < column_meanings.size(); ++i) {
        if (!field.empty() && column_meanings[i].further == field) return static_cast<Column>(i);
    }
    return std::nullopt;
}

std::optional<CsvColumns> CsvColumns::from_header(std::string_view line) {
    line = trim(line);
    // Tables of other countries and programs part cells by these.
    const std::size_t sign = line.find_first_of(",;\t");
    if (sign == std::string_view::npos) return std::nullopt;
    CsvColumns header;
    header.delimiter = line[sign];
    CsvRow row = split_row(line, header.delimiter);
    if (row.end != CsvRow::End::Complete) return std::nullopt;
    bool has_fen = false;
    std::array<bool, column_meanings.size()> named{};
    Names names;
    for (std::string& cell : row.cells) {
        const auto is_letter = [](char c) { return is_name_start(c) || is_digit(c) || is_blank(c); };
        if (!std::all_of(cell.begin(), cell.end(), is_letter)) return std::nullopt;
        const std::optional<Column> column = column_named(cell);
        const bool again = column && std::exchange(named[static_cast<std::size_t>(*column)], true);
        if (!column && cell.size() > CsvColumns::longest_name) {
            if (!header.too_long) header.too_long = header.columns.size();
            cell.resize(CsvColumns::longest_name);
        }
        std::string unlike = names.unlike_others(column ? std::string(meaning(*column).name) : cell);
        has_fen = has_fen || column == Column::Fen;
        header.columns.push_back(again ? std::nullopt : column);
        header.names.push_back(column && !again ? std::move(cell) : std::move(unlike));
    }
    header.is_lichess = has_columns_of_lichess(header.columns);
    return has_fen ? std::optional(std::move(header)) : std::nullopt;
}

CsvRow split_row(std::string_view text, char delimiter) {
    CsvRow row;
    csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_delim(&parser, static_cast<unsigned char>(delimiter));
    csv_set_blk_size(&parser, 4096);
    const auto take = [](void* cell, std::size_t size, void* cells) {
        static_cast<std::vector<std::string>*>(cells)->emplace_back(static_cast<const char*>(cell), size);
    };
    const auto end_row = [](int, void*) {};
    row.offset = csv_parse(&parser, text.data(), text.size(), take, end_row, &row.cells);
    if (row.offset < text.size() || csv_error(&parser) != CSV_SUCCESS) {
        row.end = CsvRow::End::Malformed;
    } else if (csv_fini(&parser, take, end_row, &row.cells) != 0) {
        row.end = CsvRow::End::OpenQuotes;
        row.offset = text.rfind('"');
    }
    csv_free(&parser);
    return row;
}

bool looks_like_formula(std::string_view cell) {
    const std::size_t sign = cell.find_first_not_of('\'');
    return sign != std::string_view::npos &&
           std::string_view("=+-@\t\r").find(cell[sign]) != std::string_view::npos;
}

}  // namespace octomate::records
