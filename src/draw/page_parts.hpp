#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "draw/book.hpp"
#include "draw/canvas.hpp"

/// What pages of books and sheets are made of.
namespace octomate::draw {

/// Whether a board is so much broader than high that fewer fit side by side.
bool has_broad_boards(const std::vector<BookPuzzle>& puzzles);

/// How a puzzle stands on a page.
struct CellStyle {
    double size = 8;        ///< of its text; small print is smaller
    bool question = false;  ///< ask in words, and say no more of what is asked
    int lines = 0;          ///< to write on
    bool linked = true;     ///< to its solution "s7", and a place "p7" of its own
    double least_foot = 0;  ///< of the room below the board, so that the boards of a page are alike
};

/// How much room a puzzle needs below its board.
double foot_of(Canvas& canvas, const BookPuzzle& puzzle, std::size_t number, double width,
               const CellStyle& style);

/// Draws a puzzle: the diagram, boxes to tick below the files, room for the answer, and the caption.
void draw_cell(Canvas& canvas, const BookPuzzle& puzzle, std::size_t number, const Box& box,
               const CellStyle& style);

/// How solutions are printed.
struct SolutionStyle {
    double size = 9;              ///< of the text, in points
    std::size_t most_lines = 48;  ///< of each solution
    bool linked = true;           ///< to its puzzle "p7", with a place "s7" of its own
};

/// The solution of a puzzle in a column of text, with the positions at the end that are drawn. A comment is
/// cut where it is very long, so that every entry fits on a page.
class SolutionEntry {
  public:
    /// The puzzle must outlive the entry.
    SolutionEntry(const BookPuzzle& puzzle, std::size_t number, double width, const SolutionStyle& style);

    /// With the space below it.
    double height() const { return height_; }

    /// Whether lines of the solution are left out.
    bool is_cut() const { return is_cut_; }

    void draw(Canvas& canvas, double x, double y) const;

  private:
    struct Line {
        std::string text;
        Font font;
        double indent = 0;
    };

    void add(const std::string& text, const Font& font, std::size_t most, double indent = 0);
    void add_play();
    double ends_height() const;

    const BookPuzzle& puzzle_;
    const std::size_t number_;
    const double width_;
    const SolutionStyle style_;
    std::vector<Line> lines_;
    std::vector<const Scene*> ends_;
    double height_ = 0;
    bool is_cut_ = false;
};

/// How broad the columns of solutions are.
double solution_width(const Canvas& canvas);

/// Puzzles that follow each other, counted from 0.
struct Range {
    std::size_t first = 0, count = 0;
};

/// A page of solutions, column by column.
using SolutionPage = std::array<Range, 2>;

/// The pages that the solutions fill, if the columns of a canvas have this height.
std::vector<SolutionPage> solution_pages(const std::vector<BookPuzzle>& puzzles, const Canvas& canvas,
                                         double height, const SolutionStyle& style);

/// Draws a page of solutions, the columns from `y` on.
void draw_solutions(Canvas& canvas, const std::vector<BookPuzzle>& puzzles, const SolutionPage& page,
                    double y, const SolutionStyle& style);

}  // namespace octomate::draw
