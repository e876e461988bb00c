#include "draw/board_text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace octomate::draw {

namespace {

std::string stack_text(const Scene& scene, const std::string& stack, const TextStyle& style) {
    if (!style.unicode) return stack;
    std::string text;
    for (const char letter : stack) text += scene.man(letter).symbol;
    return text;
}

}  // namespace

std::string draw_board(const Scene& scene, const TextStyle& style) {
    std::size_t breadth = 1;
    for (const std::string& stack : scene.cells) breadth = std::max(breadth, stack.size());
    const std::size_t margin = std::to_string(scene.ranks).size();
    const std::string_view empty = style.unicode ? "·" : ".", side = style.unicode ? "│" : "|",
                           corner = style.unicode ? "└" : "+", line = style.unicode ? "─" : "-";
    std::string text, gap;  // the gap is written before the next man, so that no line ends in blanks
    const auto put = [&](std::string_view man, std::size_t width) {
        text.append(gap).append(" ").append(man);
        gap.assign(breadth - width, ' ');
    };
    const auto end_line = [&] {
        text += '\n';
        gap.clear();
    };
    for (int rank = scene.ranks - 1; rank >= 0; --rank) {
        text += fmt::format("  {:>{}} {}", rank + 1, margin, side);
        for (int file = 0; file < scene.files; ++file) {
            const std::string& stack = scene.at(rank * scene.files + file);
            if (stack.empty()) {
                put(emphasise(empty, Emphasis::Faint, style), 1);
            } else {
                put(stack_text(scene, stack, style), stack.size());
            }
        }
        end_line();
    }
    text.append(margin + 3, ' ').append(corner);
    for (std::size_t n = 0; n < (breadth + 1) * static_cast<std::size_t>(scene.files); ++n) text += line;
    end_line();
    text.append(margin + 4, ' ');
    for (int file = 0; file < scene.files; ++file) put(std::string(1, static_cast<char>('a' + file)), 1);
    end_line();
    for (const Shelf& shelf : scene.shelves) {
        text += fmt::format("  {}:", shelf.label);
        for (const char letter : shelf.men)
            text.append(" ").append(stack_text(scene, std::string(1, letter), style));
        text += shelf.men.empty() ? " -\n" : "\n";
    }
    for (const std::string& line : scene.panel) text += fmt::format("  {}\n", line);
    return text;
}

std::string emphasise(std::string_view text, Emphasis emphasis, const TextStyle& style) {
    if (!style.colour) return std::string(text);
    const char* code = "";
    switch (emphasis) {
        case Emphasis::Strong: code = "1"; break;
        case Emphasis::Good: code = "1;32"; break;
        case Emphasis::Faint: code = "2"; break;
        case Emphasis::Warn: code = "33"; break;
    }
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace octomate::draw
