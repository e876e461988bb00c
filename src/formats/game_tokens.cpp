#include <algorithm>
#include <utility>
#include <vector>

#include "formats/game_score.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

using Kind = GameToken::Kind;

constexpr std::string_view blanks = " \t\r\v\f";  // newlines are looked at apart

std::string unescaped(std::string_view value) {
    std::string out;
    for (std::size_t at = 0; at < value.size(); ++at) {
        const bool escape = value[at] == '\\' && at + 1 < value.size();
        if (escape && (value[at + 1] == '"' || value[at + 1] == '\\')) ++at;
        out += value[at];
    }
    return readable(out);
}

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

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

std::string readable(std::string_view text) {
    std::string out;
    while (const auto bad = first_bad_utf8(text)) {
        out += text.substr(0, *bad);
        out += "\xEF\xBF\xBD";
        text.remove_prefix(*bad + 1);
    }
    out += text;
    std::replace(out.begin(), out.end(), '\n', ' ');
    return out;
}

ReadTag read_tag(std::string_view text) {
    std::size_t at = 1;  // behind the '['
    const auto skip_blanks = [&] {
        while (at < text.size() && is_blank(text[at])) ++at;
    };
    const auto is_at = [&](char sign) {
        skip_blanks();
        return at < text.size() && text[at] == sign;
    };
    Tag tag;
    skip_blanks();
    while (at < text.size() && (is_name_start(text[at]) || is_digit(text[at]))) tag.name += text[at++];
    if (tag.name.empty()) return {{}, at, "a name"};
    if (!is_at('"')) return {{}, at, "a value in quotes"};
    const std::size_t begin = ++at;
    for (; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
    }
    if (at >= text.size()) return {{}, at, "a closing quote"};
    tag.value = unescaped(text.substr(begin, at++ - begin));
    if (!is_at(']')) return {{}, at, "\"]\""};
    return {std::move(tag), at + 1, {}};
}

GameTokens::GameTokens(std::string_view text) : text_(without_mark(text)) {}

GameTokens::GameTokens(std::string_view text, std::size_t line, std::size_t offset) : GameTokens(text) {
    cursor_.line = line;
    cursor_.indent = offset;
    cursor_.tag_may_stand_here = false;
}

GameToken GameTokens::next() {
    if (skip_unread()) return take(Kind::BlankLine, cursor_.at);
    if (cursor_.at >= text_.size()) return take(Kind::End, cursor_.at);
    const char c = text_[cursor_.at];
    if (c == '{') return take_comment();
    if (c == '[' && cursor_.tag_may_stand_here) {
        const std::size_t end = line_end(cursor_.at);
        const ReadTag read = read_tag(text_.substr(cursor_.at, end - cursor_.at));
        return take(Kind::Tag, read.tag ? cursor_.at + read.at : end);
    }
    if (c == '(') return take_parenthesis();
    std::size_t end = std::min(text_.find_first_of(" \t\r\v\f\n{(;", cursor_.at), text_.size());
    // Tags may be glued to a result.
    const std::size_t bracket = std::min(text_.find('[', cursor_.at), end);
    if (is_result(between(cursor_.at, bracket))) end = bracket;
    return take(Kind::Word, end);
}

/// Skips blanks, line comments and escaped lines; true when it has come upon a blank line.
bool GameTokens::skip_unread() {
    while (cursor_.at < text_.size()) {
        const char c = text_[cursor_.at];
        if (c == '\n') {
            if (take_newline()) return true;
        } else if (c == ';' || escaped_line_at(cursor_.at)) {
            cursor_.at = line_end(cursor_.at);
        } else if (is_blank(c)) {
            ++cursor_.at;
        } else {
            break;
        }
    }
    return false;
}

/// Goes to the next line; true if that one is blank.
bool GameTokens::take_newline() {
    cursor_ = {cursor_.at + 1, cursor_.line + 1, cursor_.at + 1, 0, true};
    return blank_line_at(cursor_.at);
}

/// Takes the text up to `end`, with the lines in it.
GameToken GameTokens::take(Kind kind, std::size_t end) {
    const GameToken token{kind, text_.substr(cursor_.at, end - cursor_.at), cursor_.line,
                          cursor_.at - cursor_.line_start + cursor_.indent};
    for (std::size_t at = cursor_.at; at < end; ++at) {
        if (text_[at] != '\n') continue;
        ++cursor_.line;
        cursor_.line_start = at + 1;
        cursor_.indent = 0;
    }
    cursor_.at = end;
    if (kind == Kind::Word || kind == Kind::Parenthesis) cursor_.tag_may_stand_here = is_result(token.text);
    return token;
}

GameToken GameTokens::take_comment() {
    // One that does not end is given up at the next blank line: it costs one game, not all that follow.
    const std::size_t end = comment_end(cursor_.at);
    if (end == std::string_view::npos) return take(Kind::UnterminatedComment, paragraph_end(cursor_.at));
    GameToken token = take(Kind::Comment, end + 1);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
}

/// The brace that ends the comment; npos if it has none.
std::size_t GameTokens::comment_end(std::size_t brace) {
    if (brace >= section_end_) enter_section(brace);
    return brace < comments_end_ ? text_.find('}', brace) : std::string_view::npos;
}

/// Looks for the end of the section once, and not for each comment in it.
void GameTokens::enter_section(std::size_t from) {
    section_end_ = from;
    do {
        section_end_ = text_.find_first_not_of(" \t\r\v\f\n", paragraph_end(section_end_));
        section_end_ = std::min(section_end_, text_.size());
    } while (section_end_ < text_.size() &&
             !begins_game(text_.substr(section_end_, line_end(section_end_) - section_end_)));
    const std::size_t brace = text_.substr(from, section_end_ - from).rfind('}');
    comments_end_ = brace == std::string_view::npos ? from : from + brace + 1;
}

/// Whether an escaped line begins here.
bool GameTokens::escaped_line_at(std::size_t at) const {
    return text_[at] == '%' && (at == 0 || text_[at - 1] == '\n');
}

/// Takes a parenthesis with those in it: a variation is one text that is no die, not many.
GameToken GameTokens::take_parenthesis() {
    if (cursor_.at >= matched_to_) match_parentheses();
    if (const auto found = closing_.find(cursor_.at); found != closing_.end())
        return take(Kind::Parenthesis, found->second + 1);
    // Not closed: a word, which no rules will read.
    return take(Kind::Word, std::min(text_.find_first_of(" \t\r\v\f\n{;", cursor_.at), text_.size()));
}

/// Finds the parentheses from here to the end of the paragraph that belong together, but for those in
/// comments and escaped lines.
void GameTokens::match_parentheses() {
    closing_.clear();
    std::vector<std::size_t> open;
    std::size_t at = cursor_.at;
    for (; at < text_.size(); ++at) {
        const char c = text_[at];
        if (c == '\n' && blank_line_at(at + 1)) break;
        if (c == ';' || escaped_line_at(at)) at = line_end(at) - 1;
        if (c == '{') {
            if (const std::size_t end = comment_end(at); end != std::string_view::npos) at = end;
        }
        if (c == '(') open.push_back(at);
        if (c != ')' || open.empty()) continue;
        closing_.emplace(open.back(), at);
        open.pop_back();
    }
    matched_to_ = at;
}

/// The end of the line: its newline, or the end of the text.
std::size_t GameTokens::line_end(std::size_t from) const {
    return std::min(text_.find('\n', from), text_.size());
}

/// The newline in front of the next blank line, or the end of the text.
std::size_t GameTokens::paragraph_end(std::size_t from) const {
    std::size_t at = line_end(from);
    while (at < text_.size() && !blank_line_at(at + 1)) at = line_end(at + 1);
    return at;
}

/// Whether there is a line from here on and nothing but blanks in it. What is left behind the last newline is
/// no line.
bool GameTokens::blank_line_at(std::size_t from) const {
    const std::size_t at = text_.find_first_not_of(blanks, from);
    return at != std::string_view::npos && text_[at] == '\n';
}

}  // namespace octomate::records
