#pragma once

#include <cstddef>
#include <utility>

namespace octomate::players {

/// What came of the games of a match, for the first player.
struct Score {
    std::size_t wins = 0;
    std::size_t draws = 0;
    std::size_t losses = 0;

    // Of pairs of games with the same dice and exchanged sides, so that their luck cancels: the mean of the
    // squares of what a pair brought, 0…1.
    std::size_t pairs = 0;
    double squares = 0;

    std::size_t games() const { return wins + draws + losses; }
    /// Points a game, 0…1; a half if there are no games.
    double rate() const;
    /// The standard error of the rate, from the pairs; 0 if there are fewer than two.
    double error() const;

    /// The range in which the true rate lies nineteen times of twenty. One pair more won and one lost are
    /// counted, so that few games never seem to prove much.
    std::pair<double, double> range() const;

    /// Takes in two games with the same dice: points 0, 0.5 or 1 each.
    void add_pair(double first, double second);

  private:
    void add(double points);
};

/// The difference in Elo's scale that lets a rate be expected; at most 1200 either way.
double elo_of(double rate);

}  // namespace octomate::players
