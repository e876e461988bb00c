#include "collect/improve.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "games/list.hpp"

using namespace octomate;
using collect::Improvements;
using collect::ImproveOptions;
using collect::VersionJudgement;

namespace {

records::Puzzle puzzle(const std::string& fen, const std::optional<records::Key>& key = {}) {
    records::Puzzle made;
    made.fen = fen;
    made.key = key;
    return made;
}

Improvements improved(const records::Puzzle& puzzle, const ImproveOptions& options = {}) {
    auto found = collect::improve(games::named(games::default_name()), puzzle, options);
    REQUIRE(found);
    return *std::move(found);
}

std::vector<std::string> fens(const Improvements& found) {
    std::vector<std::string> all;
    for (const auto& version : found.versions) all.push_back(version.puzzle.fen);
    return all;
}

const records::Key cascade = {{5, {"Qa8-e4-e7#"}}};

}  // namespace

TEST_CASE("all superfluous pieces are removed, however many", "[improve]") {
    ImproveOptions options;
    options.changes = 0;
    const Improvements found = improved(puzzle("Q2Bk3/4N3/4p3/4K3/8/8/p5pR/8 w", cascade), options);
    CHECK(found.before.sound());
    CHECK(found.before.superfluous == 2);  // the rook is superfluous too, once the pawn on g2 is removed
    REQUIRE(!found.versions.empty());
    const auto& best = found.versions.front();
    CHECK(best.puzzle.fen == "Q2Bk3/4N3/4p3/4K3/8/8/8/8 w - - 0 1");
    CHECK(best.edit.removed == std::vector<std::string>{"a2", "g2", "h2"});
    CHECK(best.puzzle.key == cascade);
    CHECK(best.puzzle.pieces == 6);
    CHECK(collect::gains(found.before, best.judgement).front() == "3 pieces fewer");
}

TEST_CASE("a choice of promotions counts as one solution in the versions, too", "[improve]") {
    records::Puzzle promotions = puzzle("5k2/3R3P/8/8/8/8/1K6/8 w", {{{8, {"h7-h8=Q#", "h7-h8=R#"}}}});
    ImproveOptions options;
    options.changes = 0;
    CHECK_FALSE(improved(promotions, options).before.sound());
    promotions.promotions_as_one = true;
    CHECK(improved(promotions, options).before.sound());
}

TEST_CASE("a moved, added or removed piece is corrected", "[improve]") {
    for (const char* fen : {"Q2Bk3/4N3/8/4K3/8/8/8/8 w",        // a pawn is missing
                            "Q2Bk3/4N3/8/4K3/8/4p3/8/8 w",      // the pawn is on another square
                            "Q2Bk3/4N2Q/4p3/4K3/8/8/8/8 w"}) {  // a queen too many
        INFO(fen);
        const Improvements found = improved(puzzle(fen, cascade));
        CHECK_FALSE(found.before.sound());
        REQUIRE(!found.versions.empty());
        for (const auto& version : found.versions) {
            CHECK(version.judgement.sound());
            CHECK(version.puzzle.key == cascade);
            CHECK(collect::gains(found.before, version.judgement).front() == "sound now");
        }
    }
}

TEST_CASE("a version keeps the pieces and the path of the key", "[improve]") {
    // The queen mates by Qa8-e4-e7#, but versions must mate by the key, which has no cascade.
    const Improvements found = improved(puzzle("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", {{{5, {"Qa8-e4#"}}}}));
    CHECK(found.before.lost == 1);
    for (const auto& version : found.versions) CHECK(version.puzzle.key == records::Key{{5, {"Qa8-e4#"}}});
}

TEST_CASE("one of several keyed moves of a face is enough", "[improve]") {
    const records::Puzzle dual = puzzle("8/8/8/7K/8/8/5RQ1/3k4 w");
    const Improvements found = improved(dual);
    CHECK(found.before.duals > 0);
    REQUIRE(!found.versions.empty());
    CHECK(found.versions.front().judgement.sound());
}

TEST_CASE("the versions of a seed do not depend on the number of threads", "[improve]") {
    const records::Puzzle given = puzzle("Q2Bk3/4N3/4p3/4K3/8/8/p6R/8 w", cascade);
    ImproveOptions options;
    options.positions = 3000;
    const auto one = improved(given, options);
    options.search.threads = 4;
    CHECK(fens(improved(given, options)) == fens(one));
    CHECK(one.positions <= 3000);
}

TEST_CASE("a puzzle without a solution has no idea to keep", "[improve]") {
    const Improvements found = improved(puzzle("7k/8/8/8/8/8/8/K7 w"));
    CHECK(found.versions.empty());
    CHECK(found.complete);
    CHECK_FALSE(collect::improve(games::named(games::default_name()), puzzle("x"), {}));
}

TEST_CASE("help problems keep their lines", "[improve]") {
    records::Puzzle help = puzzle("8/8/4R3/4pn1K/8/1B5k/8/8 b");
    help.stipulation = *records::read_stipulation("h#2");
    ImproveOptions options;
    options.positions = 300;
    options.changes = 0;
    help.fen = "8/8/4R3/4pn1K/8/1B5k/8/b7 b";  // with a superfluous bishop
    const Improvements found = improved(help, options);
    for (const auto& version : found.versions) CHECK(version.puzzle.key->size() == found.before.kept);
}

TEST_CASE("gains and losses are described in words", "[improve]") {
    VersionJudgement before, after;
    before.kept = after.kept = 1;
    before.pieces = 7;
    after.pieces = 8;
    before.cooks = 3;
    after.cooks = 1;
    before.tries = 1;
    after.tries = 3;
    CHECK(collect::gains(before, after) ==
          std::vector<std::string>{"2 cooks fewer", "1 piece more", "2 tries more"});
    before.cooks = after.cooks = 0;
    before.quality = 61;
    after.quality = 70;
    CHECK(collect::gains(before, after).back() == "quality 61→70");
}
