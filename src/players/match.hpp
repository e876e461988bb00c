#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "players/character.hpp"
#include "players/session.hpp"

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

/// Who plays in a match: a player that is built in, or a program of the engine protocol.
struct Participant {
    std::string name;  ///< as the user wrote it
    std::optional<Character> inner;
    std::string command;  ///< of the program, if it is one
};

/// "engine:COMMAND" or the name of a player; or what is wrong with it.
Expected<Participant, std::string> participant_named(std::string_view name);

struct MatchOptions {
    Participant first, second;
    std::string variant;
    std::function<std::unique_ptr<Session>()> session;  ///< a new game
    std::uint64_t games = 100;                          ///< even: each pair has the same dice
    std::uint64_t done = 0;                             ///< of these, even: they are not played again
    std::uint64_t seed = 1;
    int threads = 1;
    int most_plies = 400;            ///< what is not over then is drawn
    int opening = 0;                 ///< plies at random at the beginning, the same in both games of a pair
    std::string go = "nodes 20000";  ///< the limits that programs get with `go`
    const std::atomic<bool>* stop = nullptr;
};

/// A game of a match.
struct MatchGame {
    std::uint64_t number = 0;  ///< from 1
    bool first_is_white = true;
    Outcome outcome = Outcome::Ongoing;  ///< Draw if it was cut off
    bool cut_off = false;
    std::size_t plies = 0;
    std::string moves;  ///< "(5) e2-e4 (1) h7-h5"

    /// Of the first player: 1, 0.5 or 0.
    double points() const;
};

/// Plays the games that are left, in pairs on several threads, and hands them on in their order, from one
/// thread at a time; the same games whatever the threads, if no player minds the clock. What a program does
/// wrong throws std::runtime_error.
void play_match(const MatchOptions& options, const std::function<void(const MatchGame&)>& take);

}  // namespace octomate::players
