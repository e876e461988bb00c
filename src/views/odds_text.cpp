#include <fmt/core.h>

#include <algorithm>

#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

using draw::Emphasis;
using tables::Bounds;
using tables::RollOdds;

namespace {

std::string row_text(const RollOdds& roll, const Die* die, const draw::TextStyle& style) {
    std::string line = die_columns(die, roll.face, roll.names);
    line += fmt::format("  {:<13}", worth_text(roll.bounds));
    const std::size_t best = roll.best();
    std::vector<std::string> moves;
    for (std::size_t at = 0; at < best; ++at) moves.push_back(roll.moves[at].move);
    line += emphasise(joined(moves, ", "), Emphasis::Good, style);
    if (best < roll.moves.size()) {
        line += fmt::format("{}  next {} {}", roll.free ? "  free," : "", roll.moves[best].move,
                            worth_text(roll.moves[best].bounds));
    }
    return std::string(trim_end(line)) + '\n';
}

}  // namespace

std::string worth_text(const Bounds& bounds) {
    if (bounds.plies) {
        if (*bounds.plies == 0) return "mated";
        return fmt::format("{} in {}", bounds.lower > 0 ? "mate" : "lost", (*bounds.plies + 1) / 2);
    }
    if (bounds.lower == bounds.upper && bounds.lower == 0) return "draw";
    return fmt::format("{:.4f} %", 100 * chance_of(bounds.middle()));
}

std::string score_text(double value) { return fmt::format("{:.10f} %", 100 * chance_of(value)); }

std::string odds_line(const reports::Subject& subject) {
    const tables::Odds& odds = *subject.odds;
    const Bounds& bounds = odds.bounds;
    const std::string side(side_text(subject.turn));
    const std::string table = fmt::format(" (endgame table {})", odds.material);
    if (bounds.plies || bounds.lower == bounds.upper)
        return fmt::format("{} to move: {}{}", side, worth_text(bounds), table);
    return fmt::format("{}'s expected score is {}{}", side, worth_text(bounds), table);
}

std::string odds_text(const reports::Subject& subject, const draw::TextStyle& style) {
    if (!subject.odds) return "";
    std::string text = fmt::format("  {}\n", emphasise(odds_line(subject), Emphasis::Strong, style));
    if (std::all_of(subject.odds->rolls.begin(), subject.odds->rolls.end(),
                    [](const RollOdds& roll) { return roll.moves.empty(); }))
        return text + '\n';
    text += '\n' + emphasise(die_columns(subject.die) + "  score        best moves", Emphasis::Faint, style) +
            '\n';
    for (const RollOdds& roll : subject.odds->rolls) text += row_text(roll, subject.die, style);
    return text + '\n';
}

}  // namespace octomate::views
