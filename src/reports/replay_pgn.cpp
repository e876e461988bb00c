#include "reports/replay_pgn.hpp"

#include <fmt/core.h>

#include <vector>

#include "formats/game_score.hpp"
#include "text/version.hpp"

namespace octomate::reports {

namespace {

std::string command(std::string_view name, double chance) {
    return fmt::format("[%{} {:.3f}]", name, chance);
}

/// Whether a chance is told: it is more than rounding leaves of it.
bool is_something(double chance) { return chance >= 0.0005 || chance <= -0.0005; }

std::string comment_on(const PlyChances& chances, Color turn) {
    std::string text = command("chance", for_white(chances.played, turn));
    if (is_something(chances.luck())) text += ' ' + command("luck", chances.luck());
    if (is_something(chances.error())) text += ' ' + command("error", chances.error());
    if (chances.lapse() != Lapse::None) text += fmt::format(" better {}", chances.best);
    return text;
}

}  // namespace

std::string pgn(const GameScore& game, const Replay& replay, std::string_view default_variant) {
    std::vector<records::WrittenPly> plies;
    for (const ReplayedPly& ply : replay.plies) {
        plies.push_back({ply.turn, ply.move});
        if (!ply.chances) continue;
        plies.back().nag = nag(ply.chances->lapse());
        plies.back().comment = comment_on(*ply.chances, ply.turn);
    }
    std::vector<Tag> further = {{"Variant", std::string(default_variant)}};
    if (game.fen()) further.push_back({"SetUp", "1"});
    if (replay.chances)
        further.push_back(
            {"Annotator", fmt::format("Octomate {}, depth {}", version(), replay.chances->depth)});
    return to_pgn(game, plies, replay.result, further);
}

}  // namespace octomate::reports
