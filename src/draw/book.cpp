#include "draw/book.hpp"

#include <algorithm>

#include "text/words.hpp"

namespace octomate::draw {

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
    add_scenes(book.puzzles, drawings);
    return drawings;
}

std::string on_labels(const std::vector<std::string>& labels) {
    return labels.empty() ? "" : " on " + enumerate(labels);
}

}  // namespace octomate::draw
