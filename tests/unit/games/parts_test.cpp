// A game without its optional parts, as in the WebAssembly module of the page.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string_view>

#include "games/complete_permutation/games.hpp"
#include "games/game.hpp"
#include "games/list.hpp"
#include "games/superpermutation/games.hpp"
#include "reports/reports.hpp"

namespace octomate::games {

namespace {

constexpr std::string_view mate_in_one = "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1";

}  // namespace

TEST_CASE("a game without its optional parts solves, but makes no puzzles", "[games]") {
    const auto game = superpermutation::d8_game({});
    CHECK(game->start() == find("superpermutation-d8")->start());
    CHECK_FALSE(game->maker());
    CHECK_FALSE(game->tables());
    CHECK_FALSE(game->origins());
    CHECK(game->pictured());
    const auto commands = game->commands();
    CHECK(std::count(commands.begin(), commands.end(), "solve") == 1);
    CHECK(std::count(commands.begin(), commands.end(), "generate") == 0);

    records::Puzzle puzzle;
    puzzle.fen = mate_in_one;
    reports::SolveReport solved;
    CHECK(game->solve(puzzle, {}, solved));
    reports::SolveReport whole;
    CHECK(find("superpermutation-d8")->solve(puzzle, {}, whole));
    CHECK(reports::json(solved) == reports::json(whole));
}

TEST_CASE("each option of a game is a separate game", "[games]") {
    const auto game =
        complete_permutation::game(true, [](complete_permutation::Switches) { return Parts(); });
    CHECK(game->with_option("castling") == game.get());
    REQUIRE(game->with_option("leap"));
    CHECK(game->with_option("leap")->name() == "complete-permutation-two-pawns:leap");
    CHECK(game->with_option("none")->name() == "complete-permutation-two-pawns:none");
    CHECK_FALSE(game->with_option("hop"));
    CHECK(find("complete-permutation:leap")->maker());
    CHECK_FALSE(find("super-chess:leap"));
}

}  // namespace octomate::games
