#include "reports/luck.hpp"

namespace octomate::reports {

namespace {

/// Differences that are but rounding.
constexpr double nothing = 1e-9;

std::optional<Color> greater(double white, double black) {
    if (white > black + nothing) return Color::White;
    if (black > white + nothing) return Color::Black;
    return std::nullopt;
}

void add(const PlyChances& ply, SideChances& side) {
    if (!ply.rolled) {
        ++side.unjudged;
        return;
    }
    side.luck += ply.luck();
    side.error += ply.error();
    if (ply.choice) ++side.decisions;
    switch (ply.lapse()) {
        case Lapse::None: break;
        case Lapse::Dubious: ++side.dubious; break;
        case Lapse::Mistake: ++side.mistakes; break;
        case Lapse::Blunder: ++side.blunders; break;
    }
}

}  // namespace

Lapse lapse_of(double error) {
    // A sum of eighths may lie a hair below what it is.
    error += nothing;
    if (error >= least_blunder) return Lapse::Blunder;
    if (error >= least_mistake) return Lapse::Mistake;
    return error >= least_dubious ? Lapse::Dubious : Lapse::None;
}

std::string_view sign(Lapse lapse) {
    switch (lapse) {
        case Lapse::None: break;
        case Lapse::Dubious: return "?!";
        case Lapse::Mistake: return "?";
        case Lapse::Blunder: return "??";
    }
    return "";
}

int nag(Lapse lapse) {
    switch (lapse) {
        case Lapse::None: break;
        case Lapse::Dubious: return 6;
        case Lapse::Mistake: return 2;
        case Lapse::Blunder: return 4;
    }
    return 0;
}

std::optional<Color> GameChances::luckier() const { return greater(white.luck, black.luck); }

std::optional<Color> GameChances::better() const {
    if (white.decisions == 0 || black.decisions == 0) return std::nullopt;
    return greater(black.mean_error(), white.mean_error());
}

GameChances add_up(const std::vector<SidedChances>& plies, double end, int depth) {
    GameChances game;
    game.depth = depth;
    game.end = end;
    for (std::size_t at = 0; at < plies.size(); ++at) {
        const auto& [turn, ply] = plies[at];
        add(ply, turn == Color::White ? game.white : game.black);
        const double next =
            at + 1 < plies.size() ? for_white(plies[at + 1].chances.before, plies[at + 1].turn) : end;
        // What the ply accounts for ends with the move, or before a roll that nobody knows.
        game.drift += next - for_white(ply.rolled ? ply.played : ply.before, turn);
    }
    if (!plies.empty()) game.start = for_white(plies.front().chances.before, plies.front().turn);
    return game;
}

}  // namespace octomate::reports
