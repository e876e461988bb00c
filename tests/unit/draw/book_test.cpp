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
    puzzle.solutions.push_back({"Ta1-a8", {"2", "12"}, board_of_towers()});
    return puzzle;
}

/// All pages one after the other; the number of pages.
std::string pages_of(const Book& book, int& count) {
    std::string pages;
    count = 0;
    book_pages(book, {}, [&](const std::string& svg, const std::string&) {
        CHECK(markup_fault(svg).empty());
        pages += svg;
        ++count;
    });
    return pages;
}

}  // namespace

TEST_CASE("a book answers for each outcome, however many there are", "[render]") {
    for (const int outcomes : {2, 8, 9, 20}) {
        Book book{"Title", "", {}, {puzzle(outcomes)}};
        book.rules.game = "Tower & Monk";
        const std::string html = html_book(book, {});
        CHECK(count(html, "<details>") == static_cast<std::size_t>(outcomes));
        CHECK(html.find("aria-label=\"Side 2: show the answer\">2<") != std::string::npos);
        CHECK(html.find("move &lt;2&gt;") != std::string::npos);
        CHECK(html.find("Sides: 1 2 ") != std::string::npos);
        CHECK(html.find("<p>1 puzzle of Tower &amp; Monk</p>") != std::string::npos);
        CHECK(html.find("Ta1-a8 on 2 and 12<") != std::string::npos);
        CHECK(html.find("uperpermutation") == std::string::npos);
        int pages = 0;
        CHECK(count(pages_of(book, pages), "<rect class=\"line\"") == static_cast<std::size_t>(outcomes));
        CHECK(pages == 3);  // cover, puzzles, solutions: it tells no rules
    }
}

TEST_CASE("a book asks for one answer where nothing is left to chance", "[render]") {
    Book book{"Title", "", {}, {puzzle(0)}};
    book.puzzles.front().answers = {{"", "", "no mate"}};
    book.puzzles.front().solutions.clear();
    const std::string html = html_book(book, {});
    CHECK(html.find("<summary>Show the answer</summary><p>no mate</p>") != std::string::npos);
    CHECK(html.find("No move solves it") != std::string::npos);
    CHECK(html.find("href=\"#rules\"") == std::string::npos);
    int pages = 0;
    CHECK(count(pages_of(book, pages), "<rect class=\"line\"") == 0);
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
    int pages = 0;
    pages_of(book, pages);
    CHECK(pages == 2);
}

}  // namespace octomate::draw
