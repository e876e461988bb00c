#include "draw/book.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "text/text.hpp"
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
