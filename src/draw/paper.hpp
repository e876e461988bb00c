#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Pages of a document as plain data, and what makes files of them. Lengths are in points (1/72 inch), from
/// the upper left corner.
namespace octomate::draw {

/// The size of a page.
struct PageSize {
    double width = 595;
    double height = 842;
};

/// A rectangle of the page.
struct Box {
    double x = 0, y = 0, width = 0, height = 0;
};

/// A drawing that many pages show, at its place: scaled first, then moved.
struct Stamp {
    std::string drawing;  ///< the name of a SharedDrawing
    double x = 0, y = 0, scale = 1;
};

/// What stamps show: an SVG document as large as it says.
struct SharedDrawing {
    std::string name;
    std::string svg;
    Box extent;  ///< where in its own units something may be drawn
};

/// A rectangle that leads to a place of the document, which must be there.
struct Link {
    Box where;
    std::string to;
};

/// What links lead to; each name once in a document.
struct Place {
    std::string name;
    double x = 0, y = 0;
};

/// An entry of the table of contents that readers of documents show beside the pages.
struct Heading {
    std::string text;
    bool below = false;  ///< it stands below the last one that does not
};

struct Leaf {
    std::vector<Heading> headings;
    std::vector<Stamp> stamps;  ///< drawn first
    std::string svg;            ///< an SVG document as large as the page
    std::vector<Link> links;
    std::vector<Place> places;
};

/// A page that was drawn but belongs to no file yet.
class DrawnLeaf {
  public:
    virtual ~DrawnLeaf() = default;
};

/// A PDF file that grows page by page.
class PdfDocument {
  public:
    virtual ~PdfDocument() = default;

    /// Draws a page, which is most of the work; safe to call from several threads at once. The leaf must
    /// outlive what is drawn.
    virtual std::unique_ptr<DrawnLeaf> draw(const Leaf& leaf) const = 0;

    /// Adds a page of this document.
    virtual void add(const DrawnLeaf& leaf) = 0;

    /// The bytes of the file; nothing can be added afterwards.
    virtual std::string finish() = 0;
};

/// Turns SVG documents into PNG and PDF. The work is done by libraries that the program does not need
/// otherwise, so it lives in a module that is loaded on demand. All of it throws std::runtime_error if those
/// libraries fail; documents may be made in several threads at once.
class Paper {
  public:
    virtual ~Paper() = default;

    /// The bytes of a PNG file as large as the document says.
    virtual std::string png(const std::string& svg) const = 0;

    /// Makes the fonts known that CSS carries in base 64. Once, before anything is drawn with them. Throws
    /// std::runtime_error.
    virtual void add_typefaces(std::string_view css) const = 0;

    /// An empty document with pages of a size, whose stamps show these drawings. Title and author may be
    /// empty.
    virtual std::unique_ptr<PdfDocument> pdf(const PageSize& size, const std::string& title,
                                             const std::string& author,
                                             const std::vector<SharedDrawing>& drawings) const = 0;
};

/// The name of the module's file, and of the function of type PaperFactory in it.
inline constexpr const char* paper_module = "octomate_paper.so";
inline constexpr const char* paper_factory = "octomate_paper";

/// Gives the one Paper of the module, never null.
using PaperFactory = const Paper* (*)();

}  // namespace octomate::draw
