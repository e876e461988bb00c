// Reading and writing the board field of a FEN.
#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/notation.hpp"

namespace octomate {

namespace {

using All = std::vector<std::pair<FaultCode, std::size_t>>;

constexpr std::string_view letters = "PNBRQKpnbrqk";

Expected<std::vector<WrittenPiece>, Faults> read(std::string_view text) {
    static constexpr BoardField board{8, 8, "a letter of PNBRQK or pnbrqk", [](std::string_view rest) {
                                          const bool piece = letters.find(rest.front()) != letters.npos;
                                          return std::size_t{piece ? 1U : 0U};
                                      }};
    return read_board_field(text, board);
}

/// Returns the letters of the pieces by square, a blank for an empty square.
std::string pieces_of(std::string_view text) {
    const auto pieces = read(text);
    REQUIRE(pieces);
    std::string squares(64, ' ');
    for (const WrittenPiece& piece : *pieces)
        squares.at(static_cast<std::size_t>(piece.square)) = piece.text.front();
    return squares;
}

std::string written(std::string_view pieces) {
    std::string text;
    const auto piece = [&](int square) { return pieces.at(static_cast<std::size_t>(square)); };
    append_board_field(
        text, 8, 8, [&](int square) { return piece(square) != ' '; },
        [&](int square) { text += piece(square); });
    return text;
}

All faults(std::string_view text) {
    const auto pieces = read(text);
    All all;
    if (pieces) return all;
    for (const Fault& fault : pieces.error()) {
        CHECK(fault.field == "fen");
        CHECK_FALSE(fault.message.empty());
        all.emplace_back(fault.code, fault.offset);
    }
    return all;
}

}  // namespace

TEST_CASE("the usual array is read with the offset of each piece", "[board]") {
    const auto pieces = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    REQUIRE(pieces);
    REQUIRE(pieces->size() == 32);
    const auto at = [&](int file, int rank) -> WrittenPiece {
        for (const WrittenPiece& piece : *pieces) {
            if (piece.square == rank * 8 + file) return piece;
        }
        return {};
    };
    CHECK(at(0, 7).text == "r");
    CHECK(at(4, 3).text == "P");
    CHECK(at(3, 0).text == "Q");
    CHECK(at(4, 1).text.empty());
    CHECK(at(0, 7).offset == 0);
    CHECK(at(0, 6).offset == 9);
    CHECK(at(4, 3).offset == 23);
    CHECK(at(5, 1).offset == 33);
}

TEST_CASE("a board field of random pieces is parsed back after writing", "[board]") {
    std::mt19937 random(3);
    for (int round = 0; round < 1'000; ++round) {
        std::string pieces(64, ' ');
        const unsigned crowd = 1 + random() % 64;
        for (char& piece : pieces) {
            if (random() % 64 < crowd) piece = letters[random() % letters.size()];
        }
        const std::string text = written(pieces);
        CHECK(pieces_of(text) == pieces);
        CHECK(text.find("11") == std::string::npos);
    }
    CHECK(written(std::string(64, ' ')) == "8/8/8/8/8/8/8/8");
}

TEST_CASE("every faulty rank is reported", "[board]") {
    CHECK(faults("8/8/8/8/8/8/8/8") == All{});
    CHECK(faults("") == All{{FaultCode::RankTooShort, 0}, {FaultCode::TooFewRanks, 0}});
    CHECK(faults("8/8/8/8/8/8/8/8/") == All{{FaultCode::TooManyRanks, 16}});
    CHECK(faults("8/8/8/8/8/8/8/8/8/8") == All{{FaultCode::TooManyRanks, 16}});
    CHECK(faults("9/08/71/x/8p/7/pppppppppp/8") == All{{FaultCode::BadDigit, 0},
                                                       {FaultCode::BadDigit, 2},
                                                       {FaultCode::BadDigit, 6},
                                                       {FaultCode::BadPiece, 8},
                                                       {FaultCode::RankTooLong, 11},
                                                       {FaultCode::RankTooShort, 14},
                                                       {FaultCode::RankTooLong, 23}});
}

TEST_CASE("counters have nine digits at most", "[board]") {
    CHECK(counter_in("0") == 0U);
    CHECK(counter_in("999999999") == 999'999'999U);
    for (const std::string_view text : {"", "-1", "+1", "1.", "1000000000"}) CHECK_FALSE(counter_in(text));
}

}  // namespace octomate
