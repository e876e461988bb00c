#pragma once

#include <string>
#include <vector>

#include "console/console.hpp"
#include "draw/paper.hpp"

namespace octomate::cli {

/// What is said of a document as a whole.
struct DocumentNames {
    std::string title;
    std::string author;  ///< may be empty
};

/// The bytes of a PDF of some pages, drawn in parallel, with progress; empty if the run is interrupted. PDF
/// needs the module (see paper.hpp).
std::string pdf_bytes(const std::vector<draw::Leaf>& leaves, const draw::PageSize& size,
                      const DocumentNames& names, const std::vector<draw::SharedDrawing>& drawings,
                      const CommonOptions& common);

}  // namespace octomate::cli
