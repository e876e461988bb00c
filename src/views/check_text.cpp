#include <fmt/core.h>

#include "puzzle/fields.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using draw::Emphasis;
using draw::TextStyle;
using records::Key;
using reports::CheckReport;
using reports::Legality;
using reports::Verdict;

// ---- reports of retract and proof -------------------------------------------------------------------------

/// Wraps the plies of a game, "(4) d2d4 (3) f7f6 …", and keeps each roll on the line of its move.
std::string game_text(const std::string& plies) {
    constexpr std::string_view indent = "    ";
    std::string text, line;
    const auto words = words_between(plies, ' ');
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::string ply = fmt::format("{} {}", printable(words[i]), printable(words[i + 1]));
        if (!line.empty() && indent.size() + line.size() + 1 + ply.size() > page_width) {
            text.append(indent).append(line).append("\n");
            line.clear();
        }
        line.append(line.empty() ? "" : " ").append(ply);
    }
    return line.empty() ? text : text.append(indent).append(line).append("\n");
}

}  // namespace

std::string report_text(const reports::RetractReport& report, const draw::TextStyle& style) {
    std::vector<MoveRow> rows = {{"move", "uci", "faces", "position before it"}};
    for (const auto& earlier : report.earlier)
        rows.push_back({earlier.move, earlier.uci, faces_text(earlier.faces), earlier.fen});
    const std::size_t count = report.earlier.size();
    return board_heading_text(report, style) +
           (count > 0 ? move_table(rows, report.die, 5, style) + '\n' : std::string()) +
           fmt::format("  {} to arise by a move\n\n", count_text(count, "way", "ways")) +
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

std::string report_text(const reports::ProofReport& report, const draw::TextStyle& style) {
    const bool proven = report.legality.verdict == Legality::Verdict::Proven;
    std::string text = heading_text(report, style);
    text.append("  ")
        .append(emphasise(legality_text(report.legality),
                          proven ? draw::Emphasis::Good : draw::Emphasis::Warn, style))
        .append("\n");
    return text.append(game_text(report.legality.plies)).append(notes_text(report.notes)).append("\n");
}

// ---- reports of check -------------------------------------------------------------------------------------

namespace {

/// Returns the verdict as a sentence.
std::string verdict_text(const CheckReport& report) {
    switch (report.verdict) {
        case Verdict::NoKey:
            if (report.solution_key.empty()) return "No key, and no solution.";
            return fmt::format("No key is given. Give one with --key '{}', or in the record.",
                               records::key_text({*report.solution_key.begin()}));
        case Verdict::Unsolvable: return "Unsolvable: the key names moves that do not solve the puzzle.";
        case Verdict::Cooked: return "Cooked: the key leaves out solutions.";
        case Verdict::Short:
            return report.stipulation ? "Short: the stipulation is fulfilled in fewer moves than asked."
                                      : "Short: there is a win in fewer moves than asked.";
        case Verdict::Dual: return "Dual: the key is complete, but not unique.";
        case Verdict::Sound: break;
    }
    return "Sound.";
}

/// Returns a line for each face of `key`, the first with the title: "    not in the key   5  Qa8-e4-e7#".
std::string key_section(std::string_view title, const Key& key) {
    std::string text;
    for (const auto& [face, moves] : key) {
        text += fmt::format("    {:<17}{}  {}\n", text.empty() ? title : "", records::face_name(face),
                            printable(joined(moves, ", ")));
    }
    return text;
}

/// Returns a line for each face that wins too soon: "    wins in 1        5  Qa8-e4-e7#".
std::string short_wins_section(const CheckReport& report) {
    std::string text;
    for (const auto& [face, moves] : report.short_wins)
        text += key_section(
            fmt::format("{} in {}", report.stipulation ? "done" : "wins", report.short_in.at(face)),
            {{face, moves}});
    return text;
}

/// Returns a line for each later flaw in `first`: "    later duals      f7-f8=Q+ Kh8-h7 (3)  Qa2-h2#,
/// Qf8-f7#". `count` is the number of all flaws.
std::string later_flaws_section(std::string_view title, const std::vector<reports::LaterFlaw>& first,
                                std::size_t count) {
    std::string text;
    for (const reports::LaterFlaw& flaw : first) {
        const bool threat = flaw.line.size() % 2 == 1;
        const std::string roll = flaw.face == 0 ? "" : fmt::format(" ({})", flaw.face);
        text += fmt::format("    {:<17}{}{}{}  {}\n", text.empty() ? title : "", joined(flaw.line, " "),
                            threat ? " threat:" : "", roll, joined(flaw.moves, ", "));
    }
    if (count > first.size()) text += fmt::format("    {:<17}… {} in all\n", "", count);
    return text;
}

}  // namespace

std::string report_text(const CheckReport& report, const TextStyle& style) {
    std::string text = report.twin.empty() ? std::string() : fmt::format("twin {}) ", printable(report.twin));
    text += heading_text(report, style);
    if (!report.complete) {
        text.append("  ").append(emphasise("No verdict: a limit was reached.", Emphasis::Warn, style));
        return text.append("\n").append(notes_text(report.notes)).append("\n");
    }
    const Emphasis emphasis = report.verdict == Verdict::Sound ? Emphasis::Good : Emphasis::Warn;
    text.append("  ").append(emphasise(verdict_text(report), emphasis, style)).append("\n");
    if (report.legality) text.append("  ").append(legality_text(*report.legality)).append("\n");
    text += key_section("no solution", report.missing);
    text += key_section(report.verdict == Verdict::NoKey ? "solutions" : "not in the key", report.extra);
    text += key_section("more than one", report.duals);
    text += short_wins_section(report);
    text += later_flaws_section("later duals", report.duals_later, report.later_duals);
    text += later_flaws_section("later, sooner", report.shorts_later, report.later_shorts);
    if (!report.superfluous.empty() && !report.solution_key.empty())
        text += fmt::format("    {:<17}{}\n", "superfluous men", joined(report.superfluous, ", "));
    if (!report.superfluous_by_uci.empty() && !report.solution_key.empty())
        text += fmt::format("    {:<17}{}\n", "only for notation", joined(report.superfluous_by_uci, ", "));
    return text.append(notes_text(report.notes)).append("\n");
}

}  // namespace octomate::views
