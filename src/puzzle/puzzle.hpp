#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/types.hpp"

/// A puzzle as a record describes it, and stipulations such as "h#2.5".
namespace octomate::records {

/// The longest mate that a record may require, in moves of the side to move.
inline constexpr int max_moves = 100;

/// The claimed mating moves, by face of the die. Face 0 (written "-") is for positions in check and games
/// without a die. The moves are text as the author wrote it, not validated.
using Key = std::map<int, std::vector<std::string>>;

/// A JSON number that keeps its text, so that no digit is lost.
class Number {
  public:
    Number(std::int64_t whole) : json_(std::to_string(whole)) {}

    /// Makes a number from text, which must be a JSON number.
    static Number of_json(std::string json) { return Number(std::move(json)); }

    double value() const {
        double value = 0;
        std::from_chars(json_.data(), json_.data() + json_.size(), value);
        return value;
    }
    const std::string& json() const { return json_; }

    bool operator==(const Number&) const = default;

  private:
    explicit Number(std::string json) : json_(std::move(json)) {}

    std::string json_;
};

/// A field that this program does not know.
struct UnknownField {
    std::string name;
    std::string json;  ///< its value in the form of `compact_json`

    bool operator==(const UnknownField&) const = default;
};

/// How a puzzle was generated.
struct Generated {
    std::optional<std::string> from;  ///< "play", "place", or the file of the positions that were changed
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> unit;
    std::optional<std::uint64_t> n;     ///< index of the find within the unit
    std::optional<std::uint64_t> game;  ///< index of the game within the unit that led to the position
    std::optional<bool> reachable;      ///< a game leads to the position, and no piece was removed from it
    std::vector<UnknownField> unknown;

    bool operator==(const Generated&) const = default;
};

/// How a puzzle was composed: by a random search (`seed`, `unit`), or by an exhaustive search over all
/// positions with `exhaustive` pieces.
struct Composed {
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> unit;
    std::optional<std::uint64_t> exhaustive;
    std::vector<UnknownField> unknown;

    bool operator==(const Composed&) const = default;
};

/// The position one move before the puzzle, and the move that leads to the puzzle.
struct Before {
    std::optional<std::string> fen;
    std::optional<std::string> move;  ///< the opponent's move, in the machine form
    std::vector<UnknownField> unknown;

    bool operator==(const Before&) const = default;
};

/// A line of a printed solution.
struct PrintedLine {
    int indent = 0;  ///< depth of indentation, in steps
    std::string text;

    bool operator==(const PrintedLine&) const = default;
};

/// A computed solution in the form in which PGN, YAML and LaTeX print it.
struct PrintedSolution {
    /// A first move and its continuation, in PGN.
    struct Game {
        std::string move;  ///< the key move; empty if `moves` begins with it
        std::string moves;
    };

    std::vector<PrintedLine> lines;  ///< the solution of the diagram and its twins
    std::vector<Game> games;         ///< the solution of the diagram alone, in PGN
    std::string remark;              ///< set play and tries, which a PGN game cannot show
    bool tested = false;             ///< "C+": the solution has no duals, and the key, if any, is right
};

/// A puzzle as its record describes it. The position is unparsed text: `variant` determines the rules that
/// read it.
struct Puzzle {
    std::string fen;           ///< the position as the record gives it, not validated
    std::size_t fen_line = 0;  ///< line of the position within the record, from 0
    std::optional<std::string> id;
    std::optional<std::string> variant;  ///< name of a game; nullopt: the default of the run
    std::optional<int> roll;             ///< a face of the die, from 1
    std::optional<Key> key;              ///< nullopt if the record claims no solution
    int moves = 1;                       ///< mate in this many moves of the side to move, at least 1
    std::optional<std::string> title;
    std::optional<std::string> author;
    std::optional<std::string> source;
    std::optional<std::string> comment;
    std::vector<std::string> themes;

    std::optional<Stipulation> stipulation;  ///< nullopt or "#n": mate in `moves`
    std::optional<std::uint64_t> solutions;  ///< the number of lines that should fulfil the stipulation

    /// True if winning moves that differ only in the promotion piece count as one; nullopt means false.
    std::optional<bool> promotions_as_one;

    // Fields that makers of puzzles add.
    std::optional<int> pieces;           ///< number of pieces on the board, kings included
    std::optional<Number> difficulty;    ///< 0…100, from easy to hard
    std::optional<Number> quality;       ///< 0…100
    std::optional<std::string> chapter;  ///< in a collection: the name of the leading theme
    std::optional<Generated> generated;
    std::optional<std::vector<std::string>> removed;  ///< superfluous pieces that were removed: "Nf3"
    std::optional<std::string> plies;                 ///< the moves of the game that led to the position
    std::optional<std::string> mutated;               ///< the name of the puzzle that was changed
    std::optional<Composed> composed;
    std::optional<Before> before;

    std::vector<UnknownField> unknown;  ///< in the order of the record; kept when the record is rewritten

    /// The solution for the writers of PGN, YAML and LaTeX; null if it was not computed. Not a field of the
    /// record.
    std::shared_ptr<const PrintedSolution> printed;

    /// Returns the stipulation if it is not a plain direct mate in `moves`; otherwise nullopt.
    std::optional<Stipulation> other_stipulation() const {
        return stipulation && !stipulation->is_plain() ? stipulation : std::nullopt;
    }
};

/// Returns a puzzle with the game, roll and stipulation of `puzzle` and its rules for counting solutions, but
/// without its position and other fields.
Puzzle question_of(const Puzzle& puzzle);

/// The facts about games that readers and writers of records need.
struct Variants {
    std::string_view fallback{};  ///< the game of a record without a variant
    /// Returns the die of a game, or null if it has no die or does not exist. May be a null function.
    const Die* (*die_of)(std::string_view variant) = nullptr;
    /// Returns a description of a game in a few sentences, or an empty text. May be a null function.
    std::string_view (*note_of)(std::string_view variant) = nullptr;

    /// Returns the die of the game of a record, whose variant is `variant`; null if none is known.
    const Die* die(const std::optional<std::string>& variant) const {
        return die_of ? die_of(variant ? std::string_view(*variant) : fallback) : nullptr;
    }
};

/// Parses a stipulation: "#2", "h#2", "h#2.5", "s#2", "r#2", "ser-#4" or "ser-h#3", or with '=' (stalemate)
/// instead of '#'. The number is 1 to `max_moves`; only "h" allows halves, from 0.5. Fault: BadStipulation of
/// the field "stipulation". Each stipulation has exactly one text.
Expected<Stipulation, Fault> read_stipulation(std::string_view text);

/// Formats a stipulation as `read_stipulation` reads it.
std::string text_of(const Stipulation& stipulation);

/// Formats a stipulation with an explanation: "h#2, a help mate in 2".
std::string words_of(const Stipulation& stipulation);

}  // namespace octomate::records
