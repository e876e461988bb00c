#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/evaluated.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/random.hpp"
#include "players/character.hpp"

namespace octomate::players {

/// A move in both notations.
struct MoveText {
    std::string notation;  ///< "Qd1-a4-a5+"
    std::string uci;       ///< "d1a4"
};

/// What a player thinks of moves.
struct Thought {
    struct Line {
        MoveText move;
        std::optional<double> value;  ///< the chance to win less that to lose, -1…1; none: not evaluated
    };
    std::vector<Line> lines;  ///< the one it plays first; others only as far as they were valued
    int depth = 0;
    std::uint64_t nodes = 0;
};

/// In the place of a face: any legal move, whatever roll it needs.
inline constexpr int any_face = -1;

/// What is asked of a player.
struct Question {
    int face = 0;  ///< 0: no die is used
    Limits limits{};
    std::vector<std::string> only{};                       ///< the moves to choose from, as `uci`; empty: all
    bool all = false;                                      ///< value all moves, not the best alone
    std::uint64_t seed = 1;                                ///< of its chance moves and its noise
    std::function<void(const Thought&)> report = nullptr;  ///< called after each depth
};

/// What a position is worth to the side to move, roll by roll: chances to win less those to lose, -1…1.
struct Appraisal {
    struct Move {
        MoveText text;
        double value = 0;
        bool wins = false;  ///< at once
    };
    struct Roll {
        int face = 0;              ///< 1 and up, or 0 where no die is used
        std::string names;         ///< what the face names
        std::uint64_t weight = 1;  ///< how often it is rolled, to the others
        bool free = false;
        std::vector<std::size_t> moves;  ///< that may be played, as places in `moves`, the best first
        double value = 0;                ///< of the best
    };
    double value = 0;         ///< before the roll: the mean of the rolls by their weights
    std::vector<Roll> rolls;  ///< none if the game is over
    std::vector<Move> moves;  ///< all that are legal, the best first
    int depth = 0;            ///< how many plies deep it was looked; 0: the game is over, or a limit ended it
};

/// Draws one of some rolls by their weights.
template <class Rolls>
const auto& drawn(const Rolls& rolls, Random& dice) {
    std::uint64_t total = 0;
    for (const auto& roll : rolls) total += roll.weight;
    std::uint64_t left = dice.next() % total;
    auto roll = rolls.begin();
    while (left >= roll->weight) left -= (roll++)->weight;
    return *roll;
}

/// A game that is being played: plain data in and out, one virtual call a move. For one thread.
class Session {
  public:
    virtual ~Session() = default;

    /// Begins anew, from a FEN or, if it is empty, from where the game begins.
    virtual Expected<void, Faults> set(std::string_view fen) = 0;
    virtual std::string fen() const = 0;
    virtual Color turn() const = 0;
    virtual Outcome outcome() const = 0;
    virtual bool in_check() const = 0;
    /// How many moves were made.
    virtual std::size_t plies() const = 0;

    /// Whether a die is thrown for the next move.
    virtual bool uses_die() const = 0;
    /// Throws it: a face, or 0 where no die is used. Draws one number in either case.
    virtual int roll(Random& dice) const = 0;
    /// What a face names: "the e-file".
    virtual std::string named_by(int face) const = 0;
    /// Whether a face is one of the position's, and whether it leaves the move free.
    virtual bool has_face(int face) const = 0;
    virtual bool is_free(int face) const = 0;
    /// The legal moves on a face (or any_face), by their machine forms.
    virtual std::vector<MoveText> moves(int face) const = 0;

    /// Makes the move that a text names, long or short, on a face. Faults: those of read_move, and
    /// WrongFace.
    virtual Expected<MoveText, Fault> play(std::string_view text, int face) = 0;
    /// Takes the last move back; false if there is none.
    virtual bool undo() = 0;

    /// What a player would play; the game must go on, and the face be one of the position's. Throws
    /// std::runtime_error where an endgame table cannot be read: then `forget`, and ask again.
    virtual Thought think(const Character& player, const Question& question) = 0;
    /// Stops using the endgame tables.
    virtual void forget() = 0;
    /// The chance of the side to move to win less that to lose, before the roll, looked at so many plies
    /// deep.
    virtual double chance(int depth) = 0;

    /// Whether the game has an evaluation; without one only wins within reach are seen.
    virtual bool evaluates() const = 0;
    /// The same chance as deep as the limits allow, with all rolls and moves. All moves are valued to the
    /// same depth, so that the values agree with each other.
    virtual Appraisal appraise(const Limits& limits) = 0;
    /// The chance as deep as the limits of a player allow; one that does not search has the evaluation
    /// alone.
    virtual double chance(const Character& player) = 0;
    /// Returns what the evaluation rests on; nullopt if the game is over or does not report it.
    virtual std::optional<Facts> facts() const = 0;
};

/// What a player would play. If an endgame table cannot be read, that is reported through `report`, and the
/// session goes on without tables.
inline Thought think_anyway(Session& session, const Character& player, const Question& question,
                            const std::function<void(const std::string&)>& report) {
    try {
        return session.think(player, question);
    } catch (const std::runtime_error& error) {
        report(std::string(error.what()) + "; going on without endgame tables");
        session.forget();
        return session.think(player, question);
    }
}

/// Who plays against a person. The seed fixes the roll and the chance choices of every ply by its number, so
/// that a game goes on the same from any ply, and a move that was taken back meets the same dice.
struct Opponent {
    int level = 3;
    std::uint64_t seed = 1;

    /// The roll after so many plies: a face, or 0 where no die is used.
    int roll(const Session& session, std::size_t plies) const {
        Random dice = stream(0, plies);
        return session.roll(dice);
    }

    /// What it plays on a face after so many plies; as think_anyway.
    Thought reply(Session& session, int face, std::size_t plies, const Limits& limits,
                  const std::function<void(const std::string&)>& report) const {
        Question question;
        question.face = face;
        question.limits = limits;
        question.seed = stream(1, plies / 2).next();  // every other ply is a reply
        return think_anyway(session, of_level(level), question, report);
    }

    /// Whether the person plays White where the side is left to chance.
    bool gives_white() const { return stream(2, 0).below(2) == 0; }

  private:
    /// A stream of random numbers behind the first so many.
    Random stream(std::uint64_t unit, std::size_t drawn) const {
        Random random = Random::of_unit(seed, unit);
        for (; drawn > 0; --drawn) (void)random.next();
        return random;
    }
};

}  // namespace octomate::players
