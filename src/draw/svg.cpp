#include "draw/svg.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <string_view>

#include "draw/html.hpp"

namespace octomate::draw {

namespace {

std::string view_box(const Frame& frame) {
    return fmt::format("viewBox=\"{} {} {} {}\"", -Frame::left, -Frame::top, frame.width, frame.height);
}

std::string name_of_ground(std::size_t index) { return fmt::format("o-board{}", index + 1); }

std::string text_equivalent(const Scene& scene) {
    return fmt::format("<title>{}</title><desc>{}</desc>", escape_xml(scene.title),
                       escape_xml(description(scene)));
}

}  // namespace

std::string style_sheet(Theme theme) {
    const bool dark = theme == Theme::Dark;
    struct Rule {
        std::string_view selector, light, dark;
    };
    static constexpr Rule rules[] = {
        {".o-page", "fill:#fff", "fill:#1e2228"},
        {".o-light", "fill:#f4efe4", "fill:#98a1ae"},
        {".o-dark", "fill:#c9b899", "fill:#646d7b"},
        {".o-frame", "fill:none;stroke:#4a4235;stroke-width:1.5",
         "fill:none;stroke:#0c0e11;stroke-width:1.5"},
        {".o-mark", "fill:#e9c84a;fill-opacity:.55", "fill:#e9c84a;fill-opacity:.5"},
        {"text", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;text-anchor:middle", ""},
        {".o-name", "font-size:14px;fill:#4a4235", "font-size:14px;fill:#c8ced8"},
        {".o-face", "font-size:12px;font-weight:bold;fill:#9a8f7c",
         "font-size:12px;font-weight:bold;fill:#848d9b"},
        {".o-face.o-on", "fill:#fff", "fill:#14171b"},
        {".o-rolled", "fill:#1d3f8f", "fill:#a9c4ff"},
        {".o-ghost", "opacity:.45", ""},
        {".o-arrow", "fill-opacity:.9;stroke:#fff;stroke-width:1.2;stroke-linejoin:round", ""},
        {".o-move", "fill:#1d4fb8", "fill:#2a63d6"},
        {".o-jump", "fill:none;stroke:#7a2fb0;stroke-width:4", "fill:none;stroke:#9a4fd6;stroke-width:4"},
        {".o-teleport", "fill:#7a2fb0", "fill:#9a4fd6"},
        {".o-swap", "fill:#c04a00", "fill:#e06a14"},
        {".o-head", "stroke:#fff;stroke-width:.8;stroke-linejoin:round", ""},
        {".o-halo", "fill:none;stroke:#fff;stroke-width:5.5;stroke-linecap:round", ""},
        {".o-climb", "fill:none;stroke:#1d4fb8;stroke-width:3", "fill:none;stroke:#2a63d6;stroke-width:3"},
        {".o-drop", "fill:none;stroke:#c04a00;stroke-width:3;stroke-dasharray:4 2.5",
         "fill:none;stroke:#e06a14;stroke-width:3;stroke-dasharray:4 2.5"},
        {".o-cross", "fill:none;stroke:#b3001b;stroke-width:2.5;stroke-linecap:round", ""},
        {".o-badge", "fill:#fff;stroke:#c04a00;stroke-width:1.2", ""},
        {".o-count", "font-size:9px;font-weight:bold;fill:#7a2f00", ""},
        {".o-medal", "fill:#ffe9a8;stroke:#4a4235;stroke-width:1", ""},
        {".o-turn", "stroke:#1b1b1b;stroke-width:1.5", "stroke:#c8ced8;stroke-width:1.5"},
        {".o-turn.o-white", "fill:#fdfdfb", ""},
        {".o-turn.o-black", "fill:#262626", ""},
        {".o-ahead", "fill:none;stroke:#4a4235;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round",
         "fill:none;stroke:#c8ced8;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round"},
        {".o-die path", "stroke:#1d3f8f;stroke-width:1.3;stroke-linejoin:round",
         "stroke:#0c0e11;stroke-width:1.3;stroke-linejoin:round"},
        {".o-side", "fill:#b9c9ef", "fill:#6f8fd0"},
        {".o-under", "fill:#8fa7de", "fill:#4c6db4"},
        {".o-front", "fill:#eef3ff", "fill:#a9c4ff"},
        {".o-number", "font-size:17px;font-weight:bold;fill:#14295c",
         "font-size:17px;font-weight:bold;fill:#0c1730"},
        {".o-idle", "opacity:.55", ""},
    };
    std::string css;
    for (const Rule& rule : rules)
        css += fmt::format("{}{{{}}}", rule.selector, dark && !rule.dark.empty() ? rule.dark : rule.light);
    return css;
}

std::string_view piece_group(std::string_view id) {
    const std::size_t begin = pieces_svg.find(fmt::format("<g id=\"{}\"", id));
    if (begin == std::string_view::npos) return {};
    constexpr std::string_view end = "</g>";
    return pieces_svg.substr(begin, pieces_svg.find(end, begin) + end.size() - begin);
}

std::string draw_svg(const Scene& scene, Theme theme, int width) {
    const Frame frame(scene);
    std::string body = draw_scene(scene);
    std::string men;
    for (const Man& man : scene.men) {
        if (body.find(fmt::format("\"#{}\"", man.drawing)) != std::string::npos)
            men.append(piece_group(man.drawing)).append("\n");
    }
    const int height = (width * frame.height + frame.width / 2) / frame.width;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {} width=\"{}\" height=\"{}\" role=\"img\">\n{}\n"
        "<style>{}</style>\n<defs>\n{}</defs>\n"
        "<rect class=\"o-page\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n{}\n{}\n</svg>\n",
        view_box(frame), width, height, text_equivalent(scene), style_sheet(theme), men, -Frame::left,
        -Frame::top, frame.width, frame.height, draw_ground(ground_of(scene)), body);
}

void SharedDrawings::add(const Scene& scene) {
    if (scene.cells.empty()) return;
    for (const Man& man : scene.men) {
        const bool known = std::any_of(men_.begin(), men_.end(),
                                       [&](const Man* other) { return other->drawing == man.drawing; });
        if (!known) men_.push_back(&man);
    }
    const Ground ground = ground_of(scene);
    if (std::find(grounds_.begin(), grounds_.end(), ground) == grounds_.end()) grounds_.push_back(ground);
}

std::string SharedDrawings::definitions() const {
    std::string text = "<defs>\n";
    for (const Man* man : men_) text.append(piece_group(man->drawing)).append("\n");
    for (std::size_t n = 0; n < grounds_.size(); ++n)
        text += fmt::format("<g id=\"{}\">{}</g>\n", name_of_ground(n), draw_ground(grounds_[n]));
    return text + "</defs>";
}

std::string SharedDrawings::draw(const Scene& scene) const {
    const auto ground = std::find(grounds_.begin(), grounds_.end(), ground_of(scene));
    assert(ground != grounds_.end());
    return fmt::format("<svg class=\"o-diagram\" {} role=\"img\">{}<use href=\"#{}\"/>{}</svg>",
                       view_box(Frame(scene)), text_equivalent(scene),
                       name_of_ground(static_cast<std::size_t>(ground - grounds_.begin())),
                       draw_scene(scene));
}

}  // namespace octomate::draw
