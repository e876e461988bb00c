#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

/// Who plays: players that are built in, games between them, and the protocol for others.
namespace octomate::players {

/// When a search ends. What the last full depth found counts.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< positions evaluated
    int depth = 64;                                                   ///< plies, the first move included
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;
};

/// How a player chooses.
enum class Manner : std::uint8_t {
    Random,   ///< any move
    MateNow,  ///< a win if the roll allows one, else any move
    Odds,     ///< its exact chance to win within two moves, less the opponent's
    Search,   ///< looks ahead
};

/// A player that is built in.
struct Character {
    std::string name;
    Manner manner = Manner::Random;

    // Of a player that searches.
    std::uint64_t nodes = 0;  ///< of a search; 0: no bound
    int depth = 64;
    int width = 3;     ///< see SearchOptions
    double noise = 0;  ///< how far its values of moves are off, as a rule
    double sight = 1;  ///< the chance to see a move of subtlety 1; of subtlety n, its n-th power

    /// Its own limits; those of `other` hold too.
    Limits limits(const Limits& other = {}) const;
};

inline constexpr int levels = 8;

/// The player of a level, from 1 (a beginner) to `levels`.
Character of_level(int level);

/// "random", "mate-now", "odds-2", "level-1"…"level-8", "nodes-N" or "depth-N"; none for other names.
std::optional<Character> character_named(std::string_view name);

/// Those names, for people.
std::string character_names();

}  // namespace octomate::players
