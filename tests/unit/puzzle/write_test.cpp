#include "puzzle/write.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/read.hpp"

namespace octomate::puzzle {
namespace {

/// Are the two the same, field by field? (The program itself never asks.)
bool same(const Puzzle& a, const Puzzle& b) {
    return a.fen == b.fen && a.id == b.id && a.variant == b.variant && a.roll == b.roll && a.key == b.key &&
           a.moves == b.moves && a.title == b.title && a.author == b.author && a.source == b.source &&
           a.comment == b.comment && a.themes == b.themes && a.unknown == b.unknown;
}

Puzzle plain() {
    Puzzle puzzle;
    puzzle.fen = "4k3/8/8/8/8/8/8/4K2R w - -";
    return puzzle;
}

Puzzle full() {
    Puzzle puzzle = plain();
    puzzle.fen += " 0 1";
    puzzle.id = "é \"1\"";
    puzzle.variant = "superpermutation";
    puzzle.roll = 5;
    puzzle.key = Key{{0, {"Ke1-d1#"}}, {5, {"Qa8-e4-e7#", "Rb6-b7#"}}, {8, {}}};
    puzzle.moves = 3;
    puzzle.title = "";
    puzzle.author = "a; b\\c";
    puzzle.source = "back\\\"slash";
    puzzle.comment = "tab\tand 将";
    puzzle.themes = {"one", "two"};
    puzzle.unknown["note"] = "text";
    puzzle.unknown["draft"] = true;
    return puzzle;
}

/// What reading the line gives; it must be good.
Puzzle read(std::string_view line) {
    INFO(line);
    const auto result = read_puzzle(line);
    REQUIRE(result);
    CHECK(result->notes.empty());
    return result->value;
}

TEST_CASE("JSON has its fields in order and leaves the absent ones out") {
    CHECK(to_jsonl(plain()) == R"({"fen":"4k3/8/8/8/8/8/8/4K2R w - -"})");
    Puzzle puzzle = full();
    puzzle.id = "x";
    puzzle.author = "A";
    puzzle.source = "S";
    puzzle.comment = "C\n";
    CHECK(to_jsonl(puzzle) ==
          R"({"fen":"4k3/8/8/8/8/8/8/4K2R w - - 0 1","id":"x","variant":"superpermutation","roll":5,)"
          R"("key":{"-":["Ke1-d1#"],"5":["Qa8-e4-e7#","Rb6-b7#"],"8":[]},"moves":3,"title":"","author":"A",)"
          R"("source":"S","comment":"C\n","themes":["one","two"],"note":"text","draft":true})");
    puzzle = plain();
    puzzle.key = Key{};
    CHECK(to_json(puzzle)["key"] == Json::object());
}

TEST_CASE("a known name among the unknown fields is not written") {
    Puzzle puzzle = plain();
    puzzle.unknown["fen"] = "other";
    puzzle.unknown["roll"] = 7;
    CHECK(same(read(to_jsonl(puzzle)), plain()));
    CHECK(same(read(to_epd(puzzle)), plain()));
}

TEST_CASE("bytes that are no UTF-8 do not stop the writers") {
    Puzzle puzzle = plain();
    puzzle.title = "caf\xE9";
    CHECK(read(to_jsonl(puzzle)).title == "caf\xEF\xBF\xBD");
    CHECK_NOTHROW(to_epd(puzzle));
}

TEST_CASE("a puzzle survives JSON") {
    Puzzle puzzle = full();
    puzzle.comment = "line\nbreak \x01 and \xF0\x9F\x98\x80";
    puzzle.key->at(8) = {"a move, with \"blanks\"", ""};
    puzzle.themes.emplace_back("two words");
    puzzle.unknown["z"] = Json::parse(R"({"b": [1, -2, 0.1, 1e300, null, false, {"c": {}}], "a": []})");
    puzzle.unknown["a name"] = 18446744073709551615U;
    puzzle.unknown["dm"] = nullptr;
    CHECK(same(read(to_jsonl(puzzle)), puzzle));
    CHECK(same(read(to_jsonl(plain())), plain()));
}

TEST_CASE("EPD has its opcodes in order and leaves the absent ones out") {
    CHECK(to_epd(plain()) == "4k3/8/8/8/8/8/8/4K2R w - -");
    CHECK(
        to_epd(full()) ==
        R"(4k3/8/8/8/8/8/8/4K2R w - - 0 1; id "é \"1\""; variant "superpermutation"; roll 5;)"
        R"( key "-:Ke1-d1# 5:Qa8-e4-e7#,Rb6-b7# 8:"; dm 3; title ""; author "a; b\\c"; source "back\\\"slash";)"
        " c0 \"tab\tand 将\"; themes \"one two\"; note \"text\"; draft;");
}

TEST_CASE("a puzzle survives EPD") {
    CHECK(same(read(to_epd(full())), full()));
    CHECK(same(read(to_epd(plain())), plain()));
    Puzzle puzzle = plain();
    puzzle.key = Key{};
    puzzle.unknown["empty"] = "";
    CHECK(same(read(to_epd(puzzle)), puzzle));
    puzzle = plain();
    puzzle.fen += " 0 1";
    CHECK(same(read(to_epd(puzzle)), puzzle));
}

TEST_CASE("what EPD cannot carry is bent, not broken") {
    Puzzle puzzle = plain();
    puzzle.fen = " 4k3/8/8/8/8/8/8/4K2R \t w ";
    puzzle.comment = "two\r\nlines";
    puzzle.themes = {"back rank", "a,b"};
    puzzle.key = Key{{5, {"Qa1-a2 #", "b, c"}}};
    puzzle.unknown["elo"] = 1500;
    puzzle.unknown["ratio"] = -0.5;
    puzzle.unknown["no"] = false;
    puzzle.unknown["none"] = nullptr;
    puzzle.unknown["list"] = {1, "x"};
    puzzle.unknown["no identifier"] = 1;
    puzzle.unknown["dm"] = 7;
    puzzle.unknown["c0"] = "x";
    const Puzzle back = read(to_epd(puzzle));
    CHECK(back.fen == plain().fen);
    CHECK(back.comment == "two  lines");
    CHECK(back.themes == std::vector<std::string>{"back_rank", "a_b"});
    CHECK(back.key == Key{{5, {"Qa1-a2#", "bc"}}});
    CHECK(back.moves == 1);
    CHECK(back.unknown.dump() ==
          R"({"elo":"1500","ratio":"-0.5","no":"false","none":"null","list":"[1,\"x\"]"})");
}

}  // namespace
}  // namespace octomate::puzzle
