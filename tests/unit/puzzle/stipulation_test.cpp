// Stipulations of puzzles: parsing, writing, and their faults.
#include <catch2/catch.hpp>
#include <ctime>
#include <string>
#include <string_view>

#include "core/fault.hpp"
#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "puzzle/puzzle.hpp"
#include "unit/formats/further.hpp"

using namespace octomate;
using namespace octomate::records;

namespace {

constexpr std::string_view fen = "4k3/8/8/8/8/8/8/4K2R w - -";

Expected<Parsed<Puzzle>, BadPuzzle> record(const std::string& fields) {
    return read_puzzle("{\"fen\":\"4k3/8/8/8/8/8/8/4K2R w - -\"" + fields + "}");
}

Fault fault_in(std::string_view text) {
    INFO(text);
    const auto read = read_stipulation(text);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == FaultCode::BadStipulation);
    CHECK(read.error().field == "stipulation");
    return read.error();
}

}  // namespace

TEST_CASE("every stipulation is written as it was read", "[stipulation]") {
    for (const std::string begin : {"", "h", "s", "r", "ser-", "ser-h"}) {
        for (const std::string end : {"#1", "=1", "#2", "=10", "#100", "#99"}) {
            INFO(begin + end);
            const auto read = read_stipulation(begin + end);
            REQUIRE(read);
            CHECK(text_of(*read) == begin + end);
        }
    }
    for (const std::string text : {"h#0.5", "h#1.5", "h=99.5"}) {
        const auto read = read_stipulation(text);
        REQUIRE(read);
        CHECK(text_of(*read) == text);
        CHECK(read->half_moves % 2 == 1);
    }
    CHECK(*read_stipulation("h#2.5") == Stipulation{StipulationKind::Help, Goal::Mate, 5});
    CHECK(*read_stipulation("=3") == Stipulation{StipulationKind::Direct, Goal::Stalemate, 6});
    CHECK(read_stipulation("h#2.5")->moves() == 3);
    CHECK(words_of(*read_stipulation("ser-h=3")) == "ser-h=3, a series help stalemate in 3");
}

TEST_CASE("faults of a stipulation have their offsets", "[stipulation]") {
    CHECK(fault_in("").offset == 0);
    CHECK(fault_in("2").offset == 0);
    CHECK(fault_in("H#2").offset == 0);
    CHECK(fault_in("h2").offset == 1);
    CHECK(fault_in("ser#2").offset == 1);
    CHECK(fault_in("ser-").offset == 4);
    CHECK(fault_in("h#").offset == 2);
    CHECK(fault_in("h#0").offset == 2);
    CHECK(fault_in("h#02").offset == 2);
    CHECK(fault_in("#101").offset == 1);
    CHECK(fault_in("#1000").offset == 1);
    CHECK(fault_in("h#100.5").offset == 2);
    CHECK(fault_in("s#2.5").offset == 3);
    CHECK(fault_in("h#2.6").offset == 3);
    CHECK(fault_in("h#2 ").offset == 3);
}

TEST_CASE("a stipulation and the number of moves must agree", "[stipulation]") {
    const auto alone = record(",\"stipulation\":\"#3\"");
    REQUIRE(alone);
    CHECK(alone->value.moves == 3);
    CHECK_FALSE(alone->value.other_stipulation());
    CHECK(record(",\"moves\":3,\"stipulation\":\"#3\"")->value.moves == 3);
    const auto help = record(",\"stipulation\":\"h#2.5\",\"solutions\":2");
    REQUIRE(help);
    CHECK(help->value.moves == 1);
    CHECK(help->value.solutions == 2U);
    CHECK(help->value.other_stipulation());
    CHECK(record(",\"moves\":3,\"stipulation\":\"h#2.5\""));
    for (const char* fields : {",\"moves\":2,\"stipulation\":\"#3\"", ",\"moves\":1,\"stipulation\":\"#3\"",
                               ",\"stipulation\":\"h#2\",\"moves\":4", ",\"stipulation\":5"}) {
        INFO(fields);
        const auto bad = record(fields);
        REQUIRE_FALSE(bad);
        CHECK(bad.error().faults.front().code == FaultCode::BadStipulation);
    }
}

TEST_CASE("EPD and PGN have stipulations too", "[stipulation]") {
    const std::string board(fen);
    for (const std::string& text :
         {board + " ; stipulation \"h#2\"; solutions 1;", board + " ; stipulation h#2; solutions 1;",
          "[FEN \"" + board + "\"]\n[stipulation \"h#2\"]\n\n*\n"}) {
        INFO(text);
        const auto read = read_record(text);
        REQUIRE(read);
        CHECK(read->value.stipulation == *read_stipulation("h#2"));
    }
    CHECK(read_puzzle(board + " ; dm 2; stipulation \"#2\";"));
    CHECK_FALSE(read_puzzle(board + " ; dm 2; stipulation \"#3\";"));
}

TEST_CASE("a twin can be shifted only within the board", "[stipulation]") {
    const auto shifted = [](const std::string& shift) {
        return twins_of(record(",\"twins\":[{\"shift\":" + shift + "}]")->value);
    };
    const auto left = shifted("[-15,1]");
    REQUIRE(left);
    CHECK((*left)[0].edit.files == -15);
    CHECK((*left)[0].edit.ranks == 1);
    for (const char* shift : {"[4294967297,0]", "[0,-4294967297]", "[18446744073709551615,0]", "[16,0]",
                              "[0,-16]", "[1.0,0]", "[1]"}) {
        INFO(shift);
        const auto twins = shifted(shift);
        REQUIRE_FALSE(twins);
        CHECK(twins.error().front().code == FaultCode::WrongType);
    }
}

TEST_CASE("many twins of a large record are read quickly", "[stipulation]") {
    Puzzle diagram;
    diagram.fen = "4k3/8/8/8/8/8/8/4K3 w";
    diagram.id = "one";
    diagram.comment = std::string(8'000'000, 'x');
    diagram.unknown.push_back({"note", '"' + *diagram.comment + '"'});
    std::string json = "[{}";
    for (int n = 1; n < 20'000; ++n) json += ",{}";
    diagram.unknown.push_back({"twins", json + "]"});
    const std::clock_t begun = std::clock();
    const auto twins = twins_of(diagram);
    CHECK(std::clock() - begun < 2 * CLOCKS_PER_SEC);
    REQUIRE(twins);
    CHECK(twins->size() == 20'000);
    CHECK(twins->back().puzzle.id == "one");
    diagram.unknown.back().json = "[7";
    for (int n = 1; n < 100; ++n) diagram.unknown.back().json += ",7";
    diagram.unknown.back().json += "]";
    CHECK(twins_of(diagram).error().size() == most_faults);
}

TEST_CASE("a twin may have another stipulation", "[stipulation]") {
    const auto diagram = record(
        ",\"stipulation\":\"#2\",\"promotions_as_one\":true,\"twins\":[{\"stipulation\":\"h#2\","
        "\"solutions\":1},{\"moves\":3},{"
        "\"roll\":3}]");
    REQUIRE(diagram);
    const auto twins = twins_of(diagram->value);
    REQUIRE(twins);
    REQUIRE(twins->size() == 3);
    CHECK((*twins)[0].puzzle.stipulation == *read_stipulation("h#2"));
    CHECK((*twins)[0].puzzle.solutions == 1U);
    CHECK((*twins)[1].puzzle.moves == 3);
    CHECK_FALSE((*twins)[1].puzzle.stipulation);
    CHECK((*twins)[2].puzzle.stipulation == *read_stipulation("#2"));
    CHECK((*twins)[2].puzzle.moves == 2);
    CHECK((*twins)[2].puzzle.promotions_as_one == true);
}
