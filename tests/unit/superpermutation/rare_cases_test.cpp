// Rare cases of the cascade, promotion, check and the die.
#include <catch2/catch.hpp>
#include <string>

#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

// ---- The cascade

TEMPLATE_TEST_CASE("a cascade passes pieces of both sides and both kings", "[rules]", D8Position,
                   ParentPosition) {
    const auto enemies = position<TestType>("3k4/3n4/3p4/8/8/4N3/8/K7 w - - 0 1");
    CHECK(moves(enemies, "e3d5") == Texts{"Ne3-d5-d8"});
    CHECK(board_after(enemies, "e3d5") == "3N4/3k4/3n4/3p4/8/8/8/K7");

    const auto both_kings = position<TestType>("8/3k4/3p4/3K4/8/5N2/8/8 w - - 0 1");
    CHECK(moves(both_kings, "f3d4") == Texts{"Nf3-d4-d7"});
    CHECK(board_after(both_kings, "f3d4") == "8/3N4/3k4/3p4/3K4/8/8/8");
}

TEMPLATE_TEST_CASE("a cascade continues towards the opponent's side until an empty square or the edge",
                   "[rules]", D8Position, ParentPosition) {
    CHECK(moves(position<TestType>("k7/8/3p4/8/3p4/5N2/8/K7 w - - 0 1"), "f3e5") == Texts{"Nf3-e5"});
    CHECK(moves(position<TestType>("k7/8/3p4/3p4/8/8/4N3/K7 w - - 0 1"), "e2d4") == Texts{"Ne2-d4-d6"});
    CHECK(moves(position<TestType>("k7/3p4/8/3p4/8/8/4N3/K7 w - - 0 1"), "e2d4") == Texts{"Ne2-d4-d5"});
    CHECK(moves(position<TestType>("k7/8/8/2n5/8/4P3/4P3/K7 b - - 0 1"), "c5e4") == Texts{"Nc5-e4-e2"});
    CHECK(moves(position<TestType>("k7/8/8/2n5/8/4P3/4P3/K3N3 b - - 0 1"), "c5e4") == Texts{"Nc5-e4-e1"});
    // From edge to edge there are seven pieces to pass.
    CHECK(moves(position<TestType>("k2n4/3n4/3p4/3p4/3P4/3P4/3P1N2/K7 w - - 0 1"), "f2d1") ==
          Texts{"Nf2-d1-d8"});
    // A piece behind the moving one stays.
    CHECK(moves(position<TestType>("k7/8/8/8/3n4/4N3/8/K7 w - - 0 1"), "e3d5") == Texts{"Ne3-d5"});
}

TEMPLATE_TEST_CASE("a cascade may carry its own king to a safe square", "[rules]", D8Position,
                   ParentPosition) {
    const auto safe = position<TestType>("k7/8/8/8/4K3/7R/8/8 w - - 0 1");
    CHECK(moves(safe, "h3e3") == Texts{"Rh3-e3-e4"});
    CHECK(board_after(safe, "h3e3") == "k7/8/8/8/4R3/4K3/8/8");
    CHECK(moves(position<TestType>("k7/8/8/8/4K3/7R/8/2b5 w - - 0 1"), "h3e3").empty());
}

TEMPLATE_TEST_CASE("a cascade that carries its own king beside the other one is illegal", "[rules]",
                   D8Position, ParentPosition) {
    CHECK(moves(position<TestType>("8/8/8/4P3/4K3/8/1k4N1/8 w - - 0 1"), "g2e3") == Texts{"Ng2-e3-e5"});
    CHECK(moves(position<TestType>("8/8/8/4P3/4K3/8/3k2N1/8 w - - 0 1"), "g2e3").empty());
}

TEMPLATE_TEST_CASE("a cascade may carry the enemy king out of an attack or into one", "[rules]", D8Position,
                   ParentPosition) {
    // The rook would attack along the e-file if the king were not behind it after the first swap.
    const auto behind = position<TestType>("8/4p3/4p3/4k3/8/6N1/8/K7 w - - 0 1");
    CHECK(moves(behind, "g3e4") == Texts{"Ng3-e4-e7"});
    CHECK(board_after(behind, "g3e4") == "8/4N3/4p3/4p3/4k3/8/8/K7");
    const auto into = position<TestType>("8/4p3/4p3/4k3/8/5BN1/8/K7 w - - 0 1");
    CHECK(moves(into, "g3e4") == Texts{"Ng3-e4-e5+"});
}

TEMPLATE_TEST_CASE("only the king captures, and a cascade may follow", "[rules]", D8Position,
                   ParentPosition) {
    const auto before = position<TestType>("k7/8/8/4p3/4r3/3K4/8/8 w - - 0 1");
    CHECK(moves(before, "d3e4") == Texts{"Kd3xe4-e5"});
    CHECK(board_after(before, "d3e4") == "k7/8/8/4K3/4p3/8/8/8");
    // Pieces other than the king move to empty squares only, and pawns never leave their file.
    CHECK(moves(position<TestType>("k5n1/8/8/8/8/8/8/K5R1 w - - 0 1"), "g1g8").empty());
    CHECK(moves(position<TestType>("k5n1/8/8/8/8/8/8/K5R1 w - - 0 1"), "g1g7") == Texts{"Rg1-g7-g8+"});
    CHECK(moves_from(position<TestType>("k7/8/3n1n2/4P3/8/8/8/K7 w - - 0 1"), "e5") == Texts{"e5-e6"});
    // Guarded pieces and kings cannot be captured.
    CHECK(moves(position<TestType>("k7/8/8/3p4/4p3/3K4/8/8 w - - 0 1"), "d3e4").empty());
}

// ---- Check

TEST_CASE("in check there is no cascade in d8, but there is one in the parent game", "[rules]") {
    const std::string fen = "r6k/8/8/8/8/8/1P6/K7 w - - 0 1";
    CHECK(all_moves(d8_position(fen)) == Texts{"Ka1-b1"});
    CHECK(all_moves(parent_position(fen)) == Texts{"Ka1-b1-b2"});
    CHECK(board_after(d8_position(fen), "a1b1") == "r6k/8/8/8/8/8/1P6/1K6");
    CHECK(board_after(parent_position(fen), "a1b1") == "r6k/8/8/8/8/8/1K6/1P6");
    CHECK(d8_position(fen).rolls().size() == 1);
    CHECK(d8_position(fen).rolls()[0].roll == Roll{0});
    CHECK(d8_position(fen).roll_of(move_of(d8_position(fen), "a1b1")) == Roll{0});
}

TEST_CASE("the parent game's mate of 2.f4-f5-f7: the capturing king is carried on into check", "[rules]") {
    const std::string fen = "3rkb2/3ppp2/5n2/R7/5P2/8/8/K7 w - - 0 1";
    CHECK(moves(parent_position(fen), "f4f5") == Texts{"f4-f5-f7#"});
    CHECK(after(parent_position(fen), "f4f5").outcome() == Outcome::White);
    CHECK(moves(d8_position(fen), "f4f5") == Texts{"f4-f5-f7+"});
    CHECK(all_moves(after(d8_position(fen), "f4f5")) == Texts{"Ke8xf7"});
    // Without the white rook on a5 the black king escapes.
    const ParentPosition harmless = parent_position("3rkb2/3ppp2/5n2/8/5P2/8/8/K7 w - - 0 1");
    CHECK(all_moves(after(harmless, "f4-f5-f7+")) == Texts{"Ke8xf7-f5"});
}

TEMPLATE_TEST_CASE("in check there is no teleport", "[rules]", D8Position, ParentPosition) {
    CHECK(moves(position<TestType>("r6k/8/8/8/8/8/8/1K4R1 b - - 0 1"), "h8a8") == Texts{"Kh8-a8"});
    CHECK(moves(position<TestType>("r6k/8/8/8/8/8/8/1K5R b - - 0 1"), "h8a8").empty());
}

TEMPLATE_TEST_CASE("a teleport exchanges the king and a piece, without a cascade", "[rules]", D8Position,
                   ParentPosition) {
    const auto white = position<TestType>("8/k3p3/4p3/4p3/P3N3/8/8/K2B4 w - - 0 1");
    CHECK(moves(white, "a1e4") == Texts{"Ka1-e4"});
    CHECK(board_after(white, "a1e4") == "8/k3p3/4p3/4p3/P3K3/8/8/N2B4");
    CHECK(moves(white, "a1d1") == Texts{"Ka1-d1"});
    CHECK(moves(white, "a1a4").empty());
    CHECK(move_of(white, "a1e4").teleport());
    CHECK(move_of(white, "a1e4").swaps == 0);
}

// ---- Pawns

TEMPLATE_TEST_CASE("a pawn pushed back to its second rank has its double step again", "[rules]", D8Position,
                   ParentPosition) {
    auto play = position<TestType>("k7/8/8/8/8/4P3/7R/K7 w - - 0 1");
    CHECK(moves_from(play, "e3") == Texts{"e3-e4"});
    for (const char* move : {"Rh2-e2-e3", "Ka8-a7", "Re3-h3", "Ka7-a8"}) play = after(play, move);
    CHECK(moves_from(play, "e2") == Texts{"e2-e3", "e2-e4"});
}

TEMPLATE_TEST_CASE("a pawn pushed back to its first rank comes out in single steps", "[rules]", D8Position,
                   ParentPosition) {
    auto play = position<TestType>("k7/8/8/8/8/8/4P3/K6R w - - 0 1");
    for (const char* move : {"Rh1-e1-e2", "Ka8-a7", "Re2-h2", "Ka7-a8"}) play = after(play, move);
    CHECK(moves_from(play, "e1") == Texts{"e1-e2"});
    play = after(after(play, "e1-e2"), "Ka8-a7");
    CHECK(moves_from(play, "e2") == Texts{"e2-e3", "e2-e4"});
}

TEMPLATE_TEST_CASE("the double step needs two empty squares", "[rules]", D8Position, ParentPosition) {
    CHECK(moves_from(position<TestType>("k7/8/8/8/4n3/8/4P3/K7 w - - 0 1"), "e2") == Texts{"e2-e3-e4"});
    CHECK(moves_from(position<TestType>("k7/8/8/8/8/4n3/4P3/K7 w - - 0 1"), "e2").empty());
    CHECK(moves_from(position<TestType>("k7/4p3/8/4N3/8/8/8/K7 b - - 0 1"), "e7") == Texts{"e7-e6-e5"});
}

TEMPLATE_TEST_CASE("a pawn promotes where its cascade ends", "[rules]", D8Position, ParentPosition) {
    const auto article = position<TestType>("7k/8/8/8/p7/8/P6K/N7 b - - 0 1");
    CHECK(moves(article, "a4a3") == Texts{"a4-a3-a1=B", "a4-a3-a1=N", "a4-a3-a1=Q", "a4-a3-a1=R"});
    CHECK(board_after(article, "a4a3q") == "7k/8/8/8/8/P7/N6K/q7");
    // Each promotion is a separate move with its own sign of check.
    const auto plain = position<TestType>("8/4P3/8/8/8/k7/8/7K w - - 0 1");
    CHECK(moves(plain, "e7e8") == Texts{"e7-e8=B", "e7-e8=N", "e7-e8=Q", "e7-e8=R"});
    CHECK(moves(position<TestType>("7k/4P3/8/8/8/8/8/7K w - - 0 1"), "e7e8") ==
          Texts{"e7-e8=B", "e7-e8=N", "e7-e8=Q+", "e7-e8=R+"});
}

TEMPLATE_TEST_CASE("a check on the way stops the pawn before it promotes", "[rules]", D8Position,
                   ParentPosition) {
    CHECK(moves(position<TestType>("4n3/3kn3/8/4P3/8/8/8/K7 w - - 0 1"), "e5e6") == Texts{"e5-e6+"});
    CHECK(moves(position<TestType>("3kn3/4n3/8/4P3/8/8/8/K7 w - - 0 1"), "e5e6") == Texts{"e5-e6-e7+"});
}

TEST_CASE("d8: a forced queen that checks the mover makes the move illegal", "[rules]") {
    // The knight lands on c1 and swaps with the pawn on c2, which promotes on c1.
    CHECK(moves(d8_position("7k/8/8/8/8/1N6/2p5/6K1 w - - 0 1"), "b3c1").empty());
    CHECK(moves(d8_position("7k/8/8/8/8/1N6/2p5/K7 w - - 0 1"), "b3c1").empty());
    CHECK(moves(d8_position("7k/8/8/8/8/1N6/2p5/7K w - - 0 1"), "b3c1").empty());
    CHECK(moves(d8_position("7k/8/8/8/8/1N6/2p4K/8 w - - 0 1"), "b3c1") == Texts{"Nb3-c1-c2"});
    CHECK(moves(d8_position("7k/2P5/1n6/8/8/8/8/K7 b - - 0 1"), "b6c8").empty());
    CHECK(moves(d8_position("8/2P4k/1n6/8/8/8/8/K7 b - - 0 1"), "b6c8") == Texts{"Nb6-c8-c7"});
    CHECK(board_after(d8_position("8/2P4k/1n6/8/8/8/8/K7 b - - 0 1"), "b6c8") == "2Q5/2n4k/8/8/8/8/8/K7");
}

TEST_CASE("a pawn that is not pushed to its last rank stays a pawn", "[rules]") {
    CHECK(board_after(d8_position("7k/8/8/8/1N6/2p5/7K/8 w - - 0 1"), "b4c2") == "7k/8/8/8/8/2N5/2p4K/8");
    CHECK(board_after(parent_position("7k/8/8/8/1N6/2p5/7K/8 w - - 0 1"), "b4c2") == "7k/8/8/8/8/2N5/2p4K/8");
    // An own pawn on its own first rank does not promote.
    CHECK(board_after(parent_position("7k/8/8/8/8/1N6/2P4K/8 w - - 0 1"), "b3c1") == "7k/8/8/8/8/8/2N4K/2P5");
}

TEST_CASE("a king may force a promotion, and the new piece must not check it", "[rules]") {
    // The king ends on c2, in front of the new piece.
    const std::string fen = "7k/8/8/8/8/8/2pK4/8 w - - 0 1";
    CHECK(moves(parent_position(fen), "d2c1") == Texts{"Kd2-c1-c2=B", "Kd2-c1-c2=N"});
    CHECK(moves(d8_position(fen), "d2c1").empty());
}

// ---- The die

TEST_CASE("face 1 is the file on each player's own left", "[rules]") {
    const D8Position white;
    CHECK(white.roll_name(Roll{1}) == "a");
    CHECK(white.roll_name(Roll{8}) == "h");
    CHECK(white.roll_name(Roll{0}).empty());
    CHECK(moves_on(white, 2) == Texts{"b2-b3", "b2-b4", "Ke1-b1"});
    const D8Position black = after(white, "b2-b4");
    CHECK(black.roll_name(Roll{1}) == "h");
    CHECK(black.roll_name(Roll{8}) == "a");
    CHECK(black.roll_of(move_of(black, "h7-h5")) == Roll{1});
}

TEST_CASE("the face of a move is the file on which it lands", "[rules]") {
    const D8Position before = d8_position("7k/8/8/8/8/8/8/K4N2 w - - 0 1");
    CHECK(moves_on(before, 4) == Texts{"Nf1-d2"});
    CHECK(moves_on(before, 5) == Texts{"Nf1-e3"});
    CHECK(moves_on(before, 6) == Texts{"Ka1-f1"});
}

TEST_CASE("a free move: no legal move lands on the file, so any may be played", "[rules]") {
    const D8Position before = d8_position("k7/8/8/8/8/8/7P/K7 w - - 0 1");
    CHECK(moves_on(before, 8) == Texts{"h2-h3", "h2-h4"});
    CHECK(freedom(before, 8) == Freedom::Bound);
    CHECK(moves_on(before, 5) == Texts{"Ka1-a2", "Ka1-b1", "Ka1-b2", "h2-h3", "h2-h4"});
    CHECK(freedom(before, 5) == Freedom::Free);
}

TEST_CASE("an illegal teleport does not make its face bound", "[rules]") {
    const D8Position bound = d8_position("7k/8/8/8/4N3/8/8/K7 w - - 0 1");
    CHECK(freedom(bound, 5) == Freedom::Bound);
    CHECK(moves_on(bound, 5) == Texts{"Ka1-e4"});
    const D8Position free = d8_position("4r2k/8/8/8/4N3/8/8/K7 w - - 0 1");
    CHECK(freedom(free, 5) == Freedom::Free);
    CHECK(moves_on(free, 5) == all_moves(free));
}

TEST_CASE("a move that its cascade makes illegal does not make its face bound", "[rules]") {
    // e3-e4-e5 would carry the king to e4, which the bishop attacks; the knight guards e6.
    const D8Position free = d8_position("k4n2/8/8/4K3/8/4P3/8/1b6 w - - 0 1");
    CHECK(freedom(free, 5) == Freedom::Free);
    const D8Position bound = d8_position("k4n2/8/8/4K3/8/4P3/8/8 w - - 0 1");
    CHECK(freedom(bound, 5) == Freedom::Bound);
    CHECK(moves_on(bound, 5) == Texts{"e3-e4-e5", "Ke5-e4"});
}

// ---- The end of the game

TEMPLATE_TEST_CASE("checkmate needs a check, and stalemate needs its absence", "[rules]", D8Position,
                   ParentPosition) {
    CHECK(position<TestType>("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1").outcome() == Outcome::White);
    CHECK(position<TestType>("k7/8/1Q6/8/8/8/8/7K b - - 0 1").outcome() == Outcome::Draw);
    CHECK(position<TestType>("k7/1Q6/8/8/8/8/8/7K b - - 0 1").outcome() ==
          Outcome::Ongoing);  // Black can capture the unguarded queen
    CHECK(position<TestType>("k7/8/8/8/8/8/8/7K b - - 0 1").outcome() == Outcome::Ongoing);
    CHECK(TestType().outcome() == Outcome::Ongoing);
}

}  // namespace octomate::superpermutation
