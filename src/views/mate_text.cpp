#include "views/mate_text.hpp"

#include <fmt/core.h>

#include "puzzle/puzzle.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/heading.hpp"
#include "views/odds_text.hpp"
#include "views/stipulation_text.hpp"

namespace octomate::views {

namespace {

using draw::Emphasis;
using draw::TextStyle;
using reports::MateReport;
using reports::MateRow;
using reports::ReportedValue;

double percent(const solver::Fraction& value) {
    return 100.0 * static_cast<double>(value.numerator) / static_cast<double>(value.denominator);
}

std::string text(const solver::Fraction& value) {
    const std::string exact = value.text();
    return exact == "0" || exact == "1" ? exact : fmt::format("{} ({:.1f} %)", exact, percent(value));
}

std::string question(const MateReport& report) {
    std::string text = report.stipulation
                           ? records::words_of(*report.stipulation)
                           : fmt::format("mate within {} move{}", report.moves, report.moves == 1 ? "" : "s");
    if (report.die) {
        switch (report.dice) {
            case solver::Dice::Mean: text += ", mean over the rolls"; break;
            case solver::Dice::Every: text += ", whatever is rolled"; break;
            case solver::Dice::Some: text += ", with the best rolls"; break;
        }
    }
    if (report.stipulation) return text;
    return text + (report.defence == solver::Defence::Best ? ", against the best defence"
                                                           : ", the opponent helping");
}

std::string row_text(const MateRow& row, const Die* die, const TextStyle& style) {
    std::string line = die ? die_columns(die, row.face, row.names) + "  " : "    ";
    line += fmt::format("{:<22}", value_text(row.value));
    line += row.forced ? emphasise("forced", Emphasis::Good, style) + "  " : "        ";
    line += joined(row.best, ", ");
    return std::string(trim_end(line)) + '\n';
}

}  // namespace

std::string value_text(const ReportedValue& value) {
    if (value.exact()) return text(value.lower);
    return fmt::format("{} … {}", value.lower.text(), value.upper.text());
}

std::string mate_text(const MateReport& report, const TextStyle& style) {
    std::string text = board_heading_text(report, style);
    text += fmt::format("  {} to move{}: {}\n\n", side_text(report.turn), report.check ? ", in check" : "",
                        question(report));
    const std::string head =
        (report.die ? die_columns(report.die) + "  " : "    ") + "value                         best";
    text += emphasise(head, Emphasis::Faint, style) + '\n';
    for (const MateRow& row : report.faces) text += row_text(row, report.die, style);
    const std::string total =
        fmt::format("{}: {}", report.faces.size() > 1 ? "Over all faces" : "Value", value_text(report.total));
    text.append("\n  ").append(emphasise(total, Emphasis::Strong, style)).append("\n");
    if (report.odds) text += fmt::format("  However long it takes: {}\n", odds_line(report));
    if (report.solutions) text += '\n' + solutions_text(report);
    if (!report.complete) {
        text += fmt::format("  A limit was hit after {} nodes; the values lie between the proven bounds.\n",
                            grouped(report.nodes));
    }
    text.append(notes_text(report.notes)).append("\n");
    return report.tree.empty() ? text : text.append(report.tree).append("\n");
}

}  // namespace octomate::views
