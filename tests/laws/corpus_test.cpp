// Checks that the corpus is large and that rare kinds of moves and positions occur in it.
#include "laws/corpus.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cstddef>

#include "laws/law.hpp"

namespace octomate::laws {

namespace {

struct RareCases {
    std::size_t in_check = 0;
    std::size_t checkmates = 0;
    std::size_t stalemates = 0;
    std::size_t pawns_on_first_rank = 0;
    // Numbers of positions with a legal move of this kind:
    std::size_t long_cascades = 0;       // passes at least five pieces
    std::size_t cascading_captures = 0;  // the king captures and then moves on in a cascade
    std::size_t own_king_displaced = 0;
    std::size_t enemy_king_displaced = 0;
    std::size_t cascades_in_check = 0;
    std::size_t promotions_after_cascade = 0;
    std::size_t forced_promotions = 0;
};

template <class P>
RareCases count_rare_cases() {
    RareCases count;
    for (const P& position : corpus<P>()) {
        const board8::Board& board = position.board();
        const Color us = position.turn();
        const Outcome outcome = position.outcome();
        RareCases cases;
        cases.in_check = position.in_check();
        cases.checkmates = outcome == won_by(!us);
        cases.stalemates = outcome == Outcome::Draw;
        cases.pawns_on_first_rank = (board.pawns() & ((board.of(Color::White) & board8::rank_set(0)) |
                                                      (board.of(Color::Black) & board8::rank_set(7)))) != 0;
        for (const auto move : sorted_moves(position)) {
            const board8::Board after = position.play(move).board();
            const bool cascade = move.swaps > 0;
            const bool by_king = move.from == board.king(us);
            const bool pawn = board8::contains(board.pawns(), move.from);
            cases.long_cascades |= move.swaps >= 5;
            cases.cascading_captures |= cascade && board8::contains(board.of(!us), move.to);
            cases.own_king_displaced |= !by_king && after.king(us) != board.king(us);
            cases.enemy_king_displaced |= after.king(!us) != board.king(!us);
            cases.cascades_in_check |= cascade && position.in_check();
            cases.promotions_after_cascade |= cascade && pawn && move.promotes();
            // If a pawn disappears without a capture or our own promotion, an enemy pawn was forced to
            // promote.
            cases.forced_promotions |= !board8::contains(board.occupied(), move.to) &&
                                       !(pawn && move.promotes()) &&
                                       std::popcount(after.pawns()) < std::popcount(board.pawns());
        }
        const auto add = [&](std::size_t RareCases::*counter) { count.*counter += cases.*counter; };
        add(&RareCases::in_check);
        add(&RareCases::checkmates);
        add(&RareCases::stalemates);
        add(&RareCases::pawns_on_first_rank);
        add(&RareCases::long_cascades);
        add(&RareCases::cascading_captures);
        add(&RareCases::own_king_displaced);
        add(&RareCases::enemy_king_displaced);
        add(&RareCases::cascades_in_check);
        add(&RareCases::promotions_after_cascade);
        add(&RareCases::forced_promotions);
    }
    return count;
}

}  // namespace

TEMPLATE_TEST_CASE("the corpus is large and contains rare moves and positions", "[law]", D8Position,
                   ParentPosition) {
    const RareCases count = count_rare_cases<TestType>();
    CHECK(corpus<TestType>().size() == 4 * per_family);
    CHECK(corpus<TestType>().size() >= 20'000);
    constexpr std::size_t enough = 20;
    CHECK(count.in_check >= enough);
    CHECK(count.checkmates >= enough);
    CHECK(count.stalemates >= enough);
    CHECK(count.pawns_on_first_rank >= enough);
    CHECK(count.long_cascades >= enough);
    CHECK(count.cascading_captures >= enough);
    CHECK(count.own_king_displaced >= enough);
    CHECK(count.enemy_king_displaced >= enough);
    // A move out of check has no cascade in d8, but may have one in the parent game.
    if (naive_game<TestType> == naive::Game::d8) {
        CHECK(count.cascades_in_check == 0);
    } else {
        CHECK(count.cascades_in_check >= enough);
    }
    CHECK(count.promotions_after_cascade >= enough);
    CHECK(count.forced_promotions >= enough);
}

}  // namespace octomate::laws
