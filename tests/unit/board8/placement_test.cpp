// Reading and writing the first field of a FEN.
#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board8/man.hpp"

namespace octomate::board8 {

namespace {

using All = std::vector<std::pair<FaultCode, std::size_t>>;

All faults(std::string_view text) {
    const auto read = read_placement(text);
    All all;
    if (read) return all;
    for (const Fault& fault : read.error()) {
        CHECK(fault.field == "fen");
        CHECK_FALSE(fault.message.empty());
        all.emplace_back(fault.code, fault.offset);
    }
    return all;
}

}  // namespace

TEST_CASE("the usual array is read with the offset of each man", "[board]") {
    const auto read = read_placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    REQUIRE(read);
    const auto at = [](int file, int rank) { return static_cast<std::size_t>(square_at(file, rank)); };
    CHECK((read->men[at(0, 7)] == Man{Kind::Rook, Color::Black}));
    CHECK((read->men[at(4, 3)] == Man{Kind::Pawn, Color::White}));
    CHECK((read->men[at(3, 0)] == Man{Kind::Queen, Color::White}));
    CHECK_FALSE(read->men[at(4, 1)]);
    CHECK(read->offset[at(0, 7)] == 0);
    CHECK(read->offset[at(0, 6)] == 9);
    CHECK(read->offset[at(4, 3)] == 23);
    CHECK(read->offset[at(5, 1)] == 33);
}

TEST_CASE("any placement is written and read back", "[board]") {
    std::mt19937 random(3);
    const std::string_view letters = "PNBRQKpnbrqk";
    for (int round = 0; round < 1'000; ++round) {
        Placement men;
        const unsigned crowd = 1 + random() % 64;
        for (auto& man : men) {
            if (random() % 64 < crowd) man = man_of(letters[random() % letters.size()]);
        }
        const std::string text = write_placement(men);
        const auto read = read_placement(text);
        REQUIRE(read);
        CHECK((read->men == men));
        CHECK(text.find("11") == std::string::npos);
    }
    CHECK(write_placement({}) == "8/8/8/8/8/8/8/8");
}

TEST_CASE("every faulty rank is told", "[board]") {
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

}  // namespace octomate::board8
