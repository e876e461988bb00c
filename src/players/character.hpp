#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/evaluated.hpp"

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

}  // namespace octomate::players
