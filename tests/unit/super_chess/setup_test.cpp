// Checks conditions that every valid position meets.
#include <catch2/catch.hpp>

#include "games/super_chess/rules/snapshot.hpp"
#include "unit/super_chess/positions.hpp"

namespace octomate::super_chess {

TEST_CASE("valid positions, and the rights and passed squares that their pieces allow",
          "[super_chess][setup]") {
    CHECK(is_valid(initial_state()));
    CHECK(is_valid(placed("Ke1 Oa4 ke8").now()));
    CHECK_FALSE(is_valid(Snapshot()));
    Snapshot check = placed("Ke1 Rh8 ke8", "b - - 0,0 -/-").now();
    CHECK(is_valid(check));
    check.turn = Color::White;
    CHECK_FALSE(is_valid(check));
    CHECK(possible_castling(Position().board()) == 15);
    CHECK(possible_castling(placed("Ke1 (RN)a1 R[a]h1 ke8 rh8").board()) ==
          (castling_right(Color::White, false) | castling_right(Color::Black, true)));
    CHECK(possible_en_passant(placed("Kh1 Pd4 (RP)e4 (RR)f4 Pb4 Nb3 kh8", "b - - 0,0 -/-").board(),
                              Color::Black) == (board8::bit(square("d3")) | board8::bit(square("e3"))));
}

}  // namespace octomate::super_chess
