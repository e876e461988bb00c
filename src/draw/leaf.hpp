#pragma once

#include <string>
#include <vector>

/// A page of a document as plain data. Lengths are in points (1/72 inch), from the upper left corner.
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

}  // namespace octomate::draw
