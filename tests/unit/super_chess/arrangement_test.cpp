// Tests the arrangements of stacks from which positions are composed.
#include <catch2/catch.hpp>
#include <vector>

#include "games/super_chess/rules/position.hpp"
#include "naive/super_chess.hpp"
#include "unit/composed.hpp"
#include "unit/super_chess/positions.hpp"

namespace octomate::super_chess {

namespace {

using Piece = Arrangement::Piece;

Piece piece(char letter) { return Arrangement::piece_of(letter).value(); }

std::string check_numbers(const std::vector<Piece>& pieces) {
    const auto checked = Arrangement::check_numbers(pieces);
    return checked ? "" : checked.error();
}

bool acceptable(const Position& position) {
    return naive::super_chess::acceptable(naive::super_chess::from_text(position.fen()));
}

}  // namespace

TEST_CASE("arranged positions of Super Chess are legal by the naive rules", "[super_chess][generate]") {
    const make::RandomArrangements<Position> place(Position(), {piece('P'), piece('c')}, {4, 16});
    tests::check_composed(place, acceptable, 100, 50);
}

TEST_CASE("letters name the stacks that a spec may place", "[super_chess][generate]") {
    for (const char letter : std::string("PNBRQKOMCHLSDYWXGV"))
        CHECK(Arrangement::letter(piece(letter)) == letter);
    for (const char letter : {'T', 'U', 'u', '.', '!', '{', '1'}) {
        INFO(letter);
        CHECK_FALSE(Arrangement::piece_of(letter));
    }
}

TEST_CASE("pieces that no game can have are rejected", "[super_chess][generate]") {
    CHECK(check_numbers({piece('M'), piece('c'), piece('R'), piece('q')}) == "");
    CHECK(check_numbers({piece('M'), piece('C')}) == "white has 2 stacks, expected one at most");
    CHECK(check_numbers(std::vector<Piece>(8, piece('p'))) == "");
    CHECK(check_numbers(std::vector<Piece>(9, piece('p'))) == "black has more than 8 pawns");
    CHECK(check_numbers(std::vector<Piece>(11, piece('R'))) == "white has more than 10 rooks");

    Arrangement pieces(placed("Ke1 ke8"));
    CHECK(pieces.possible());
    CHECK(pieces.free_squares_for(piece('P')) ==
          (~pieces.occupied() & ~(board8::rank_set(0) | board8::rank_set(7))));
    CHECK(pieces.free_squares_for(piece('Q')) == ~pieces.occupied());
    for (int file = 0; file < 8; ++file) {
        pieces.put(piece('P'), board8::square_at(file, 3));
        pieces.put(piece('N'), board8::square_at(file, 2));
    }
    CHECK_FALSE(pieces.possible());
}

TEST_CASE("a second king, a High Ground and rooks without a free identity are rejected",
          "[super_chess][generate]") {
    const Arrangement bare(placed("Ka1 ka8"));
    CHECK(bare.accepted<Position>(Color::White));
    Arrangement kings = bare;
    kings.put(piece('K'), square("h1"));
    CHECK_FALSE(kings.accepted<Position>(Color::White));
    Arrangement climbed = bare;
    climbed.put({Kind::HighGround, Color::White}, square("h1"));
    CHECK_FALSE(climbed.accepted<Position>(Color::White));
    Arrangement rooks = bare;
    for (int rank = 1; rank < 3; ++rank) {
        for (int file = 2; file < 8; ++file) rooks.put(piece('R'), board8::square_at(file, rank));
    }
    CHECK_FALSE(rooks.accepted<Position>(Color::White));
}

TEST_CASE("the stacks on two squares can be exchanged", "[super_chess][generate]") {
    const Arrangement before(placed("Ke1 Qa1 Pb3 ke8"));
    Arrangement pieces = before;
    pieces.swap(square("a1"), square("c3"));
    CHECK(pieces.at(square("c3")) == piece('Q'));
    CHECK_FALSE(pieces.at(square("a1")));
    pieces.swap(square("a1"), square("c3"));
    CHECK(pieces == before);
    pieces.swap(square("a1"), square("b3"));
    CHECK(pieces.at(square("a1")) == piece('P'));
    CHECK(pieces.at(square("b3")) == piece('Q'));
    const Arrangement swapped = pieces;
    pieces.swap(square("h4"), square("h5"));
    CHECK(pieces == swapped);
}

}  // namespace octomate::super_chess
