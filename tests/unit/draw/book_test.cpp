#include "draw/book.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "unit/draw/markup.hpp"

namespace octomate::draw {

namespace {

constexpr Piece towers_and_monks[] = {{'T', "tower", "wr", "♖", Color::White},
                                      {'m', "monk", "bb", "♝", Color::Black}};

Scene board_of_towers() {
    Scene scene(16, 8, towers_and_monks);
    scene.at(3) = "Tm";
    return scene;
}

/// Returns a puzzle with an answer for each of `outcomes` outcomes.
BookPuzzle puzzle(int outcomes) {
    BookPuzzle puzzle;
    puzzle.scene = board_of_towers();
    for (int n = 1; n <= outcomes; ++n) {
        const std::string label = std::to_string(n);
        puzzle.answers.push_back({label, "Side " + label, "move <" + label + ">"});
    }
    puzzle.stipulation = "T1";
    puzzle.fen = "3(Tm)12/16";
    puzzle.solutions.push_back({"Ta1-a8", {"2", "12"}, {}, "", board_of_towers(), {}});
    return puzzle;
}

Book book_of(std::vector<BookPuzzle> puzzles) {
    Book book{"Title", "", {}, std::move(puzzles)};
    arrange_as_given(book);
    return book;
}

}  // namespace

TEST_CASE("a book has an answer for each outcome, however many there are", "[render]") {
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
        CHECK(html.find("id=\"rules\"") == std::string::npos);
    }
}

TEST_CASE("a book contains the solver it is given, and names the game of each puzzle", "[render]") {
    BookPuzzle one = puzzle(2);
    one.variant = "towers:\"odd\"";
    const Book book = book_of({one});
    const std::string html = html_book(book, {}, "solve()");
    CHECK(html.find("<article class=\"puzzle\" id=\"p1\" data-variant=\"towers:&quot;odd&quot;\">") !=
          std::string::npos);
    CHECK(html.find("<script>solve()</script>\n</body>") != std::string::npos);
    CHECK(html_book(book, {}).find("data-variant") == std::string::npos);
}

TEST_CASE("a book asks for one answer if the game has no chance", "[render]") {
    BookPuzzle one = puzzle(0);
    one.answers = {{"", "", "no mate"}};
    one.solutions.clear();
    const Book book = book_of({one});
    const std::string html = html_book(book, {});
    CHECK(html.find("<summary>Show the answer</summary><p>no mate</p>") != std::string::npos);
    CHECK(html.find("No move solves it") != std::string::npos);
    CHECK(html.find("href=\"#rules\"") == std::string::npos);
    CHECK(count(html, "@font-face{font-family:'Octomate Serif'") == 2);
}

TEST_CASE("a book shows a game's rules", "[render]") {
    Book book{"Title",
              "",
              {"Towers", board_of_towers(), "Begin.", {{"One", "Text", board_of_towers()}}, "End."},
              {}};
    const std::string html = html_book(book, {});
    CHECK(html.find("<p>0 puzzles of Towers</p>\n<svg") != std::string::npos);
    CHECK(html.find("<h3>One</h3><svg") != std::string::npos);
    CHECK(count(html, "<g id=\"o-board") == 1);  // the book defines one board for both scenes
}

TEST_CASE("chapters are sorted from easy to hard, and small ones are merged with their neighbours",
          "[render]") {
    Book book{"Title", "", {}, {}};
    for (const double difficulty : {70, 5, 30, 45, 31, 95, 32, 46}) {
        book.puzzles.push_back(puzzle(2));
        book.puzzles.back().difficulty = difficulty;
    }
    book.puzzles.push_back(puzzle(0));
    book.puzzles.back().kind = "Help play";
    arrange_by_difficulty(book, 2);
    REQUIRE(book.chapters.size() == 4);
    CHECK(book.chapters[0].heading == "Very easy to easy");
    CHECK(book.chapters[0].detail == "difficulty 0–39");
    CHECK(book.chapters[0].count == 4);
    CHECK(book.chapters[1].heading == "Medium");
    CHECK(book.chapters[2].heading == "Hard to very hard");
    CHECK(book.chapters[2].detail == "difficulty 60–100");
    CHECK(book.chapters[3].heading == "Help play");
    CHECK(book.chapters[3].first == 8);
    CHECK(*book.puzzles[1].difficulty == 30);
    arrange_by_difficulty(book, 100);
    REQUIRE(book.chapters.size() == 2);
    CHECK(book.chapters[0].heading == "Very easy to very hard");
    CHECK(book.chapters[0].count == 8);
}

TEST_CASE("chapters named in the records are kept, each sorted from easy to hard", "[render]") {
    Book book{"Title", "", {}, {}};
    for (const auto& [chapter, difficulty] : std::vector<std::pair<std::string, double>>{
             {"tower-lift", 50}, {"monk", 20}, {"tower-lift", 10}, {"", 5}}) {
        book.puzzles.push_back(puzzle(2));
        book.puzzles.back().chapter = chapter;
        book.puzzles.back().difficulty = difficulty;
    }
    arrange_by_chapter(book);
    REQUIRE(book.chapters.size() == 3);
    CHECK(book.chapters[0].heading == "Tower lift");
    CHECK(book.chapters[0].count == 2);
    CHECK(*book.puzzles[0].difficulty == 10);
    CHECK(book.chapters[1].heading == "Monk");
    CHECK(book.chapters[2].heading == "Others");
    CHECK(book.chapters[2].first == 3);
}

TEST_CASE("the contents name the page on which each chapter is printed", "[render]") {
    Book book{"Title", "", {}, std::vector<BookPuzzle>(23, puzzle(2))};
    for (BookPuzzle& puzzle : book.puzzles) puzzle.scene = Scene(8, 8, towers_and_monks);
    book.chapters = {{"One", "", 0, 10}, {"Two", "", 10, 13}};
    const auto page_of = [&](const std::string& place) {
        const std::string html = html_book(book, {});
        constexpr std::string_view before = "<span class=\"page\">";
        const std::size_t at = html.find(before, html.find("<a href=\"#" + place + "\"")) + before.size();
        return html.substr(at, html.find('<', at) - at);
    };
    book.per_page = 9;
    CHECK(page_of("c1") == "3");  // after the cover and the contents
    CHECK(page_of("c2") == "5");
    CHECK(page_of("solutions") == "7");
    book.per_page = 6;
    CHECK(page_of("solutions") == "8");
    book.puzzles.front().scene = board_of_towers();  // a wide board: a page has two columns of four puzzles
    book.per_page = 9;
    CHECK(page_of("solutions") == "7");
    book.per_page = 12;
    CHECK(page_of("c2") == "4");
    book.foreword = "Once.\nTwice.";
    CHECK(page_of("foreword") == "2");
    CHECK(page_of("c2") == "4");  // a short foreword shares the page of the contents
    CHECK(count(html_book(book, {}), "class=\"long\"") == 0);
    book.puzzles[10].ideas = {"tower-lift"};
    book.meanings["tower-lift"] = "a tower goes up";
    book.chapters.back().idea = "tower-lift";  // the book explains the idea on a separate page
    CHECK(page_of("solutions") == "7");
    book.chapters.assign(20, {"One", "", 0, 1});
    CHECK(page_of("c1") == "5");  // after the cover, the foreword and two pages of contents
    CHECK(count(html_book(book, {}), "class=\"long\"") == 1);
    CHECK(count(html_book(book, {}), "<div class=\"apart\">") == 1);
    book.chapters.assign(40, {"One", "", 0, 1});
    CHECK(page_of("c1") == "5");
    CHECK(count(html_book(book, {}), "<div class=\"apart\">") == 0);
}

TEST_CASE("running heads are strings of CSS, whatever the title is", "[render]") {
    Book book = book_of({puzzle(2)});
    book.title = "</style>\"\\";
    const std::string html = html_book(book, {});
    CHECK(html.find("content:\"\\3c /style>\\22 \\5c \"") != std::string::npos);
    CHECK(count(html, "</style>") == 1);
}

TEST_CASE("the index lists all puzzles of rare ideas, and the best of common ones", "[render]") {
    Book book = book_of(std::vector<BookPuzzle>(40, puzzle(2)));
    book.meanings["tower-lift"] = "a tower goes up";
    for (std::size_t n = 0; n < 40; ++n) {
        book.puzzles[n].themes = {"few-men"};  // a property of the position, not an idea
        book.puzzles[n].ideas = {"tower-lift"};
        if (n < index_most) book.puzzles[n].ideas.emplace_back("monk");
        book.puzzles[n].quality = n % 2 == 0 ? 0.0 : static_cast<double>(n);
    }
    const std::vector<IndexEntry> entries = index_by_idea(book);
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].name == "Monk");
    CHECK(entries[0].complete());
    CHECK(entries[0].puzzles.size() == index_most);
    CHECK(entries[1].name == "Tower lift");
    CHECK(entries[1].meaning == "a tower goes up");
    CHECK(entries[1].count == 40);
    CHECK(entries[1].puzzles.size() == index_best);
    CHECK(entries[1].puzzles.front() == 18);
    CHECK(entries[1].puzzles.back() == 40);
    CHECK(index_by_author(book).empty());
}

TEST_CASE("authors are sorted as in a dictionary, however their letters are encoded", "[render]") {
    const std::vector<std::string> authors = {
        "Zoe", "Ålund", "Andersen", "A\u030alund", "Nguyen", "Nguye\u0302\u0303n", "Nguy\u1ec5n"};
    Book book = book_of(std::vector<BookPuzzle>(authors.size(), puzzle(2)));
    for (std::size_t n = 0; n < authors.size(); ++n) book.puzzles[n].author = authors[n];
    std::string found;
    for (const IndexEntry& entry : index_by_author(book)) {
        found += entry.name;
        for (const std::size_t number : entry.puzzles) found += ' ' + std::to_string(number);
        found += "; ";
    }
    CHECK(found == "Ålund 2 4; Andersen 3; Nguyen 5; Nguye\u0302\u0303n 6 7; Zoe 1; ");
}

TEST_CASE("a long chapter opens with an example of its idea, which is its first puzzle", "[render]") {
    Book book{"Title", "", {}, std::vector<BookPuzzle>(30, puzzle(2))};
    book.meanings["tower-lift"] = "a tower goes up";
    for (BookPuzzle& puzzle : book.puzzles) puzzle.ideas = {"unexplained", "tower-lift"};
    book.puzzles[20].quality = 90;
    book.puzzles[20].title = "The best";
    book.chapters = {{"Small", "", 0, 5}, {"Long", "", 5, 25}};
    open_chapters(book);
    CHECK(book.chapters[0].idea.empty());
    CHECK(book.chapters[1].idea == "tower-lift");
    CHECK(book.chapters[1].count == 25);
    CHECK(book.puzzles[5].title == "The best");
    CHECK(book.puzzles.size() == 30);
    CHECK(subtitle(book).starts_with("30 puzzles"));
    const std::string html = html_book(book, {});
    CHECK(html.find("id=\"p6\"><h3>Idea: Tower lift</h3><p class=\"idea\">A tower goes up.</p>") !=
          std::string::npos);
    CHECK(html.find("<p class=\"name\">6. The best</p>") != std::string::npos);
    CHECK(html.find("25 puzzles") != std::string::npos);
    for (int number = 1; number <= 30; ++number) {
        CHECK(count(html, fmt::format("id=\"p{}\"", number)) == 1);
        CHECK(count(html, fmt::format("id=\"s{}\"", number)) == 1);
    }
}

TEST_CASE("free faces, twins and captions of composed problems are shown", "[render]") {
    BookPuzzle one = puzzle(8);
    one.solutions.front().labels = {"1", "2", "3", "6", "8"};
    one.solutions.front().free = {"1", "2", "3", "8"};
    CHECK(solution_text(one).front().text == "6 (free: 1–3,8): Ta1-a8");
    one.solutions.front().free = one.solutions.front().labels;
    CHECK(solution_text(one).front().text == "(free: 1–3,6,8): Ta1-a8");
    one.twins = {"b) Ta1→a2"};
    one.question = "White to move: which sides?";
    Book book = book_of({one});
    for (const bool composers : {false, true}) {
        book.for_composers = composers;
        const std::string text = html_book(book, {});
        CHECK((text.find(">T1<") != std::string::npos) == composers);
        CHECK((text.find("(1+1)") != std::string::npos) == composers);
        CHECK(text.find("b) Ta1→a2") != std::string::npos);
    }
}

TEST_CASE("a solution names the pieces that step back and the kind of mate", "[render]") {
    BookPuzzle one = puzzle(2);
    Scene& scene = one.solutions.front().scene;
    scene.at(5) = "m";
    scene.marks = {Curve{4, 5, false, 3, ""}, Curve{5, 4, true, 3, "1"}};
    one.solutions.front().picture = "model mate";
    REQUIRE(solution_text(one).size() == 1);
    CHECK(solution_text(one).front().text == "2,12: Ta1-a8 past mf1; model mate");
    CHECK(pieces_and_check(one) == "(1+1)");
    one.checked = true;
    CHECK(pieces_and_check(one) == "(1+1) C+");
    one.author = "A. Composer";
    CHECK(attribution(one) == "A. Composer");
    one.source = "The Problemist, 1998";
    CHECK(attribution(one) == "A. Composer, The Problemist, 1998");
}

TEST_CASE("faces are listed in the order of the board", "[render]") {
    BookPuzzle one = puzzle(3);
    one.scene.labels = {"3", "2", "1"};
    const auto labels = [&] {
        std::string text;
        for (const Answer* answer : answers_as_on_board(one)) text += answer->label;
        return text;
    };
    CHECK(labels() == "321");
    one.scene.flip = true;
    CHECK(labels() == "123");
    one.scene.labels.clear();
    CHECK(labels() == "123");
}

TEST_CASE("a sheet asks for each face, and has the answers on a separate page", "[render]") {
    for (const int puzzles : {1, 2, 4, 6, 9, most_on_a_sheet}) {
        const auto all = static_cast<std::size_t>(puzzles);
        const std::string html = html_sheet({"Lesson", std::vector<BookPuzzle>(all, puzzle(8))}, {});
        CHECK(count(html, "<section id=") == 2);
        CHECK(count(html, "<span class=\"box\">") == 8 * all);
        CHECK(count(html, "<div class=\"lines\">") == (puzzles <= 6 ? 2 : 1) * all);
        CHECK(count(html, "2,12: Ta1-a8<") == all);
        CHECK(html.find("2,12: Ta1-a8<") > html.find("<h1>Answers: Lesson</h1>"));
    }
}

TEST_CASE("long solutions are shortened on paper", "[render]") {
    BookPuzzle one = puzzle(2);
    for (int n = 1; n <= 20; ++n) one.play.push_back({0, "line"});
    CHECK(count(html_sheet({"Lesson", {one}}, {}), "<p class=\"play rest\">") == 6);
    CHECK(html_sheet({"Lesson", {one}}, {}).find("<p class=\"cut\">… and 6 more lines</p>") !=
          std::string::npos);
    CHECK(count(html_book(book_of({one}), {}), "rest\">") == 0);
}

}  // namespace octomate::draw
