#include "views/heading.hpp"

#include <fmt/core.h>

#include "text/printable.hpp"
#include "text/words.hpp"

namespace octomate::views {

std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    std::string heading = subject.id.value_or("");
    if (subject.title) heading.append(heading.empty() ? "" : ": ").append(*subject.title);
    std::string text;
    if (!heading.empty())
        text.append(emphasise(printable(heading), draw::Emphasis::Strong, style)).append("\n");
    return text.append(subject.fen).append("\n");
}

std::string board_text(const reports::Subject& subject, const draw::TextStyle& style) {
    return subject.scene ? draw_board(*subject.scene, style) : std::string();
}

std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    const std::string board = board_text(subject, style);
    return heading_text(subject, style).append("\n").append(board).append(board.empty() ? "" : "\n");
}

std::string state_text(const reports::Subject& subject) {
    return fmt::format("{} to move{}", side_text(subject.turn),
                       !subject.check ? ""
                       : subject.die  ? ", in check: no die"
                                      : ", in check");
}

std::string die_columns(const Die* die) { return fmt::format("    face  {}", die ? die->names : "file"); }

std::string die_columns(const Die* die, int face, std::string_view names) {
    const std::size_t width = die ? die->names.size() : 4;
    if (face == 0) return fmt::format("       -  {:>{}}", '-', width);
    return fmt::format("    {:>4}  {:>{}}", face, names, width);
}

std::string faces_text(const std::vector<int>& faces) {
    std::vector<std::string> words;
    for (const int face : faces) words.push_back(std::to_string(face));
    return words.empty() ? "-" : joined(words, " ");
}

std::string notes_text(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) text += fmt::format("  Note: {}.\n", printable(note));
    return text;
}

}  // namespace octomate::views
