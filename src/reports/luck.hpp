#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"

/// What dice and players did to a game: its luck told apart from its skill. All numbers are chances to win,
/// in which a draw counts half: a value v between -1 (lost) and 1 (won) is a chance of (1 + v) / 2.
namespace octomate::reports {

/// What a move gives away, as a sign.
enum class Lapse : std::uint8_t { None, Dubious, Mistake, Blunder };

/// From which error on a move bears a sign: a twentieth of the game, a tenth, a fifth.
inline constexpr double least_dubious = 0.05, least_mistake = 0.10, least_blunder = 0.20;

/// From which luck on, good or bad, a roll is called striking.
inline constexpr double least_striking = 0.10;

Lapse lapse_of(double error);

/// "", "?!", "?" or "??".
std::string_view sign(Lapse lapse);

/// PGN's number for the sign: 6, 2, 4; 0 for none.
int nag(Lapse lapse);

/// What a ply did to the chance of who made it.
struct PlyChances {
    double before = 0.5;           ///< before the roll
    std::optional<double> rolled;  ///< with the best move on the roll; none: nobody knows what was rolled
    double played = 0.5;           ///< after the move
    std::string best;              ///< that move, or the first of several
    bool choice = false;           ///< more than one move could be played
    bool exact = false;            ///< endgame tables said it; else it was searched

    /// What the roll brought; 0 where no die is used, or nobody knows what was rolled.
    double luck() const { return rolled ? *rolled - before : 0; }
    /// What the move gave away, at least 0.
    double error() const { return rolled ? *rolled - played : 0; }
    Lapse lapse() const { return lapse_of(error()); }
};

/// A side's plies together.
struct SideChances {
    double luck = 0;
    double error = 0;
    std::size_t decisions = 0;  ///< plies with a choice
    std::size_t dubious = 0;
    std::size_t mistakes = 0;
    std::size_t blunders = 0;
    std::size_t unjudged = 0;  ///< plies of which nobody knows what was rolled

    /// Of a decision; 0 if there was none.
    double mean_error() const { return decisions == 0 ? 0 : error / static_cast<double>(decisions); }
};

/// A game as a whole. White's chance goes from `start` to `end`, and the sum of the plies accounts for it:
/// end = start + luck and errors of both, each for its side, + drift.
struct GameChances {
    int depth = 0;       ///< how many plies deep was searched
    double start = 0.5;  ///< White's chance before the first roll
    double end = 0.5;    ///< and behind the last move
    /// What looking on changed: after a move it is looked at one ply less than before the next roll. With the
    /// plies whose roll nobody knows. 0 where tables say all.
    double drift = 0;
    SideChances white, black;

    const SideChances& of(Color side) const { return side == Color::White ? white : black; }
    /// By how much the luck of White exceeds that of Black.
    double luck() const { return white.luck - black.luck; }
    /// Whose rolls were better, and whose decisions, by the mean error; none: both the same.
    std::optional<Color> luckier() const;
    std::optional<Color> better() const;
};

/// A chance of the mover as White's, and back.
constexpr double for_white(double chance, Color mover) { return mover == Color::White ? chance : 1 - chance; }

/// A side's ply, as far as its chances are known.
struct SidedChances {
    Color turn = Color::White;
    PlyChances chances;
};

/// Adds the plies of a game up. `end` is White's chance behind the last of them; at least one ply.
GameChances add_up(const std::vector<SidedChances>& plies, double end, int depth);

}  // namespace octomate::reports
