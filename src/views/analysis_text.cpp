#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "players/session.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using draw::Emphasis;
using draw::TextStyle;
using players::Outlook;
using players::Rollout;

constexpr double favourite_margin = 0.03;  ///< a side is the favourite if its chance exceeds 0.5 by this much

/// Returns the chance of the best move on a face.
double best_chance(const Outlook::Face& face) { return face.moves.front().chances.deep; }

/// Checks whether a face has a move that wins at once.
bool has_win(const Outlook::Face& face) {
    return std::any_of(face.moves.begin(), face.moves.end(), [](const auto& move) { return move.wins; });
}

/// Returns the rolls that mate or, if none does, the best and the worst roll, for the end of a sentence:
/// ": a 3 or a 5 mates".
std::string rolls_text(const Outlook& outlook) {
    std::vector<std::string> mating_rolls;
    for (const Outlook::Face& face : outlook.faces) {
        if (has_win(face)) mating_rolls.push_back(with_article(face.face));
    }
    const auto& faces = outlook.faces;
    if (mating_rolls.size() == faces.size())
        return faces.size() > 1 ? ": every roll mates"
                                : fmt::format(": {} mates", faces.front().moves.front().text.notation);
    if (!mating_rolls.empty()) return fmt::format(": {} mates", enumerate(mating_rolls, " or "));
    if (faces.size() == 1) return fmt::format(": {} is best", faces.front().moves.front().text.notation);
    const auto is_worse = [](const auto& a, const auto& b) { return best_chance(a) < best_chance(b); };
    const auto worst = std::min_element(faces.begin(), faces.end(), is_worse);
    const auto best = std::max_element(faces.begin(), faces.end(), is_worse);
    if (best_chance(*best) - best_chance(*worst) < 0.01) return ", whatever is rolled";
    return fmt::format(": {} is best ({:.0f} %), {} worst ({:.0f} %)", with_article(best->face),
                       100 * best_chance(*best), with_article(worst->face), 100 * best_chance(*worst));
}

std::string row_text(const Outlook::Face& face, const Die* die, const TextStyle& style) {
    constexpr std::size_t most_listed = 3;
    double shallow = 0;
    std::vector<std::string> best, other_moves;
    for (const Outlook::Move& move : face.moves) {
        shallow = std::max(shallow, move.chances.shallow);
        const double loss = best_chance(face) - move.chances.deep;
        if (loss == 0) {
            best.push_back(move.text.notation);
        } else if (other_moves.size() < most_listed) {
            other_moves.push_back(fmt::format("{} {:.1f}", move.text.notation, 100 * loss));
        }
    }
    const std::size_t unlisted = face.moves.size() - best.size() - other_moves.size();
    if (unlisted > 0)
        other_moves.push_back(fmt::format("{} more up to {:.1f}", unlisted,
                                          100 * (best_chance(face) - face.moves.back().chances.deep)));
    if (best.size() > most_listed) {
        const std::size_t more = best.size() - most_listed;
        best.resize(most_listed);
        best.push_back(fmt::format("{} more", more));
    }
    const std::string moves = joined(best, ", ");
    const std::string gap(std::max<std::size_t>(moves.size(), 16) - moves.size() + 2, ' ');
    std::string line = die_columns(die, face.face, face.names);
    line += fmt::format("  {:>7.1f} %  {:>7.1f} %  {:<4}  ", 100 * shallow, 100 * best_chance(face),
                        face.free ? "free" : "");
    line += emphasise(moves, Emphasis::Good, style);
    if (!other_moves.empty()) line += gap + joined(other_moves, ", ");
    return row_line(line);
}

std::string outlook_line(const Outlook& outlook) {
    const double chance = outlook.chances.deep;
    const Color favourite = chance >= 0.5 ? outlook.turn : !outlook.turn;
    const double winning_chance = std::max(chance, 1 - chance);
    const std::string rolls = rolls_text(outlook);
    // A sure win is worth slightly less than 1 if the mate is distant; other positions never show 100 %.
    const bool is_decided = winning_chance > 1 - 1e-9;
    const double percent = is_decided ? 100 : std::min(100 * winning_chance, 99.9);
    const std::string percentage = fmt::format("{:.{}f} %", percent, percent > 99 && !is_decided ? 1 : 0);
    if (winning_chance - 0.5 < favourite_margin)
        return fmt::format("Even, {} for {}{}.", percentage, side_text(favourite), rolls);
    return fmt::format("{} {}, {}{}.", side_text(favourite), is_decided ? "wins" : "is favoured", percentage,
                       rolls);
}

std::string outlook_text(const Outlook& outlook, const Die* die, const TextStyle& style) {
    std::string text = fmt::format("  {}\n\n", emphasise(outlook_line(outlook), Emphasis::Strong, style));
    const auto& [shallow, deep] = Outlook::depths;
    text += faint_line(die_columns(die) + fmt::format("  {:>9}  {:>9}        {:<16}  others lose",
                                                      fmt::format("depth {}", shallow),
                                                      fmt::format("depth {}", deep), "best moves"),
                       style);
    for (const Outlook::Face& face : outlook.faces) text += row_text(face, die, style);
    return text + '\n';
}

/// Formats a mean and its error in per cent, in columns: "57.3 ± 0.4".
std::string mean_text(const players::Mean& mean, const TextStyle& style) {
    return fmt::format("{:5.1f} {} {:<4.1f}", 100 * mean.mean, style.unicode ? "±" : "+-", 100 * mean.error);
}

std::string share_text(const players::Mean& mean, const TextStyle& style) {
    return fmt::format("{:.1f} % {} {:.1f}", 100 * mean.mean, style.unicode ? "±" : "+-", 100 * mean.error);
}

std::string row_text(const Rollout& rollout, const Rollout::Face& face, std::size_t i, const Die* die,
                     const TextStyle& style) {
    const Rollout::Candidate& candidate = face.candidates[i];
    const Rollout::Move& move = rollout.moves[candidate.move];
    const std::string columns = die_columns(die, face.face, face.names);
    std::string line = i > 0 ? std::string(columns.size(), ' ') : columns;
    line += fmt::format("  {:<4}  ", i == 0 && face.free ? "free" : "");
    const std::string name = fmt::format("{:<14}", move.text.notation);
    line += i == 0 ? emphasise(name, Emphasis::Good, style) : name;
    line += "  " + mean_text(move.adjusted, style) + "  ";
    line += i == 0 ? std::string(12, ' ') : mean_text(candidate.behind, style);
    line += "  " + mean_text(move.plain, style);
    line += fmt::format("  {:>6} {:>6} {:>6}", move.won, move.drawn, move.lost);
    if (move.known > 0) line += fmt::format("  {} by table", move.known);
    if (move.cut > 0) line += fmt::format("  {} cut off", move.cut);
    return row_line(line);
}

std::string rollout_text(const Rollout& rollout, const Die* die, const TextStyle& style) {
    const auto& options = rollout.options;
    std::string text = fmt::format(
        "  {} games from each of {}, the best {} on each face at depth {}; {}seed {}\n",
        grouped(rollout.games), count_text(rollout.moves.size(), "move", "moves"), options.candidates,
        options.choice_depth,
        options.depth > 1 ? fmt::format("both sides search {} plies; ", options.depth) : "", options.seed);
    if (rollout.games < options.games)
        text += fmt::format("  (interrupted; {} were requested)\n", grouped(options.games));
    if (rollout.games == 0) return text + '\n';
    text += fmt::format("  With the best move on each face {} scores {}", side_text(rollout.turn),
                        share_text(rollout.adjusted, style));
    // Without the adjustment, the square of this ratio times as many games would be as precise.
    const double error_ratio = rollout.plain.error / rollout.adjusted.error;
    text +=
        rollout.adjusted.error > 0
            ? fmt::format(" (without the adjustment for luck {}, as precise with {:.1f} times the games)\n\n",
                          share_text(rollout.plain, style), error_ratio * error_ratio)
            : std::string("\n\n");
    text += faint_line(
        die_columns(die) + fmt::format("        {:<14}  {:<12}  {:<12}  {:<12}  {:>6} {:>6} {:>6}", "move",
                                       "score, %", "behind", "unadjusted", "won", "drawn", "lost"),
        style);
    for (const Rollout::Face& face : rollout.faces) {
        for (std::size_t i = 0; i < face.candidates.size(); ++i)
            text += row_text(rollout, face, i, die, style);
    }
    return text + '\n';
}

}  // namespace

std::string report_text(const reports::Analysis& analysis, const TextStyle& style) {
    std::string text = board_heading_text(analysis, style);
    text += fmt::format("  {}\n\n", state_text(analysis));
    std::string heading = (analysis.die ? die_columns(analysis.die) : "  ") + "  moves         ";
    for (const auto& mate : analysis.mates)
        heading += fmt::format("{:<22}", fmt::format("mate in {}", mate.moves));
    text += faint_line(heading + "best move", style);
    for (std::size_t i = 0; i < analysis.faces.size(); ++i) {
        const reports::FaceRow& row = analysis.faces[i];
        std::string line = analysis.die ? die_columns(analysis.die, row.face, row.names) : "  ";
        line += fmt::format("  {:>5}  {:<6}", row.moves, row.free ? "free" : "");
        for (const auto& mate : analysis.mates)
            line += fmt::format("{:<22}", value_text(mate.faces[i].value, style.exact));
        std::vector<std::string> best = analysis.mates.back().faces[i].best;
        if (!row.mates.empty()) {
            best.clear();
            for (const auto& mate : row.mates) best.push_back(emphasise(mate.text, Emphasis::Good, style));
        }
        line += joined(best, ", ");
        text.append(trim_end(line)) += '\n';
    }
    text += '\n' + odds_text(analysis, style);
    if (analysis.outlook) text += outlook_text(*analysis.outlook, analysis.die, style);
    if (analysis.rollout) text += rollout_text(*analysis.rollout, analysis.die, style);
    for (const auto& mate : analysis.mates) {
        text += fmt::format("  Mate within {} moves: {}\n", mate.moves, value_text(mate.total, style.exact));
    }
    if (!analysis.threats) return text + "  The side to move is in check, so threats are not listed.\n";
    if (analysis.threats->empty()) return text + "  The opponent threatens no mate.\n";
    text += "  The opponent threatens:\n";
    for (const auto& threat : *analysis.threats) {
        std::vector<std::string> mates;
        for (const auto& mate : threat.mates) mates.push_back(mate.text);
        const std::string roll = threat.face == 0 && analysis.die ? "(-) " : roll_text(threat.face);
        text += fmt::format("    {}{}\n", roll, joined(mates, ", "));
    }
    return text;
}

}  // namespace octomate::views
