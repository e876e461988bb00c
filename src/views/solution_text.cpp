#include "views/solution_text.hpp"

#include <algorithm>
#include <string_view>

#include "views/heading.hpp"
#include "views/solution_lines.hpp"

namespace octomate::views {

namespace {

using draw::Emphasis;
using Kind = SolutionLine::Kind;

/// The text broken at its blanks; lines but the first stand further in.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string out(indent, ' ');
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t begin = text.find_first_not_of(' ');
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        if (column + end > page_width && column > indent + 4) {
            out.append("\n").append(indent + 4, ' ');
            column = indent + 4;
            text.remove_prefix(begin);
            continue;
        }
        out.append(text.substr(0, end));
        column += end;
        text.remove_prefix(end);
    }
    return out;
}

}  // namespace

std::string solution_text(const reports::SolutionReport& report, const draw::TextStyle& style) {
    std::string text;
    for (const SolutionLine& line : solution_lines(report)) {
        const std::string shown = wrapped(line.text, static_cast<std::size_t>(2 + 2 * line.indent));
        const bool strong = line.kind == Kind::Heading || line.kind == Kind::Verdict;
        text += strong                   ? emphasise(shown, Emphasis::Strong, style)
                : line.kind == Kind::Key ? emphasise(shown, Emphasis::Good, style)
                                         : shown;
        text += '\n';
    }
    return text + '\n';
}

}  // namespace octomate::views
