#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tables/checkpoint.hpp"
#include "tables/successors.hpp"
#include "tables/team.hpp"

namespace octomate::tables {

/// Bounds of the values of the nodes, as whole numbers of units of 2^-bits: what the side to move can make
/// sure of is neither below `lower` nor above `upper` (R11).
struct Values {
    int bits = 48;
    std::vector<std::int64_t> lower, upper;
    /// How they were proven.
    enum class Proof : std::uint8_t {
        Nothing,  ///< nobody ever wins
        Drift,    ///< whoever plays for them never loses any on the average, and brings the game to an end
        Ends,     ///< as limits of games cut off, which one side then has won
        Mates,    ///< ply by ply, without chance: see mates.hpp
    };
    Proof proof = Proof::Ends;
    std::uint64_t evaluations = 0;  ///< of moves that were looked at
};

struct ValueOptions {
    int bits = 48;                                      ///< at most 48, so that sums are exact
    const Team* team = nullptr;                         ///< null: this process alone
    Checkpoint* checkpoint = nullptr;                   ///< where to go on, and what to remember
    std::function<bool()> stop = [] { return false; };  ///< asked now and then
    /// Told now and then: a stage, and what is left of its distance from the solution.
    std::function<void(const std::string& stage, double left)> tell = [](const std::string&, double) {};
};

/// Works out the values. They depend on nothing but the successors; the threads are those of the TBB arena.
/// None if it was stopped.
std::optional<Values> values_of(const Successors& successors, const ValueOptions& options);

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

/// The bounds that plain iteration from both ends has when they are no more than `gap` apart, or after so
/// many sweeps: what `values_of` is measured against.
Values plain_values(const Successors& successors, double gap, int sweeps);

}  // namespace octomate::tables
