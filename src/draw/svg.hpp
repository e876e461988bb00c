#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/ground.hpp"
#include "draw/leaf.hpp"
#include "draw/scene.hpp"

namespace octomate::draw {

/// The size of a diagram in its own units, and where the board's upper left corner lies in it.
struct Frame {
    explicit Frame(const Scene& scene);

    static constexpr int left = 24, top = 10, bottom = 40;
    static constexpr int shelf = 23;  ///< the height of each, below the board
    int board_width, board_height;
    int width, height;

    double aspect() const { return static_cast<double>(width) / height; }
};

/// The name of what stamps show on a highlighted square.
inline constexpr std::string_view mark_drawing = "o-mark";

/// The elements of SVG that show a scene, all but the ground. With `stamps` the men and the highlighted
/// squares go there instead, in units of the diagram.
std::string draw_scene(const Scene& scene, std::vector<Stamp>* stamps = nullptr);

enum class Theme { Light, Dark };

/// The colours of a theme, as CSS.
std::string style_sheet(Theme theme);

/// A drawing that stands on its own: an SVG document with title and description for those who do not see it.
/// `width` is in pixels, at least 1.
std::string draw_svg(const Scene& scene, Theme theme, int width);

/// What drawings of one page share: the men, and the empty boards that are used.
class SharedDrawings {
  public:
    /// Takes in what a drawing will need. The scene's set of men is kept, not the scene.
    void add(const Scene& scene);

    /// The men and the boards as a `<defs>` element.
    std::string definitions() const;

    /// The scene as an element within a page that holds these definitions and `style_sheet()` once; it was
    /// added before. `attributes` are further attributes of the element, such as its place on the page.
    std::string draw(const Scene& scene, std::string_view attributes = "") const;

    /// The men, the boards and a highlighted square one by one, as stamps name them.
    std::vector<SharedDrawing> drawings() const;

    /// Puts the scene on a leaf: what can be stamped as stamps, and the rest as an element that is returned.
    /// Only an element with arrows needs the definitions.
    std::string put(const Scene& scene, const Box& where, Leaf& leaf) const;

  private:
    std::size_t place_of(const Ground& ground) const;

    std::vector<const Man*> men_;
    std::vector<Ground> grounds_;  // each different from the others
};

}  // namespace octomate::draw
