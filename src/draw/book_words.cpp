#include "draw/book_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

/// The men that step back, in their order: "past Ke5, pe6 and Ne7"; empty if none do.
std::string passed_text(const Scene& scene) {
    std::vector<std::string> men;
    for (const Square square : stepped_back(scene)) men.push_back(scene.at(square) + scene.name_of(square));
    return men.empty() ? "" : " past " + enumerate(men);
}

/// "5", "6 (free: 1–4)", "(free: 2)"; empty without chance.
std::string labels_text(const Solution& solution) {
    std::vector<std::string> bound;
    std::copy_if(solution.labels.begin(), solution.labels.end(), std::back_inserter(bound),
                 [&](const std::string& label) {
                     return std::find(solution.free.begin(), solution.free.end(), label) ==
                            solution.free.end();
                 });
    std::string text = joined(bound, ",");
    if (!solution.free.empty())
        text.append(text.empty() ? "" : " ").append("(free: ").append(ranges(solution.free)).append(")");
    return text;
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

std::string numbered_title(const BookPuzzle& puzzle, std::size_t number) {
    return fmt::format("{}.{}{}", number, puzzle.title.empty() ? "" : " ", puzzle.title);
}

std::string sentence(std::string words) {
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return words + '.';
}

std::string ranges(const std::vector<std::string>& labels) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < labels.size();) {
        std::size_t end = at + 1;
        const auto follows = [&](const std::string& a, const std::string& b) {
            return number_in<int>(a).value_or(-1) + 1 == number_in<int>(b).value_or(-1);
        };
        while (end < labels.size() && follows(labels[end - 1], labels[end])) ++end;
        if (end - at < 3) end = at + 1;
        parts.push_back(end - at > 1 ? labels[at] + "–" + labels[end - 1] : labels[at]);
        at = end;
    }
    return joined(parts, ",");
}

std::string men_and_check(const BookPuzzle& puzzle) {
    return fmt::format("({}){}", count_of_men(puzzle.scene), puzzle.checked ? " C+" : "");
}

std::vector<PlayLine> solution_text(const BookPuzzle& puzzle) {
    std::vector<PlayLine> lines = puzzle.play;
    if (lines.empty() && puzzle.solutions.empty()) lines.push_back({0, no_solution_text(puzzle)});
    if (lines.empty()) {
        for (const Solution& one : puzzle.solutions) {
            std::string text = one.labels.empty() ? "" : labels_text(one) + ": ";
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

std::vector<std::string> legend(const Book& book) {
    std::vector<std::string> text = {"The disc beside a board shows the side to move."};
    const auto any = [&](auto has) { return std::any_of(book.puzzles.begin(), book.puzzles.end(), has); };
    const auto any_solution = [&](auto has) {
        return any([&](const BookPuzzle& puzzle) {
            return std::any_of(puzzle.solutions.begin(), puzzle.solutions.end(), has);
        });
    };
    const bool die = any([](const BookPuzzle& puzzle) { return puzzle.answers.size() > 1; });
    if (die) text.front() += " On which faces of the die can it be done? Tick the boxes below the board.";
    if (book.for_composers) {
        text.front() += " Under it are the stipulation, such as #2 (mate in two, by force)";
        if (die) text.front() += ", with d and the number of the die's faces";
        text.front() += ", and the number of men, White's and Black's.";
        if (any([](const BookPuzzle& puzzle) { return puzzle.checked; }))
            text.front() +=
                " C+: computer-tested. The program that made this book solved the puzzle and found no dual "
                "and "
                "no shorter mate in any variation of full length; the key, if it came with one, is correct "
                "and "
                "complete.";
    }
    if (die)
        text.emplace_back(
            "5: Qa8-e4-e7# in a solution: on a 5 the queen goes from a8 to e4, climbs to e7 and mates.");
    if (any_solution([](const Solution& one) { return !stepped_back(one.scene).empty(); }))
        text.emplace_back(
            "past Ke5 and pe6: these pieces it has changed places with, each of which stands one square "
            "further "
            "back. White's pieces are written large, Black's small.");
    if (any_solution([](const Solution& one) { return !one.free.empty(); }))
        text.emplace_back(
            "6 (free: 1–4): the move is right on a 6, and on 1 to 4 as well, on which no move serves the "
            "roll, so "
            "that any may be played.");
    if (any([](const BookPuzzle& puzzle) { return !puzzle.play.empty(); }))
        text.emplace_back(
            "1.(5) Ra1-e1! zugzwang: a key, on a 5, after which every move of the opponent's loses; threat: "
            "what "
            "follows if the opponent does nothing against it. 1...Ke8-d8 2.(3,4) Re1-e8# is a reply, and the "
            "answer on a 3 or a 4; no number stands where the roll does not matter. dual: there is another "
            "way; "
            "short: it is done sooner than it should.");
    if (any([](const BookPuzzle& puzzle) { return !puzzle.twins.empty(); }))
        text.emplace_back(
            "b) Ke4→e5: a twin, the same position with the king on e5; −Pa2 takes a pawn off, +wRh1 puts a "
            "white rook on h1.");
    return text;
}

}  // namespace octomate::draw
