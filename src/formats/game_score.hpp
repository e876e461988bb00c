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

/// The seven tags that every game of PGN begins with, and what they say where a puzzle says nothing.
struct RosterTag {
    std::string_view tag;
    std::string_view unknown;
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

/// Returns the index of the tag among the seven.
constexpr std::optional<std::size_t> place_in_roster(std::string_view tag) {
    for (std::size_t place = 0; place < roster.size(); ++place) {
        if (roster[place].tag == tag) return place;
    }
    return std::nullopt;
}

/// Appends `[Name "value"]` and a newline; control characters of the value become blanks.
void append_tag(std::string& game, std::string_view name, std::string_view value);

/// The command of a comment that names a roll: "[%d8 5]", "[%d8 -]" where a die of eight faces is not used.
std::string die_command(const Die* die, int face);

/// Replaces control characters by blanks.
std::string on_one_line(std::string text);

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
    explicit GameReader(std::string_view text, const Variants& variants = {});
    ~GameReader();

    /// The next game, or none at the end of the text. What is wrong with the text stands in the game's
    /// faults.
    std::optional<GameScore> next();

    /// The line, from 1, on which the next game is looked for.
    std::size_t line() const;

  private:
    std::unique_ptr<class GameTokens> tokens_;
    const Variants variants_;
};

}  // namespace octomate::records
