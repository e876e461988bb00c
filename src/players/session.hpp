#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "core/types.hpp"

/// Who plays: players that are built in, games between them, and the protocol for others.
namespace octomate::players {

/// When a search ends. What the last full depth found counts.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< positions evaluated
    int depth = 64;                                                   ///< plies, the first move included
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;
    int threads = 1;  ///< that search together, unless nodes are limited: then one does, and always the same
};

/// How a player chooses.
enum class Manner : std::uint8_t {
    Random,   ///< any move
    MateNow,  ///< a win if the roll allows one, else any move
    Odds,     ///< its exact chance to win within two moves, less the opponent's
    Search,   ///< looks ahead
};

/// A player that is built in. Its strength counts if it searches.
struct Character : Strength {
    std::string name;
    Manner manner = Manner::Random;
    int level = 0;  ///< its strength is that of the level in the game that is played; 0: of none

    /// Its own limits; those of `other` hold too.
    Limits limits(const Limits& other = {}) const;
};

inline constexpr int levels = strengths;

/// The player of a level, from 1 (a beginner) to `levels`, in a game that does not set strengths of its own.
Character of_level(int level);

/// The player as it plays a game.
template <class P>
Character in_game(Character player) {
    if constexpr (SetsStrengths<P>) {
        if (player.level > 0)
            static_cast<Strength&>(player) =
                P::level_strengths.at(static_cast<std::size_t>(player.level - 1));
    }
    return player;
}

/// A player without limits of its own.
Character without_limits();

/// "random", "mate-now", "odds-2", "level-1"…"level-8", or settings of a search, each the name of a field of
/// Strength and its value: "nodes-300" or "depth-1,noise-0.2"; none for other names.
std::optional<Character> character_named(std::string_view name);

/// Those names, for people.
std::string character_names();

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

    /// Returns the roll after `plies` plies: a face, or 0 where no die is used.
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
    /// A stream of random numbers without its first ones.
    Random stream(std::uint64_t unit, std::size_t drawn) const {
        Random random = Random::of_unit(seed, unit);
        for (; drawn > 0; --drawn) (void)random.next();
        return random;
    }
};

/// Chances to win, a draw being half of one, by searches to two depths.
struct Chances {
    double shallow = 0;
    double deep = 0;
};

/// What a search finds out about a position before the roll, its rolls and their moves.
struct Outlook {
    struct Move {
        MoveText text;
        Chances chances;
        bool wins = false;  ///< at once
    };
    struct Face {
        int face = 0;       ///< 1 and up, or 0 where no die is used
        std::string names;  ///< what the face names
        bool free = false;
        std::vector<Move> moves;  ///< the best first, by the deeper look; never empty
    };

    static constexpr std::array<int, 2> depths{1, 3};  ///< in plies, the move included

    Color turn = Color::White;
    Chances chances;  ///< before the roll; of one face if that was rolled
    std::vector<Face> faces;
};

/// How positions are searched and games are rolled out.
struct RolloutOptions {
    std::uint64_t games = 0;  ///< from each candidate; 0: nothing is played out
    std::uint64_t seed = 1;
    int threads = 1;
    std::optional<int> face;  ///< the one that was rolled; none: all
    int candidates = 3;       ///< moves of each face that are played out, the best ones to `choice_depth`
    static constexpr int choice_depth = 2;  ///< plies, the move included
    int depth = 1;                          ///< plies that both players look ahead, the move included
    int most_plies = 200;                   ///< then the value to `depth` stands in for the end
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t games)> report = nullptr;  ///< called after each game
};

/// A mean and its standard error.
struct Mean {
    double mean = 0;
    double error = 0;
};

/// Results of games, as chances of the side to move to win, a draw being half of one.
///
/// `adjusted`: the result of each game less the luck of the dice, as far as luck explains it. The luck of a
/// roll is its value beyond the mean of all rolls in the players' own search, so that it is zero on average
/// whatever their evaluation: the mean stays that of the results, with a smaller error. How much luck at
/// each stage of a game explains is estimated for the games with even numbers from those with odd numbers
/// and the other way round, so that no game is adjusted by its own result.
struct Rollout {
    struct Move {
        MoveText text;
        double chance = 0;  ///< by the search that chose the candidates
        Mean adjusted;
        Mean plain;
        std::uint64_t won = 0, drawn = 0, lost = 0;
        std::uint64_t known = 0;  ///< broken off where the value is known for certain
        std::uint64_t cut = 0;    ///< broken off after the most plies
    };
    struct Candidate {
        std::size_t move = 0;  ///< its place in `moves`
        Mean behind;           ///< how much worse than the first of the face, with the same dice
    };
    struct Face {
        int face = 0;       ///< 1 and up, or 0 where no die is used
        std::string names;  ///< what the face names
        unsigned weight = 1;
        bool free = false;
        std::vector<Candidate> candidates;  ///< the best first
    };

    Color turn = Color::White;
    RolloutOptions options;
    std::uint64_t games = 0;  ///< that were played from each candidate
    Mean adjusted, plain;     ///< before the roll, with the best candidate on each face
    std::vector<Move> moves;  ///< all candidates, each once
    std::vector<Face> faces;
};

/// Who will win: by a search, and by games that were played out. Empty where nothing is known.
struct Forecast {
    std::optional<Outlook> outlook;
    std::optional<Rollout> rollout;
};

/// What came of one game.
struct PlayedOut {
    enum class End : std::uint8_t { Won, Drawn, Lost, Known, Cut };
    /// Luck is summed up from these plies on.
    static constexpr std::array<int, 4> times = {0, 4, 16, 48};

    double result = 0;                        ///< a chance to win
    std::array<double, times.size()> luck{};  ///< chances that the dice brought, by time
    End end = End::Drawn;
};

/// Plays the games of a rollout and fills in their results. `play(game)` plays game 0, 1, … from each of the
/// rollout's moves; none if it was stopped. The same whatever the threads; a rollout that was stopped counts
/// up to the first game that is not whole.
void roll_out(Rollout& rollout,
              const std::function<std::optional<std::vector<PlayedOut>>(std::uint64_t game)>& play);

}  // namespace octomate::players
