// Writing and reading moves (section 6).
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/superpermutation/rules/position.hpp"
#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

namespace {

using Codes = std::vector<FaultCode>;
using tests::refusal;
using tests::remarks;

}  // namespace

TEST_CASE("the examples of the rules are written in both notations, and parsed back", "[rules][notation]") {
    struct Example {
        std::string fen, notation, uci;
    };
    const std::vector<Example> examples = {
        {"rnbqkbnr/1pppp1pp/8/p4p2/1PP5/8/P2PPPPP/RNBQKBNR w", "Qd1-a4-a5", "d1a4"},
        {"7k/8/8/8/p7/8/P6K/N7 b", "a4-a3-a1=Q", "a4a3q"},
        {"8/4p2P/5k2/8/8/8/8/K7 w", "h7-h8=Q+", "h7h8q"},
        {"1q2k3/8/8/8/8/8/8/K7 b", "Ke8-b8", "e8b8"},
        {"8/8/8/8/4k3/4Q3/8/K7 b", "Ke4xe3", "e4e3"},
        {"k7/8/8/8/3p4/2K5/8/8 w", "Kc3xd4", "c3d4"},
    };
    for (const Example& example : examples) {
        INFO(example.fen);
        const D8Position before = d8_position(example.fen);
        for (const std::string& text : {example.notation, example.uci}) {
            const Move move = move_of(before, text);
            CHECK(before.notation(move) == example.notation);
            CHECK(before.uci(move) == example.uci);
        }
    }
}

TEST_CASE("a move is read with its end, promotion and sign", "[rules][notation]") {
    const auto read = read_move_text("Qd1xa4-a5=R#!?");
    REQUIRE(read);
    CHECK(read->piece == board8::Kind::Queen);
    CHECK(read->from == board8::square_at(3, 0));
    CHECK(read->to == board8::square_at(0, 3));
    CHECK(read->end == board8::square_at(0, 4));
    CHECK(read->promotion == board8::Kind::Rook);
    CHECK(read->capture == true);
    CHECK(read->suffix == '#');
    CHECK_FALSE(read->machine_form());

    const auto machine = read_move_text("a7a8n");
    REQUIRE(machine);
    CHECK_FALSE(machine->piece);
    CHECK(machine->promotion == board8::Kind::Knight);
    CHECK(machine->machine_form());

    const std::string_view line = "Qd1-a4#";  // the parser must stop at the end of the view
    CHECK(read_move_text(line.substr(0, 6))->suffix == '\0');
    CHECK(read_move_text(line.substr(0, 5)).has_value() == false);
    CHECK(read_move_text("e2-e4")->piece == board8::Kind::Pawn);
    CHECK(read_move_text("Pe2-e4")->piece == board8::Kind::Pawn);
    CHECK(read_move_text("e7-e8Q")->promotion == board8::Kind::Queen);  // "=" may be missing
}

TEST_CASE("text that is not a move is reported with the offset where reading stopped", "[rules][notation]") {
    const std::pair<std::string, std::size_t> cases[] = {
        {"", 0},        {"x", 0},      {"O-O", 0},     {"e9-e4", 0},   {"i2-i4", 0},   {"Qe", 1},
        {"Pe", 1},      {"e2-", 3},    {"e2-e", 3},    {"e2 e4", 2},   {"e2-e9", 3},   {"e2-e4-", 6},
        {"e2-e4-e", 6}, {"e2-e4=", 6}, {"e7-e8=K", 6}, {"e7-e8=q", 6}, {"e7-e8=P", 6}, {"e7e8=", 5},
        {"e2-e4++", 6}, {"e2-e4 ", 5}, {"e2-e4!+", 6}, {"e2e4-e5", 4}, {"♔e1-e2", 0},
    };
    for (const auto& [text, offset] : cases) {
        INFO(text);
        const auto read = read_move_text(text);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == FaultCode::NotAMove);
        CHECK(read.error().offset == offset);
        CHECK(read.error().field.empty());
        CHECK(refusal(D8Position(), text).code == FaultCode::NotAMove);
    }
}

TEST_CASE("a wrong piece letter gets a remark", "[rules][notation]") {
    const D8Position array;
    CHECK(remarks(array, "Nb1-c3").empty());
    CHECK(remarks(array, "Bb1-c3") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(array, "b1-c3") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(array, "Ne2-e4") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(array, "Pe2-e4").empty());
    CHECK(remarks(array, "b1c3").empty());
    CHECK(array.read_move("Bb1-c3")->move == move_of(array, "b1c3"));
}

TEST_CASE("a wrong or missing end of the cascade gets a remark", "[rules][notation]") {
    const D8Position before = d8_position("k7/8/3p4/3p4/8/8/4N3/K7 w - - 0 1");
    CHECK(remarks(before, "Ne2-d4-d6").empty());
    CHECK(remarks(before, "Ne2-d4") == Codes{FaultCode::WrongCascade});
    CHECK(remarks(before, "Ne2-d4-d5") == Codes{FaultCode::WrongCascade});
    CHECK(remarks(before, "Ne2-d4-d4") == Codes{FaultCode::WrongCascade});
    CHECK(remarks(before, "e2d4").empty());
    CHECK(remarks(D8Position(), "e2-e4-e5") == Codes{FaultCode::WrongCascade});
    CHECK(remarks(D8Position(), "e2-e4-e4").empty());  // has no effect: the same move as "e2-e4"
}

TEST_CASE("wrong or missing signs get a remark", "[rules][notation]") {
    const D8Position check = d8_position("k7/8/8/8/8/8/8/K6R w - - 0 1");
    CHECK(remarks(check, "Rh1-h8+").empty());
    CHECK(remarks(check, "Rh1-h8+!?").empty());
    CHECK(remarks(check, "Rh1-h8") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(check, "Rh1-h8#") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(check, "Rh1-h7+") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(check, "Rh1xh7") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(check, "h1h8").empty());

    const D8Position mate = d8_position("k7/8/1K6/8/8/8/8/7R w - - 0 1");
    CHECK(remarks(mate, "Rh1-h8#").empty());
    CHECK(remarks(mate, "Rh1-h8+") == Codes{FaultCode::WrongSuffix});

    const D8Position capture = d8_position("k7/8/8/8/3p4/2K5/8/8 w - - 0 1");
    CHECK(remarks(capture, "Kc3xd4").empty());
    CHECK(remarks(capture, "Kc3-d4") == Codes{FaultCode::WrongSuffix});
}

TEST_CASE("all remarks on a move are reported together", "[rules][notation]") {
    CHECK(remarks(d8_position("k7/8/3p4/3p4/8/8/4N3/K7 w - - 0 1"), "Qe2xd4-d5+") ==
          Codes{FaultCode::WrongPiece, FaultCode::WrongCascade, FaultCode::WrongSuffix});
}

TEMPLATE_TEST_CASE("a move that is not legal is refused with the reason", "[rules][notation]", D8Position,
                   ParentPosition) {
    const TestType array;
    for (const char* text : {"e3-e4", "e7-e5", "e2-e5", "Ke1-e2", "e2-e4=Q", "e2e4q", "Ng1-e2", "g1g3"}) {
        INFO(text);
        CHECK(refusal(array, text).code == FaultCode::IllegalMove);
    }
    CHECK(refusal(array, "e3-e4").offset == 0);
    CHECK_THAT(refusal(array, "e3-e4").message, Catch::Contains("e3 is empty"));
    CHECK_THAT(refusal(array, "e7-e5").message, Catch::Contains("white"));
    CHECK_THAT(refusal(array, "e2-e5").message, Catch::Contains("e5"));
    const auto checked = position<TestType>("k7/8/8/8/8/8/P6P/K6r w - - 0 1");
    CHECK_THAT(refusal(checked, "h2-h3").message, Catch::Contains("check"));
}

TEMPLATE_TEST_CASE("a promotion must name the new piece", "[rules][notation]", D8Position, ParentPosition) {
    const auto before = position<TestType>("8/4P3/8/8/8/k7/8/7K w - - 0 1");
    CHECK(refusal(before, "e7-e8").code == FaultCode::MissingPromotion);
    CHECK(refusal(before, "e7e8").code == FaultCode::MissingPromotion);
    CHECK(move_of(before, "e7-e8=N").promotion() == board8::Kind::Knight);
    CHECK(move_of(before, "e7e8r").promotion() == board8::Kind::Rook);
}

TEST_CASE("an illegal choice of promotion is an illegal move even if others are legal", "[rules][notation]") {
    const ParentPosition before = parent_position("7k/8/8/8/2P5/1NP5/2p5/6K1 w - - 0 1");
    CHECK(refusal(before, "b3c1q").code == FaultCode::IllegalMove);
    CHECK(refusal(before, "b3c1").code == FaultCode::MissingPromotion);
    CHECK(remarks(before, "b3c1n").empty());
}

TEMPLATE_TEST_CASE("the short form is read if it is unambiguous", "[notation]", D8Position, ParentPosition) {
    const auto rooks = position<TestType>("k7/8/8/8/8/8/3R4/1K4RR w - - 0 1");
    CHECK(rooks.notation(move_of(rooks, "Rd7")) == "Rd2-d7");
    CHECK(rooks.notation(move_of(rooks, "Rgg3")) == "Rg1-g3");
    CHECK(rooks.notation(move_of(rooks, "R1g3!?")) == "Rg1-g3");
    const Fault several = refusal(rooks, "Rg2");
    CHECK(several.code == FaultCode::AmbiguousMove);
    CHECK(several.message == "Rg2 may be Rd2-g2 or Rg1-g2");
    CHECK(refusal(rooks, "Rb8").code == FaultCode::IllegalMove);
    CHECK(refusal(rooks, "Bb8").code == FaultCode::IllegalMove);
    CHECK(remarks(rooks, "Rd7+") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rooks, "Rxd7") == Codes{FaultCode::WrongSuffix});
    for (const char* text :
         {"Qe", "e", "Rx", "Rd7=", "Rd7=K", "KRd7", "R9", "Rj7", "Rd7,Rg3", "rd7", "O-O", ""})
        CHECK(refusal(rooks, text).code == FaultCode::NotAMove);

    const auto pawn = position<TestType>("8/4P3/8/8/8/k7/8/7K w - - 0 1");
    CHECK(move_of(pawn, "e8=N").promotion() == board8::Kind::Knight);
    CHECK(refusal(pawn, "e8").code == FaultCode::MissingPromotion);
    CHECK_THAT(refusal(pawn, "e8").message, Catch::Contains("e7-e8=N"));
    CHECK(refusal(pawn, "e7").code == FaultCode::IllegalMove);
}

TEMPLATE_TEST_CASE("signs are optional in the short form, and distinguish moves if present", "[notation]",
                   D8Position, ParentPosition) {
    const auto rooks = position<TestType>("7k/8/8/8/3R4/K7/8/B5R1 w - - 0 1");
    CHECK(refusal(rooks, "Rg4").message == "Rg4 may be Rd4-g4+ or Rg1-g4");
    CHECK(rooks.notation(move_of(rooks, "Rg4+")) == "Rd4-g4+");
    CHECK(refusal(rooks, "Rg4#").code == FaultCode::AmbiguousMove);
    CHECK(remarks(rooks, "Rdg4").empty());
    CHECK(remarks(rooks, "R4g4+").empty());
    CHECK(remarks(rooks, "Rdg4#") == Codes{FaultCode::WrongSuffix});

    const auto king = position<TestType>("k7/8/8/8/3n4/2K5/8/1R6 w - - 0 1");
    CHECK(king.notation(move_of(king, "Kb4")) == "Kc3-b4");
    CHECK(king.notation(move_of(king, "Kxd4")) == "Kc3xd4");
    CHECK(king.notation(move_of(king, "Kb1")) == "Kc3-b1");  // a teleport: the king swaps with the rook
}

TEST_CASE("the short form names where a piece lands, or where its cascade ends", "[notation]") {
    const D8Position cascade = d8_position("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w - - 0 1");
    CHECK(cascade.notation(move_of(cascade, "Qe4#")) == "Qa8-e4-e7#");
    CHECK(cascade.notation(move_of(cascade, "Qe7#")) == "Qa8-e4-e7#");
    CHECK(remarks(cascade, "Qe7").empty());

    // The king can capture on d4 or be carried there: the sign distinguishes the two.
    const D8Position both = d8_position("k7/8/8/8/3n4/4K3/8/8 w - - 0 1");
    CHECK(refusal(both, "Kd4").message == "Kd4 may be Ke3-d3-d4 or Ke3xd4");
    CHECK(both.notation(move_of(both, "Kxd4")) == "Ke3xd4");
    CHECK(both.notation(move_of(both, "K-d4")) == "Ke3-d3-d4");
}

TEST_CASE("moves are sorted by their machine forms", "[rules][notation]") {
    CHECK(all_moves(d8_position("k7/4P3/8/8/8/8/8/K7 w - - 0 1")) ==
          Texts{"Ka1-a2", "Ka1-b1", "Ka1-b2", "e7-e8=B", "e7-e8=N", "e7-e8=Q+", "e7-e8=R+"});
}

TEST_CASE("a promotion sign must be followed by a piece", "[rules][notation]") {
    const D8Position before = d8_position("8/4P3/8/8/8/8/8/K6k w");
    for (const char* text : {"e7-e8=", "e7-e8=K", "e7e8=", "e7-e8=q", "Ka1-a2="})
        CHECK(refusal(before, text).code == FaultCode::NotAMove);
    CHECK(before.notation(move_of(before, "e7-e8=N")) == "e7-e8=N");
}

}  // namespace octomate::superpermutation
