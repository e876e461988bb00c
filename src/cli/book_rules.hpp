#pragma once

#include "draw/book.hpp"

namespace octomate::app {

/// Fills in the cover's picture and the page of rules. Their pictures show legal moves of real positions.
void add_rules(draw::Book& book);

}  // namespace octomate::app
