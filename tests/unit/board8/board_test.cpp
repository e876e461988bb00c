// Compares the bitboards of a board with a plain array of pieces.
#include "board8/board.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <optional>
#include <random>
#include <utility>

namespace octomate::board8 {

namespace {

constexpr Kind kinds[] = {Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King};

Placement random_pieces(std::mt19937& random) {
    Placement pieces;
    for (auto& piece : pieces) {
        if (random() % 2 == 0)
            piece = Piece{kinds[random() % 6], random() % 2 == 0 ? Color::White : Color::Black};
    }
    return pieces;
}

std::optional<Piece>& at(Placement& pieces, Square square) {
    return pieces[static_cast<std::size_t>(square)];
}

}  // namespace

TEST_CASE("squares have their usual names, and ranks relative to a side", "[board]") {
    CHECK(name(square_at(0, 0)) == "a1");
    CHECK(name(square_at(4, 3)) == "e4");
    CHECK(name(square_at(7, 7)) == "h8");
    CHECK(relative_rank(Color::White, 0) == 0);
    CHECK(relative_rank(Color::Black, 0) == 7);
    CHECK(forward(Color::White) == 8);
    CHECK(forward(Color::Black) == -8);
    CHECK(step_forward<Color::White>(bit(square_at(4, 3))) == bit(square_at(4, 4)));
    CHECK(step_forward<Color::Black>(bit(square_at(4, 3))) == bit(square_at(4, 2)));
    CHECK(step_forward<Color::White>(rank_set(7)) == 0);
    CHECK(step_forward<Color::Black>(rank_set(0)) == 0);
}

TEST_CASE("every piece has its letter, upper case for White", "[board]") {
    for (const Kind kind : kinds) {
        CHECK(kind_of(letter(kind)) == kind);
        for (const Color color : {Color::White, Color::Black}) {
            const Piece piece{kind, color};
            CHECK((piece_of(fen_letter(piece)) == piece));
        }
    }
    CHECK(fen_letter({Kind::Knight, Color::Black}) == 'n');
    CHECK_FALSE(piece_of('x'));
    CHECK_FALSE(piece_of('1'));
    CHECK_FALSE(piece_of('/'));
    CHECK_FALSE(piece_of('\0'));
    CHECK_FALSE(kind_of('p'));
}

TEST_CASE("moves, swaps, removals and promotions change a board as they change an array", "[board]") {
    std::mt19937 random(11);
    for (int round = 0; round < 500; ++round) {
        Placement pieces = random_pieces(random);
        Board board(pieces);
        CHECK(board.placement() == pieces);
        for (int change = 0; change < 20; ++change) {
            const auto from = static_cast<Square>(random() % 64);
            const auto to = static_cast<Square>(random() % 64);
            switch (random() % 4) {
                case 0:
                    if (from == to) continue;
                    board = board.moved(from, to);
                    at(pieces, to) = std::exchange(at(pieces, from), std::nullopt);
                    break;
                case 1:
                    board = board.swapped(from, to);
                    std::swap(at(pieces, from), at(pieces, to));
                    break;
                case 2:
                    board.remove(from);
                    at(pieces, from) = std::nullopt;
                    break;
                case 3:
                    if (!at(pieces, from) || at(pieces, from)->kind != Kind::Pawn) continue;
                    board.promote(from, kinds[1 + random() % 4]);
                    at(pieces, from) = board.at(from);
                    CHECK(at(pieces, from)->kind != Kind::Pawn);
                    break;
            }
        }
        CHECK(board.placement() == pieces);
        CHECK((board == Board(pieces)));
    }
}

TEST_CASE("a board has sets of its pieces by side and by kind of movement", "[board]") {
    Board board;
    board.put({Kind::King, Color::White}, square_at(4, 0));
    board.put({Kind::Queen, Color::Black}, square_at(3, 7));
    board.put({Kind::Pawn, Color::Black}, square_at(3, 6));
    CHECK(board.occupied() == (bit(square_at(4, 0)) | bit(square_at(3, 7)) | bit(square_at(3, 6))));
    CHECK(board.of(Color::White) == bit(square_at(4, 0)));
    CHECK(board.king(Color::White) == square_at(4, 0));
    CHECK(board.diagonals() == bit(square_at(3, 7)));
    CHECK(board.orthogonals() == bit(square_at(3, 7)));
    CHECK(board.pawns() == bit(square_at(3, 6)));
    CHECK(board.knights() == 0);
    CHECK_FALSE(board.at(square_at(0, 0)));
}

}  // namespace octomate::board8
