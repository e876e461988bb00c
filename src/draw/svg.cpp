#include "draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/pieces.hpp"
#include "draw/shapes.hpp"
#include "draw/xml.hpp"

namespace octomate::draw {

namespace {

constexpr int side = Frame::square;

/// A board without men, its coordinates and, where there is a die, the faces that name its files: once in a
/// page for each way in which it can stand.
struct Ground {
    bool flip = false;
    std::optional<Color> faces_of;  ///< none: the game has no die

    std::string id() const {
        return fmt::format("o-board{}{}", flip ? "f" : "",
                           !faces_of                   ? ""
                           : *faces_of == Color::White ? "w"
                                                       : "b");
    }
};

Ground ground_of(const Diagram& diagram) {
    return {diagram.flip, diagram.die == Die::None ? std::nullopt : std::optional(diagram.turn)};
}

int column(int file, bool flip) { return flip ? 7 - file : file; }
int row(int rank, bool flip) { return flip ? rank : 7 - rank; }

/// The upper left corner of a square.
Point corner(Square square, bool flip) {
    return {static_cast<double>(column(square % 8, flip) * side),
            static_cast<double>(row(square / 8, flip) * side)};
}

Point centre(Square square, bool flip) {
    const Point at = corner(square, flip);
    return {at.x + side / 2.0, at.y + side / 2.0};
}

std::string text_at(double x, double y, std::string_view kind, std::string_view text) {
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>", kind, number(x), number(y), text);
}

std::string draw_ground(const Ground& ground) {
    std::string dark;
    for (int at = 1; at < 64; ++at)
        if ((at / 8 + at % 8) % 2 == 1)
            dark += fmt::format("M{} {}h40v40h-40z", at % 8 * side, at / 8 * side);
    std::string text = fmt::format(
        "<rect class=\"o-light\" width=\"320\" height=\"320\"/><path class=\"o-dark\" d=\"{}\"/>"
        "<rect class=\"o-frame\" x=\"-.75\" y=\"-.75\" width=\"321.5\" height=\"321.5\"/>",
        dark);
    for (int n = 0; n < 8; ++n) {
        const double middle = n * side + side / 2.0;
        const int file = column(n, ground.flip), rank = row(n, ground.flip);
        text += text_at(-12, middle + 5, "o-name", fmt::format("{}", rank + 1));
        text += text_at(middle, 336, "o-name", fmt::format("{:c}", 'a' + file));
        if (ground.faces_of)
            text += text_at(middle, 352.5, "o-face",
                            fmt::format("{}", file_of_face(*ground.faces_of, file + 1) + 1));
    }
    return text;
}

/// An eight-sided die as seen when it looks at us with one face, which bears the label.
std::string draw_die(Point middle, double radius, std::string_view label, bool idle = false) {
    const auto at = [&](double x, double y) {
        return fmt::format("{} {}", number(middle.x + x * radius), number(middle.y + y * radius));
    };
    const std::string top = at(0, -1), left = at(-0.866, 0.5), right = at(0.866, 0.5), bottom = at(0, 1),
                      upper_left = at(-0.866, -0.5), upper_right = at(0.866, -0.5);
    return fmt::format(
               "<g class=\"o-die{}\"><path class=\"o-side\" d=\"M{}L{}L{}L{}L{}L{}Z\"/>"
               "<path class=\"o-under\" d=\"M{}L{}L{}Z\"/><path class=\"o-front\" d=\"M{}L{}L{}Z\"/>",
               idle ? " o-idle" : "", top, upper_right, right, bottom, left, upper_left, left, right, bottom,
               top, right, left) +
           text_at(middle.x, middle.y + radius * 0.3, "o-number", label) + "</g>";
}

class Drawing {
  public:
    explicit Drawing(const Diagram& diagram) : diagram_(diagram) {}

    /// All but the ground.
    std::string draw() {
        mark_faces();
        for (const MoveMarks& move : diagram_.moves) mark_squares(move);
        for (Square square = 0; square < 64; ++square) {
            if (const char man = diagram_.men[static_cast<std::size_t>(square)]) put(man, square, "");
        }
        for (const MoveMarks& move : diagram_.moves) draw_move(move);
        draw_panel();
        return std::move(out_);
    }

  private:
    Point centre(Square square) const { return draw::centre(square, diagram_.flip); }

    void put(char man, Square square, std::string_view attributes) {
        const Point at = corner(square, diagram_.flip);
        out_ +=
            fmt::format("<use href=\"#{}\" x=\"{:g}\" y=\"{:g}\"{}/>", piece_id(man), at.x, at.y, attributes);
    }

    /// Sets off the numbers of the rolled faces below their files.
    void mark_faces() {
        if (diagram_.die != Die::Rolled) return;
        for (const int face : diagram_.faces) {
            const double x = column(file_of_face(diagram_.turn, face), diagram_.flip) * side + side / 2.0;
            out_ += fmt::format("<circle class=\"o-rolled\" cx=\"{}\" cy=\"348\" r=\"8\"/>", number(x));
            out_ += text_at(x, 352.5, "o-face o-on", std::to_string(face));
        }
    }

    void mark_squares(const MoveMarks& move) {
        const auto mark = [&](Square square) {
            const Point at = corner(square, diagram_.flip);
            out_ += fmt::format("<rect class=\"o-mark\" x=\"{:g}\" y=\"{:g}\" width=\"40\" height=\"40\"/>",
                                at.x, at.y);
        };
        mark(move.from);
        mark(move.end());
    }

    /// A line with its halo, so that it can be read on men of both colours.
    void stroke(std::string_view kind, const std::string& path) {
        out_ += fmt::format("<path class=\"o-halo\" d=\"{0}\"/><path class=\"{1}\" d=\"{0}\"/>", path, kind);
    }

    void draw_move(const MoveMarks& move) {
        const Point from = centre(move.from), to = centre(move.to);
        if (move.partner != 0) return draw_teleport(from, to);
        if (!move.passed.empty() && !move.capture) put(move.man, move.to, " class=\"o-ghost\"");
        out_ += fmt::format("<path class=\"o-arrow o-move\" d=\"{}\"/>",
                            arrow_path(towards(from, to, 12), to, {}));
        if (move.capture) draw_capture(to);
        draw_cascade(move);
        if (move.becomes != 0) draw_promotion(move);
    }

    /// An arc with two heads: king and man jump over whoever stands between them.
    void draw_teleport(Point king, Point man) {
        const double sign = man.x < king.x ? -1 : 1;  // above the row of men
        const double bulge = std::clamp(distance(king, man) * 0.12, 5.0, 16.0) * sign;
        const bool neighbours = distance(king, man) < 60;
        const double lift = neighbours ? 14 * sign : 0;  // or the arrow would hide between them
        const Point a = beside(towards(king, man, neighbours ? 0 : 12), man, lift);
        const Point b = beside(towards(man, king, neighbours ? 0 : 12), king, -lift);
        stroke("o-jump", arc_path(towards(a, b, 3), towards(b, a, 3), bulge));
        head("o-teleport", arc_head_path(a, b, bulge, 12, 14));
        head("o-teleport", arc_head_path(b, a, -bulge, 12, 14));
    }

    /// A cross over the man who goes.
    void draw_capture(Point at) {
        constexpr double reach = 11;
        const auto bar = [&](double sign) {
            return fmt::format("M{} {}L{} {}", number(at.x - reach), number(at.y - reach * sign),
                               number(at.x + reach), number(at.y + reach * sign));
        };
        stroke("o-cross", bar(1) + bar(-1));
    }

    /// The mover's climb on one side of the file; on the other, numbered, the step back of each man he
    /// passes.
    void draw_cascade(const MoveMarks& move) {
        if (move.passed.empty()) return;
        const double up = centre(move.to + move.forward).y - centre(move.to).y;  // one step, on the page
        const double x = centre(move.to).x;
        const double aside = centre(move.from).x < x ? 1 : -1;  // the drops, away from the mover's arrow
        const double bulge = 3 * aside * (up < 0 ? 1 : -1);     // outwards
        for (std::size_t n = 0; n < move.passed.size(); ++n) {
            const double low = centre(move.to).y + up * static_cast<double>(n), high = low + up;
            const Point climb_from{x - 13 * aside, low + up * 0.14},
                climb_to{x - 13 * aside, high - up * 0.10};
            stroke("o-climb", arc_path(climb_from, climb_to, bulge));
            head("o-move", arc_head_path(climb_from, climb_to, bulge, 9, 10));
            const Point drop_from{x + 13 * aside, high - up * 0.10}, drop_to{x + 13 * aside, low + up * 0.14};
            stroke("o-drop", arc_path(drop_from, drop_to, bulge));
            head("o-swap", arc_head_path(drop_from, drop_to, bulge, 9, 10));
            const Point badge{x + 17 * aside, (low + high) / 2};
            out_ += fmt::format("<circle class=\"o-badge\" cx=\"{}\" cy=\"{}\" r=\"5.5\"/>", number(badge.x),
                                number(badge.y));
            out_ += text_at(badge.x, badge.y + 3.2, "o-count", std::to_string(n + 1));
        }
    }

    void head(std::string_view kind, const std::string& path) {
        out_ += fmt::format("<path class=\"o-head {}\" d=\"{}\"/>", kind, path);
    }

    /// A small picture of the new man in the corner of his square.
    void draw_promotion(const MoveMarks& move) {
        const Point at = centre(move.promoted_at);
        out_ += fmt::format(
            "<circle class=\"o-medal\" cx=\"{}\" cy=\"{}\" r=\"11\"/>"
            "<use href=\"#{}\" transform=\"translate({} {}) scale(.45)\"/>",
            number(at.x + 10), number(at.y - 10), piece_id(move.becomes), number(at.x + 1),
            number(at.y - 19));
    }

    /// Beside the board: the side to move, with the direction of its cascades, and the die.
    void draw_panel() {
        const double x = 8 * side + 28;
        const bool below = (diagram_.turn == Color::White) != diagram_.flip;
        const double y = below ? 300 : 20, away = below ? -1 : 1;
        out_ += fmt::format("<circle class=\"o-turn o-{}\" cx=\"{}\" cy=\"{}\" r=\"9.5\"/>",
                            name(diagram_.turn), number(x), number(y));
        out_ += fmt::format("<path class=\"o-ahead\" d=\"M{} {}L{} {}L{} {}\"/>", number(x - 7),
                            number(y + away * 17), number(x), number(y + away * 24), number(x + 7),
                            number(y + away * 17));
        const auto die = [&](double at, std::string_view label, bool idle = false) {
            out_ += draw_die({x, at}, 18, label, idle);
        };
        switch (diagram_.die) {
            case Die::None: break;
            case Die::Unknown: die(160, "?", true); break;
            case Die::Unused: die(160, "–", true); break;
            case Die::Rolled: {
                const double step = std::min(42.0, 230.0 / static_cast<double>(diagram_.faces.size()));
                double at = 160 - step * static_cast<double>(diagram_.faces.size() - 1) / 2;
                for (const int face : diagram_.faces) {
                    die(at, std::to_string(face));
                    at += step;
                }
            }
        }
    }

    const Diagram& diagram_;
    std::string out_;
};

std::string view_box() {
    return fmt::format("viewBox=\"{} {} {} {}\"", -Frame::left, -Frame::top, Frame::width, Frame::height);
}

std::string text_equivalent(const Diagram& diagram) {
    return fmt::format("<title>{}</title><desc>{}</desc>", escape_xml(diagram.title),
                       escape_xml(description(diagram)));
}

}  // namespace

std::string draw_svg(const Diagram& diagram, Theme theme, int width) {
    std::string body = Drawing(diagram).draw();
    std::string men;
    for (const char letter : std::string_view("KQRBNPkqrbnp")) {
        if (body.find(fmt::format("\"#{}\"", piece_id(letter))) != std::string::npos)
            men.append(piece_group(letter)).append("\n");
    }
    const int height = (width * Frame::height + Frame::width / 2) / Frame::width;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {} width=\"{}\" height=\"{}\" role=\"img\">\n{}\n"
        "<style>{}</style>\n<defs>\n{}</defs>\n"
        "<rect class=\"o-page\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n{}\n{}\n</svg>\n",
        view_box(), width, height, text_equivalent(diagram), style_sheet(theme), men, -Frame::left,
        -Frame::top, Frame::width, Frame::height, draw_ground(ground_of(diagram)), body);
}

std::string draw_shared_svg(const Diagram& diagram, std::string_view attributes) {
    return fmt::format("<svg class=\"o-diagram\" {}{}{} role=\"img\">{}<use href=\"#{}\"/>{}</svg>",
                       view_box(), attributes.empty() ? "" : " ", attributes, text_equivalent(diagram),
                       ground_of(diagram).id(), Drawing(diagram).draw());
}

std::string shared_definitions() {
    std::string text = "<defs>\n";
    for (const char letter : std::string_view("KQRBNPkqrbnp")) text.append(piece_group(letter)).append("\n");
    for (const bool flip : {false, true}) {
        for (const std::optional<Color> faces_of : {std::optional<Color>(), {Color::White}, {Color::Black}}) {
            const Ground ground{flip, faces_of};
            text += fmt::format("<g id=\"{}\">{}</g>\n", ground.id(), draw_ground(ground));
        }
    }
    return text + "</defs>";
}

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

}  // namespace octomate::draw
