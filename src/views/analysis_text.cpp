#include "views/analysis_text.hpp"

#include <fmt/core.h>

#include "text/text.hpp"
#include "text/words.hpp"
#include "views/heading.hpp"
#include "views/mate_text.hpp"
#include "views/odds_text.hpp"
#include "views/outlook_text.hpp"

namespace octomate::views {

using draw::Emphasis;
using draw::TextStyle;
using reports::Analysis;
using reports::FaceRow;

std::string analysis_text(const Analysis& analysis, const TextStyle& style) {
    std::string text = board_heading_text(analysis, style);
    text += fmt::format("  {}\n\n", state_text(analysis));
    std::string head = (analysis.die ? die_columns(analysis.die) : "  ") + "  moves         ";
    for (const auto& mate : analysis.mates)
        head += fmt::format("{:<22}", fmt::format("mate in {}", mate.moves));
    text += emphasise(head + "best move", Emphasis::Faint, style) + '\n';
    for (std::size_t at = 0; at < analysis.faces.size(); ++at) {
        const FaceRow& row = analysis.faces[at];
        std::string line = analysis.die ? die_columns(analysis.die, row.face, row.names) : "  ";
        line += fmt::format("  {:>5}  {:<6}", row.moves, row.free ? "free" : "");
        for (const auto& mate : analysis.mates)
            line += fmt::format("{:<22}", value_text(mate.faces[at].value));
        std::vector<std::string> best = analysis.mates.back().faces[at].best;
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
        text += fmt::format("  Mate within {} moves: {}\n", mate.moves, value_text(mate.total));
    }
    if (!analysis.threats) return text + "  In check: there is no saying what the opponent threatens.\n";
    if (analysis.threats->empty()) return text + "  The opponent threatens no mate.\n";
    text += "  The opponent threatens:\n";
    for (const auto& threat : *analysis.threats) {
        std::vector<std::string> mates;
        for (const auto& mate : threat.mates) mates.push_back(mate.text);
        const std::string face = threat.face == 0 ? "-" : std::to_string(threat.face);
        text +=
            fmt::format("    {}{}\n", analysis.die ? fmt::format("({}) ", face) : "", joined(mates, ", "));
    }
    return text;
}

}  // namespace octomate::views
