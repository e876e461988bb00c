#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "formats/formats.hpp"
#include "games/superpermutation/games.hpp"
#include "json/tree.hpp"
#include "reports/reports.hpp"

using namespace octomate;
using superpermutation::D8Position;

namespace {

using Mates = std::map<int, std::vector<std::string>>;

/// The keys published in the article, by puzzle id.
const std::map<std::string, Mates> published = {
    {"article-1", {{5, {"Qa8-e4-e7#"}}}},
    {"article-2", {{8, {"h7-h8=N#"}}}},
    {"article-3", {{5, {"Nb6-d5#"}}, {6, {"Qe2-c4#"}}}},
    {"article-4", {{3, {"Be3-f4-f3#"}}, {4, {"Be3-f4-f3#", "Qe4-d3-d2#"}}, {5, {"Qe4-d3-d2#"}}}},
    {"article-5", {{1, {"Kf5-h8#"}}, {7, {"Kf5-b3#"}}}},
};

std::vector<std::string> lines() {
    std::ifstream file(OCTOMATE_ROOT "/puzzles/article.jsonl");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

}  // namespace

TEST_CASE("the five positions of the article have the published keys, all eight faces counted") {
    REQUIRE(lines().size() == 5);
    std::size_t number = 0;
    for (const std::string& line : lines()) {
        CAPTURE(line);
        const auto read = records::read_puzzle(line);
        REQUIRE(read);
        const records::Puzzle& puzzle = read->value;
        REQUIRE(puzzle.id == "article-" + std::to_string(++number));
        REQUIRE(puzzle.roll == (number == 2 ? std::optional(8) : std::nullopt));
        REQUIRE(puzzle.key == published.at(*puzzle.id));

        const auto position = D8Position::from_fen(puzzle.fen);
        REQUIRE(position);
        REQUIRE(position->value.fen() == puzzle.fen);
        reports::SolveReport report;
        reports::solve(puzzle, position->value, {}, report);
        Mates mates;
        for (const reports::FaceRow& row : report.faces) {
            for (const reports::ListedMove& mate : row.mates) mates[row.face].push_back(mate.text);
            if (number == 4) REQUIRE(row.free == (row.face == 4));
        }
        REQUIRE(mates == published.at(*puzzle.id));
    }
}

TEST_CASE("records of solve have the answer and the winning faces, with nulls if no die is used") {
    const auto solve = [](const std::string& line) {
        const auto read = records::read_puzzle(line);
        const auto position = D8Position::from_fen(read->value.fen);
        reports::SolveReport report;
        reports::solve(read->value, position->value, {}, report);
        return records::Json::parse(reports::json(report));
    };
    const auto rolled = solve(lines()[1]);
    REQUIRE(rolled["answer"] == records::Json::array({"h7-h8=N#"}));
    REQUIRE(rolled["winning"] == records::Json::array({8}));

    // White is in check from the pawn and mates by any king move off the e-file.
    const auto check = solve(R"({"fen": "3rkr2/3p1p2/8/3p4/4K3/8/8/4R3 w", "roll": 4})");
    REQUIRE(check["check"] == true);
    REQUIRE(check["answer"].is_null());
    REQUIRE(check["winning"] == records::Json::array({nullptr}));
    REQUIRE(check["faces"].size() == 1);
    REQUIRE(check["faces"][0]["face"].is_null());
    REQUIRE(check["faces"][0]["file"].is_null());
}
