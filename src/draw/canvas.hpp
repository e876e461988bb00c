#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/paper.hpp"
#include "draw/scene.hpp"
#include "draw/svg.hpp"

namespace octomate::draw {

/// The look of a line of text.
struct Font {
    double size = 9;  ///< points
    bool bold = false;
    bool faint = false;
    enum class Align { Left, Centre, Right } align = Align::Left;

    double leading() const { return size * 1.28; }
};

/// The typeface of books and class sheets, with figurines, as CSS carries it.
extern const std::string_view serif_css;
/// A text in lines of that typeface, at most so many, that are no wider.
std::vector<std::string> lines_of(std::string_view text, const Font& font, double width,
                                  std::size_t most = 1000);

/// What is left free all around a page, in points.
inline constexpr double margin = 42;

/// What is drawn on a page of paper, element by element. The scenes were added to the drawings before.
class Canvas {
  public:
    /// Both must outlive the canvas.
    Canvas(const PageSize& size, const SharedDrawings& drawings);

    double width() const { return size_.width - 2 * margin; }
    double bottom() const { return size_.height - margin; }

    /// A line whose baseline is at the top of the box.
    void line(const Box& box, std::string_view text, const Font& font);
    /// Lines from the top of the box on; returns how high they are.
    double paragraph(Box box, std::string_view text, const Font& font, std::size_t most_lines = 1000);
    /// A diagram as large as fits, its middle in the middle of the box's width; returns where it is.
    Box diagram(const Scene& scene, const Box& box);
    /// A line from left to right, and an empty rectangle.
    void rule(double x, double y, double width);
    void frame(const Box& box);

    /// The head of a page, above the margin and a rule: large and bold where a part begins, else small.
    void head(std::string_view left, std::string_view right, bool begins);

    void link(const Box& where, std::string to) { leaf_.links.push_back({where, std::move(to)}); }
    void heading(std::string text, bool below = false) { leaf_.headings.push_back({std::move(text), below}); }
    void place(std::string name, double x, double y) { leaf_.places.push_back({std::move(name), x, y}); }

    /// The leaf with all that was drawn, and an empty one in its place. `number`: of the page; 0: it has
    /// none.
    Leaf finish(std::size_t number);

  private:
    const PageSize& size_;
    const SharedDrawings& drawings_;
    const std::string definitions_;
    Leaf leaf_;
    std::string body_;
};

}  // namespace octomate::draw
