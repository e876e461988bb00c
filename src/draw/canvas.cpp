#include "draw/canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "draw/html.hpp"
#include "text/words.hpp"

namespace octomate::draw {

Canvas::Canvas(const PageSize& size, const SharedDrawings& drawings)
    : size_(size), drawings_(drawings), definitions_(drawings.definitions()) {}

void Canvas::line(const Box& box, std::string_view text, const Font& font) {
    const double shift = font.align == Font::Align::Left     ? 0
                         : font.align == Font::Align::Centre ? box.width / 2
                                                             : box.width;
    body_ += fmt::format(
        "<text class=\"t{}{}{}\" x=\"{:.1f}\" y=\"{:.1f}\" style=\"font-size:{:g}px\">{}</text>\n",
        font.bold ? " b" : "", font.faint ? " f" : "",
        font.align == Font::Align::Left     ? ""
        : font.align == Font::Align::Centre ? " c"
                                            : " r",
        box.x + shift, box.y, font.size, escape_xml(text));
}

std::vector<std::string> lines_of(std::string_view text, const Font& font, double width, std::size_t most) {
    constexpr double serif_width = 0.92;  // of its letters, to those that `wrap` measures, at most
    return wrap(text, serif_width * font.size, width, most, font.bold);
}

double Canvas::paragraph(Box box, std::string_view text, const Font& font, std::size_t most_lines) {
    const double top = box.y;
    for (const std::string& one : lines_of(text, font, box.width, most_lines)) {
        box.y += font.leading();
        line(box, one, font);
    }
    return box.y - top;
}

Box Canvas::diagram(const Scene& scene, const Box& box) {
    const double aspect = Frame(scene).aspect();
    const double width = std::min(box.width, box.height * aspect);
    const Box where{box.x + (box.width - width) / 2, box.y, width, width / aspect};
    body_ += drawings_.put(scene, where, leaf_);
    return where;
}

void Canvas::rule(double x, double y, double width) {
    body_ += fmt::format("<path class=\"line\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", x, y, width);
}

void Canvas::frame(const Box& box) {
    body_ +=
        fmt::format("<rect class=\"line\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
                    box.x, box.y, box.width, box.height);
}

void Canvas::head(std::string_view left, std::string_view right, bool begins) {
    const Box box{margin, margin - 14, width(), 0};
    line(box, left, {.size = begins ? 15.0 : 8.0, .bold = begins, .faint = !begins});
    line(box, right, {.size = 8, .faint = true, .align = Font::Align::Right});
    rule(margin, margin - 10, width());
}

Leaf Canvas::finish(std::size_t number) {
    if (number > 0)
        line({0, size_.height - 28, size_.width, 0}, std::to_string(number),
             {.size = 8, .align = Font::Align::Centre});
    const bool defines = body_.find("<use ") != std::string::npos;
    leaf_.svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
        "height=\"{1:g}\">\n<style>{2}.t{{font-family:'Octomate "
        "Serif',serif;text-anchor:start;fill:#000}}.t.b{{font-weight:bold}}"
        ".t.f{{fill:#555}}.t.c{{text-anchor:middle}}.t.r{{text-anchor:end}}"
        ".line{{stroke:#777;stroke-width:.6;fill:none}}</style>\n{3}\n{4}</svg>\n",
        size_.width, size_.height, style_sheet(Theme::Light), defines ? definitions_ : "",
        std::exchange(body_, {}));
    return std::exchange(leaf_, {});
}

}  // namespace octomate::draw
