#include "reports/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "formats/game_score.hpp"
#include "text/text.hpp"

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

std::string command(std::string_view name, double chance) {
    return fmt::format("[%{} {:.3f}]", name, chance);
}

/// Whether a chance is worth writing: rounding leaves something of it.
bool is_something(double chance) { return chance >= 0.0005 || chance <= -0.0005; }

std::string comment_on(const PlyChances& chances, Color turn) {
    std::string text = command("chance", for_white(chances.played, turn));
    if (is_something(chances.luck())) text += ' ' + command("luck", chances.luck());
    if (is_something(chances.error())) text += ' ' + command("error", chances.error());
    if (chances.lapse() != Lapse::None) text += fmt::format(" better {}", chances.best);
    return text;
}

}  // namespace

Lapse lapse_of(double error) {
    // Rounding may leave a sum a little below its true value.
    error += nothing;
    if (error >= least_blunder) return Lapse::Blunder;
    if (error >= least_mistake) return Lapse::Mistake;
    return error >= least_dubious ? Lapse::Dubious : Lapse::None;
}

std::string_view sign(Lapse lapse) {
    constexpr std::array<std::string_view, 4> signs = {"", "?!", "?", "??"};
    return signs[static_cast<std::size_t>(lapse)];
}

int nag(Lapse lapse) {
    constexpr std::array<int, 4> nags = {0, 6, 2, 4};
    return nags[static_cast<std::size_t>(lapse)];
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
        // What the ply accounts for ends with the move, or before an unknown roll.
        game.drift += next - for_white(ply.rolled ? ply.played : ply.before, turn);
    }
    if (!plies.empty()) game.start = for_white(plies.front().chances.before, plies.front().turn);
    return game;
}

std::vector<TextFault> all_faults(const Replay& replay) {
    std::vector<TextFault> all;
    for (const Fault& fault : replay.refusal) all.push_back({replay.refusal_line, fault});
    for (const ReplayedPly& ply : replay.plies) all.insert(all.end(), ply.faults.begin(), ply.faults.end());
    all.insert(all.end(), replay.faults.begin(), replay.faults.end());
    return all;
}

bool has_bad_text(const Replay& replay) {
    const std::vector<TextFault> faults = all_faults(replay);
    return !replay.refusal.empty() || std::any_of(faults.begin(), faults.end(), [](const TextFault& found) {
        return is_bad_text(found.fault.code);
    });
}

Replay refuse(const GameScore& game, std::string_view tag, Faults faults) {
    for (Fault& fault : faults) fault.field = tag;
    Replay replay;
    replay.faults = game.faults;
    replay.result = game.result;
    replay.refusal = std::move(faults);
    if (const Tag* found = game.tag(tag)) replay.refusal_line = found->line;
    return replay;
}

std::string pgn(const GameScore& game, const Replay& replay, const records::Variants& variants) {
    std::vector<records::WrittenPly> plies;
    for (const ReplayedPly& ply : replay.plies) {
        plies.push_back({ply.turn, ply.move});
        if (!ply.chances) continue;
        plies.back().nag = nag(ply.chances->lapse());
        plies.back().comment = comment_on(*ply.chances, ply.turn);
    }
    std::vector<Tag> further = {{"Variant", std::string(variants.fallback)}};
    if (game.fen()) further.push_back({"SetUp", "1"});
    if (replay.chances)
        further.push_back(
            {"Annotator", fmt::format("Octomate {}, depth {}", version(), replay.chances->depth)});
    return to_pgn(game, plies, replay.result, variants.die(game.variant()), further);
}

}  // namespace octomate::reports
