#include "views/heading.hpp"

#include <fmt/format.h>

namespace octomate::app {

std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    std::string heading = subject.id.value_or("");
    if (subject.title) heading.append(heading.empty() ? "" : ": ").append(*subject.title);
    std::string text;
    if (!heading.empty()) text.append(emphasise(heading, draw::Emphasis::Strong, style)).append("\n");
    return text.append(subject.fen).append("\n");
}

std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    return heading_text(subject, style).append("\n").append(draw_board(subject.fen, style)).append("\n");
}

std::string notes_text(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) text += fmt::format("  Note: {}.\n", note);
    return text;
}

}  // namespace octomate::app
