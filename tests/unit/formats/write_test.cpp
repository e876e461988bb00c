#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.hpp"
#include "unit/formats/further.hpp"

namespace octomate::records {
namespace {

/// Compares two puzzles field by field, which only tests need.
bool same(const Puzzle& a, const Puzzle& b) {
    return a.fen == b.fen && a.id == b.id && a.variant == b.variant && a.roll == b.roll && a.key == b.key &&
           a.moves == b.moves && a.title == b.title && a.author == b.author && a.source == b.source &&
           a.comment == b.comment && a.themes == b.themes && to_jsonl(a) == to_jsonl(b) &&
           a.unknown == b.unknown;
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
    set_further(puzzle, "note", "text");
    set_further(puzzle, "draft", true);
    return puzzle;
}

/// Returns the puzzle of a line that must be valid.
Puzzle read(std::string_view line) {
    INFO(line);
    const auto result = read_puzzle(line);
    REQUIRE(result);
    CHECK(result->notes.empty());
    return result->value;
}

TEST_CASE("JSON has its fields in order and omits absent ones") {
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
    CHECK(parsed(to_jsonl(puzzle))["key"] == Json::object());
}

TEST_CASE("an unknown field with a known name is not written") {
    Puzzle puzzle = plain();
    set_further(puzzle, "fen", "other");
    set_further(puzzle, "roll", 7);
    CHECK(same(read(to_jsonl(puzzle)), plain()));
    CHECK(same(read(to_epd(puzzle)), plain()));
}

TEST_CASE("fields of provenance are written before the unknown fields, in a fixed order") {
    const std::string fields =
        R"("men":5,"difficulty":37.5,"quality":100,"generated":{"from":"play","seed":18446744073709551615,)"
        R"("unit":2,"n":0,"game":7,"more":[{"a":"]"}]},"removed":["Nf3","pa2"],"plies":"(7) Ke8-b8","mutated":"a\nb",)"
        R"("composed":{"exhaustive":3},"promotions_as_one":false,"note":"text"})";
    const std::string line = R"({"fen":"4k3/8/8/8/8/8/8/4K2R w - -",)" + fields;
    const Puzzle puzzle = read(line);
    CHECK(to_jsonl(puzzle) == line);
    CHECK(puzzle.pieces == 5);
    CHECK(puzzle.difficulty->value() == 37.5);
    CHECK(puzzle.generated->seed == 18446744073709551615U);
    CHECK(puzzle.generated->unknown == std::vector<UnknownField>{{"more", R"([{"a":"]"}])"}});
    CHECK(puzzle.removed == std::vector<std::string>{"Nf3", "pa2"});
    CHECK(puzzle.mutated == "a\nb");
    CHECK(puzzle.composed->exhaustive == 3);
    CHECK(puzzle.promotions_as_one == false);
    CHECK(puzzle.unknown == std::vector<UnknownField>{{"note", "\"text\""}});
    const auto columns = CsvColumns::from_header(csv_header());
    for (const auto& [format, header] :
         {std::pair(RecordFormat::Epd, static_cast<const CsvColumns*>(nullptr)),
          {RecordFormat::Csv, &*columns},
          {RecordFormat::Pgn, nullptr}}) {
        std::string text;
        append_record(text, puzzle, format, eight_faces());
        text.pop_back();
        const auto back = read_record(text, header);
        REQUIRE(back);
        const std::vector<std::string> lost = fields_left_out(text + '\n', puzzle, format, eight_faces());
        CHECK(lost_fields(puzzle, back->value) == lost);
        CHECK(std::find(lost.begin(), lost.end(), "generated") != lost.end());
        for (const std::string name : {"men", "difficulty", "quality", "plies"})
            CHECK(std::find(lost.begin(), lost.end(), name) == lost.end());
    }
    CHECK(to_jsonl(read(R"({"note":1,"men":2,"fen":"x","generated":{"n":1,"from":"y"}})")) ==
          R"({"fen":"x","men":2,"generated":{"from":"y","n":1},"note":1})");
}

TEST_CASE("a value of the wrong type is kept, with a note") {
    const std::string line =
        R"({"fen":"x","men":2.5,"difficulty":"hard","quality":null,"generated":{"seed":-1},"removed":[1],)"
        R"("plies":[],"mutated":{},"composed":0,"promotions_as_one":"yes"})";
    const auto result = read_puzzle(line);
    REQUIRE(result);
    CHECK(to_jsonl(result->value) == line);
    REQUIRE(result->notes.size() == 8);
    CHECK(result->notes[0] == "\"men\" is not a whole number, so it is kept as it is");
    Puzzle puzzle = result->value;
    puzzle.difficulty = 7;
    CHECK(to_jsonl(puzzle).find("hard") == std::string::npos);
}

TEST_CASE("invalid UTF-8 does not stop the writers") {
    Puzzle puzzle = plain();
    puzzle.title = "caf\xE9";
    CHECK(read(to_jsonl(puzzle)).title == "caf\xEF\xBF\xBD");
    CHECK_NOTHROW(to_epd(puzzle));
}

TEST_CASE("a puzzle is unchanged by writing and reading JSON") {
    Puzzle puzzle = full();
    puzzle.comment = "line\nbreak \x01 and \xF0\x9F\x98\x80";
    puzzle.key->at(8) = {"a move, with \"blanks\"", ""};
    puzzle.themes.emplace_back("two words");
    set_further(puzzle, "z", Json::parse(R"({"b": [1, -2, 0.1, 1e300, null, false, {"c": {}}], "a": []})"));
    set_further(puzzle, "a name", 18446744073709551615U);
    set_further(puzzle, "dm", nullptr);
    CHECK(same(read(to_jsonl(puzzle)), puzzle));
    CHECK(same(read(to_jsonl(plain())), plain()));
}

TEST_CASE("EPD has its opcodes in order and omits absent ones") {
    CHECK(to_epd(plain()) == "4k3/8/8/8/8/8/8/4K2R w - -");
    CHECK(
        to_epd(full()) ==
        R"(4k3/8/8/8/8/8/8/4K2R w - - 0 1; id "é \"1\""; variant "superpermutation"; roll 5;)"
        R"( key "-:Ke1-d1# 5:Qa8-e4-e7#,Rb6-b7# 8:"; dm 3; title ""; author "a; b\\c"; source "back\\\"slash";)"
        " c0 \"tab\tand 将\"; themes \"one two\"; note \"text\"; draft;");
}

TEST_CASE("a puzzle is unchanged by writing and reading EPD") {
    CHECK(same(read(to_epd(full())), full()));
    CHECK(same(read(to_epd(plain())), plain()));
    Puzzle puzzle = plain();
    puzzle.key = Key{};
    set_further(puzzle, "empty", "");
    CHECK(same(read(to_epd(puzzle)), puzzle));
    puzzle = plain();
    puzzle.fen += " 0 1";
    CHECK(same(read(to_epd(puzzle)), puzzle));
}

TEST_CASE("text that EPD cannot express is changed or left out") {
    Puzzle puzzle = plain();
    puzzle.comment = "two\r\nlines";
    puzzle.themes = {"back rank", "a,b"};
    puzzle.key = Key{{5, {"(4) Nd2-e4 (1,2) Kh2 ", "b, c:d e:f", "a4,b3"}}};
    set_further(puzzle, "elo", 1500);
    set_further(puzzle, "text", "1500");
    set_further(puzzle, "no", false);
    set_further(puzzle, "none", nullptr);
    set_further(puzzle, "list", {"x", "y z"});
    set_further(puzzle, "object", {{"a", 1}});
    set_further(puzzle, "no identifier", 1);
    set_further(puzzle, "dm", 7);
    CHECK(to_epd(puzzle) ==
          R"(4k3/8/8/8/8/8/8/4K2R w - - key "5:(4) Nd2-e4 (1,2) Kh2,b cd ef,a4&b3"; c0 "two  lines";)"
          R"( themes "back_rank a_b"; elo 1500; text "1500"; no false; none null; list "x" "y z";)");
    CHECK(fields_left_out(to_epd(puzzle) + '\n', puzzle, RecordFormat::Epd) ==
          std::vector<std::string>{"key", "comment", "themes", "object", "no identifier", "dm"});
    puzzle.fen = " 4k3/8/8/8/8/8/8/4K2R \t w ";
    CHECK(read(to_epd(puzzle)).fen == plain().fen);
}

TEST_CASE("CSV has a column for each field") {
    CHECK(header(RecordFormat::Csv) ==
          "PuzzleId,PuzzleFEN,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags,Variant,"
          "Difficulty,Quality,Men,Roll,Key,MateIn,Title,Author,Source,Comment,Stipulation,Solutions,Chapter,"
          "Plies\n");
    CHECK(header(RecordFormat::LichessCsv) ==
          "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n");
    CHECK(header(RecordFormat::Pgn).empty());
    Puzzle puzzle = plain();
    puzzle.id = "x";
    puzzle.key = Key{{5, {"Qa8-e4-e7#", "a7-a8-a6=N#"}}, {8, {"Kh8xg8"}}};
    puzzle.themes = {"one", "two"};
    puzzle.title = "Say \"no\", twice";
    set_further(puzzle, "difficulty", 37);
    set_further(puzzle, "Rating", 1500);
    set_further(puzzle, "x", 1);
    CHECK(to_csv(puzzle) == R"(x,4k3/8/8/8/8/8/8/4K2R w - -,1500,,,,one two,,,,37,,,,)"
                            R"("5:Qa8-e4-e7#,a7-a8-a6=N# 8:Kh8xg8",,"Say ""no"", twice",,,,,,,)");
}

TEST_CASE("PGN has the seven tags, the puzzle's own tags, and the key as moves") {
    Puzzle puzzle = plain();
    puzzle.id = "x";
    puzzle.roll = 8;
    puzzle.key = Key{{5, {"Qa8-e4-e7#", "Ra1-a2#"}}, {8, {"Kh8xg8#"}}};
    puzzle.title = "A \"title\"";
    puzzle.comment = "Said.";
    set_further(puzzle, "difficulty", 37);
    CHECK(to_pgn(puzzle, eight_faces("superpermutation-d8")) == R"([Event "A \"title\""]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[White "?"]
[Black "?"]
[Result "1-0"]
[PuzzleId "x"]
[Variant "superpermutation-d8"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w - -"]
[Roll "8"]
[Title "A \"title\""]
[Difficulty "37"]

{Said.}
1. Kh8xg8# {[%d8 8]}
(1. Qa8-e4-e7# {[%d8 5]})
(1. Ra1-a2# {[%d8 5]})
1-0
)");
    puzzle.fen = "4k3/8/8/8/8/8/8/4K2R b - -";
    puzzle.variant = "superpermutation";
    puzzle.key = Key{{0, {"Ke8-e7#"}}};
    const std::string black = to_pgn(puzzle, eight_faces("superpermutation-d8"));
    CHECK(black.find("[Variant \"superpermutation\"]") != std::string::npos);
    CHECK(black.find("\n1... Ke8-e7# {[%d8 -]}\n0-1\n") != std::string::npos);
    puzzle.key.reset();
    CHECK(to_pgn(puzzle).ends_with("{Said.}\n*\n"));
}

TEST_CASE("the format is found from the name of a file") {
    CHECK(format_of_file("a.jsonl") == RecordFormat::Jsonl);
    CHECK(format_of_file("a.b.epd.zst") == RecordFormat::Epd);
    CHECK(format_of_file("dir.csv/a.csv") == RecordFormat::Csv);
    CHECK(format_of_file("a.pgn.zst") == RecordFormat::Pgn);
    CHECK_FALSE(format_of_file("a.txt"));
    CHECK_FALSE(format_of_file("a.zst"));
}

}  // namespace
}  // namespace octomate::records
