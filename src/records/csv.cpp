#include "records/csv.hpp"

#include <csv.h>

#include <algorithm>
#include <array>
#include <utility>

#include "records/names.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

struct CarriedField {
    Column column;
    std::string_view field;
};

constexpr std::array<CarriedField, 9> carried_fields = {{
    {Column::Rating, "Rating"},
    {Column::RatingDeviation, "RatingDeviation"},
    {Column::Popularity, "Popularity"},
    {Column::NbPlays, "NbPlays"},
    {Column::GameUrl, "GameUrl"},
    {Column::OpeningTags, "OpeningTags"},
    {Column::Difficulty, "difficulty"},
    {Column::Quality, "quality"},
    {Column::Men, "men"},
}};

bool same_name(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

/// Whether these are columns of lichess, moves among them, and none of ours.
bool is_lichess(const std::vector<std::optional<Column>>& columns) {
    const auto has = [&](Column first, Column last) {
        return std::any_of(columns.begin(), columns.end(), [&](std::optional<Column> column) {
            return column && *column >= first && *column <= last;
        });
    };
    const bool marked = has(Column::Rating, Column::NbPlays) || has(Column::GameUrl, Column::OpeningTags);
    return marked && has(Column::Moves, Column::Moves) && !has(Column::Variant, Column::Json);
}

/// The library's parser, strict about quotes. One for each thread: its buffer is kept from row to row.
class RowParser {
  public:
    RowParser() {
        csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI);
        csv_set_blk_size(&parser_, 4096);
    }
    ~RowParser() { csv_free(&parser_); }
    RowParser(const RowParser&) = delete;
    RowParser& operator=(const RowParser&) = delete;

    /// Reads some text of a row; false if it is malformed.
    bool parse(std::string_view text) {
        parsed_ = csv_parse(&parser_, text.data(), text.size(), on_cell, on_row, this);
        return parsed_ == text.size() && csv_error(&parser_) == CSV_SUCCESS;
    }

    /// The text has ended; false if a quote is open.
    bool finish() { return csv_fini(&parser_, on_cell, on_row, this) == 0; }

    std::size_t parsed() const { return parsed_; }
    bool row_ended() const { return rows_ > 0; }

    /// Forgets the row. The cells go into `cells` from now on; null: nowhere.
    void start(std::vector<std::string>* cells, char delimiter) {
        cells_ = nullptr;
        csv_fini(&parser_, on_cell, on_row, this);
        // After an error the library's parser is not where it began.
        csv_free(&parser_);
        csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI);
        csv_set_delim(&parser_, static_cast<unsigned char>(delimiter));
        cells_ = cells;
        rows_ = 0;
        parsed_ = 0;
    }

  private:
    static void on_cell(void* cell, std::size_t size, void* self) {
        auto* cells = static_cast<RowParser*>(self)->cells_;
        if (cells) cells->emplace_back(static_cast<const char*>(cell), size);
    }
    static void on_row(int, void* self) { ++static_cast<RowParser*>(self)->rows_; }

    csv_parser parser_{};
    std::vector<std::string>* cells_ = nullptr;
    std::size_t rows_ = 0;
    std::size_t parsed_ = 0;
};

}  // namespace

std::optional<Column> column_named(std::string_view name) {
    if (same_name("id", name)) return Column::Id;
    for (std::size_t i = 0; i < column_names.size(); ++i) {
        if (same_name(column_names[i], name)) return static_cast<Column>(i);
    }
    return std::nullopt;
}

std::optional<Column> column_of_field(std::string_view field) {
    for (const CarriedField& entry : carried_fields) {
        if (entry.field == field) return entry.column;
    }
    return std::nullopt;
}

std::string_view field_of_column(Column column) {
    for (const CarriedField& entry : carried_fields) {
        if (entry.column == column) return entry.field;
    }
    return {};
}

const CsvColumns& CsvColumns::standard() {
    static const CsvColumns columns = [] {
        CsvColumns all;
        for (std::size_t i = 0; i < column_names.size(); ++i) {
            all.names.emplace_back(column_names[i]);
            all.columns.emplace_back(static_cast<Column>(i));
        }
        return all;
    }();
    return columns;
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
    std::array<bool, column_names.size()> named{};
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
        std::string unlike = names.unlike_others(column ? std::string(name(*column)) : cell);
        has_fen = has_fen || column == Column::Fen;
        header.columns.push_back(again ? std::nullopt : column);
        header.names.push_back(column && !again ? std::move(cell) : std::move(unlike));
    }
    header.before_the_puzzle = is_lichess(header.columns);
    return has_fen ? std::optional(std::move(header)) : std::nullopt;
}

CsvRow split_row(std::string_view text, char delimiter) {
    thread_local RowParser parser;
    CsvRow row;
    parser.start(&row.cells, delimiter);
    if (!parser.parse(text)) {
        row.end = CsvRow::End::Malformed;
        row.offset = parser.parsed();
    } else if (!parser.finish()) {
        row.end = CsvRow::End::OpenQuotes;
        row.offset = text.rfind('"');
    }
    return row;
}

std::optional<std::size_t> row_length(std::string_view text, bool at_end, bool give_up, char delimiter) {
    thread_local RowParser parser;
    const std::size_t first_line = std::min(text.find('\n') + 1, text.size());
    // Only an odd number of quotes leaves one open.
    const auto quotes = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(first_line), '"');
    if (quotes % 2 == 0) return first_line;
    parser.start(nullptr, delimiter);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t newline = text.find('\n', at);
        const std::size_t next = newline == std::string_view::npos ? text.size() : newline + 1;
        if (newline == std::string_view::npos && !at_end) break;
        if (!parser.parse(text.substr(at, next - at))) return first_line;
        if (parser.row_ended() || (next == text.size() && at_end && parser.finish())) return next;
        at = next;
    }
    return give_up ? std::optional(first_line) : std::nullopt;
}

bool looks_like_board(std::string_view word) {
    const auto is_sign = [](char c) {
        return is_name_start(c) || is_digit(c) ||
               std::string_view("/()[]^*.").find(c) != std::string_view::npos;
    };
    return std::count(word.begin(), word.end(), '/') >= 3 && std::all_of(word.begin(), word.end(), is_sign);
}

bool looks_like_formula(std::string_view cell) {
    const std::size_t sign = cell.find_first_not_of('\'');
    return sign != std::string_view::npos &&
           std::string_view("=+-@\t\r").find(cell[sign]) != std::string_view::npos;
}

bool quoted_cell_begins(std::string_view line, char delimiter) {
    if (!line.starts_with('"')) return false;
    std::size_t at = 1;
    while ((at = line.find('"', at)) != std::string_view::npos && line.substr(at + 1).starts_with('"'))
        at += 2;
    return at != std::string_view::npos && line.substr(at + 1).starts_with(delimiter);
}

}  // namespace octomate::records
