#pragma once

#include <string>

/// A shared library that converts one picture to PNG or PDF. The program loads it on demand, because only
/// pictures need the libraries that it links (cairo and librsvg).
namespace octomate::paper {

/// The file name of the shared library, and the name of its only function, which has the type `Convert`.
inline constexpr const char* module_name = "octomate_paper.so";
inline constexpr const char* convert_name = "octomate_convert";

/// Converts an SVG document, which must have a size in pixels, to PNG or, if `pdf`, to PDF with the document
/// title `title`. Appends the result to `bytes`. Throws std::runtime_error if the libraries fail. Safe to
/// call from several threads at once.
using Convert = void (*)(const std::string& svg, bool pdf, const std::string& title, std::string& bytes);

}  // namespace octomate::paper
