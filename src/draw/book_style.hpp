#pragma once

#include <string>
#include <string_view>

#include "draw/book_layout.hpp"

namespace octomate::draw {

/// What books in HTML add to the looks of all pages, on the screen and on paper of a size, where each page of
/// the layout stands on a page of its own.
std::string book_style(const Book& book, const BookLayout& layout, const PageSize& page);

/// The script of a book in HTML: it draws a diagram, which waits as text, when it comes into view or is
/// printed. Without scripts all are drawn at once.
extern const std::string_view book_script;

}  // namespace octomate::draw
