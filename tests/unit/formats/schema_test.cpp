// Validates records with data/puzzle.schema.json.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// Valijson's adapters support only nlohmann's unordered JSON type.
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "formats/formats.hpp"
#include "games/list.hpp"

namespace octomate::records {
namespace {

using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

const std::filesystem::path root = OCTOMATE_ROOT;

class Schema {
  public:
    Schema() : text_(json::parse(std::ifstream(root / "data/puzzle.schema.json"))) {
        valijson::SchemaParser().populateSchema(Adapter(text_), schema_);
    }

    bool accepts(const json& record) const {
        valijson::Validator validator;
        return validator.validate(schema_, Adapter(record), nullptr);
    }

    /// Returns the schema of a field.
    json rule(const char* field) const { return text_["properties"][field]; }

    /// Returns the names of the described fields.
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& [name, rule] : text_["properties"].items()) names.push_back(name);
        return names;
    }

  private:
    json text_;
    valijson::Schema schema_;
};

json with(const std::string& name, json value) {
    json record = {{"fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"}};
    record[name] = std::move(value);
    return record;
}

TEST_CASE("every published puzzle obeys the schema", "[schema]") {
    const Schema schema;
    std::size_t records = 0;
    for (const auto& file : std::filesystem::directory_iterator(root / "puzzles")) {
        if (file.path().extension() != ".jsonl") continue;
        std::ifstream lines(file.path());
        for (std::string line; std::getline(lines, line);) {
            if (is_blank_or_comment(Line{"-", 1, line})) continue;
            INFO(file.path() << ": " << line);
            REQUIRE(schema.accepts(json::parse(line)));
            ++records;
        }
    }
    CHECK(records > 20);
}

TEST_CASE("the schema accepts everything that the tools write and accept", "[schema]") {
    const Schema schema;
    CHECK(schema.accepts(with("anything", {{"else", json::array({1, nullptr})}})));
    CHECK(schema.accepts(with("id", nullptr)));
    CHECK(schema.accepts(with("themes", nullptr)));
    CHECK(schema.accepts(with("key", {{"-", {"Qa8-e4-e7#"}}, {"8", json::array()}})));
    CHECK(schema.accepts(with("fen", "4k3/8/8/8/8/8/8/4K2R w")));
    CHECK(schema.accepts(with("difficulty", 37.5)));
    CHECK(schema.accepts(with("generated", {{"from", "play"}, {"seed", 1}, {"unit", 2}, {"n", 3}})));
    CHECK(schema.accepts(with("composed", {{"seed", 1}, {"unit", 2}})));
    CHECK(schema.accepts(with("promotions_as_one", true)));
    for (const char* text : {"#2", "=2", "h#0.5", "h#2.5", "s#100", "r=3", "ser-#4", "ser-h=4"})
        CHECK(schema.accepts(with("stipulation", text)));
    CHECK(schema.accepts(with("solutions", 1)));
    Puzzle puzzle;
    puzzle.fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    puzzle.variant = "superpermutation";
    puzzle.roll = 8;
    puzzle.key = Key{{8, {"Rh1-h8#"}}};
    puzzle.moves = 2;
    puzzle.themes = {"cascade"};
    puzzle.comment = "é";
    CHECK(schema.accepts(json::parse(to_jsonl(puzzle))));
}

TEST_CASE("the schema rejects invalid puzzles", "[schema]") {
    const Schema schema;
    CHECK_FALSE(schema.accepts(json::object()));
    CHECK_FALSE(schema.accepts(json::array()));
    CHECK_FALSE(schema.accepts(with("fen", 1)));
    CHECK_FALSE(schema.accepts(with("fen", "4k3/8/8/8/8/8/8 w")));
    CHECK_FALSE(schema.accepts(with("fen", "4k3/8/8/8/8/8/8/4K2R")));
    CHECK_FALSE(schema.accepts(with("id", 7)));
    CHECK_FALSE(schema.accepts(with("variant", "chess")));
    CHECK_FALSE(schema.accepts(with("roll", 0)));
    CHECK_FALSE(schema.accepts(with("roll", 9)));
    CHECK_FALSE(schema.accepts(with("roll", "5")));
    CHECK_FALSE(schema.accepts(with("key", {{"9", {"Rh1-h8#"}}})));
    CHECK_FALSE(schema.accepts(with("key", {{"5", "Rh1-h8#"}})));
    CHECK_FALSE(schema.accepts(with("moves", 0)));
    for (const char* text : {"2", "H#2", "h#0", "s#2.5", "#101", "ser#2", "h#02"})
        CHECK_FALSE(schema.accepts(with("stipulation", text)));
    CHECK_FALSE(schema.accepts(with("solutions", -1)));
    CHECK_FALSE(schema.accepts(with("themes", "cascade")));
    CHECK_FALSE(schema.accepts(with("men", 1)));
    CHECK_FALSE(schema.accepts(with("difficulty", 101)));
    CHECK_FALSE(schema.accepts(with("quality", -1)));
    CHECK_FALSE(schema.accepts(with("plies", json::array())));
    CHECK_FALSE(schema.accepts(with("generated", {{"seed", 1}})));
    CHECK_FALSE(schema.accepts(with("composed", {{"seed", "x"}})));
    CHECK_FALSE(schema.accepts(with("promotions_as_one", "yes")));
}

TEST_CASE("the schema names the games of the program", "[schema]") {
    json expected = json::array();
    for (const games::Game* game : games::all()) {
        expected.push_back(game->name());
        for (const std::string_view option : game->about().options)
            expected.push_back(game->name() + ':' + std::string(option));
    }
    expected.push_back(nullptr);
    CHECK(Schema().rule("variant")["enum"] == expected);
}

TEST_CASE("the schema allows the faces of all dice") {
    CHECK(Schema().rule("roll")["maximum"] == games::most_faces());
    CHECK(Schema().rule("key")["patternProperties"].contains("^[1-" + std::to_string(games::most_faces()) +
                                                             "-]$"));
}

TEST_CASE("the schema describes every field that the reader knows", "[schema]") {
    const std::vector<std::string> names = Schema().names();
    for (const char* name : {"fen", "id", "variant", "roll", "key", "moves", "title", "author", "source",
                             "comment", "themes", "stipulation", "solutions"}) {
        CHECK(std::find(names.begin(), names.end(), name) != names.end());
    }
}

}  // namespace
}  // namespace octomate::records
