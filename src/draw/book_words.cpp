#include "draw/book_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/words.hpp"

namespace octomate::draw {

namespace {

/// The men that step back, in their order: "past Ke5, pe6 and Ne7"; empty if none do.
std::string passed_text(const Scene& scene) {
    std::vector<std::string> men;
    for (const Square square : stepped_back(scene)) men.push_back(scene.at(square) + scene.name_of(square));
    return men.empty() ? "" : " past " + enumerate(men);
}

/// Stands in the place of solutions where there are none.
std::string no_solution_text(const BookPuzzle& puzzle) {
    return puzzle.answers.empty() ? "No solution is known." : "No move solves it.";
}

}  // namespace

std::string attribution(const BookPuzzle& puzzle) {
    const bool both = !puzzle.author.empty() && !puzzle.source.empty();
    return puzzle.author + (both ? ", " : "") + puzzle.source;
}

std::string men_and_check(const BookPuzzle& puzzle) {
    return fmt::format("({}){}", count_of_men(puzzle.scene), puzzle.checked ? " C+" : "");
}

std::vector<PlayLine> solution_text(const BookPuzzle& puzzle) {
    std::vector<PlayLine> lines = puzzle.play;
    if (lines.empty() && puzzle.solutions.empty()) lines.push_back({0, no_solution_text(puzzle)});
    if (lines.empty()) {
        for (const Solution& one : puzzle.solutions) {
            std::string text = one.labels.empty() ? "" : joined(one.labels, ",") + ": ";
            text.append(one.move).append(passed_text(one.scene));
            if (!one.picture.empty()) text += "; " + one.picture;
            lines.push_back({0, std::move(text)});
        }
    }
    if (!puzzle.note.empty()) lines.push_back({0, puzzle.note});
    return lines;
}

std::string details(const BookPuzzle& puzzle) {
    std::vector<std::string> words;
    if (puzzle.difficulty) words.push_back(fmt::format("difficulty {:.0f}", *puzzle.difficulty));
    for (std::string theme : puzzle.themes) {
        std::replace(theme.begin(), theme.end(), '-', ' ');
        words.push_back(std::move(theme));
    }
    return joined(words, " · ");
}

std::vector<const Scene*> ends_of(const BookPuzzle& puzzle) {
    constexpr std::size_t most = 3;
    std::vector<const Scene*> ends;
    for (const Solution& one : puzzle.solutions) {
        if (one.end && ends.size() < most) ends.push_back(&*one.end);
    }
    return ends;
}

std::vector<const Answer*> answers_as_on_board(const BookPuzzle& puzzle) {
    const Scene& scene = puzzle.scene;
    std::vector<const Answer*> answers;
    for (const Answer& one : puzzle.answers) answers.push_back(&one);
    const auto place = [&](const Answer* answer) {
        const auto at =
            std::find(scene.labels.begin(), scene.labels.end(), answer->label) - scene.labels.begin();
        return scene.flip ? -at : at;
    };
    std::stable_sort(answers.begin(), answers.end(),
                     [&](const Answer* a, const Answer* b) { return place(a) < place(b); });
    return answers;
}

std::string selection_text(const IndexEntry& entry) {
    return entry.complete() ? "" : grouped(entry.count) + " puzzles, the best: ";
}

std::string detail_of(const Chapter& chapter) {
    return count_of_puzzles(chapter.count) + (chapter.detail.empty() ? "" : ", " + chapter.detail);
}

std::string legend(const Book& book) {
    std::string text =
        "Under each diagram: its number; the stipulation, such as #2 (mate in two, by force); the number of "
        "men, White's and Black's; the title, author and source, if known; and the position as a FEN. The "
        "disc beside the board shows the side to move.";
    const auto any = [&](auto has) { return std::any_of(book.puzzles.begin(), book.puzzles.end(), has); };
    if (any([](const BookPuzzle& puzzle) { return puzzle.answers.size() > 1; }))
        text +=
            " In a stipulation, d and a number stand for a die with so many faces: on which of them can it "
            "be done? Tick the boxes below the board.";
    if (any([](const BookPuzzle& puzzle) { return puzzle.checked; }))
        text +=
            " C+: computer-tested. The program that made this book solved the puzzle and found no dual; the "
            "key, if it came with one, is correct and complete.";
    return text;
}

}  // namespace octomate::draw
