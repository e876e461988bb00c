#include "app/check_text.hpp"

#include <fmt/format.h>

namespace octomate::app {

namespace {

using puzzle::CheckReport;
using puzzle::Key;
using puzzle::Verdict;
using render::Emphasis;
using render::TextStyle;

std::string_view sentence(const CheckReport& report) {
    switch (report.verdict) {
        case Verdict::NoKey:
            return report.truth.empty() ? "No key, and no solution." : "No key: nothing is claimed.";
        case Verdict::Unsolvable: return "Unsolvable: the key names moves that do not solve the puzzle.";
        case Verdict::Cooked: return "Cooked: the key leaves out solutions.";
        case Verdict::Dual: return "Dual: the key is complete, but not the only way.";
        case Verdict::Sound: break;
    }
    return "Sound.";
}

/// A line for each face: "    not in the key   5  Qa8-e4-e7#".
std::string section(std::string_view title, const Key& key) {
    std::string text;
    for (const auto& [face, moves] : key) {
        text += fmt::format("    {:<17}{}  {}\n", text.empty() ? title : "",
                            face == 0 ? '-' : static_cast<char>('0' + face), fmt::join(moves, ", "));
    }
    return text;
}

}  // namespace

std::string check_text(const CheckReport& report, const TextStyle& style) {
    std::string heading = report.id.value_or("");
    if (report.title) heading += (heading.empty() ? "" : ": ") + *report.title;
    std::string text;
    if (!heading.empty()) text += emphasise(heading, Emphasis::Strong, style) + '\n';
    text += report.fen + '\n';
    const Emphasis tone = report.verdict == Verdict::Sound ? Emphasis::Good : Emphasis::Warn;
    text.append("  ").append(emphasise(sentence(report), tone, style)).append("\n");
    text += section("no solution", report.missing);
    text += section(report.verdict == Verdict::NoKey ? "solutions" : "not in the key", report.extra);
    text += section("more than one", report.duals);
    if (!report.superfluous.empty() && !report.truth.empty())
        text += fmt::format("    {:<17}{}\n", "superfluous men", fmt::join(report.superfluous, ", "));
    for (const std::string& note : report.notes) text += fmt::format("  Note: {}.\n", note);
    return text + '\n';
}

}  // namespace octomate::app
