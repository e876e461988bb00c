#include <fmt/core.h>

#include <cmath>

#include "text/text.hpp"
#include "text/words.hpp"
#include "views/heading.hpp"
#include "views/outlook_text.hpp"

namespace octomate::views {

using draw::Emphasis;
using players::Mean;
using players::Rollout;

namespace {

/// "57.3 ± 0.4", in per cent.
std::string mean_text(const Mean& mean, const draw::TextStyle& style) {
    return fmt::format("{:5.1f} {} {:<4.1f}", 100 * mean.mean, style.unicode ? "±" : "+-", 100 * mean.error);
}

std::string share_text(const Mean& mean, const draw::TextStyle& style) {
    return fmt::format("{:.1f} % {} {:.1f}", 100 * mean.mean, style.unicode ? "±" : "+-", 100 * mean.error);
}

std::string row_text(const Rollout& rollout, const Rollout::Face& face, std::size_t at, const Die* die,
                     const draw::TextStyle& style) {
    const Rollout::Candidate& candidate = face.candidates[at];
    const Rollout::Move& move = rollout.moves[candidate.move];
    const std::string columns = die_columns(die, face.face, face.names);
    std::string line = at > 0 ? std::string(columns.size(), ' ') : columns;
    line += fmt::format("  {:<4}  ", at == 0 && face.free ? "free" : "");
    const std::string name = fmt::format("{:<14}", move.text.notation);
    line += at == 0 ? emphasise(name, Emphasis::Good, style) : name;
    line += "  " + mean_text(move.adjusted, style) + "  ";
    line += at == 0 ? std::string(12, ' ') : mean_text(candidate.behind, style);
    line += "  " + mean_text(move.plain, style);
    line += fmt::format("  {:>6} {:>6} {:>6}", move.won, move.drawn, move.lost);
    if (move.known > 0) line += fmt::format("  {} known", move.known);
    if (move.cut > 0) line += fmt::format("  {} cut off", move.cut);
    return std::string(trim_end(line)) + '\n';
}

}  // namespace

std::string rollout_text(const Rollout& rollout, const Die* die, const draw::TextStyle& style) {
    const auto& options = rollout.options;
    std::string text = fmt::format(
        "  {} games from each of {} moves, the best {} on each face to depth {}; {}seed {}\n",
        grouped(rollout.games), rollout.moves.size(), options.candidates, options.choice_depth,
        options.depth > 1 ? fmt::format("players look {} plies ahead; ", options.depth) : "", options.seed);
    if (rollout.games < options.games)
        text += fmt::format("  (interrupted: {} were asked for)\n", grouped(options.games));
    if (rollout.games == 0) return text + '\n';
    text += fmt::format("  The best move on each face brings {} {}", side_text(rollout.turn),
                        share_text(rollout.adjusted, style));
    // How many games without the adjustment would tell as much.
    const double ratio = rollout.plain.error / rollout.adjusted.error;
    text += rollout.adjusted.error > 0
                ? fmt::format(" (with the luck of the dice {}: {:.1f} times the games for that error)\n\n",
                              share_text(rollout.plain, style), ratio * ratio)
                : std::string("\n\n");
    text += emphasise(die_columns(die) +
                          fmt::format("        {:<14}  {:<12}  {:<12}  {:<12}  {:>6} {:>6} {:>6}", "move",
                                      "chance, %", "behind", "with luck", "won", "drawn", "lost"),
                      Emphasis::Faint, style) +
            '\n';
    for (const Rollout::Face& face : rollout.faces) {
        for (std::size_t at = 0; at < face.candidates.size(); ++at)
            text += row_text(rollout, face, at, die, style);
    }
    return text + '\n';
}

}  // namespace octomate::views
