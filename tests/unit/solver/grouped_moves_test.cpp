#include <catch2/catch.hpp>

#include "games/superpermutation/rules/move.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "solver/faces.hpp"
#include "toy/heap.hpp"

namespace octomate::solver {

TEST_CASE("moves are grouped by roll in their original order") {
    const toy::BentHeap heap(7, Color::White);
    toy::BentHeap::Moves moves = {{3}, {2}, {1}};
    const GroupedMoves<toy::BentHeap> grouped(heap, moves);
    CHECK(moves == toy::BentHeap::Moves{{3}, {1}, {2}});
    REQUIRE(grouped.groups().size() == 2);
    CHECK(grouped.groups()[0].weight == 3);  // the moves on tails, which has three rolls of four
    CHECK(grouped.groups()[0].end() - grouped.groups()[0].begin() == 2);
    CHECK(grouped.groups()[1].weight == 1);
    CHECK(grouped.total_weight() == 4);
    CHECK(grouped.free_weight() == 0);
}

TEST_CASE("rolls without moves of their own are free; a finished game has no group") {
    using P = superpermutation::D8Position;
    const auto two_kings = P::from_fen("7k/8/8/8/8/8/8/K7 w");  // the only moves are to the files a and b
    MoveList<P> moves;
    two_kings->value.legal_moves(moves);
    const GroupedMoves<P> grouped(two_kings->value, moves);
    CHECK(grouped.groups().size() == 2);
    CHECK(grouped.total_weight() == 8);
    CHECK(grouped.free_weight() == 6);

    const auto stalemate = P::from_fen("k7/2Q5/1K6/8/8/8/8/8 b");
    stalemate->value.legal_moves(moves);
    CHECK(GroupedMoves<P>(stalemate->value, moves).groups().empty());
}

TEST_CASE("in check all moves are one group") {
    using P = superpermutation::D8Position;
    const auto check = P::from_fen("k7/8/8/8/8/8/8/R6K b");
    MoveList<P> moves;
    check->value.legal_moves(moves);
    const GroupedMoves<P> grouped(check->value, moves);
    REQUIRE(grouped.groups().size() == 1);
    CHECK(grouped.groups()[0].end() - grouped.groups()[0].begin() ==
          static_cast<std::ptrdiff_t>(moves.size()));
    CHECK(grouped.free_weight() == 0);
}

}  // namespace octomate::solver
