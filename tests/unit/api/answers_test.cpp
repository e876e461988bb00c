// Answers of the API to good requests, and the errors it reports for bad ones.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "api/api.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"

namespace octomate::api {

namespace {

using records::Json;

Api api_with(ProbeTables tables) {
    CommonOptions common;
    common.variant = games::default_name();
    common.threads = 1;
    common.quiet = true;
    Entry entry;
    entry.json = "{}";
    entry.id = "one";
    entry.difficulty = 50;
    entry.faces = 2;
    return Api(common, Collection({entry}, ""), std::move(tables));
}

Answer puzzles(const std::map<std::string, std::string>& fields) {
    return api_with(nullptr).puzzles([&](const char* name) {
        const auto found = fields.find(name);
        return found == fields.end() ? std::string() : found->second;
    });
}

Answer ask(const Api& api, std::string_view name, const std::string& body) {
    for (const Request& request : requests())
        if (request.name == name) return api.answer(request, body);
    return {404, ""};
}

std::string fault_of(const Answer& answer) {
    const Json json = records::parsed(answer.body);
    return answer.status == 200 ? "" : json["error"]["message"].get<std::string>();
}

}  // namespace

TEST_CASE("a bad query for puzzles is refused with the reason") {
    for (const auto& good :
         std::vector<std::map<std::string, std::string>>{{},
                                                         {{"from", "99999"}},
                                                         {{"faces", "2"}},
                                                         {{"side", "white"}},
                                                         {{"easiest", "40"}, {"hardest", "59.999"}}}) {
        CHECK(fault_of(puzzles(good)).empty());
    }
    CHECK(records::parsed(puzzles({{"easiest", "51"}}).body)["count"] == 0);
    CHECK(puzzles({{"from", "x"}}).status == 400);
    CHECK(fault_of(puzzles({{"from", "-1"}})) ==
          "from is \"-1\", expected a whole number from 0 to 18446744073709551615");
    CHECK(fault_of(puzzles({{"from", "99999999999999999999999"}})) != "");
    CHECK(fault_of(puzzles({{"faces", "2147483648"}})) ==
          "faces is \"2147483648\", expected a whole number from 0 to 8");
    CHECK(fault_of(puzzles({{"faces", "9"}})) != "");
    CHECK(fault_of(puzzles({{"hardest", "abc"}})) == "hardest is \"abc\", expected a number from 0 to 100");
    CHECK(fault_of(puzzles({{"easiest", "nan"}})) != "");
    CHECK(fault_of(puzzles({{"side", "purple"}})) == "side is \"purple\", expected white or black");
}

TEST_CASE("a position with too many levels of brackets is refused") {
    constexpr std::size_t levels = 60'000;
    const std::string deep =
        "{\"variant\":" + std::string(levels, '[') + std::string(levels, ']') + ",\"turn\":\"white\"}";
    const Answer answer = api_with(nullptr).position(deep);
    CHECK(answer.status == 400);
    CHECK(fault_of(answer) == "expected an object of JSON");
}

TEST_CASE("games are replayed from their text, or from an object with options") {
    const Api api = api_with(nullptr);
    const auto game_of = [&](std::string_view name, const std::string& body) {
        return records::parsed(ask(api, name, body).body)["games"][0];
    };
    const std::string score = "(5) e2-e4 (1) h7-h5";
    CHECK(game_of("replay", score) == game_of("replay", Json{{"games", score}}.dump()));
    CHECK(game_of("replay", score)["verdict"].is_null());
    const Json analysed = game_of("replay", Json{{"games", score}, {"analyse", true}}.dump());
    CHECK(analysed["verdict"].is_string());
    CHECK(analysed["records"][2]["chances"]["depth"] == 2);
    CHECK(analysed == game_of("luck", score));
    const Json deeper = game_of("luck", Json{{"games", score}, {"depth", 3}}.dump());
    CHECK(deeper["records"][2]["chances"]["depth"] == 3);
    CHECK(game_of("replay", R"({"games":"1. e4","variant":"superpermutation"})")["records"][0]["fault"]
              .is_null());
    // A text that begins with a brace is a score with a comment.
    CHECK(game_of("replay", "{A short game.} " + score)["records"].size() == 3);

    CHECK(fault_of(ask(api, "replay", R"({"games":5})")) ==
          "games is missing or not a string, expected the text of games");
    CHECK(fault_of(ask(api, "luck", R"({"analyse":true})")) ==
          "games is missing or not a string, expected the text of games");
    CHECK(fault_of(ask(api, "replay", R"({"games":"1. e4","depth":9})")) ==
          "depth is 9, expected a whole number from 1 to 6");
    CHECK(fault_of(ask(api, "replay", R"({"games":"1. e4","analyse":"yes"})")) != "");
    CHECK(fault_of(ask(api, "replay", R"({"games":"1. e4","variant":"draughts"})")) != "");
}

TEST_CASE("the record of a mate has the odds of a table, as on the command line") {
    const Api api = api_with([](const games::Game&, const std::string&, std::vector<std::string>&) {
        return std::make_shared<const tables::Odds>();
    });
    constexpr std::string_view fen = R"("fen":"7k/8/5K2/8/8/8/6Q1/8 w")";
    CHECK(records::parsed(ask(api, "mate", "{" + std::string(fen) + "}").body).contains("odds"));
    const Json helped =
        records::parsed(ask(api, "mate", "{" + std::string(fen) + R"(,"stipulation":"h#1"})").body);
    CHECK(helped.contains("total"));
    CHECK(!helped.contains("odds"));
}

TEST_CASE(
    "a reply is the move of the given level on the roll of the given seed, and bad requests are refused") {
    const Api api = api_with(nullptr);
    const std::string fen = R"("fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")";
    const auto answer_to = [&](std::string_view name, const std::string& more) {
        return ask(api, name, '{' + fen + more + '}');
    };
    const std::string turn = R"(,"level":1,"seed":9,"ply":4)";
    const Json roll = records::parsed(answer_to("roll", turn).body)["roll"];
    const Json reply = records::parsed(answer_to("reply", turn).body);
    CHECK(reply["roll"] == roll);
    CHECK(records::parsed(answer_to("reply", turn + ",\"roll\":" + records::dump(roll)).body) == reply);
    const auto faces = reply["move"]["faces"];
    CHECK(std::find(faces.begin(), faces.end(), roll) != faces.end());
    CHECK(answer_to("reply", R"(,"level":9)").body.find("level is 9, expected a whole number from 1 to 8") !=
          std::string::npos);
    CHECK(answer_to("reply", R"(,"level":9)").status == 400);
    CHECK(answer_to("reply", R"(,"roll":9)").status == 400);
    CHECK(answer_to("roll", R"(,"ply":-1)").status == 400);
    const double chance = records::parsed(answer_to("chance", "").body)["chance"].get<double>();
    CHECK(chance > 0.4);
    CHECK(chance < 0.6);
    const std::string finished = R"({"fen":"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"})";
    CHECK(ask(api, "reply", finished).body == "{\"roll\":null,\"move\":null}\n");
    CHECK(ask(api, "roll", finished).body == "{\"roll\":null}\n");
    CHECK(ask(api, "chance", finished).body == "{\"chance\":0.0000}\n");
}

}  // namespace octomate::api
