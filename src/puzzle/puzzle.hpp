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

namespace octomate::records {

/// The longest mate that a record may ask for, in moves of the side to move.
inline constexpr int max_moves = 100;

/// The claimed mating moves by face, or by 0 (written "-") in check or in a game without a die. The moves are
/// text, as the author wrote them.
using Key = std::map<int, std::vector<std::string>>;

/// A number of JSON with all the digits that it came with.
class Number {
  public:
    Number(std::int64_t whole) : json_(std::to_string(whole)) {}

    /// Takes text that is a number of JSON.
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
    std::string json;  ///< its value, as `compact_json` writes it

    bool operator==(const UnknownField&) const = default;
};

/// Where a generated puzzle comes from.
struct Generated {
    std::optional<std::string> from;  ///< "play", "place", or the file whose positions were changed
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> unit;
    std::optional<std::uint64_t> n;     ///< the find of the unit
    std::optional<std::uint64_t> game;  ///< of the unit, that led to the position
    std::optional<bool> reachable;      ///< a game leads to the position, no piece having been taken off
    std::vector<UnknownField> unknown;

    bool operator==(const Generated&) const = default;
};

/// Where a composed puzzle comes from: the seed and the unit of a search, or the pieces of a walk over
/// everything.
struct Composed {
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> unit;
    std::optional<std::uint64_t> exhaustive;
    std::vector<UnknownField> unknown;

    bool operator==(const Composed&) const = default;
};

/// How a puzzle arose from the position one move earlier.
struct Before {
    std::optional<std::string> fen;
    std::optional<std::string> move;  ///< of the opponent, in the machine form
    std::vector<UnknownField> unknown;

    bool operator==(const Before&) const = default;
};

/// A line of a solution in print.
struct PrintedLine {
    int indent = 0;  ///< steps
    std::string text;

    bool operator==(const PrintedLine&) const = default;
};

/// A solution that was worked out, as the formats for people print it.
struct PrintedSolution {
    /// A first move with the moves that follow it, as a game of PGN has them.
    struct Game {
        std::string move;  ///< of the key; empty: `moves` has the first move as well
        std::string moves;
    };

    std::vector<PrintedLine> lines;  ///< of the diagram and its twins
    std::vector<Game> games;         ///< of the diagram
    std::string remark;              ///< set play and tries, which no game can show
    bool tested = false;             ///< the key is right and complete, and the solution strict: "C+"
};

/// One puzzle as its file gave it. The position is still text: which game's rules read it is decided by
/// `variant`.
struct Puzzle {
    std::string fen;                     ///< as written, two to six fields
    std::size_t fen_line = 0;            ///< of the record's text, from 0: where the position stands
    std::optional<std::string> id;       ///
    std::optional<std::string> variant;  ///< a name of a game; none: the run's default
    std::optional<int> roll;             ///< a face of the die, from 1
    std::optional<Key> key;              ///< none: nothing is claimed
    int moves = 1;                       ///< mate in this many moves of the side to move, at least 1
    std::optional<std::string> title;
    std::optional<std::string> author;
    std::optional<std::string> source;
    std::optional<std::string> comment;
    std::vector<std::string> themes;

    std::optional<Stipulation> stipulation;  ///< what is asked for; none, or "#n": mate in `moves`
    std::optional<std::uint64_t> solutions;  ///< how many lines should fulfil it

    /// Whether winning moves that differ only in what a pawn becomes count as one; none: they do not.
    std::optional<bool> promotions_as_one;

    // What makers of puzzles add.
    std::optional<int> pieces;           ///< on the board, kings included
    std::optional<Number> difficulty;    ///< 0…100, from easy to hard
    std::optional<Number> quality;       ///< 0…100
    std::optional<std::string> chapter;  ///< of a collection: the name of the theme that leads
    std::optional<Generated> generated;
    std::optional<std::vector<std::string>> removed;  ///< superfluous pieces that were taken off: "Nf3"
    std::optional<std::string> plies;                 ///< the game that leads to the position
    std::optional<std::string> mutated;               ///< the name of the puzzle that was changed
    std::optional<Composed> composed;
    std::optional<Before> before;

    std::vector<UnknownField> unknown;  ///< in the order of the record; they survive a round trip

    /// For the writers that print it; no field of the record, and null where nobody worked it out.
    std::shared_ptr<const PrintedSolution> printed;

    /// What is asked for if it is no mate in so many moves; else none.
    std::optional<Stipulation> other_stipulation() const {
        return stipulation && !stipulation->is_plain() ? stipulation : std::nullopt;
    }
};

/// A puzzle of no position yet that asks what this one asks: its game, roll, stipulation and how solutions
/// count.
Puzzle question_of(const Puzzle& puzzle);

/// What readers and writers of records must know of the games.
struct Variants {
    std::string_view fallback{};  ///< the game of a record that names none
    /// The die of a game; null if it has none, or there is no such game. Null: nothing is known of dice.
    const Die* (*die_of)(std::string_view variant) = nullptr;
    /// What a game is, in a few sentences; empty if nobody says.
    std::string_view (*note_of)(std::string_view variant) = nullptr;

    /// The die that a record means; null where none is known.
    const Die* die(const std::optional<std::string>& variant) const {
        return die_of ? die_of(variant ? std::string_view(*variant) : fallback) : nullptr;
    }
};

/// Reads "#2", "=2", "h#2", "h#2.5", "s#2", "r#2", "ser-#4" or "ser-h#3", each with '=' in place of '#' too;
/// a number from 1 (a half move in "h") to `max_moves`. The fault is BadStipulation of the field
/// "stipulation". No two texts stand for the same.
Expected<Stipulation, Fault> read_stipulation(std::string_view text);

/// The text that stands for it.
std::string text_of(const Stipulation& stipulation);

/// The same in words: "h#2, a help mate in 2".
std::string words_of(const Stipulation& stipulation);

}  // namespace octomate::records
