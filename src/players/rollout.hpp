#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/color.hpp"
#include "players/session.hpp"

namespace octomate::players {

/// How games are rolled out.
struct RolloutOptions {
    std::uint64_t games = 0;  ///< from each candidate
    std::uint64_t seed = 1;
    int threads = 1;
    std::optional<int> face;  ///< the one that was rolled; none: all
    int candidates = 3;       ///< of each face: so many moves are played out, the best to `choice_depth`
    int choice_depth = 2;     ///< plies, the move included
    int depth = 1;            ///< plies that both players look ahead, the move included
    int most_plies = 200;     ///< then the value to `depth` stands in for the end
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t games)> tell = nullptr;  ///< hears of each game that was taken in
};

/// A mean and its standard error.
struct Mean {
    double mean = 0;
    double error = 0;
};

/// What came of games, as chances of the side to move to win, a draw being half of one.
///
/// `adjusted`: of each game the result less the luck of the dice, as far as it tells. The luck of a roll is
/// what it is worth beyond the mean of all rolls, by the players' own look at the position, so that it is
/// zero on the average whatever they think: the mean is that of the results, with a smaller error. How far
/// luck at each time of a game tells is learnt from the games with odd numbers for the others, and from those
/// for them: so nothing is taken off a game that depends on its own result.
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

/// What came of one game.
struct PlayedOut {
    enum class End : std::uint8_t { Won, Drawn, Lost, Known, Cut };
    /// Luck is summed up from these plies on.
    static constexpr std::array<int, 4> times = {0, 4, 16, 48};

    double result = 0;                        ///< a chance to win
    std::array<double, times.size()> luck{};  ///< chances that the dice brought, by time
    End end = End::Drawn;
};

/// Plays the games of a rollout and fills in what came of them. `play(game, ends)` plays game 0, 1, … from
/// each of the rollout's moves; false if it was stopped. The same whatever the threads; what was stopped
/// counts up to the first game that is not whole.
void roll_out(Rollout& rollout,
              const std::function<bool(std::uint64_t game, std::vector<PlayedOut>& ends)>& play);

}  // namespace octomate::players
