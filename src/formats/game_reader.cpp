#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formats/game_score.hpp"
#include "puzzle/fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

using Kind = GameToken::Kind;

constexpr std::string_view digits = "0123456789";

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

/// A die as it is written.
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

std::optional<GameScore> GameReader::next() {
    GameBuilder builder(variants_);
    std::size_t begin = 0, end = 0;  // of the moves
    while (!builder.over()) {
        const GameTokens::Cursor before = tokens_.cursor();
        const bool first = !builder.in_moves();
        const GameToken token = tokens_.next();
        if (!builder.take(token)) {
            tokens_.go_back(before);
            break;
        }
        if (builder.over() || !builder.in_moves() || token.kind == Kind::BlankLine) continue;
        if (first) begin = before.at;
        end = tokens_.cursor().at;
    }
    if (!builder.any()) return {};
    return builder.finish(tokens_.between(begin, end));
}

}  // namespace octomate::records
