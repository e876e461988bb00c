#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/fault.hpp"
#include "formats/game_score.hpp"
#include "reports/luck.hpp"
#include "reports/patience.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

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

}  // namespace octomate::reports
