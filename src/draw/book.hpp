#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/rules.hpp"
#include "draw/scene.hpp"
#include "draw/svg.hpp"

namespace octomate::draw {

/// What solves a puzzle on one outcome of chance.
struct Answer {
    std::string label;  ///< a face of the die: "3"; empty where nothing is left to chance
    std::string name;   ///< the same in full: "Face 3, the c-file"
    std::string text;   ///< "Qa8-e4-e7#", "no mate", "free: no mate"
};

/// A move that solves a puzzle.
struct Solution {
    std::string move;
    std::vector<std::string> labels;  ///< of the outcomes on which it does; none without chance
    Scene scene;
};

/// A puzzle of a book. All strings are text, not markup.
struct BookPuzzle {
    std::string label;     ///< its id or line
    std::string title;     ///< may be empty, and so may the next three
    std::string author;    ///
    std::string source;    ///
    std::string comment;   ///< tells the solution
    std::string question;  ///< "White to move: which rolls mate?"
    Scene scene;
    std::string outcomes;  ///< what the labels of the answers are: "Faces"
    std::vector<Answer>
        answers;  ///< one for each outcome of chance, or just one; none if nobody has solved it
    std::vector<Solution> solutions;
    std::vector<std::string> themes;
    std::optional<double> difficulty;  ///< 0…100
};

struct Book {
    std::string title;
    std::string author;  ///< may be empty
    Rules rules;         ///< of no game, if there is nothing to tell
    std::vector<BookPuzzle> puzzles;
};

/// The entries of the index: a name, and the numbers of the puzzles, from 1. Puzzles without themes or
/// difficulty stand in no entry.
struct IndexEntry {
    std::string name;
    std::vector<std::size_t> puzzles;
};

/// By theme, in alphabetical order.
std::vector<IndexEntry> index_by_theme(const Book& book);

/// By difficulty, in five steps from "0–19, gentle" to "80–100, fierce"; empty ones are left out.
std::vector<IndexEntry> index_by_difficulty(const Book& book);

/// Whether there is a page of rules.
inline bool has_rules(const Book& book) { return !book.rules.intro.empty() || !book.rules.parts.empty(); }

/// "1,000 puzzles".
std::string count_of_puzzles(const Book& book);

/// "1,000 puzzles of Superpermutation d8 Chess".
std::string subtitle(const Book& book);

/// Takes in all scenes of a book.
SharedDrawings shared_drawings(const Book& book);

/// What stands in place of solutions where there are none.
std::string_view no_solution_text(const BookPuzzle& puzzle);

/// " on 3 and 4", " on 5"; "" for none.
std::string on_labels(const std::vector<std::string>& labels);

/// The size of a page in points (1/72 inch).
struct PageSize {
    double width = 595;
    double height = 842;
};

/// The whole book as one HTML document that needs no other file and no network.
std::string html_book(const Book& book, const PageSize& page);

/// The pages of the book as SVG documents, one after the other: `page(svg, heading)`, where a heading stands
/// on the first page of each part.
void book_pages(const Book& book, const PageSize& size,
                const std::function<void(const std::string& svg, const std::string& heading)>& page);

}  // namespace octomate::draw
