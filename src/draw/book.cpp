#include "draw/book.hpp"

#include <fmt/format.h>

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
    std::string digits = std::to_string(book.puzzles.size());
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return fmt::format("{} puzzle{}", digits, book.puzzles.size() == 1 ? "" : "s");
}

std::string answer_text(const FaceAnswer& answer) {
    const std::string moves =
        answer.moves.empty() ? "no mate" : fmt::format("{}", fmt::join(answer.moves, ", "));
    return answer.free ? "free: " + moves : moves;
}

std::string_view no_solution_text(const BookPuzzle& puzzle) {
    return puzzle.answers.empty() ? "Not solved: it has no key" : "No move solves it";
}

std::string faces_text(const std::vector<int>& faces) {
    if (faces.empty()) return "";
    std::vector<std::string> words;
    for (const int face : faces) words.push_back(std::to_string(face));
    return " on " + enumerate(words, " and ");
}

}  // namespace octomate::draw
