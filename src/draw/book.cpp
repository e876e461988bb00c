#include "draw/book.hpp"

#include <algorithm>
#include <map>

#include "text/words.hpp"

namespace octomate::draw {

std::vector<IndexEntry> index_by_theme(const Book& book) {
    std::map<std::string, std::vector<std::size_t>> themes;
    for (std::size_t n = 0; n < book.puzzles.size(); ++n) {
        for (const std::string& theme : book.puzzles[n].themes) {
            auto& numbers = themes[theme];
            if (numbers.empty() || numbers.back() != n + 1) numbers.push_back(n + 1);
        }
    }
    std::vector<IndexEntry> entries;
    for (auto& [theme, numbers] : themes) entries.push_back({theme, std::move(numbers)});
    return entries;
}

std::vector<IndexEntry> index_by_difficulty(const Book& book) {
    std::vector<IndexEntry> entries = {{"0–19, gentle", {}},
                                       {"20–39, easy", {}},
                                       {"40–59, middling", {}},
                                       {"60–79, hard", {}},
                                       {"80–100, fierce", {}}};
    for (std::size_t n = 0; n < book.puzzles.size(); ++n) {
        if (const auto difficulty = book.puzzles[n].difficulty)
            entries[static_cast<std::size_t>(std::clamp(*difficulty / 20, 0.0, 4.0))].puzzles.push_back(n +
                                                                                                        1);
    }
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [](const IndexEntry& entry) { return entry.puzzles.empty(); }),
                  entries.end());
    return entries;
}

std::string count_of_puzzles(const Book& book) {
    return grouped(book.puzzles.size()) + (book.puzzles.size() == 1 ? " puzzle" : " puzzles");
}

std::string subtitle(const Book& book) {
    return count_of_puzzles(book) + (book.rules.game.empty() ? "" : " of " + book.rules.game);
}

SharedDrawings shared_drawings(const Book& book) {
    SharedDrawings drawings;
    drawings.add(book.rules.cover);
    for (const RulesPart& part : book.rules.parts) drawings.add(part.scene);
    for (const BookPuzzle& puzzle : book.puzzles) {
        drawings.add(puzzle.scene);
        for (const Solution& solution : puzzle.solutions) drawings.add(solution.scene);
    }
    return drawings;
}

std::string_view no_solution_text(const BookPuzzle& puzzle) {
    return puzzle.answers.empty() ? "Not solved: it has no key" : "No move solves it";
}

std::string on_labels(const std::vector<std::string>& labels) {
    return labels.empty() ? "" : " on " + enumerate(labels);
}

}  // namespace octomate::draw
