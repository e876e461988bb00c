#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/diagram.hpp"

namespace octomate::draw {

/// One face of the die (0: no die is used) and the moves that solve the puzzle on it.
struct FaceAnswer {
    int face = 0;
    char file = '-';    ///< 'a'…'h', or '-' without a die
    bool free = false;  ///< any move may be played
    std::vector<std::string> moves;
};

/// A move that solves a puzzle, and the faces on which it does; none where no die is used.
struct Solution {
    std::string move;
    std::vector<int> faces;
    Diagram diagram;
};

/// A puzzle of a book. All strings are text, not markup.
struct BookPuzzle {
    std::string label;     ///< its id or line
    std::string title;     ///< may be empty, and so may the next three
    std::string author;    ///
    std::string source;    ///
    std::string comment;   ///< tells the solution
    std::string question;  ///< "White to move: which rolls mate?"
    Diagram diagram;
    std::vector<FaceAnswer> answers;  ///< by face; one if a roll is given or no die is used, none
                                      ///< if nobody has solved it
    std::vector<Solution> solutions;
    std::vector<std::string> themes;
    std::optional<double> difficulty;  ///< 0…100
};

/// A part of the page of rules.
struct RulesPart {
    std::string heading;
    std::string text;
    Diagram diagram;
};

struct Book {
    std::string title;
    std::string author;  ///< may be empty
    Diagram cover;
    std::string rules_intro;
    std::vector<RulesPart> rules;  ///< six of them fill a page
    std::string rules_end;
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

/// "1,000 puzzles".
std::string count_of_puzzles(const Book& book);

/// What solves the puzzle on a face, in words: "Qa8-e4-e7#", "no mate", "free: no mate".
std::string answer_text(const FaceAnswer& answer);

/// What stands in place of solutions where there are none.
std::string_view no_solution_text(const BookPuzzle& puzzle);

/// " on 3 and 4", " on 5"; "" where no die is used.
std::string faces_text(const std::vector<int>& faces);

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
