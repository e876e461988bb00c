#pragma once

#include <functional>
#include <string>
#include <vector>

#include "draw/book.hpp"
#include "draw/canvas.hpp"

namespace octomate::draw {

/// Fills the columns of an index, which may go on over several pages.
class IndexColumns {
  public:
    /// `next_page` finishes a page. The canvas must outlive the columns.
    IndexColumns(Canvas& canvas, std::function<void()> next_page);

    /// Entries under a heading; nothing if there are none.
    void part(const std::string& heading, const std::vector<IndexEntry>& entries);

  private:
    void begin_page();
    void begin_column(double x);
    void room_for(double height);
    void entry(const IndexEntry& one);

    Canvas& canvas_;
    const std::function<void()> next_page_;
    const double width_;
    double x_ = 0, y_ = 0;
};

}  // namespace octomate::draw
