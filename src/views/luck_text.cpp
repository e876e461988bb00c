#include "views/luck_text.hpp"

#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "text/printable.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::views {

using reports::GameChances;
using reports::Lapse;
using reports::PlyChances;
using reports::SideChances;

namespace {

/// A chance in hundredths; never "-0.0".
double points(double chance) { return std::round(chance * 1000) / 10 + 0.0; }

std::string points_text(double chance) {
    const std::string number = fmt::format("{:.1f}", std::abs(points(chance)));
    return number + (number == "1.0" ? " point" : " points");
}

std::string die_text(const reports::ReplayedPly& ply) {
    return ply.roll ? fmt::format("({}) ", *ply.roll) : "";
}

std::string count(std::size_t number, const char* one, const char* many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string side_line(Color color, const SideChances& side) {
    std::string line = fmt::format("  {}: luck {:+.1f}, errors {:.1f}", side_text(color), points(side.luck),
                                   points(side.error));
    if (side.decisions > 0)
        line += fmt::format(" in {}, {:.2f} each", count(side.decisions, "decision", "decisions"),
                            100 * side.mean_error());
    std::vector<std::string> lapses;
    if (side.blunders > 0) lapses.push_back(count(side.blunders, "blunder", "blunders"));
    if (side.mistakes > 0) lapses.push_back(count(side.mistakes, "mistake", "mistakes"));
    if (side.dubious > 0) lapses.push_back(count(side.dubious, "dubious move", "dubious moves"));
    if (!lapses.empty()) line += ": " + enumerate(lapses);
    if (side.unjudged > 0)
        line += fmt::format("; the roll of {} is not known", count(side.unjudged, "ply", "plies"));
    return line + '\n';
}

std::string luck_sentence(const GameChances& game) {
    const auto luckier = game.luckier();
    if (!luckier) return "Neither side was luckier";
    return fmt::format("{} was luckier by {}", side_text(*luckier), points_text(game.luck()));
}

std::string skill_sentence(const GameChances& game) {
    if (game.white.decisions == 0 || game.black.decisions == 0) return "";
    const auto better = game.better();
    if (!better) return "; both played equally well";
    return fmt::format("; {} played better, with {:.2f} lost a decision to {:.2f}", side_text(*better),
                       100 * game.of(*better).mean_error(), 100 * game.of(!*better).mean_error());
}

}  // namespace

std::string luck_heading(int depth, const draw::TextStyle& style) {
    return fmt::format("  Chances of who moves, in hundredths of a game (a draw is a half), {} deep.\n\n",
                       count(static_cast<std::size_t>(depth), "ply", "plies")) +
           emphasise(fmt::format("{:<35}before  rolled  played    luck   error", ""), draw::Emphasis::Faint,
                     style) +
           '\n';
}

std::string luck_line(const reports::ReplayedPly& ply, int move, const draw::TextStyle& style) {
    std::string line = fmt::format("{:>4}{:<4}{:<25}", move, ply.turn == Color::White ? "." : "...",
                                   die_text(ply) + printable(ply.move));
    if (!ply.chances) return std::string(trim_end(line)) + '\n';
    const PlyChances& chances = *ply.chances;
    line += fmt::format("  {:6.1f}", points(chances.before));
    if (!chances.rolled)
        return fmt::format("{}       -  {:6.1f}  the roll is not known\n", line, points(chances.played));
    line += fmt::format("  {:6.1f}  {:6.1f}  {:>+6.1f}  {:6.1f}", points(*chances.rolled),
                        points(chances.played), points(chances.luck()), points(chances.error()));
    if (chances.lapse() != Lapse::None)
        line += "  " + emphasise(fmt::format("{:<2} {}", sign(chances.lapse()), printable(chances.best)),
                                 draw::Emphasis::Warn, style);
    if (chances.exact) line += "  (table)";
    return line + '\n';
}

std::string luck_words(const reports::ReplayedPly& ply, int move) {
    const PlyChances& chances = *ply.chances;
    std::string text = fmt::format("{}{} {}{}{}: ", move, ply.turn == Color::White ? "." : "...",
                                   die_text(ply), ply.move, sign(chances.lapse()));
    if (!chances.rolled) return text + "the roll is not known";
    text += fmt::format("luck {:+.1f}, error {:.1f}", points(chances.luck()), points(chances.error()));
    if (chances.lapse() != Lapse::None) text += ", better " + chances.best;
    return text;
}

std::string luck_verdict(const GameChances& game) { return luck_sentence(game) + skill_sentence(game) + '.'; }

std::string luck_summary(const GameChances& game) {
    std::string text = fmt::format("  {}\n", luck_verdict(game));
    text += side_line(Color::White, game.white) + side_line(Color::Black, game.black);
    const double luck = points(game.luck()), errors = points(game.black.error - game.white.error);
    text += fmt::format(
        "  White's chance: {:.1f} {:+.1f} by luck {:+.1f} by errors {:+.1f} by looking on = {:.1f}\n",
        points(game.start), luck, errors, points(game.drift), points(game.end));
    return text;
}

}  // namespace octomate::views
