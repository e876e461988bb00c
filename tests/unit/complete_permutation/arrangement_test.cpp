// Tests the arrangements of pieces from which positions are composed.
#include <catch2/catch.hpp>
#include <vector>

#include "games/complete_permutation/rules/position.hpp"
#include "naive/complete_permutation.hpp"
#include "unit/complete_permutation/positions.hpp"
#include "unit/composed.hpp"

namespace octomate::complete_permutation {

namespace {

constexpr Piece white_pawn{pawn, Color::White};

Piece piece(char letter) { return piece_of(letter).value(); }

Square at(std::string_view name) { return *Arrangement::square_named(name); }

bool acceptable(const Position& position) {
    const auto read = naive::complete::from_fen(position.fen());
    return naive::complete::acceptable(read, {position.state().switches.two_pawns});
}

}  // namespace

TEST_CASE("arranged positions are legal by the naive rules", "[complete_permutation][generate]") {
    for (const Switches switches : {Switches{}, two_pawns}) {
        const make::RandomArrangements<Position> place(Position(switches), {white_pawn, piece('e')}, {5, 30});
        tests::check_composed(place, acceptable, 300, 200);
    }
}

TEST_CASE("pawns are placed on ranks 2 to 7, and no piece of a kind twice",
          "[complete_permutation][generate]") {
    CHECK(Arrangement::may_stand(white_pawn, at("p2")));
    CHECK(Arrangement::may_stand(piece('q'), at("a1")));
    CHECK_FALSE(Arrangement::may_stand(white_pawn, at("p8")));
    CHECK(Arrangement::check_numbers(std::vector<Piece>(16, white_pawn)));
    CHECK(Arrangement::check_numbers({piece('Q'), piece('q')}));
    CHECK(Arrangement::check_numbers({piece('Q'), piece('Q')}).error() ==
          "there are more 'Q' than a set has (1)");

    Arrangement pieces(placed("Ki1 Qa1 kp8 Pa2"));
    CHECK(pieces.possible());
    CHECK(pieces.free_squares_for(white_pawn) == (~pieces.occupied() & ~(rank_set(0) | rank_set(7))));
    CHECK(pieces.free_squares_for(piece('q')) == ~pieces.occupied());
    pieces.put(piece('Q'), at("c3"));
    CHECK_FALSE(pieces.possible());
    pieces.remove(at("c3"));
    for (int file = 0; file < files; ++file) pieces.put(white_pawn, square_at(file, 4));
    CHECK_FALSE(pieces.possible());
}

TEST_CASE("the pieces on two squares can be exchanged", "[complete_permutation][generate]") {
    const Arrangement before(placed("Ki1 Qa1 kp8"));
    Arrangement pieces = before;
    pieces.swap(at("a1"), at("c3"));
    CHECK(pieces.at(at("c3")) == piece('Q'));
    CHECK_FALSE(pieces.at(at("a1")));
    pieces.swap(at("a1"), at("c3"));
    CHECK(pieces == before);
}

TEST_CASE("a reserve that differs from the usual one is kept", "[complete_permutation][generate]") {
    for (const char* reserve : {"DFBLMQEZASTCNRGdfblmqezastcnrg", "DFBLMQEZASTCNRG", "d", "-"}) {
        const Position position = placed("Ki1 kp8", std::string("w - - ") + reserve);
        CHECK(Arrangement(position).accepted<Position>(Color::White) == position);
    }
}

TEST_CASE("only letters name pieces", "[complete_permutation]") {
    for (const char letter : {'{', '@', '`', '.', '1'}) CHECK_FALSE(piece_of(letter));
}

}  // namespace octomate::complete_permutation
