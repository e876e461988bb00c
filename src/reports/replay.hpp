#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/fault.hpp"
#include "formats/game_score.hpp"
#include "reports/subject.hpp"

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

/// What a ply did to the chance of the side that made it.
struct PlyChances {
    double before = 0.5;           ///< before the roll
    std::optional<double> rolled;  ///< with the best move on the roll; none: the roll is unknown
    double played = 0.5;           ///< after the move
    std::string best;              ///< that move, or the first of several
    bool choice = false;           ///< more than one move could be played
    bool exact = false;            ///< endgame tables said it; else it was searched

    /// What the roll brought; 0 where no die is used, or the roll is unknown.
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
    std::size_t unjudged = 0;  ///< plies whose roll is unknown

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
    /// plies whose roll is unknown. 0 where tables say all.
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

using records::GameScore;
using records::Ply;
using records::Tag;
using records::TextFault;

/// What a position was worth to the mover, by the endgame tables.
struct PlyOdds {
    tables::Bounds before;  ///< the roll
    tables::Bounds rolled;  ///< the best that the roll allowed; the same where no die was used
    tables::Bounds after;   ///< the move
    std::string best{};     ///< a move that keeps what the roll allowed
    bool choice = false;    ///< the roll allowed several
};

/// What became of one ply.
struct ReplayedPly {
    Color turn = Color::White;
    std::optional<int> roll;        ///< as written
    std::string move;               ///< the right full notation; the text as written if it was not played
    std::string fen;                ///< after the move; unchanged if it was not played
    std::vector<TextFault> faults;  ///< worst first
    std::optional<PlyOdds> odds{};  ///< if tables were asked, and cover the position
    std::optional<PlyChances> chances{};  ///< if they were asked for, and the move was played
};

/// What became of one game. If its start could not be used, `refusal` says why and nothing was replayed.
struct Replay {
    std::vector<ReplayedPly> plies;            ///< the last one may be the text that ended the replay
    std::vector<TextFault> faults;             ///< those of the game as a whole
    std::string result = "*";                  ///< as written; if nothing is written, what the board says
    std::string fen;                           ///< the last position reached
    std::shared_ptr<const draw::Scene> scene;  ///< that position; null if the game has no pictures
    Faults refusal;                            ///< `field` names the tag, `offset` counts in its value
    std::size_t refusal_line = 1;
    bool complete = true;                  ///< all plies were looked at
    std::vector<std::string> notes;        ///< on what the FEN tag says that was ignored
    std::optional<GameChances> chances{};  ///< of the plies that have theirs
};

/// Whether the fault means that text could not be read, rather than that a game is wrong.
constexpr bool is_bad_text(FaultCode code) {
    return code == FaultCode::NotAMove || code == FaultCode::BadRoll || code == FaultCode::BadTag ||
           code == FaultCode::UnterminatedComment;
}

/// All faults with their lines in the order of the records, for those who read them on a terminal.
std::vector<TextFault> all_faults(const Replay& replay);

/// Whether some of the game's text could not be read (exit code 3).
bool has_bad_text(const Replay& replay);

/// The game that is not replayed because a tag cannot be used, such as a FEN that is none or an unknown
/// variant. `faults` is not empty; `field` becomes the tag's name.
Replay refuse(const GameScore& game, std::string_view tag, Faults faults);

/// A game that was replayed as PGN (see write_score.hpp), its moves in full notation. Where its chances are
/// known a move has its sign (`$2` a mistake, `$4` a blunder, `$6` dubious), and behind the die stand White's
/// chance after the move, `[%chance 0.512]`, for the side that made the move what the roll brought and what
/// the move gave away, `[%luck 0.031] [%error 0.204]`, as far as they are not 0, and with a sign the best
/// move in words. They are what `[%eval]` is elsewhere, but chances from 0 to 1 (a draw is a half), not
/// pawns.
std::string pgn(const GameScore& game, const Replay& replay, const records::Variants& variants);

}  // namespace octomate::reports
