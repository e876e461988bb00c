#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "api/api.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"

namespace octomate::api {

namespace {

constexpr Limits whole_day{.seconds = 86'400};
constexpr Limits no_time{.seconds = 1e-9};

/// Returns limits of `most` bytes per answer and practically unlimited time.
constexpr Limits bytes(std::size_t most) { return {.seconds = whole_day.seconds, .bytes = most}; }

Answer ask(std::string_view name, std::string_view body, const Limits& limits, ProbeTables tables = nullptr) {
    CommonOptions common;
    common.variant = games::default_name();
    common.threads = 1;
    common.quiet = true;
    const Api api(common, {}, std::move(tables), limits);
    for (const Request& request : requests())
        if (request.name == name) return api.answer(request, body);
    FAIL("no such request");
    return {};
}

/// Returns the HTTP status of an answer, followed by the error code if the request was refused.
std::string outcome_of(const Answer& answer) {
    const records::Json json = records::parsed(answer.body);
    const bool refused = json.is_object() && json.contains("error");
    return std::to_string(answer.status) + (refused ? ' ' + json["error"]["code"].get<std::string>() : "");
}

/// Returns a Super Chess request whose position has `states` earlier states; time travel to each is legal.
std::string request_with_past(std::size_t states) {
    std::string fen = "8/5k[s]2/8/3(r[q]^r[k])4/8/4(R[q]^R[k])3/Q7/4K3 w - - 0,0 -/-";
    for (std::size_t n = 0; n < states; ++n)
        fen += std::string(" | 8/5k[s]2/8/8/8/8/1Q6/4K3 ") + ((states - n) % 2 == 1 ? "b" : "w") + " - - 0,0";
    return R"({"variant":"super-chess","fen":")" + fen + "\"}";
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    while (times-- > 0) all += text;
    return all;
}

/// Sets the flag that interrupts the program, for the lifetime of the object.
struct Interruption {
    Interruption() { interrupted = true; }
    ~Interruption() { interrupted = false; }
};

constexpr std::string_view puzzle = R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","list":true})";

}  // namespace

TEST_CASE("requests stop at the time limit") {
    for (const std::string_view name : {"solve", "moves", "defence"}) {
        INFO(name);
        CHECK(outcome_of(ask(name, puzzle, whole_day)) == "200");
        CHECK(outcome_of(ask(name, puzzle, no_time)) == "503 time_limit");
    }
    CHECK(outcome_of(ask("replay", "1. e4 e5", whole_day)) == "200");
    CHECK(outcome_of(ask("replay", "1. e4 e5", no_time)) == "503 time_limit");
    const Answer mate = ask("mate", R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","moves":6})", {.seconds = 0.05});
    CHECK(records::parsed(mate.body)["complete"] == false);
    CHECK(outcome_of(ask("mate", R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","limit":10})", {.seconds = 0.05})) ==
          "400 wrong_type");
}

TEST_CASE("choosing a reply in a game with a long past stops at the time limit") {
    const auto begun = std::chrono::steady_clock::now();
    CHECK(outcome_of(ask("defence", request_with_past(500), {.seconds = 0.1})) == "503 time_limit");
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
}

TEST_CASE("no answer is many times as large as its request") {
    CHECK(outcome_of(ask("moves", request_with_past(10), whole_day)) == "200");
    CHECK(outcome_of(ask("moves", request_with_past(700), whole_day)) == "413 too_large");
}

TEST_CASE("a request for one move gets no other moves") {
    std::string body = request_with_past(700);
    body.insert(body.size() - 1, R"(,"move":"@5")");
    const Answer answer = ask("moves", body, whole_day);
    CHECK(outcome_of(answer) == "200");
    const records::Json moves = records::parsed(answer.body);
    REQUIRE(moves.size() == 1);
    CHECK(moves[0]["uci"] == "@5");
    CHECK(records::parsed(
              ask("moves", R"({"fen":"8/8/8/8/4k3/8/8/K6R w","move":"Rh3"})", whole_day).body)[0]["faces"] ==
          records::Json{8});
}

TEST_CASE("reading best moves stops at the time limit") {
    constexpr std::string_view body = R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","bm":"Qa8 Ke5"})";
    for (const std::string_view name : {"scene", "past", "check", "odds"}) {
        INFO(name);
        CHECK(outcome_of(ask(name, body, whole_day)) == "200");
        CHECK(outcome_of(ask(name, body, no_time)) == "503 time_limit");
    }
}

TEST_CASE("reading the moves of a key stops at the time limit") {
    for (const std::string_view stipulation : {"#1", "h#1"}) {
        const std::string body =
            R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","key":{"5":["no move"]},"stipulation":")" +
            std::string(stipulation) + "\"}";
        CHECK(outcome_of(ask("check", body, whole_day)) == "400 not_a_move");
        const Answer cut_short = ask("check", body, no_time);
        CHECK(outcome_of(cut_short) == "200");
        CHECK(records::parsed(cut_short.body)["complete"] == false);
    }
}

TEST_CASE("no answer exceeds the limit of bytes") {
    const std::string good(puzzle);
    constexpr std::string_view bad = R"({"fen":"9/8 w"})";
    for (const auto& [name, body] : {std::pair<std::string_view, std::string_view>{"scene", good},
                                     {"past", good},
                                     {"solve", good},
                                     {"moves", good},
                                     {"mate", good},
                                     {"defence", good},
                                     {"check", good},
                                     {"odds", good},
                                     {"replay", "1. e4 e5"},
                                     {"luck", "1. e4 e5"},
                                     {"solve", bad}}) {
        INFO(name << ' ' << body);
        CHECK(ask(name, body, whole_day).status != 413);
        CHECK(outcome_of(ask(name, body, bytes(10))) == "413 too_large");
    }
}

TEST_CASE("only the first notes and faults are listed if there are very many") {
    const auto body = [](std::string_view field) {
        return R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w",)" + std::string(field) + "}";
    };
    const std::string moves = body("\"bm\":\"" + repeated("x ", 1000) + "\"");
    CHECK(records::parsed(ask("solve", moves, whole_day).body)["notes"].size() == 32);
    std::string texts, wrong;  // different moves, because a key counts a repeated move once
    for (char file = 'a'; file <= 'h'; ++file) {
        for (char rank = '1'; rank <= '8'; ++rank) {
            const std::string square{file, rank};
            texts += (texts.empty() ? "\"x" : ",\"x") + square + "x\"";
            if (square != "e5") wrong += (wrong.empty() ? "\"Ke5-" : ",\"Ke5-") + square + "\"";
        }
    }
    const records::Json error =
        records::parsed(ask("check", body("\"key\":{\"5\":[" + texts + "]}"), whole_day).body)["error"];
    CHECK(error["more"].size() == 31);
    const records::Json checked =
        records::parsed(ask("check", body("\"key\":{\"5\":[" + wrong + "]}"), whole_day).body);
    CHECK(checked["notes"].size() == 32);
    CHECK(checked["missing"]["5"].size() == 63);
}

TEST_CASE("the luck of a game is complete or left out, within the limits") {
    constexpr std::string_view game = "1. e4 e5";
    CHECK(outcome_of(ask("luck", game, whole_day)) == "200");
    CHECK(outcome_of(ask("luck", game, no_time)) == "503 time_limit");
    Limits one_ply = whole_day;
    one_ply.plies = 1;
    const records::Json unfinished = records::parsed(ask("luck", game, one_ply).body)["games"][0];
    CHECK(unfinished["verdict"] == nullptr);
    CHECK(unfinished["records"] == records::Json::array());
    const std::string long_past = "[Variant \"super-chess\"]\n\n" + repeated("g1f3 g8f6 f3g1 f6g8 ", 90);
    CHECK(outcome_of(ask("luck", long_past, bytes(std::size_t{1} << 20))) == "413 too_large");
}

TEST_CASE("no partial answer is sent when the program is interrupted") {
    const Interruption interruption;
    CHECK(outcome_of(ask("luck", "1. e4 e5", whole_day)) == "503 interrupted");
    CHECK(outcome_of(ask("replay", "1. e4 e5", whole_day)) == "503 interrupted");
    const auto none = [](const games::Game&, const std::string&, std::vector<std::string>&) {
        return nullptr;
    };
    CHECK(outcome_of(ask("odds", puzzle, whole_day, none)) == "503 interrupted");
}

}  // namespace octomate::api
