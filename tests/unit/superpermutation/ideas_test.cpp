// The ideas of winning moves, as texts and as numbers.

#include <catch2/catch.hpp>
#include <set>
#include <string_view>

#include "games/superpermutation/themes.hpp"
#include "text/text.hpp"

namespace octomate::superpermutation {

extern const std::string_view idea_counts;

namespace {

Idea idea(const char* fen, const char* move) {
    const auto position = D8Position::from_fen(fen)->value;
    return idea_of(position, position.read_move(move)->move);
}

}  // namespace

TEST_CASE("an idea names the piece, its cascade, the pieces it passes and the motif") {
    CHECK(idea("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "Qa8-e4-e7#").text() == "Q3Knp through-king");
    CHECK(idea("5K1k/8/7P/7R/8/8/8/8 w", "h6-h7-h8=N#").text() == "P=N1k pushed-king");
    CHECK(idea("5k2/4n3/5K2/8/8/8/8/3Q4 w", "Qd1-d8#").text() == "Q0 plain");
    CHECK(idea("7b/6p1/8/5k2/8/1b5K/5q2/8 b", "Kf5-h8#").text() == "K* displaced-man");
}

TEST_CASE("the table of frequencies names each idea once") {
    std::set<std::string_view> ideas;
    for (const std::string_view line : words_between(idea_counts, '\n')) {
        if (line.empty()) continue;
        INFO(line);
        CHECK(number_in<std::uint64_t>(line.substr(0, line.find(' '))).value_or(0) > 0);
        CHECK(ideas.insert(line.substr(line.find(' ') + 1)).second);
    }
    CHECK(ideas.size() > 1000);
    CHECK(ideas.contains(idea("5k2/4n3/5K2/8/8/8/8/3Q4 w", "Qd1-d8#").text()));
}

TEST_CASE("rarer ideas have more points") {
    CHECK(idea("5k2/4n3/5K2/8/8/8/8/3Q4 w", "Qd1-d8#").rarity() == 0);
    CHECK(Idea::rarity_of("P1k pushed-king") == 2);
    CHECK(idea("5K1k/8/7P/7R/8/8/8/8 w", "h6-h7-h8=N#").rarity() == 8);
    CHECK(Idea::rarity_of("B7Kkqrbnp pushed-king") == 12);  // the table of rarities does not list it
}

TEST_CASE("pushing the king with a pawn is one kind of idea, whatever the promotion and the pieces passed") {
    const auto kinds = [](board8::Kind kind, int swaps, Effect effect, bool pushes) {
        board8::Board board;
        board.put({kind, Color::White}, 8);
        ThemeSet shown;
        shown.insert_if("pushed-king"_theme, pushes);
        return Idea(board, {8, 16, static_cast<std::uint8_t>(swaps), effect}, Color::White, shown).kinds();
    };
    using board8::Kind;
    const auto pushes = kinds(Kind::Pawn, 1, Effect::None, true);
    CHECK(pushes == kinds(Kind::Pawn, 3, Effect::ToQueen, true));
    CHECK(kinds(Kind::Pawn, 1, Effect::ToKnight, true).front() == pushes.front());
    CHECK(kinds(Kind::Pawn, 1, Effect::ToKnight, true).back() ==
          kinds(Kind::Pawn, 0, Effect::ToBishop, false).back());
    CHECK(kinds(Kind::Rook, 1, Effect::None, true) != pushes);
    CHECK(kinds(Kind::Bishop, 1, Effect::None, false) != kinds(Kind::Bishop, 0, Effect::None, false));
}

}  // namespace octomate::superpermutation
