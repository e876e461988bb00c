// One test for each ruling of the rules text, which fails if the ruling is not followed.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

TEMPLATE_TEST_CASE("R1: a pawn on its own first rank attacks as usual and makes a single step", "[rules]",
                   D8Position, ParentPosition) {
    CHECK(position<TestType>("8/8/8/8/8/8/3k4/K3P3 b - - 0 1").in_check());
    CHECK(position<TestType>("k3p3/3K4/8/8/8/8/8/8 w - - 0 1").in_check());
    CHECK_FALSE(position<TestType>("8/8/8/8/8/8/4k3/K3P3 b - - 0 1").in_check());
    CHECK(moves_from(position<TestType>("k7/8/8/8/8/8/8/K3P3 w - - 0 1"), "e1") == Texts{"e1-e2"});
    CHECK(moves_from(position<TestType>("k3p3/8/8/8/8/8/8/K7 b - - 0 1"), "e8") == Texts{"e8-e7"});
    CHECK(moves_from(position<TestType>("k7/8/8/8/8/8/4P3/K7 w - - 0 1"), "e2") == Texts{"e2-e3", "e2-e4"});
}

TEMPLATE_TEST_CASE("R2: any attack on the opponent's king stops the cascade", "[rules]", D8Position,
                   ParentPosition) {
    SECTION("by the moved piece, on its arrival") {
        CHECK(moves(position<TestType>("3k4/4p3/8/8/5N2/8/8/K7 w - - 0 1"), "f4e6") == Texts{"Nf4-e6+"});
    }
    SECTION("by the moved piece, on its way") {
        CHECK(moves(position<TestType>("4p3/2k1p3/4p3/4p3/8/2N5/8/K7 w - - 0 1"), "c3e4") ==
              Texts{"Nc3-e4-e6+"});
        CHECK(moves(position<TestType>("4p3/4p3/1k2p3/4p3/8/2N5/8/K7 w - - 0 1"), "c3e4") ==
              Texts{"Nc3-e4-e8"});
    }
    SECTION("by a piece discovered by the departure") {
        CHECK(moves(position<TestType>("RN5k/2p5/8/8/8/8/8/K7 w - - 0 1"), "b8c6") == Texts{"Nb8-c6+"});
    }
    SECTION("by a displaced piece") {
        const auto before = position<TestType>("8/k7/8/4p3/4B3/7R/8/7K w - - 0 1");
        CHECK(moves(before, "h3e3") == Texts{"Rh3-e3-e4+"});
        CHECK(board_after(before, "h3e3") == "8/k7/8/4p3/4R3/4B3/8/7K");
    }
    SECTION("on a displaced king") {
        const auto before = position<TestType>("8/8/4p3/4k3/R7/6N1/8/K7 w - - 0 1");
        CHECK(moves(before, "g3e4") == Texts{"Ng3-e4-e5+"});
        CHECK(board_after(before, "g3e4") == "8/8/4p3/4N3/R3k3/8/8/K7");
    }
}

TEMPLATE_TEST_CASE("R3: only the final position matters for the safety of the own king", "[rules]",
                   D8Position, ParentPosition) {
    SECTION("the king may land on an attacked square and be carried on") {
        CHECK(moves(position<TestType>("7k/8/8/8/3P4/3P4/r7/2K5 w - - 0 1"), "c1d2") == Texts{"Kc1-d2-d4"});
    }
    SECTION("the king may pass an attacked square") {
        CHECK(moves(position<TestType>("7k/8/8/8/3P4/r2P4/8/2K5 w - - 0 1"), "c1d2") == Texts{"Kc1-d2-d4"});
    }
    SECTION("the king must be safe at the end") {
        CHECK(moves(position<TestType>("7k/8/8/8/r2P4/3P4/8/2K5 w - - 0 1"), "c1d2").empty());
    }
    SECTION("two adjacent kings stop the cascade, and the move is illegal") {
        // Past the king on e5 the cascade would end on d7.
        CHECK(moves(position<TestType>("8/3p4/3p4/3pk3/3p4/3p4/8/2K5 w - - 0 1"), "c1d2").empty());
        CHECK(moves(position<TestType>("8/3p4/3p4/3p1k2/3p4/3p4/8/2K5 w - - 0 1"), "c1d2") ==
              Texts{"Kc1-d2-d7"});
    }
}

TEST_CASE("R4: in the parent game the mover chooses the promotion of the opponent's pawn", "[rules]") {
    const std::string nothing_checks = "7k/8/8/8/2P5/1NP5/2p4K/8 w - - 0 1";
    const std::string queen_and_rook_check = "7k/8/8/8/2P5/1NP5/2p5/6K1 w - - 0 1";
    const std::string knight_checks = "7k/8/8/8/2P5/1NP5/2p1K3/8 w - - 0 1";

    CHECK(moves(parent_position(nothing_checks), "b3c1") ==
          Texts{"Nb3-c1-c4=B", "Nb3-c1-c4=N", "Nb3-c1-c4=Q", "Nb3-c1-c4=R"});
    CHECK(moves(d8_position(nothing_checks), "b3c1") == Texts{"Nb3-c1-c4"});

    // Each choice of a piece is legal or illegal on its own; in d8 the pawn can become a queen only.
    CHECK(moves(parent_position(queen_and_rook_check), "b3c1") == Texts{"Nb3-c1-c4=B", "Nb3-c1-c4=N"});
    CHECK(moves(d8_position(queen_and_rook_check), "b3c1").empty());
    CHECK(moves(parent_position(knight_checks), "b3c1") ==
          Texts{"Nb3-c1-c4=B", "Nb3-c1-c4=Q", "Nb3-c1-c4=R"});
    CHECK(moves(d8_position(knight_checks), "b3c1") == Texts{"Nb3-c1-c4"});

    // The new piece belongs to the opponent.
    CHECK(board_after(parent_position(nothing_checks), "b3c1n") == "7k/8/8/8/2N5/2P5/2P4K/2n5");
    CHECK(board_after(d8_position(nothing_checks), "b3c1") == "7k/8/8/8/2N5/2P5/2P4K/2q5");
    CHECK(moves(parent_position("6k1/1P6/n7/8/8/8/8/K7 b - - 0 1"), "a6b8") ==
          Texts{"Na6-b8-b7=B", "Na6-b8-b7=N"});
    CHECK(board_after(parent_position("6k1/1P6/n7/8/8/8/8/K7 b - - 0 1"), "a6b8n") ==
          "1N4k1/1n6/8/8/8/8/8/K7");
}

TEMPLATE_TEST_CASE("R5: a teleport into check is illegal", "[rules]", D8Position, ParentPosition) {
    CHECK(moves(position<TestType>("7k/8/8/8/4N3/8/8/K7 w - - 0 1"), "a1e4") == Texts{"Ka1-e4"});
    CHECK(moves(position<TestType>("4r2k/8/8/8/4N3/8/8/K7 w - - 0 1"), "a1e4").empty());
    CHECK(moves(position<TestType>("8/8/8/5k2/4N3/8/8/K7 w - - 0 1"), "a1e4").empty());
}

TEST_CASE("R6: the face of a teleport is the file to which the king goes", "[rules]") {
    const D8Position white = d8_position("7k/8/8/8/4N3/8/8/K7 w - - 0 1");
    CHECK(white.roll_of(move_of(white, "Ka1-e4")) == Roll{5});
    CHECK(moves_on(white, 5) == Texts{"Ka1-e4"});
    CHECK(moves_on(white, 1) == Texts{"Ka1-a2"});

    const D8Position black = d8_position("7K/8/8/8/4n3/8/8/k7 b - - 0 1");
    CHECK(black.roll_of(move_of(black, "Ka1-e4")) == Roll{4});
    CHECK(moves_on(black, 4) == Texts{"Ka1-e4"});
    CHECK(moves_on(black, 8) == Texts{"Ka1-a2"});
}

TEST_CASE("R7: a stalemate does not depend on the roll, and no face counts as free", "[rules]") {
    const D8Position d8_stalemate = d8_position("k7/8/1Q6/8/8/8/8/7K b - - 0 1");
    CHECK(d8_stalemate.outcome() == Outcome::Draw);
    CHECK_FALSE(d8_stalemate.in_check());
    REQUIRE(d8_stalemate.rolls().size() == 8);
    for (int face = 1; face <= 8; ++face) {
        CHECK(moves_on(d8_stalemate, face).empty());
        CHECK(freedom(d8_stalemate, face) == Freedom::Bound);
    }
    CHECK(parent_position("k7/8/1Q6/8/8/8/8/7K b - - 0 1").outcome() == Outcome::Draw);

    // A single move on a single file prevents stalemate, and all other faces are free.
    const D8Position one_move = d8_position("k7/8/1Q6/8/7p/8/8/7K b - - 0 1");
    CHECK(one_move.outcome() == Outcome::Ongoing);
    CHECK(all_moves(one_move) == Texts{"h4-h3"});
    CHECK(freedom(one_move, 1) == Freedom::Bound);
    CHECK(freedom(one_move, 8) == Freedom::Free);
}

TEMPLATE_TEST_CASE("R8: only board and side of a FEN count; the other fields are ignored and not written",
                   "[rules]", D8Position, ParentPosition) {
    const std::string plain = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
    for (const char* fen :
         {"4k3/8/8/8/8/8/8/R3K2R w", "4k3/8/8/8/8/8/8/R3K2R w KQ", "4k3/8/8/8/8/8/8/R3K2R w KQ e3",
          "4k3/8/8/8/8/8/8/R3K2R w - - 99", "4k3/8/8/8/8/8/8/R3K2R w KQ e6 99 200"}) {
        INFO(fen);
        const TestType read = position<TestType>(fen);
        CHECK(read == position<TestType>(plain));
        CHECK(read.fen() == plain);
    }
    // Neither castling nor en passant exists, whatever the FEN has: Ke1-h1 is a teleport.
    const TestType castling = position<TestType>("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    CHECK(moves(castling, "e1g1").empty());
    CHECK(moves(castling, "e1h1") == Texts{"Ke1-h1+"});
    CHECK(board_after(castling, "e1h1") == "4k3/8/8/8/8/8/8/R3R2K");
    CHECK(moves_from(position<TestType>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5") == Texts{"e5-e6"});
}

TEST_CASE("R9: a forced promotion is written in the parent game, where it is a choice, but not in d8",
          "[rules]") {
    const std::string fen = "7k/8/8/8/2P5/1NP5/2p4K/8 w - - 0 1";
    const Move forced = move_of(d8_position(fen), "Nb3-c1-c4");
    CHECK_FALSE(forced.promotes());
    CHECK(d8_position(fen).uci(forced) == "b3c1");
    CHECK_FALSE(d8_position(fen).read_move("Nb3-c1-c4=Q"));
    CHECK_FALSE(d8_position(fen).read_move("b3c1q"));

    const Move chosen = move_of(parent_position(fen), "Nb3-c1-c4=R");
    CHECK(chosen.promotion() == board8::Kind::Rook);
    CHECK(parent_position(fen).uci(chosen) == "b3c1r");
    CHECK(parent_position(fen).notation(chosen) == "Nb3-c1-c4=R");
    for (const char* unsaid : {"Nb3-c1-c4", "b3c1"}) {
        const auto read = parent_position(fen).read_move(unsaid);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == FaultCode::MissingPromotion);
    }
}

TEMPLATE_TEST_CASE("R10: neither repetition, nor fifty moves, nor bare kings end the game", "[rules]",
                   D8Position, ParentPosition) {
    TestType play = position<TestType>("k7/8/8/8/8/8/8/K7 w - - 100 200");
    const TestType start = play;
    for (int round = 0; round < 60; ++round) {
        for (const char* move : {"a1b1", "a8b8", "b1a1", "b8a8"}) {
            CHECK(play.outcome() == Outcome::Ongoing);
            play = after(play, move);
        }
    }
    CHECK(play == start);
    CHECK(play.outcome() == Outcome::Ongoing);
}

}  // namespace octomate::superpermutation
