#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tables/checkpoint.hpp"

namespace octomate::tables {

/// The moves of a class of positions as numbers, whatever the game. The nodes are the positions of the
/// class; behind them are the leaves, whose values are known: positions of other classes, and the ends of
/// the game.
struct Successors {
    static constexpr std::size_t most_rolls = 8;
    /// Nodes are stored in chunks of this size, which are made in parallel.
    static constexpr std::size_t chunk_size = 4096;

    /// How the value of a node comes from those behind its moves.
    enum class Kind : std::uint8_t {
        Over,  ///< no move: the value of its one target
        One,   ///< one roll: the best of all
        Die,   ///< the mean of the bests of `rolls` groups, an empty one standing for all of them
    };

    struct Chunk {
        std::vector<std::uint32_t> begin;    ///< of each node in `targets`, and the end
        std::vector<std::uint32_t> targets;  ///< nodes, or leaves behind them
        std::vector<Kind> kinds;
        std::vector<std::array<std::uint8_t, most_rolls>> groups;  ///< their sizes
    };

    std::size_t nodes = 0;
    std::size_t first_block = 0;  ///< nodes before it have one side to move, those from it on the other
    unsigned rolls = 1;
    std::vector<Chunk> chunks;
    /// Bounds of the values of the leaves, for their side to move.
    std::vector<double> lower, upper;
};

/// Who works on a class of positions: this process, or several, each of which has its part of every list of
/// numbers. What comes out is the same, to the last bit, however many there are.
class Team {
  public:
    /// Parts begin at multiples of this.
    static constexpr std::size_t piece = 8192;

    virtual ~Team() = default;

    virtual std::size_t rank() const { return 0; }
    virtual std::size_t size() const { return 1; }

    /// The part of a list of `numbers` that a rank has: begin and end.
    std::pair<std::size_t, std::size_t> part(std::size_t numbers, std::size_t rank) const {
        const std::size_t pieces = (numbers + piece - 1) / piece;
        const auto begin = [&](std::size_t of) {
            const std::size_t at = pieces * of / size() * piece;
            return at < numbers ? at : numbers;
        };
        return {begin(rank), begin(rank + 1)};
    }
    std::pair<std::size_t, std::size_t> own(std::size_t numbers) const { return part(numbers, rank()); }

    /// Each rank has worked out its part of the list; all get all of it.
    virtual void share(double* /*list*/, std::size_t /*numbers*/) const {}
    /// Shares `numbers` sums of pieces, of which each rank has those of its part of the list.
    virtual void share_sums(double* /*sums*/, std::size_t /*numbers*/) const {}

    virtual double greatest(double of_this_rank) const { return of_this_rank; }
    virtual std::uint64_t sum(std::uint64_t of_this_rank) const { return of_this_rank; }
    /// Whether it is so on rank 0.
    virtual bool agreed(bool on_this_rank) const { return on_this_rank; }
};

/// The most bits that values have, with which sums of them are exact.
inline constexpr int most_bits = 48;

/// Bounds of the values of the nodes, as whole numbers of units of 2^-bits: what the side to move can make
/// sure of is neither below `lower` nor above `upper` (R11).
struct Values {
    int bits = most_bits;
    std::vector<std::int64_t> lower, upper;
    /// How they were proven.
    enum class Proof : std::uint8_t {
        Nothing,  ///< no side ever wins
        Drift,    ///< a side that plays for its bound keeps it on average, and ends the game
        Ends,     ///< limits of games that are cut off and adjudicated to one side
        Mates,    ///< ply by ply, without chance: see mates.hpp
        Rounded,  ///< not anew: they lie around bounds that were proven
    };
    Proof proof = Proof::Ends;
    std::uint64_t evaluations = 0;  ///< of moves that were looked at
};

struct ValueOptions {
    int bits = most_bits;
    const Team* team = nullptr;                         ///< null: this process alone
    Checkpoint* checkpoint = nullptr;                   ///< where progress is kept
    std::function<bool()> stop = [] { return false; };  ///< asked now and then
    /// Called now and then with a stage and what is left of its distance from the solution.
    std::function<void(const std::string& stage, double left)> report = [](const std::string&, double) {};
};

/// Works out the values. They depend on nothing but the successors; the threads are those of the TBB arena.
/// None if it was stopped.
std::optional<Values> values_of(const Successors& successors, const ValueOptions& options);

/// The same bounds, rounded outwards to units of 2^-bits: they still hold, but do not follow from each other.
/// Values that have no more bits, or are all drawn, stay what they are.
Values rounded(Values values, int bits);

/// Numbers of units of 2^-bits as what they stand for, exactly.
std::vector<double> numbers_of(const std::vector<std::int64_t>& units, int bits);
/// Whole numbers of units.
std::vector<std::int64_t> units_of(const std::vector<double>& numbers);
/// Units as numbers, and behind them the numbers of the leaves.
std::vector<double> with_leaves(const std::vector<std::int64_t>& units, int bits,
                                const std::vector<double>& leaves);

/// In how many nodes the bounds break their inequality, which the proof needs: a lower bound is at most what
/// the bounds behind the node's moves make of it, an upper bound at least.
std::uint64_t violations(const Successors& successors, const Values& values);

/// In how many nodes the side to move, or the other, could keep its bound above 0 without end: condition 3 of
/// docs/tables-format.md. If there is none and `violations` is 0, the bounds hold.
std::uint64_t endless(const Successors& successors, const Values& values);

/// In how many nodes rounded bounds are further from what the bounds behind the node's moves make of them
/// than rounding moves a bound, so that one of them was changed.
std::uint64_t contradictions(const Successors& successors, const Values& values);

/// The bounds that plain iteration from both ends has when they are no more than `gap` apart, or after so
/// many sweeps: what `values_of` is measured against.
Values plain_values(const Successors& successors, double gap, int sweeps);

/// Where there is no chance a game is won, lost or drawn, and a won one lasts so many plies if the winner
/// hurries and the loser delays. In units of 2^-mate_bits a position counts 0 if drawn, else one less for
/// each ply than a game won or lost at once.
inline constexpr int mate_bits = 16;

/// The plies that are left of a game that is won or lost, by what its position counts.
constexpr int plies_of(std::int64_t units) {
    return static_cast<int>((std::int64_t{1} << mate_bits) - (units < 0 ? -units : units));
}

/// Works out what the nodes of a game without chance count: both bounds are the same, and exact.
/// None if it was stopped.
std::optional<Values> mates_of(const Successors& successors, const ValueOptions& options);

/// How many nodes do not count what those behind their moves make of them. None: all are right, since each
/// ply of a win leads to one that is nearer its end.
std::uint64_t mate_violations(const Successors& successors, const Values& values);

}  // namespace octomate::tables
