#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/color.hpp"
#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::records {

/// A fault and its line, from 1. `fault.offset` counts bytes from the start of that line, from 0, where
/// `fault.field` is "line"; else it counts within the tag that the field names.
struct TextFault {
    std::size_t line = 1;
    Fault fault;

    bool operator==(const TextFault&) const = default;
};

/// A move as it is written, with its die.
struct Ply {
    std::optional<int> roll;        ///< a face; none: no die is written, or one that cannot be read
    bool no_die = false;            ///< "(-)" or "[%d8 -]" is written
    std::string move;               ///< valid UTF-8, without number and dots; not judged yet
    std::size_t line = 1;           ///< where the move begins, from 1
    std::size_t offset = 0;         ///< bytes from the start of that line, from 0
    bool mistake = false;           ///< marked "?", "??", "$2" or "$4"
    std::vector<TextFault> faults;  ///< BadRoll: what is wrong with the die as it is written
};

/// A PGN tag, `[Name "value"]`, with its escapes resolved.
struct Tag {
    std::string name;
    std::string value;
    std::size_t line = 1;
    std::size_t offset = 0;  ///< of its '['
};

/// Moves in parentheses: what could have been played instead.
struct Variation {
    std::size_t ply = 0;     ///< of the game, from 0: the move that the first one of these would replace
    std::vector<Ply> plies;  ///< without the variations in it
};

/// One game as its text gives it; no rules have been asked.
struct GameScore {
    std::vector<Tag> tags;  ///< in the order of the text, each name once
    std::vector<Ply> plies;
    std::vector<Variation> variations;   ///< in the order of the text
    std::optional<std::string> comment;  ///< the text in braces before the first move, without commands
    std::string text;                    ///< the moves as they stand, with all between the first and the last
    bool annotated = false;              ///< `text` has comments in words, or variations within variations
    std::string result = "*";  ///< "1-0", "0-1", "1/2-1/2" or "*": the token, or else the Result tag
    std::size_t result_line = 1;
    std::size_t result_offset = 0;
    std::vector<TextFault> faults;  ///< BadTag, UnterminatedComment, BadRoll without a move, WrongResult

    /// The tag of that name, or null.
    const Tag* tag(std::string_view name) const {
        const auto found =
            std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
        return found == tags.end() ? nullptr : &*found;
    }

    /// The value of the FEN tag: where the game begins.
    std::optional<std::string> fen() const { return value_of("FEN"); }

    /// The value of the Variant tag: whose rules hold.
    std::optional<std::string> variant() const { return value_of("Variant"); }

  private:
    std::optional<std::string> value_of(std::string_view name) const {
        const Tag* found = tag(name);
        return found ? std::optional(found->value) : std::nullopt;
    }
};

/// Returns the lines of a puzzle's game that solve it: the main line and those that could be played instead
/// from the first move on, without those whose first move is marked as a mistake.
std::vector<const std::vector<Ply>*> solving_lines(const GameScore& game);

/// Returns how many moves of the side to move a line has.
inline int own_moves(const std::vector<Ply>& line) { return static_cast<int>(line.size() + 1) / 2; }

/// A ply of a score as it is to be written.
struct WrittenPly {
    Color turn = Color::White;
    std::string move;       ///< without blanks and braces
    int nag = 0;            ///< PGN's number of a sign such as "??"; 0: none
    std::string comment{};  ///< stands behind the die; without braces; may be empty
};

/// The game as PGN, with a blank line behind it: the seven tags, its own, further ones that it has not, the
/// comment before the first move, each move with its roll as `{[%d8 5]}`, variations, and the result in the
/// place of its own. `plies` stand for the first plies of the game; the others are written as they came.
///
/// Reading it gives the same game, but for what is added, for moves and results that were corrected, and for
/// dice that could not be read.
std::string to_pgn(const GameScore& game, const std::vector<WrittenPly>& plies, std::string_view result,
                   const Die* die = nullptr, const std::vector<Tag>& further = {});

/// A piece of the text of games.
struct GameToken {
    enum class Kind { End, BlankLine, Tag, Comment, UnterminatedComment, Parenthesis, Word };

    Kind kind = Kind::End;
    std::string_view text;   ///< a comment's without its braces
    std::size_t line = 1;    ///< where it begins, from 1
    std::size_t offset = 0;  ///< in bytes from the start of that line, from 0; of a comment, its brace
};

/// Cuts the text of games into tokens; skips a byte order mark, blanks, `;` to the end of the line, and lines
/// that begin with '%'. No comment reaches beyond a blank line with tags behind it.
class GameTokens {
  public:
    /// The text must outlive it. Offsets on its first line begin behind a byte order mark.
    explicit GameTokens(std::string_view text);

    /// Of what stands in the parentheses of a variation, whose text begins at that line and offset.
    GameTokens(std::string_view text, std::size_t line, std::size_t offset);

    /// Where the next token is looked for.
    struct Cursor {
        std::size_t at = 0;
        std::size_t line = 1;
        std::size_t line_start = 0;
        std::size_t indent = 0;          ///< of the first line: where the text begins in it
        bool tag_may_stand_here = true;  ///< nothing but tags and comments on this line so far
    };

    GameToken next();

    const Cursor& cursor() const { return cursor_; }
    /// Returns the text between two places of the cursor.
    std::string_view between(std::size_t begin, std::size_t end) const {
        return text_.substr(begin, end - begin);
    }
    /// Goes back to where it was.
    void go_back(const Cursor& before) { cursor_ = before; }

  private:
    GameToken take(GameToken::Kind kind, std::size_t end);
    GameToken take_comment();
    std::size_t comment_end(std::size_t brace);
    void enter_section(std::size_t from);
    bool escaped_line_at(std::size_t at) const;
    GameToken take_parenthesis();
    void match_parentheses();
    bool skip_unread();
    bool take_newline();
    std::size_t line_end(std::size_t from) const;
    std::size_t paragraph_end(std::size_t from) const;
    bool blank_line_at(std::size_t from) const;

    std::string_view text_;
    std::size_t section_end_ = 0;   ///< where tags stand behind a blank line, or the end of the text
    std::size_t comments_end_ = 0;  ///< behind the last '}' before: no comment that begins there has an end
    Cursor cursor_;
    std::unordered_map<std::size_t, std::size_t>
        closing_;                 ///< of each "(" in this paragraph that is closed: its ")"
    std::size_t matched_to_ = 0;  ///< the end of that paragraph
};

/// A tag as far as it could be read.
struct ReadTag {
    std::optional<Tag> tag;     ///< without its place
    std::size_t at = 0;         ///< behind it, or where it is broken
    std::string_view expected;  ///< what was looked for there
};

/// Reads `[Name "value"]` at the start of a text, which begins with the '['.
ReadTag read_tag(std::string_view text);

/// A text on one line and in UTF-8: it will be quoted in records.
std::string readable(std::string_view text);

/// Whether a line begins with a tag, be it a good one or not. Nothing that JSON could begin with.
bool begins_game(std::string_view line);

/// Whether a word ends a game: "1-0", "0-1", "1/2-1/2" or "*".
bool is_result(std::string_view word);

/// Reads games from a text, one after the other: tokens such as `(7) Ke8-b8`, or PGN with `{[%d8 7]}`, mixed
/// freely.
///
/// A game ends with a result, a blank line behind its moves, tags behind its moves, or the text. Move numbers
/// and other NAGs than those of mistakes are skipped, as are comments (`{…}`, `;` to the end of the line) but
/// for the die in them, a byte order mark and lines that begin with '%'. Parentheses hold dice or, behind a
/// move, variations, which may hold further ones; any other text in them becomes a move that no rules will
/// read. Dice in comments stand before their moves if the game's (or variation's) first one does, else behind
/// them.
class GameReader {
  public:
    /// The text must outlive the reader. Offsets on its first line begin behind a byte order mark.
    explicit GameReader(std::string_view text, const Variants& variants = {})
        : tokens_(text), variants_(variants) {}

    /// The next game, or none at the end of the text. What is wrong with the text stands in the game's
    /// faults.
    std::optional<GameScore> next();

    /// The line, from 1, on which the next game is looked for.
    std::size_t line() const { return tokens_.cursor().line; }

  private:
    GameTokens tokens_;
    const Variants variants_;
};

}  // namespace octomate::records
