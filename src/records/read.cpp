#include "records/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "records/csv.hpp"
#include "records/fields.hpp"
#include "records/game_length.hpp"
#include "records/json_text.hpp"
#include "records/latex.hpp"
#include "records/line_cursor.hpp"
#include "records/spread.hpp"
#include "records/spread_length.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

BadPuzzle bad_utf8(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    std::string message = fmt::format("the byte 0x{:02X} is not UTF-8 here, expected text in UTF-8", byte);
    const std::string_view before = text.substr(0, at);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t offset = at - (before.rfind('\n') + 1);
    return {{{FaultCode::BadUtf8, "line", offset, std::move(message), line}}, {}, {}, {}};
}

BadPuzzle unknown_format(std::string_view format) {
    return {{{FaultCode::UnknownFormat, "line", 0,
              fmt::format("this looks like {}, expected JSON Lines, EPD, CSV, PGN, FEN, YAML, or problems of "
                          "Popeye or LaTeX",
                          format),
              0}},
            {},
            {},
            {}};
}

BadPuzzle too_long() {
    return {{{FaultCode::UnknownFormat, "line", longest_line, too_long_text(), 0}}, {}, {}, {}};
}

/// Whether the line is meant as a row of CSV.
bool is_row(std::string_view line, const CsvColumns* columns) {
    const char delimiter = columns ? columns->delimiter : ',';
    if (line.empty() || line.front() == '{' || line.front() == '[' || line.front() == '#') return false;
    if (line.front() == '"') return columns || quoted_cell_begins(line);
    const char ends[] = {delimiter, ' ', '\t', '\v', '\f', '\r', '\n'};
    const std::size_t word = std::min(line.find_first_of(std::string_view(ends, sizeof ends)), line.size());
    const bool board_first = looks_like_board(line.substr(0, word));  // where another cell stands first
    if (!columns) return !board_first && word < line.size() && line[word] == ',';
    // A position ends with a blank, a cell with the sign between cells.
    const bool cell_first = word < line.size() && line[word] == delimiter;
    return (!board_first || cell_first || columns->columns.front() == Column::Fen) &&
           line.find(delimiter, word) != std::string_view::npos;
}

/// Lines that can only be meant as JSON. No FEN begins like an array or a string; a lone word or number may
/// be the torso of a FEN, so it must be JSON as a whole (the search for '/' spares nearly all FENs that
/// question).
bool is_meant_as_json(std::string_view text) {
    if (text.empty()) return false;
    if (text.front() == '{' || text.front() == '[' || text.front() == '"') return true;
    if (text.find('/') != std::string_view::npos) return false;
    return is_json(text);
}

/// `record_length` of a text without a byte order mark.
std::optional<std::size_t> unmarked_length(std::string_view text, bool at_end, const CsvColumns* columns) {
    const std::size_t newline = text.find('\n');
    const std::string_view line = trim(text.substr(0, newline));
    if (begins_game(line)) return game_length(text, at_end);
    const Spread spread = spread_of(text, at_end, columns);
    if (spread == Spread::Unsure) return std::nullopt;
    if (spread != Spread::None) return spread_length(spread, text, at_end);
    if (columns && is_row(line, columns)) return row_length(text, at_end, at_end, columns->delimiter);
    return newline + 1;
}

/// Where the tag of the position stands in a game; 0 if it has none.
std::size_t position_in_game(std::string_view text) {
    for (LineCursor cursor(text); !cursor.at_end(); cursor.next()) {
        std::string_view line = trim(cursor.line());
        if (!line.starts_with('[')) continue;
        line = trim(line.substr(1));
        if (line.starts_with("FEN") && line.size() > 3 && is_blank(line[3])) return cursor.at();
    }
    return 0;
}

}  // namespace

std::string too_long_text() {
    return fmt::format("the line goes on, expected at most {} bytes", longest_line);
}

std::string_view foreign_format(std::string_view text) {
    struct Beginning {
        std::string_view text, format;
    };
    static constexpr Beginning beginnings[] = {{"<", "XML or HTML"},
                                               {"{\\rtf", "RTF"},
                                               {"%PDF", "PDF"},
                                               {"PK\x03\x04", "a ZIP archive"},
                                               {"\x1f\x8b", "compressed with gzip"},
                                               {"BZh", "compressed with bzip2"}};
    text = without_mark(text);
    for (const Beginning& one : beginnings) {
        if (text.starts_with(one.text)) return one.format;
    }
    return {};
}

bool is_blank_or_comment(std::string_view line, const CsvColumns* columns) {
    line = without_mark(line);
    const auto first = std::find_if_not(line.begin(), line.end(), is_blank);
    if (first == line.end() || *first == '#') return true;
    return (*first == '\\' || *first == '%') && spread_of(line, true, columns) == Spread::Latex &&
           is_latex_end(line);
}

Expected<Read<Puzzle>, BadPuzzle> read_puzzle(std::string_view line, const CsvColumns* columns) {
    Read<Puzzle> read;
    if (auto bad = read_puzzle(line, columns, read)) return Unexpected{std::move(*bad)};
    return read;
}

std::optional<BadPuzzle> read_puzzle(std::string_view line, const CsvColumns* columns, Read<Puzzle>& into) {
    into.value.clear();
    into.notes.clear();
    line = without_mark(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool several = line.find('\n') != std::string_view::npos;
    // Only such a file comes as several lines that begin so, unless they are a row.
    if (const std::string_view format = several && !columns ? foreign_format(line) : ""; !format.empty())
        return unknown_format(format);
    if (line.size() > longest_line) return too_long();
    if (const auto bad = first_bad_utf8(line)) return bad_utf8(line, *bad);
    const std::string_view text = trim(line);
    // Of the problems, items of YAML and LaTeX may stand on one line.
    const bool alone = text.starts_with("- ") || text.starts_with('\\') || text.starts_with('%');
    const Spread spread = several || alone ? spread_of(line, true, columns) : Spread::None;
    const auto take = [&](Expected<Read<Puzzle>, BadPuzzle>&& read) -> std::optional<BadPuzzle> {
        if (!read) return std::move(read.error());
        into = std::move(*read);
        return std::nullopt;
    };
    switch (spread) {
        case Spread::Yaml: return take(read_yaml(line));
        case Spread::Popeye: return take(read_popeye(line));
        case Spread::PopeyeOutput: return take(read_popeye_output(line));
        case Spread::Latex:
            if (line.find(latex_begin) == std::string_view::npos)
                return unknown_format("LaTeX without an environment diagram");
            return take(read_latex(line));
        default: break;
    }
    if (text.starts_with('{')) {
        if (read_usual_json(line, into.value)) return std::nullopt;
        return take(read_json(line));
    }
    if (begins_game(text)) return take(read_pgn(line));
    if (is_row(text, columns)) return take(read_csv(line, columns ? *columns : CsvColumns::standard()));
    if (is_meant_as_json(text)) return take(read_json(line));
    if (has_opcodes(text)) return take(read_epd(line));
    into.value.fen = text;
    return std::nullopt;
}

std::optional<std::size_t> record_length(std::string_view text, bool at_end, const CsvColumns* columns) {
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos) return at_end ? std::optional(text.size()) : std::nullopt;
    if (newline >= longest_line) return newline + 1;
    if (text.size() > longest_line) {
        text = whole_lines(text.substr(0, longest_line));
        at_end = true;
    }
    const std::size_t mark = text.size() - without_mark(text).size();
    text.remove_prefix(mark);
    const auto length = unmarked_length(text, at_end, columns);
    return length ? std::optional(mark + *length) : std::nullopt;
}

std::size_t lines_before_position(std::string_view text) {
    if (text.find('\n') == std::string_view::npos) return 0;
    text = without_mark(text);
    const std::size_t at = begins_game(trim(LineCursor(text).line()))
                               ? position_in_game(text)
                               : position_in(spread_of(text, true, false), text);
    return static_cast<std::size_t>(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace octomate::records
