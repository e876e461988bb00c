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

/// How a player lost a game without a mate.
enum class Forfeit : std::uint8_t { IllegalMove, NoAnswer, Died };

/// "illegal move", "no answer" or "died", indexed by `Forfeit`.
inline constexpr std::array<std::string_view, 3> forfeit_names = {"illegal move", "no answer", "died"};

/// A game of a match.
struct MatchGame {
    std::uint64_t number = 0;  ///< from 1
    bool first_is_white = true;
    Outcome outcome = Outcome::Ongoing;  ///< Draw if it was cut off
    bool cut_off = false;
    std::optional<Forfeit> forfeit;  ///< of the loser
    std::string fault;               ///< a sentence that explains the forfeit
    std::size_t plies = 0;
    std::string moves;  ///< "(5) e2-e4 (1) h7-h5"

    /// Returns the points of the first player: 1, 0.5 or 0.
    double points() const;
};

/// The results of a match for the first player. The games come in pairs with the same dice and colours
/// exchanged, so that luck cancels.
struct Score {
    std::size_t wins = 0;
    std::size_t draws = 0;
    std::size_t losses = 0;

    std::size_t pairs = 0;  ///< complete ones
    double squares = 0;     ///< the sum over the pairs of their squared mean points

    /// Forfeits of the first and the second player, by reason.
    std::array<std::array<std::size_t, forfeit_names.size()>, 2> forfeits{};

    std::size_t games() const { return wins + draws + losses; }
    /// Points a game, 0…1; a half if there are no games.
    double rate() const;
    /// The standard error of the rate, from the pairs; 0 if there are fewer than two.
    double error() const;

    /// Returns the 95 % confidence interval of the rate. One more pair won and one more lost are counted, so
    /// that a few games do not seem to prove much.
    std::pair<double, double> range() const;

    /// Counts a game. The first player has White in the first game of a pair.
    void add(const MatchGame& game);
    /// Counts two games with the same dice: points 0, 0.5 or 1 each.
    void add_pair(double first, double second);

  private:
    void count(double points, bool opens_pair);

    double first_of_pair_ = 0;
};

/// Returns the Elo difference at which `rate` is the expected score, from -1200 to 1200.
double elo_of(double rate);

/// Who plays in a match: a player that is built in, or a program of the engine protocol.
struct Participant {
    std::string name;  ///< as the user wrote it
    std::optional<Character> inner;
    std::string command;  ///< of the program, if it is one
};

/// Parses "engine:COMMAND" or the name of a built-in player; the error is a sentence.
Expected<Participant, std::string> participant_named(std::string_view name);

struct MatchOptions {
    Participant first, second;
    std::string variant;
    std::function<std::unique_ptr<Session>()> session;  ///< a new game
    std::uint64_t games = 100;                          ///< even: each pair has the same dice
    std::uint64_t done = 0;                             ///< how many of these an earlier run played; even
    std::uint64_t seed = 1;
    int threads = 1;
    int most_plies = 400;            ///< longer games are drawn
    int opening = 0;                 ///< random plies at the beginning, the same in both games of a pair
    std::string go = "nodes 20000";  ///< the limits that programs get with `go`
    std::chrono::milliseconds handshake{10'000};  ///< for a program to start and answer `uciok` and `readyok`
    std::chrono::milliseconds margin{5'000};      ///< for a move, beyond the `movetime` in `go`
    const std::atomic<bool>* stop = nullptr;
};

/// Plays the games that are left, in pairs on several threads, and passes them to `take` in order, from one
/// thread at a time. The games do not depend on the number of threads, unless a player watches the clock.
/// A program that breaks the rules of the protocol forfeits the game, and is started again for the next one.
/// Returns false if three forfeits in a row ended the match. Throws std::runtime_error if a program cannot be
/// started.
bool play_match(const MatchOptions& options, const std::function<void(const MatchGame&)>& take);

}  // namespace octomate::players
