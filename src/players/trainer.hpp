#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "players/sample.hpp"

namespace octomate::players {

/// How games against itself are played.
struct SelfPlay {
    std::uint64_t seed = 1;
    int depth = 1;               ///< plies that both sides look ahead, the move included
    int opening = 12;            ///< at most so many random plies first, of which nothing is learnt
    double few = 0.5;            ///< the share of games from which some men are taken off first
    int most_plies = 400;        ///< what is not over then is drawn
    std::size_t most_told = 60;  ///< positions of a game from which is learnt, or little more
    /// How far ahead a position learns from its game: 1: from its end, less the luck of the dice; 0: from the
    /// next look alone; between, the looks of later positions count less and less.
    double lambda = 1;
    const std::atomic<bool>* stop = nullptr;
};

/// A game whose guess can be fitted to games that it plays against itself. Weights are in logarithms of odds.
class Trainer {
  public:
    virtual ~Trainer() = default;

    /// The facts of a position are of one block of so many, which is fitted apart.
    virtual std::size_t block() const = 0;
    /// Those that are in use.
    virtual std::vector<double> weights() const = 0;
    /// Uses others from now on, rounded as a file holds them. Nobody may be playing meanwhile.
    virtual void use(const std::vector<double>& weights) const = 0;
    /// As the project's files hold them. Reading throws std::invalid_argument, a sentence.
    virtual std::string text_of(const std::vector<double>& weights) const = 0;
    virtual std::vector<double> read(std::string_view text) const = 0;

    /// Adds a position of which the value is known: the chance of the side to move to win less that to lose.
    /// None if the game is over there, or if the text is no position.
    virtual void add(std::string_view fen, double value, Samples& samples) const = 0;

    /// The positions of one game, which depends on nothing but the options, its number and the weights in
    /// use; none if it was stopped. From any thread.
    virtual Samples play(const SelfPlay& options, std::uint64_t game) const = 0;
};

}  // namespace octomate::players
