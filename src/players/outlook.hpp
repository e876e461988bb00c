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

/// What an outlook searches.
struct OutlookRequest {
    std::optional<int> face;          ///< the one that was rolled; none: all
    std::array<int, 2> depths{1, 3};  ///< plies, the move included; the second is the deeper one
    int width = 3;                    ///< see SearchOptions, for the deeper one
    int threads = 1;
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

    Color turn = Color::White;
    OutlookRequest request;
    Chances chances;  ///< before the roll; of one face if that was rolled
    std::vector<Face> faces;
};

/// How games are rolled out.
struct RolloutOptions {
    std::uint64_t games = 0;  ///< from each candidate
    std::uint64_t seed = 1;
    int threads = 1;
    std::optional<int> face;  ///< the one that was rolled; none: all
    int candidates = 3;       ///< moves of each face that are played out, the best ones to `choice_depth`
    int choice_depth = 2;     ///< plies, the move included
    int depth = 1;            ///< plies that both players look ahead, the move included
    int most_plies = 200;     ///< then the value to `depth` stands in for the end
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
