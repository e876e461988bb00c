#include <algorithm>
#include <cctype>
#include <map>

#include "draw/book.hpp"

namespace octomate::draw {

namespace {

using Entries = std::map<std::string, std::vector<std::size_t>>;

void enter(Entries& entries, const std::string& name, std::size_t number) {
    auto& numbers = entries[name];
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
}

/// "Pushed king" for "pushed-king".
std::string readable(std::string name) {
    std::replace(name.begin(), name.end(), '-', ' ');
    if (!name.empty())
        name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

/// Leaves the best of too many, in the order of their numbers.
void select(const Book& book, IndexEntry& entry) {
    if (entry.count <= index_most) return;
    std::stable_sort(entry.puzzles.begin(), entry.puzzles.end(), [&](std::size_t a, std::size_t b) {
        return book.puzzles[a - 1].quality.value_or(0) > book.puzzles[b - 1].quality.value_or(0);
    });
    entry.puzzles.resize(index_best);
    std::sort(entry.puzzles.begin(), entry.puzzles.end());
}

}  // namespace

bool has_index(const Book& book) {
    return std::any_of(book.puzzles.begin(), book.puzzles.end(), [](const BookPuzzle& puzzle) {
        return !puzzle.themes.empty() || !puzzle.author.empty();
    });
}

std::vector<IndexEntry> index_by_theme(const Book& book) {
    Entries themes;
    for (std::size_t n = 0; n < book.puzzles.size(); ++n) {
        for (const std::string& theme : book.puzzles[n].themes) enter(themes, theme, n + 1);
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
