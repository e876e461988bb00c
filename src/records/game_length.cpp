#include "records/game_length.hpp"

#include <algorithm>

#include "records/game_tokens.hpp"
#include "records/line_cursor.hpp"
#include "records/record_start.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Goes through the moves of a game, line by line.
class MovesEnd {
  public:
    /// Takes a line; true if the game ends with it.
    bool take(std::string_view line) {
        for (std::size_t at = 0; at < line.size(); ++at) {
            const char c = line[at];
            if (in_comment_) {
                in_comment_ = c != '}';
            } else if (c == '{') {
                in_comment_ = true;
            } else if (c == ';' || (c == '%' && at == 0)) {
                return false;
            }
        }
        if (in_comment_) return false;
        const std::string_view text = trim(line);
        const std::size_t word = text.find_last_of(" \t})");
        return is_result(text.substr(word == std::string_view::npos ? 0 : word + 1));
    }

    bool in_comment() const { return in_comment_; }

  private:
    bool in_comment_ = false;
};

}  // namespace

bool begins_game(std::string_view line) {
    if (!line.starts_with('[')) return false;
    const std::size_t name = line.find_first_not_of(" \t", 1);
    if (name == std::string_view::npos || !is_name_start(line[name])) return false;
    if (line[name] >= 'A' && line[name] <= 'Z') return true;  // in JSON, none begins so
    std::size_t at = name;
    while (at < line.size() && (is_name_start(line[at]) || is_digit(line[at]))) ++at;
    while (at < line.size() && is_blank(line[at])) ++at;
    return at < line.size() && line[at] == '"';
}

std::optional<std::size_t> game_length(std::string_view text, bool at_end) {
    if (!at_end) text = whole_lines(text);
    enum { Tags, AfterTags, Moves } part = Tags;
    MovesEnd moves;
    std::optional<std::size_t> paragraph_end;  // of the moves
    for (LineCursor cursor(text); !cursor.at_end(); cursor.next()) {
        const std::string_view line = cursor.line();
        const std::string_view words = trim(line);
        const bool escaped = words.starts_with('%') || words.starts_with(';');
        if (words.empty()) {
            if (part == Tags) part = AfterTags;
            if (part == Moves && !moves.in_comment()) return cursor.at();
            if (part == Moves && !paragraph_end) paragraph_end = cursor.at();
            continue;
        }
        if (part != Tags && begins_game(words) && (!moves.in_comment() || paragraph_end))
            return moves.in_comment() ? *paragraph_end : cursor.at();
        if (part != Moves && (escaped || (part == Tags && words.front() == '['))) continue;
        if (part != Moves) {
            const auto other = begins_other_record(cursor.rest(), at_end, Spread::None);
            if (!other) return std::nullopt;
            if (*other) return cursor.at();
        }
        part = Moves;
        if (moves.take(line)) return cursor.next(), cursor.at();
    }
    if (!at_end) return std::nullopt;
    return moves.in_comment() && paragraph_end ? *paragraph_end : text.size();
}

}  // namespace octomate::records
