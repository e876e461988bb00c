#include "draw/game_curve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "draw/svg.hpp"
#include "text/text.hpp"

namespace octomate::draw {

/// The style sheet curve.css. Its medium greys are visible on white and on black pages.
extern const std::string_view curve_css;

namespace {

constexpr int picture_width = 720;
constexpr double left = 68, right = 16, top = 30, leading = 17;
constexpr double chart_height = 220, gap = 12, strip_height = 64, foot = 42;

/// Returns the CSS class of a sign, which contains its number in PGN ($4 for "??", $2 for "?", $6 for "?!").
std::string_view sign_class(std::string_view sign) {
    return sign == "??" ? "c-q4" : sign == "?" ? "c-q2" : "c-q6";
}

/// Returns the height of the lines of text below the title.
double lines_height(const GameCurve& curve) { return leading * static_cast<double>(curve.lines.size()); }

/// Draws a game curve into a string of SVG elements.
class CurveDrawing {
  public:
    explicit CurveDrawing(const GameCurve& curve)
        : curve_(curve),
          top_(top + lines_height(curve) + 4),
          step_((picture_width - left - right) / static_cast<double>(curve.plies.size())) {}

    std::string draw() {
        draw_words();
        draw_legend();
        draw_chart();
        draw_strip();
        draw_moves();
        draw_signs();
        return std::move(out_);
    }

  private:
    double x(double ply) const { return left + step_ * ply; }
    double y(double chance) const { return top_ + chart_height * (1 - std::clamp(chance, 0.0, 1.0)); }
    double width() const { return step_ * static_cast<double>(curve_.plies.size()); }

    void text(std::string_view kind, double at_x, double at_y, std::string_view words) {
        out_ += text_at(at_x, at_y, kind, words);
    }

    void draw_words() {
        text("c-title", left, 20, curve_.title);
        for (std::size_t i = 0; i < curve_.lines.size(); ++i)
            text("c-words", left, 20 + leading * static_cast<double>(i + 1), curve_.lines[i]);
    }

    /// Draws the legend of the dots at the right end of the title's line.
    void draw_legend() {
        double end = left + width();
        for (const auto& [sign, word] : {std::pair("??", "blunder"), {"?", "mistake"}, {"?!", "dubious"}}) {
            end -= text_width(word) * 12;
            text("c-words", end, 20, word);
            out_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"16\" r=\"4\"/>", sign_class(sign),
                                number(end - 8));
            end -= 24;
        }
    }

    /// Writes text beside the axis that reads upwards, centred on the height `middle`.
    void write_upwards(double middle, std::string_view words) {
        out_ += fmt::format("<text class=\"c-x\" transform=\"translate(16 {}) rotate(-90)\">{}</text>",
                            number(middle), escape_xml(words));
    }

    /// Returns the curve as SVG path data. A ply has two points: the chance before and after its roll.
    std::string points() const {
        std::string path;
        const auto add = [&](double ply, double chance) {
            path += fmt::format("{}{} {}", path.empty() ? "" : "L", number(x(ply)), number(y(chance)));
        };
        for (std::size_t i = 0; i < curve_.plies.size(); ++i) {
            const CurvePly& ply = curve_.plies[i];
            add(static_cast<double>(i), ply.before);
            if (ply.rolled) add(static_cast<double>(i) + 0.5, *ply.rolled);
        }
        add(static_cast<double>(curve_.plies.size()), curve_.end);
        return path;
    }

    void draw_chart() {
        const std::string line = points();
        write_upwards(top_ + chart_height / 2, "White's chance");
        out_ += fmt::format(
            "<rect class=\"c-black\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\"/>"
            "<path class=\"c-white\" d=\"M{0} {4}L{5}L{6} {4}Z\"/>",
            number(left), number(top_), number(width()), number(chart_height), number(y(0)), line,
            number(left + width()));
        for (const int percent : {0, 25, 50, 75, 100}) {
            const double line_y = y(percent / 100.0);
            if (percent % 100 != 0)
                out_ += fmt::format("<path class=\"c-grid\" d=\"M{} {}h{}\"/>", number(left), number(line_y),
                                    number(width()));
            text("c-y", left - 7, line_y + 4, fmt::format("{} %", percent));
        }
        out_ += fmt::format("<path class=\"c-line\" d=\"M{}\"/>", line);
        out_ += fmt::format("<rect class=\"c-frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                            number(left), number(top_), number(width()), number(chart_height));
    }

    /// Returns how much White's chance grows by the roll of a ply; 0 if the chance after it is unknown.
    static double luck_of(const CurvePly& ply) { return ply.rolled ? *ply.rolled - ply.before : 0; }

    /// Draws the strip below the chart: a bar for the luck of each roll.
    void draw_strip() {
        const double begin = top_ + chart_height + gap, middle = begin + strip_height / 2;
        double largest_luck = 0.1;
        for (const CurvePly& ply : curve_.plies)
            largest_luck = std::max(largest_luck, std::abs(luck_of(ply)));
        const double scale = (strip_height / 2 - 4) / largest_luck;
        out_ += fmt::format("<rect class=\"c-strip\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                            number(left), number(begin), number(width()), number(strip_height));
        out_ += fmt::format("<path class=\"c-axis\" d=\"M{} {}h{}\"/>", number(left), number(middle),
                            number(width()));
        write_upwards(middle, "luck");
        text("c-y", left - 7, middle + 4, "0 %");
        text("c-y", left - 7, begin + 9, fmt::format("+{:.0f} %", 100 * largest_luck));
        text("c-y", left - 7, begin + strip_height, fmt::format("\u2212{:.0f} %", 100 * largest_luck));
        for (std::size_t i = 0; i < curve_.plies.size(); ++i) {
            const CurvePly& ply = curve_.plies[i];
            const double luck = luck_of(ply), height = std::abs(luck) * scale;
            if (height < 0.3) continue;
            const bool striking = std::abs(luck) >= curve_.striking;
            out_ += fmt::format(
                "<rect class=\"{}{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
                ply.turn == Color::White ? "c-w" : "c-b", striking ? " c-far" : "",
                number(x(static_cast<double>(i) + 0.15)), number(luck > 0 ? middle - height : middle),
                number(step_ * 0.7), number(height), escape_xml(ply.tooltip));
        }
    }

    /// Writes move numbers below the strip, at least 34 units apart.
    void draw_moves() {
        const double strip_bottom = top_ + chart_height + gap + strip_height;
        int move_step = 1;
        for (const int step : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
            move_step = step;
            if (2 * step_ * step >= 34) break;
        }
        int last_move = 0;
        for (std::size_t i = 0; i < curve_.plies.size(); ++i) {
            const int move = curve_.plies[i].move;
            if (move == last_move || (move % move_step != 0 && move != 1)) continue;
            last_move = move;
            const double mark_x = x(static_cast<double>(i));
            out_ +=
                fmt::format("<path class=\"c-frame\" d=\"M{} {}v5\"/>", number(mark_x), number(strip_bottom));
            text("c-x", mark_x, strip_bottom + 18, std::to_string(move));
        }
        text("c-x", left + width() / 2, strip_bottom + 34, "move");
    }

    /// Draws a dot on the curve for each ply with a sign and, if there is enough space, the sign "?" or "??".
    void draw_signs() {
        for (std::size_t i = 0; i < curve_.plies.size(); ++i) {
            const CurvePly& ply = curve_.plies[i];
            if (ply.sign.empty()) continue;
            const double mark_x = x(static_cast<double>(i) + 1), height = y(ply.played);
            const std::string_view kind = sign_class(ply.sign);
            out_ += fmt::format(
                "<circle class=\"c-dot {}\" cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title></circle>", kind,
                number(mark_x), number(height), ply.sign == "??" ? 4.5 : 3.5, escape_xml(ply.tooltip));
            if (step_ < 8 || ply.sign == "?!") continue;
            // The curve comes from above if White made the mistake, so the sign goes below it.
            const bool below = ply.turn == Color::White;
            const double beside = below ? std::min(height + 16, y(0) - 4) : std::max(height - 8, y(1) + 12);
            text(fmt::format("c-sign {}", kind), mark_x, beside, ply.sign);
        }
    }

    const GameCurve& curve_;
    const double top_;   ///< y of the upper edge of the chart
    const double step_;  ///< width of a ply
    std::string out_;
};

/// Describes the curve in words for blind readers.
std::string description_of(const GameCurve& curve) {
    std::string text;
    for (const std::string& line : curve.lines) text.append(line).append(" ");
    text += fmt::format("White's chance before each of {} plies, in per cent:", curve.plies.size());
    for (const CurvePly& ply : curve.plies) text += fmt::format(" {:.0f}", 100 * ply.before);
    return text + fmt::format("; at the end {:.0f}.", 100 * curve.end);
}

}  // namespace

std::string draw_curve(const GameCurve& curve) {
    const int height =
        static_cast<int>(std::ceil(top + lines_height(curve) + 4 + chart_height + gap + strip_height + foot));
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "role=\"img\">\n<title>{2}</title><desc>{3}</desc>\n<style>{4}</style>\n{5}\n</svg>\n",
        picture_width, height, escape_xml(curve.title), escape_xml(description_of(curve)),
        without_newlines(curve_css), CurveDrawing(curve).draw());
}

}  // namespace octomate::draw
