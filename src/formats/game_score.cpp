#include "formats/game_score.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "puzzle/fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

/// A piece of the text of games.
struct GameToken {
    enum class Kind { End, BlankLine, Tag, Comment, UnterminatedComment, Parenthesis, Word };

    Kind kind = Kind::End;
    std::string_view text;   ///< a comment's without its braces
    std::size_t line = 1;    ///< where it begins, from 1
    std::size_t offset = 0;  ///< in bytes from the start of that line, from 0; of a comment, its brace
};

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

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view blanks = " \t\r\v\f";  // newlines are looked at apart

/// Returns a text on one line and in UTF-8: it will be quoted in records.
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

std::string unescaped(std::string_view value) {
    std::string out;
    for (std::size_t at = 0; at < value.size(); ++at) {
        const bool escape = value[at] == '\\' && at + 1 < value.size();
        if (escape && (value[at + 1] == '"' || value[at + 1] == '\\')) ++at;
        out += value[at];
    }
    return readable(out);
}

/// A tag as far as it could be read.
struct ReadTag {
    std::optional<Tag> tag;     ///< without its place
    std::size_t at = 0;         ///< behind it, or where it is broken
    std::string_view expected;  ///< what was looked for there
};

/// Reads `[Name "value"]` at the start of a text, which begins with the '['.
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

}  // namespace

/// Cuts the text of games into tokens; skips a byte order mark, blanks, `;` to the end of the line, and lines
/// that begin with '%'. No comment reaches beyond a blank line with tags behind it.
class GameTokens {
  public:
    using Kind = GameToken::Kind;

    /// The text must outlive it. Offsets on its first line begin behind a byte order mark.
    explicit GameTokens(std::string_view text) : text_(without_mark(text)) {}

    /// Cuts the text in the parentheses of a variation, which begins at that line and offset.
    GameTokens(std::string_view text, std::size_t line, std::size_t offset) : GameTokens(text) {
        cursor_.line = line;
        cursor_.indent = offset;
        cursor_.tag_may_stand_here = false;
    }

    /// Where the next token is looked for.
    struct Cursor {
        std::size_t at = 0;
        std::size_t line = 1;
        std::size_t line_start = 0;
        std::size_t indent = 0;          ///< of the first line: where the text begins in it
        bool tag_may_stand_here = true;  ///< nothing but tags and comments on this line so far
    };

    GameToken next() {
        if (skip_unread()) return take(Kind::BlankLine, cursor_.at);
        if (cursor_.at >= text_.size()) return take(Kind::End, cursor_.at);
        const char c = text_[cursor_.at];
        if (c == '{') return parse_comment();
        if (c == '[' && cursor_.tag_may_stand_here) {
            const std::size_t end = line_end(cursor_.at);
            const ReadTag read = read_tag(text_.substr(cursor_.at, end - cursor_.at));
            return take(Kind::Tag, read.tag ? cursor_.at + read.at : end);
        }
        if (c == '(') return parse_parenthesis();
        std::size_t end = std::min(text_.find_first_of(" \t\r\v\f\n{(;", cursor_.at), text_.size());
        // Tags may be glued to a result.
        const std::size_t bracket = std::min(text_.find('[', cursor_.at), end);
        if (is_result(between(cursor_.at, bracket))) end = bracket;
        return take(Kind::Word, end);
    }

    const Cursor& cursor() const { return cursor_; }
    /// Returns the text between two places of the cursor.
    std::string_view between(std::size_t begin, std::size_t end) const {
        return text_.substr(begin, end - begin);
    }
    void go_back(const Cursor& before) { cursor_ = before; }

  private:
    /// Skips blanks, line comments and escaped lines; true when it has come upon a blank line.
    bool skip_unread() {
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

    /// Goes to the next line; true if that one is blank.
    bool accept_newline() {
        cursor_ = {cursor_.at + 1, cursor_.line + 1, cursor_.at + 1, 0, true};
        return blank_line_at(cursor_.at);
    }

    /// Takes the text up to `end`, with the lines in it.
    GameToken take(Kind kind, std::size_t end) {
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
        // One that does not end is given up at the next blank line: it costs one game, not all that follow.
        const std::size_t end = comment_end(cursor_.at);
        if (end == std::string_view::npos) return take(Kind::UnterminatedComment, paragraph_end(cursor_.at));
        GameToken token = take(Kind::Comment, end + 1);
        token.text = token.text.substr(1, token.text.size() - 2);
        return token;
    }

    /// The brace that ends the comment; npos if it has none.
    std::size_t comment_end(std::size_t brace) {
        if (brace >= section_end_) enter_section(brace);
        return brace < comments_end_ ? text_.find('}', brace) : std::string_view::npos;
    }

    /// Looks for the end of the section once, and not for each comment in it.
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

    /// Whether an escaped line begins here.
    bool escaped_line_at(std::size_t at) const {
        return text_[at] == '%' && (at == 0 || text_[at - 1] == '\n');
    }

    /// Takes a parenthesis with those in it: a variation is one text that is no die, not many.
    GameToken parse_parenthesis() {
        if (cursor_.at >= matched_to_) match_parentheses();
        if (const auto found = closing_.find(cursor_.at); found != closing_.end())
            return take(Kind::Parenthesis, found->second + 1);
        // Not closed: a word, which no rules will read.
        return take(Kind::Word, std::min(text_.find_first_of(" \t\r\v\f\n{;", cursor_.at), text_.size()));
    }

    /// Finds the parentheses from here to the end of the paragraph that belong together, but for those in
    /// comments and escaped lines.
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

    /// The end of the line: its newline, or the end of the text.
    std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }

    /// The newline in front of the next blank line, or the end of the text.
    std::size_t paragraph_end(std::size_t from) const {
        std::size_t at = line_end(from);
        while (at < text_.size() && !blank_line_at(at + 1)) at = line_end(at + 1);
        return at;
    }

    /// Whether there is a line from here on and nothing but blanks in it. What is left behind the last
    /// newline is no line.
    bool blank_line_at(std::size_t from) const {
        const std::size_t at = text_.find_first_not_of(blanks, from);
        return at != std::string_view::npos && text_[at] == '\n';
    }

    std::string_view text_;
    std::size_t section_end_ = 0;   ///< where tags stand behind a blank line, or the end of the text
    std::size_t comments_end_ = 0;  ///< behind the last '}' before: no comment that begins there has an end
    Cursor cursor_;
    std::unordered_map<std::size_t, std::size_t>
        closing_;                 ///< of each "(" in this paragraph that is closed: its ")"
    std::size_t matched_to_ = 0;  ///< the end of that paragraph
};

namespace {

using Kind = GameToken::Kind;

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

/// Checks whether a word consists of signs such as "!?".
bool is_sign(std::string_view word) { return word.find_first_not_of("!?") == std::string_view::npos; }

/// Checks whether a move with its sign, or a sign alone, is marked as an error.
bool marks_mistake(std::string_view word) {
    return word == "$2" || word == "$4" || (word.ends_with('?') && !word.ends_with("!?"));
}

/// Returns a comment without the commands `[%…]` in it.
std::string words_of(std::string_view comment) {
    std::string text;
    while (true) {
        const std::size_t command = comment.find("[%");
        text += comment.substr(0, command);
        const std::size_t end = comment.find(']', std::min(command, comment.size()));
        if (end == std::string_view::npos) return std::string(trim(text));
        comment.remove_prefix(end + 1);
    }
}

/// The die in front of a move: its roll, and its text.
struct WrittenDie {
    std::optional<int> roll;
    bool none = false;  ///< "-"
    std::string written;
    std::size_t line = 1;
    std::size_t offset = 0;

    bool readable() const { return roll || none; }
};

TextFault fault_of(const WrittenDie& die, std::string message) {
    return {die.line, {FaultCode::BadRoll, "line", die.offset, std::move(message)}};
}

/// Puts the tokens of one game together.
class GameBuilder {
  public:
    explicit GameBuilder(const Variants& variants) : variants_(variants) {}

    /// Takes the token; false if it begins the next game.
    bool take(const GameToken& token) {
        switch (token.kind) {
            case Kind::BlankLine: return blank_line();
            case Kind::Tag: return tag(token);
            case Kind::Comment: return comment(token), true;
            case Kind::UnterminatedComment: return unterminated(token), true;
            case Kind::Parenthesis: return parenthesis(token), true;
            case Kind::Word: return word(token), true;
            case Kind::End: break;
        }
        return false;
    }

    /// Whether a result has ended it.
    bool over() const { return result_written_; }

    /// Whether anything was found.
    bool any() const {
        return !game_.tags.empty() || !game_.plies.empty() || !game_.faults.empty() || die_ ||
               result_written_;
    }

    /// Checks whether the moves have begun, be it with a number or a die.
    bool in_moves() const { return moves_begun_ || die_; }

    /// `text`: the moves as they stand.
    GameScore finish(std::string_view text) {
        game_.text = trim(text);
        // A comment behind a ';', and a line that begins with '%', end with their line.
        const bool has_lines =
            text.find(';') != std::string_view::npos || text.find("\n%") != std::string_view::npos;
        if (!has_lines) game_.text = readable(game_.text);
        if (die_)
            game_.faults.push_back(fault_of(*die_, fmt::format("the die \"{}\" has no move", die_->written)));
        settle_result();
        return std::move(game_);
    }

  private:
    static TextFault fault(const GameToken& token, std::size_t offset, FaultCode code, std::string message) {
        return {token.line, {code, "line", token.offset + offset, std::move(message)}};
    }

    /// The die of the game as far as its tags are read, which stand in front of its moves.
    const Die* game_die() const { return variants_.die(game_.variant()); }

    WrittenDie read_die(std::string_view text, std::size_t line, std::size_t offset) const {
        WrittenDie die{{}, text == "-", readable(text), line, offset};
        const Die* const known = game_die();
        const auto face = die.none ? std::nullopt : face_named(text);
        if (face && (!known || *face <= known->faces)) die.roll = face;
        return die;
    }

    bool blank_line() {
        after_blank_ = true;
        return game_.plies.empty();
    }

    bool tag(const GameToken& token) {
        if (!game_.plies.empty()) return false;
        auto [tag, at, expected] = read_tag(token.text);
        if (!tag) {
            game_.faults.push_back(
                fault(token, at, FaultCode::BadTag,
                      fmt::format("the tag is broken, expected {} at character {} of \"{}\"", expected,
                                  at + 1, readable(trim(token.text)))));
        } else if (!tag_names_.insert(tag->name).second) {
            // Without moves only a blank line distinguishes a new game from a mistake.
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
                                     "the comment does not end, expected \"}\" somewhere behind this \"{\""));
    }

    void parenthesis(const GameToken& token) {
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

    /// Text in which some word may be a move: it castles or has a roll in a comment, a digit stands in it
    /// behind a letter, as in "e5", or it has four characters or more and a digit among them.
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

    /// A game skips what could have been played instead; puzzles look into it, one level deep.
    void variation(const GameToken& token) {
        if (inside_variation_) return void(game_.annotated = true);
        GameTokens tokens(token.text.substr(1, token.text.size() - 2), token.line, token.offset + 1);
        GameBuilder builder(variants_);
        builder.inside_variation_ = true;
        builder.game_.annotated = game_.annotated;
        if (const Tag* variant = game_.tag("Variant")) builder.game_.tags.push_back(*variant);
        for (GameToken inner = tokens.next(); inner.kind != Kind::End; inner = tokens.next())
            builder.take(inner);
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
        if (die_) give(ply, *die_);
        for (TextFault& told : die_faults_) ply.faults.push_back(std::move(told));
        die_faults_.clear();
        die_.reset();
        game_.plies.push_back(std::move(ply));
    }

    /// Keeps what is said before the first move.
    void remember(const std::string& said) {
        if (said.empty()) return;
        if (game_.comment) {
            game_.comment->append(" ").append(said);
        } else {
            game_.comment = said;
        }
    }

    /// Finds `[%d8 7]` in a comment, 8 being the number of faces, if that is known; other commands are not
    /// looked at.
    void comment(const GameToken& token) {
        std::string said = words_of(token.text);
        if (game_.plies.empty()) {
            remember(said);
        } else {
            game_.annotated = game_.annotated || !said.empty();
        }
        constexpr std::string_view command = "[%d";
        const Die* const known = game_die();
        const std::string_view text = token.text;
        std::size_t line = token.line;
        std::size_t column = token.offset + 1;  // behind the brace
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
            give(game_.plies.back(), die);
        }
    }

    /// Keeps the die for the move that follows.
    void die_before(WrittenDie die) {
        if (!die_) {
            die_ = std::move(die);
        } else if (die.written != die_->written) {
            die_faults_.push_back(second_die(die, die_->written));
        }
    }

    static TextFault second_die(const WrittenDie& die, std::string_view first) {
        return fault_of(
            die, fmt::format("the move has the die \"{}\" already, expected no \"{}\"", first, die.written));
    }

    void give(Ply& ply, const WrittenDie& die) const {
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

    const Variants& variants_;
    GameScore game_;
    std::unordered_set<std::string> tag_names_;
    std::optional<WrittenDie> die_;      ///< waits for its move
    std::vector<TextFault> die_faults_;  ///< wait for the same move
    std::optional<bool> dice_precede_;   ///< which side of the move the comments with dice are on, once known
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
    std::size_t begin = 0, end = 0;  // of the moves
    while (!builder.over()) {
        const GameTokens::Cursor before = tokens_->cursor();
        const bool first = !builder.in_moves();
        const GameToken token = tokens_->next();
        if (!builder.take(token)) {
            tokens_->go_back(before);
            break;
        }
        if (builder.over() || !builder.in_moves() || token.kind == Kind::BlankLine) continue;
        if (first) begin = before.at;
        end = tokens_->cursor().at;
    }
    if (!builder.any()) return {};
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

/// Appends the tags: the seven, those of the game, and further ones that it has not.
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
        if (!place_in_roster(tag.name)) append_tag(text, tag.name, tag.value);
    }
    for (const Tag& tag : further) {
        if (!game.tag(tag.name)) append_tag(text, tag.name, tag.value);
    }
}

/// The number of a move, and whose it is.
struct MoveNumber {
    std::size_t move = 1;
    Color turn = Color::White;

    MoveNumber before(Color next) const { return {move + (next == Color::White ? 1 : 0), next}; }
};

/// "12. Ke8-b8 $2 {[%d8 7] why}". Every move has its number, so that no line begins with anything else.
std::string ply_text(const Ply& ply, MoveNumber place, const WrittenPly& written, const Die* die) {
    std::string text =
        fmt::format("{}{} {}", place.move, place.turn == Color::White ? "." : "...", written.move);
    if (written.nag > 0) text += fmt::format(" ${}", written.nag);
    std::string comment = ply.roll || ply.no_die ? die_command(die, ply.roll.value_or(0)) : "";
    if (!comment.empty() && !written.comment.empty()) comment += ' ';
    comment += written.comment;
    return comment.empty() ? text : fmt::format("{} {{{}}}", text, comment);
}

std::string variation_text(const Variation& variation, MoveNumber place, const Die* die) {
    std::string text;
    for (const Ply& ply : variation.plies) {
        if (!text.empty()) place = place.before(!place.turn);
        text.append(text.empty() ? "(" : " ").append(ply_text(ply, place, {place.turn, ply.move}, die));
    }
    return text + ')';
}

/// Puts units of text into lines, none of which is broken.
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
    MoveNumber place{1, plies.empty() ? Color::White : plies.front().turn};
    auto variation = game.variations.begin();
    for (std::size_t at = 0; at < game.plies.size(); ++at) {
        const bool written = at < plies.size();
        if (at > 0) place = place.before(written ? plies[at].turn : !place.turn);
        const Ply& ply = game.plies[at];
        lines.add(ply_text(ply, place, written ? plies[at] : WrittenPly{place.turn, ply.move}, die));
        for (; variation != game.variations.end() && variation->ply == at; ++variation) {
            if (!variation->plies.empty()) lines.add(variation_text(*variation, place, die));
        }
    }
    lines.add(result);
    return text + "\n\n";
}

}  // namespace octomate::records
