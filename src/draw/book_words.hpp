#pragma once

#include <string>
#include <vector>

#include "draw/book.hpp"

/// What books and sheets say of a puzzle, on paper and on the screen alike.
namespace octomate::draw {

/// "A. Composer, The Problemist 1998"; empty if neither is known.
std::string attribution(const BookPuzzle& puzzle);

/// "7. A Quiet Key", or "7." without a title.
std::string numbered_title(const BookPuzzle& puzzle, std::size_t number);

/// "(4+5) C+".
std::string men_and_check(const BookPuzzle& puzzle);

/// The solution line by line: "5: Qa8-e4-e7# past Ke5, pe6 and Ne7; model mate".
std::vector<PlayLine> solution_text(const BookPuzzle& puzzle);

/// "difficulty 48 · cascade · model mate"; unknown parts are left out.
std::string details(const BookPuzzle& puzzle);

/// The positions at the end that are drawn beside the solution, at most three.
std::vector<const Scene*> ends_of(const BookPuzzle& puzzle);

/// The answers in the order of their labels on the board, or as they are if it bears none.
std::vector<const Answer*> answers_as_on_board(const BookPuzzle& puzzle);

/// Goes before the puzzles of an entry: "568 puzzles, the best:"; empty if all are listed.
std::string selection_text(const IndexEntry& entry);

/// "112 puzzles, difficulty 20–39".
std::string detail_of(const Chapter& chapter);

/// "A tower goes up." for "a tower goes up".
std::string sentence(std::string words);

/// "1–4,7".
std::string ranges(const std::vector<std::string>& labels);

/// Explains what is printed beside and under a diagram, and the notation of the solutions, in paragraphs.
std::vector<std::string> legend(const Book& book);

}  // namespace octomate::draw
