// Faults of a FEN and their offsets (section 5, R8).
#include "games/superpermutation/rules/setup.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "unit/fen_faults.hpp"
#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

namespace {

/// Returns the faults of a FEN in the order in which they are reported; empty if it is valid. Checks that
/// both games report the same.
All faults(std::string_view fen) {
    const auto read = D8Position::from_fen(fen);
    const auto in_parent = ParentPosition::from_fen(fen);
    CHECK(read.has_value() == in_parent.has_value());
    if (!read) CHECK(read.error() == in_parent.error());
    return faults_of_fen(read);
}

std::string message(std::string_view fen) { return D8Position::from_fen(fen).error().front().message; }

std::vector<std::string> notes(std::string_view fen) { return D8Position::from_fen(fen)->notes; }

}  // namespace

TEST_CASE("FENs of two to six fields are accepted", "[rules][setup]") {
    CHECK(faults("k7/8/8/8/8/8/8/K7 w") == All{});
    CHECK(faults("k7/8/8/8/8/8/8/K7 b -") == All{});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - -") == All{});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - - 0") == All{});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - - 0 1") == All{});
    CHECK(faults("  k7/8/8/8/8/8/8/K7 \t w   - -  ") == All{});
    CHECK(D8Position().fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    CHECK(write_fen(initial_setup().board, initial_setup().turn) == D8Position().fen());
}

TEST_CASE("faults of the board field are reported with offsets", "[rules][setup]") {
    CHECK(faults("") == All{{FaultCode::EmptyFen, 0}});
    CHECK(faults(" \t ") == All{{FaultCode::EmptyFen, 0}});
    CHECK(faults("k7/8/3x4/8/8/8/8/K7 w") == All{{FaultCode::BadPiece, 6}});
    CHECK(faults("k7/8/8/8/8/8/8/Ké7 w") == All{{FaultCode::BadPiece, 16}});
    CHECK_THAT(message("k7/8/8/8/8/8/8/Ké7 w"), Catch::Contains("\"é\""));
    CHECK(faults("k7/9/8/8/8/8/8/K7 w") == All{{FaultCode::BadDigit, 3}});
    CHECK(faults("k7/0p7/8/8/8/8/8/K7 w") == All{{FaultCode::BadDigit, 3}});
    CHECK(faults("k7/44/8/8/8/8/8/K7 w") == All{{FaultCode::BadDigit, 4}});
    CHECK(faults("rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w") == All{{FaultCode::RankTooLong, 17}});
    CHECK(message("rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w") ==
          "rank 7 has 9 squares, expected 8 (\"pppp1pppp\")");
    CHECK(faults("k7/8p/8/8/8/8/8/K7 w") == All{{FaultCode::RankTooLong, 4}});
    CHECK(faults("k7/7/8/8/8/8/8/K7 w") == All{{FaultCode::RankTooShort, 4}});
    CHECK(faults("k7/8/8/8/8/8/8/K6 w") == All{{FaultCode::RankTooShort, 17}});
    CHECK(faults("k7//8/8/8/8/8/K7 w") == All{{FaultCode::RankTooShort, 3}});
    CHECK(faults("k7/8/8/8/8/8/8/8/K7 w") == All{{FaultCode::TooManyRanks, 17}});
    CHECK(faults("k7/8/8/8/8/8/K7 w") == All{{FaultCode::TooFewRanks, 15}});
    CHECK(faults("k7/8/8/8/8/8/8/K7/ w") == All{{FaultCode::TooManyRanks, 18}});
}

TEST_CASE("faults of the other fields are reported with offsets", "[rules][setup]") {
    CHECK(faults("k7/8/8/8/8/8/8/K7") == All{{FaultCode::MissingSide, 17}});
    CHECK(faults("k7/8/8/8/8/8/8/K7  ") == All{{FaultCode::MissingSide, 19}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 W") == All{{FaultCode::BadSide, 18}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 white") == All{{FaultCode::BadSide, 18}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w x") == All{{FaultCode::BadCastling, 20}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w KK") == All{{FaultCode::BadCastling, 20}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w K-") == All{{FaultCode::BadCastling, 20}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - e4") == All{{FaultCode::BadEnPassant, 22}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - E3") == All{{FaultCode::BadEnPassant, 22}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - i3") == All{{FaultCode::BadEnPassant, 22}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - e33") == All{{FaultCode::BadEnPassant, 22}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - - -1") == All{{FaultCode::BadClock, 24}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - - 0 one") == All{{FaultCode::BadClock, 26}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - - 0 1234567890") == All{{FaultCode::BadClock, 26}});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - - 0 123456789") == All{});
    CHECK(faults("k7/8/8/8/8/8/8/K7 w - - 0 1 extra words") == All{{FaultCode::ExtraFields, 28}});
}

TEST_CASE("placements that are not positions are rejected", "[rules][setup]") {
    CHECK(faults("8/8/8/8/8/8/8/K7 w") == All{{FaultCode::NoKing, 0}});
    CHECK(faults("8/8/8/8/8/8/8/k7 w") == All{{FaultCode::NoKing, 0}});
    CHECK(faults("8/8/8/8/8/8/8/8 w") == All{{FaultCode::NoKing, 0}, {FaultCode::NoKing, 0}});
    CHECK(faults("k7/8/8/8/8/2K1K3/8/K7 w") == All{{FaultCode::TooManyKings, 14}});
    CHECK(faults("k6k/8/8/8/8/8/8/K7 w") == All{{FaultCode::TooManyKings, 2}});
    CHECK(faults("k3P3/8/8/8/8/8/8/K7 w") == All{{FaultCode::PawnOnLastRank, 2}});
    CHECK(faults("k7/8/8/8/8/8/8/K3p3 w") == All{{FaultCode::PawnOnLastRank, 17}});
    CHECK(faults("k3p3/8/8/8/8/8/8/K3P3 w") == All{});
    CHECK(faults("k7/8/8/8/8/8/p7/7K w KQkq -") == All{});
    CHECK(faults("k7/8/8/8/8/8/8/K6R w") == All{});
    CHECK(faults("k6R/8/8/8/8/8/8/K7 b") == All{});
    CHECK(faults("k6R/8/8/8/8/8/8/K7 w") == All{{FaultCode::OpponentInCheck, 0}});
    CHECK(faults("k7/8/8/8/8/8/8/K6r b") == All{{FaultCode::OpponentInCheck, 15}});
    CHECK(faults("kK6/8/8/8/8/8/8/8 w") == All{{FaultCode::OpponentInCheck, 0}});
    CHECK(faults("8/8/8/8/8/8/3k4/K3P3 w") == All{{FaultCode::OpponentInCheck, 13}});
}

TEST_CASE("all faults are reported together", "[rules][setup]") {
    CHECK(faults("k7/9/ppp/8/8/8/8/xK7 B KK e4 x 1 more") == All{{FaultCode::BadDigit, 3},
                                                                 {FaultCode::RankTooShort, 8},
                                                                 {FaultCode::BadPiece, 17},
                                                                 {FaultCode::BadSide, 21},
                                                                 {FaultCode::BadCastling, 23},
                                                                 {FaultCode::BadEnPassant, 26},
                                                                 {FaultCode::BadClock, 29},
                                                                 {FaultCode::ExtraFields, 33}});
    CHECK(faults("k1P4k/8/8/8/8/8/8/3p4 b") == All{{FaultCode::NoKing, 0},
                                                   {FaultCode::TooManyKings, 4},
                                                   {FaultCode::PawnOnLastRank, 2},
                                                   {FaultCode::PawnOnLastRank, 19}});
    CHECK(faults("7/8") ==
          All{{FaultCode::RankTooShort, 1}, {FaultCode::TooFewRanks, 3}, {FaultCode::MissingSide, 3}});
}

TEST_CASE("offsets count from the first byte of the text", "[rules][setup]") {
    CHECK(faults("  k7/8/3x4/8/8/8/8/K7   x") == All{{FaultCode::BadPiece, 8}, {FaultCode::BadSide, 24}});
    CHECK(faults("   8/8/8/8/8/8/8/K7 w") == All{{FaultCode::NoKing, 3}});
    CHECK(faults("   k3P3/8/8/8/8/8/8/K7 w") == All{{FaultCode::PawnOnLastRank, 5}});
}

TEST_CASE("castling and en passant are ignored with a note", "[rules][setup]") {
    CHECK(notes("k7/8/8/8/8/8/8/K7 w - - 7 9").empty());
    CHECK(notes("k7/8/8/8/8/8/8/K7 w KQkq -").size() == 1);
    CHECK_THAT(notes("k7/8/8/8/8/8/8/K7 w KQkq -").at(0),
               Catch::Contains("castling") && Catch::Contains("KQkq"));
    CHECK(notes("k7/8/8/8/8/8/8/K7 w HAha -").size() == 1);
    CHECK_THAT(notes("k7/8/8/8/8/8/8/K7 w - e6").at(0),
               Catch::Contains("en passant") && Catch::Contains("e6"));
    CHECK(notes("k7/8/8/8/8/8/8/K7 w q a3 0 1").size() == 2);
}

}  // namespace octomate::superpermutation
