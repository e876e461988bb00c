#pragma once

#include <string_view>

/// What the reader and the writer of LaTeX share: the environment of the package `diagram` (on CTAN:
/// chess-problem-diagrams).
namespace octomate::records {

inline constexpr std::string_view latex_begin = "\\begin{diagram}";
inline constexpr std::string_view latex_end = "\\end{diagram}";

/// The command that begins a document.
inline constexpr std::string_view latex_document = "\\documentclass";

/// The comment that carries what has no command.
inline constexpr std::string_view latex_rest = "octomate: ";

/// How a remark says that Black begins.
inline constexpr std::string_view latex_black = "Black to move";

}  // namespace octomate::records
