#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/fault.hpp"

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
    std::optional<int> roll;        ///< 1…8; none: no die is written, or one that cannot be read
    bool no_die = false;            ///< "(-)" or "[%d8 -]" is written
    std::string move;               ///< valid UTF-8, without number and dots; nobody has judged it yet
    std::size_t line = 1;           ///< where the move begins, from 1
    std::size_t offset = 0;         ///< bytes from the start of that line, from 0
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

/// A ply of a score as it is to be written.
struct WrittenPly {
    Color turn = Color::White;
    std::string move;       ///< without blanks and braces
    int nag = 0;            ///< PGN's number of a sign such as "??"; 0: none
    std::string comment{};  ///< stands behind the die; without braces; may be empty
};

/// The game as PGN, with a blank line behind it: the seven tags, its own, further ones that it has not, the
/// comment before the first move, each move with its die as `{[%d8 5]}`, variations, and the result in the
/// place of its own. `plies` stand for the first plies of the game; the others are written as they came.
///
/// Reading it gives the same game, but for what is added, for moves and results that were mended, and for
/// dice that could not be read.
std::string to_pgn(const GameScore& game, const std::vector<WrittenPly>& plies, std::string_view result,
                   const std::vector<Tag>& further = {});

}  // namespace octomate::records
