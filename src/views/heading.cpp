#include <fmt/core.h>

#include "text/printable.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    std::string heading = subject.id.value_or("");
    if (subject.title) heading.append(heading.empty() ? "" : ": ").append(*subject.title);
    std::string text;
    if (!heading.empty())
        text.append(emphasise(printable(heading), draw::Emphasis::Strong, style)).append("\n");
    return text.append(subject.fen).append("\n");
}

std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    const std::string heading = heading_text(subject, style) + '\n';
    return subject.scene ? heading + draw_board(*subject.scene, style) + '\n' : heading;
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

std::string roll_text(int roll) { return roll > 0 ? fmt::format("({}) ", roll) : std::string(); }

std::string count_text(std::size_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
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
