#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "draw/book.hpp"

namespace octomate::draw {

namespace {

constexpr std::array<std::string_view, 5> steps = {"gentle", "easy", "middling", "hard", "fierce"};
constexpr int step_width = 20;

std::size_t step_of(double difficulty) {
    return static_cast<std::size_t>(std::clamp(difficulty / step_width, 0.0, 4.0));
}

/// Some steps of difficulty that follow each other.
struct Span {
    std::size_t first, last;
    std::size_t begin, count;  // puzzles
};

Chapter chapter_of(const Span& span) {
    Chapter chapter;
    chapter.heading = steps[span.first];
    chapter.heading.front() = static_cast<char>(chapter.heading.front() - 'a' + 'A');
    if (span.last != span.first) chapter.heading.append(" to ").append(steps[span.last]);
    const int end = span.last + 1 == steps.size() ? 100 : static_cast<int>(span.last + 1) * step_width - 1;
    chapter.detail = fmt::format("difficulty {}–{}", static_cast<int>(span.first) * step_width, end);
    chapter.first = span.begin;
    chapter.count = span.count;
    return chapter;
}

/// Whether a puzzle stands before another; those of the same difficulty stay as they are.
bool comes_first(const BookPuzzle& a, const BookPuzzle& b) {
    if (a.difficulty && b.difficulty) return *a.difficulty < *b.difficulty;
    if (a.difficulty || b.difficulty) return a.difficulty.has_value();
    return a.kind < b.kind;
}

/// The steps that the puzzles with a difficulty are of, small ones together with the next, or at the end with
/// the one before.
std::vector<Span> spans_of(const std::vector<BookPuzzle>& puzzles, std::size_t least) {
    std::vector<Span> spans;
    for (std::size_t at = 0; at < puzzles.size() && puzzles[at].difficulty; ++at) {
        const std::size_t step = step_of(*puzzles[at].difficulty);
        if (spans.empty() || (step != spans.back().last && spans.back().count >= least))
            spans.push_back({step, step, at, 0});
        spans.back().last = step;
        ++spans.back().count;
    }
    if (spans.size() > 1 && spans.back().count < least) {
        const Span rest = spans.back();
        spans.pop_back();
        spans.back().last = rest.last;
        spans.back().count += rest.count;
    }
    return spans;
}

}  // namespace

void arrange_by_difficulty(Book& book, std::size_t least) {
    std::stable_sort(book.puzzles.begin(), book.puzzles.end(), comes_first);
    book.chapters.clear();
    std::size_t at = 0;
    for (const Span& span : spans_of(book.puzzles, least)) {
        book.chapters.push_back(chapter_of(span));
        at += span.count;
    }
    for (; at < book.puzzles.size(); ++at) {
        const std::string& kind = book.puzzles[at].kind;
        const bool same = !book.chapters.empty() && book.chapters.back().detail.empty() &&
                          book.chapters.back().heading == kind;
        if (!same) book.chapters.push_back({kind, "", at, 0});
        ++book.chapters.back().count;
    }
}

void arrange_as_given(Book& book) { book.chapters = {{"Puzzles", "", 0, book.puzzles.size()}}; }

}  // namespace octomate::draw
