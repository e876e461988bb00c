#include "draw/book.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "text/words.hpp"

namespace octomate::draw {

namespace {

constexpr std::array<std::string_view, 5> steps = {"very easy", "easy", "medium", "hard", "very hard"};
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

/// Whether a puzzle comes before another; those of the same difficulty keep their order.
bool comes_first(const BookPuzzle& a, const BookPuzzle& b) {
    if (a.difficulty && b.difficulty) return *a.difficulty < *b.difficulty;
    if (a.difficulty || b.difficulty) return a.difficulty.has_value();
    return a.kind < b.kind;
}

/// The steps of the puzzles that have a difficulty; a small one is joined to the next, or at the end to the
/// one before.
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

using Entries = std::map<std::string, std::vector<std::size_t>>;

void enter(Entries& entries, const std::string& name, std::size_t number) {
    auto& numbers = entries[name];
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
}

/// Keeps the best of too many, in the order of their numbers.
void select(const Book& book, IndexEntry& entry) {
    if (entry.count <= index_most) return;
    std::stable_sort(entry.puzzles.begin(), entry.puzzles.end(), [&](std::size_t a, std::size_t b) {
        return book.puzzles[a - 1].quality.value_or(0) > book.puzzles[b - 1].quality.value_or(0);
    });
    entry.puzzles.resize(index_best);
    std::sort(entry.puzzles.begin(), entry.puzzles.end());
}

}  // namespace

std::string readable(std::string name) {
    std::replace(name.begin(), name.end(), '-', ' ');
    if (!name.empty())
        name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

std::string count_of_puzzles(std::size_t count) {
    return grouped(count) + (count == 1 ? " puzzle" : " puzzles");
}

std::string subtitle(const Book& book) {
    return count_of_puzzles(book.puzzles.size()) + (book.rules.game.empty() ? "" : " of " + book.rules.game);
}

void add_scenes(const std::vector<BookPuzzle>& puzzles, SharedDrawings& drawings) {
    for (const BookPuzzle& puzzle : puzzles) {
        drawings.add(puzzle.scene);
        for (const Solution& solution : puzzle.solutions) {
            if (solution.end) drawings.add(*solution.end);
        }
    }
}

SharedDrawings shared_drawings(const Book& book) {
    SharedDrawings drawings;
    drawings.add(book.rules.cover);
    for (const RulesPart& part : book.rules.parts) drawings.add(part.scene);
    for (const Chapter& chapter : book.chapters) {
        if (!chapter.idea.empty()) drawings.add(book.puzzles[chapter.first].solutions.front().scene);
    }
    add_scenes(book.puzzles, drawings);
    return drawings;
}

std::string on_labels(const std::vector<std::string>& labels) {
    return labels.empty() ? "" : " on " + enumerate(labels);
}

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

void arrange_by_chapter(Book& book) {
    std::map<std::string, std::size_t> order;
    for (const BookPuzzle& puzzle : book.puzzles) order.try_emplace(puzzle.chapter, order.size());
    std::stable_sort(book.puzzles.begin(), book.puzzles.end(), [&](const BookPuzzle& a, const BookPuzzle& b) {
        return a.chapter == b.chapter ? comes_first(a, b) : order.at(a.chapter) < order.at(b.chapter);
    });
    book.chapters.clear();
    for (std::size_t at = 0; at < book.puzzles.size(); ++at) {
        const std::string& name = book.puzzles[at].chapter;
        if (at == 0 || book.puzzles[at - 1].chapter != name)
            book.chapters.push_back({name.empty() ? "Others" : readable(name), "", at, 0});
        ++book.chapters.back().count;
    }
}

void arrange_as_given(Book& book) { book.chapters = {{"Puzzles", "", 0, book.puzzles.size()}}; }

void open_chapters(Book& book) {
    std::set<std::string> explained;
    for (Chapter& chapter : book.chapters) {
        if (chapter.count <= 2 * static_cast<std::size_t>(book.per_page)) continue;
        const auto first = book.puzzles.begin() + static_cast<std::ptrdiff_t>(chapter.first);
        const auto last = first + static_cast<std::ptrdiff_t>(chapter.count);
        std::map<std::string, std::size_t> ideas;
        std::for_each(first, last, [&](const BookPuzzle& puzzle) {
            for (const std::string& idea : puzzle.ideas) {
                if (explained.contains(idea) || !book.meanings.contains(idea)) continue;
                ++ideas[idea];
                break;
            }
        });
        const auto most = std::max_element(ideas.begin(), ideas.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most == ideas.end()) continue;
        const auto worth = [&](const BookPuzzle& puzzle) {
            const bool shows =
                std::find(puzzle.ideas.begin(), puzzle.ideas.end(), most->first) != puzzle.ideas.end();
            return shows && puzzle.play.empty() && !puzzle.solutions.empty() ? 1 + puzzle.quality.value_or(0)
                                                                             : 0;
        };
        const auto best = std::max_element(
            first, last, [&](const BookPuzzle& a, const BookPuzzle& b) { return worth(a) < worth(b); });
        if (worth(*best) == 0) continue;
        chapter.idea = most->first;
        std::rotate(first, best, best + 1);
        explained.insert(chapter.idea);
    }
}

bool has_index(const Book& book) {
    return std::any_of(book.puzzles.begin(), book.puzzles.end(), [](const BookPuzzle& puzzle) {
        return !puzzle.ideas.empty() || !puzzle.author.empty();
    });
}

std::vector<IndexEntry> index_by_idea(const Book& book) {
    Entries themes;
    for (std::size_t n = 0; n < book.puzzles.size(); ++n) {
        for (const std::string& theme : book.puzzles[n].ideas) enter(themes, theme, n + 1);
    }
    std::vector<IndexEntry> entries;
    for (auto& [theme, numbers] : themes) {
        const auto meaning = book.meanings.find(theme);
        entries.push_back({readable(theme), meaning == book.meanings.end() ? "" : meaning->second,
                           numbers.size(), std::move(numbers)});
        select(book, entries.back());
    }
    return entries;
}

std::vector<IndexEntry> index_by_author(const Book& book) {
    Entries authors;
    for (std::size_t n = 0; n < book.puzzles.size(); ++n) {
        if (!book.puzzles[n].author.empty()) enter(authors, book.puzzles[n].author, n + 1);
    }
    std::vector<IndexEntry> entries;
    for (auto& [author, numbers] : authors)
        entries.push_back({author, "", numbers.size(), std::move(numbers)});
    return entries;
}

}  // namespace octomate::draw
