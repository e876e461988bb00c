#include "collect/solvers.hpp"

#include <catch2/catch.hpp>
#include <string>

using octomate::collect::SolverResults;

namespace {

auto results_of(const std::string& text) {
    auto results = SolverResults::read(text);
    REQUIRE(results);
    return results;
}

}  // namespace

TEST_CASE("a puzzle without results keeps its difficulty", "[solvers]") {
    CHECK(results_of("id,solver,solved\n")->difficulty("a", 37) == 37);
    CHECK(results_of("id,solver,solved\nb,x,1\n")->difficulty("a", 37) == 37);
}

TEST_CASE("failures make a puzzle harder and solutions easier, more with each result", "[solvers]") {
    std::string text = "solver,solved,id\r\n";
    int easier = 40, harder = 40;
    for (int row = 0; row < 30; ++row) {
        text += "\"x, y " + std::to_string(row) + "\",1,easy\r\nz" + std::to_string(row) + ",no,hard\r\n";
        const auto results = results_of(text);
        CHECK(results->difficulty("easy", 40) <= easier);
        CHECK(results->difficulty("hard", 40) >= harder);
        easier = results->difficulty("easy", 40);
        harder = results->difficulty("hard", 40);
    }
    CHECK(easier < 25);
    CHECK(harder > 55);
    CHECK(harder <= 100);
}

TEST_CASE("a failure of a strong solver weighs more than one of a weak solver", "[solvers]") {
    std::string text = "id,solver,solved\n";
    for (int other = 0; other < 20; ++other) {
        const std::string id = std::to_string(other);
        text += id + ",strong,1\n" + id + ",weak,0\n";
    }
    const auto results = results_of(text + "a,strong,0\nb,weak,0\n");
    CHECK(results->difficulty("a", 50) > results->difficulty("b", 50) + 5);
}

TEST_CASE("results that fit a scale restore the order of the puzzles", "[solvers]") {
    // Solver s solves the puzzles 0 to s - 1, so puzzle 9 is the hardest.
    std::string text = "id,solver,solved\n";
    for (int solver = 0; solver <= 10; ++solver) {
        for (int puzzle = 0; puzzle < 10; ++puzzle)
            text +=
                std::to_string(puzzle) + "," + std::to_string(solver) + (puzzle < solver ? ",1\n" : ",0\n");
    }
    const auto results = results_of(text);
    for (int puzzle = 1; puzzle < 10; ++puzzle)
        CHECK(results->difficulty(std::to_string(puzzle - 1), 50) <
              results->difficulty(std::to_string(puzzle), 50));
}

TEST_CASE("bad rows of results are named and skipped", "[solvers]") {
    const auto results = results_of("id,solver,solved\na,x,1\na,y,perhaps\n\na,z\na,\"w,1\n");
    REQUIRE(results->bad_rows().size() == 3);
    CHECK(results->bad_rows()[0].line == 3);
    CHECK(results->bad_rows()[0].why == "solved: \"perhaps\" is neither 1 nor 0");
    CHECK(results->bad_rows()[1].line == 5);
    CHECK(results->bad_rows()[2].line == 6);
    CHECK(results->difficulty("a", 50) < 50);

    CHECK(SolverResults::read("").error() == "there is no header, expected id,solver,solved");
    CHECK(SolverResults::read("\nid,who,solved\n").error() ==
          "line 2: the header has no column solver, expected id,solver,solved");
}
