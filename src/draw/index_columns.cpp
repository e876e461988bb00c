#include "draw/index_columns.hpp"

#include <fmt/core.h>

#include <utility>

#include "draw/book_layout.hpp"
#include "draw/book_words.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

constexpr double index_gap = 22;

}  // namespace

IndexColumns::IndexColumns(Canvas& canvas, std::function<void()> next_page)
    : canvas_(canvas), next_page_(std::move(next_page)), width_((canvas.width() - index_gap) / 2) {
    begin_page();
}

void IndexColumns::begin_page() {
    canvas_.line({margin, margin + 4, canvas_.width(), 0}, "Index", {.size = 13, .bold = true});
    begin_column(margin);
}

void IndexColumns::begin_column(double x) {
    x_ = x;
    y_ = margin + heading_height - 6;
}

void IndexColumns::room_for(double height) {
    if (y_ + height <= canvas_.bottom()) return;
    if (x_ == margin) return begin_column(margin + width_ + index_gap);
    next_page_();
    begin_page();
}

void IndexColumns::part(const std::string& heading, const std::vector<IndexEntry>& entries) {
    if (entries.empty()) return;
    room_for(50);
    y_ += canvas_.paragraph({x_, y_, width_, 0}, heading, {.size = 12, .bold = true}) + 4;
    for (const IndexEntry& one : entries) entry(one);
    y_ += 8;
}

void IndexColumns::entry(const IndexEntry& one) {
    room_for(44);
    y_ += canvas_.paragraph({x_, y_, width_, 0}, one.name, {.size = 9, .bold = true});
    y_ += canvas_.paragraph({x_, y_, width_, 0}, one.meaning, {.size = 7.5, .faint = true}, 2);
    const Font font{.size = 8.5};
    double at = 0;
    y_ += font.leading();
    const auto word = [&](const std::string& text, std::size_t number) {
        const double width = text_width(text) * font.size;
        if (at > 0 && at + width > width_) {
            room_for(font.leading());
            y_ += font.leading();
            at = 0;
        }
        canvas_.line({x_ + at, y_, 0, 0}, text, font);
        if (number > 0)
            canvas_.link({x_ + at, y_ - font.size, width, font.leading()}, fmt::format("p{}", number));
        at += width + text_width(" ") * font.size;
    };
    if (const std::string text = selection_text(one); !text.empty()) word(text, 0);
    for (const std::size_t number : one.puzzles)
        word(std::to_string(number) + (number == one.puzzles.back() ? "" : ","), number);
    y_ += 5;
}

}  // namespace octomate::draw
