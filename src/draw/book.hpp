#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/scene.hpp"

namespace octomate::draw {

/// The size of a printed page, in points.
struct PageSize {
    double width = 595;
    double height = 842;
};

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
    std::vector<std::string> free;    ///< of those of them on which any move may be played
    std::string picture;              ///< what the last position is called: "model mate"; may be empty
    Scene scene;
    std::optional<Scene> end;  ///< the position afterwards, where it is hard to imagine
};

/// A line of a solution that is given in full.
struct PlayLine {
    int indent = 0;  ///< steps
    std::string text;
};

/// A puzzle of a book. All strings are text, not markup.
struct BookPuzzle {
    std::string title;  ///< may be empty, and so may the next three
    std::string author;
    std::string source;       ///< with the year
    std::string comment;      ///< gives the solution away
    std::string question;     ///< "White to move: which rolls mate?"
    std::string stipulation;  ///< "#1 d8"
    std::string fen;
    std::string variant;   ///< the name of its game
    bool checked = false;  ///< solved by computer and strict, and its key, if it has one, is right: "C+"
    Scene scene;
    std::vector<Answer> answers;  ///< one for each outcome of chance, or just one; none if it is not solved
    std::vector<Solution> solutions;
    std::vector<std::string> twins;  ///< what each changes: "b) Ke4→e5"
    std::vector<PlayLine> play;      ///< the whole solution, where it is more than the moves above; or none
    std::string note;                ///< what the reader should know of the solution; may be empty
    std::vector<std::string> themes;
    std::vector<std::string>
        ideas;  ///< those of the themes that are more than circumstances, the leading first
    std::optional<double> difficulty;  ///< 0…100
    std::optional<double> quality;     ///< 0…100
    std::string kind;                  ///< the chapter of a puzzle without difficulty
    std::string chapter;               ///< the chapter that its record names; may be empty
};

/// Puzzles that follow each other.
struct Chapter {
    std::string heading;  ///< "Gentle to middling"
    std::string detail;   ///< "difficulty 0–59"; may be empty
    std::size_t first = 0, count = 0;
    std::string idea{};  ///< the theme that its first puzzle explains on a page of its own; or empty
};

struct Book {
    std::string title;
    std::string author;  ///< may be empty
    Rules rules;         ///< of no game, if there are none
    std::vector<BookPuzzle> puzzles;
    std::vector<Chapter> chapters{};                ///< all puzzles, in their order
    std::map<std::string, std::string> meanings{};  ///< of themes, in a few words
    int per_page = 6;                               ///< puzzles on a page: 4, 6, 9 or 12
    std::string foreword{};  ///< paragraphs, each ending with a newline; may be empty, and so may the next
    std::string imprint{};   ///< lines
    bool for_composers = false;  ///< captions have the stipulation, the number of pieces and C+
};

/// Puts the puzzles in order from easy to hard, and makes chapters of five steps of difficulty and one for
/// each kind of puzzles without. Steps with fewer than `least` puzzles are one with their neighbours.
void arrange_by_difficulty(Book& book, std::size_t least);

/// Makes one chapter for each chapter name of the puzzles, in order of first appearance, each from easy to
/// hard.
void arrange_by_chapter(Book& book);

/// Makes one chapter of the puzzles as they stand.
void arrange_as_given(Book& book);

/// Opens each chapter of more than two pages with an example of the idea that leads in most of its puzzles
/// and that no earlier chapter explains: the best of these puzzles becomes the first of the chapter.
void open_chapters(Book& book);

/// An entry of the index.
struct IndexEntry {
    std::string name;                  ///< "Pushed king"
    std::string meaning;               ///< may be empty
    std::size_t count = 0;             ///< how many puzzles belong here
    std::vector<std::size_t> puzzles;  ///< their numbers, from 1: all of them, or the best

    bool complete() const { return puzzles.size() == count; }
};

/// By idea, in alphabetical order: ideas of up to `index_most` puzzles in full, of others the best by
/// quality. Puzzles without one stand nowhere.
std::vector<IndexEntry> index_by_idea(const Book& book);

/// By author, in alphabetical order, in full.
std::vector<IndexEntry> index_by_author(const Book& book);

inline constexpr std::size_t index_most = 24;
inline constexpr std::size_t index_best = 12;

/// "1,000 puzzles".
std::string count_of_puzzles(std::size_t count);

/// "1,000 puzzles of Superpermutation d8 Chess".
std::string subtitle(const Book& book);

/// " on 3 and 4", " on 5"; "" for none.
std::string on_labels(const std::vector<std::string>& labels);

/// "A. Composer, The Problemist 1998"; empty if neither is known.
std::string attribution(const BookPuzzle& puzzle);

/// "(4+5) C+".
std::string pieces_and_check(const BookPuzzle& puzzle);

/// The solution line by line: "5: Qa8-e4-e7# past Ke5, pe6 and Ne7; model mate".
std::vector<PlayLine> solution_text(const BookPuzzle& puzzle);

/// The answers in the order of their labels on the board, or as they are if it bears none.
std::vector<const Answer*> answers_as_on_board(const BookPuzzle& puzzle);

/// Returns the book as one HTML document that needs no other file and no network. `solver` is a script with
/// which the puzzles can be tried; it may be empty.
std::string html_book(const Book& book, const PageSize& page, std::string_view solver = "");

/// Puzzles for a class.
struct ClassSheet {
    std::string title;
    std::vector<BookPuzzle> puzzles;
};

/// How many puzzles a sheet can hold.
inline constexpr int most_on_a_sheet = 12;

/// Returns an HTML document that prints as one page of puzzles, with lines to write on, and one of answers.
std::string html_sheet(const ClassSheet& sheet, const PageSize& page);

}  // namespace octomate::draw
