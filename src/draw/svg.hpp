#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/scene.hpp"

/// Pictures of positions as text and SVG, and documents that contain them. In SVG the y axis points down.
namespace octomate::draw {

/// A point or vector in units of a diagram; `y` grows downwards.
struct Point {
    double x = 0;
    double y = 0;

    bool operator==(const Point&) const = default;
};

/// Returns the Euclidean distance between two points.
double distance(Point a, Point b);

/// Returns the point that lies `step` from `from` in the direction of `to`, but at most a quarter of the way
/// there.
Point towards(Point from, Point to, double step);

/// Returns the point that lies `step` to the left of `from`, seen in the direction of `to`. The two points
/// must differ.
Point beside(Point from, Point to, double step);

/// The dimensions of an arrow, in units of a diagram (a square has 40).
struct ArrowShape {
    double shaft = 6;         ///< width of the shaft
    double head_length = 15;  ///< reduced to 60 % of the length of a shorter arrow
    double head_breadth = 18;
};

/// Returns SVG path data for the outline of a straight arrow, a closed polygon. The two points must differ.
std::string arrow_path(Point from, Point tip, const ArrowShape& shape);

/// Returns SVG path data for a curve (a quadratic Bézier curve) that bends by at most `bulge` to the left of
/// its direction, or to the right if negative. The two points must differ.
std::string arc_path(Point from, Point to, double bulge);

/// Returns SVG path data for the head of the curve that `arc_path` draws: a triangle whose tip is `to`.
std::string arc_head_path(Point from, Point to, double bulge, double length, double breadth);

/// Formats a coordinate with at most one decimal.
std::string number(double value);

/// Escapes `text` for XML and HTML, in elements and in attributes in double quotes. Control characters become
/// blanks; `printable` replaces other characters that XML forbids.
std::string escape_xml(std::string_view text);

/// The length of a square's side, in units of a diagram.
inline constexpr int square_side = 40;

/// An empty board with its coordinates and labels. Its upper left corner is the origin of a diagram's
/// coordinates.
struct BoardLayout {
    int files = 0;
    int ranks = 0;
    bool flip = false;
    std::vector<std::string> labels;

    /// Converts a file to a column on the page and back, counting from 0 at the left.
    int column(int file) const { return flip ? files - 1 - file : file; }
    /// Converts a rank to a row on the page and back, counting from 0 at the top.
    int row(int rank) const { return flip ? rank : ranks - 1 - rank; }

    /// Returns the upper left corner of a square.
    Point corner(Square square) const {
        return {static_cast<double>(column(square % files) * square_side),
                static_cast<double>(row(square / files) * square_side)};
    }

    Point centre(Square square) const {
        const Point upper_left = corner(square);
        return {upper_left.x + square_side / 2.0, upper_left.y + square_side / 2.0};
    }

    bool operator==(const BoardLayout&) const = default;
};

/// Returns the empty board of a scene.
BoardLayout layout_of(const Scene& scene);

/// Returns the SVG elements of an empty board.
std::string draw_empty_board(const BoardLayout& layout);

/// Returns an SVG `<text>` whose baseline is at `y`; `kind` is its CSS class, and the style sheets centre it
/// on `x`.
std::string text_at(double x, double y, std::string_view kind, std::string_view text);

/// The file pieces.svg: one group for each piece, such as `<g id="wk">…</g>`, in a box of 40 by 40 units.
extern const std::string_view pieces_svg;

/// Returns the group with this id in pieces.svg, from `<g` to `</g>`; empty if there is none.
std::string_view piece_group(std::string_view id);

/// The size of a diagram and the margins around its board, in units of the diagram.
struct Frame {
    explicit Frame(const Scene& scene);

    static constexpr int left = 24, top = 10, bottom = 40;
    static constexpr int row_height = 23;  ///< the height of a row of pieces below the board
    int board_width, board_height;
    int width, height;

    /// Returns the width divided by the height.
    double aspect() const { return static_cast<double>(width) / height; }
};

/// Returns the SVG elements of a scene except its empty board: pieces, marks, dice, panel and rows of pieces.
std::string draw_scene(const Scene& scene);

/// Removes all newlines from `css`.
std::string without_newlines(std::string_view css);

enum class Theme { Light, Dark };

/// Returns the colours of diagrams in a theme, as CSS on one line.
std::string style_sheet(Theme theme);

/// Returns a complete SVG document, with a title and a description for blind readers. `width` is in pixels,
/// at least 1; the height follows from the aspect ratio.
std::string draw_svg(const Scene& scene, Theme theme, int width);

/// The piece drawings and empty boards that the diagrams of one page share, so that each is defined once.
class SharedDrawings {
  public:
    /// Registers the pieces and the board of `scene`. Keeps pointers to its list of pieces, not to the scene.
    void add(const Scene& scene);

    /// Returns all registered pieces and boards as a `<defs>` element.
    std::string definitions() const;

    /// Returns a registered scene as an `<svg>` element, for a page that contains `definitions()` and
    /// `style_sheet()`.
    std::string draw(const Scene& scene) const;

  private:
    std::vector<const Piece*> pieces_;
    std::vector<BoardLayout> boards_;  // without duplicates
};

/// Returns the beginning of an HTML document that needs no other file, up to the first element of its body:
/// the style sheet of all documents, then `style`, and the definitions of `drawings`. `author` may be empty.
std::string html_head(std::string_view title, std::string_view author, std::string_view style,
                      const SharedDrawings& drawings);

}  // namespace octomate::draw
