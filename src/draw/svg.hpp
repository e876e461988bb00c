#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/scene.hpp"

/// Geometry of arrows: path data of SVG, with the y axis pointing down.
namespace octomate::draw {

struct Point {
    double x = 0;
    double y = 0;

    bool operator==(const Point&) const = default;
};

double distance(Point a, Point b);

/// The point at that distance from a point in the direction of another, but never past the quarter of the
/// way.
Point towards(Point from, Point to, double step);

/// The point at that distance from the first, to the left when looking towards the second.
Point beside(Point from, Point to, double step);

/// How an arrow is built, in units of the diagram (a square has 40).
struct ArrowShape {
    double shaft = 6;         ///< breadth of the shaft
    double head_length = 15;  ///< at most 60 % of the arrow's length are used
    double head_breadth = 18;
};

/// The outline of a straight arrow between two points, which differ: a closed polygon.
std::string arrow_path(Point from, Point tip, const ArrowShape& shape);

/// A curve from one point to another that swings out by `bulge` to the left of its direction, as seen on the
/// page.
std::string arc_path(Point from, Point to, double bulge);

/// The head of such a curve: a triangle whose tip is `to`.
std::string arc_head_path(Point from, Point to, double bulge, double length, double breadth);

/// A coordinate with at most one decimal.
std::string number(double value);

/// Escapes `text` for XML and HTML, in elements and in attributes in double quotes. Control characters become
/// blanks, and what else XML forbids is replaced (see printable).
std::string escape_xml(std::string_view text);

/// The length of a square's side, in units of a diagram.
inline constexpr int square_side = 40;

/// A board without pieces, its coordinates and its labels. Its upper left corner is where diagrams count
/// from.
struct Ground {
    int files = 0;
    int ranks = 0;
    bool flip = false;
    std::vector<std::string> labels;

    /// The column of a file, or the file of a column; so it is with ranks and rows.
    int column(int file) const { return flip ? files - 1 - file : file; }
    int row(int rank) const { return flip ? rank : ranks - 1 - rank; }

    /// The upper left corner of a square.
    Point corner(Square square) const {
        return {static_cast<double>(column(square % files) * square_side),
                static_cast<double>(row(square / files) * square_side)};
    }

    Point centre(Square square) const {
        const Point at = corner(square);
        return {at.x + square_side / 2.0, at.y + square_side / 2.0};
    }

    bool operator==(const Ground&) const = default;
};

Ground ground_of(const Scene& scene);

/// The elements of SVG that show it.
std::string draw_ground(const Ground& ground);

/// A text of a kind that the style sheet names, in the middle of which x lies.
std::string text_at(double x, double y, std::string_view kind, std::string_view text);

/// The file pieces.svg: the pieces as `<g id="wk">…</g>` and so on, each in a box of 40 by 40 units.
extern const std::string_view pieces_svg;

/// The drawing of an id alone, from `<g` to `</g>`; empty if the file has none.
std::string_view piece_group(std::string_view id);

/// The size of a diagram in its own units, and where the board's upper left corner lies in it.
struct Frame {
    explicit Frame(const Scene& scene);

    static constexpr int left = 24, top = 10, bottom = 40;
    static constexpr int shelf = 23;  ///< the height of each, below the board
    int board_width, board_height;
    int width, height;

    double aspect() const { return static_cast<double>(width) / height; }
};

/// Returns the SVG elements of a scene: all but the ground.
std::string draw_scene(const Scene& scene);

/// Removes the newlines of CSS.
std::string without_newlines(std::string_view css);

enum class Theme { Light, Dark };

/// The colours of a theme, as CSS.
std::string style_sheet(Theme theme);

/// A drawing that stands on its own: an SVG document with title and description for those who cannot see it.
/// `width` is in pixels, at least 1.
std::string draw_svg(const Scene& scene, Theme theme, int width);

/// The piece drawings and empty boards that all diagrams of one page share.
class SharedDrawings {
  public:
    /// Registers the pieces and the board of `scene`. The scene's set of pieces is kept, not the scene.
    void add(const Scene& scene);

    /// Returns the pieces and the boards as a `<defs>` element.
    std::string definitions() const;

    /// Returns a registered scene as an element, for a page that holds these definitions and `style_sheet()`.
    std::string draw(const Scene& scene) const;

  private:
    std::vector<const Piece*> pieces_;
    std::vector<Ground> grounds_;  // each different from the others
};

/// Returns the beginning of an HTML document that needs no other file, up to the first element of its body:
/// the style that all documents share, `style`, and the definitions of `drawings`. The author may be empty.
std::string html_head(std::string_view title, std::string_view author, std::string_view style,
                      const SharedDrawings& drawings);

}  // namespace octomate::draw
