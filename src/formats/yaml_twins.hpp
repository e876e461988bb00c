#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/problem.hpp"
#include "formats/twins.hpp"

/// Twins as YACPDB and Olive write them, in the words of Popeye: "Move e4 e5", "Add White Rh1 Remove a2".
namespace octomate::records {

/// The words for a twin; none if there are none for what it changes.
std::optional<std::string> twin_words(const Puzzle& diagram, const Twin& twin);

/// Reads the words into a twin of a diagram, whose puzzle has what the diagram asks for; false if they say
/// something that no twin of ours can.
bool read_twin_words(std::string_view words, const Diagram& board, Twin& twin);

}  // namespace octomate::records
