#include <fmt/core.h>

#include "puzzle/puzzle.hpp"
#include "reports/mate_report.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

/// Returns "2 solutions, 1 intended:" and a row for each; "at least 2" if the search was cut short.
std::string lines_text(const reports::ReportedLines& lines, std::string_view one, std::string_view several,
                       const std::string& intended) {
    if (lines.count == 0)
        return fmt::format("  No {}{}{}.\n", one, lines.complete ? "" : " before the limit", intended);
    const std::string_view bound = lines.complete ? "" : "at least ";
    std::string text = fmt::format("  {}{} {}{}:\n", bound, grouped(lines.count),
                                   lines.count == 1 ? one : several, intended);
    for (const std::string& line : lines.first) text += fmt::format("    {}\n", line);
    if (lines.count > lines.first.size())
        text += fmt::format("    and {}{} more\n", bound, grouped(lines.count - lines.first.size()));
    return text;
}

using draw::Emphasis;
using draw::TextStyle;
using reports::MateReport;
using reports::MateRow;
using reports::ReportedValue;

/// "27.7"; only certainties are "0" and "100".
std::string percent_text(const solver::Fraction& value) {
    const double percent =
        100.0 * static_cast<double>(value.numerator) / static_cast<double>(value.denominator);
    if (value.numerator == 0 || value.numerator == value.denominator) return fmt::format("{:.0f}", percent);
    if (percent < 0.05) return "<0.1";
    return percent >= 99.95 ? ">99.9" : fmt::format("{:.1f}", percent);
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
                                                           : ", with the opponent's help");
}

std::string row_text(const MateRow& row, const Die* die, const TextStyle& style) {
    std::string line = die ? die_columns(die, row.face, row.names) + "  " : "    ";
    line += fmt::format("{:<22}", value_text(row.value, style.exact));
    line += row.forced ? emphasise("forced", Emphasis::Good, style) + "  " : "        ";
    line += joined(row.best, ", ");
    return std::string(trim_end(line)) + '\n';
}

}  // namespace

/// The lines that fulfil a stipulation, counted, and the set play.
std::string solutions_text(const reports::MateReport& report) {
    std::string intended;
    if (report.wanted && *report.wanted != report.solutions->count)
        intended = fmt::format(", {} intended", grouped(*report.wanted));
    std::string text = lines_text(*report.solutions, "solution", "solutions", intended);
    if (report.set_play) text += lines_text(*report.set_play, "line of set play", "lines of set play", "");
    return text;
}

std::string value_text(const ReportedValue& value, bool exact) {
    const std::string lower = percent_text(value.lower), upper = percent_text(value.upper);
    if (!value.exact())
        return exact ? fmt::format("{} … {}", value.lower.text(), value.upper.text())
                     : fmt::format("{} … {} %", lower, upper);
    return exact ? fmt::format("{} ({} %)", value.lower.text(), lower) : lower + " %";
}

std::string mate_text(const MateReport& report, const TextStyle& style) {
    std::string text = board_heading_text(report, style);
    text += fmt::format("  {} to move{}: {}\n\n", side_text(report.turn), report.check ? ", in check" : "",
                        question(report));
    const std::string head =
        (report.die ? die_columns(report.die) + "  " : "    ") + "value                         best";
    text += emphasise(head, Emphasis::Faint, style) + '\n';
    for (const MateRow& row : report.faces) text += row_text(row, report.die, style);
    const std::string total = fmt::format("{}: {}", report.faces.size() > 1 ? "Over all faces" : "Value",
                                          value_text(report.total, style.exact));
    text.append("\n  ").append(emphasise(total, Emphasis::Strong, style)).append("\n");
    if (report.odds) text += fmt::format("  Without a limit of moves: {}\n", odds_line(report));
    if (report.solutions) text += '\n' + solutions_text(report);
    if (!report.complete) {
        text += fmt::format("  A limit was reached after {} nodes; intervals are proven bounds.\n",
                            grouped(report.nodes));
    }
    text.append(notes_text(report.notes)).append("\n");
    return report.tree.empty() ? text : text.append(report.tree).append("\n");
}

}  // namespace octomate::views
