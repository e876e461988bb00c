#include "views/origins_text.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "text/printable.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using reports::Legality;

/// "(4) d2d4 (3) f7f6 …", with every roll beside its move.
std::string game_text(const std::string& plies) {
    constexpr std::string_view indent = "    ";
    std::string text, line;
    const auto words = words_between(plies, ' ');
    for (std::size_t at = 0; at + 1 < words.size(); at += 2) {
        const std::string ply = fmt::format("{} {}", printable(words[at]), printable(words[at + 1]));
        if (!line.empty() && indent.size() + line.size() + 1 + ply.size() > page_width) {
            text.append(indent).append(line).append("\n");
            line.clear();
        }
        line.append(line.empty() ? "" : " ").append(ply);
    }
    return line.empty() ? text : text.append(indent).append(line).append("\n");
}

}  // namespace

std::string retract_text(const reports::RetractReport& report, const draw::TextStyle& style) {
    std::string text = board_heading_text(report, style);
    std::size_t move = 14, faces = 5;
    for (const auto& one : report.earlier) {
        move = std::max(move, one.move.size());
        faces = std::max(faces, faces_text(one.faces).size());
    }
    if (!report.die) faces = 0;
    const auto line = [&](std::string_view name, std::string_view uci, std::string_view rolls,
                          std::string_view before) {
        return fmt::format("  {:<{}} {:<6} {:<{}}{}{}", name, move, uci, faces > 0 ? rolls : "", faces,
                           faces > 0 ? "  " : "", before);
    };
    if (!report.earlier.empty())
        text += emphasise(line("move", "uci", "faces", "position before it"), draw::Emphasis::Faint, style) +
                '\n';
    for (const auto& one : report.earlier)
        text += line(one.move, one.uci, faces_text(one.faces), one.fen) + '\n';
    const std::size_t count = report.earlier.size();
    return text +
           fmt::format("{}  {} way{} to arise by a move\n\n", count > 0 ? "\n" : "", count,
                       count == 1 ? "" : "s") +
           notes_text(report.notes);
}

std::string legality_text(const Legality& legality) {
    switch (legality.verdict) {
        case Legality::Verdict::Proven:
            return fmt::format("Legal: a {}game of {} {} leads here.", legality.shortest ? "shortest " : "",
                               legality.length, legality.length == 1 ? "ply" : "plies");
        case Legality::Verdict::Illegal: return fmt::format("Illegal: {}.", printable(legality.why));
        case Legality::Verdict::Undecided: break;
    }
    return fmt::format("Undecided: {}.", printable(legality.why));
}

std::string proof_text(const reports::ProofReport& report, const draw::TextStyle& style) {
    const bool proven = report.legality.verdict == Legality::Verdict::Proven;
    std::string text = heading_text(report, style);
    text.append("  ")
        .append(emphasise(legality_text(report.legality),
                          proven ? draw::Emphasis::Good : draw::Emphasis::Warn, style))
        .append("\n");
    return text.append(game_text(report.legality.plies)).append(notes_text(report.notes)).append("\n");
}

}  // namespace octomate::views
