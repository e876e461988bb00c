#include "draw/scene.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

namespace octomate::draw {

namespace {

/// "White: king e5, queen a8, bishop d8."
std::string men_of(const Scene& scene, Color color) {
    std::string text;
    for (const Man& man : scene.men) {
        if (man.color != color) continue;
        for (Square square = 0; square < scene.files * scene.ranks; ++square) {
            const std::string& stack = scene.at(square);
            for (std::size_t level = 0; level < stack.size(); ++level) {
                if (stack[level] != man.letter) continue;
                text.append(text.empty() ? " " : ", ").append(man.word).append(" ");
                text += scene.name_of(square);
                if (stack.size() > 1) text += fmt::format(" ({} of {} from below)", level + 1, stack.size());
            }
        }
    }
    return fmt::format("{}:{}.", side_text(color), text.empty() ? " no pieces" : text);
}

/// "White reserve: queen, 2 times knight."
std::string shelf_text(const Scene& scene, const Shelf& shelf) {
    std::string text;
    for (std::size_t at = 0; at < shelf.men.size();) {
        std::size_t end = at;
        while (end < shelf.men.size() && shelf.men[end] == shelf.men[at]) ++end;
        if (at > 0) text += ", ";
        if (end - at > 1) text += fmt::format("{} times ", end - at);
        text += scene.man(shelf.men[at]).word;
        at = end;
    }
    return fmt::format("{}: {}.", shelf.label, text.empty() ? "none" : text);
}

}  // namespace

std::string Scene::name_of(Square square) const {
    return static_cast<char>('a' + file_of(square)) + std::to_string(rank_of(square) + 1);
}

const Man& Scene::man(char letter) const {
    const auto found =
        std::find_if(men.begin(), men.end(), [&](const Man& one) { return one.letter == letter; });
    assert(found != men.end());
    return *found;
}

std::string count_of_men(const Scene& scene) {
    std::size_t white = 0, black = 0;
    for (const std::string& cell : scene.cells) {
        for (const char letter : cell) ++(scene.man(letter).color == Color::White ? white : black);
    }
    return fmt::format("{}+{}", white, black);
}

std::vector<Square> stepped_back(const Scene& scene) {
    std::vector<Square> squares;
    for (const Mark& mark : scene.marks) {
        if (const auto* curve = std::get_if<Curve>(&mark); curve && curve->drop)
            squares.push_back(curve->from);
    }
    return squares;
}

std::string description(const Scene& scene) {
    std::string text = fmt::format("{} {} {} to move.", men_of(scene, Color::White),
                                   men_of(scene, Color::Black), side_text(scene.turn));
    const auto add = [&](const std::string& sentence) {
        if (!sentence.empty()) text.append(" ").append(sentence);
    };
    for (const Shelf& shelf : scene.shelves) add(shelf_text(scene, shelf));
    for (const std::string& line : scene.panel) add(line + '.');
    add(scene.dice_words);
    for (const std::string& move : scene.move_words) add(move);
    return text;
}

}  // namespace octomate::draw
