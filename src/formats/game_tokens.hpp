#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/game_score.hpp"

namespace octomate::records {

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

}  // namespace octomate::records
