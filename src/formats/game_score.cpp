// Reader and writer of games with rolls.
//
// `GameTokens` splits the text into tokens (tags, comments, parentheses, words, blank lines), and
// `GameBuilder` puts the tokens of one game together until a token shows that the next game begins; the
// reader then returns to that token. Errors must not spread: an unterminated comment ends at the next blank
// line, so that it spoils one game only. Reading takes linear time even for texts full of unmatched braces
// and parentheses: ends of comments are found once per section (the text up to tags after a blank line), and
// matching parentheses once per paragraph (the text up to a blank line).

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
    std::string_view text;   ///< for a comment, the text between the braces
    std::size_t line = 1;    ///< line on which the token begins, from 1
    std::size_t offset = 0;  ///< offset in that line, in bytes; for a comment, of its brace
};

bool begins_game(std::string_view line) {
    if (!line.starts_with('[')) return false;
    const std::size_t name = line.find_first_not_of(" \t", 1);
    if (name == std::string_view::npos || !is_name_start(line[name])) return false;
    if (line[name] >= 'A' && line[name] <= 'Z')
        return true;  // in a JSON array, no word begins with a capital
    std::size_t offset = name;
    while (offset < line.size() && (is_name_start(line[offset]) || is_digit(line[offset]))) ++offset;
    while (offset < line.size() && is_blank(line[offset])) ++offset;
    return offset < line.size() && line[offset] == '"';
}

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view blanks = " \t\r\v\f";  // newlines are handled separately

/// Returns `text` as one line of valid UTF-8: replaces invalid bytes by U+FFFD and newlines by blanks.
std::string valid_line(std::string_view text) {
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
    for (std::size_t index = 0; index < value.size(); ++index) {
        const bool escape = value[index] == '\\' && index + 1 < value.size();
        if (escape && (value[index + 1] == '"' || value[index + 1] == '\\')) ++index;
        out += value[index];
    }
    return valid_line(out);
}

/// The result of `read_tag`.
struct ReadTag {
    std::optional<Tag> tag;     ///< without line and offset; nullopt if the tag is malformed
    std::size_t end = 0;        ///< offset after the tag, or of the fault
    std::string_view expected;  ///< what was expected at the fault; empty if there is none
};

/// Reads `[Name "value"]` at the start of `text`, which begins with '['.
ReadTag read_tag(std::string_view text) {
    std::size_t offset = 1;  // after the '['
    const auto skip_blanks = [&] {
        while (offset < text.size() && is_blank(text[offset])) ++offset;
    };
    const auto is_next = [&](char sign) {
        skip_blanks();
        return offset < text.size() && text[offset] == sign;
    };
    Tag tag;
    skip_blanks();
    while (offset < text.size() && (is_name_start(text[offset]) || is_digit(text[offset])))
        tag.name += text[offset++];
    if (tag.name.empty()) return {{}, offset, "a name"};
    if (!is_next('"')) return {{}, offset, "a value in quotes"};
    const std::size_t begin = ++offset;
    for (; offset < text.size() && text[offset] != '"'; ++offset) {
        if (text[offset] == '\\' && offset + 1 < text.size()) ++offset;
    }
    if (offset >= text.size()) return {{}, offset, "a closing quote"};
    tag.value = unescaped(text.substr(begin, offset++ - begin));
    if (!is_next(']')) return {{}, offset, "\"]\""};
    return {std::move(tag), offset + 1, {}};
}

}  // namespace

/// Splits the text of games into tokens. Skips a byte order mark, blanks, `;` to the end of the line, and
/// lines that begin with '%'. A comment always ends before a blank line that is followed by tags.
class GameTokens {
  public:
    using Kind = GameToken::Kind;

    /// `text` must outlive the object. Offsets on its first line do not count a byte order mark.
    explicit GameTokens(std::string_view text) : text_(without_byte_order_mark(text)) {}

    /// Splits the text inside the parentheses of a variation, which begins at `line` and `offset`.
    GameTokens(std::string_view text, std::size_t line, std::size_t offset) : GameTokens(text) {
        cursor_.line = line;
        cursor_.indent = offset;
        cursor_.tag_allowed = false;
    }

    /// The position at which the search for the next token starts.
    struct Cursor {
        std::size_t offset = 0;  ///< offset in the text, in bytes
        std::size_t line = 1;
        std::size_t line_start = 0;  ///< offset of the start of the line
        std::size_t indent = 0;      ///< offset of the text's first byte in its line; 0 on later lines
        bool tag_allowed = true;     ///< whether the line has only tags and comments before `offset`
    };

    /// Returns the next token; its kind is End at the end of the text.
    GameToken next() {
        if (skip_to_token()) return make_token(Kind::BlankLine, cursor_.offset);
        if (cursor_.offset >= text_.size()) return make_token(Kind::End, cursor_.offset);
        const char c = text_[cursor_.offset];
        if (c == '{') return parse_comment();
        if (c == '[' && cursor_.tag_allowed) {
            const std::size_t end = line_end(cursor_.offset);
            const ReadTag read = read_tag(text_.substr(cursor_.offset, end - cursor_.offset));
            return make_token(Kind::Tag, read.tag ? cursor_.offset + read.end : end);
        }
        if (c == '(') return parse_parenthesis();
        std::size_t end = std::min(text_.find_first_of(" \t\r\v\f\n{(;", cursor_.offset), text_.size());
        // Tags may follow a result without a blank.
        const std::size_t bracket = std::min(text_.find('[', cursor_.offset), end);
        if (is_result(between(cursor_.offset, bracket))) end = bracket;
        return make_token(Kind::Word, end);
    }

    const Cursor& cursor() const { return cursor_; }
    /// Returns the text between two values of `Cursor::offset`.
    std::string_view between(std::size_t begin, std::size_t end) const {
        return text_.substr(begin, end - begin);
    }
    /// Moves back to a cursor that `cursor()` returned earlier.
    void go_back(const Cursor& earlier) { cursor_ = earlier; }

  private:
    /// Skips blanks, comments after ';' and lines that begin with '%', up to a token or a blank line. Returns
    /// true if it reaches a blank line.
    bool skip_to_token() {
        while (cursor_.offset < text_.size()) {
            const char c = text_[cursor_.offset];
            if (c == '\n') {
                if (skip_newline()) return true;
            } else if (c == ';' || escaped_line_at(cursor_.offset)) {
                cursor_.offset = line_end(cursor_.offset);
            } else if (is_blank(c)) {
                ++cursor_.offset;
            } else {
                break;
            }
        }
        return false;
    }

    /// Moves the cursor to the next line and returns true if that line is blank.
    bool skip_newline() {
        cursor_ = {cursor_.offset + 1, cursor_.line + 1, cursor_.offset + 1, 0, true};
        return blank_line_at(cursor_.offset);
    }

    /// Returns the text from the cursor to `end` as a token, and moves the cursor to `end`.
    GameToken make_token(Kind kind, std::size_t end) {
        const GameToken token{kind, text_.substr(cursor_.offset, end - cursor_.offset), cursor_.line,
                              cursor_.offset - cursor_.line_start + cursor_.indent};
        for (std::size_t index = cursor_.offset; index < end; ++index) {
            if (text_[index] != '\n') continue;
            ++cursor_.line;
            cursor_.line_start = index + 1;
            cursor_.indent = 0;
        }
        cursor_.offset = end;
        if (kind == Kind::Word || kind == Kind::Parenthesis) cursor_.tag_allowed = is_result(token.text);
        return token;
    }

    GameToken parse_comment() {
        // An unterminated comment ends at the next blank line, so that it spoils one game only.
        const std::size_t end = comment_end(cursor_.offset);
        if (end == std::string_view::npos)
            return make_token(Kind::UnterminatedComment, paragraph_end(cursor_.offset));
        GameToken token = make_token(Kind::Comment, end + 1);
        token.text = token.text.substr(1, token.text.size() - 2);
        return token;
    }

    /// Returns the offset of the brace that ends the comment opened at `brace`, or npos if there is none.
    std::size_t comment_end(std::size_t brace) {
        if (brace >= section_end_) enter_section(brace);
        return brace < comments_end_ ? text_.find('}', brace) : std::string_view::npos;
    }

    /// Sets `section_end_` and `comments_end_` for the section that contains the offset `from`.
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

    /// Checks whether a line that begins with '%' starts at `offset`.
    bool escaped_line_at(std::size_t offset) const {
        return text_[offset] == '%' && (offset == 0 || text_[offset - 1] == '\n');
    }

    /// Returns the text from "(" to the matching ")" as one token, because a variation is parsed as a whole.
    GameToken parse_parenthesis() {
        if (cursor_.offset >= matched_end_) match_parentheses();
        if (const auto found = closing_.find(cursor_.offset); found != closing_.end())
            return make_token(Kind::Parenthesis, found->second + 1);
        // An unclosed parenthesis becomes part of a word, which is no legal move.
        return make_token(Kind::Word,
                          std::min(text_.find_first_of(" \t\r\v\f\n{;", cursor_.offset), text_.size()));
    }

    /// Sets `closing_` for the parentheses from the cursor to the end of the paragraph, ignoring those in
    /// comments and in lines that begin with '%'.
    void match_parentheses() {
        closing_.clear();
        std::vector<std::size_t> open;
        std::size_t offset = cursor_.offset;
        for (; offset < text_.size(); ++offset) {
            const char c = text_[offset];
            if (c == '\n' && blank_line_at(offset + 1)) break;
            if (c == ';' || escaped_line_at(offset)) offset = line_end(offset) - 1;
            if (c == '{') {
                if (const std::size_t end = comment_end(offset); end != std::string_view::npos) offset = end;
            }
            if (c == '(') open.push_back(offset);
            if (c != ')' || open.empty()) continue;
            closing_.emplace(open.back(), offset);
            open.pop_back();
        }
        matched_end_ = offset;
    }

    /// Returns the offset of the next newline, or the size of the text.
    std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }

    /// Returns the offset of the newline before the next blank line, or the size of the text.
    std::size_t paragraph_end(std::size_t from) const {
        std::size_t offset = line_end(from);
        while (offset < text_.size() && !blank_line_at(offset + 1)) offset = line_end(offset + 1);
        return offset;
    }

    /// Checks whether the line that begins at `from` is blank and ends with a newline.
    bool blank_line_at(std::size_t from) const {
        const std::size_t offset = text_.find_first_not_of(blanks, from);
        return offset != std::string_view::npos && text_[offset] == '\n';
    }

    std::string_view text_;
    std::size_t section_end_ = 0;   ///< end of the section: offset of tags after a blank line, or of the end
    std::size_t comments_end_ = 0;  ///< offset after the last '}' of the section
    Cursor cursor_;
    std::unordered_map<std::size_t, std::size_t> closing_;  ///< offset of each "(" → offset of its ")"
    std::size_t matched_end_ = 0;  ///< end of the paragraph whose parentheses are in `closing_`
};

namespace {

using Kind = GameToken::Kind;

/// Removes a move number or dots, such as "12.", "12…" or "...", from the start of a word. Returns the move
/// that follows, or an empty text.
std::string_view without_number(std::string_view word) {
    constexpr std::string_view ellipsis = "\xE2\x80\xA6";
    const std::size_t number = std::min(word.find_first_not_of(digits), word.size());
    std::size_t offset = number;
    while (offset < word.size()) {
        if (word[offset] == '.') {
            ++offset;
        } else if (word.substr(offset, ellipsis.size()) == ellipsis) {
            offset += ellipsis.size();
        } else {
            break;
        }
    }
    return offset > number || offset == word.size() ? word.substr(offset) : word;
}

/// Checks whether a word is a NAG, PGN's numeric mark of a move, such as "$2".
bool is_nag(std::string_view word) {
    return word.size() > 1 && word[0] == '$' && word.find_first_not_of(digits, 1) == std::string_view::npos;
}

/// Checks whether a word consists of the signs '!' and '?' only.
bool is_sign(std::string_view word) { return word.find_first_not_of("!?") == std::string_view::npos; }

/// Checks whether a word is a sign or NAG for a mistake, or a move that ends with such a sign.
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

/// A roll as read from the text.
struct WrittenRoll {
    std::optional<int> roll;  ///< nullopt for "-" and for invalid text
    bool no_die = false;      ///< whether the text is "-"
    std::string text;         ///< the roll as a line of UTF-8
    std::size_t line = 1;
    std::size_t offset = 0;

    bool is_valid() const { return roll || no_die; }
};

TextFault fault_of(const WrittenRoll& roll, std::string message) {
    return {roll.line, {FaultCode::BadRoll, "line", roll.offset, std::move(message)}};
}

/// Builds one game from its tokens.
class GameBuilder {
  public:
    explicit GameBuilder(const Variants& variants) : variants_(variants) {}

    /// Adds a token to the game. Returns false if the game ends before the token, which is then not added.
    bool add(const GameToken& token) {
        switch (token.kind) {
            case Kind::BlankLine: return add_blank_line();
            case Kind::Tag: return add_tag(token);
            case Kind::Comment: return add_comment(token), true;
            case Kind::UnterminatedComment: return report_unterminated_comment(token), true;
            case Kind::Parenthesis: return add_parenthesis(token), true;
            case Kind::Word: return add_word(token), true;
            case Kind::End: break;
        }
        return false;
    }

    /// Checks whether the result has been read, which ends the game.
    bool ended() const { return result_written_; }

    /// Checks whether a tag, move, roll or result of the game has been read, or a fault found.
    bool has_content() const {
        return !game_.tags.empty() || !game_.plies.empty() || !game_.faults.empty() || next_roll_ ||
               result_written_;
    }

    /// Checks whether the moves have begun, with a move, a move number or a roll.
    bool in_moves() const { return moves_begun_ || next_roll_; }

    /// Completes and returns the game, whose move text is `text`. The builder is then no longer usable.
    GameScore finish(std::string_view text) {
        game_.text = trim(text);
        // Newlines are kept if they end a comment after ';' or a line that begins with '%'.
        const bool has_lines =
            text.find(';') != std::string_view::npos || text.find("\n%") != std::string_view::npos;
        if (!has_lines) game_.text = valid_line(game_.text);
        if (next_roll_)
            game_.faults.push_back(
                fault_of(*next_roll_, fmt::format("the roll \"{}\" has no move", next_roll_->text)));
        check_result();
        return std::move(game_);
    }

  private:
    static TextFault fault(const GameToken& token, std::size_t offset, FaultCode code, std::string message) {
        return {token.line, {code, "line", token.offset + offset, std::move(message)}};
    }

    /// Returns the die of the game that the tags name, or null if it is unknown. Tags come before all moves.
    const Die* game_die() const { return variants_.die(game_.variant()); }

    /// Parses the text of a roll at `line` and `offset`; invalid if the game's die lacks the face.
    WrittenRoll read_roll(std::string_view text, std::size_t line, std::size_t offset) const {
        WrittenRoll roll{{}, text == "-", valid_line(text), line, offset};
        const Die* const die = game_die();
        const auto face = roll.no_die ? std::nullopt : face_named(text);
        if (face && (!die || *face <= die->faces)) roll.roll = face;
        return roll;
    }

    bool add_blank_line() {
        after_blank_ = true;
        return game_.plies.empty();
    }

    bool add_tag(const GameToken& token) {
        if (!game_.plies.empty()) return false;
        auto [tag, end, expected] = read_tag(token.text);
        if (!tag) {
            game_.faults.push_back(
                fault(token, end, FaultCode::BadTag,
                      fmt::format("the tag is broken, expected {} at character {} of \"{}\"", expected,
                                  end + 1, valid_line(trim(token.text)))));
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

    void report_unterminated_comment(const GameToken& token) {
        game_.faults.push_back(fault(token, 0, FaultCode::UnterminatedComment,
                                     "the comment does not end, expected \"}\" somewhere after this \"{\""));
    }

    void add_parenthesis(const GameToken& token) {
        const std::string_view inside = trim(token.text.substr(1, token.text.size() - 2));
        const bool is_number = !inside.empty() && inside.find_first_not_of(digits) == std::string_view::npos;
        if (inside == "-" || is_number) {
            set_next_roll(read_roll(inside, token.line, token.offset));
        } else if (!game_.plies.empty() && may_hold_move(inside)) {
            add_variation(token);
        } else {
            add_move(token, token.text, 0);
        }
    }

    /// Checks whether the text of a parenthesis may contain a move: castling, a roll in a comment, a square
    /// such as "e5", or a word of at least four characters with a digit.
    static bool may_hold_move(std::string_view text) {
        for (const std::string_view move_part : {"O-O", "[%d"}) {
            if (text.find(move_part) != std::string_view::npos) return true;
        }
        std::size_t length = 0;
        bool has_digit = false;
        char previous = ' ';
        for (const char c : text) {
            const bool separates =
                is_blank(c) || std::string_view("\n(){};.").find(c) != std::string_view::npos;
            length = separates ? 0 : length + 1;
            has_digit = !separates && (has_digit || is_digit(c));
            const bool is_square = is_digit(c) && previous >= 'a' && previous <= 'p';
            if (is_square || (length >= 4 && has_digit)) return true;
            previous = c;
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

    void add_word(const GameToken& token) {
        if (is_result(token.text)) {
            game_.result = token.text;
            game_.result_line = token.line;
            game_.result_offset = token.offset;
            result_written_ = true;
        } else if (is_nag(token.text) || (is_sign(token.text) && !game_.plies.empty())) {
            if (marks_mistake(token.text) && !game_.plies.empty()) game_.plies.back().mistake = true;
        } else {
            moves_begun_ = true;
            const std::string_view text = without_number(token.text);
            if (!text.empty()) add_move(token, text, token.text.size() - text.size());
        }
    }

    void add_move(const GameToken& token, std::string_view text, std::size_t offset) {
        moves_begun_ = true;
        Ply ply{{}, false, valid_line(text), token.line, token.offset + offset, marks_mistake(text), {}};
        if (next_roll_) set_roll(ply, *next_roll_);
        for (TextFault& pending : next_roll_faults_) ply.faults.push_back(std::move(pending));
        next_roll_faults_.clear();
        next_roll_.reset();
        game_.plies.push_back(std::move(ply));
    }

    /// Appends `prose` to the comment before the first move.
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
        const Die* const die = game_die();
        const std::string_view text = token.text;
        std::size_t line = token.line;
        std::size_t column = token.offset + 1;  // after the brace
        std::size_t counted = 0;
        for (std::size_t start = text.find(command); start < text.size();
             start = text.find(command, start + 1)) {
            for (; counted < start; ++counted) {
                column = text[counted] == '\n' ? 0 : column + 1;
                if (text[counted] == '\n') ++line;
            }
            const std::size_t name = start + command.size();
            const std::size_t value = std::min(text.find_first_not_of(digits, name), text.size());
            const std::size_t end = std::min(text.find_first_of("[]", value), text.size());
            const bool longer_name = value < end && !is_blank(text[value]);
            const auto faces = number_in<int>(text.substr(name, value - name));
            const bool other_die = value > name && die && faces != die->faces;
            if (!longer_name && !other_die)
                add_roll_of_comment(read_roll(trim(text.substr(value, end - value)), line, column));
        }
    }

    void add_roll_of_comment(WrittenRoll roll) {
        if (!rolls_precede_moves_) rolls_precede_moves_ = game_.plies.empty();
        if (*rolls_precede_moves_) {
            set_next_roll(std::move(roll));
        } else {
            set_roll(game_.plies.back(), roll);
        }
    }

    /// Sets the roll of the next move, or reports a fault if it has another roll already.
    void set_next_roll(WrittenRoll roll) {
        if (!next_roll_) {
            next_roll_ = std::move(roll);
        } else if (roll.text != next_roll_->text) {
            next_roll_faults_.push_back(second_roll_fault(roll, next_roll_->text));
        }
    }

    static TextFault second_roll_fault(const WrittenRoll& roll, std::string_view first) {
        return fault_of(
            roll, fmt::format("the move has the roll \"{}\" already, expected no \"{}\"", first, roll.text));
    }

    void set_roll(Ply& ply, const WrittenRoll& roll) const {
        if (!roll.is_valid()) {
            const Die* const die = game_die();
            ply.faults.push_back(fault_of(
                roll, fmt::format("the die shows \"{}\", expected {} or \"-\"", roll.text,
                                  die ? fmt::format("1 to {}", die->faces) : "the number of a face")));
        } else if (!ply.roll && !ply.no_die) {
            ply.roll = roll.roll;
            ply.no_die = roll.no_die;
        } else if (ply.roll != roll.roll) {
            ply.faults.push_back(second_roll_fault(roll, ply.roll ? std::to_string(*ply.roll) : "-"));
        }
    }

    /// Sets the result to that of the Result tag if the moves end with "*" or without a result. Reports a tag
    /// that is malformed or contradicts the result of the moves.
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
    std::optional<WrittenRoll> next_roll_;     ///< the roll of the next move, if it has been read
    std::vector<TextFault> next_roll_faults_;  ///< faults of `next_roll_`
    std::optional<bool> rolls_precede_moves_;  ///< whether a roll in a comment is that of the next move;
                                               ///< nullopt before the first such comment
    bool after_blank_ = false;                 ///< whether a blank line has been read since the last tag
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
    std::size_t begin = 0, end = 0;  // offsets of the move text
    while (!builder.ended()) {
        const GameTokens::Cursor before = tokens_->cursor();
        const bool was_before_moves = !builder.in_moves();
        const GameToken token = tokens_->next();
        if (!builder.add(token)) {
            tokens_->go_back(before);
            break;
        }
        if (builder.ended() || !builder.in_moves() || token.kind == Kind::BlankLine) continue;
        if (was_before_moves) begin = before.offset;
        end = tokens_->cursor().offset;
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

// ---- writing PGN -----------------------------------------------------------------------------------------

namespace {

constexpr std::size_t line_width = 80;

/// Appends the seven tags, the other tags of the game, and those of `further` that the game lacks.
void append_tags(std::string& text, const GameScore& game, std::string_view result,
                 const std::vector<Tag>& further) {
    for (const auto& [name, unknown] : roster) {
        const Tag* tag = game.tag(name);
        append_tag(text, name,
                   name == "Result"  ? result
                   : tag             ? std::string_view(tag->value)
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

    /// Returns the number of the next ply, which `next` plays.
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

/// Appends units of text, which must not be broken, in lines of at most `line_width` bytes.
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
    for (std::size_t index = 0; index < game.plies.size(); ++index) {
        const bool written = index < plies.size();
        if (index > 0) number = number.after(written ? plies[index].turn : !number.turn);
        const Ply& ply = game.plies[index];
        lines.add(ply_text(ply, number, written ? plies[index] : WrittenPly{number.turn, ply.move}, die));
        for (; variation != game.variations.end() && variation->ply == index; ++variation) {
            if (!variation->plies.empty()) lines.add(variation_text(*variation, number, die));
        }
    }
    lines.add(result);
    return text + "\n\n";
}

}  // namespace octomate::records
