#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "games/list.hpp"
#include "reports/reports.hpp"

namespace octomate::reports {

TEST_CASE("moves are passed to a callback without being stored, until it returns false", "[reports]") {
    Puzzle puzzle;
    puzzle.fen = "4k3/8/8/8/8/8/8/4K2R w";
    std::vector<std::string> listed;
    MovesRequest request;
    request.on_move = [&](MoveRecord& record) {
        listed.push_back(record.uci);
        return listed.size() < 2;
    };
    MovesReport report;
    REQUIRE(games::named(games::default_name()).moves(puzzle, request, report));
    CHECK(listed == std::vector<std::string>{"e1d1", "e1d2"});
    CHECK(report.moves.empty());
    CHECK(report.count == 15);
    CHECK(report.complete);
}

}  // namespace octomate::reports
