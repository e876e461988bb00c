// FENs (section 14): parsing, writing, and faults with their offsets.
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "games/super_chess/rules/snapshot.hpp"
#include "unit/fen_faults.hpp"
#include "unit/super_chess/positions.hpp"

namespace octomate::super_chess {

namespace {

/// Returns the faults of a FEN in the order in which they are reported; empty if it is valid.
All faults(std::string_view fen) { return faults_of_fen(Position::from_fen(fen)); }

std::string message(std::string_view fen) { return Position::from_fen(fen).error().front().message; }

/// Reads a FEN and writes it in its normal form.
std::string normal(std::string_view fen) { return position(fen).fen(); }

/// Returns the board field of the normal form of these pieces.
std::string normal_pieces(std::string_view pieces) { return field(placed(pieces), 0); }

/// Returns the board field of the FEN of these pieces.
std::string board_of(std::string_view pieces) {
    const std::string fen = fen_of(pieces);
    return fen.substr(0, fen.find(' '));
}

/// A FEN of two bare kings with all fields, up to the start of an earlier state at offset 36.
const std::string before_earlier = bare + " w - - 0,0 -/- | ";

/// Returns a FEN of two kings and a piece on d5, whose text begins at offset 9.
std::string with_d5(std::string_view piece) {
    return "4k3/8/8/3" + std::string(piece) + "4/8/8/8/4K3 w - - 0,0 -/-";
}

}  // namespace

// ---- Reading and writing FENs

TEST_CASE("fields that are left out are \"w - - 0,0 -/-\"", "[super_chess][setup]") {
    CHECK(normal(bare) == bare + " w - - 0,0 -/-");
    CHECK(normal(bare + " b") == bare + " b - - 0,0 -/-");
    CHECK(normal(bare + " b -") == bare + " b - - 0,0 -/-");
    CHECK(normal(bare + " b - -") == bare + " b - - 0,0 -/-");
    CHECK(normal(bare + " b - - 3,4") == bare + " b - - 3,4 -/-");
    CHECK(normal(bare + " b - - 3,4 q/a") == bare + " b - - 3,4 q/a");
    CHECK(normal("  " + bare + " \t b   -  ") == bare + " b - - 0,0 -/-");
}

TEST_CASE("the initial position is read and written as in the rules text", "[super_chess][setup]") {
    const std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0,0 -/-";
    CHECK(normal(start) == start);
    CHECK(position(start) == Position());
    CHECK(position(start).now() == initial_state());
    CHECK(Position().fen() == start);
    CHECK(write_snapshot(initial_state()) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0,0");
    CHECK(Position().variant() == "super-chess");
}

TEST_CASE("the positions of the rules text are written as they were read", "[super_chess][setup]") {
    // Identities and colours are written if they differ from those that the square implies.
    CHECK(normal(examples[0]) == "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2(R[q]N)2N2/PPPQ1PPP/4K2R w Kkq - 0,0 -/-");
    CHECK(normal(examples[1]) ==
          "r1bqk2r/pppp1ppp/2n2n2/4p3/4P3/3(R[k]Q)1N2/PPPP1PPP/RNB1K3 w Qkq - 0,0 -/-");
    CHECK(normal(examples[2]) ==
          "r3k2r/ppp2ppp/2n2n2/3pp3/8/2N1(R[k]B[l2.4])N2/PPP2PPP/R3K3 w Qkq - 0,0 -/-");
    CHECK(normal(examples[3]) == "4k3/8/2(r[q]r[k]p)5/8/3p4/8/P2P1(R[q]R[k]R[b])2/4KO2 w - - 0,0 -/-");
    CHECK(normal(examples[4]) == "(r^r[k])3k3/1P(R[q]P)3P1/8/8/8/8/1p4p1/4K2R w K - 0,0 -/-");
    for (const std::string_view fen : examples) CHECK(position(normal(fen)) == position(fen));
}

TEST_CASE("every memory of a piece is written and read", "[super_chess][setup]") {
    for (const char* pieces : {"Ke1 R[q]d4 ke8",
                               "Ke1 Ra1 Rh1 R[a]c4 ke8",
                               "Ke1 R[k]a1 R[q]h1 ke8",
                               "Ke1 ra8 rh8 r[h]c5 kd8",
                               "Ke1 r[k]a8 r[q]h8 ke7",
                               "Ke1 P[b]c4 ke8",
                               "Ke1 P[*]c2 ke8",
                               "Ke1 P[b*]c2 ke8",
                               "Ke1 P[b]c2 ke8",
                               "Ke1 p[*]c7 ke8",
                               "Ke1 p[b*]c7 ke8",
                               "Ke1 Pc2 pc7 ke8",
                               "Ke1 B[l]d4 ke8",
                               "Ke1 B[d]d3 ke8",
                               "Ke1 B[l2.4]d4 ke8",
                               "Ke1 B[2.4]d3 ke8",
                               "Ke1 b[l1.5]d6 ke8",
                               "K[s]e1 k[h]e8",
                               "K[h]e1 k[sh]e8",
                               "K[sh]e1 O[s]a4 o[sh]a5 ke8",
                               "Ke1 (R[q]P[c])d4 ke8",
                               "Ke1 (R[a]P)d4 ke8",
                               "Ke1 (R[a]R[b])d4 ke8",
                               "Ke1 (R[q]^R[k])d4 ke8",
                               "Ke1 (R^R[k])a1 ke8",
                               "Ke1 (R[k]^R)a1 ke8",
                               "Ke1 (R[h]N)d4 ke8",
                               "Ke1 (R[q]B)d4 ke8",
                               "Ke1 (R[q]B[d])d3 ke8",
                               "Ke1 (R[q]B)d3 ke8",
                               "Ke1 (R[q]B[l2.6])d4 ke8",
                               "Ke1 (R[q]B[1.1])d3 ke8",
                               "Ke1 (R[q]Q)c4 ke8",
                               "(R[q]K[s])d4 ke8",
                               "Ke1 (R[q]O[h])d4 ke8",
                               "Ke1 (R[q]R[k]P[a])d4 ke8",
                               "Ke1 (R[c]R[b]R[a])d4 ke8",
                               "(R[q]R[k]R[a]K[sh])d4 ke8",
                               "Ke1 (R[q]R[k]R[a]O)d4 ke8",
                               "Ke1 (r[q]r[k]p[b])d5 ke8",
                               "Ke1 (r[q]^r[k])d5 ke8"}) {
        INFO(pieces);
        CHECK(normal_pieces(pieces) == board_of(pieces));
        CHECK(placed(pieces) == position(placed(pieces).fen()));
    }
}

TEST_CASE("memories are read into the pieces they belong to", "[super_chess][setup]") {
    const Position at = placed("K[s]e1 (R[q]B[l2.4])d4 P[b*]c2 Pf2 (r[a]^r[k])d5 o[sh]a8 ke8");
    const auto stack = [&](std::string_view name) { return at.board().at(square(name)); };
    CHECK(stack("e1").super_castled());
    CHECK_FALSE(stack("e1").hyper_castled());
    CHECK(stack("a8").super_castled());
    CHECK(stack("a8").hyper_castled());
    CHECK(stack("d4").kind() == Kind::Cardinal);
    CHECK(stack("d4").identity(0) == queens_rook);
    CHECK(stack("d4").has_light_bishop());
    CHECK(stack("d4").captured_pieces() == 2);
    CHECK(stack("d4").captured_points() == 4);
    CHECK(stack("c2").identity(0) == first_pawn + 1);
    CHECK(stack("c2").has_moved());
    CHECK_FALSE(stack("f2").has_moved());
    CHECK(stack("d5").kind() == Kind::Hourglass);
    CHECK(stack("d5").side() == Color::Black);
    CHECK(stack("d5").identity(0) == first_pawn);
    CHECK(stack("d5").identity(1) == kings_rook);
}

TEST_CASE("every stack of the table is read as its kind", "[super_chess][setup]") {
    const std::pair<std::string, Kind> stacks[] = {
        {"P", Kind::Pawn},           {"N", Kind::Knight},         {"B", Kind::Bishop},
        {"R", Kind::Rook},           {"Q", Kind::Queen},          {"O", Kind::Pope},
        {"(RP)", Kind::Mvp},         {"(RR)", Kind::Cathedral},   {"(R^R)", Kind::Hourglass},
        {"(RN)", Kind::Paladin},     {"(RB)", Kind::PseudoQueen}, {"(RB[d])", Kind::PseudoQueen},
        {"(RB[l])", Kind::Cardinal}, {"(RQ)", Kind::HyperQueen},  {"(RO)", Kind::CowardlyPope},
        {"(RRP)", Kind::Goap},       {"(RRR)", Kind::Vatican},    {"(RRRO)", Kind::PopesHighGround}};
    for (const auto& [stack, kind] : stacks) {
        INFO(stack);
        const Position at = placed("Kh1 " + stack + "d4 kh7");
        CHECK(kind_at(at, "d4") == kind);
        CHECK(at.board().at(square("d4")).side() == Color::White);
        CHECK(count(at.board().occupied()) == 3);
    }
    CHECK(kind_at(placed("Kd4 kh7"), "d4") == Kind::King);
    CHECK(kind_at(placed("(RK)d4 kh7"), "d4") == Kind::CowardlyKing);
    CHECK(kind_at(placed("(RRRK)d4 kh7"), "d4") == Kind::HighGround);
    // On a light square a bishop without a given colour is light.
    CHECK(kind_at(placed("Kh1 (RB)d5 kh7"), "d5") == Kind::Cardinal);
    CHECK(kind_at(placed("Kh1 (RB[d])d5 kh7"), "d5") == Kind::PseudoQueen);
}

TEST_CASE("an omitted identity is that of the home corner or the own file", "[super_chess][setup]") {
    CHECK(normal_pieces("Ke1 R[q]a1 R[k]h1 P[c]c4 ke8") == board_of("Ke1 Ra1 Rh1 Pc4 ke8"));
    const Position home = placed("Ke1 Ra1 Rh1 Pc4 ra8 rh8 pc5 ke7");
    const auto identity = [&](std::string_view name) { return home.board().at(square(name)).identity(0); };
    CHECK(identity("a1") == queens_rook);
    CHECK(identity("h1") == kings_rook);
    CHECK(identity("c4") == first_pawn + 2);
    CHECK(identity("a8") == queens_rook);
    CHECK(identity("h8") == kings_rook);
    CHECK(identity("c5") == first_pawn + 2);
    // A rook on an enemy corner gets the first free identity.
    CHECK(normal_pieces("Ke1 Ra8 ke7") == board_of("Ke1 R[q]a8 ke7"));
    CHECK(normal_pieces("Ke1 Rh8 ke7") == board_of("Ke1 R[q]h8 ke7"));
}

TEST_CASE("otherwise it is the first free one of q, k and a to h", "[super_chess][setup]") {
    CHECK(normal_pieces("Ke1 Rd4 ke8") == board_of("Ke1 R[q]d4 ke8"));
    CHECK(normal_pieces("Ke1 Rd4 Rc5 ke8") == board_of("Ke1 R[k]d4 R[q]c5 ke8"));
    CHECK(normal_pieces("Ke1 Ra1 Rd4 ke8") == board_of("Ke1 Ra1 R[k]d4 ke8"));
    CHECK(normal_pieces("Ke1 Rh1 Rd4 ke8") == board_of("Ke1 Rh1 R[q]d4 ke8"));
    CHECK(normal_pieces("Ke1 R[q]d4 Ra1 ke8") == board_of("Ke1 R[q]d4 R[k]a1 ke8"));
    CHECK(normal_pieces("Ke1 Ra1 Rh1 Rd4 ke8") == board_of("Ke1 Ra1 Rh1 R[a]d4 ke8"));
    // Pieces on their home squares get their identities first, wherever they are listed.
    CHECK(normal_pieces("Ke1 Ra1 Rh1 Rd4 Pa2 ke8") == board_of("Ke1 Ra1 Rh1 R[b]d4 Pa2 ke8"));
    CHECK(normal_pieces("Ke1 Pd4 Pd5 ke8") == board_of("Ke1 P[a]d4 Pd5 ke8"));
    CHECK(normal_pieces("Ke1 Pd4 Pd5 Pa2 ke8") == board_of("Ke1 P[b]d4 Pd5 Pa2 ke8"));
    CHECK(normal_pieces("Ke1 P[d]c4 Pd5 ke8") == board_of("Ke1 P[d]c4 P[a]d5 ke8"));
    CHECK(normal_pieces("Ke1 R[d]c4 Pd5 ke8") == board_of("Ke1 R[d]c4 P[a]d5 ke8"));
    // Each side has its own identities.
    CHECK(normal_pieces("Ke1 Rd4 rc5 ke8") == board_of("Ke1 R[q]d4 r[q]c5 ke8"));
    // In a stack identities are given from the bottom up.
    CHECK(normal_pieces("Ke1 (RR)a1 ke8") == board_of("Ke1 (RR[k])a1 ke8"));
    CHECK(normal_pieces("Ke1 (RRR)d4 ke8") == board_of("Ke1 (R[q]R[k]R[a])d4 ke8"));
    CHECK(normal_pieces("Ke1 (RRP)d4 ke8") == board_of("Ke1 (R[q]R[k]P)d4 ke8"));
    CHECK(normal_pieces("Ke1 (R^R)d4 Ra1 ke8") == board_of("Ke1 (R[k]^R[a])d4 Ra1 ke8"));
}

TEST_CASE("memories that the square implies are not written", "[super_chess][setup]") {
    CHECK(normal_pieces("Ke1 P[c*]c2 ke8") == board_of("Ke1 P[*]c2 ke8"));
    CHECK(normal_pieces("Ke1 B[d]d4 ke8") == board_of("Ke1 Bd4 ke8"));
    CHECK(normal_pieces("Ke1 B[l]d3 ke8") == board_of("Ke1 Bd3 ke8"));
    CHECK(normal_pieces("Ke1 B[l0.0]d4 ke8") == board_of("Ke1 B[l]d4 ke8"));
    CHECK(normal_pieces("Ke1 B[l1.3]d3 ke8") == board_of("Ke1 B[1.3]d3 ke8"));
    const std::string home = "r3k2r/8/8/8/8/8/8/R3K2R";
    CHECK(normal(home + " w qkQK") == home + " w KQkq - 0,0 -/-");
    CHECK(normal(home + " w qK") == home + " w Kq - 0,0 -/-");
    CHECK(normal(bare + " w - - 007,1 kq/hga") == bare + " w - - 7,1 qk/agh");
}

TEST_CASE("rights, en passant, counters and used rooks are read and written", "[super_chess][setup]") {
    for (const char* fen :
         {"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0,0 -/-", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0,0 -/-",
          "4k3/8/8/8/3P4/8/8/4K3 b - d3 0,0 -/-", "4k3/8/8/8/3(R[q]P)4/8/8/4K3 b - d3 0,0 -/-",
          "4k3/8/8/8/3(R[q]R[k]P)4/8/8/4K3 b - d3 0,0 -/-", "4k3/8/8/8/8/8/8/4K3 w - - 12,345 -/-",
          "4k3/8/8/8/8/8/8/4K3 b - - 0,0 qk/a", "4k3/8/8/8/8/8/8/4K3 w - - 0,0 qkabcdefgh/-",
          "4k3/8/8/8/8/8/8/4K3 w - - 0,0 -/qkabcdefgh"}) {
        INFO(fen);
        CHECK(normal(fen) == fen);
    }
    const Position at = position(bare + " b - - 12,345 q/ab");
    CHECK(at.turn() == Color::Black);
    CHECK(at.now().bare_turns == std::array<std::uint32_t, 2>{12, 345});
    CHECK(at.used() == UsedRooks{1, 12});
    CHECK(position("4k3/8/8/3p4/8/8/8/4K3 w - d6").now().en_passant == square("d6"));
    CHECK(at.now().en_passant == -1);
    // A rook at home with a piece on top keeps its right (A19).
    CHECK(field(placed("Ke1 (RN)a1 (RR[a])h1 ke8", "w KQ - 0,0 -/-"), 2) == "KQ");
}

TEST_CASE("earlier states are listed from the oldest", "[super_chess][setup]") {
    const std::string one = fen_of("Ke1 (R[q]^R[k])d4 P[*]c2 ke8", "b - - 1,2");
    const std::string two = fen_of("K[s]e1 pd5 o[h]a8", "w - d6 0,0");
    const std::string fen = bare + " w - - 0,0 qk/- | " + one + " | " + two;
    const Position at = position(fen);
    CHECK(at.fen() == fen);
    REQUIRE(at.history().size() == 2);
    CHECK(write_snapshot(at.history().at(0)) == one);
    CHECK(write_snapshot(at.history().at(1)) == two);
    CHECK(at.without_past().fen() == bare + " w - - 0,0 qk/-");
    // Identities are assigned separately in each state.
    const std::string left_out = bare + " w - - 0,0 -/- | " + fen_of("Ke1 Rd4 ke8", "b - - 0,0");
    CHECK(normal(left_out) == bare + " w - - 0,0 -/- | " + fen_of("Ke1 R[q]d4 ke8", "b - - 0,0"));
    CHECK(normal(bare + " w - - 0,0 -/-|" + one + "|" + two) ==
          bare + " w - - 0,0 -/- | " + one + " | " + two);
}

TEST_CASE("the positions of a game are parsed back from their FENs", "[super_chess][setup]") {
    Position at;
    for (const char* text : {"a2a4", "a7a5", "h2h4", "h7h5", "a1a3", "b8c6", "h1h3", "g8f6", "a3h3=H", "e7e5",
                             "@3", "h7h5", "@99"}) {
        if (!legal(at, text)) break;
        at = after(at, text);
        INFO(at.fen());
        CHECK(position(at.fen()) == at);
        CHECK(position(at.fen()).key() == at.key());
    }
    CHECK(at.history().size() == 12);
}

// ---- Faults of FENs

TEST_CASE("Super Chess: a FEN without a word is empty", "[super_chess][setup]") {
    CHECK(faults("") == All{{FaultCode::EmptyFen, 0}});
    CHECK(faults(" \t ") == All{{FaultCode::EmptyFen, 0}});
    CHECK(faults(bare + " w - - 0,0 -/- |") == All{{FaultCode::EmptyFen, 35}});
}

TEST_CASE("Super Chess: a letter that names no piece is rejected", "[super_chess][setup]") {
    CHECK(faults("4k3/8/3x4/8/8/8/8/4K3 w") == All{{FaultCode::BadPiece, 7}});
    for (const char* letter : {"x", "A", "C", "-", "*", "^", "é", "]", ")"}) {
        INFO(letter);
        CHECK(faults(with_d5(letter)) == All{{FaultCode::BadPiece, 9}});
    }
    CHECK_THAT(message("4k3/8/3é4/8/8/8/8/4K3 w"), Catch::Contains("\"é\""));
}

TEST_CASE("unclosed or nested brackets and parentheses are rejected", "[super_chess][setup]") {
    for (const char* piece :
         {"(",    "(R",  "(RN",  "R[",      "R[q", "(R[qN)",  "(R[q)N", "((RN))", "(R(RN))", "(RX)",
          "(R1)", "[q]", "[q]R", "R[q][k]", "^R",  "(RN)[q]", "R[[q]]", "(R^)",   "(^)",     "(R^^R)"}) {
        INFO(piece);
        CHECK_FALSE(faults(with_d5(piece)).empty());
    }
}

TEST_CASE("a stack fills one square of its rank", "[super_chess][setup]") {
    CHECK(faults("4k3/7(RN)1/8/8/8/8/8/4K3 w") == All{{FaultCode::RankTooLong, 9}});
    CHECK(faults("4k3/8(RN)/8/8/8/8/8/4K3 w") == All{{FaultCode::RankTooLong, 5}});
    CHECK(faults("4k3/6(RN)/8/8/8/8/8/4K3 w") == All{{FaultCode::RankTooShort, 9}});
    CHECK(faults("4k3/8/8/3(R[q]R[k]R[a])4/8/8/8/4K3 w") == All{});
}

TEST_CASE("invalid castling rights are rejected", "[super_chess][setup]") {
    const std::string home = "4k3/8/8/8/8/8/8/R3K2R";  // 21 bytes: the third field begins at 24
    CHECK(faults(home + " w KQ") == All{});
    CHECK(faults(home + " w QK") == All{});
    CHECK(faults(home + " w KX") == All{{FaultCode::BadCastling, 25}});
    CHECK(faults(home + " w K-") == All{{FaultCode::BadCastling, 25}});
    CHECK(faults(home + " w KQK") == All{{FaultCode::BadCastling, 26}});
    // Rejects rights without a piece to castle with.
    CHECK(faults(home + " w KQk") == All{{FaultCode::BadCastling, 26}});
    CHECK(faults(bare + " w Q") == All{{FaultCode::BadCastling, 22}});
    CHECK(faults("4k3/8/8/8/8/8/8/4K2R w Q") == All{{FaultCode::BadCastling, 23}});
    CHECK(faults("4k3/8/8/8/8/8/8/R2K3R w Q") == All{{FaultCode::BadCastling, 24}});
    CHECK(faults("4k3/8/8/8/8/8/8/N3K2R w KQ") == All{{FaultCode::BadCastling, 25}});
    CHECK(faults("4k3/8/8/8/8/8/8/r3K2R b KQ").front().code == FaultCode::BadCastling);
    // Rejects rights with another rook, a king that has super or hyper castled, or a pope.
    CHECK(faults("4k3/8/8/8/8/8/8/R[a]3K2R w KQ").front().code == FaultCode::BadCastling);
    CHECK(faults("4k3/8/8/8/8/8/8/R3K[s]2R w K").front().code == FaultCode::BadCastling);
    CHECK(faults("4k3/8/8/8/8/8/8/R3K[h]2R w K").front().code == FaultCode::BadCastling);
    CHECK(faults("4k3/8/8/8/8/8/8/R3O2R w K").front().code == FaultCode::BadCastling);
    // A right to castle needs the home rook at the bottom of the stack on its corner.
    CHECK(faults("4k3/8/8/8/8/8/8/(RN)3K2R w KQ") == All{});
    CHECK(faults("4k3/8/8/8/8/8/8/(R[a]R)3K2R w Q").front().code == FaultCode::BadCastling);
}

TEST_CASE("Super Chess: invalid en passant squares are rejected", "[super_chess][setup]") {
    const std::string passed = "4k3/8/8/3p4/8/8/8/4K3";  // 21 bytes: the fourth field begins at 26
    CHECK(faults(passed + " w - d6") == All{});
    for (const char* text : {"d3", "d5", "d", "6", "d66", "i6", "D6", "x", "d6-", "e6"}) {
        INFO(text);
        CHECK(faults(passed + " w - " + text) == All{{FaultCode::BadEnPassant, 26}});
    }
    CHECK(faults(passed + " b - d6") == All{{FaultCode::BadEnPassant, 26}});
    CHECK(faults("4k3/8/8/8/3P4/8/8/4K3 b - d3") == All{});
    // Rejects a square with a piece on it, a piece behind it, or no enemy pawn in front of it.
    CHECK(faults("4k3/8/3n4/3p4/8/8/8/4K3 w - d6") == All{{FaultCode::BadEnPassant, 28}});
    CHECK(faults("4k3/3n4/8/3p4/8/8/8/4K3 w - d6") == All{{FaultCode::BadEnPassant, 28}});
    CHECK(faults("4k3/8/8/3r4/8/8/8/4K3 w - d6") == All{{FaultCode::BadEnPassant, 26}});
    CHECK(faults("4k3/8/8/3P4/8/8/8/4K3 w - d6") == All{{FaultCode::BadEnPassant, 26}});
    // An MVP or a GOAP may have been formed by a double step.
    CHECK(faults("4k3/8/8/3(rp)4/8/8/8/4K3 w - d6") == All{});
    CHECK(faults("4k3/8/8/3(rrp)4/8/8/8/4K3 w - d6") == All{});
    CHECK(faults("4k3/8/8/3(rr)4/8/8/8/4K3 w - d6").front().code == FaultCode::BadEnPassant);
}

TEST_CASE("invalid counters are rejected", "[super_chess][setup]") {
    for (const char* text : {"0", "0,", ",0", ",", "a,0", "0,b", "-1,0", "+1,0", "1.5,0", "0,0,0", "0;0",
                             "99999999999,0", "0/0"}) {
        INFO(text);
        CHECK(faults(bare + " w - - " + text) == All{{FaultCode::BadClock, 26}});
    }
    CHECK(faults(bare + " w - - 123456789,0") == All{});
}

TEST_CASE("invalid used rooks are rejected", "[super_chess][setup]") {
    for (const char* text :
         {"-", "q", "qk", "/", "q/", "/q", "qq/-", "-/aa", "i/-", "-/x", "Q/-", "q/-/-", "q-/-", "q,k/-"}) {
        INFO(text);
        CHECK(faults(bare + " w - - 0,0 " + text) == All{{FaultCode::BadUsed, 30}});
    }
    CHECK(faults(bare + " w - - 0,0 kq/hgfedcbakq") == All{});
}

TEST_CASE("a seventh field is rejected", "[super_chess][setup]") {
    CHECK(faults(bare + " w - - 0,0 -/- more") == All{{FaultCode::ExtraFields, 34}});
}

TEST_CASE("stacks that do not exist in the rules are rejected", "[super_chess][setup]") {
    for (const char* piece : {"(NR)",   "(PR)",   "(BR)",    "(QR)",  "(KR)",  "(OR)",   "(NN)",   "(RRN)",
                              "(RRB)",  "(RRQ)",  "(RRK)",   "(RRO)", "(RPR)", "(RPP)",  "(RRRR)", "(RRRP)",
                              "(RRRQ)", "(RRPK)", "(RRRKK)", "(R^N)", "(^RR)", "(^R^R)", "(RR^R)", "(R^RR)",
                              "(Rr)",   "(rR)",   "(Rn)",    "(rN)",  "(R)",   "(N)",    "()"}) {
        INFO(piece);
        CHECK(faults(with_d5(piece)) == All{{FaultCode::BadStack, 9}});
    }
    CHECK_THAT(message(with_d5("(NR)")), Catch::Contains("(NR)"));
}

TEST_CASE("a position has at most one High Ground, an earlier state none", "[super_chess][setup]") {
    CHECK(faults("4k3/8/8/8/8/8/8/(RRRK)7 w") == All{});
    CHECK(faults("4k3/8/8/8/8/8/(RRRO)7/(RRRK)7 w").front().code == FaultCode::BadStack);
    CHECK(faults(before_earlier + "4k3/8/8/8/8/8/8/(RRRK)7 b - - 0,0") == All{{FaultCode::BadStack, 52}});
}

TEST_CASE("memories that do not fit the piece are rejected", "[super_chess][setup]") {
    for (const char* piece :
         {"R[z]",  "R[i]",  "R[]",   "R[qk]",   "R[Q]",  "R[*]", "P[q]",   "P[k]",    "P[x]",   "P[**]",
          "P[*d]", "P[de]", "N[a]",  "N[]",     "Q[s]",  "B[x]", "B[3.1]", "B[l3.3]", "B[1.7]", "B[1]",
          "B[1.]", "B[.1]", "B[ld]", "B[1.2l]", "B[12]", "O[x]", "O[ss]",  "O[q]"}) {
        INFO(piece);
        CHECK(faults(with_d5(piece)) == All{{FaultCode::BadMemory, 11}});
    }
    CHECK(faults(with_d5("(R[z]N)")) == All{{FaultCode::BadMemory, 12}});
    CHECK(faults(with_d5("(RP[q])")) == All{{FaultCode::BadMemory, 13}});
    CHECK(faults(with_d5("(R^R[z])")) == All{{FaultCode::BadMemory, 14}});
    CHECK(faults(with_d5("(RN[s])")) == All{{FaultCode::BadMemory, 13}});
    // Captures of a dark bishop are not counted.
    CHECK(faults(with_d5("B[d1.3]")).front().code == FaultCode::BadMemory);
    CHECK(faults(with_d5("(RB[d1.3])")).front().code == FaultCode::BadMemory);
}

TEST_CASE("each identity belongs to one piece of a side", "[super_chess][setup]") {
    CHECK(faults("4k3/8/8/3R[a]P[a]3/8/8/8/4K3 w") == All{{FaultCode::BadMemory, 15}});
    CHECK(faults("4k3/8/8/3R[a]p[a]3/8/8/8/4K3 w") == All{});
    CHECK(faults("4k3/8/8/3(R[q]R[q])4/8/8/8/4K3 w").front().code == FaultCode::BadMemory);
    // There are ten identities, and a pawn can have eight of them.
    CHECK(faults("4k3/8/8/8/8/RR6/PPPPPPPP/4K3 w") == All{});
    CHECK(faults("4k3/8/8/8/8/RRR5/PPPPPPPP/4K3 w") == All{{FaultCode::BadMemory, 0}});
    CHECK(faults("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w") == All{{FaultCode::BadMemory, 0}});
    CHECK(faults("4k3/8/8/8/8/RR6/RRRRRRRR/4K3 b") == All{});
    CHECK(faults("4k3/8/8/8/8/RRR5/RRRRRRRR/4K3 b") == All{{FaultCode::BadMemory, 0}});
}

TEST_CASE("Super Chess: pieces that do not form a position are rejected", "[super_chess][setup]") {
    CHECK(faults("8/8/8/8/8/8/8/4K3 w") == All{{FaultCode::NoKing, 0}});
    // A side needs a king-like piece of any kind.
    for (const char* king : {"O", "(RO)", "(RK)", "(RRRK)", "(RRRO)"}) {
        INFO(king);
        CHECK(faults("4k3/8/8/8/8/8/8/" + std::string(king) + "7 w") == All{});
    }
    CHECK(faults("4k1k1/8/8/8/8/8/8/4K3 w") == All{{FaultCode::TooManyKings, 3}});
    CHECK(faults("4k3/8/8/8/8/8/8/(RK)3K3 w") == All{{FaultCode::TooManyKings, 21}});
    CHECK(faults("4k3/8/8/8/8/8/8/OO2K3 w") == All{});
    CHECK(faults("3Pk3/8/8/8/8/8/8/4K3 w") == All{{FaultCode::PawnOnLastRank, 1}});
    CHECK(faults("4k3/8/8/8/8/8/8/3pK3 w") == All{{FaultCode::PawnOnLastRank, 17}});
    // A pawn may have been left behind on its first rank, and may be on the last rank together with a rook.
    CHECK(faults("4k3/8/8/8/8/8/8/P3K3 w") == All{});
    CHECK(faults("p3k3/8/8/8/8/8/8/4K3 w") == All{});
    CHECK(faults("3(RP)4/4k3/8/8/8/8/8/4K3 b") == All{});
    CHECK(faults("3(RRP)4/4k3/8/8/8/8/8/4K3 b") == All{});
}

TEST_CASE("the side not to move must not be in check", "[super_chess][setup]") {
    CHECK(faults("4k2R/8/8/8/8/8/8/4K3 b") == All{});
    CHECK(faults("4k2R/8/8/8/8/8/8/4K3 w") == All{{FaultCode::OpponentInCheck, 1}});
    CHECK(faults("4k3/8/8/8/8/8/8/r3K3 w") == All{});
    CHECK(faults("4k3/8/8/8/8/8/8/r3K3 b") == All{{FaultCode::OpponentInCheck, 18}});
    CHECK(faults("4k3/8/8/8/8/8/8/r3(RK)3 b") == All{{FaultCode::OpponentInCheck, 18}});
    CHECK(faults("4o2R/8/8/8/8/8/8/4K3 w") == All{{FaultCode::OpponentInCheck, 1}});
    CHECK(faults("8/8/8/3kK3/8/8/8/8 w").front().code == FaultCode::OpponentInCheck);
    // A split may also give check.
    CHECK(faults("4k3/8/8/8/(RB[l])7/8/8/4K3 w") == All{{FaultCode::OpponentInCheck, 1}});
    CHECK(faults("4k3/8/8/8/8/8/(RN)7/K7 w") == All{});
    // A side with two king-like pieces cannot be in check (section 8).
    CHECK(faults("o3k2R/8/8/8/8/8/8/4K3 w") == All{});
    CHECK(faults("4k3/8/8/8/O7/8/8/r3K3 b") == All{});
}

TEST_CASE("faults of an earlier state have their own offsets", "[super_chess][setup]") {
    CHECK(faults(before_earlier + bare + " b - - 0,0") == All{});
    CHECK(faults(before_earlier + "8/8/8/8/8/8/8/4K3 w - - 0,0") == All{{FaultCode::NoKing, 36}});
    CHECK(faults(before_earlier + bare + " x - - 0,0") == All{{FaultCode::BadSide, 56}});
    CHECK(faults(before_earlier + bare + " w X - 0,0") == All{{FaultCode::BadCastling, 58}});
    CHECK(faults(before_earlier + bare + " w - e6 0,0") == All{{FaultCode::BadEnPassant, 60}});
    CHECK(faults(before_earlier + bare + " w - - 0") == All{{FaultCode::BadClock, 62}});
    // An earlier state has no field of used rooks.
    CHECK(faults(before_earlier + bare + " w - - 0,0 -/-") == All{{FaultCode::ExtraFields, 66}});
    CHECK(faults(before_earlier + "4k2R/8/8/8/8/8/8/4K3 w - - 0,0") == All{{FaultCode::OpponentInCheck, 37}});
    CHECK(faults(before_earlier + "4k3/8/8/3(NR)4/8/8/8/4K3 w - - 0,0") == All{{FaultCode::BadStack, 45}});
    CHECK(faults(before_earlier + "4k3/8/8/3R[z]4/8/8/8/4K3 w - - 0,0") == All{{FaultCode::BadMemory, 47}});
    CHECK(faults(before_earlier + "3Pk3/8/8/8/8/8/8/4K3 w - - 0,0") == All{{FaultCode::PawnOnLastRank, 37}});
    CHECK_THAT(message(before_earlier + "8/8/8/8/8/8/8/4K3 w - - 0,0"), Catch::Contains("earlier state 0"));
    // The second earlier state begins 32 bytes later.
    CHECK(faults(before_earlier + bare + " b - - 0,0 | 8/8/8/8/8/8/8/4K3 w - - 0,0") ==
          All{{FaultCode::NoKing, 68}});
    CHECK_THAT(message(before_earlier + bare + " b - - 0,0 | 8/8/8/8/8/8/8/4K3 w - - 0,0"),
               Catch::Contains("earlier state 1"));
}

TEST_CASE("Super Chess: several faults are reported together", "[super_chess][setup]") {
    CHECK(faults("4k3/9/ppp/3x4/8/8/8/4K3/8 v XX z 1 q more") == All{{FaultCode::BadDigit, 4},
                                                                     {FaultCode::RankTooShort, 9},
                                                                     {FaultCode::BadPiece, 11},
                                                                     {FaultCode::TooManyRanks, 24},
                                                                     {FaultCode::BadSide, 26},
                                                                     {FaultCode::BadCastling, 28},
                                                                     {FaultCode::BadEnPassant, 31},
                                                                     {FaultCode::BadClock, 33},
                                                                     {FaultCode::BadUsed, 35},
                                                                     {FaultCode::ExtraFields, 37}});
    CHECK(faults("4k3/8/(NR)7/R[z]7/8/8/8/4K3 w") ==
          All{{FaultCode::BadStack, 6}, {FaultCode::BadMemory, 14}});
    // The current state and an earlier one have faults.
    CHECK(faults(bare + " x - - 0,0 -/- | " + bare + " y - - 0,0") ==
          All{{FaultCode::BadSide, 20}, {FaultCode::BadSide, 56}});
    CHECK(faults("8/8/8/8/8/8/8/4K3 w - - 0,0 -/- | 4k3/8/8/8/8/8/8/8 w - - 0,0") ==
          All{{FaultCode::NoKing, 0}, {FaultCode::NoKing, 34}});
    CHECK(faults("4k1k1/8/8/8/8/8/8/p7 w Q e6") == All{{FaultCode::NoKing, 0},
                                                       {FaultCode::TooManyKings, 3},
                                                       {FaultCode::PawnOnLastRank, 18},
                                                       {FaultCode::BadCastling, 23},
                                                       {FaultCode::BadEnPassant, 25}});
}

TEST_CASE("Super Chess: only the first of many faults are reported", "[super_chess][setup]") {
    std::string fen = bare + " w - - 0,0 -/-";
    for (int state = 0; state < 100; ++state) fen.append("|").append(bare).append(" x XX z9 0,x");
    CHECK(faults(fen).size() == most_faults);
    // Once the limit of faults is reached, later states are not checked.
    std::string later = bare + " w - - 0,0 -/-";
    for (std::size_t state = 0; state + 1 < most_faults; ++state) later += "|";
    CHECK(faults(later + "|(NR)7/R[z]7/8/8/8/8/8/8 x XX z9 0,x").size() == most_faults);
    CHECK(faults(later).size() == most_faults - 1);
}

TEST_CASE("Super Chess: memories that only resemble valid ones are rejected", "[super_chess][setup]") {
    for (const char* memory : {"l-.4", "l3.4", "l1x4", "l1.-", "l1.7"}) {
        INFO(memory);
        CHECK(faults(with_d5("B[" + std::string(memory) + "]")) == All{{FaultCode::BadMemory, 11}});
    }
    CHECK(at(placed("(RP[a*])d4 Kh1 kh8"), "d4") == "(R[q]P[a])");
    CHECK_FALSE(faults("4k3/8/8/8/8/8/8/4K2(^ w").empty());
}

}  // namespace octomate::super_chess
