#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "core/types.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::records {

/// A fault in the text of games and its line, from 1. If `fault.field` is "line", `fault.offset` counts bytes
/// from the start of that line, from 0; otherwise it counts bytes within the tag that the field names.
struct TextFault {
    std::size_t line = 1;
    Fault fault;

    bool operator==(const TextFault&) const = default;
};

/// A move and its roll, as read from the text of a game.
struct Ply {
    std::optional<int> roll;        ///< a face; nullopt if no roll is written or it cannot be read
    bool no_die = false;            ///< whether the text has "(-)" or "[%d8 -]": the move uses no die
    std::string move;               ///< valid UTF-8, without move number and dots; need not be a legal move
    std::size_t line = 1;           ///< the line on which the move begins, from 1
    std::size_t offset = 0;         ///< offset of the move in that line, in bytes
    bool mistake = false;           ///< whether the text marks it with "?", "??", "$2" or "$4"
    std::vector<TextFault> faults;  ///< BadRoll, if the roll is malformed or given twice
};

/// A PGN tag, `[Name "value"]`, with its escapes resolved.
struct Tag {
    std::string name;
    std::string value;
    std::size_t line = 1;
    std::size_t offset = 0;  ///< offset of the '[' in that line, in bytes
};

/// Moves in parentheses: an alternative to a move of the main line.
struct Variation {
    std::size_t ply = 0;     ///< index of the main-line move that the first of `plies` replaces
    std::vector<Ply> plies;  ///< without nested variations
};

/// One game, as read from its text; its moves have not been checked against any rules.
struct GameScore {
    std::vector<Tag> tags;  ///< in the order of the text; no name appears twice
    std::vector<Ply> plies;
    std::vector<Variation> variations;   ///< in the order of the text
    std::optional<std::string> comment;  ///< the text in braces before the first move, without commands
    std::string text;                    ///< the move text from the first move to the last, unchanged
    bool annotated = false;         ///< whether `text` has comments in words, or variations within variations
    std::string result = "*";       ///< "1-0", "0-1", "1/2-1/2" or "*": from the moves, else the tag
    std::size_t result_line = 1;    ///< the line of the result, from 1
    std::size_t result_offset = 0;  ///< offset of the result in that line, in bytes
    std::vector<TextFault> faults;  ///< faults of tags, comments and the result, and of a roll without a move

    /// Returns the tag called `name`, or null if there is none.
    const Tag* tag(std::string_view name) const {
        const auto found =
            std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
        return found == tags.end() ? nullptr : &*found;
    }

    /// Returns the value of the FEN tag, the initial position, or nullopt.
    std::optional<std::string> fen() const { return value_of("FEN"); }

    /// Returns the value of the Variant tag, which names the rules, or nullopt.
    std::optional<std::string> variant() const { return value_of("Variant"); }

  private:
    std::optional<std::string> value_of(std::string_view name) const {
        const Tag* found = tag(name);
        return found ? std::optional(found->value) : std::nullopt;
    }
};

/// Returns the lines that solve the puzzle of `game`: the main line and the variations of the first move,
/// except lines that are empty or whose first move is marked as a mistake.
std::vector<const std::vector<Ply>*> solving_lines(const GameScore& game);

/// Returns the number of moves in `line` that the side to move in the puzzle makes.
inline int own_moves(const std::vector<Ply>& line) { return static_cast<int>(line.size() + 1) / 2; }

/// A ply in the form in which `to_pgn` writes it.
struct WrittenPly {
    Color turn = Color::White;
    std::string move;       ///< without blanks and braces
    int nag = 0;            ///< PGN's number for a sign such as "??"; 0 if there is no sign
    std::string comment{};  ///< written after the roll; has no braces; may be empty
};

/// Formats the game as PGN, followed by a blank line: the seven tags, the other tags of `game`, tags of
/// `further` that `game` does not have, the comment before the first move, the moves with rolls such as
/// `{[%d8 5]}`, the variations, and `result`. `plies` replace the first plies of the game; later plies are
/// written unchanged.
///
/// Reading the output gives the same game, except for added tags, replaced moves and results, and rolls that
/// could not be read. `die` is null if the number of faces is unknown.
std::string to_pgn(const GameScore& game, const std::vector<WrittenPly>& plies, std::string_view result,
                   const Die* die = nullptr, const std::vector<Tag>& further = {});

/// One of the seven tags that begin every PGN game (the Seven Tag Roster of the PGN standard).
struct RosterTag {
    std::string_view tag;
    std::string_view unknown;  ///< written in a puzzle if the value is unknown
};
inline constexpr std::array<RosterTag, 7> roster = {{
    {"Event", "Puzzle"},
    {"Site", "?"},
    {"Date", "????.??.??"},
    {"Round", "-"},
    {"White", "?"},
    {"Black", "?"},
    {"Result", "*"},
}};

/// Returns the index of `tag` in `roster`, or nullopt if it is not one of the seven.
constexpr std::optional<std::size_t> index_in_roster(std::string_view tag) {
    for (std::size_t index = 0; index < roster.size(); ++index) {
        if (roster[index].tag == tag) return index;
    }
    return std::nullopt;
}

/// Appends `[Name "value"]` and a newline; control characters of the value become blanks.
void append_tag(std::string& game, std::string_view name, std::string_view value);

/// Returns the comment command for a roll, such as "[%d8 5]", or "[%d8 -]" if `face` is 0 (no die is used).
/// Without `die` the number of faces is left out.
std::string die_command(const Die* die, int face);

/// Returns `text` with its control characters, line breaks among them, replaced by blanks.
std::string on_one_line(std::string text);

/// Checks whether a line begins with a PGN tag, which may be malformed. A line of JSON never does.
bool begins_game(std::string_view line);

/// Checks whether a word is a result, which ends a game: "1-0", "0-1", "1/2-1/2" or "*".
bool is_result(std::string_view word);

/// Reads the games of a text one after another. Rolls may be written as in `(7) Ke8-b8` or, as in PGN, in a
/// comment: `{[%d8 7]}`. Both may be mixed.
///
/// A game ends at a result, at a blank line or tags after its moves, or at the end of the text. The reader
/// skips move numbers, NAGs other than those of mistakes, comments (`{…}`, or `;` to the end of the line)
/// except for rolls in them, a byte order mark, and lines that begin with '%'. Parentheses hold a roll or,
/// after a move, a variation, which may hold further variations; other text in parentheses becomes an illegal
/// move. A roll in a comment belongs to the next move if the first such comment of the game (or variation)
/// comes before all moves; otherwise rolls belong to the move before them.
class GameReader {
  public:
    /// `text` must outlive the reader. Offsets on its first line do not count a byte order mark. `variants`
    /// gives the die of the game that the tags name.
    explicit GameReader(std::string_view text, const Variants& variants = {});
    ~GameReader();

    /// Returns the next game, or nullopt at the end of the text. Errors in the text are in the game's
    /// `faults`.
    std::optional<GameScore> next();

    /// Returns the line, from 1, at which the search for the next game starts.
    std::size_t line() const;

  private:
    std::unique_ptr<class GameTokens> tokens_;
    const Variants variants_;
};

}  // namespace octomate::records
