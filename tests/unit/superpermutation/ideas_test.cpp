// The ideas of winning moves, as texts and as numbers.
#include "games/superpermutation/ideas.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "games/superpermutation/themes.hpp"
#include "text/words.hpp"

namespace octomate::superpermutation {

extern const std::string_view idea_counts;

namespace {

Idea idea(const char* fen, const char* move) {
    const auto position = D8Position::from_fen(fen)->value;
    return idea_of(position, position.read_move(move)->move);
}

}  // namespace

TEST_CASE("an idea names the piece, its cascade, what it passes and the motif") {
    CHECK(idea("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "Qa8-e4-e7#").text() == "Q3Knp through-king");
    CHECK(idea("5K1k/8/7P/7R/8/8/8/8 w", "h6-h7-h8=N#").text() == "P=N1k pushed-king");
    CHECK(idea("5k2/4n3/5K2/8/8/8/8/3Q4 w", "Qd1-d8#").text() == "Q0 plain");
    CHECK(idea("7b/6p1/8/5k2/8/1b5K/5q2/8 b", "Kf5-h8#").text() == "K* displaced-man");
}

TEST_CASE("ideas are read as they are written, and the table of frequencies has no others") {
    std::size_t read = 0;
    for (const std::string_view line : words_between(idea_counts, '\n')) {
        if (line.empty()) continue;
        const std::string text(line.substr(line.find(' ') + 1));
        INFO(text);
        const auto idea = Idea::read(text);
        REQUIRE(idea);
        CHECK(idea->text() == text);
        ++read;
    }
    CHECK(read > 1000);
    for (const char* text : {"", "Q0", "X0 plain", "Q9 plain", "Q1x plain", "P= plain", "Q0 cascade"})
        CHECK_FALSE(Idea::read(text));
}

TEST_CASE("the rarer an idea is, the more points it has") {
    CHECK(Idea::read("Q0 plain")->rarity() == 0);
    CHECK(Idea::read("P1k pushed-king")->rarity() == 2);
    CHECK(Idea::read("P=N1k pushed-king")->rarity() == 8);
    CHECK(Idea::read("B7Kkqrbnp pushed-king")->rarity() == 12);  // never seen
}

TEST_CASE("pawns that push the king are of one kind, whatever they promote to or pass") {
    const auto kinds = [](const char* text) { return Idea::read(text)->kinds(); };
    CHECK(kinds("P1k pushed-king") == kinds("P=Q3knp pushed-king"));
    CHECK(kinds("P=N1k pushed-king").front() == kinds("P1k pushed-king").front());
    CHECK(kinds("P=N1k pushed-king").back() == kinds("P=B0 plain").back());
    CHECK(kinds("R1k pushed-king") != kinds("P1k pushed-king"));
    CHECK(kinds("B1n plain") != kinds("B0 plain"));
}

}  // namespace octomate::superpermutation
