#include <fmt/core.h>

#include <cmath>
#include <utility>
#include <vector>

#include "draw/game_curve.hpp"
#include "formats/formats.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using reports::GameChances;
using reports::Lapse;
using reports::PlyChances;
using reports::ReplayedPly;
using reports::SideChances;

/// Converts an expected score to points (hundredths of a game), rounded to one decimal; never -0.
double points(double chance) { return std::round(chance * 1000) / 10 + 0.0; }

/// Formats a change of the expected score in wins: "0.38".
std::string wins_text(double chance) { return fmt::format("{:.2f}", std::abs(chance)); }

std::string side_line(Color color, const SideChances& side) {
    std::string line = fmt::format("  {}: luck {:+.1f}, errors {:.1f}", side_text(color), points(side.luck),
                                   points(side.error));
    if (side.decisions > 0)
        line += fmt::format(" in {}, {:.2f} on average", count_text(side.decisions, "decision", "decisions"),
                            100 * side.mean_error());
    std::vector<std::string> lapses;
    if (side.blunders > 0) lapses.push_back(count_text(side.blunders, "blunder", "blunders"));
    if (side.mistakes > 0) lapses.push_back(count_text(side.mistakes, "mistake", "mistakes"));
    if (side.dubious > 0) lapses.push_back(count_text(side.dubious, "dubious move", "dubious moves"));
    if (!lapses.empty()) line += ": " + enumerate(lapses);
    if (side.unjudged > 0)
        line += fmt::format("; the roll of {} is not known", count_text(side.unjudged, "ply", "plies"));
    return line + '\n';
}

/// Returns how many wins the rolls were worth, and to which side; empty if no roll changed the score.
std::string luck_clause(const GameChances& game) {
    if (game.white.luck == 0 && game.black.luck == 0) return "";
    if (wins_text(game.luck()) == "0.00") return "the dice helped neither side";
    return fmt::format("the dice were worth {} wins to {}", wins_text(game.luck()),
                       side_text(game.luck() > 0 ? Color::White : Color::Black));
}

/// Returns how many wins errors cost each side; empty if neither side had a choice.
std::string error_clause(const GameChances& game) {
    if (game.white.decisions == 0 && game.black.decisions == 0) return "";
    return fmt::format("errors cost White {} wins and Black {}", wins_text(game.white.error),
                       wins_text(game.black.error));
}

std::string luck_heading(int depth, const draw::TextStyle& style) {
    return fmt::format(
               "  Expected score of the side to move in percent (a draw is 50), searched {} deep.\n\n",
               count_text(static_cast<std::size_t>(depth), "ply", "plies")) +
           faint_line(fmt::format("{:<35}before  rolled  played    luck   error", ""), style);
}

/// Returns the line of a ply in the table of chances.
std::string luck_line(const ReplayedPly& ply, int move, const draw::TextStyle& style) {
    std::string line = fmt::format("{:>4}{:<4}{:<25}", move, ply.turn == Color::White ? "." : "...",
                                   roll_text(ply.roll.value_or(0)) + printable(ply.move));
    if (!ply.chances) return row_line(line);
    const PlyChances& chances = *ply.chances;
    line += fmt::format("  {:6.1f}", points(chances.before));
    if (!chances.rolled)
        return fmt::format("{}       -  {:6.1f}  the roll is not known\n", line, points(chances.played));
    line += fmt::format("  {:6.1f}  {:6.1f}  {:>+6.1f}  {:6.1f}", points(*chances.rolled),
                        points(chances.played), points(chances.luck()), points(chances.error()));
    if (chances.lapse() != Lapse::None)
        line += "  " + emphasise(fmt::format("{:<2} {}", sign(chances.lapse()), printable(chances.best)),
                                 draw::Emphasis::Warn, style);
    return line + (chances.exact ? "  (table)\n" : "\n");
}

/// Returns the tooltip of a ply in the curve: "12... (5) Qe4-d3??: luck +3.1, error 24.0, better Qe4-d2".
std::string luck_tooltip(const ReplayedPly& ply, int move) {
    const PlyChances& chances = *ply.chances;
    std::string text = fmt::format("{}{} {}{}{}: ", move, ply.turn == Color::White ? "." : "...",
                                   roll_text(ply.roll.value_or(0)), ply.move, sign(chances.lapse()));
    if (!chances.rolled) return text + "the roll is not known";
    text += fmt::format("luck {:+.1f}, error {:.1f}", points(chances.luck()), points(chances.error()));
    if (chances.lapse() != Lapse::None) text += ", better " + chances.best;
    return text;
}

/// Returns the verdict, the sums of both sides, and the changes of White's expected score.
std::string luck_summary(const GameChances& game) {
    return fmt::format("  {}\n", luck_verdict(game)) + side_line(Color::White, game.white) +
           side_line(Color::Black, game.black) +
           fmt::format(
               "  White's expected score: {:.1f} {:+.1f} by luck {:+.1f} by errors {:+.1f} by deeper "
               "search = {:.1f}\n",
               points(game.start), points(game.luck()), points(game.black.error - game.white.error),
               points(game.drift), points(game.end));
}

std::string faults_text(const ReplayedPly& ply, const draw::TextStyle& style) {
    std::string text;
    for (const records::TextFault& text_fault : ply.faults) {
        const std::string message =
            fmt::format("{}: {}", name(text_fault.fault.code), records::message_of(text_fault.fault));
        text.append("      ").append(emphasise(message, draw::Emphasis::Warn, style)).append("\n");
    }
    return text;
}

std::string title_text(const reports::GameScore& game, std::size_t number) {
    const auto player = [&](const char* tag) {
        const auto* player_tag = game.tag(tag);
        return player_tag && player_tag->value != "?" ? printable(player_tag->value) : std::string();
    };
    const std::string white = player("White"), black = player("Black");
    return white.empty() || black.empty() ? fmt::format("Game {}", number) : white + " – " + black;
}

}  // namespace

std::string luck_verdict(const GameChances& game) {
    const std::string luck = luck_clause(game), errors = error_clause(game);
    if (luck.empty() && errors.empty()) return "Neither dice nor errors changed the game.";
    return capitalised(luck + (luck.empty() || errors.empty() ? "" : "; ") + errors) + '.';
}

draw::GameCurve luck_curve(const reports::GameScore& game, const reports::Replay& replay,
                           std::size_t number) {
    draw::GameCurve curve;
    curve.title = fmt::format("{}, {}", title_text(game, number), replay.result);
    curve.lines.push_back(luck_verdict(*replay.chances));
    curve.end = replay.chances->end;
    curve.striking = reports::least_striking;
    int move = 0;
    for (const ReplayedPly& ply : replay.plies) {
        if (!ply.chances) break;
        const PlyChances& chances = *ply.chances;
        const auto for_white = [&](double chance) { return reports::for_white(chance, ply.turn); };
        if (ply.turn == Color::White || move == 0) ++move;
        draw::CurvePly point;
        point.move = move;
        point.turn = ply.turn;
        point.before = for_white(chances.before);
        if (chances.rolled) point.rolled = for_white(*chances.rolled);
        point.played = for_white(chances.played);
        point.sign = sign(chances.lapse());
        point.tooltip = luck_tooltip(ply, move);
        curve.plies.push_back(std::move(point));
    }
    return curve;
}

std::string replay_text(const reports::Replay& replay, std::size_t number, const draw::TextStyle& style) {
    std::string text = emphasise(fmt::format("Game {}", number), draw::Emphasis::Strong, style) + '\n';
    std::string line, faults;
    int move = 0;
    const auto end_line = [&] {
        if (!line.empty()) text.append(trim_end(line)) += '\n';
        text += std::exchange(faults, "");
        line.clear();
    };
    if (replay.chances) text += luck_heading(replay.chances->depth, style);
    for (const ReplayedPly& ply : replay.plies) {
        if (replay.chances) {
            if (ply.turn == Color::White || move == 0) ++move;
            text += luck_line(ply, move, style) + faults_text(ply, style);
            continue;
        }
        const std::string ply_text = roll_text(ply.roll.value_or(0)) + printable(ply.move);
        if (ply.turn == Color::White || line.empty()) {
            end_line();
            line = fmt::format("{:>4}. {:<22}", ++move, ply.turn == Color::White ? ply_text : "...");
        }
        if (ply.turn == Color::Black) line.append(" ").append(ply_text);
        if (ply.odds)
            faults += fmt::format("      {}: {}, with the roll {}, after the move {}\n", ply.move,
                                  bounds_text(ply.odds->before), bounds_text(ply.odds->rolled),
                                  bounds_text(ply.odds->after));
        faults += faults_text(ply, style);
    }
    end_line();
    for (const records::TextFault& text_fault : replay.faults)
        text +=
            fmt::format("      {}: {}\n", name(text_fault.fault.code), records::message_of(text_fault.fault));
    for (const Fault& fault : replay.refusal)
        text += fmt::format("      {}: {}\n", fault.field, records::message_of(fault));
    for (const std::string& note : replay.notes) text += fmt::format("      note: {}\n", printable(note));
    if (replay.scene) text.append("\n").append(draw_board(*replay.scene, style));
    text += fmt::format("\n  {}, {}, {}\n", replay.result, count_text(replay.plies.size(), "ply", "plies"),
                        count_text(all_faults(replay).size(), "fault", "faults"));
    if (replay.chances) text += '\n' + luck_summary(*replay.chances);
    return text + '\n';
}

}  // namespace octomate::views
