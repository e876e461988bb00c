// Tests placing pieces and taking back moves, which composing uses.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "games/superpermutation/rules/setup.hpp"
#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

namespace {

using board8::Kind;
using board8::Piece;

constexpr Piece white_pawn{Kind::Pawn, Color::White}, black_pawn{Kind::Pawn, Color::Black};

Arrangement pieces(std::string_view fen) { return Arrangement(d8_position(fen)); }

board8::Square at(std::string_view name) { return *Arrangement::square_named(name); }

std::vector<Arrangement> ways_to(const Arrangement& after, board8::Square square) {
    std::vector<Arrangement> ways;
    after.retract(square, [&](const Arrangement& before) { ways.push_back(before); });
    return ways;
}

}  // namespace

TEST_CASE("no pawn is on its last rank, and no file has two pawns of a colour", "[rules]") {
    CHECK(Arrangement::may_stand(white_pawn, at("a7")));
    CHECK_FALSE(Arrangement::may_stand(white_pawn, at("a8")));
    CHECK(Arrangement::may_stand(black_pawn, at("a8")));
    CHECK_FALSE(Arrangement::may_stand(black_pawn, at("a1")));
    CHECK(Arrangement::may_stand({Kind::Queen, Color::White}, at("a8")));
    CHECK(Arrangement::check_numbers(std::vector<Piece>(8, white_pawn)));
    CHECK_FALSE(Arrangement::check_numbers(std::vector<Piece>(9, white_pawn)));
    CHECK_FALSE(Arrangement::check_numbers(std::vector<Piece>(9, black_pawn)));
    CHECK(Arrangement::check_numbers(std::vector<Piece>(9, {Kind::Queen, Color::White})));

    CHECK(pieces("7k/p7/8/8/8/8/P6P/K7 w").possible());
    CHECK_FALSE(pieces("7k/8/8/8/P7/8/P7/K7 w").possible());
    CHECK_FALSE(pieces("7k/7p/8/8/8/7p/8/K7 w").possible());
}

TEST_CASE("the squares for a piece are the empty ones, for a pawn those on files without an own pawn",
          "[rules]") {
    const Arrangement some = pieces("7k/8/8/3p4/8/8/P6P/K7 w");
    CHECK(some.free_squares_for({Kind::Queen, Color::White}) == ~some.occupied());
    const board8::Bitboard ranks = ~(board8::rank_set(0) | board8::rank_set(7));
    const board8::Bitboard outer = board8::file_set(0) | board8::file_set(7);
    CHECK(some.free_squares_for(white_pawn) == (ranks & ~outer & ~board8::bit(at("d5"))));
    CHECK(some.free_squares_for(black_pawn) == (ranks & ~board8::file_set(3) & ~some.occupied()));
    for (const std::string_view square : {"d2", "d3", "d4", "d6", "d7"}) {
        Arrangement alone;
        alone.put(black_pawn, at(square));
        CHECK(alone.free_squares_for(black_pawn) == (ranks & ~board8::file_set(3)));
    }
}

TEST_CASE("pieces are sorted by value, and the neighbours of a square are found", "[rules]") {
    const Arrangement all = pieces("7k/8/8/q2r4/2B1n3/6P1/8/K7 w");
    const auto sets = all.most_valuable_first();
    const std::string_view squares[] = {"a5", "d5", "c4", "e4", "g3"};
    for (std::size_t n = 0; n < sets.size(); ++n) CHECK(sets[n] == board8::bit(at(squares[n])));
    CHECK(Arrangement::contains(Arrangement::neighbours(at("c3")), at("d4")));
}

TEST_CASE("squares near a square are at most two away, on the board", "[rules]") {
    Random random(1);
    for (const auto& [square, most] :
         {std::pair{at("d4"), 25U}, {at("a1"), 9U}, {at("h8"), 9U}, {at("b7"), 16U}}) {
        std::set<board8::Square> squares_drawn;
        for (int n = 0; n < 1000; ++n) squares_drawn.insert(Arrangement::random_square_near(square, random));
        CHECK(squares_drawn.size() == most);
        for (const board8::Square other : squares_drawn) {
            CHECK(std::abs(board8::file_of(other) - board8::file_of(square)) <= 2);
            CHECK(std::abs(board8::rank_of(other) - board8::rank_of(square)) <= 2);
        }
    }
}

TEST_CASE("a piece may have come from any empty square, a king also by teleport, a piece also by promotion",
          "[rules]") {
    const auto count = [](std::string_view fen, std::string_view square) {
        return ways_to(pieces(fen), at(square)).size();
    };
    CHECK(count("7k/8/8/8/8/8/8/N6K w", "a1") == 61);
    CHECK(count("7k/8/8/8/4P3/8/8/7K w", "e4") == 61 - 7);
    CHECK(count("7k/8/8/8/4p3/8/8/7K w", "e4") == 61 - 7);
    CHECK(count("7k/8/8/8/8/8/N7/b6K w", "a2") == 2 * 60);  // the knight landed on a2, or on a1 and climbed
    CHECK(count("7k/8/N7/b7/8/8/8/7K w", "a6") == 2 * 60);
    CHECK(count("n3k3/b7/8/8/8/8/8/7K w", "a7") == 2 * 60);  // the bishop landed on a7, or on a8 and climbed
    CHECK(count("4Q3/8/8/8/8/8/7k/K7 w", "e8") == 61 + 1);
    CHECK(count("8/4Q3/8/8/8/8/7k/K7 w", "e7") == 61);
    CHECK(count("4Q3/4n3/8/8/8/8/7k/K7 w", "e8") == 2 * 60);  // no promotion: the knight is on e7
    CHECK(count("8/7K/8/8/8/8/k7/4q3 b", "e1") == 61 + 1);
    CHECK(count("7k/8/8/8/8/8/2N4n/K7 w", "a1") == 60 + 1);
}

TEMPLATE_TEST_CASE("every move without a capture can be taken back", "[rules]", D8Position, ParentPosition) {
    for (const char* const fen :
         {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "4k3/P2n4/8/3b4/2R1q3/2r2N2/2P2P2/K3R2B w",
          "4k3/P2n4/8/3b4/2R1q3/2r2N2/2p2P2/K3R2B b", "2b5/1R1n4/2q5/2N2k2/8/2p5/2K5/B6r w"}) {
        const TestType before = position<TestType>(fen);
        MoveList<TestType> moves;
        before.legal_moves(moves);
        std::size_t missing = 0;
        for (const Move move : moves) {
            const TestType after = before.play(move);
            const bool all_are_left =
                std::popcount(before.board().occupied()) == std::popcount(after.board().occupied());
            if (!all_are_left || (move.promotes() && move.swaps > 0)) continue;
            const auto ways =
                ways_to(Arrangement(after), move.teleport() ? move.to : move.end(before.turn()));
            if (std::count(ways.begin(), ways.end(), Arrangement(before)) == 0 &&
                std::popcount(before.board().pawns()) ==
                    std::popcount(after.board().pawns()) + (move.promotes() ? 1 : 0))
                ++missing;
        }
        CHECK(missing == 0);
    }
}

}  // namespace octomate::superpermutation
