#include "views/stipulation_text.hpp"

#include <fmt/core.h>

#include "text/words.hpp"

namespace octomate::views {

namespace {

/// "2 solutions, 1 wanted:" with a line each.
std::string lines_text(const reports::ReportedLines& lines, std::string_view one, std::string_view several,
                       const std::string& wanted) {
    if (lines.count == 0) return fmt::format("  No {}{}.\n", one, wanted);
    std::string text =
        fmt::format("  {} {}{}:\n", grouped(lines.count), lines.count == 1 ? one : several, wanted);
    for (const std::string& line : lines.first) text += fmt::format("    {}\n", line);
    if (lines.count > lines.first.size())
        text += fmt::format("    and {} more\n", grouped(lines.count - lines.first.size()));
    return text;
}

}  // namespace

std::string solutions_text(const reports::MateReport& report) {
    std::string wanted;
    if (report.wanted && *report.wanted != report.solutions->count)
        wanted = fmt::format(", {} {} wanted", grouped(*report.wanted), *report.wanted == 1 ? "is" : "are");
    std::string text = lines_text(*report.solutions, "solution", "solutions", wanted);
    if (report.set_play) text += lines_text(*report.set_play, "line of set play", "lines of set play", "");
    return text;
}

}  // namespace octomate::views
