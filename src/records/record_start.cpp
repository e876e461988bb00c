#include "records/record_start.hpp"

#include <algorithm>

#include "records/csv.hpp"
#include "records/game_length.hpp"
#include "records/json_text.hpp"
#include "records/line_cursor.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// A record of JSON as a whole. A comment of PGN that begins with a quote is none.
bool is_json_record(std::string_view line) {
    return line.find("\"fen\"") != std::string_view::npos && is_json(line);
}

/// What can only be meant as an object of JSON, be it a good one or not.
bool begins_object(std::string_view line) {
    line = trim(line.substr(1));
    return line.empty() || line.front() == '"' || line.front() == '}';
}

/// A board and the side to move.
bool begins_with_position(std::string_view text) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    if (!looks_like_board(text.substr(0, blank)) || blank + 1 >= text.size()) return false;
    return blank + 2 == text.size() || !is_name_start(text[blank + 2]);
}

/// A FEN, a line of EPD, or a row with a FEN in one of its cells.
bool holds_position(std::string_view line) {
    if (line.find('/') == std::string_view::npos) return false;
    while (true) {
        if (begins_with_position(line.substr(line.starts_with('"') ? 1 : 0))) return true;
        const std::size_t cell = line.find_first_of(",;\t");
        if (cell == std::string_view::npos) return false;
        line.remove_prefix(cell + 1);
    }
}

bool is_header(std::string_view line) {
    return line.find("FEN") != std::string_view::npos && CsvColumns::from_header(line).has_value();
}

}  // namespace

std::optional<bool> begins_other_record(std::string_view text, bool at_end, Spread of) {
    const std::string_view line = trim(LineCursor(text).line());
    if (line.empty()) return false;
    const Spread spread = spread_of(text, at_end, false);
    if (spread == Spread::Unsure) return std::nullopt;
    if (spread != Spread::None) return spread != of;
    if (line.front() == '{') return of == Spread::None ? is_json_record(line) : begins_object(line);
    return begins_game(line) || holds_position(line) || is_header(line);
}

}  // namespace octomate::records
