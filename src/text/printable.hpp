#pragma once

#include <string>
#include <string_view>

namespace octomate {

/// The text with nothing in it that a terminal obeys or that XML forbids: control characters become their
/// pictures (␛ for escape) but for those of `kept`; those beyond ASCII, marks that turn the direction of
/// writing or end a line, non-characters and bytes that are no UTF-8 become U+FFFD.
std::string printable(std::string_view text, std::string_view kept = {});

/// Whether `printable` replaces a well-formed character beyond ASCII.
bool is_unprintable(std::string_view character);

}  // namespace octomate
