// FENs of seven fields (R10): parsing, writing, and faults with their offsets.
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "games/complete_permutation/rules/state.hpp"
#include "unit/complete_permutation/positions.hpp"
#include "unit/fen_faults.hpp"

namespace octomate::complete_permutation {

namespace {

/// Returns the faults of a FEN in the order in which they are reported; empty if it is valid.
All faults(std::string_view fen, Switches switches = {}) {
    return faults_of_fen(Position::from_fen(fen, switches));
}

std::string message(std::string_view fen) { return Position::from_fen(fen).error().front().message; }

/// Reads a FEN and writes it in its normal form.
std::string normal(std::string_view fen, Switches switches = {}) { return position(fen, switches).fen(); }

/// Two bare kings, 25 bytes: the second field begins at 26, the third at 28, the fourth at 30.
const std::string bare = "8k7/16/16/16/16/16/16/8K7";

constexpr std::string_view array_fen =
    "dfblmqezkastcnrg/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/DFBLMQEZKASTCNRG w "
    "ABCDEFGHJKLMNOPabcdefghjklmnop - - 0 1";

}  // namespace

// ---- Reading FENs

TEST_CASE("fields that are left out are \"w - - * 0 1\"", "[complete_permutation][R10]") {
    const std::string all = "DFBLMQEZASTCNRGdfblmqezastcnrg";
    CHECK(normal(bare) == bare + " w - - " + all + " 0 1");
    CHECK(normal(bare + " b") == bare + " b - - " + all + " 0 1");
    CHECK(normal(bare + " b -") == bare + " b - - " + all + " 0 1");
    CHECK(normal(bare + " b - -") == bare + " b - - " + all + " 0 1");
    CHECK(normal(bare + " b - - Q") == bare + " b - - Q 0 1");
    CHECK(normal(bare + " b - - Q 7") == bare + " b - - Q 7 1");
    CHECK(normal(bare + " b - - Q 7 9") == bare + " b - - Q 7 9");
    CHECK(normal("  " + bare + " \t b   -  ") == bare + " b - - " + all + " 0 1");
}

TEST_CASE("the initial array is read and written as in the rules text", "[complete_permutation][R10]") {
    CHECK(normal(array_fen) == array_fen);
    CHECK(position(array_fen) == Position());
    CHECK(write_state(initial_state({})) == array_fen);
    CHECK(write_state(initial_state(two_pawns)) == array_fen);
    CHECK(initial_state(two_pawns).switches == two_pawns);
}

TEST_CASE("the switches are not part of the FEN", "[complete_permutation][R10]") {
    CHECK(position(array_fen, leap).fen() == array_fen);
    CHECK(position(array_fen, leap).state().switches == leap);
    CHECK(position(array_fen, leap) != position(array_fen));
    CHECK(position(array_fen, leap).variant() == "complete-permutation:leap");
    CHECK(position(array_fen, two_pawns).variant() == "complete-permutation-two-pawns");
    CHECK(position(array_fen).variant() == "complete-permutation");
}

TEST_CASE("a star means the fifteen pieces minus those on the board", "[complete_permutation][R10]") {
    const auto reserves = [](std::string_view pieces) { return field(placed(pieces, "w - - *"), 4); };
    CHECK(reserves("Ki1 ki8") == "DFBLMQEZASTCNRGdfblmqezastcnrg");
    CHECK(reserves("Ki1 Qa1 Pb2 ki8 nc5") == "DFBLMEZASTCNRGdfblmqezastcrg");
    // A second queen on the board does not remove a second piece from the reserve.
    CHECK(reserves("Ki1 Qa1 Qa2 ki8") == "DFBLMEZASTCNRGdfblmqezastcnrg");
    CHECK(field(position("dfblmqezkastcnrg/16/16/16/16/16/16/DFBLMQEZKASTCNRG w"), 4) == "-");
}

TEST_CASE("every letter is a piece, upper case for White", "[complete_permutation][R10]") {
    const std::string_view letters = "RNBQMCAFTLDSGEZP";
    CHECK(letters.size() == 16);
    for (const char letter : letters) {
        INFO(letter);
        const char black = static_cast<char>(letter - 'A' + 'a');
        const Position at =
            position(std::string("15k/16/16/7") + letter + "8/7" + black + "8/16/16/K15 w - - -");
        CHECK(at.board().at(square_at(7, 4)) == Piece{*kind_of(letter), Color::White});
        CHECK(at.board().at(square_at(7, 3)) == Piece{*kind_of(letter), Color::Black});
        CHECK(at.board().at(square_at(15, 7)) == Piece{king, Color::Black});
        CHECK(at.board().at(square_at(0, 0)) == Piece{king, Color::White});
        CHECK(count(at.board().occupied()) == 4);
    }
}

TEST_CASE("W and the letter of a piece without wings are read as a winged piece",
          "[complete_permutation][R10]") {
    const std::pair<std::string, std::string> winged[] = {
        {"WR", "T"}, {"WB", "L"}, {"WN", "S"}, {"WQ", "D"}, {"WM", "G"}, {"WC", "E"}, {"WA", "Z"},
        {"wr", "t"}, {"wb", "l"}, {"wn", "s"}, {"wq", "d"}, {"wm", "g"}, {"wc", "e"}, {"wa", "z"}};
    for (const auto& [two, one] : winged) {
        INFO(two);
        CHECK(normal("15k/16/16/7" + two + "8/16/16/16/K15 w - - -") ==
              "15k/16/16/7" + one + "8/16/16/16/K15 w - - - 0 1");
    }
    CHECK(normal("15k/16/16/1QWQBWBP10/16/16/16/K15 w - - -") ==
          "15k/16/16/1QDBLP10/16/16/16/K15 w - - - 0 1");
    CHECK(
        normal(
            "wqfbwbmqwcwakawnwrcnrwm/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/WQFBWBMQWCWAKAWNWRCNRWM w "
            "- - -") ==
        "dfblmqezkastcnrg/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/DFBLMQEZKASTCNRG w - - - 0 1");
}

TEST_CASE("adjacent digits are one number", "[complete_permutation][R10]") {
    CHECK(normal("8k7/16/16/p14p/10p5/9p6/16/8K7 w - - -") == "8k7/16/16/p14p/10p5/9p6/16/8K7 w - - - 0 1");
    CHECK(position("8k7/16/16/12p3/16/16/16/8K7 w").board().at(square_at(12, 4)) ==
          Piece{pawn, Color::Black});
}

TEST_CASE("fields of several letters are written in a fixed order", "[complete_permutation][R10]") {
    const std::string homes = "r7k6g/16/16/16/16/16/16/N6QK6R";
    CHECK(normal(homes + " w paAPH - -") == homes + " w AHPap - - 0 1");
    CHECK(normal(bare + " w - - gNrDNdQ") == bare + " w - - DQNNdrg 0 1");
    const std::string passed = "8k7/16/16/p1p13/16/16/16/8K7";
    CHECK(normal(passed + " w - c6a6 -", two_pawns) == passed + " w - a6c6 - 0 1");
    CHECK(normal(bare + " w - - - 007 09") == bare + " w - - - 7 9");
}

TEST_CASE("a FEN that was written is parsed to the same position", "[complete_permutation][R10]") {
    for (const char* fen : {"12k3/12pt2/3p6l5/7p1s4g1/4P11/5D2S2f4/4F1E1P7/T1K13 w - - FBfb 0 1",
                            "r2r8n1k1/1PP4p8/P7P7/8Pp6/16/6p9/2p10p2/3R4K5B1 w - j6 QNZqf 0 1",
                            "d3m3k2s3g/pp1p1p2ppp1pp1p/6z1a1t1c3/2p1p2e8/2P1P2E8/6Z1A1T1C3/PP1P1P2PPP1PP1P/"
                            "D3M3K2S3G w AELPaelp - FBfb 12 345",
                            "8k7/16/16/16/P1P13/16/16/8K7 b - a3 DDDddd 0 77"}) {
        const Position read = position(fen);
        CHECK(read.fen() == position(read.fen()).fen());
        CHECK(read == position(read.fen()));
    }
    CHECK(normal("r2r8n1k1/1PP4p8/P7P7/8Pp6/16/6p9/2p10p2/3R4K5B1 w - j6 QNZqf 0 1") ==
          "r2r8n1k1/1PP4p8/P7P7/8Pp6/16/6p9/2p10p2/3R4K5B1 w - j6 QZNfq 0 1");
}

TEST_CASE("the clocks count plies since a pawn's move or a capture, and moves from 1",
          "[complete_permutation][R10]") {
    const auto clocks = [](const Position& at) { return field(at, 5) + " " + field(at, 6); };
    CHECK(clocks(Position()) == "0 1");
    const Position at = placed("Ki1 Re1 Pb2 kp8 na4", "w E - - 4 10");
    CHECK(clocks(after(at, "e1e2")) == "5 10");
    CHECK(clocks(after_all(at, "e1e2 p8o8")) == "6 11");
    CHECK(clocks(after(at, "i1e1")) == "5 10");
    CHECK(clocks(after(at, "b2b3")) == "0 10");
    CHECK(clocks(after(placed("Ki1 Re4 kp8 na4", "w - - - 4 10"), "e4a4")) == "0 10");
    CHECK(clocks(after(placed("Ki1 Pb2 Pd2 kp8", "w - - - 4 10", two_pawns), "b2b3,d2d3")) == "0 10");
}

// ---- Faults of FENs

TEST_CASE("a FEN without a word is empty", "[complete_permutation][setup]") {
    CHECK(faults("") == All{{FaultCode::EmptyFen, 0}});
    CHECK(faults(" \t ") == All{{FaultCode::EmptyFen, 0}});
}

TEST_CASE("a letter that names no piece is rejected", "[complete_permutation][setup]") {
    CHECK(faults("8k7/16/3x12/16/16/16/16/8K7 w") == All{{FaultCode::BadPiece, 8}});
    CHECK(faults("8k7/16/16/16/16/16/16/8Ké6 w") == All{{FaultCode::BadPiece, 24}});
    CHECK_THAT(message("8k7/16/16/16/16/16/16/8Ké6 w"), Catch::Contains("\"é\""));
    for (const char* letter : {"O", "h", "U", "V", "j", "-", "*"}) {
        INFO(letter);
        CHECK(faults("8k7/16/3" + std::string(letter) + "12/16/16/16/16/8K7 w") ==
              All{{FaultCode::BadPiece, 8}});
    }
}

TEST_CASE("a W must be followed by a piece of the same case without wings", "[complete_permutation][setup]") {
    for (const char* pieces : {"WP", "WF", "WK", "WT", "WD", "WW", "Wq", "wQ", "W1", "W", "w", "W/"}) {
        INFO(pieces);
        CHECK(faults("8k7/16/3" + std::string(pieces) + "12/16/16/16/16/8K7 w").front() ==
              FenFault{FaultCode::BadPiece, 8});
    }
    CHECK(faults("8k7/16/15W/16/16/16/16/8K7 w") == All{{FaultCode::BadPiece, 9}});
}

TEST_CASE("numbers of empty squares out of range are rejected", "[complete_permutation][setup]") {
    CHECK(faults("8k7/17/16/16/16/16/16/8K7 w") == All{{FaultCode::BadDigit, 4}});
    CHECK(faults("8k7/88/16/16/16/16/16/8K7 w") == All{{FaultCode::BadDigit, 4}});
    CHECK(faults("8k7/p99999999999999999999/16/16/16/16/16/8K7 w") == All{{FaultCode::BadDigit, 5}});
}

TEST_CASE("a piece of two letters fills one square of its rank", "[complete_permutation][setup]") {
    CHECK(faults("8k7/15WR1/16/16/16/16/16/8K7 w") == All{{FaultCode::RankTooLong, 8}});
    CHECK(faults("8k7/14WR/16/16/16/16/16/8K7 w") == All{{FaultCode::RankTooShort, 8}});
    CHECK(message("8k7/15/16/16/16/16/16/8K7 w") == "rank 7 has 15 squares, expected 16 (\"15\")");
}

TEST_CASE("invalid fields of unmoved pieces are rejected", "[complete_permutation][setup]") {
    const std::string homes = "r7k6g/16/16/16/16/16/16/N6QK6R";  // 30 bytes: the third field begins at 33
    CHECK(faults(homes + " w AHPap") == All{});
    // Rejects letters that name no file, the king's file, or a file twice.
    CHECK(faults(homes + " w AQ") == All{{FaultCode::BadUnmoved, 34}});
    CHECK(faults(homes + " w Aq") == All{{FaultCode::BadUnmoved, 34}});
    CHECK(faults(homes + " w I") == All{{FaultCode::BadUnmoved, 33}});
    CHECK(faults(homes + " w Ai") == All{{FaultCode::BadUnmoved, 34}});
    CHECK(faults(homes + " w A-") == All{{FaultCode::BadUnmoved, 34}});
    CHECK(faults(homes + " w Aé") == All{{FaultCode::BadUnmoved, 34}});
    CHECK(faults(homes + " w AHA") == All{{FaultCode::BadUnmoved, 35}});
    CHECK(faults(homes + " w *") == All{{FaultCode::BadUnmoved, 33}});
    // Rejects an empty square, an enemy piece, and a king that has left its square.
    CHECK(faults(homes + " w AB") == All{{FaultCode::BadUnmoved, 34}});
    CHECK(faults(homes + " w Hh") == All{{FaultCode::BadUnmoved, 34}});
    CHECK(faults("8k7/16/16/16/16/16/16/n7K7 w A") == All{{FaultCode::BadUnmoved, 29}});
    CHECK(faults("8k7/16/16/16/16/16/16/N6K8 w A") == All{{FaultCode::BadUnmoved, 29}});
    CHECK(faults("8k7/16/16/16/16/16/8K7/N15 w A") == All{{FaultCode::BadUnmoved, 29}});
    CHECK(faults(homes + " w BCap") == All{{FaultCode::BadUnmoved, 33}, {FaultCode::BadUnmoved, 34}});
}

TEST_CASE("invalid en passant squares are rejected", "[complete_permutation][setup]") {
    const std::string passed = "8k7/16/16/p1p13/16/16/16/8K7";  // 28 bytes: the fourth field begins at 33
    CHECK(faults(passed + " w - a6") == All{});
    CHECK(faults("8k7/16/16/16/P1P13/16/16/8K7 b - c3") == All{});
    CHECK(faults(passed + " w - a6c6", two_pawns) == All{});
    for (const char* text : {"a3", "a5", "a", "6", "a66", "q6", "A6", "a6c6", "x", "a6-"}) {
        INFO(text);
        CHECK(faults(passed + " w - " + text) == All{{FaultCode::BadEnPassant, 33}});
    }
    for (const char* text : {"a6a6", "a6c", "a6c3", "a6b6c6", "a6,c6"}) {
        INFO(text);
        CHECK(faults(passed + " w - " + text, two_pawns) == All{{FaultCode::BadEnPassant, 33}});
    }
    // If Black is to move, the square is on the third rank.
    CHECK(faults(passed + " b - a6") == All{{FaultCode::BadEnPassant, 33}});
    // Rejects a square without a pawn in front of it, with a piece on it, or with a piece behind it.
    CHECK(faults(passed + " w - b6") == All{{FaultCode::BadEnPassant, 33}});
    CHECK(faults("8k7/16/n15/p15/16/16/16/8K7 w - a6") == All{{FaultCode::BadEnPassant, 32}});
    CHECK(faults("8k7/n15/16/p15/16/16/16/8K7 w - a6") == All{{FaultCode::BadEnPassant, 32}});
    CHECK(faults("8k7/16/16/P15/16/16/16/8K7 w - a6") == All{{FaultCode::BadEnPassant, 31}});
    CHECK(faults("8k7/16/16/n15/16/16/16/8K7 w - a6") == All{{FaultCode::BadEnPassant, 31}});
    CHECK(faults(passed + " w - a6b6", two_pawns) == All{{FaultCode::BadEnPassant, 35}});
}

TEST_CASE("invalid reserves are rejected", "[complete_permutation][setup]") {
    for (const char* letter : {"K", "k", "P", "p", "W", "x", "1", "*", "-", "é"}) {
        INFO(letter);
        CHECK(faults(bare + " w - - Nq" + letter) == All{{FaultCode::BadReserve, 34}});
    }
    CHECK(faults(bare + " w - - *N") == All{{FaultCode::BadReserve, 32}});
    // Reserves of many pieces of a kind are kept in full or rejected, never truncated.
    CHECK(field(position(bare + " w - - " + std::string(15, 'N')), 4) == std::string(15, 'N'));
    CHECK(faults(bare + " w - - " + std::string(300, 'N')).front().code == FaultCode::BadReserve);
}

TEST_CASE("invalid clocks are rejected", "[complete_permutation][setup]") {
    for (const char* clock : {"-1", "-", "one", "1.5", "+1", "1234567890"}) {
        INFO(clock);
        CHECK(faults(bare + " w - - - " + clock) == All{{FaultCode::BadClock, 34}});
        CHECK(faults(bare + " w - - - 0 " + clock) == All{{FaultCode::BadClock, 36}});
    }
    // The halfmove clock begins at 0, the move number at 1.
    CHECK(faults(bare + " w - - - 0 0") == All{{FaultCode::BadClock, 36}});
    CHECK(faults(bare + " w - - - 0 1") == All{});
    CHECK(faults(bare + " w - - - 123456789 123456789") == All{});
}

TEST_CASE("an eighth field is rejected", "[complete_permutation][setup]") {
    CHECK(faults(bare + " w - - - 0 1 2") == All{{FaultCode::ExtraFields, 38}});
}

TEST_CASE("pieces that do not form a position are rejected", "[complete_permutation][setup]") {
    CHECK(faults("16/16/16/16/16/16/16/8K7 w") == All{{FaultCode::NoKing, 0}});
    CHECK(faults("8k6k/16/16/16/16/16/16/8K7 w") == All{{FaultCode::TooManyKings, 3}});
    CHECK(faults("3P4k7/16/16/16/16/16/16/8K7 w") == All{{FaultCode::PawnOnLastRank, 1}});
    CHECK(faults("3p4k7/16/16/16/16/16/16/8K7 w") == All{{FaultCode::PawnOnLastRank, 1}});
    CHECK(faults("8k7/16/16/16/16/16/16/8K6P w") == All{{FaultCode::PawnOnLastRank, 25}});
    CHECK(faults("8k7/16/16/16/16/16/16/p7K7 w") == All{{FaultCode::PawnOnLastRank, 22}});
    CHECK(faults("8k7/p15/16/16/16/16/P15/8K7 w") == All{});
}

TEST_CASE("the king of the side not to move must not be attacked", "[complete_permutation][setup]") {
    CHECK(faults("8k6R/16/16/16/16/16/16/8K7 b") == All{});
    CHECK(faults("8k6R/16/16/16/16/16/16/8K7 w") == All{{FaultCode::OpponentInCheck, 1}});
    CHECK(faults("8k7/16/16/16/16/16/16/r7K7 w") == All{});
    CHECK(faults("8k7/16/16/16/16/16/16/r7K7 b") == All{{FaultCode::OpponentInCheck, 24}});
    CHECK(faults("7Kk7/16/16/16/16/16/16/16 w") == All{{FaultCode::OpponentInCheck, 2}});
    CHECK(faults("7Kk7/16/16/16/16/16/16/16 b") == All{{FaultCode::OpponentInCheck, 1}});
    CHECK(faults("8k7/16/16/9F6/16/16/16/8K7 w") == All{{FaultCode::OpponentInCheck, 1}});
    // A pawn attacks even if its side has no piece to promote to (A3).
    CHECK(faults("8k7/7P8/16/16/16/16/16/8K7 w - - -") == All{{FaultCode::OpponentInCheck, 1}});
    CHECK(faults("8k7/16/16/16/16/16/7p8/8K7 b - - -") == All{{FaultCode::OpponentInCheck, 24}});
    // Kings two squares apart do not attack each other (A4).
    CHECK(faults("6K1k7/16/16/16/16/16/16/16 w") == All{});
}

TEST_CASE("the final position of a loss by Mental Cruelty is written, but not read",
          "[complete_permutation][setup]") {
    const Position lost = after(placed("Ki1 Pb7 kp5"), "b7b8=-");
    CHECK(lost.fen() == "1P14/16/16/15k/16/16/16/8K7 b - - - 0 1");
    CHECK(faults(lost.fen()) == All{{FaultCode::PawnOnLastRank, 1}});
}

TEST_CASE("several faults are reported together", "[complete_permutation][setup]") {
    CHECK(faults("8k7/17/ppp/3x12/16/16/16/8K7/16 B AZ e x y 0 1 more") == All{{FaultCode::BadDigit, 4},
                                                                               {FaultCode::RankTooShort, 10},
                                                                               {FaultCode::BadPiece, 12},
                                                                               {FaultCode::TooManyRanks, 29},
                                                                               {FaultCode::BadSide, 32},
                                                                               {FaultCode::BadUnmoved, 35},
                                                                               {FaultCode::BadEnPassant, 37},
                                                                               {FaultCode::BadReserve, 39},
                                                                               {FaultCode::BadClock, 41},
                                                                               {FaultCode::BadClock, 43},
                                                                               {FaultCode::ExtraFields, 45}});
    CHECK(faults("8k6k/16/16/16/16/16/16/p15 w A a6") == All{{FaultCode::NoKing, 0},
                                                             {FaultCode::TooManyKings, 3},
                                                             {FaultCode::PawnOnLastRank, 23},
                                                             {FaultCode::BadUnmoved, 29},
                                                             {FaultCode::BadEnPassant, 31}});
    // Faults of the whole position, such as a missing king, are reported with the faults of fields.
    CHECK_THAT(faults("8k7/16/16/16/16/16/16/16 w - - - x"),
               Catch::UnorderedEquals(All{{FaultCode::BadClock, 33}, {FaultCode::NoKing, 0}}));
}

}  // namespace octomate::complete_permutation
