#include "reports/solve_report.hpp"

#include <catch2/catch.hpp>

#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "records/error_record.hpp"

using namespace octomate;
using reports::SolveReport;

namespace {

std::string text(const SolveReport& report) {
    std::string text;
    reports::append_json(report, text);
    return text;
}

}  // namespace

TEMPLATE_TEST_CASE("the fast writer gives the library's bytes for every position", "[law]", laws::D8Position,
                   laws::ParentPosition) {
    solver::Faces<TestType> faces;
    std::size_t number = 0;
    laws::hold<TestType>(
        [&](const TestType& position) -> std::string {
            records::Puzzle puzzle;
            if (++number % 3 == 0) puzzle.id = "puzzle " + std::to_string(number);
            if (number % 2 == 0) puzzle.roll = static_cast<int>(number % 8 + 1);
            const SolveReport report = reports::solve(puzzle, position, number % 5 == 0, faces);
            return text(report) == records::dump(reports::to_json(report)) ? "" : text(report);
        },
        7);
}

TEST_CASE("the fast writer gives the library's bytes for any text") {
    SolveReport report;
    report.fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    report.variant = "superpermutation-d8";
    const std::string_view ids[] = {
        "",     "plain", "a \"quoted\" one", "back\\slash", "tab\tnewline\n", "\x01\x1f", "Schlüssel",
        "將軍", "🎲",     "bad \xff byte",    "\x7f",        "</script>"};
    for (const std::string_view id : ids) {
        report.id = id;
        report.notes = {std::string(id), "second"};
        REQUIRE(text(report) == records::dump(reports::to_json(report)));
    }
}
