#include "draw/ground.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "draw/xml.hpp"

namespace octomate::draw {

Ground ground_of(const Scene& scene) { return {scene.files, scene.ranks, scene.flip, scene.labels}; }

std::string text_at(double x, double y, std::string_view kind, std::string_view text) {
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>", kind, number(x), number(y),
                       escape_xml(text));
}

std::string draw_ground(const Ground& ground) {
    constexpr int side = square_side;
    const int width = ground.files * side, height = ground.ranks * side;
    std::string dark;
    for (int row = 0; row < ground.ranks; ++row) {
        for (int column = 0; column < ground.files; ++column) {
            if ((ground.column(column) + ground.row(row)) % 2 == 0)  // as a1
                dark += fmt::format("M{} {}h40v40h-40z", column * side, row * side);
        }
    }
    std::string text = fmt::format(
        "<rect class=\"o-light\" width=\"{}\" height=\"{}\"/><path class=\"o-dark\" d=\"{}\"/>"
        "<rect class=\"o-frame\" x=\"-.75\" y=\"-.75\" width=\"{:g}\" height=\"{:g}\"/>",
        width, height, dark, width + 1.5, height + 1.5);
    for (int n = 0; n < std::max(ground.files, ground.ranks); ++n) {
        const double middle = n * side + side / 2.0;
        if (n < ground.ranks) text += text_at(-12, middle + 5, "o-name", std::to_string(ground.row(n) + 1));
        if (n >= ground.files) continue;
        const int file = ground.column(n);
        text += text_at(middle, height + 16, "o-name", fmt::format("{:c}", 'a' + file));
        if (!ground.labels.empty())
            text += text_at(middle, height + 32.5, "o-face", ground.labels[static_cast<std::size_t>(file)]);
    }
    return text;
}

}  // namespace octomate::draw
