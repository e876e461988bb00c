#pragma once

#include <memory>
#include <string>
#include <vector>

#include "draw/leaf.hpp"

namespace octomate::draw {

/// A page that was drawn and belongs to no file yet.
class DrawnLeaf {
  public:
    DrawnLeaf() = default;
    DrawnLeaf(const DrawnLeaf&) = delete;
    DrawnLeaf& operator=(const DrawnLeaf&) = delete;
    virtual ~DrawnLeaf() = default;
};

/// A PDF file that grows page by page.
class PdfDocument {
  public:
    PdfDocument() = default;
    PdfDocument(const PdfDocument&) = delete;
    PdfDocument& operator=(const PdfDocument&) = delete;
    virtual ~PdfDocument() = default;

    /// Draws a page, which is most of the work; may be called in several threads at once. The leaf must
    /// outlive what is drawn.
    virtual std::unique_ptr<DrawnLeaf> draw(const Leaf& leaf) const = 0;

    /// Adds a page of this document.
    virtual void add(const DrawnLeaf& leaf) = 0;

    /// The bytes of the file; nothing can be added afterwards.
    virtual std::string finish() = 0;
};

/// Turns SVG documents into bytes that printers and forums take. The work is done by libraries that the
/// program does not need otherwise, so it lives in a module that is loaded when it is asked for. All of it
/// throws std::runtime_error if those libraries refuse; documents may be made in several threads at once.
class Paper {
  public:
    Paper() = default;
    Paper(const Paper&) = delete;
    Paper& operator=(const Paper&) = delete;
    virtual ~Paper() = default;

    /// The bytes of a PNG file as large as the document says.
    virtual std::string png(const std::string& svg) const = 0;

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
