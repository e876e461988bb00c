#include "views/replay_text.hpp"

#include <fmt/core.h>

#include <utility>

#include "formats/error_record.hpp"
#include "text/printable.hpp"
#include "text/text.hpp"
#include "views/luck_text.hpp"
#include "views/odds_text.hpp"

namespace octomate::views {

namespace {

std::string die(const reports::ReplayedPly& ply) { return ply.roll ? fmt::format("({}) ", *ply.roll) : ""; }

std::string faults_text(const reports::ReplayedPly& ply, const draw::TextStyle& style) {
    std::string text;
    for (const records::TextFault& told : ply.faults) {
        const std::string message =
            fmt::format("{}: {}", name(told.fault.code), records::message_of(told.fault));
        text.append("      ").append(emphasise(message, draw::Emphasis::Warn, style)).append("\n");
    }
    return text;
}

}  // namespace

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
    for (const reports::ReplayedPly& ply : replay.plies) {
        if (replay.chances) {  // a line each
            if (ply.turn == Color::White || move == 0) ++move;
            text += luck_line(ply, move, style) + faults_text(ply, style);
            continue;
        }
        const std::string shown = die(ply) + printable(ply.move);
        if (ply.turn == Color::White || line.empty()) {
            end_line();
            line = fmt::format("{:>4}. {:<22}", ++move, ply.turn == Color::White ? shown : "...");
        }
        if (ply.turn == Color::Black) line.append(" ").append(shown);
        if (ply.odds) {
            faults += fmt::format("      {}: {}, with the roll {}, after the move {}\n", ply.move,
                                  worth_text(ply.odds->before), worth_text(ply.odds->rolled),
                                  worth_text(ply.odds->after));
        }
        faults += faults_text(ply, style);
    }
    end_line();
    for (const records::TextFault& told : replay.faults)
        text += fmt::format("      {}: {}\n", name(told.fault.code), records::message_of(told.fault));
    for (const Fault& fault : replay.refusal)
        text += fmt::format("      {}: {}\n", fault.field, records::message_of(fault));
    for (const std::string& note : replay.notes) text += fmt::format("      note: {}\n", printable(note));
    if (replay.scene) text.append("\n").append(draw_board(*replay.scene, style));
    const std::size_t count = all_faults(replay).size();
    text += fmt::format("\n  {}, {} plies, {}\n", replay.result, replay.plies.size(),
                        count == 0   ? "no fault"
                        : count == 1 ? "1 fault"
                                     : fmt::format("{} faults", count));
    if (replay.chances) text += '\n' + luck_summary(*replay.chances);
    return text + '\n';
}

}  // namespace octomate::views
