// Writing and reading moves (R11), and describing them in words.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/complete_permutation/composing.hpp"
#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "unit/complete_permutation/positions.hpp"

namespace octomate::complete_permutation {

namespace {

using Codes = std::vector<FaultCode>;
using tests::refusal;
using tests::remarks;

/// Checks that both texts are parsed to the same turn without a remark, and that the turn is written as both.
void check_notation(const Position& position, const std::string& notation, const std::string& machine_form) {
    INFO(position.fen());
    for (const std::string& text : {notation, machine_form}) {
        const Move move = move_of(position, text);
        CHECK(position.notation(move) == notation);
        CHECK(position.uci(move) == machine_form);
    }
}

/// A rook can mate on b8, or give check on p1.
Position rook_mates() { return placed("Kn6 Ra7 Rb1 kp8"); }

}  // namespace

// ---- Writing and reading moves

TEST_CASE("both notations of a move are parsed and written", "[complete_permutation][notation]") {
    check_notation(placed("Ki1 Fb1 kp8"), "Fb1-c4", "b1c4");
    check_notation(placed("Ki1 Rd1 nd5 kp8"), "Rd1xd5", "d1d5");
    check_notation(placed("Ki1 Pb2 kp8"), "b2-b4", "b2b4");
    check_notation(placed("Ki1 Pb3 na4 kp8"), "b3xa4", "b3a4");
    check_notation(placed("Ki1 Pe5 pd5 kp8", "w - d6 -"), "e5xd6", "e5d6");
    check_notation(placed("Ki1 kp8"), "Ki1-j3", "i1j3");
    check_notation(placed("Ki4 nj6 kp8"), "Ki4xj6", "i4j6");
    check_notation(placed("Ki1 ni8 kp8", "b - - -"), "Ni8-j6", "i8j6");
}

TEST_CASE("each piece is written with its letter, upper case for both sides",
          "[complete_permutation][notation]") {
    for (const char letter : reserve_order) {
        INFO(letter);
        const Position white = placed(std::string{letter} + "h4 Ka8 kp8");
        const std::string to = targets(white, "h4").substr(0, 2);
        CHECK(white.notation(move_of(white, "h4" + to)).substr(0, 6) == std::string{letter} + "h4-" + to);
        const Position black =
            placed(std::string{static_cast<char>(letter - 'A' + 'a')} + "h4 ka8 Kp8", "b - - -");
        CHECK(black.notation(move_of(black, "h4" + to)).substr(0, 6) == std::string{letter} + "h4-" + to);
    }
}

TEST_CASE("both notations of a promotion are parsed and written", "[complete_permutation][notation]") {
    check_notation(placed("Ki1 Pb7 ra8 kp8", "w - - DN"), "b7xa8=D+", "b7a8=D");
    check_notation(placed("Ki1 Pb7 ra8 kp8", "w - - DN"), "b7xa8=N", "b7a8=N");
    check_notation(placed("Ki1 Pb6 kp5", "w - - Q"), "b6-b7=Q", "b6b7=Q");
    check_notation(placed("Ki1 Pb6 kp5", "w - - Q"), "b6-b7", "b6b7");
    check_notation(placed("Ki1 pb2 kp8", "b - - n"), "b2-b1=N", "b2b1=N");
    for (const char letter : reserve_order) {
        const Position at = placed("Ki1 Pb7 kp5", "w - - DFBLMQEZASTCNRG");
        const Move move = move_of(at, std::string("b7b8=") + letter);
        CHECK(at.notation(move) == std::string("b7-b8=") + letter);
        CHECK(after(at, std::string("b7b8=") + letter).board().at(square_at(1, 7)) ==
              Piece{*kind_of(letter), Color::White});
    }
}

TEST_CASE("both notations of a loss by Mental Cruelty are parsed and written",
          "[complete_permutation][notation]") {
    check_notation(placed("Ki1 Pb7 kp5"), "b7-b8=-", "b7b8=-");
    check_notation(placed("Ki1 Pb7 ra8 kp5"), "b7xa8=-", "b7a8=-");
    CHECK(move_of(placed("Ki1 Pb7 kp5"), "b7b8=-").cruelty());
    // A loss by Mental Cruelty neither checks nor mates, whatever lines the pawn opens.
    check_notation(placed("Ka1 Ra7 Rb6 Pd7 Re8 kp7"), "d7-d8=-", "d7d8=-");
    check_notation(placed("Ka1 Ra7 Rb6 Pd7 Re8 kp7", "w - - N"), "d7-d8=N#", "d7d8=N");
}

TEST_CASE("both notations of a king's exchange are parsed and written", "[complete_permutation][notation]") {
    check_notation(Position(), "Ki1-h1", "i1h1");
    check_notation(Position(), "Ki1-j1", "i1j1");
    check_notation(placed("Ki1 Re1 kp8", "w E - -"), "Ki1-e1", "i1e1");
    check_notation(placed("Ki1 Qe1 kp8", "w E - -"), "Ki1-e1+", "i1e1");
    check_notation(placed("Ka1 ki8 rp8", "b p - -"), "Ki8-p8", "i8p8");
}

TEST_CASE("both notations of a turn of two pawns are parsed and written",
          "[complete_permutation][notation]") {
    check_notation(Position(two_pawns), "a2-a4,b2-b3", "a2a4,b2b3");
    const Position passed = placed("Ki1 Pa4 Pc4 pb4 pd4 ki8", "b - a3c3 -", two_pawns);
    check_notation(passed, "b4xa3,d4xc3", "b4a3,d4c3");
    check_notation(passed, "b4xa3,d4-d3", "b4a3,d4d3");
    const Position promoting = placed("Ki1 Pb7 Pd7 kp5", "w - - NR", two_pawns);
    check_notation(promoting, "b7-b8=N,d7-d8=R", "b7b8=N,d7d8=R");
    check_notation(promoting, "b7-b8=R,d7-d8=N", "b7b8=R,d7d8=N");
    check_notation(placed("Ki1 Pb7 Pd7 kp5", "w - - N", two_pawns), "d7-d8=N,b7-b8=-", "d7d8=N,b7b8=-");
    // The second pawn moves to the square on which the first one has captured.
    check_notation(placed("Ki1 Pd5 Pe4 pe5 ki8", "w - e6 -", two_pawns), "d5xe6,e4-e5", "d5e6,e4e5");
    // The second pawn opens the rank, so there is check only after both moves.
    check_notation(placed("Ki1 Ra4 Pc4 Pe4 kp4", "w - - -", two_pawns), "c4-c5,e4-e5+", "c4c5,e4e5");
    check_notation(placed("Ki1 Ra4 Pc4 Pe4 kp4", "w - - -", two_pawns), "c4-c5", "c4c5");
}

TEST_CASE("check and mate are written, stalemate is not", "[complete_permutation][notation]") {
    check_notation(rook_mates(), "Rb1-b8#", "b1b8");
    check_notation(rook_mates(), "Rb1-p1+", "b1p1");
    check_notation(rook_mates(), "Rb1-b7", "b1b7");
    const Position stalemates = placed("Ka1 qc8 kp8", "b - - -");
    check_notation(stalemates, "Qc8-c2", "c8c2");
    CHECK(after(stalemates, "c8c2").outcome() == Outcome::Draw);
}

TEST_CASE("the moves of two pawns are read in either order if both are legal",
          "[complete_permutation][notation]") {
    const Position array(two_pawns);
    for (const char* text : {"a2a4,b2b3", "b2b3,a2a4", "a2-a4,b2-b3", "b2-b3,a2-a4"}) {
        INFO(text);
        CHECK(array.uci(move_of(array, text)) == "a2a4,b2b3");
    }
    // Only one order is legal, with the higher square first.
    const Position one_order = placed("Ki1 Pb3 Pb2 kp8", "w - - -", two_pawns);
    check_notation(one_order, "b3-b4,b2-b3", "b3b4,b2b3");
    CHECK(refusal(one_order, "b2b3,b3b4").code == FaultCode::IllegalMove);
    CHECK(refusal(one_order, "b2-b3,b3-b4").code == FaultCode::IllegalMove);
    // Only one order is legal, with the lower square first.
    const Position pinned = placed("Ka3 Pc3 Po2 rp3 kp8", "w - - -", two_pawns);
    check_notation(pinned, "o2xp3,c3-c4", "o2p3,c3c4");
    CHECK(refusal(pinned, "c3c4,o2p3").code == FaultCode::IllegalMove);
    // Mental Cruelty ends the turn, so the pawn that has no piece to promote to moves second.
    const Position losing = placed("Kp4 pb2 pe7 kp8", "b - - -", two_pawns);
    check_notation(losing, "e7-e6,b2-b1=-", "e7e6,b2b1=-");
    CHECK(refusal(losing, "b2b1=-,e7e6").code == FaultCode::IllegalMove);
    const Position last_piece = placed("Ki1 Pb7 Pd7 kp5", "w - - N", two_pawns);
    check_notation(last_piece, "b7-b8=N,d7-d8=-", "b7b8=N,d7d8=-");
    CHECK(refusal(last_piece, "d7d8=-,b7b8=N").code == FaultCode::IllegalMove);
    CHECK(refusal(last_piece, "b7b8=N,d7d8=N").code == FaultCode::IllegalMove);
}

TEST_CASE("turns are sorted by their machine forms", "[complete_permutation][notation]") {
    for (const Position& at : {placed("Ki1 Pb6 Pb7 Pp2 ra8 kp5", "w - - DFBLMQEZASTCNRG"),
                               placed("Ki1 Pb6 Pb7 Pd7 Pp2 ra8 kp5", "w - - DN", two_pawns),
                               placed("Ki1 Pb7 Pd7 Pp2 ra8 kp5", "w - - -", two_pawns), Position()}) {
        const std::string ordered = turns(at);
        std::vector<std::string> texts;
        for (const Word& word : split_words(ordered)) texts.emplace_back(word.text);
        std::sort(texts.begin(), texts.end());
        CHECK(ordered == joined(texts, " "));
    }
    CHECK(pawn_turns(placed("Ki1 Pb6 kp5", "w - - ZA")) == "b6b7 b6b7=A b6b7=Z");
}

// ---- Texts that are not legal moves

TEST_CASE("a move is read with its piece, squares, promotion and signs", "[complete_permutation][notation]") {
    const auto read = read_move_text("Zb7xa8=D#!?");
    REQUIRE(read);
    REQUIRE(read->steps.size() == 1);
    CHECK(read->steps[0].kind == kind_of('Z'));
    CHECK(read->steps[0].from == square_at(1, 6));
    CHECK(read->steps[0].to == square_at(0, 7));
    CHECK(read->steps[0].promotion == Promotion(*kind_of('D')));
    CHECK(read->steps[0].capture == true);
    CHECK(read->suffix == '#');

    const auto machine = read_move_text("p7p8=-");
    REQUIRE(machine);
    CHECK_FALSE(machine->steps[0].kind);
    CHECK(machine->steps[0].from == square_at(15, 6));
    CHECK(machine->steps[0].promotion.is_cruelty());
    CHECK_FALSE(machine->steps[0].capture);
    CHECK(machine->suffix == 0);

    const auto pair = read_move_text("a2-a4,b3xc4+");
    REQUIRE(pair);
    REQUIRE(pair->steps.size() == 2);
    CHECK(pair->steps[0].kind == pawn);
    CHECK(pair->steps[0].capture == false);
    CHECK(pair->steps[0].promotion.none());
    CHECK(pair->steps[1].from == square_at(1, 2));
    CHECK(pair->steps[1].capture == true);
    CHECK(pair->suffix == '+');

    // The machine form may have a lower-case promotion letter, and an ampersand between the moves of a pair.
    CHECK(read_move_text("b7b8d")->steps[0].promotion == Promotion(*kind_of('D')));
    CHECK(read_move_text("a2a4&b2b3")->steps.size() == 2);

    CHECK(read_move_text("Pe2-e4")->steps[0].kind == pawn);
    CHECK(read_move_text("e2-e4")->steps[0].kind == pawn);
}

TEST_CASE("Complete Permutation Chess: a pair with a second move to its own square is rejected",
          "[complete_permutation][notation]") {
    const Position array;
    for (const char* text : {"a2a4,a1a1", "a2-a4,a1-a1", "Pa2-a4,a1a1"}) {
        INFO(text);
        CHECK_FALSE(array.read_move(text));
        const auto wanted = WantedMove::read(text);
        REQUIRE(wanted);
        CHECK_FALSE(wanted->is(move_of(array, "a2a4")));
    }
}

TEST_CASE(
    "Complete Permutation Chess: text that is not a move is reported with the offset where reading stopped",
    "[complete_permutation][notation]") {
    const std::pair<std::string, std::size_t> cases[] = {
        {"", 0},          {"x", 0},          {"O-O", 0},        {"q2-q4", 0},          {"a9-a8", 0},
        {"a0-a1", 0},     {"Qe", 1},         {"Wb1-c3", 0},     {"♔e1-e2", 0},         {"nb1-c3", 0},
        {"e2=", 2},       {"e2-", 3},        {"e2-e", 3},       {"e2 e4", 2},          {"e2-e9", 3},
        {"e2-q4", 3},     {"e2xe", 3},       {"e2-e4-", 5},     {"e2-e4-e5", 5},       {"e2-e4=", 6},
        {"b7-b8=K", 6},   {"b7-b8=P", 6},    {"b7-b8=q", 6},    {"b7-b8=W", 6},        {"b7-b8=WQ", 6},
        {"b7b8=", 5},     {"b7b8=q", 5},     {"b7b8k", 4},      {"b7b8p", 4},          {"b7b8w", 4},
        {"b7b8dd", 5},    {"b7-b8d", 5},     {"b7b8=QQ", 6},    {"b7b8=--", 6},        {"e2-e4++", 6},
        {"e2-e4 ", 5},    {" e2-e4", 0},     {"e2-e4!+", 6},    {"a2a4,", 5},          {"a2a4,b", 5},
        {"a2a4 b2b3", 4}, {"a2a4, b2b3", 5}, {"a2a4+,b2b3", 5}, {"a2a4,b2b3,c2c3", 9}, {"a2-a4,b2-", 9},
    };
    for (const auto& [text, offset] : cases) {
        INFO(text);
        const auto read = read_move_text(text);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == FaultCode::NotAMove);
        CHECK(read.error().offset == offset);
        CHECK(read.error().field.empty());
        CHECK(refusal(Position(two_pawns), text) == read.error());
    }
}

TEST_CASE("Complete Permutation Chess: the short form is read if it is unambiguous",
          "[complete_permutation][notation]") {
    const Position array;
    CHECK(array.notation(move_of(array, "e4")) == "e2-e4");
    CHECK(refusal(array, "e5").code == FaultCode::IllegalMove);
    CHECK_THAT(refusal(array, "e5").message, Catch::Contains("a pawn to e5"));
    CHECK(refusal(array, "e2").code == FaultCode::IllegalMove);
    CHECK(refusal(array, "a4,b3").code == FaultCode::IllegalMove);
    CHECK_THAT(refusal(array, "a4,b3").message, Catch::Contains("a4,b3"));
    CHECK(refusal(array, "a4,b3,c3").code == FaultCode::NotAMove);

    const Position rooks = placed("Kp1 Ra1 Ra8 kp5 pe4");
    CHECK(refusal(rooks, "Ra4").message == "Ra4 may be Ra1-a4 or Ra8-a4");
    CHECK(rooks.notation(move_of(rooks, "R1a4")) == "Ra1-a4");
    CHECK(rooks.notation(move_of(rooks, "Rb1")) == "Ra1-b1");
    CHECK(rooks.notation(move_of(rooks, "Ra8-a4")) == "Ra8-a4");
    CHECK(refusal(rooks, "Wa4").code == FaultCode::NotAMove);

    const Position promotes = placed("Ki1 Pb7 kp5", "w - - ZA");
    CHECK(refusal(promotes, "b8").code == FaultCode::MissingPromotion);
    CHECK(promotes.notation(move_of(promotes, "b8=Z")).substr(0, 7) == "b7-b8=Z");
    CHECK(refusal(promotes, "b8=D").code == FaultCode::IllegalMove);
    CHECK(placed("Ki1 Pb6 kp5", "w - - ZA").uci(move_of(placed("Ki1 Pb6 kp5", "w - - ZA"), "b7")) == "b6b7");

    const Position pairs(two_pawns);
    for (const char* text : {"a4,b3", "b3,a4", "a2a4,b3", "a4&b2-b3"}) {
        INFO(text);
        CHECK(pairs.notation(move_of(pairs, text)) == "a2-a4,b2-b3");
    }
    CHECK(pairs.notation(move_of(pairs, "a4")) == "a2-a4");
}

TEST_CASE("an illegal turn is rejected with the reason", "[complete_permutation][notation]") {
    const Position array;
    for (const char* text : {"e3-e4", "e7-e5", "e2-e5", "Ki1-i2", "Ki1-g1", "i1e1", "e2-e4=Q", "e2e4=-",
                             "Nn1-p2", "a2a4,b2b3", "a2a3,a3a4", "i8h8"}) {
        INFO(text);
        CHECK(refusal(array, text).code == FaultCode::IllegalMove);
        CHECK(refusal(array, text).field.empty());
    }
    CHECK_THAT(refusal(array, "e3-e4").message, Catch::Contains("e3 is empty"));
    CHECK_THAT(refusal(array, "e7-e5").message, Catch::Contains("white"));
    CHECK_THAT(refusal(array, "e2-e5").message, Catch::Contains("e5"));
    CHECK_THAT(refusal(array, "a2a4,b2b3").message, Catch::Contains("two pawns"));
    CHECK_THAT(refusal(placed("Ki1 rp1 Ph2 kp8"), "h2-h3").message, Catch::Contains("check"));
    const Position pairs(two_pawns);
    for (const char* text : {"a2a3,a3a4", "a2a3,a2a4", "a2a3,Nn1m3", "a2a3,n1m3", "n1m3,a2a3", "a2a5,b2b3"}) {
        INFO(text);
        CHECK(refusal(pairs, text).code == FaultCode::IllegalMove);
    }
    CHECK_THAT(refusal(placed("Ki1 Pb2 kp8", "w - - -", two_pawns), "b2b3,c2c3").message,
               Catch::Contains("c2 is empty"));
}

TEST_CASE("a promotion is required on the eighth rank and optional on the seventh",
          "[complete_permutation][notation]") {
    const Position eighth = placed("Ki1 Pb7 ra8 kp5", "w - - NR");
    for (const char* text : {"b7b8", "b7-b8", "b7a8", "b7xa8"})
        CHECK(refusal(eighth, text).code == FaultCode::MissingPromotion);
    CHECK(refusal(placed("Ki1 Pb7 kp5"), "b7b8").code == FaultCode::MissingPromotion);
    CHECK(refusal(placed("Ki1 Pb7 Pd7 kp5", "w - - NR", two_pawns), "b7b8=N,d7d8").code ==
          FaultCode::MissingPromotion);
    const Position seventh = placed("Ki1 Pb6 kp5", "w - - NR");
    CHECK(move_of(seventh, "b6b7").first.promotion().none());
    // A pawn promotes to lost pieces only; on the last rank it must promote if its side has lost a piece.
    for (const char* text : {"b7b8=Q", "b7b8=-", "b7-b8=Q"})
        CHECK(refusal(eighth, text).code == FaultCode::IllegalMove);
    for (const char* text : {"b6b7=Q", "b6b7=-"})
        CHECK(refusal(seventh, text).code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Ki1 Pb7 kp5", "w - - n"), "b7b8=N").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Ki1 Pb6 kp5", "w - - N", two_pawns), "b6b7=N").code == FaultCode::IllegalMove);
}

// ---- Remarks on the notation of legal moves

TEST_CASE("a wrong letter of a piece gives a remark", "[complete_permutation][notation]") {
    const Position array;
    CHECK(remarks(array, "Nn1-m3").empty());
    CHECK(remarks(array, "Sn1-m3") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(array, "n1-m3") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(array, "Qi1-h1") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(array, "Na2-a4") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(array, "Pa2-a4").empty());
    CHECK(remarks(array, "n1m3").empty());
    CHECK(array.read_move("Sn1-m3")->move == move_of(array, "n1m3"));
    CHECK(remarks(Position(two_pawns), "a2-a4,Nb2-b3") == Codes{FaultCode::WrongPiece});
    CHECK(remarks(Position(two_pawns), "Na2-a4,Nb2-b3") ==
          Codes{FaultCode::WrongPiece, FaultCode::WrongPiece});
}

TEST_CASE("wrong or missing signs of check and mate give a remark", "[complete_permutation][notation]") {
    CHECK(remarks(rook_mates(), "Rb1-b8#").empty());
    CHECK(remarks(rook_mates(), "Rb1-b8#!?").empty());
    CHECK(remarks(rook_mates(), "Rb1-b8") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook_mates(), "Rb1-b8+") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook_mates(), "Rb1xb8#") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook_mates(), "Rb1-p1") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook_mates(), "Rb1-p1#") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook_mates(), "Rb1-b7+") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook_mates(), "b1b8").empty());

    const Position capture = placed("Ki1 Rd1 nd5 kp8");
    CHECK(remarks(capture, "Rd1xd5").empty());
    CHECK(remarks(capture, "Rd1-d5") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(placed("Ki1 Pe5 pd5 kp8", "w - d6 -"), "e5-d6") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(Position(), "Ki1xh1") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(placed("Ka1 Ra7 Rb6 Pd7 Re8 kp7"), "d7-d8=-#") == Codes{FaultCode::WrongSuffix});

    const Position passed = placed("Ki1 Pa4 Pc4 pb4 pd4 ki8", "b - a3c3 -", two_pawns);
    CHECK(remarks(passed, "b4xa3,d4xc3").empty());
    CHECK(remarks(passed, "d4xc3,b4xa3").empty());
    CHECK(remarks(passed, "b4-a3,d4xc3") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(passed, "d4-c3,b4xa3") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(passed, "b4xa3,d4xd3") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(passed, "b4xa3,d4-d3+") == Codes{FaultCode::WrongSuffix});
    const Position freed = placed("Ki1 Pd5 Pe4 pe5 ki8", "w - e6 -", two_pawns);
    CHECK(remarks(freed, "d5xe6,e4xe5") == Codes{FaultCode::WrongSuffix});
}

TEST_CASE("all remarks on a turn are given together", "[complete_permutation][notation]") {
    CHECK(remarks(rook_mates(), "Qb1xb8+") == Codes{FaultCode::WrongPiece, FaultCode::WrongSuffix});
}

// ---- Descriptions and facts of moves

TEST_CASE("the facts of a turn", "[complete_permutation][described]") {
    const auto facts = [](const Position& at, std::string_view text) {
        std::string names;
        for (const MoveFact& fact : facts_of(at, move_of(at, text))) {
            CHECK_FALSE(fact.is_number);
            if (fact.value != 0) names.append(names.empty() ? "" : " ").append(fact.name);
        }
        return names;
    };
    CHECK(facts(Position(), "a2a4") == "");
    CHECK(facts(Position(), "i1h1") == "swap");
    CHECK(facts(Position(two_pawns), "a2a4,b2b3") == "pair");
    CHECK(facts(placed("Ki1 Rd1 nd5 kp8"), "d1d5") == "capture");
    CHECK(facts(placed("Ki1 Pe5 pd5 kp8", "w - d6 -"), "e5d6") == "capture");
    CHECK(facts(placed("Ki1 Pb7 ra8 kp8", "w - - D"), "b7a8=D") == "capture promotion");
    CHECK(facts(placed("Ki1 Pb7 kp5"), "b7b8=-") == "cruelty");
    CHECK(facts(placed("Ki1 Pb6 kp5", "w - - D"), "b6b7") == "");
    const Position passed = placed("Ki1 Pa4 Pc4 pb4 pd4 ki8", "b - a3c3 -", two_pawns);
    CHECK(facts(passed, "b4b3,d4c3") == "capture pair");
    CHECK(facts(placed("Ki1 Pb7 Pd7 kp5", "w - - N", two_pawns), "b7b8=N,d7d8=-") ==
          "promotion pair cruelty");
}

TEST_CASE("a turn is described in words, with and without what its notation shows",
          "[complete_permutation][described]") {
    const auto words = [](const Position& at, std::string_view text) {
        const Move move = move_of(at, text);
        return explain(at, move) + " | " + remark(at, move);
    };
    CHECK(words(Position(), "a2a4") == " | ");
    CHECK(words(Position(), "i1h1") == "king swap | king swap");
    CHECK(words(placed("Ki1 Rd1 nd5 kp8"), "d1d5") == "capture | ");
    CHECK(words(placed("Ki1 Pe5 pd5 kp8", "w - d6 -"), "e5d6") == "capture, en passant | en passant");
    CHECK(words(placed("Ki1 Pb7 ra8 kp5"), "b7a8=-") ==
          "capture, loses by Mental Cruelty | loses by Mental Cruelty");
    const Position passed = placed("Ki1 Pa4 Pc4 pb4 pd4 ki8", "b - a3c3 -", two_pawns);
    CHECK(words(passed, "b4b3,d4c3") == "capture, en passant | en passant");
}

TEST_CASE("the squares to click, and the kinds of moves in lists", "[complete_permutation][described]") {
    const Position array(two_pawns);
    const auto kind = [&](std::string_view text) {
        return Position::move_kinds()[kind_of(array, move_of(array, text))];
    };
    CHECK(kind("a2a4") == "moves");
    CHECK(kind("i1h1") == "king swaps");
    CHECK(kind("a2a4,b2b3") == "pairs of pawns");
    const auto ends = [&](std::string_view text) {
        const MoveEnds found = ends_of(array, move_of(array, text));
        return found.from + found.to;
    };
    CHECK(ends("n1m3") == "n1m3");
    CHECK(ends("i1h1") == "i1h1");
    CHECK(ends("a2a4") == "a2a4");
    const auto same = [](const MoveEnds& found, const MoveEnds& expected) {
        return found.from == expected.from && found.to == expected.to && found.becomes == expected.becomes &&
               found.then_from == expected.then_from && found.then_to == expected.then_to;
    };
    CHECK(same(ends_of(array, move_of(array, "b2b3,a2a4")), {"a2", "a4", "", "b2", "b3"}));
    const Position promotes = placed("Ki1 Pb7 kp5", "w - - D");
    CHECK(same(ends_of(promotes, move_of(promotes, "b7b8=D")), {"b7", "b8", "D", "", ""}));
    const Position black = placed("Ki1 pb2 kp5", "b - - d");
    CHECK(same(ends_of(black, move_of(black, "b2b1=D")), {"b2", "b1", "d", "", ""}));
}

TEST_CASE("pieces that no game can reach are reported", "[complete_permutation][described]") {
    const auto oddities = [](std::string_view pieces, std::string_view rest) {
        return impossible_piece_notes(placed(pieces, rest)).size();
    };
    CHECK(impossible_piece_notes(Position()).empty());
    CHECK(oddities("Ki1 Qa1 kp8", "w - - *") == 0);
    CHECK(oddities("Ki1 Qa1 Qa2 kp8", "w - - *") == 1);
    CHECK(oddities("Ki1 Qa1 kp8", "w - - Q") == 1);
    CHECK(oddities("Ki1 Qa1 kp8", "w - - qq") == 1);
    CHECK(oddities("Ki1 Qa1 qa8 kp5", "w - - -") == 0);
    // No rook begins on the e-file.
    CHECK(oddities("Ki1 Re1 kp8", "w E - -") == 1);
    CHECK(oddities("Ki1 Ro1 kp8", "w O - -") == 0);
    const std::string_view pawns = "15k/16/16/16/16/PPPPPPPPPPPPPPPP/16/8K7 w - - -";
    CHECK(impossible_piece_notes(position(pawns)).empty());
    const std::string_view too_many = "15k/16/16/16/P15/PPPPPPPPPPPPPPPP/16/8K7 w - - -";
    CHECK(impossible_piece_notes(position(too_many)).size() == 1);
}

TEST_CASE("text that only resembles a move is rejected or gets a remark",
          "[complete_permutation][notation]") {
    CHECK(refusal(placed("Ki1 Pb7 kp5"), "b7b8{").code == FaultCode::NotAMove);
    // A second move in machine form names no piece, which gives no additional remark.
    const Position pair = placed("Ki1 Pb2 Pc2 kp5", "w - - -", two_pawns);
    CHECK(remarks(pair, "b2-b4,c2c4") == remarks(pair, "b2-b4,c2-c4"));
}

}  // namespace octomate::complete_permutation
