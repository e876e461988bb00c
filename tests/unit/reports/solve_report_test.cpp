#include <catch2/catch.hpp>

#include "games/superpermutation/games.hpp"
#include "json/tree.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "reports/reports.hpp"

using namespace octomate;
using records::Json;
using reports::SolveReport;

namespace {

Json texts(const std::vector<reports::ListedMove>& moves) {
    Json json = Json::array();
    for (const auto& move : moves) json.push_back(move.text);
    return json;
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// Builds the JSON record of a report as a tree of the JSON library.
Json tree(const SolveReport& report) {
    Json faces = Json::array();
    Json winning = Json::array();
    for (const reports::FaceRow& row : report.faces) {
        const Json number = row.face == 0 ? Json(nullptr) : Json(row.face);
        Json face = {{"face", number},
                     {"file", row.face == 0 ? Json(nullptr) : Json(row.names)},
                     {"moves", row.moves},
                     {"free", row.free},
                     {"mates", texts(row.mates)}};
        if (report.listed) face["list"] = texts(row.list);
        faces.push_back(face);
        if (!row.mates.empty()) winning.push_back(number);
    }
    const reports::FaceRow* rolled = report.rolled();
    Json json = {{"id", or_null(report.id)},
                 {"fen", report.fen},
                 {"variant", report.variant},
                 {"turn", name(report.turn)},
                 {"check", report.check},
                 {"roll", or_null(report.roll)},
                 {"faces", faces},
                 {"winning", winning},
                 {"answer", rolled ? texts(rolled->mates) : Json(nullptr)}};
    if (!report.notes.empty()) json["notes"] = report.notes;
    return json;
}

}  // namespace

TEMPLATE_TEST_CASE("the fast writer writes the same bytes as the JSON library for every position", "[law]",
                   laws::D8Position, laws::ParentPosition) {
    SolveReport report;  // the same report is filled for all positions
    std::size_t number = 0;
    laws::check_law<TestType>(
        [&](const TestType& position) -> std::string {
            records::Puzzle puzzle;
            if (++number % 3 == 0) puzzle.id = "puzzle " + std::to_string(number);
            if (number % 2 == 0) puzzle.roll = static_cast<int>(number % 8 + 1);
            report.notes.clear();
            reports::solve(puzzle, position, {number % 5 == 0, reports::Reader::Program}, report);
            return reports::json(report) == records::dump(tree(report)) ? "" : reports::json(report);
        },
        7);
}

TEST_CASE("the fast writer writes the same bytes as the JSON library for any text") {
    SolveReport report;
    report.fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    report.variant = "superpermutation-d8";
    const std::string_view ids[] = {
        "",     "plain", "a \"quoted\" one", "back\\slash", "tab\tnewline\n", "\x01\x1f", "Schlüssel",
        "將軍", "🎲",     "bad \xff byte",    "\x7f",        "</script>"};
    for (const std::string_view id : ids) {
        report.id = id;
        report.notes = {std::string(id), "second"};
        REQUIRE(reports::json(report) == records::dump(tree(report)));
    }
}
