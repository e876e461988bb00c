#pragma once

#include <string>
#include <string_view>

#include "draw/svg.hpp"

namespace octomate::draw {

/// The beginning of an HTML document that needs no other file, up to its body's first element: what all our
/// documents share in looks, light, dark and printed, the colours of diagrams, and the definitions of
/// `drawings`. `style` is CSS of its own; title and author are text, and the author may be empty.
std::string html_head(std::string_view title, std::string_view author, std::string_view style,
                      const SharedDrawings& drawings);

}  // namespace octomate::draw
