#include "draw/book.hpp"

#include <catch2/catch.hpp>

#include "unit/draw/markup.hpp"

namespace octomate::draw {

namespace {

constexpr Man towers_and_monks[] = {{'T', "tower", "wr", "♖", Color::White},
                                    {'m', "monk", "bb", "♝", Color::Black}};

Scene board_of_towers() {
    Scene scene(16, 8, towers_and_monks);
    scene.at(3) = "Tm";
    return scene;
}

/// A puzzle with an answer for each outcome.
BookPuzzle puzzle(int outcomes) {
    BookPuzzle puzzle;
    puzzle.label = "one";
    puzzle.scene = board_of_towers();
    puzzle.outcomes = "Sides";
    for (int n = 1; n <= outcomes; ++n) {
        const std::string label = std::to_string(n);
        puzzle.answers.push_back({label, "Side " + label, "move <" + label + ">"});
    }
    puzzle.stipulation = "T1";
    puzzle.fen = "3(Tm)12/16";
    puzzle.solutions.push_back({"Ta1-a8", {"2", "12"}, "", board_of_towers(), {}});
    return puzzle;
}

Book book_of(std::vector<BookPuzzle> puzzles) {
    Book book{"Title", "", {}, std::move(puzzles)};
    arrange_as_given(book);
    return book;
}

/// All pages one after the other, which must be well-formed.
std::string svg_of(const std::vector<Leaf>& leaves) {
    std::string pages;
    for (const Leaf& leaf : leaves) {
        CHECK(markup_fault(leaf.svg).empty());
        pages += leaf.svg;
    }
    return pages;
}

}  // namespace

TEST_CASE("a book answers for each outcome, however many there are", "[render]") {
    for (const int outcomes : {2, 8, 9, 20}) {
        Book book = book_of({puzzle(outcomes)});
        book.rules.game = "Tower & Monk";
        const std::string html = html_book(book, {});
        CHECK(count(html, "<details>") == static_cast<std::size_t>(outcomes));
        CHECK(html.find("aria-label=\"Side 2: show the answer\">2<") != std::string::npos);
        CHECK(html.find("move &lt;2&gt;") != std::string::npos);
        CHECK(html.find("<p>1 puzzle of Tower &amp; Monk</p>") != std::string::npos);
        CHECK(html.find("2,12: Ta1-a8<") != std::string::npos);
        CHECK(html.find("uperpermutation") == std::string::npos);
        const std::vector<Leaf> leaves = book_pages(book, {});
        CHECK(count(svg_of(leaves), "<rect class=\"line\"") == static_cast<std::size_t>(outcomes));
        CHECK(leaves.size() == 4);  // cover, contents, puzzles, solutions: it tells no rules
    }
}

TEST_CASE("a book asks for one answer where nothing is left to chance", "[render]") {
    BookPuzzle one = puzzle(0);
    one.answers = {{"", "", "no mate"}};
    one.solutions.clear();
    const Book book = book_of({one});
    const std::string html = html_book(book, {});
    CHECK(html.find("<summary>Show the answer</summary><p>no mate</p>") != std::string::npos);
    CHECK(html.find("No move solves it") != std::string::npos);
    CHECK(html.find("href=\"#rules\"") == std::string::npos);
    CHECK(count(svg_of(book_pages(book, {})), "<rect class=\"line\"") == 0);
}

TEST_CASE("a book shows a game's rules", "[render]") {
    Book book{"Title",
              "",
              {"Towers", board_of_towers(), "Begin.", {{"One", "Text", board_of_towers()}}, "End."},
              {}};
    const std::string html = html_book(book, {});
    CHECK(html.find("<p>0 puzzles of Towers</p>\n<svg") != std::string::npos);
    CHECK(html.find("<h3>One</h3><svg") != std::string::npos);
    CHECK(count(html, "<g id=\"o-board") == 1);  // the one that is used
    CHECK(book_pages(book, {}).size() == 3);     // cover, contents, rules
}

}  // namespace octomate::draw
