#pragma once

#include <string>

/// The module that makes PNG and PDF of one picture. The program loads it on demand, because nothing else
/// needs its libraries.
namespace octomate::paper {

/// The name of the module's file, and of its only function, of type `Convert`.
inline constexpr const char* module_name = "octomate_paper.so";
inline constexpr const char* convert_name = "octomate_convert";

/// Converts an SVG document, whose size is in pixels, to PNG, or to PDF if `pdf`; returns the bytes in
/// `bytes`. Throws std::runtime_error if the libraries fail; safe to call from several threads at once.
using Convert = void (*)(const std::string& svg, bool pdf, const std::string& title, std::string& bytes);

}  // namespace octomate::paper
