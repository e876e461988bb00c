// Writing and reading moves (section 14).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/super_chess/rules/position.hpp"
#include "unit/super_chess/positions.hpp"

namespace octomate::super_chess {

namespace {

using Codes = std::vector<FaultCode>;
using tests::refusal;
using tests::remarks;

/// Checks that a text, with and without its sign of check or mate, is parsed to a move without remarks, and
/// that the move is written as this text.
void check_notation(const Position& position, const std::string& notation) {
    INFO(position.fen());
    INFO(notation);
    const bool sign = notation.back() == '+' || notation.back() == '#';
    const std::string machine = sign ? notation.substr(0, notation.size() - 1) : notation;
    for (const std::string& text : {notation, machine}) {
        const Move move = move_of(position, text);
        CHECK(position.notation(move) == notation);
        CHECK(position.uci(move) == machine);
        CHECK(machine_form(move) == machine);
    }
}

/// Returns the positions of the rules text and some more, so that every form of a move occurs.
std::vector<Position> many_positions() {
    std::vector<Position> all = {Position(),
                                 with_hourglass(),
                                 after(with_hourglass(), "@9"),
                                 placed("Ke1 Ra1 Rh1 (R[a]R[b])d4 ke8 ra8 rh8", "w KQkq - 0,0 -/-"),
                                 placed("Ke1 Ra1 Rh1 ke8 ra8 rh8", "b KQkq - 0,0 -/-"),
                                 placed("Kh3 (R[q]P)b8 R[k]b1 kh5"),
                                 placed("Kh3 (R[q]R[a]P)b8 R[k]b1 kh5"),
                                 placed("Kh1 (RRP)d7 Re8 nc8 kh5"),
                                 placed("Kh1 (RP)d7 Rd8 ne8 kh5"),
                                 placed("Kh1 R[q]d4 R[k]d7 kh5"),
                                 placed("Ke1 (RRR)e2 Oa8 kh8")};
    for (const std::string_view fen : examples) all.push_back(position(fen));
    return all;
}

}  // namespace

// ---- Writing and reading moves

TEST_CASE("whole stacks: from and to, for moves, hops and captures", "[super_chess][notation]") {
    check_notation(Position(), "e2e4");
    check_notation(Position(), "g1f3");
    check_notation(placed("Kh1 Nd4 Re6 kh7"), "d4e6");
    check_notation(placed("Kh1 Nd4 re6 kh7"), "d4e6");
    check_notation(placed("Kh1 (RN)d4 nd6 kh7"), "d4d6");
    check_notation(placed("Kh1 (RQ)d4 kh7"), "d4d4");
    check_notation(placed("Kh1 Pe5 pd5 kh8", "w - d6 0,0 -/-"), "e5d6");
    check_notation(placed("kh8 nd5 Kh1", "b - - 0,0 -/-"), "d5c3");
}

TEST_CASE("parts of stacks: _ and __ slide out, ^ and ^^ jump off", "[super_chess][notation]") {
    const Position goap = placed("Kh1 (RRP)d4 ne5 kg6");
    check_notation(goap, "d4_d7");
    check_notation(goap, "d4__d7");
    check_notation(goap, "d4^e5");
    check_notation(goap, "d4^^d7");
    CHECK(move_of(goap, "d4_d7").turn() == Turn::SlideOut1);
    CHECK(move_of(goap, "d4__d7").turn() == Turn::SlideOut2);
    CHECK(move_of(goap, "d4^e5").turn() == Turn::JumpOff1);
    CHECK(move_of(goap, "d4^^d7").turn() == Turn::JumpOff2);
    CHECK(move_of(goap, "d4d7").turn() == Turn::Whole);
    CHECK(move_of(goap, "d4__d7").leaving() == 2);
    CHECK(move_of(goap, "d4^e5").leaving() == 1);
    CHECK(move_of(goap, "d4^e5").splits());
    CHECK_FALSE(move_of(goap, "d4d7").splits());
}

TEST_CASE("suffixes: promotions, and whether two rooks form a Cathedral", "[super_chess][notation]") {
    for (const char* text : {"d7d8=Q", "d7d8=R", "d7d8=B", "d7d8=N"})
        check_notation(placed("Kh1 Pd7 kh5"), text);
    for (const char* text : {"d7d8", "d7d8=Q", "d7d8=C", "d7d8=H", "d7d8=B", "d7d8=N"})
        check_notation(placed("Kh1 (RP)d7 kh5"), text);
    for (const char* text : {"d7^d8=Q", "d7^d8=R", "d7^d8=B", "d7^d8=N"})
        check_notation(placed("Kh1 (RP)d7 kh5"), text);
    for (const char* text : {"d7^^d8", "d7^^d8=H", "d7d8", "d7d8=V"})
        check_notation(placed("Kh1 (RRP)d7 kh5"), text);
    for (const char* text : {"d4d7=C", "d4d7=H"}) check_notation(placed("Kh1 Rd4 Rd7 kh5"), text);
    for (const char* text : {"d4_d7=C", "d4_d7=H"}) check_notation(placed("Kh1 (RN)d4 Rd7 kh5"), text);
    for (const char* text : {"d4^d7=C", "d4^d7=H"}) check_notation(placed("Kh1 (RR)d4 Rd7 kh5"), text);
}

TEST_CASE("the promotion of a pawn left behind follows its square", "[super_chess][notation]") {
    const Position mvp = placed("Kh3 (R[q]P)b8 R[k]b1 kh5");
    for (const char* text : {"b8=R_b2", "b8=N_b2", "b8=Q_b1=C", "b8=B_b1=H"}) check_notation(mvp, text);
    const Move move = move_of(mvp, "b8=Q_b1=C");
    CHECK(move.left_pawn() == Suffix::Queen);
    CHECK(move.suffix() == Suffix::Cathedral);
    CHECK(move.from() == square("b8"));
    CHECK(move.to() == square("b1"));
    for (const char* text : {"b8=R__b2", "b8=N__b1", "b8_b2"})
        check_notation(placed("Kh3 (R[q]R[a]P)b8 R[k]b1 kh5"), text);
}

TEST_CASE("turning over names only the square", "[super_chess][notation]") {
    check_notation(placed("Kh1 (RR)d4 kh7"), "d4=H");
    check_notation(placed("Kh1 (R^R)d4 kh7"), "d4=C");
    CHECK(move_of(placed("Kh1 (RR)d4 kh7"), "d4=H").turn() == Turn::TurnOver);
}

TEST_CASE("castlings of three kinds", "[super_chess][notation]") {
    const Position white = placed("Ke1 Ra1 Rh1 (R[a]R[b])d4 kc8 Pg7", "w KQ - 0,0 -/-");
    for (const char* text : {"O-O", "O-O-O", "e1<>d4"}) check_notation(white, text);
    check_notation(placed("Ke1 (RRR)a4 kc8"), "e1~g3");
    const Position black = placed("ke8 ra8 rh8 (r[a]r[b])d5 Kc1", "b kq - 0,0 -/-");
    for (const char* text : {"O-O", "e8<>d5"}) check_notation(black, text);
    check_notation(black, "O-O-O");
    // Zeros are read as letters O.
    CHECK(white.uci(move_of(white, "0-0")) == "O-O");
    CHECK(black.uci(move_of(black, "0-0-0")) == "O-O-O");
}

TEST_CASE("travel names the earlier state, 0 is the oldest", "[super_chess][notation]") {
    for (const char* text : {"@0", "@5", "@9"}) check_notation(with_hourglass(), text);
    CHECK(move_of(with_hourglass(), "@5").is_travel());
    CHECK(move_of(with_hourglass(), "@5").state() == 5);
    CHECK(move_of(with_hourglass(), "@5") == Move::travel(5));
    CHECK(machine_form(Move::travel(1234567)) == "@1234567");
}

TEST_CASE("check and mate are written, stalemate and High Ground are not", "[super_chess][notation]") {
    check_notation(placed("Kg1 Ra1 kg8 pf7 pg7 ph7"), "a1a8#");
    check_notation(placed("Kg1 Ra1 kg8 pf7 pg7"), "a1a8+");
    check_notation(placed("Kg1 Ra1 kg8 pf7 pg7 ph7"), "a1a7");
    check_notation(placed("Kh1 (RN)d4 kh7"), "d4_d7+");
    check_notation(placed("Kd4 (RRR)d5 kh8"), "d4d5");
    const Position stalemates = placed("Kh8 qg4 ka1", "b - - 0,0 -/-");
    check_notation(stalemates, "g4g6");
    CHECK(after(stalemates, "g4g6").outcome() == Outcome::Draw);
    // A side with several king-like pieces cannot be in check.
    check_notation(placed("Kg1 Ra1 kg8 oh8 pf7 pg7 ph7"), "a1a8");
    // Castling, a hop and travel can give check.
    check_notation(placed("Ke1 Rh1 kf8", "w K - 0,0 -/-"), "O-O+");
    check_notation(placed("Kh1 Nf3 Rd4 kb5"), "f3d4+");
    const Position back =
        position(fen_of("Kh1 (R[q]^R[k])d4 kh7") + " | " + fen_of("Kh1 R[q]a8 kh8", "b - - 0,0"));
    check_notation(back, "@0+");
}

TEST_CASE("a small letter after a move is read as a suffix, as in machine forms of chess",
          "[super_chess][notation]") {
    const Position pawn = placed("Kh1 Pe7 kh5");
    CHECK(pawn.uci(move_of(pawn, "e7e8q")) == "e7e8=Q");
    CHECK(pawn.uci(move_of(pawn, "e7e8n")) == "e7e8=N");
}

TEST_CASE("exclamation and question marks are skipped", "[super_chess][notation]") {
    for (const char* text : {"e2e4!", "e2e4?!", "e2e4!!"}) CHECK(remarks(Position(), text).empty());
    CHECK(remarks(placed("Kg1 Ra1 kg8 pf7 pg7 ph7"), "a1a8#!?").empty());
}

TEST_CASE("every legal move has a distinct text, and is read from it", "[super_chess][notation]") {
    for (const Position& position : many_positions()) {
        INFO(position.fen());
        Moves moves;
        position.legal_moves(moves);
        std::set<std::string> texts;
        for (const Move& move : moves) {
            const std::string text = position.uci(move);
            INFO(text);
            texts.insert(text);
            CHECK(move_of(position, text) == move);
            CHECK(move_of(position, position.notation(move)) == move);
        }
        CHECK(texts.size() == moves.size());
    }
}

TEST_CASE("Super Chess: moves are sorted by their machine forms", "[super_chess][notation]") {
    for (const Position& at : many_positions()) {
        Moves moves;
        at.legal_moves(moves);
        std::sort(moves.begin(), moves.end());
        std::vector<std::string> texts;
        for (const Move& move : moves) texts.push_back(at.uci(move));
        INFO(at.fen());
        CHECK(std::is_sorted(texts.begin(), texts.end()));
        for (const Move& one : moves) {
            for (const Move& other : moves) {
                if ((one < other) != (at.uci(one) < at.uci(other)) || (one == other) != (&one == &other))
                    FAIL_CHECK(at.uci(one) + " and " + at.uci(other));
            }
        }
    }
    CHECK(Move::travel(10) < Move::travel(9));
}

// ---- Texts that are not legal moves

TEST_CASE("a text is parsed without a position", "[super_chess][notation]") {
    const auto read = read_move_text("b8=Q__b1=C#!?");
    REQUIRE(read);
    CHECK(read->move == Move(Turn::SlideOut2, square("b8"), square("b1"), Suffix::Cathedral, Suffix::Queen));
    CHECK(read->check_sign == '#');
    CHECK(read_move_text("e2e4")->check_sign == 0);
    CHECK(read_move_text("e2e4")->move == Move(Turn::Whole, square("e2"), square("e4")));
    CHECK(read_move_text("d4^e5")->move == Move(Turn::JumpOff1, square("d4"), square("e5")));
    CHECK(read_move_text("e1<>d3+")->move == Move(Turn::SuperCastle, square("e1"), square("d3")));
    CHECK(read_move_text("e1~g3")->move == Move(Turn::HyperCastle, square("e1"), square("g3")));
    CHECK(read_move_text("@17+")->move == Move::travel(17));
    CHECK(read_move_text("O-O")->move.turn() == Turn::CastleShort);
    CHECK(read_move_text("O-O-O#")->move.turn() == Turn::CastleLong);
    CHECK(read_move_text("d4=H")->move.turn() == Turn::TurnOver);
    CHECK(read_move_text("d4=H")->move.from() == square("d4"));
    CHECK(read_move_text("d4=H")->move.suffix() == Suffix::Hourglass);
    CHECK(read_move_text("d4d8=V")->move.suffix() == Suffix::Vatican);
}

TEST_CASE("Super Chess: text that is not a move is reported with the offset where reading stopped",
          "[super_chess][notation]") {
    const std::pair<std::string, std::size_t> cases[] = {
        {"", 0},        {"x", 0},       {" e2e4", 0},  {"o-o", 0},
        {"Wg1f3", 0},   {"i2i4", 0},    {"e9e4", 0},   {"e0e4", 0},
        {"e", 0},       {"é", 0},       {"e2=", 3},    {"e2e", 2},
        {"e2e9", 2},    {"e2 e4", 2},   {"e2-e4-", 2}, {"e2xxe4", 2},
        {"e2e4 ", 4},   {"e2e4x", 4},   {"e2e4e5", 4}, {"e2e4k", 4},
        {"e2e4++", 5},  {"e2e4!+", 5},  {"e2e4=", 5},  {"e2e4=K", 5},
        {"e2e4=q", 5},  {"e2e4=QQ", 6}, {"e7e8qq", 4}, {"d4_", 3},
        {"d4__", 4},    {"d4___d7", 4}, {"d4^", 3},    {"d4^^", 4},
        {"d4^^^d7", 4}, {"d4^i5", 3},   {"d4_^d7", 3}, {"e1<>", 4},
        {"e1<d3", 2},   {"e1><d3", 2},  {"e1~", 3},    {"e1~~g3", 3},
        {"d4=", 3},     {"d4=X", 3},    {"d4=QQ", 4},  {"d4=HH", 4},
        {"b8=R_", 5},   {"b8=_b1", 3},  {"@", 1},      {"@x", 1},
        {"@-1", 1},     {"@ 5", 1},     {"@5x", 2},    {"@5=Q", 2},
        {"O-O-", 3},    {"O-O-O-O", 5}, {"O-Oe4", 3},  {"@99999999999999999999", 1}};
    for (const auto& [text, offset] : cases) {
        INFO(text);
        const auto read = read_move_text(text);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == FaultCode::NotAMove);
        CHECK(read.error().offset == offset);
        CHECK(read.error().field.empty());
        CHECK(refusal(Position(), text) == read.error());
    }
}

TEST_CASE("Super Chess: the short form is read if it is unambiguous", "[super_chess][notation]") {
    const Position array;
    for (const char* text : {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3!"}) {
        INFO(text);
        CHECK(array.uci(move_of(array, text)) == "g1f3");
    }
    CHECK(array.uci(move_of(array, "e4")) == "e2e4");
    CHECK(array.uci(move_of(array, "e2-e4")) == "e2e4");
    CHECK(remarks(array, "Nxf3") == Codes{FaultCode::WrongSuffix});
    for (const char* text : {"e2", "e5", "Nf4", "RNf3", "_f3", "e8=Q"}) {
        INFO(text);
        CHECK(refusal(array, text).code == FaultCode::IllegalMove);
    }
    CHECK(refusal(array, "RPNf3").code == FaultCode::NotAMove);

    // A text begins with the letters of the whole stack, bottom first, or of the part that leaves it.
    const Position paladin = placed("Kh1 (RN)d4 Nb1 kh7");
    CHECK(paladin.uci(move_of(paladin, "RNf6")) == "d4f6");
    CHECK(paladin.uci(move_of(paladin, "R_d7")) == "d4_d7");
    CHECK(paladin.uci(move_of(paladin, "N^e6")) == "d4^e6");
    CHECK(refusal(paladin, "Nd7").code == FaultCode::IllegalMove);
    const Position knights = placed("Kh1 Nb1 Nf1 kh7");
    CHECK(refusal(knights, "Nd2").message == "Nd2 may be b1d2 or f1d2");
    CHECK(refusal(placed("Kh1 Pd7 kh5"), "d8").code == FaultCode::MissingPromotion);
    CHECK(placed("Kh1 Pd7 kh5").uci(move_of(placed("Kh1 Pd7 kh5"), "d8=N")) == "d7d8=N");
}

TEST_CASE("Super Chess: a move that is not legal is refused with the reason", "[super_chess][notation]") {
    for (const char* text : {"e3e4", "e7e5", "e2e5", "e1e2", "a1a2", "O-O", "O-O-O", "@0", "@5", "e2e4=Q",
                             "a1_a3", "a1^a3", "e1<>a1", "e1~e3", "a1=H", "a1=C", "e2=Q_e4", "e2e4=C"}) {
        INFO(text);
        CHECK(refusal(Position(), text).code == FaultCode::IllegalMove);
        CHECK(refusal(Position(), text).field.empty());
    }
    CHECK_THAT(refusal(Position(), "e3e4").message, Catch::Contains("e3 is empty"));
    CHECK_THAT(refusal(Position(), "e7e5").message, Catch::Contains("white"));
    CHECK_THAT(refusal(Position(), "e2e5").message, Catch::Contains("e2e5"));
    CHECK_THAT(refusal(Position(), "@0").message, Catch::Contains("travel"));
    CHECK_THAT(refusal(with_hourglass(), "@10").message, Catch::Contains("10"));
    CHECK(refusal(with_hourglass(), "@10").code == FaultCode::IllegalMove);
    CHECK_THAT(refusal(placed("Kh1 rh8 Pa2 ka7"), "a2a3").message, Catch::Contains("check"));
    // Suffixes that only other moves have are illegal.
    CHECK(refusal(placed("Kh1 Pd7 kh5"), "d7d8=C").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Kh1 (RP)d7 kh5"), "d7d8=R").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Kh1 (RP)d7 kh5"), "d7d8=V").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Kh1 (RRP)d7 kh5"), "d7d8=Q").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Kh1 (RR)d4 kh7"), "d4=C").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Kh1 (R^R)d4 kh7"), "d4=H").code == FaultCode::IllegalMove);
    // Signs of splits that the stack does not have are illegal.
    CHECK(refusal(placed("Kh1 (RN)d4 kh7"), "d4__d7").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Kh1 (RN)d4 kh7"), "d4^^e6").code == FaultCode::IllegalMove);
    CHECK(refusal(placed("Kh1 (RN)d4 kh7"), "d4e7").code == FaultCode::IllegalMove);
    // A finished game has no moves.
    CHECK(refusal(placed("(RRRK)d4 kh8 pa7"), "d4d5").code == FaultCode::IllegalMove);
}

TEST_CASE("a missing promotion or choice of stack is reported", "[super_chess][notation]") {
    CHECK(refusal(placed("Kh1 Pd7 kh5"), "d7d8").code == FaultCode::MissingPromotion);
    CHECK(refusal(placed("Kh1 Pd7 ne8 kh5"), "d7e8+").code == FaultCode::MissingPromotion);
    CHECK(refusal(placed("Kh1 (RP)d7 kh5"), "d7^d8").code == FaultCode::MissingPromotion);
    CHECK(refusal(placed("Kh1 Rd4 Rd7 kh5"), "d4d7").code == FaultCode::MissingPromotion);
    CHECK(refusal(placed("Kh1 (RP)b8 kh5"), "b8_b1").code == FaultCode::MissingPromotion);
    const Position both = placed("Kh3 (R[q]P)b8 R[k]b1 kh5");
    for (const char* text : {"b8_b1", "b8=Q_b1", "b8_b1=C"}) {
        INFO(text);
        CHECK(refusal(both, text).code == FaultCode::MissingPromotion);
    }
    CHECK(refusal(placed("Kh1 Pd7 kh5"), "d7d8").field.empty());
    // An MVP need not promote.
    CHECK(legal(placed("Kh1 (RP)d7 kh5"), "d7d8"));
    CHECK(move_of(placed("Kh1 (RP)d7 kh5"), "d7d8").suffix() == Suffix::None);
}

TEST_CASE("a wrong sign gets a remark, a missing one does not", "[super_chess][notation]") {
    const Position rook = placed("Kg1 Ra1 kg8 pf7 pg7 ph7");
    CHECK(remarks(rook, "a1a8#").empty());
    CHECK(remarks(rook, "a1a8").empty());
    CHECK(remarks(rook, "a1a8+") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook, "a1a7+") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(rook, "a1a7#") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(Position(), "e2e4+") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(Position(), "e2e4+!?") == Codes{FaultCode::WrongSuffix});
    CHECK(Position().read_move("e2e4+")->move == move_of(Position(), "e2e4"));
    const Position check = placed("Kg1 Ra1 kg8 pf7 pg7");
    CHECK(remarks(check, "a1a8#") == Codes{FaultCode::WrongSuffix});
    CHECK(remarks(check, "a1a8+").empty());
    CHECK(remarks(with_hourglass(), "@3+") == Codes{FaultCode::WrongSuffix});
}

// ---- Effects of a move

TEST_CASE("the piece that moves, the piece that it captures, and whether it hops",
          "[super_chess][notation]") {
    const auto goer_of = [](const Position& at, std::string_view text) {
        return moving_stack(at, move_of(at, text)).kind();
    };
    const Position goap = placed("Kh1 (RRP)d4 ne5 rd7 Rd1 kh8");
    CHECK(goer_of(goap, "d4d5") == Kind::Goap);
    CHECK(goer_of(goap, "d4_d7") == Kind::Rook);
    CHECK(goer_of(goap, "d4__d7") == Kind::Cathedral);
    CHECK(goer_of(goap, "d4^e5") == Kind::Pawn);
    CHECK(goer_of(goap, "d4^^e5") == Kind::Mvp);
    CHECK(moving_stack(with_hourglass(), Move::travel(0)).kind() == Kind::None);

    const auto victim_of = [](const Position& at, std::string_view text) {
        return victim(at, move_of(at, text));
    };
    CHECK(victim_of(goap, "d4_d7") == Kind::Rook);
    CHECK(victim_of(goap, "d4^e5") == Kind::Knight);
    CHECK(victim_of(goap, "d4d5") == Kind::None);
    const Position passed = after(placed("Kh1 Pd2 Rd4 pe4 kh7"), "d2d4");
    CHECK(victim_of(passed, "e4d3") == Kind::Mvp);
    CHECK(victim_of(passed, "e4e3") == Kind::None);
    CHECK(victim_of(with_hourglass(), "@0") == Kind::None);

    CHECK(hops(goap, move_of(goap, "d4^^d1")));
    CHECK(hops(placed("Kh1 Nd4 Re6 kh7"), move_of(placed("Kh1 Nd4 Re6 kh7"), "d4e6")));
    CHECK_FALSE(hops(goap, move_of(goap, "d4^e5")));
    CHECK_FALSE(hops(goap, move_of(goap, "d4d5")));
    const Position stays = placed("Kh1 (RQ)d4 kh7");
    CHECK_FALSE(hops(stays, move_of(stays, "d4d4")));
    const Position castles = placed("Ke1 (RR)d4 kh7");
    CHECK_FALSE(hops(castles, move_of(castles, "e1<>d4")));
}

TEST_CASE("a text with a blank or a number that is too large is not a move", "[super_chess][notation]") {
    CHECK(refusal(placed("Kh1 Pa7 kh7"), "a7a8= Q").code == FaultCode::NotAMove);
    CHECK(refusal(with_hourglass(), "@268435456").code == FaultCode::NotAMove);
    CHECK(refusal(with_hourglass(), "@99999999999").code == FaultCode::NotAMove);
}

}  // namespace octomate::super_chess
