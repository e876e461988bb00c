#include "records/game_score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr std::string_view blanks = " \t\r\v\f";  // newlines are looked at apart
constexpr std::string_view digits = "0123456789";

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

/// The text on one line and in UTF-8: it will be quoted in records.
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

/// The word without a move number and dots in front, such as "12.", "12…" or "...": empty, or the move glued
/// to it.
std::string_view without_number(std::string_view word) {
    constexpr std::string_view ellipsis = "\xE2\x80\xA6";
    const std::size_t number = std::min(word.find_first_not_of(digits), word.size());
    std::size_t at = number;
    while (at < word.size()) {
        if (word[at] == '.') {
            ++at;
        } else if (word.substr(at, ellipsis.size()) == ellipsis) {
            at += ellipsis.size();
        } else {
            break;
        }
    }
    return at > number || at == word.size() ? word.substr(at) : word;
}

bool is_nag(std::string_view word) {
    return word.size() > 1 && word[0] == '$' && word.find_first_not_of(digits, 1) == std::string_view::npos;
}

/// A die as it is written.
struct Die {
    std::optional<int> roll;  ///< 1…8
    bool none = false;        ///< "-"
    std::string written;
    std::size_t line = 1;
    std::size_t offset = 0;

    bool readable() const { return roll || none; }
};

Die read_die(std::string_view text, std::size_t line, std::size_t offset) {
    Die die{{}, text == "-", readable(text), line, offset};
    if (text.size() == 1 && text[0] >= '1' && text[0] <= '8') die.roll = text[0] - '0';
    return die;
}

TextFault fault_of(const Die& die, std::string message) {
    return {die.line, {FaultCode::BadRoll, "line", die.offset, std::move(message)}};
}

/// Reads `[Name "value"]` at the start of the text.
class TagReader {
  public:
    explicit TagReader(std::string_view text) : text_(text) {}

    /// The tag without its place, or none; `at()` is then where it stopped and `expected()` what it looked
    /// for.
    std::optional<Tag> read() {
        ++at_;  // the '['
        Tag tag;
        if (!name(tag.name) || !value(tag.value)) return {};
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != ']') return expect("\"]\"");
        ++at_;
        return tag;
    }

    std::size_t at() const { return at_; }
    std::string_view expected() const { return expected_; }

  private:
    std::optional<Tag> expect(std::string_view what) {
        expected_ = what;
        return {};
    }

    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    bool name(std::string& out) {
        skip_blanks();
        while (at_ < text_.size() && (is_name_start(text_[at_]) || is_digit(text_[at_]))) out += text_[at_++];
        if (out.empty()) expect("a name");
        return !out.empty();
    }

    bool value(std::string& out) {
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != '"') return expect("a value in quotes"), false;
        const std::size_t begin = ++at_;
        for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
        }
        if (at_ >= text_.size()) return expect("a closing quote"), false;
        out = unescape(text_.substr(begin, at_ - begin));
        ++at_;
        return true;
    }

    static std::string unescape(std::string_view text) {
        std::string out;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const bool escape = text[at] == '\\' && at + 1 < text.size();
            if (escape && (text[at + 1] == '"' || text[at + 1] == '\\')) ++at;
            out += text[at];
        }
        return readable(out);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string_view expected_;
};

}  // namespace

const Tag* GameScore::tag(std::string_view name) const {
    const auto found =
        std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
    return found == tags.end() ? nullptr : &*found;
}

std::optional<std::string> GameScore::value_of(std::string_view name) const {
    const Tag* found = tag(name);
    return found ? std::optional(found->value) : std::nullopt;
}

/// Puts the tokens of one game together.
class GameBuilder {
  public:
    using Token = GameReader::Token;
    using TokenKind = GameReader::TokenKind;

    /// Takes the token; false if it begins the next game.
    bool take(const Token& token) {
        switch (token.kind) {
            case TokenKind::BlankLine: return blank_line();
            case TokenKind::Tag: return tag(token);
            case TokenKind::Comment: return comment(token), true;
            case TokenKind::UnterminatedComment: return unterminated(token), true;
            case TokenKind::Parenthesis: return parenthesis(token), true;
            case TokenKind::Word: return word(token), true;
            case TokenKind::End: break;
        }
        return false;
    }

    /// Whether a result has ended it.
    bool over() const { return result_written_; }

    /// Whether there is anything to tell.
    bool any() const {
        return !game_.tags.empty() || !game_.plies.empty() || !game_.faults.empty() || die_ ||
               result_written_;
    }

    GameScore finish() {
        if (die_)
            game_.faults.push_back(fault_of(*die_, fmt::format("the die \"{}\" has no move", die_->written)));
        settle_result();
        return std::move(game_);
    }

  private:
    static TextFault fault(const Token& token, std::size_t offset, FaultCode code, std::string message) {
        return {token.line, {code, "line", token.offset + offset, std::move(message)}};
    }

    bool blank_line() {
        after_blank_ = true;
        return game_.plies.empty();
    }

    bool tag(const Token& token) {
        if (!game_.plies.empty()) return false;
        TagReader reader(token.text);
        std::optional<Tag> tag = reader.read();
        if (!tag) {
            game_.faults.push_back(
                fault(token, reader.at(), FaultCode::BadTag,
                      fmt::format("the tag is broken, expected {} at character {} of \"{}\"",
                                  reader.expected(), reader.at() + 1, readable(trim(token.text)))));
        } else if (!tag_names_.insert(tag->name).second) {
            // Without moves only a blank line tells a new game from a slip.
            if (after_blank_) return false;
            game_.faults.push_back(
                fault(token, 0, FaultCode::BadTag,
                      fmt::format("the tag \"{}\" stands twice, expected it once", tag->name)));
        } else {
            tag->line = token.line;
            tag->offset = token.offset;
            game_.tags.push_back(*std::move(tag));
        }
        after_blank_ = false;
        return true;
    }

    void unterminated(const Token& token) {
        game_.faults.push_back(fault(token, 0, FaultCode::UnterminatedComment,
                                     "the comment does not end, expected \"}\" somewhere behind this \"{\""));
    }

    void parenthesis(const Token& token) {
        const std::string_view inside = trim(token.text.substr(1, token.text.size() - 2));
        const bool number = !inside.empty() && inside.find_first_not_of(digits) == std::string_view::npos;
        if (inside == "-" || number) {
            die_before(read_die(inside, token.line, token.offset));
        } else if (!game_.plies.empty() && holds_move(inside)) {
            variation(token);
        } else {
            move(token, token.text, 0);
        }
    }

    /// Text in which some word may be a move: a digit stands in it behind a letter, as in "e5", or it has
    /// four characters or more and a digit among them.
    static bool holds_move(std::string_view text) {
        std::size_t length = 0;
        bool digit = false;
        char last = ' ';
        for (const char c : text) {
            const bool parts = is_blank(c) || std::string_view("\n(){};.").find(c) != std::string_view::npos;
            length = parts ? 0 : length + 1;
            digit = !parts && (digit || is_digit(c));
            const bool square = is_digit(c) && last >= 'a' && last <= 'p';
            if (square || (length >= 4 && digit)) return true;
            last = c;
        }
        return false;
    }

    /// A game skips what could have been played instead; puzzles look into it, one level deep.
    void variation(const Token& token) {
        if (inside_variation_) return;
        GameReader reader(token.text.substr(1, token.text.size() - 2), token.line, token.offset + 1);
        GameBuilder builder;
        builder.inside_variation_ = true;
        for (Token inner = reader.next_token(); inner.kind != TokenKind::End; inner = reader.next_token())
            builder.take(inner);
        game_.variations.push_back({game_.plies.size() - 1, std::move(builder.game_.plies)});
    }

    void word(const Token& token) {
        if (is_result(token.text)) {
            game_.result = token.text;
            game_.result_line = token.line;
            game_.result_offset = token.offset;
            result_written_ = true;
        } else if (!is_nag(token.text)) {
            const std::string_view rest = without_number(token.text);
            if (!rest.empty()) move(token, rest, token.text.size() - rest.size());
        }
    }

    void move(const Token& token, std::string_view text, std::size_t offset) {
        Ply ply{{}, false, readable(text), token.line, token.offset + offset, {}};
        if (die_) give(ply, *die_);
        for (TextFault& told : die_faults_) ply.faults.push_back(std::move(told));
        die_faults_.clear();
        die_.reset();
        game_.plies.push_back(std::move(ply));
    }

    /// Keeps what is said before the first move, without `[%…]`.
    void remember(std::string_view comment) {
        std::string text;
        while (true) {
            const std::size_t command = comment.find("[%");
            text += comment.substr(0, command);
            const std::size_t end = comment.find(']', std::min(command, comment.size()));
            if (end == std::string_view::npos) break;
            comment.remove_prefix(end + 1);
        }
        const std::string_view said = trim(text);
        if (said.empty()) return;
        if (game_.comment) {
            game_.comment->append(" ").append(said);
        } else {
            game_.comment = said;
        }
    }

    /// Finds `[%d8 7]` in a comment; other commands are none of our business.
    void comment(const Token& token) {
        if (game_.plies.empty()) remember(token.text);
        constexpr std::string_view command = "[%d8";
        const std::string_view text = token.text;
        std::size_t line = token.line;
        std::size_t column = token.offset + 1;  // behind the brace
        std::size_t seen = 0;
        for (std::size_t at = text.find(command); at < text.size(); at = text.find(command, at + 1)) {
            for (; seen < at; ++seen) {
                column = text[seen] == '\n' ? 0 : column + 1;
                if (text[seen] == '\n') ++line;
            }
            const std::size_t value = at + command.size();
            const std::size_t end = std::min(text.find_first_of("[]", value), text.size());
            const bool longer_name = value < end && !is_blank(text[value]);
            if (!longer_name) die_in_comment(read_die(trim(text.substr(value, end - value)), line, column));
        }
    }

    void die_in_comment(Die die) {
        if (!dice_precede_) dice_precede_ = game_.plies.empty();
        if (*dice_precede_) {
            die_before(std::move(die));
        } else {
            give(game_.plies.back(), die);
        }
    }

    /// Keeps the die for the move that follows.
    void die_before(Die die) {
        if (!die_) {
            die_ = std::move(die);
        } else if (die.written != die_->written) {
            die_faults_.push_back(second_die(die, die_->written));
        }
    }

    static TextFault second_die(const Die& die, std::string_view first) {
        return fault_of(
            die, fmt::format("the move has the die \"{}\" already, expected no \"{}\"", first, die.written));
    }

    static void give(Ply& ply, const Die& die) {
        if (!die.readable()) {
            ply.faults.push_back(
                fault_of(die, fmt::format("the die shows \"{}\", expected 1 to 8 or \"-\"", die.written)));
        } else if (!ply.roll && !ply.no_die) {
            ply.roll = die.roll;
            ply.no_die = die.none;
        } else if (ply.roll != die.roll) {
            ply.faults.push_back(second_die(die, ply.roll ? std::to_string(*ply.roll) : "-"));
        }
    }

    /// The token and the Result tag should say the same; one that says "*" says nothing.
    void settle_result() {
        const Tag* tag = game_.tag("Result");
        if (!tag) return;
        const auto tell = [&](FaultCode code, std::string message) {
            game_.faults.push_back({tag->line, {code, "line", tag->offset, std::move(message)}});
        };
        if (!is_result(tag->value)) {
            tell(FaultCode::BadTag,
                 fmt::format("the Result tag says \"{}\", expected 1-0, 0-1, 1/2-1/2 or *", tag->value));
        } else if (game_.result == "*") {
            game_.result = tag->value;
            game_.result_line = tag->line;
            game_.result_offset = tag->offset;
        } else if (tag->value != "*" && tag->value != game_.result) {
            tell(FaultCode::WrongResult,
                 fmt::format("the Result tag says \"{}\", but the game ends with \"{}\"", tag->value,
                             game_.result));
        }
    }

    GameScore game_;
    std::unordered_set<std::string> tag_names_;
    std::optional<Die> die_;             ///< waits for its move
    std::vector<TextFault> die_faults_;  ///< wait for the same move
    std::optional<bool> dice_precede_;   ///< which side of the move the comments with dice are on, once known
    bool after_blank_ = false;
    bool result_written_ = false;
    bool inside_variation_ = false;
};

GameReader::GameReader(std::string_view text) : text_(text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.substr(0, byte_order_mark.size()) == byte_order_mark)
        text_.remove_prefix(byte_order_mark.size());
    const std::size_t brace = text_.rfind('}');
    comments_end_ = brace == std::string_view::npos ? 0 : brace + 1;
}

GameReader::GameReader(std::string_view text, std::size_t line, std::size_t offset) : GameReader(text) {
    cursor_.line = line;
    cursor_.indent = offset;
    cursor_.tag_may_stand_here = false;
}

std::optional<GameScore> GameReader::next() {
    GameBuilder builder;
    while (!builder.over()) {
        const Cursor before = cursor_;
        if (!builder.take(next_token())) {
            cursor_ = before;
            break;
        }
    }
    if (!builder.any()) return {};
    return builder.finish();
}

GameReader::Token GameReader::next_token() {
    if (skip_unread()) return take(TokenKind::BlankLine, cursor_.at);
    if (cursor_.at >= text_.size()) return take(TokenKind::End, cursor_.at);
    const char c = text_[cursor_.at];
    if (c == '{') return take_comment();
    if (c == '[' && cursor_.tag_may_stand_here) {
        const std::size_t end = line_end(cursor_.at);
        TagReader tag(text_.substr(cursor_.at, end - cursor_.at));
        return take(TokenKind::Tag, tag.read() ? cursor_.at + tag.at() : end);
    }
    if (c == '(') return take_parenthesis();
    return take(TokenKind::Word, std::min(text_.find_first_of(" \t\r\v\f\n{(;", cursor_.at), text_.size()));
}

/// Skips blanks, line comments and escaped lines; true when it has come upon a blank line.
bool GameReader::skip_unread() {
    while (cursor_.at < text_.size()) {
        const char c = text_[cursor_.at];
        const bool escaped_line = c == '%' && cursor_.at == cursor_.line_start;
        if (c == '\n') {
            if (take_newline()) return true;
        } else if (c == ';' || escaped_line) {
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
bool GameReader::take_newline() {
    cursor_ = {cursor_.at + 1, cursor_.line + 1, cursor_.at + 1, 0, true};
    return blank_line_at(cursor_.at);
}

/// Takes the text up to `end`, with the lines in it.
GameReader::Token GameReader::take(TokenKind kind, std::size_t end) {
    const Token token{kind, text_.substr(cursor_.at, end - cursor_.at), cursor_.line,
                      cursor_.at - cursor_.line_start + cursor_.indent};
    for (std::size_t at = cursor_.at; at < end; ++at) {
        if (text_[at] != '\n') continue;
        ++cursor_.line;
        cursor_.line_start = at + 1;
        cursor_.indent = 0;
    }
    cursor_.at = end;
    if (kind == TokenKind::Word || kind == TokenKind::Parenthesis) cursor_.tag_may_stand_here = false;
    return token;
}

GameReader::Token GameReader::take_comment() {
    // One that does not end is given up at the next blank line: it costs one game, not all that follow.
    if (cursor_.at >= comments_end_) return take(TokenKind::UnterminatedComment, paragraph_end(cursor_.at));
    Token token = take(TokenKind::Comment, text_.find('}', cursor_.at) + 1);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
}

/// Takes a parenthesis with those in it: a variation is one text that is no die, not many.
GameReader::Token GameReader::take_parenthesis() {
    if (cursor_.at >= matched_to_) match_parentheses();
    if (const auto found = closing_.find(cursor_.at); found != closing_.end())
        return take(TokenKind::Parenthesis, found->second + 1);
    // Not closed: a word, which no rules will read.
    return take(TokenKind::Word, std::min(text_.find_first_of(" \t\r\v\f\n{;", cursor_.at), text_.size()));
}

/// Finds the parentheses from here to the end of the paragraph that belong together, but for those in
/// comments.
void GameReader::match_parentheses() {
    closing_.clear();
    std::vector<std::size_t> open;
    std::size_t at = cursor_.at;
    for (; at < text_.size(); ++at) {
        const char c = text_[at];
        if (c == '\n' && blank_line_at(at + 1)) break;
        if (c == '{' && at < comments_end_) at = text_.find('}', at);
        if (c == ';') at = line_end(at) - 1;
        if (c == '(') open.push_back(at);
        if (c != ')' || open.empty()) continue;
        closing_.emplace(open.back(), at);
        open.pop_back();
    }
    matched_to_ = at;
}

/// The end of the line: its newline, or the end of the text.
std::size_t GameReader::line_end(std::size_t from) const {
    return std::min(text_.find('\n', from), text_.size());
}

/// The newline in front of the next blank line, or the end of the text.
std::size_t GameReader::paragraph_end(std::size_t from) const {
    std::size_t at = line_end(from);
    while (at < text_.size() && !blank_line_at(at + 1)) at = line_end(at + 1);
    return at;
}

/// Whether there is a line from here on and nothing but blanks in it. What is left behind the last newline is
/// no line.
bool GameReader::blank_line_at(std::size_t from) const {
    const std::size_t at = text_.find_first_not_of(blanks, from);
    return at != std::string_view::npos && text_[at] == '\n';
}

namespace {

/// Goes through the moves of a game, line by line.
class MovesEnd {
  public:
    /// Takes a line with its newline; true if the game ends with it.
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

std::optional<std::size_t> game_length(std::string_view text, bool at_end, bool give_up) {
    enum { Tags, AfterTags, Moves } part = Tags;
    MovesEnd moves;
    std::optional<std::size_t> paragraph_end;  // of the moves
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t newline = text.find('\n', at);
        if (newline == std::string_view::npos && !at_end) break;
        const std::size_t next = std::min(newline, text.size() - 1) + 1;
        const std::string_view line = text.substr(at, next - at);
        const std::string_view words = trim(line);
        if (words.empty()) {
            if (part == Tags) part = AfterTags;
            if (part == Moves && !moves.in_comment()) return at;
            if (part == Moves && !paragraph_end) paragraph_end = at;
        } else if (part != Tags && begins_game(words) && (!moves.in_comment() || paragraph_end)) {
            return moves.in_comment() ? *paragraph_end : at;
        } else if (part != Tags || !(words.front() == '[' || words.front() == '%' || words.front() == ';')) {
            part = Moves;
            if (moves.take(line)) return next;
        }
        at = next;
    }
    if (!at_end && !give_up) return std::nullopt;
    return moves.in_comment() && paragraph_end ? *paragraph_end : at;
}

}  // namespace octomate::records
