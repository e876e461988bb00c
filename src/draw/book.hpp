#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/scene.hpp"

namespace octomate::draw {

/// The size of a printed page, in points; by default 210 by 297 mm.
struct PageSize {
    double width = 595;
    double height = 842;
};

/// The answer to a puzzle on one outcome of chance.
struct Answer {
    std::string label;  ///< a face of the die: "3"; empty in a game without chance
    std::string name;   ///< the label in words: "Face 3, the c-file"
    std::string text;   ///< the mates, if any: "Qa8-e4-e7#", "no mate", "free: no mate"
};

/// A move that solves a puzzle.
struct Solution {
    std::string move;
    std::vector<std::string> labels;  ///< outcomes on which the move solves the puzzle; empty without chance
    std::vector<std::string> free;    ///< the outcomes in `labels` on which any legal move may be played
    std::string picture;              ///< a term for the mating position: "model mate"; may be empty
    Scene scene;                      ///< the position with the move drawn in
    std::optional<Scene> end;         ///< the final position, after a long cascade
};

/// One line of a complete solution with all variations.
struct PlayLine {
    int indent = 0;  ///< level of indentation, from 0
    std::string text;
};

/// A puzzle of a book. All strings are text, not markup.
struct BookPuzzle {
    std::string title;  ///< may be empty, as may `author`, `source` and `comment`
    std::string author;
    std::string source;       ///< where the puzzle was published, with the year
    std::string comment;      ///< printed with the solution
    std::string question;     ///< "White to move: which rolls mate?"
    std::string stipulation;  ///< "#1 d8"
    std::string fen;
    std::string variant;   ///< the name of the game
    bool checked = false;  ///< "C+": solved by computer, and strict; the key, if given, is correct
    Scene scene;
    std::vector<Answer> answers;  ///< an answer per face, or one without a die; empty if not solved
    std::vector<Solution> solutions;
    std::vector<std::string> twins;  ///< the change that makes each twin: "b) Ke4→e5"
    std::vector<PlayLine> play;      ///< the solution with variations; empty if `solutions` suffice
    std::string note;                ///< a remark on the solution; may be empty
    std::vector<std::string> themes;
    std::vector<std::string> ideas;    ///< the themes that the puzzle is about, the most important first
    std::optional<double> difficulty;  ///< from 0 (easy) to 100; nullopt if unknown
    std::optional<double> quality;     ///< from 0 (poor) to 100; nullopt if unknown
    std::string kind;     ///< heading of the chapter for puzzles of this kind without a difficulty
    std::string chapter;  ///< the chapter named in the puzzle's record; may be empty
    std::vector<std::uint64_t> likeness;  ///< sorted hashes; similar puzzles share a hash
};

/// A chapter: a range of consecutive puzzles.
struct Chapter {
    std::string heading;               ///< "Very easy to medium"
    std::string detail;                ///< "difficulty 0–59"; may be empty
    std::size_t first = 0, count = 0;  ///< index of the first puzzle, and number of puzzles
    std::string idea{};  ///< theme that the opening page explains by the first puzzle; may be empty
};

/// The contents of a book. All strings are text, not markup.
struct Book {
    std::string title;
    std::string author;  ///< may be empty
    Rules rules;         ///< empty if the book has no page of rules
    std::vector<BookPuzzle> puzzles;
    std::vector<Chapter> chapters{};                ///< in order; each puzzle is in one chapter
    std::map<std::string, std::string> meanings{};  ///< theme → its meaning in a few words
    int per_page = 6;                               ///< puzzles on a page: 4, 6, 9 or 12
    std::string foreword{};                         ///< paragraphs, each ending with a newline; may be empty
    std::string imprint{};                          ///< lines, each ending with a newline; may be empty
    bool for_composers = false;  ///< captions have the stipulation, the number of pieces and C+
};

/// Sorts the puzzles from easy to hard and makes a chapter for each of five steps of difficulty. A step with
/// fewer than `min_puzzles` puzzles is merged with a neighbour. Puzzles without a difficulty follow in one
/// chapter for each kind.
void arrange_by_difficulty(Book& book, std::size_t min_puzzles);

/// Makes a chapter for each name in `BookPuzzle::chapter`, in order of first appearance, and sorts each from
/// easy to hard.
void arrange_by_chapter(Book& book);

/// Makes a single chapter and keeps the order of the puzzles.
void arrange_as_given(Book& book);

/// Chooses an idea for each chapter of more than two pages, the most frequent one that no earlier chapter
/// explains: sets `Chapter::idea` and moves the best puzzle with this idea to the front of the chapter.
void open_chapters(Book& book);

/// An entry in the index of ideas or of authors.
struct IndexEntry {
    std::string name;                  ///< "Pushed king"
    std::string meaning;               ///< what the idea is; empty for authors, or if unknown
    std::size_t count = 0;             ///< the number of puzzles with this idea or author
    std::vector<std::size_t> puzzles;  ///< puzzle numbers, from 1: all, or only the best

    /// Checks whether `puzzles` lists all puzzles with the idea or author.
    bool complete() const { return puzzles.size() == count; }
};

/// Returns an entry for each idea, in alphabetical order. An idea with more than `index_most` puzzles lists
/// only its `index_best` puzzles of the highest quality.
std::vector<IndexEntry> index_by_idea(const Book& book);

/// Returns an entry with all puzzles for each author, in alphabetical order, where Ä is sorted like A.
std::vector<IndexEntry> index_by_author(const Book& book);

inline constexpr std::size_t index_most = 24;
inline constexpr std::size_t index_best = 12;

/// Returns a count in words: "1,000 puzzles", "1 puzzle".
std::string count_of_puzzles(std::size_t count);

/// Returns the subtitle of a book: "1,000 puzzles of Superpermutation d8 Chess".
std::string subtitle(const Book& book);

/// Enumerates labels: " on 3 and 4", " on 5"; "" if there are no labels.
std::string on_labels(const std::vector<std::string>& labels);

/// Returns author and source: "A. Composer, The Problemist 1998"; empty if neither is known.
std::string attribution(const BookPuzzle& puzzle);

/// Returns the number of White's and Black's pieces, with "C+" if the puzzle is checked: "(4+5) C+".
std::string pieces_and_check(const BookPuzzle& puzzle);

/// Returns the solution line by line: "5: Qa8-e4-e7# past Ke5, pe6 and Ne7; model mate".
std::vector<PlayLine> solution_text(const BookPuzzle& puzzle);

/// Returns the answers in the order of their labels below the board from left to right, or in their own
/// order if the board has no labels. The pointers refer to `puzzle`.
std::vector<const Answer*> answers_as_on_board(const BookPuzzle& puzzle);

/// Returns the book as one HTML document that needs no other file and no network, and prints on pages of the
/// size `page`. `solver` is a script for playing out the puzzles in the browser; it may be empty.
std::string html_book(const Book& book, const PageSize& page, std::string_view solver = "");

/// A printed sheet of puzzles for a class, with answers on the back.
struct ClassSheet {
    std::string title;
    std::vector<BookPuzzle> puzzles;
};

/// The maximum number of puzzles on a sheet.
inline constexpr int most_on_a_sheet = 12;

/// Returns an HTML document that prints as one page of puzzles, with lines to write on, and one page of
/// answers.
std::string html_sheet(const ClassSheet& sheet, const PageSize& page);

}  // namespace octomate::draw
