// Reader and writer of games with rolls.
//
// `GameTokens` splits the text into tokens (tags, comments, parentheses, words, blank lines), and
// `GameBuilder` puts the tokens of one game together until a token shows that the next game begins; the
// reader then returns to that token. Errors must not spread: an unterminated comment ends at the next blank
// line, so that it spoils one game only. Ends of comments and matching parentheses are found once per section
// or paragraph, so that reading takes linear time even for texts full of unmatched braces and parentheses.

#include "formats/game_score.hpp"

#include <fmt/core.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "puzzle/fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

/// A token of the text of games.
struct GameToken {
    enum class Kind { End, BlankLine, Tag, Comment, UnterminatedComment, Parenthesis, Word };

    Kind kind = Kind::End;
    std::string_view text;   ///< of a comment: without its braces
    std::size_t line = 1;    ///< line on which it begins, from 1
    std::size_t offset = 0;  ///< in bytes from the start of that line; of a comment: of its brace
};

bool begins_game(std::string_view line) {
    if (!line.starts_with('[')) return false;
    const std::size_t name = line.find_first_not_of(" \t", 1);
    if (name == std::string_view::npos || !is_name_start(line[name])) return false;
    if (line[name] >= 'A' && line[name] <= 'Z') return true;  // no word of JSON has a capital
    std::size_t at = name;
    while (at < line.size() && (is_name_start(line[at]) || is_digit(line[at]))) ++at;
    while (at < line.size() && is_blank(line[at])) ++at;
    return at < line.size() && line[at] == '"';
}

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view blanks = " \t\r\v\f";  // newlines are handled separately

/// Makes a text fit for quoting in records: replaces invalid UTF-8 by U+FFFD and newlines by blanks.
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

/// Resolves the escapes \\ and \" in a tag's value.
std::string unescaped(std::string_view value) {
    std::string out;
    for (std::size_t at = 0; at < value.size(); ++at) {
        const bool escape = value[at] == '\\' && at + 1 < value.size();
        if (escape && (value[at + 1] == '"' || value[at + 1] == '\\')) ++at;
        out += value[at];
    }
    return readable(out);
}

/// The result of reading a tag.
struct ReadTag {
    std::optional<Tag> tag;     ///< without line and offset; nullopt if the tag is malformed
    std::size_t at = 0;         ///< offset after the tag, or of the fault
    std::string_view expected;  ///< what was expected at the fault
};

/// Reads `[Name "value"]` at the start of `text`, which begins with '['.
ReadTag read_tag(std::string_view text) {
    std::size_t at = 1;  // after the '['
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

}  // namespace

/// Splits the text of games into tokens. Skips a byte order mark, blanks, `;` to the end of the line, and
/// lines that begin with '%'. A comment always ends before a blank line that is followed by tags.
class GameTokens {
  public:
    using Kind = GameToken::Kind;

    /// `text` must outlive the object. Offsets on its first line do not count a byte order mark.
    explicit GameTokens(std::string_view text) : text_(without_mark(text)) {}

    /// Splits the text inside the parentheses of a variation, which begins at `line` and `offset`.
    GameTokens(std::string_view text, std::size_t line, std::size_t offset) : GameTokens(text) {
        cursor_.line = line;
        cursor_.indent = offset;
        cursor_.tag_may_stand_here = false;
    }

    /// The position at which the search for the next token starts.
    struct Cursor {
        std::size_t at = 0;
        std::size_t line = 1;
        std::size_t line_start = 0;
        std::size_t indent = 0;          ///< offset of the text in its first line; 0 on later lines
        bool tag_may_stand_here = true;  ///< the line has only tags and comments before this point
    };

    /// Returns the next token; its kind is End at the end of the text.
    GameToken next() {
        if (skip_to_token()) return cut(Kind::BlankLine, cursor_.at);
        if (cursor_.at >= text_.size()) return cut(Kind::End, cursor_.at);
        const char c = text_[cursor_.at];
        if (c == '{') return parse_comment();
        if (c == '[' && cursor_.tag_may_stand_here) {
            const std::size_t end = line_end(cursor_.at);
            const ReadTag read = read_tag(text_.substr(cursor_.at, end - cursor_.at));
            return cut(Kind::Tag, read.tag ? cursor_.at + read.at : end);
        }
        if (c == '(') return parse_parenthesis();
        std::size_t end = std::min(text_.find_first_of(" \t\r\v\f\n{(;", cursor_.at), text_.size());
        // Tags may follow a result without a blank.
        const std::size_t bracket = std::min(text_.find('[', cursor_.at), end);
        if (is_result(between(cursor_.at, bracket))) end = bracket;
        return cut(Kind::Word, end);
    }

    const Cursor& cursor() const { return cursor_; }
    /// Returns the text between two values of `Cursor::at`.
    std::string_view between(std::size_t begin, std::size_t end) const {
        return text_.substr(begin, end - begin);
    }
    void go_back(const Cursor& before) { cursor_ = before; }

  private:
    /// Skips blanks, line comments and escaped lines. Returns true as soon as it reaches a blank line.
    bool skip_to_token() {
        while (cursor_.at < text_.size()) {
            const char c = text_[cursor_.at];
            if (c == '\n') {
                if (accept_newline()) return true;
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

    /// Moves to the next line and returns true if that line is blank.
    bool accept_newline() {
        cursor_ = {cursor_.at + 1, cursor_.line + 1, cursor_.at + 1, 0, true};
        return blank_line_at(cursor_.at);
    }

    /// Makes a token of the text up to `end` and moves the cursor there, counting lines.
    GameToken cut(Kind kind, std::size_t end) {
        const GameToken token{kind, text_.substr(cursor_.at, end - cursor_.at), cursor_.line,
                              cursor_.at - cursor_.line_start + cursor_.indent};
        for (std::size_t at = cursor_.at; at < end; ++at) {
            if (text_[at] != '\n') continue;
            ++cursor_.line;
            cursor_.line_start = at + 1;
            cursor_.indent = 0;
        }
        cursor_.at = end;
        if (kind == Kind::Word || kind == Kind::Parenthesis)
            cursor_.tag_may_stand_here = is_result(token.text);
        return token;
    }

    GameToken parse_comment() {
        // An unterminated comment ends at the next blank line, so that it spoils one game only.
        const std::size_t end = comment_end(cursor_.at);
        if (end == std::string_view::npos) return cut(Kind::UnterminatedComment, paragraph_end(cursor_.at));
        GameToken token = cut(Kind::Comment, end + 1);
        token.text = token.text.substr(1, token.text.size() - 2);
        return token;
    }

    /// Returns the offset of the brace that ends the comment opened at `brace`, or npos if there is none.
    std::size_t comment_end(std::size_t brace) {
        if (brace >= section_end_) enter_section(brace);
        return brace < comments_end_ ? text_.find('}', brace) : std::string_view::npos;
    }

    /// Finds the end of the section and of its last comment, once for all comments of the section.
    void enter_section(std::size_t from) {
        section_end_ = from;
        do {
            section_end_ = text_.find_first_not_of(" \t\r\v\f\n", paragraph_end(section_end_));
            section_end_ = std::min(section_end_, text_.size());
        } while (section_end_ < text_.size() &&
                 !begins_game(text_.substr(section_end_, line_end(section_end_) - section_end_)));
        const std::size_t brace = text_.substr(from, section_end_ - from).rfind('}');
        comments_end_ = brace == std::string_view::npos ? from : from + brace + 1;
    }

    /// Checks whether a line that begins with '%' starts at `at`.
    bool escaped_line_at(std::size_t at) const {
        return text_[at] == '%' && (at == 0 || text_[at - 1] == '\n');
    }

    /// Returns a parenthesis with all nested ones as one token, because a variation is read as a whole.
    GameToken parse_parenthesis() {
        if (cursor_.at >= matched_to_) match_parentheses();
        if (const auto found = closing_.find(cursor_.at); found != closing_.end())
            return cut(Kind::Parenthesis, found->second + 1);
        // An unclosed parenthesis becomes part of a word, which is no legal move.
        return cut(Kind::Word, std::min(text_.find_first_of(" \t\r\v\f\n{;", cursor_.at), text_.size()));
    }

    /// Finds the matching parentheses from the cursor to the end of the paragraph, ignoring those in comments
    /// and escaped lines.
    void match_parentheses() {
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

    /// Returns the offset of the next newline, or the size of the text.
    std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }

    /// Returns the offset of the newline before the next blank line, or the size of the text.
    std::size_t paragraph_end(std::size_t from) const {
        std::size_t at = line_end(from);
        while (at < text_.size() && !blank_line_at(at + 1)) at = line_end(at + 1);
        return at;
    }

    /// Checks whether the line that begins at `from` is blank. Text without a newline at its end is no line.
    bool blank_line_at(std::size_t from) const {
        const std::size_t at = text_.find_first_not_of(blanks, from);
        return at != std::string_view::npos && text_[at] == '\n';
    }

    std::string_view text_;
    std::size_t section_end_ = 0;   ///< offset of the next tags after a blank line, or size of the text
    std::size_t comments_end_ = 0;  ///< offset after the last '}' of the section
    Cursor cursor_;
    std::unordered_map<std::size_t, std::size_t>
        closing_;                 ///< offsets of "(" in this paragraph, and of the matching ")"
    std::size_t matched_to_ = 0;  ///< end of the paragraph that `closing_` covers
};

namespace {

using Kind = GameToken::Kind;

/// Returns a word without a move number or dots at its start, such as "12.", "12…" or "...". What remains is
/// a move, or empty.
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

/// Checks whether a word is a NAG, PGN's numeric mark of a move, such as "$2".
bool is_nag(std::string_view word) {
    return word.size() > 1 && word[0] == '$' && word.find_first_not_of(digits, 1) == std::string_view::npos;
}

/// Checks whether a word consists of signs such as "!?".
bool is_sign(std::string_view word) { return word.find_first_not_of("!?") == std::string_view::npos; }

/// Checks whether a move with its sign, or a sign alone, is marked as an error.
bool marks_mistake(std::string_view word) {
    return word == "$2" || word == "$4" || (word.ends_with('?') && !word.ends_with("!?"));
}

/// Returns a comment without the commands `[%…]` in it.
std::string without_commands(std::string_view comment) {
    std::string text;
    while (true) {
        const std::size_t command = comment.find("[%");
        text += comment.substr(0, command);
        const std::size_t end = comment.find(']', std::min(command, comment.size()));
        if (end == std::string_view::npos) return std::string(trim(text));
        comment.remove_prefix(end + 1);
    }
}

/// A roll as it is written in the text.
struct WrittenDie {
    std::optional<int> roll;
    bool none = false;  ///< "-": no die is used
    std::string written;
    std::size_t line = 1;
    std::size_t offset = 0;

    bool readable() const { return roll || none; }
};

TextFault fault_of(const WrittenDie& die, std::string message) {
    return {die.line, {FaultCode::BadRoll, "line", die.offset, std::move(message)}};
}

/// Builds one game from its tokens.
class GameBuilder {
  public:
    explicit GameBuilder(const Variants& variants) : variants_(variants) {}

    /// Adds a token to the game. Returns false, without using the token, if the game ends before it.
    bool add(const GameToken& token) {
        switch (token.kind) {
            case Kind::BlankLine: return add_blank_line();
            case Kind::Tag: return add_tag(token);
            case Kind::Comment: return add_comment(token), true;
            case Kind::UnterminatedComment: return unterminated(token), true;
            case Kind::Parenthesis: return parenthesis(token), true;
            case Kind::Word: return word(token), true;
            case Kind::End: break;
        }
        return false;
    }

    /// Checks whether the result has been read, which ends the game.
    bool ended() const { return result_written_; }

    /// Checks whether the game has any content.
    bool has_content() const {
        return !game_.tags.empty() || !game_.plies.empty() || !game_.faults.empty() || die_ ||
               result_written_;
    }

    /// Checks whether the moves have begun, with a move, a move number or a roll.
    bool in_moves() const { return moves_begun_ || die_; }

    /// Completes the game. `text` is its move text.
    GameScore finish(std::string_view text) {
        game_.text = trim(text);
        // Comments after ';' and lines that begin with '%' need their newlines.
        const bool has_lines =
            text.find(';') != std::string_view::npos || text.find("\n%") != std::string_view::npos;
        if (!has_lines) game_.text = readable(game_.text);
        if (die_)
            game_.faults.push_back(
                fault_of(*die_, fmt::format("the roll \"{}\" has no move", die_->written)));
        check_result();
        return std::move(game_);
    }

  private:
    static TextFault fault(const GameToken& token, std::size_t offset, FaultCode code, std::string message) {
        return {token.line, {code, "line", token.offset + offset, std::move(message)}};
    }

    /// Returns the die of the game that the tags name, or null if it is unknown. Tags come before all moves.
    const Die* game_die() const { return variants_.die(game_.variant()); }

    WrittenDie read_die(std::string_view text, std::size_t line, std::size_t offset) const {
        WrittenDie die{{}, text == "-", readable(text), line, offset};
        const Die* const known = game_die();
        const auto face = die.none ? std::nullopt : face_named(text);
        if (face && (!known || *face <= known->faces)) die.roll = face;
        return die;
    }

    bool add_blank_line() {
        after_blank_ = true;
        return game_.plies.empty();
    }

    bool add_tag(const GameToken& token) {
        if (!game_.plies.empty()) return false;
        auto [tag, at, expected] = read_tag(token.text);
        if (!tag) {
            game_.faults.push_back(
                fault(token, at, FaultCode::BadTag,
                      fmt::format("the tag is broken, expected {} at character {} of \"{}\"", expected,
                                  at + 1, readable(trim(token.text)))));
        } else if (!tag_names_.insert(tag->name).second) {
            // As there are no moves yet, a repeated tag begins a new game only after a blank line.
            if (after_blank_) return false;
            game_.faults.push_back(
                fault(token, 0, FaultCode::BadTag,
                      fmt::format("the tag \"{}\" appears twice, expected once", tag->name)));
        } else {
            tag->line = token.line;
            tag->offset = token.offset;
            game_.tags.push_back(*std::move(tag));
        }
        after_blank_ = false;
        return true;
    }

    void unterminated(const GameToken& token) {
        game_.faults.push_back(fault(token, 0, FaultCode::UnterminatedComment,
                                     "the comment does not end, expected \"}\" somewhere after this \"{\""));
    }

    void parenthesis(const GameToken& token) {
        const std::string_view inside = trim(token.text.substr(1, token.text.size() - 2));
        const bool number = !inside.empty() && inside.find_first_not_of(digits) == std::string_view::npos;
        if (inside == "-" || number) {
            die_before(read_die(inside, token.line, token.offset));
        } else if (!game_.plies.empty() && holds_move(inside)) {
            add_variation(token);
        } else {
            move(token, token.text, 0);
        }
    }

    /// Checks whether the text of a parenthesis may contain a move: castling, a roll in a comment, a square
    /// such as "e5", or a word of at least four characters with a digit.
    static bool holds_move(std::string_view text) {
        for (const std::string_view sign : {"O-O", "[%d"}) {
            if (text.find(sign) != std::string_view::npos) return true;
        }
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

    /// Reads a variation, but skips variations inside variations: puzzles need one level.
    void add_variation(const GameToken& token) {
        if (inside_variation_) return void(game_.annotated = true);
        GameTokens tokens(token.text.substr(1, token.text.size() - 2), token.line, token.offset + 1);
        GameBuilder builder(variants_);
        builder.inside_variation_ = true;
        builder.game_.annotated = game_.annotated;
        if (const Tag* variant = game_.tag("Variant")) builder.game_.tags.push_back(*variant);
        for (GameToken inner = tokens.next(); inner.kind != Kind::End; inner = tokens.next())
            builder.add(inner);
        game_.annotated = builder.game_.annotated || builder.game_.comment;
        game_.variations.push_back({game_.plies.size() - 1, std::move(builder.game_.plies)});
    }

    void word(const GameToken& token) {
        if (is_result(token.text)) {
            game_.result = token.text;
            game_.result_line = token.line;
            game_.result_offset = token.offset;
            result_written_ = true;
        } else if (is_nag(token.text) || (is_sign(token.text) && !game_.plies.empty())) {
            if (marks_mistake(token.text) && !game_.plies.empty()) game_.plies.back().mistake = true;
        } else {
            moves_begun_ = true;
            const std::string_view rest = without_number(token.text);
            if (!rest.empty()) move(token, rest, token.text.size() - rest.size());
        }
    }

    void move(const GameToken& token, std::string_view text, std::size_t offset) {
        moves_begun_ = true;
        Ply ply{{}, false, readable(text), token.line, token.offset + offset, marks_mistake(text), {}};
        if (die_) set_roll(ply, *die_);
        for (TextFault& pending : die_faults_) ply.faults.push_back(std::move(pending));
        die_faults_.clear();
        die_.reset();
        game_.plies.push_back(std::move(ply));
    }

    /// Appends to the comment before the first move.
    void append_to_comment(const std::string& prose) {
        if (prose.empty()) return;
        if (game_.comment) {
            game_.comment->append(" ").append(prose);
        } else {
            game_.comment = prose;
        }
    }

    /// Reads rolls such as `[%d8 7]` in a comment, where 8 is the number of faces. Ignores other commands,
    /// and rolls of a die with another number of faces than the game's.
    void add_comment(const GameToken& token) {
        std::string prose = without_commands(token.text);
        if (game_.plies.empty()) {
            append_to_comment(prose);
        } else {
            game_.annotated = game_.annotated || !prose.empty();
        }
        constexpr std::string_view command = "[%d";
        const Die* const known = game_die();
        const std::string_view text = token.text;
        std::size_t line = token.line;
        std::size_t column = token.offset + 1;  // after the brace
        std::size_t seen = 0;
        for (std::size_t at = text.find(command); at < text.size(); at = text.find(command, at + 1)) {
            for (; seen < at; ++seen) {
                column = text[seen] == '\n' ? 0 : column + 1;
                if (text[seen] == '\n') ++line;
            }
            const std::size_t name = at + command.size();
            const std::size_t value = std::min(text.find_first_not_of(digits, name), text.size());
            const std::size_t end = std::min(text.find_first_of("[]", value), text.size());
            const bool longer_name = value < end && !is_blank(text[value]);
            const auto faces = number_in<int>(text.substr(name, value - name));
            const bool other_die = value > name && known && faces != known->faces;
            if (!longer_name && !other_die)
                die_in_comment(read_die(trim(text.substr(value, end - value)), line, column));
        }
    }

    void die_in_comment(WrittenDie die) {
        if (!dice_precede_) dice_precede_ = game_.plies.empty();
        if (*dice_precede_) {
            die_before(std::move(die));
        } else {
            set_roll(game_.plies.back(), die);
        }
    }

    /// Stores a roll for the next move.
    void die_before(WrittenDie die) {
        if (!die_) {
            die_ = std::move(die);
        } else if (die.written != die_->written) {
            die_faults_.push_back(second_die(die, die_->written));
        }
    }

    static TextFault second_die(const WrittenDie& die, std::string_view first) {
        return fault_of(
            die, fmt::format("the move has the roll \"{}\" already, expected no \"{}\"", first, die.written));
    }

    void set_roll(Ply& ply, const WrittenDie& die) const {
        if (!die.readable()) {
            const Die* const known = game_die();
            ply.faults.push_back(fault_of(
                die, fmt::format("the die shows \"{}\", expected {} or \"-\"", die.written,
                                 known ? fmt::format("1 to {}", known->faces) : "the number of a face")));
        } else if (!ply.roll && !ply.no_die) {
            ply.roll = die.roll;
            ply.no_die = die.none;
        } else if (ply.roll != die.roll) {
            ply.faults.push_back(second_die(die, ply.roll ? std::to_string(*ply.roll) : "-"));
        }
    }

    /// Takes the result from the Result tag if the moves end with "*" or without a result. Reports a tag that
    /// is malformed or contradicts the result of the moves.
    void check_result() {
        const Tag* tag = game_.tag("Result");
        if (!tag) return;
        const auto report = [&](FaultCode code, std::string message) {
            game_.faults.push_back({tag->line, {code, "line", tag->offset, std::move(message)}});
        };
        if (!is_result(tag->value)) {
            report(FaultCode::BadTag,
                   fmt::format("the Result tag says \"{}\", expected 1-0, 0-1, 1/2-1/2 or *", tag->value));
        } else if (game_.result == "*") {
            game_.result = tag->value;
            game_.result_line = tag->line;
            game_.result_offset = tag->offset;
        } else if (tag->value != "*" && tag->value != game_.result) {
            report(FaultCode::WrongResult,
                   fmt::format("the Result tag says \"{}\", but the game ends with \"{}\"", tag->value,
                               game_.result));
        }
    }

    const Variants& variants_;
    GameScore game_;
    std::unordered_set<std::string> tag_names_;
    std::optional<WrittenDie> die_;      ///< the roll of the next move
    std::vector<TextFault> die_faults_;  ///< faults of the same roll
    std::optional<bool> dice_precede_;  ///< rolls in comments come before their moves; nullopt: not known yet
    bool after_blank_ = false;
    bool result_written_ = false;
    bool moves_begun_ = false;
    bool inside_variation_ = false;
};

}  // namespace

std::vector<const std::vector<Ply>*> solving_lines(const GameScore& game) {
    std::vector<const std::vector<Ply>*> lines = {&game.plies};
    for (const Variation& variation : game.variations) {
        if (variation.ply == 0) lines.push_back(&variation.plies);
    }
    std::erase_if(lines, [](const auto* line) { return line->empty() || line->front().mistake; });
    return lines;
}

GameReader::GameReader(std::string_view text, const Variants& variants)
    : tokens_(std::make_unique<GameTokens>(text)), variants_(variants) {}

GameReader::~GameReader() = default;

std::size_t GameReader::line() const { return tokens_->cursor().line; }

std::optional<GameScore> GameReader::next() {
    GameBuilder builder(variants_);
    std::size_t begin = 0, end = 0;  // of the move text, as offsets
    while (!builder.ended()) {
        const GameTokens::Cursor before = tokens_->cursor();
        const bool first = !builder.in_moves();
        const GameToken token = tokens_->next();
        if (!builder.add(token)) {
            tokens_->go_back(before);
            break;
        }
        if (builder.ended() || !builder.in_moves() || token.kind == Kind::BlankLine) continue;
        if (first) begin = before.at;
        end = tokens_->cursor().at;
    }
    if (!builder.has_content()) return {};
    return builder.finish(tokens_->between(begin, end));
}

std::string on_one_line(std::string text) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    std::replace_if(text.begin(), text.end(), is_control, ' ');
    return text;
}

void append_tag(std::string& game, std::string_view name, std::string_view value) {
    game.append("[").append(name).append(" \"");
    for (const char c : on_one_line(std::string(value))) {
        if (c == '"' || c == '\\') game += '\\';
        game += c;
    }
    game += "\"]\n";
}

std::string die_command(const Die* die, int face) {
    return "[%d" + (die ? std::to_string(die->faces) : std::string()) + ' ' + face_name(face) + ']';
}

// ---- writing ---------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t line_width = 80;

/// Appends the seven tags, the other tags of the game, and those of `further` that the game lacks.
void append_tags(std::string& text, const GameScore& game, std::string_view result,
                 const std::vector<Tag>& further) {
    for (const auto& [name, unknown] : roster) {
        const Tag* own = game.tag(name);
        append_tag(text, name,
                   name == "Result"  ? result
                   : own             ? std::string_view(own->value)
                   : name == "Event" ? "?"
                                     : unknown);
    }
    for (const Tag& tag : game.tags) {
        if (!index_in_roster(tag.name)) append_tag(text, tag.name, tag.value);
    }
    for (const Tag& tag : further) {
        if (!game.tag(tag.name)) append_tag(text, tag.name, tag.value);
    }
}

/// A move number with the side to move.
struct MoveNumber {
    std::size_t move = 1;
    Color turn = Color::White;

    /// Returns the number of the following ply, which `next` plays.
    MoveNumber after(Color next) const { return {move + (next == Color::White ? 1 : 0), next}; }
};

/// Formats a ply: "12. Ke8-b8 $2 {[%d8 7] why}". Every ply has its move number, so that every line begins
/// with one.
std::string ply_text(const Ply& ply, MoveNumber number, const WrittenPly& written, const Die* die) {
    std::string text =
        fmt::format("{}{} {}", number.move, number.turn == Color::White ? "." : "...", written.move);
    if (written.nag > 0) text += fmt::format(" ${}", written.nag);
    std::string comment = ply.roll || ply.no_die ? die_command(die, ply.roll.value_or(0)) : "";
    if (!comment.empty() && !written.comment.empty()) comment += ' ';
    comment += written.comment;
    return comment.empty() ? text : fmt::format("{} {{{}}}", text, comment);
}

std::string variation_text(const Variation& variation, MoveNumber number, const Die* die) {
    std::string text;
    for (const Ply& ply : variation.plies) {
        if (!text.empty()) number = number.after(!number.turn);
        text.append(text.empty() ? "(" : " ").append(ply_text(ply, number, {number.turn, ply.move}, die));
    }
    return text + ')';
}

/// Fills lines of at most `line_width` characters with units of text that must not be broken.
class PgnLines {
  public:
    explicit PgnLines(std::string& text) : text_(text) {}

    void add(std::string_view unit) {
        const bool fits = width_ + 1 + unit.size() <= line_width;
        if (width_ > 0) text_ += fits ? ' ' : '\n';
        width_ = unit.size() + (width_ > 0 && fits ? width_ + 1 : 0);
        text_ += unit;
    }

  private:
    std::string& text_;
    std::size_t width_ = 0;
};

}  // namespace

std::string to_pgn(const GameScore& game, const std::vector<WrittenPly>& plies, std::string_view result,
                   const Die* die, const std::vector<Tag>& further) {
    std::string text;
    append_tags(text, game, result, further);
    text += '\n';
    if (game.comment) text.append("{").append(*game.comment).append("}\n");
    PgnLines lines(text);
    MoveNumber number{1, plies.empty() ? Color::White : plies.front().turn};
    auto variation = game.variations.begin();
    for (std::size_t at = 0; at < game.plies.size(); ++at) {
        const bool written = at < plies.size();
        if (at > 0) number = number.after(written ? plies[at].turn : !number.turn);
        const Ply& ply = game.plies[at];
        lines.add(ply_text(ply, number, written ? plies[at] : WrittenPly{number.turn, ply.move}, die));
        for (; variation != game.variations.end() && variation->ply == at; ++variation) {
            if (!variation->plies.empty()) lines.add(variation_text(*variation, number, die));
        }
    }
    lines.add(result);
    return text + "\n\n";
}

}  // namespace octomate::records
