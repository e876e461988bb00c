#include "draw/svg.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <variant>

#include "text/text.hpp"

namespace octomate::draw {

/// Style sheets, compiled in from the files of this folder: the colours of diagrams in both themes, and the
/// style that all documents share.
extern const std::string_view light_css, dark_css, page_css;

namespace {

constexpr int side = square_side;

/// The font size and line spacing of text beside and below the board.
constexpr double panel_size = 12, panel_leading = 16;

/// Returns an SVG `<text>` beside or below the board that starts at `x`.
std::string line_at(double x, double y, std::string_view text) {
    return fmt::format(
        "<text class=\"o-name\" style=\"font-size:{:g}px;text-anchor:start\" x=\"{}\" y=\"{}\">{}</text>",
        panel_size, number(x), number(y), escape_xml(text));
}

/// Returns the SVG elements of an eight-sided die whose front face shows `label`.
std::string draw_die(Point middle, double radius, std::string_view label, bool idle = false) {
    const auto corner = [&](double x, double y) {
        return fmt::format("{} {}", number(middle.x + x * radius), number(middle.y + y * radius));
    };
    const std::string top = corner(0, -1), left = corner(-0.866, 0.5), right = corner(0.866, 0.5),
                      bottom = corner(0, 1), upper_left = corner(-0.866, -0.5),
                      upper_right = corner(0.866, -0.5);
    return fmt::format(
               "<g class=\"o-die{}\"><path class=\"o-side\" d=\"M{}L{}L{}L{}L{}L{}Z\"/>"
               "<path class=\"o-under\" d=\"M{}L{}L{}Z\"/><path class=\"o-front\" d=\"M{}L{}L{}Z\"/>",
               idle ? " o-idle" : "", top, upper_right, right, bottom, left, upper_left, left, right, bottom,
               top, right, left) +
           text_at(middle.x, middle.y + radius * 0.3, "o-number", label) + "</g>";
}

/// Draws a scene into a string of SVG elements.
class Drawing {
  public:
    explicit Drawing(const Scene& scene) : scene_(scene), frame_(scene), layout_(layout_of(scene)) {}

    std::string draw() {
        mark_labels();
        for (const Mark& mark : scene_.marks) {
            const auto* highlight = std::get_if<Highlight>(&mark);
            if (!highlight) continue;
            const Point corner = layout_.corner(highlight->square);
            out_ += fmt::format("<rect class=\"o-mark\" x=\"{:g}\" y=\"{:g}\" width=\"40\" height=\"40\"/>",
                                corner.x, corner.y);
        }
        for (Square square = 0; square < scene_.files * scene_.ranks; ++square) draw_stack(square);
        for (const Mark& mark : scene_.marks) std::visit([this](const auto& held) { draw(held); }, mark);
        draw_panel();
        draw_piece_rows();
        return std::move(out_);
    }

  private:
    Point centre(Square square) const { return layout_.centre(square); }

    /// Draws a piece that fills its square.
    void draw_piece(char piece, Square square, std::string_view attributes) {
        const Point corner = layout_.corner(square);
        out_ += fmt::format("<use href=\"#{}\" x=\"{:g}\" y=\"{:g}\"{}/>", scene_.piece(piece).drawing,
                            corner.x, corner.y, attributes);
    }

    /// Draws a piece at a scale below 1, with the upper left corner of its box at `corner`.
    void draw_small_piece(char piece, Point corner, double scale) {
        out_ +=
            fmt::format("<use href=\"#{}\" transform=\"translate({} {}) scale({})\"/>",
                        scene_.piece(piece).drawing, number(corner.x), number(corner.y), scale_text(scale));
    }

    /// Formats a scale between 0 and 1 without the leading zero: ".45".
    static std::string scale_text(double scale) { return fmt::format("{:.2g}", scale).substr(1); }

    /// Draws the pieces of a square. Several pieces are drawn smaller along the diagonal, with the lowest in
    /// the lower left corner.
    void draw_stack(Square square) {
        const std::string& stack = scene_.at(square);
        if (stack.empty()) return;
        if (stack.size() == 1) return draw_piece(stack.front(), square, "");
        const double scale = stack.size() == 2 ? 0.7 : 0.6;
        const double space = side * (1 - scale), step = space / static_cast<double>(stack.size() - 1);
        const Point corner = layout_.corner(square);
        for (std::size_t level = 0; level < stack.size(); ++level) {
            const double up = step * static_cast<double>(level);
            draw_small_piece(stack[level], {corner.x + up, corner.y + space - up}, scale);
        }
    }

    /// Highlights the labels of the rolled files.
    void mark_labels() {
        const double y = frame_.board_height;
        for (const int file : scene_.rolled) {
            const double x = layout_.column(file) * side + side / 2.0;
            out_ += fmt::format("<circle class=\"o-rolled\" cx=\"{}\" cy=\"{}\" r=\"8\"/>", number(x),
                                number(y + 28));
            out_ += text_at(x, y + 32.5, "o-face o-on", scene_.labels[static_cast<std::size_t>(file)]);
        }
    }

    /// Draws a line with a halo, so that it is visible on pieces of both colours.
    void stroke(std::string_view kind, const std::string& path) {
        out_ += fmt::format("<path class=\"o-halo\" d=\"{0}\"/><path class=\"{1}\" d=\"{0}\"/>", path, kind);
    }

    /// Draws the head of an arrow; `kind` is a CSS class.
    void draw_head(std::string_view kind, const std::string& path) {
        out_ += fmt::format("<path class=\"o-head {}\" d=\"{}\"/>", kind, path);
    }

    void draw(const Highlight&) {}  // highlights are drawn before the pieces

    void draw(const Ghost& ghost) { draw_piece(ghost.piece, ghost.square, " class=\"o-ghost\""); }

    void draw(const Arrow& arrow) {
        const Point from = centre(arrow.from), to = centre(arrow.to);
        out_ += fmt::format("<path class=\"o-arrow o-move\" d=\"{}\"/>",
                            arrow_path(towards(from, to, 12), to, {}));
    }

    void draw(const Jump& jump) {
        const Point from = centre(jump.from), to = centre(jump.to);
        const double sign = to.x < from.x ? -1 : 1;  // the arc bends upwards on a rank
        const double bulge = std::clamp(distance(from, to) * 0.12, 5.0, 16.0) * sign;
        const bool neighbours = distance(from, to) < 60;
        const double lift = neighbours ? 14 * sign : 0;  // neighbours would cover the arrow
        const Point a = beside(towards(from, to, neighbours ? 0 : 12), to, lift);
        const Point b = beside(towards(to, from, neighbours ? 0 : 12), from, -lift);
        stroke("o-jump", arc_path(towards(a, b, 3), towards(b, a, 3), bulge));
        draw_head("o-teleport", arc_head_path(a, b, bulge, 12, 14));
        draw_head("o-teleport", arc_head_path(b, a, -bulge, 12, 14));
    }

    void draw(const Cross& cross) {
        constexpr double reach = 11;
        const Point middle = centre(cross.square);
        const auto bar = [&](double sign) {
            return fmt::format("M{} {}L{} {}", number(middle.x - reach), number(middle.y - reach * sign),
                               number(middle.x + reach), number(middle.y + reach * sign));
        };
        stroke("o-cross", bar(1) + bar(-1));
    }

    void draw(const Curve& curve) {
        const Point from = centre(curve.from), to = centre(curve.to);
        const Point normal = unit_normal(from, to);
        const auto aside_of = [&](Point point) {  // signed distance from the line
            return (point.x - to.x) * normal.x + (point.y - to.y) * normal.y;
        };
        const bool origin_on_left = aside_of(centre(curve.origin)) < 0;
        const double sign = origin_on_left == curve.drop ? 1 : -1;
        const auto point = [&](double along, double aside) {
            return Point{from.x + (to.x - from.x) * along + normal.x * aside * sign,
                         from.y + (to.y - from.y) * along + normal.y * aside * sign};
        };
        // Pieces are narrower at the top than at the foot, so there is more room for the arc at the top.
        const Point begin = point(curve.drop ? 0.10 : 0.14, 13), end = point(curve.drop ? 0.86 : 0.90, 13);
        const Point left_normal = beside({0, 0}, {to.x - from.x, to.y - from.y}, 1);
        const double bulge =
            3 * sign *
            (left_normal.x * normal.x + left_normal.y * normal.y > 0 ? 1 : -1);  // away from the line
        stroke(curve.drop ? "o-drop" : "o-climb", arc_path(begin, end, bulge));
        draw_head(curve.drop ? "o-swap" : "o-move", arc_head_path(begin, end, bulge, 9, 10));
        if (curve.badge.empty()) return;
        const Point badge = point(0.5, 17);
        out_ += fmt::format("<circle class=\"o-badge\" cx=\"{}\" cy=\"{}\" r=\"5.5\"/>", number(badge.x),
                            number(badge.y));
        out_ += text_at(badge.x, badge.y + 3.2, "o-count", curve.badge);
    }

    /// Returns the unit vector perpendicular to the line between two points that points to the right, or down
    /// if the line is horizontal.
    static Point unit_normal(Point from, Point to) {
        Point step = beside({0, 0}, {to.x - from.x, to.y - from.y}, 1);
        if (step.x < 0 || (step.x == 0 && step.y < 0)) step = {-step.x, -step.y};
        return step;
    }

    void draw(const Medal& medal) {
        const Point middle = centre(medal.square);
        out_ += fmt::format("<circle class=\"o-medal\" cx=\"{}\" cy=\"{}\" r=\"11\"/>", number(middle.x + 10),
                            number(middle.y - 10));
        draw_small_piece(medal.piece, {middle.x + 1, middle.y - 19}, 0.45);
    }

    /// Draws, beside the board, the side to move with the direction of its pawns, the dice and the panel.
    void draw_panel() {
        const double x = frame_.board_width + 28, height = frame_.board_height;
        const bool below = (scene_.turn == Color::White) != scene_.flip;
        const double y = below ? height - 20 : 20, direction = below ? -1 : 1;
        out_ += fmt::format("<circle class=\"o-turn o-{}\" cx=\"{}\" cy=\"{}\" r=\"9.5\"/>",
                            name(scene_.turn), number(x), number(y));
        out_ += fmt::format("<path class=\"o-ahead\" d=\"M{} {}L{} {}L{} {}\"/>", number(x - 7),
                            number(y + direction * 17), number(x), number(y + direction * 24), number(x + 7),
                            number(y + direction * 17));
        const double dice = std::max(1.0, static_cast<double>(scene_.dice.size()));
        const double step = std::min(42.0, (height - 90) / dice);
        double die_y = height / 2 - step * (dice - 1) / 2;
        for (const Die& die : scene_.dice) {
            out_ += draw_die({x, die_y}, 18, die.label, die.idle);
            die_y += step;
        }
        double line = 12;
        for (const std::string& text : scene_.panel) {
            out_ += line_at(x + 24, line, text);
            line += panel_leading;
        }
    }

    /// Draws the rows of pieces below the board: the label, then small pieces, closer together if there
    /// are many.
    void draw_piece_rows() {
        double label = 0;
        for (const PieceRow& row : scene_.piece_rows)
            label = std::max(label, text_width(row.label) * panel_size + 6);
        double y = frame_.board_height + Frame::bottom - 14;
        for (const PieceRow& row : scene_.piece_rows) {
            out_ += line_at(0, y + 15, row.label);
            const auto pieces = static_cast<double>(std::max<std::size_t>(row.pieces.size(), 1));
            const double step = std::min(21.0, (frame_.board_width - 20 - label) / pieces);
            for (std::size_t n = 0; n < row.pieces.size(); ++n)
                draw_small_piece(row.pieces[n], {label + step * static_cast<double>(n), y}, 0.5);
            if (row.pieces.empty()) out_ += text_at(label + 6, y + 15, "o-name", "–");
            y += Frame::row_height;
        }
    }

    const Scene& scene_;
    const Frame frame_;
    const BoardLayout layout_;
    std::string out_;
};

std::string view_box(const Frame& frame) {
    return fmt::format("viewBox=\"{} {} {} {}\"", -Frame::left, -Frame::top, frame.width, frame.height);
}

/// Returns the id of a registered board: "o-board1" for index 0.
std::string board_id(std::size_t index) { return fmt::format("o-board{}", index + 1); }

/// Returns the title and description of a scene, for screen readers.
std::string text_equivalent(const Scene& scene) {
    return fmt::format("<title>{}</title><desc>{}</desc>", escape_xml(scene.title),
                       escape_xml(description(scene)));
}

}  // namespace

std::string escape_xml(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::string plain(text);
    for (char& c : plain) {
        if (c >= 0 && c < ' ' && c != '\n' && c != '\t') c = ' ';
    }
    for (const char c : printable(plain, "\n\t")) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

BoardLayout layout_of(const Scene& scene) { return {scene.files, scene.ranks, scene.flip, scene.labels}; }

std::string text_at(double x, double y, std::string_view kind, std::string_view text) {
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>", kind, number(x), number(y),
                       escape_xml(text));
}

std::string draw_empty_board(const BoardLayout& layout) {
    constexpr int side = square_side;
    const int width = layout.files * side, height = layout.ranks * side;
    std::string dark;
    for (int row = 0; row < layout.ranks; ++row) {
        for (int column = 0; column < layout.files; ++column) {
            if ((layout.column(column) + layout.row(row)) % 2 == 0)  // dark like a1
                dark += fmt::format("M{} {}h40v40h-40z", column * side, row * side);
        }
    }
    std::string text = fmt::format(
        "<rect class=\"o-light\" width=\"{}\" height=\"{}\"/><path class=\"o-dark\" d=\"{}\"/>"
        "<rect class=\"o-frame\" x=\"-.75\" y=\"-.75\" width=\"{:g}\" height=\"{:g}\"/>",
        width, height, dark, width + 1.5, height + 1.5);
    for (int n = 0; n < std::max(layout.files, layout.ranks); ++n) {
        const double middle = n * side + side / 2.0;
        if (n < layout.ranks) text += text_at(-12, middle + 5, "o-name", std::to_string(layout.row(n) + 1));
        if (n >= layout.files) continue;
        const int file = layout.column(n);
        text += text_at(middle, height + 16, "o-name", fmt::format("{:c}", 'a' + file));
        if (!layout.labels.empty())
            text += text_at(middle, height + 32.5, "o-face", layout.labels[static_cast<std::size_t>(file)]);
    }
    return text;
}

Frame::Frame(const Scene& scene) : board_width(scene.files * side), board_height(scene.ranks * side) {
    double panel = 0;
    for (const std::string& line : scene.panel) panel = std::max(panel, text_width(line) * panel_size + 8);
    width = left + board_width + 52 + static_cast<int>(std::ceil(panel));
    height = top + board_height + bottom + row_height * static_cast<int>(scene.piece_rows.size());
}

std::string draw_scene(const Scene& scene) { return Drawing(scene).draw(); }

std::string without_newlines(std::string_view css) {
    std::string line(css);
    std::erase(line, '\n');
    return line;
}

std::string style_sheet(Theme theme) { return without_newlines(theme == Theme::Dark ? dark_css : light_css); }

std::string_view piece_group(std::string_view id) {
    const std::size_t begin = pieces_svg.find(fmt::format("<g id=\"{}\"", id));
    if (begin == std::string_view::npos) return {};
    constexpr std::string_view end = "</g>";
    return pieces_svg.substr(begin, pieces_svg.find(end, begin) + end.size() - begin);
}

std::string draw_svg(const Scene& scene, Theme theme, int width) {
    const Frame frame(scene);
    std::string body = draw_scene(scene);
    std::string pieces;
    for (const Piece& piece : scene.pieces) {
        if (body.find(fmt::format("\"#{}\"", piece.drawing)) != std::string::npos)
            pieces.append(piece_group(piece.drawing)).append("\n");
    }
    const int height = (width * frame.height + frame.width / 2) / frame.width;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {} width=\"{}\" height=\"{}\" role=\"img\">\n{}\n"
        "<style>{}</style>\n<defs>\n{}</defs>\n"
        "<rect class=\"o-page\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n{}\n{}\n</svg>\n",
        view_box(frame), width, height, text_equivalent(scene), style_sheet(theme), pieces, -Frame::left,
        -Frame::top, frame.width, frame.height, draw_empty_board(layout_of(scene)), body);
}

void SharedDrawings::add(const Scene& scene) {
    if (scene.cells.empty()) return;
    for (const Piece& piece : scene.pieces) {
        const bool is_registered = std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece* other) {
            return other->drawing == piece.drawing;
        });
        if (!is_registered) pieces_.push_back(&piece);
    }
    const BoardLayout layout = layout_of(scene);
    if (std::find(boards_.begin(), boards_.end(), layout) == boards_.end()) boards_.push_back(layout);
}

std::string SharedDrawings::definitions() const {
    std::string text = "<defs>\n";
    for (const Piece* piece : pieces_) text.append(piece_group(piece->drawing)).append("\n");
    for (std::size_t n = 0; n < boards_.size(); ++n)
        text += fmt::format("<g id=\"{}\">{}</g>\n", board_id(n), draw_empty_board(boards_[n]));
    return text + "</defs>";
}

std::string SharedDrawings::draw(const Scene& scene) const {
    const auto layout = std::find(boards_.begin(), boards_.end(), layout_of(scene));
    assert(layout != boards_.end());
    return fmt::format("<svg class=\"o-diagram\" {} role=\"img\">{}<use href=\"#{}\"/>{}</svg>",
                       view_box(Frame(scene)), text_equivalent(scene),
                       board_id(static_cast<std::size_t>(layout - boards_.begin())), draw_scene(scene));
}

std::string html_head(std::string_view title, std::string_view author, std::string_view style,
                      const SharedDrawings& drawings) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n{}"
        "<style>\n{}{}{}\n@media screen and (prefers-color-scheme:dark){{{}}}</style>\n</head>\n<body>\n"
        "<svg class=\"o-defs\" aria-hidden=\"true\"><title>Pieces and boards</title>{}</svg>\n",
        escape_xml(title),
        author.empty() ? "" : fmt::format("<meta name=\"author\" content=\"{}\">\n", escape_xml(author)),
        page_css, style, style_sheet(Theme::Light), style_sheet(Theme::Dark), drawings.definitions());
}

namespace {

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(Point a, double factor) { return {a.x * factor, a.y * factor}; }

double length(Point a) { return std::hypot(a.x, a.y); }
Point unit(Point a) { return a * (1 / length(a)); }

/// Turns a vector by a quarter turn to the left, as seen on the page.
Point left_of(Point a) { return {a.y, -a.x}; }

std::string text(Point a) { return number(a.x) + ' ' + number(a.y); }

/// Returns SVG path data for a closed polygon.
std::string polygon(const std::vector<Point>& corners) {
    std::string path;
    for (const Point corner : corners) path.append(path.empty() ? "M" : "L").append(text(corner));
    return path + 'Z';
}

/// Returns the control point of the quadratic curve whose middle lies `bulge` to the left of the line.
Point control(Point from, Point to, double bulge) {
    return (from + to) * 0.5 + left_of(unit(to - from)) * (2 * bulge);
}

}  // namespace

double distance(Point a, Point b) { return length(b - a); }

Point towards(Point from, Point to, double step) {
    const double whole = distance(from, to);
    return whole == 0 ? from : from + (to - from) * (std::min(step, whole / 4) / whole);
}

Point beside(Point from, Point to, double step) { return from + left_of(unit(to - from)) * step; }

std::string number(double value) {
    const double rounded = std::round(value * 10) / 10;
    return fmt::format("{:g}", rounded == 0 ? 0 : rounded);  // no "-0"
}

std::string arrow_path(Point from, Point tip, const ArrowShape& shape) {
    assert(from != tip);
    const Point along = unit(tip - from);
    const Point left = left_of(along);
    const double whole = length(tip - from);
    const double head_length = std::min(shape.head_length, whole * 0.6);
    const Point neck = tip - along * head_length;
    const Point shaft = left * (shape.shaft / 2), barb = left * (shape.head_breadth / 2);
    return polygon({from + shaft, neck + shaft, neck + barb, tip, neck - barb, neck - shaft, from - shaft});
}

std::string arc_path(Point from, Point to, double bulge) {
    return fmt::format("M{}Q{} {}", text(from), text(control(from, to, bulge)), text(to));
}

std::string arc_head_path(Point from, Point to, double bulge, double head_length, double breadth) {
    const Point along = unit(to - control(from, to, bulge));
    const Point neck = to - along * head_length, barb = left_of(along) * (breadth / 2);
    return polygon({neck + barb, to, neck - barb});
}

}  // namespace octomate::draw
