
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "json/text.hpp"
#include "json/tree.hpp"

namespace octomate::records {
namespace {

TEST_CASE("values are read one by one, as they are written", "[json]") {
    JsonReader reader(R"( {"a" : 1.50, "b\u00e9":[ "x" , {}], "a": null} )");
    std::vector<std::string> seen;
    REQUIRE(reader.parse_members([&](std::string_view name, bool again) {
        const auto value = reader.parse_value();
        seen.push_back(std::string(name) + (again ? "!" : "=") + std::string(value.value_or("?")));
        return value.has_value();
    }));
    CHECK(reader.finish());
    CHECK(seen == std::vector<std::string>{"a=1.50", "b\u00e9=[ \"x\" , {}]", "a!null"});
}

TEST_CASE("duplicate names are found at every depth, and among many", "[json]") {
    JsonReader reader(R"([{"a":1,"b":{"c":1,"\u0063":2},"a":3}])");
    REQUIRE(reader.parse_value());
    CHECK(reader.extract_repeated_names() == std::vector<std::string>{"c", "a"});
    CHECK(reader.extract_repeated_names().empty());
    std::string many = "{";
    for (int n = 0; n < 100'000; ++n) many += "\"f" + std::to_string(n) + "\":0,";
    many += "\"f0\":1,\"f99999\":1}";
    JsonReader long_one(many);
    REQUIRE(long_one.parse_value());
    CHECK(long_one.extract_repeated_names() == std::vector<std::string>{"f0", "f99999"});
}

TEST_CASE("the first syntax error ends reading and has its offset", "[json]") {
    JsonReader reader(R"({"a": 1, "b": tru})");
    CHECK_FALSE(reader.parse_value());
    REQUIRE(reader.fault());
    CHECK(reader.fault()->offset == 14);
    CHECK(reader.fault()->message == R"(found "tru}", expected a value)");
    CHECK_FALSE(reader.parse_value());
    CHECK_FALSE(reader.finish());
    CHECK(reader.fault()->offset == 14);
}

TEST_CASE("escapes are decoded, and written in one form", "[json]") {
    CHECK(compact_json(R"([ "\u0041\/\b\u001f\ud83d\ude00" , "a b" ])") ==
          "[\"A/\\b\\u001f\xF0\x9F\x98\x80\",\"a b\"]");
    CHECK(text_of_json(R"("\"\\\n")") == "\"\\\n");
    CHECK_FALSE(text_of_json("5"));
    for (const std::string_view bad : {R"("\x")", R"("\u12")", R"("\u12G4")", R"("\ude00")", R"("\ud83d")",
                                       R"("\ud83dx")", R"("\ud83d\u0041")", "\"\t\"", "\"\xFF\""})
        CHECK_FALSE(is_json(bad));
    CHECK(json_text_of("a\xFF\x01") == "\"a\xEF\xBF\xBD\\u0001\"");
}

TEST_CASE("a tree has the first of duplicate members, and huge numbers as null", "[json]") {
    CHECK(dump(parsed(R"({"b":1,"a":[1e400,-1e400,1.5],"b":2})")) == R"({"b":1,"a":[null,null,1.5]})");
    CHECK(parsed("[1e400]")[0].get<double>() > 1e308);
    CHECK(parsed("{\"a\":1}}").is_discarded());
    CHECK(parsed("").is_discarded());
    CHECK(parsed(std::string(101, '[') + std::string(101, ']')).is_discarded());
}

}  // namespace
}  // namespace octomate::records
