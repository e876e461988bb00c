#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/superpermutation/rules/setup.hpp"
#include "laws/corpus.hpp"
#include "make/sources.hpp"

namespace octomate::make {

namespace {

using laws::D8Position;
using laws::ParentPosition;

/// Checks that a position is acceptable by the naive rules, has its pawns on ranks 2 to 7, and at most one
/// pawn of a colour on each file.
template <class P>
bool plausible_by_the_naive_rules(const std::string& fen) {
    const naive::Position position = naive::from_fen(fen, laws::naive_game<P>);
    for (const char pawn : {'P', 'p'}) {
        for (int file = 0; file < 8; ++file) {
            int on_file = 0;
            for (int rank = 0; rank < 8; ++rank) {
                if (position.pieces[static_cast<std::size_t>(rank * 8 + file)] != pawn) continue;
                if (rank == 0 || rank == 7 || ++on_file > 1) return false;
            }
        }
    }
    return naive::acceptable(position);
}

int pieces(const board8::Board& board) { return std::popcount(board.occupied()); }

int count(const board8::Board& board, board8::Piece piece) {
    int found = 0;
    for (const auto& at : board.placement()) found += at == piece;
    return found;
}

}  // namespace

TEMPLATE_TEST_CASE("plausible positions are those that the naive rules find plausible", "[generate]",
                   D8Position, ParentPosition) {
    laws::Random random(7);
    std::size_t wrong = 0, good = 0;
    for (int round = 0; round < 20'000; ++round) {
        const naive::Position pieces = laws::nonsense(random, laws::naive_game<TestType>);
        const std::string fen = naive::to_fen(pieces);
        board8::Board board;
        for (board8::Square square = 0; square < 64; ++square) {
            const char letter = pieces.pieces[static_cast<std::size_t>(square)];
            if (letter != '.') board.put(*board8::piece_of(letter), square);
        }
        const auto position = superpermutation::Arrangement(board).plausible<TestType>(
            pieces.turn == 'w' ? Color::White : Color::Black);
        wrong += position.has_value() != plausible_by_the_naive_rules<TestType>(fen);
        wrong += position && position->fen() != fen;
        good += position.has_value();
    }
    CHECK(wrong == 0);
    CHECK(good > 200);
}

TEST_CASE("arrangements have the requested pieces", "[generate]") {
    using board8::Kind;
    const board8::Piece queen{Kind::Queen, Color::White}, pawn{Kind::Pawn, Color::Black};
    RandomArrangements<D8Position> place(D8Position(), {queen, queen, pawn}, {6, 9});
    Random random(1);
    int good = 0;
    for (int round = 0; round < 5000; ++round) {
        const auto position = place.arrange(random);
        if (!position) continue;
        ++good;
        const board8::Board& board = position->board();
        CHECK(pieces(board) >= 6);
        CHECK(pieces(board) <= 9);
        CHECK(count(board, queen) == 2);  // more queens than a set has, so no further one is added
        CHECK(count(board, pawn) >= 1);
        for (const Color color : {Color::White, Color::Black}) {
            for (const Kind kind : {Kind::Knight, Kind::Bishop, Kind::Rook})
                CHECK(count(board, {kind, color}) <= 2);
        }
        if (!plausible_by_the_naive_rules<D8Position>(position->fen())) FAIL(position->fen());
    }
    CHECK(good > 1000);
}

TEST_CASE("an arrangement depends only on the random numbers", "[generate]") {
    RandomArrangements<D8Position> used(D8Position(), {}, {3, 32}), fresh(D8Position(), {}, {3, 32});
    Random before(1);
    for (int round = 0; round < 100; ++round) used.arrange(before);
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random one(seed), other(seed);
        CHECK(used.arrange(one) == fresh.arrange(other));
        CHECK(one.next() == other.next());
    }
}

TEST_CASE("a whole set can be placed, and no more", "[generate]") {
    RandomArrangements<D8Position> place(D8Position(), {}, {32, 32});
    Random random(3);
    for (int round = 0; round < 2000; ++round) {
        if (const auto position = place.arrange(random)) CHECK(pieces(position->board()) == 32);
    }
}

TEST_CASE("random arrangements are the same with every compiler", "[generate]") {
    // If two random draws were arguments of one call, their order would depend on the compiler, and so would
    // the sum.
    RandomArrangements<D8Position> place(D8Position(), {}, {5, 12});
    std::uint64_t sum = 0;
    Random random(11);
    for (int round = 0; round < 500; ++round) {
        const auto placed = place.arrange(random);
        const auto changed = placed ? Mutation::mutate(*placed, random) : std::nullopt;
        for (const char c : changed ? changed->fen() : std::string("none"))
            sum = mix(sum + static_cast<unsigned char>(c));
    }
    CHECK(sum == 8484719141209374369U);
}

TEMPLATE_TEST_CASE("a mutation is another plausible position with the same side to move", "[generate]",
                   D8Position, ParentPosition) {
    Random random(5);
    std::size_t good = 0, same = 0, bad = 0, far = 0;
    const auto& originals = laws::corpus<TestType>();
    for (std::size_t at = 0; at < originals.size(); at += 20) {
        const TestType& original = originals[at];
        for (int round = 0; round < 5; ++round) {
            const auto position = Mutation::mutate(original, random);
            if (!position) continue;
            ++good;
            same += *position == original || position->turn() != original.turn();
            bad += !plausible_by_the_naive_rules<TestType>(position->fen());
            int changed = 0;
            for (board8::Square square = 0; square < 64; ++square)
                changed += position->board().at(square) != original.board().at(square);
            far += changed > 6;
        }
    }
    CHECK(good > originals.size() / 20);
    CHECK(same == 0);
    CHECK(bad == 0);
    CHECK(far == 0);
}

}  // namespace octomate::make
