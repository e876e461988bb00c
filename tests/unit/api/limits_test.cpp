#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "api/api.hpp"
#include "games/list.hpp"
#include "records/json.hpp"

namespace octomate::api {

namespace {

constexpr double whole_day = 86'400;

Answer ask(std::string_view name, std::string_view body, double most_seconds) {
    CommonOptions common;
    common.variant = games::default_name();
    common.threads = 1;
    common.quiet = true;
    const Api api(common, {}, nullptr, most_seconds);
    for (const Request& request : requests())
        if (request.name == name) return (api.*request.answer)(body);
    FAIL("no such request");
    return {};
}

/// The status of an answer and, if it is refused, the code.
std::string outcome_of(const Answer& answer) {
    const records::Json json = records::parsed(answer.body);
    const bool refused = json.is_object() && json.contains("error");
    return std::to_string(answer.status) + (refused ? ' ' + json["error"]["code"].get<std::string>() : "");
}

/// A body whose position has so many earlier states, to each of which one may travel.
std::string with_past(std::size_t states) {
    std::string fen = "8/5k[s]2/8/3(r[q]^r[k])4/8/4(R[q]^R[k])3/Q7/4K3 w - - 0,0 -/-";
    for (std::size_t n = 0; n < states; ++n)
        fen += std::string(" | 8/5k[s]2/8/8/8/8/1Q6/4K3 ") + ((states - n) % 2 == 1 ? "b" : "w") + " - - 0,0";
    return R"({"variant":"super-chess","fen":")" + fen + "\"}";
}

constexpr std::string_view puzzle = R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","list":true})";

}  // namespace

TEST_CASE("no request takes longer than it may") {
    constexpr double no_time = 1e-9;
    for (const std::string_view name : {"solve", "moves", "defence"}) {
        INFO(name);
        CHECK(outcome_of(ask(name, puzzle, whole_day)) == "200");
        CHECK(outcome_of(ask(name, puzzle, no_time)) == "503 time_limit");
    }
    CHECK(outcome_of(ask("replay", "1. e4 e5", whole_day)) == "200");
    CHECK(outcome_of(ask("replay", "1. e4 e5", no_time)) == "503 time_limit");
    const Answer mate = ask("mate", R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","moves":6,"limit":10})", 0.05);
    CHECK(records::parsed(mate.body)["complete"] == false);
}

TEST_CASE("a reply with a long past is looked for no longer than it may") {
    const auto begun = std::chrono::steady_clock::now();
    CHECK(outcome_of(ask("defence", with_past(500), 0.1)) == "503 time_limit");
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
}

TEST_CASE("no answer becomes many times as large as its request") {
    CHECK(outcome_of(ask("moves", with_past(10), whole_day)) == "200");
    CHECK(outcome_of(ask("moves", with_past(700), whole_day)) == "413 too_large");
}

}  // namespace octomate::api
