// Compares the attack tables with a square-by-square walk over the board.
#include "board8/attacks.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "board8/board.hpp"

namespace octomate::board8 {

namespace {

using Steps = std::vector<std::pair<int, int>>;

const Steps straight = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
const Steps diagonal = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
const Steps knight = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
const Steps king_steps = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

/// Returns the squares reached in each direction of `steps`, at most `reach` steps far, up to and including
/// the first occupied square.
Bitboard walk(Square from, const Steps& steps, int reach, Bitboard occupied) {
    Bitboard seen = 0;
    for (const auto& [files, ranks] : steps) {
        int file = file_of(from) + files;
        int rank = rank_of(from) + ranks;
        for (int n = 0; n < reach && file >= 0 && file < 8 && rank >= 0 && rank < 8; ++n) {
            seen |= bit(square_at(file, rank));
            if (contains(occupied, square_at(file, rank))) break;
            file += files;
            rank += ranks;
        }
    }
    return seen;
}

}  // namespace

TEST_CASE("the attacks of sliders equal a slow walk", "[board]") {
    std::mt19937_64 random(7);
    std::size_t wrong = 0;
    for (int round = 0; round < 2'000; ++round) {
        // Sparse, crowded and half full boards in turn.
        Bitboard occupied = random();
        if (round % 3 == 0) occupied &= random();
        if (round % 3 == 1) occupied |= random();
        if (round == 0) occupied = 0;
        if (round == 1) occupied = ~Bitboard{0};
        for (Square from = 0; from < 64; ++from) {
            if (rook_attacks(from, occupied) != walk(from, straight, 7, occupied)) ++wrong;
            if (bishop_attacks(from, occupied) != walk(from, diagonal, 7, occupied)) ++wrong;
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("the attacks of leapers equal a slow walk", "[board]") {
    for (Square from = 0; from < 64; ++from) {
        INFO(name(from));
        CHECK(knight_attacks(from) == walk(from, knight, 1, 0));
        CHECK(king_attacks(from) == walk(from, king_steps, 1, 0));
        CHECK(pawn_attacks(Color::White, from) == walk(from, {{-1, 1}, {1, 1}}, 1, 0));
        CHECK(pawn_attacks(Color::Black, from) == walk(from, {{-1, -1}, {1, -1}}, 1, 0));
    }
}

TEST_CASE("a board reports which sides attack a square", "[board]") {
    const auto attacked = [](Piece piece, Square from, Square to) {
        Board board;
        board.put(piece, from);
        CHECK_FALSE(octomate::board8::attacked(board, to, !piece.color));
        return octomate::board8::attacked(board, to, piece.color);
    };
    const Square d4 = square_at(3, 3);
    const Square e5 = square_at(4, 4);
    const Square d5 = square_at(3, 4);
    const Square e6 = square_at(4, 5);
    for (const Color color : {Color::White, Color::Black}) {
        CHECK(attacked({Kind::King, color}, d4, e5));
        CHECK(attacked({Kind::Queen, color}, d4, e5));
        CHECK(attacked({Kind::Queen, color}, d4, d5));
        CHECK_FALSE(attacked({Kind::Queen, color}, d4, e6));
        CHECK(attacked({Kind::Rook, color}, d4, d5));
        CHECK_FALSE(attacked({Kind::Rook, color}, d4, e5));
        CHECK(attacked({Kind::Bishop, color}, d4, e5));
        CHECK_FALSE(attacked({Kind::Bishop, color}, d4, d5));
        CHECK(attacked({Kind::Knight, color}, d4, e6));
        CHECK_FALSE(attacked({Kind::Knight, color}, d4, e5));
        CHECK_FALSE(attacked({Kind::Pawn, color}, d4, d5));
    }
    CHECK(attacked({Kind::Pawn, Color::White}, d4, e5));
    CHECK_FALSE(attacked({Kind::Pawn, Color::Black}, d4, e5));
    CHECK(attacked({Kind::Pawn, Color::Black}, e5, d4));
    CHECK_FALSE(attacked({Kind::Pawn, Color::White}, e5, d4));
}

}  // namespace octomate::board8
