// Solutions as composers print them, for positions that are easy to check by hand.
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "games/list.hpp"
#include "json/tree.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"
#include "unit/draw/markup.hpp"
#include "views/text.hpp"

using namespace octomate;
using reports::SolutionReport;

namespace {

SolutionReport solve(const std::string& fen, int moves, std::string_view variant = "superpermutation-d8",
                     int tries = 1, std::uint64_t nodes = 0) {
    records::Puzzle puzzle;
    puzzle.fen = fen;
    puzzle.moves = moves;
    reports::SolutionRequest request;
    request.tries = tries;
    request.search.nodes = nodes;
    SolutionReport report;
    REQUIRE(games::find(variant)->solution(puzzle, request, report));
    return report;
}

/// Returns the printed solution without the line that names the version. `flaws` says why the puzzle is not
/// strict.
std::string text(const SolutionReport& report, const std::string& flaws = "") {
    std::string text = views::report_text(report, {});
    const std::string name = "Octomate " + std::string(version());
    const std::string end =
        (flaws.empty() ? "  C+ " + name : "  Tested by " + name + "; not strict: " + flaws) + "\n\n";
    REQUIRE(text.size() >= end.size());
    REQUIRE(text.substr(text.size() - end.size()) == end);
    return text.substr(0, text.size() - end.size());
}

constexpr const char* in_the_corner = "rk6/8/B1K5/2P5/8/8/8/8 w";

}  // namespace

TEST_CASE("with a die, keys, replies and answers are listed with their rolls", "[solution]") {
    CHECK(text(solve(in_the_corner, 2)) ==
          "  Key\n"
          "    1.(1,2,7,8) Kc6-b6! zugzwang\n"
          "      1...Kb8-a8+  2.Ba6-b7#\n"
          "  No key on 3-6\n");
}

TEST_CASE("with a die, a move that every reply refutes is not a try", "[solution]") {
    // After Qf4-h4+ the king has one reply, which leaves 1/2; after Qf4-c7 each roll has one.
    CHECK(solve("7k/8/6K1/8/2q2Q2/8/8/8 w", 2).tries.empty());
}

TEST_CASE("without a die there are no rolls, and a waiting key threatens or leaves zugzwang", "[solution]") {
    CHECK(text(solve("8/8/8/8/8/5K2/R7/7k w", 2, "superpermutation")) ==
          "  Key\n"
          "    1.Kf3-g3! threat: 2.Ra2-a1#\n");
    CHECK(text(solve("16/16/16/16/5R10/13K1k/16/16 w - - *", 2, "complete-permutation")) ==
          "  Key\n"
          "    1.Kn3-n2! zugzwang\n"
          "      1...Kp3-p1, Kp3-p2  2.Rf4-p4#\n");
}

TEST_CASE("without a die, a try is refuted by exactly one reply", "[solution]") {
    const SolutionReport report = solve("16/16/16/16/1E14/9K6/16/8k7 w - - *", 2, "complete-permutation", 1);
    REQUIRE(report.tries.size() == 1);
    CHECK(report.tries.front().move == "Eb4-c7+");
    REQUIRE(report.tries.front().refutations.size() == 1);
    CHECK(report.tries.front().refutations.front().moves == std::vector<std::string>{"Ki1-k1"});
    CHECK(report.tries.front().play.variations.size() == 3);
    REQUIRE(report.keys.size() == 1);
    CHECK(report.keys.front().move == "Eb4-d7");
    REQUIRE(report.set_play);
    REQUIRE(report.set_play->variations.size() == 2);
    CHECK(report.set_play->variations.back().answers.front().moves.size() > 1);
}

TEST_CASE("a mate in one has near misses, and two keys on a bound roll are duals", "[solution]") {
    CHECK(text(solve("8/b2k4/1n2p3/2K5/8/8/4q3/8 b", 1)) ==
          "  Tries\n"
          "    1.(8) Nb6-a4+? but 1...Kc5-b4!\n"
          "    1.(6) Nb6-c8+? but 1...Kc5-b4!\n"
          "    1.(4) Qe2-e5+? but 1...Kc5-b4!\n"
          "  Keys\n"
          "    1.(5) Nb6-d5#!\n"
          "    1.(6) Qe2-c4#!\n"
          "  No key on 1-4,7,8\n");
    CHECK(text(solve("8/8/8/8/8/1r4k1/r7/7K b", 1, "superpermutation"), "duals") ==
          "  Try\n"
          "    1.Ra2-h2+? but 1...Kh1-g1!\n"
          "  Keys\n"
          "    1.Ra2-a1#! dual\n"
          "    1.Rb3-b1#! dual\n");
}

TEST_CASE("the set play of a mate in one is the mates that the opponent threatens", "[solution]") {
    CHECK(text(solve("6k1/5ppp/8/8/8/8/q4PPP/R5K1 w", 1)).find("  Set play\n    1...(7) Qa2-b1#\n  No key") ==
          0);
}

TEST_CASE(
    "the set play of a help problem begins with the other side, and that of a selfmate with a waiting move",
    "[solution]") {
    const auto solved = [](const std::string& fen, const char* stipulation) {
        records::Puzzle puzzle;
        puzzle.fen = fen;
        puzzle.stipulation = *records::read_stipulation(stipulation);
        SolutionReport report;
        REQUIRE(games::find("superpermutation")->solution(puzzle, {}, report));
        return report;
    };
    const SolutionReport help = solved("7k/8/6K1/8/8/8/8/R7 b", "h#1");
    REQUIRE(help.set_play);
    CHECK(text(help).find("  Set play\n    1...Ra1-a8#\n") == 0);
    CHECK(reports::json(help).find(R"("set_play":{"lines":["Ra1-a8#"]})") != std::string::npos);
    CHECK(views::printed({help}, true).remark == "Set play 1...Ra1-a8#");
    CHECK_FALSE(solved("7k/8/6K1/8/8/8/8/R7 w", "h#1.5").set_play);  // with half a move there is no set play
    CHECK_FALSE(solved("7k/8/6K1/8/8/8/8/R7 w", "ser-#2").set_play);
    const SolutionReport self = solved("8/8/8/8/8/5k2/4q3/6BK w", "s#1");
    REQUIRE(self.set_play);
    CHECK(text(self).find("  Set play\n    1...") == 0);
    CHECK(self.tries.empty());
}

TEST_CASE("a win that is too short is reported", "[solution]") {
    const SolutionReport report = solve("8/b2k4/1n2p3/2K5/8/8/4q3/8 b", 2);
    REQUIRE(report.keys.size() == 2);
    CHECK(is_short(report.keys.front(), report));
    CHECK(text(report, "shorter wins").find("    1.(5) Nb6-d5#! short\n") != std::string::npos);
}

TEST_CASE("a limit leaves out uncertain lines, and the report says so", "[solution]") {
    const std::string fen = "8/8/8/8/7Q/1K6/8/3k4 w";
    const SolutionReport whole = solve(fen, 3, "superpermutation", 3);
    REQUIRE(whole.complete());
    for (const std::uint64_t nodes : {1U, 20U, 100U, 400U, 1600U}) {
        const SolutionReport part = solve(fen, 3, "superpermutation", 3, nodes);
        INFO(nodes);
        if (nodes < whole.nodes) CHECK_FALSE(part.complete());
        CHECK((part.keys.empty() || part.keys.size() == whole.keys.size()));
        for (std::size_t at = 0; at < part.keys.size(); ++at) {
            CHECK(part.keys[at].move == whole.keys[at].move);
            const bool is_equal = part.keys[at].play == whole.keys[at].play;
            CHECK((is_equal || part.keys[at].play == reports::Play()));
        }
        CHECK((part.tries.empty() || part.tries.size() == whole.tries.size()));
        CHECK((part.complete() || views::report_text(part, {}).find("\n  C- Octomate") != std::string::npos ||
               views::report_text(part, {}).find("  C- Octomate") == 0));
    }
}

TEST_CASE("the record of a solution has all its parts", "[solution]") {
    CHECK(reports::json(solve(in_the_corner, 2)) ==
          R"({"moves":2,"faces":[{"face":1,"free":true,"keys":["Kc6-b6"],"in":2,"dual":false},)"
          R"({"face":2,"free":false,"keys":["Kc6-b6"],"in":2,"dual":false},)"
          R"({"face":3,"free":false,"keys":[],"in":null,"dual":false},)"
          R"({"face":4,"free":false,"keys":[],"in":null,"dual":false},)"
          R"({"face":5,"free":false,"keys":[],"in":null,"dual":false},)"
          R"({"face":6,"free":false,"keys":[],"in":null,"dual":false},)"
          R"({"face":7,"free":true,"keys":["Kc6-b6"],"in":2,"dual":false},)"
          R"({"face":8,"free":true,"keys":["Kc6-b6"],"in":2,"dual":false}],)"
          R"("set_play":{"variations":[]},"tries":[],)"
          R"("keys":[{"move":"Kc6-b6","rolls":[1,2,7,8],"mark":"!","in":2,"then":"zugzwang","variations":[)"
          R"({"replies":[{"rolls":[1,2,3,4,5,6,7,8],"move":"Kb8-a8+"}],)"
          R"("answers":[{"rolls":null,"moves":["Ba6-b7#"],"in":1}]}]}],"complete":true,"strict":true,)"
          R"("tested_by":"Octomate )" +
              std::string(version()) + R"("})");
}

TEST_CASE("duals and shorter wins in full-length variations are marked, and cost the C+", "[solution]") {
    const std::string text =
        views::report_text(solve("6K1/r1k5/q5n1/5r2/8/5P2/8/8 b", 3, "superpermutation-d8", 0), {});
    CHECK(text.find("\n        2.(3) Qc7-f7#, Rf5-f8# dual short\n") != std::string::npos);
    CHECK(text.find("\n        2.(6) Qc7-c4#, Qc7-c8# dual short\n") != std::string::npos);
    CHECK(text.find("C+") == std::string::npos);
    CHECK(text.find("  Tested by Octomate " + std::string(version()) +
                    "; not strict: duals and shorter wins\n") != std::string::npos);
}

TEST_CASE("the page of solutions is well formed, whatever the records contain", "[solution]") {
    SolutionReport report = solve(in_the_corner, 2);
    report.title = "Rook < bishop & \"king\"";
    records::Puzzle puzzle;
    puzzle.fen = in_the_corner;
    report.scene = std::make_shared<const draw::Scene>(*games::find("superpermutation-d8")->scene(puzzle));
    const std::string page = views::solution_html({report, solve("8/8/8/8/8/5K2/R7/7k w", 2)}, "A & B");
    const std::size_t body = page.find("<h1>");
    REQUIRE(body != std::string::npos);
    const std::size_t end = page.find("</main>") + 7;
    CHECK(draw::markup_fault(page.substr(body, end - body)) == "");
    CHECK(page.find("Rook &lt; bishop &amp; &quot;king&quot;") != std::string::npos);
    CHECK(page.find("<p class=\"key\" style=\"--in:1\"><span>1.(1,2,7,8)") == std::string::npos);
    CHECK(page.find("<p class=\"key\" style=\"--in:1\">1.(1,2,7,8) <span>Kc6-b6!</span> zugzwang</p>") !=
          std::string::npos);
    CHECK(page.find("<span>#2, White to move</span><span>3+2</span>") != std::string::npos);
    CHECK(draw::count(page, "<article") == 2);
}
