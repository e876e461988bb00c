#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/fault.hpp"
#include "players/session.hpp"

namespace octomate::players {

/// The reason why a player forfeits a game.
enum class Forfeit : std::uint8_t {
    IllegalMove,
    NoAnswer,  ///< no move within the time allowed
    Died,      ///< the program ended
};

/// "illegal move", "no answer" or "died", indexed by `Forfeit`.
inline constexpr std::array<std::string_view, 3> forfeit_names = {"illegal move", "no answer", "died"};

/// A finished game of a match.
struct MatchGame {
    std::uint64_t number = 0;  ///< number of the game in the match, from 1
    bool first_is_white = true;
    Outcome outcome = Outcome::Ongoing;  ///< Draw if the game was cut off
    bool cut_off = false;                ///< whether the game reached MatchOptions::most_plies
    std::optional<Forfeit> forfeit;      ///< why the loser forfeited; nullopt if the game was played out
    std::string fault;                   ///< a sentence that explains the forfeit
    std::size_t plies = 0;
    std::string moves;  ///< moves and their rolls: "(5) e2-e4 (1) h7-h5"

    /// Returns the points of the first participant: 1, 0.5 or 0.
    double points() const;
};

/// The results of a match for the first participant. The two games of a pair have the same dice and exchanged
/// colours, so that luck largely cancels.
struct Score {
    std::size_t wins = 0;
    std::size_t draws = 0;
    std::size_t losses = 0;

    std::size_t pairs = 0;      ///< number of complete pairs
    double sum_of_squares = 0;  ///< over all pairs: the square of the mean points of the pair

    /// The number of forfeits of the first and second participant, indexed by `Forfeit`.
    std::array<std::array<std::size_t, forfeit_names.size()>, 2> forfeits{};

    std::size_t games() const { return wins + draws + losses; }
    /// Returns the points per game, 0…1; 0.5 if there are no games.
    double rate() const;
    /// Returns the standard error of `rate()`, estimated from the pairs; 0 if there are fewer than two pairs.
    double standard_error() const;

    /// Returns the 95 % confidence interval of the rate. Counts one additional won pair and one lost pair, so
    /// that the interval of a few games is not too narrow.
    std::pair<double, double> confidence_interval() const;

    /// Counts a game. The first participant plays White in the first game of each pair.
    void add(const MatchGame& game);
    /// Counts a pair of games by the points of the first participant: 0, 0.5 or 1 each.
    void add_pair(double first, double second);

  private:
    /// Counts a game with `points` for the first participant; `opens_pair`: it is the first game of a pair.
    void count(double points, bool opens_pair);

    double first_of_pair_ = 0;  ///< points in the first game of the pair that is being counted
};

/// Returns the Elo difference at which `rate` (0…1) is the expected score, clamped to -1200…1200.
double elo_of(double rate);

/// A participant in a match: a built-in player, or an external program that speaks the engine protocol.
struct Participant {
    std::string name;                       ///< the name as the user wrote it
    std::optional<BuiltInPlayer> built_in;  ///< the built-in player; nullopt for a program
    std::string command;                    ///< the shell command of the program; empty for a built-in player
};

/// Parses "engine:COMMAND" or the name of a built-in player; returns an error message if it is neither.
Expected<Participant, std::string> participant_named(std::string_view name);

/// The participants and the options of a match.
struct MatchOptions {
    Participant first, second;
    std::string variant;
    std::function<std::unique_ptr<Session>()> session;  ///< creates a new game
    std::uint64_t games = 100;                          ///< total number, even: games come in pairs
    std::uint64_t done = 0;  ///< number of games that earlier runs have played; even
    std::uint64_t seed = 1;
    int threads = 1;
    int most_plies = 400;            ///< longer games are drawn
    int opening = 0;                 ///< random plies at the beginning, the same in both games of a pair
    std::string go = "nodes 20000";  ///< the limits that programs receive with `go`
    /// Time for a program to start and answer `uciok` and `readyok`.
    std::chrono::milliseconds handshake{10'000};
    std::chrono::milliseconds margin{5'000};  ///< time for a move, in addition to the `movetime` in `go`
    const std::atomic<bool>* stop = nullptr;  ///< ends the match when set; may be null
};

/// Plays the remaining games in pairs on several threads, and calls `on_game` for each in order, never from
/// two threads at once. The games do not depend on the number of threads, unless a player is limited by time.
/// A program that breaks the protocol forfeits the game; each game starts its programs anew. Returns false if
/// three forfeits in a row ended the match. Throws std::runtime_error if a program cannot be started.
bool play_match(const MatchOptions& options, const std::function<void(const MatchGame&)>& on_game);

}  // namespace octomate::players
