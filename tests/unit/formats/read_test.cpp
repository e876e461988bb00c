#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.hpp"
#include "slow_build.hpp"
#include "unit/formats/further.hpp"

namespace octomate::records {
namespace {

constexpr std::string_view position = "4k3/8/8/8/8/8/8/4K2R w - -";

/// Returns a line of EPD: the test position and `opcodes`.
std::string epd(std::string_view opcodes) { return std::string(position) + " " + std::string(opcodes); }

/// Returns a JSON record of the test position with `fields`.
std::string json(std::string_view fields) {
    return R"({"fen": ")" + std::string(position) + R"(", )" + std::string(fields) + "}";
}

/// Reads a line that must be valid.
Puzzle good(std::string_view line) {
    INFO(line);
    auto result = read_puzzle(line, eight_faces());
    if (!result)
        FAIL(name(result.error().faults.front().code) << ": " << result.error().faults.front().message);
    return result->value;
}

/// Returns the faults of a line that must be invalid.
Faults bad(std::string_view line) {
    INFO(line);
    const auto result = read_puzzle(line, eight_faces());
    REQUIRE_FALSE(result.has_value());
    REQUIRE_FALSE(result.error().faults.empty());
    return result.error().faults;
}

/// Returns the only fault of a line as "code field offset".
std::string fault_of(std::string_view line) {
    const Faults faults = bad(line);
    const Fault& fault = faults.front();
    INFO(fault.message);
    CHECK(faults.size() == 1);
    CHECK_FALSE(fault.message.empty());
    return std::string(name(fault.code)) + " " + fault.field + " " + std::to_string(fault.offset);
}

std::string message_of(std::string_view line) { return bad(line).front().message; }

/// Returns all faults of a line as "code field".
std::vector<std::string> faults_of(std::string_view line) {
    std::vector<std::string> result;
    for (const Fault& fault : bad(line)) result.push_back(std::string(name(fault.code)) + " " + fault.field);
    return result;
}

using Strings = std::vector<std::string>;

// ---- kinds of lines --------------------------------------------------------------------------------------

TEST_CASE("blank lines and comments are not records") {
    for (const std::string_view line :
         {"", " ", "\t \r", "\r", "#", "# note", "  # note", "\xEF\xBB\xBF# note"}) {
        CHECK(is_blank_or_comment(Line{"-", 1, line}));
    }
    for (const std::string_view line : {"x", " {", "8/8 # not a comment", "\xEF\xBB\xBF{}"}) {
        CHECK_FALSE(is_blank_or_comment(Line{"-", 1, line}));
    }
}

TEST_CASE("a byte order mark and a carriage return are dropped in every format") {
    for (const std::string& line : {std::string(position), epd("id \"x\";"), json(R"("id": "x")")}) {
        const Puzzle plain = good(line);
        CHECK(plain.fen == position);
        CHECK(to_jsonl(good("\xEF\xBB\xBF" + line + "\r")) == to_jsonl(plain));
    }
    CHECK(fault_of("\xEF\xBB\xBF{]") == "bad_json line 1");
}

TEST_CASE("ill-formed UTF-8 is reported in every format") {
    CHECK(fault_of("8/8\xFF w - -") == "bad_utf8 line 3");
    CHECK(fault_of(epd("id \"caf\xE9\";")) == "bad_utf8 line " + std::to_string(epd("id \"caf").size()));
    CHECK(fault_of("{\"fen\": \"\xC3\"}") == "bad_utf8 line 9");
    const std::array<std::string_view, 9> ill_formed = {
        "\x80",              // a continuation byte alone
        "\xC0\xAF",          // overlong
        "\xE0\x80\x80",      // overlong
        "\xED\xA0\x80",      // a surrogate
        "\xF4\x90\x80\x80",  // beyond 10FFFF
        "\xF5\x80\x80\x80",
        "\xE2\x82",
        "\xF0\x9F\x98",
        "\xC3",
    };
    for (const std::string_view text : ill_formed) {
        CHECK(fault_of("ten bytes." + std::string(text)) == "bad_utf8 line 10");
        CHECK(fault_of("12345678é, fourteen" + std::string(text) + " and more") == "bad_utf8 line 20");
    }
    CHECK(good(json(R"("title": "Zürich – 将 😀")")).title == "Zürich – 将 😀");
}

// ---- bare FENs -------------------------------------------------------------------------------------------

TEST_CASE("a line without opcodes is a FEN, valid or not") {
    const std::vector<std::string> lines = {
        "4k3/8/8/8/8/8/8/4K2R w",
        "4k3/8/8/8/8/8/8/4K2R w -",
        "4k3/8/8/8/8/8/8/4K2R w - -",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R  w KQkq e3 0 1",
        "4k3/8/8/8/8/8/8/4K2R",
        "hello",
        "hello world, this is not a FEN at all",
        "4k3/8/8/8/8/8/8/4K2R w - - zero 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1 7",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1 and more",
        "nnn",
        "truely",
        "12a",
    };
    for (const std::string& line : lines) {
        const Puzzle puzzle = good("  " + line + " \t");
        CHECK(puzzle.fen == line);
        CHECK(puzzle.moves == 1);
        CHECK_FALSE(puzzle.id);
        CHECK_FALSE(puzzle.key);
    }
}

// ---- JSON ------------------------------------------------------------------------------------------------

TEST_CASE("a JSON record is read with all its fields") {
    const Puzzle puzzle = good(
        R"( {"fen": "x y", "id": "a-1", "variant": "superpermutation", "roll": 5, "key": {"5": ["Qa8-e4-e7#"],)"
        R"( "6": [], "8": ["a", "b"]}, "moves": 2, "title": "T", "author": "A", "source": "S", "comment": "C",)"
        R"( "themes": ["one", "two words"], "elo": 1500, "nested": {"b": [1.5, null], "a": true}} )");
    CHECK(puzzle.fen == "x y");
    CHECK(puzzle.id == "a-1");
    CHECK(puzzle.variant == "superpermutation");
    CHECK(puzzle.roll == 5);
    CHECK(puzzle.key == Key{{5, {"Qa8-e4-e7#"}}, {6, {}}, {8, {"a", "b"}}});
    CHECK(puzzle.moves == 2);
    CHECK(puzzle.title == "T");
    CHECK(puzzle.author == "A");
    CHECK(puzzle.source == "S");
    CHECK(puzzle.comment == "C");
    CHECK(puzzle.themes == Strings{"one", "two words"});
    CHECK(further_text(puzzle) == R"({"elo":1500,"nested":{"b":[1.5,null],"a":true}})");
}

TEST_CASE("only fen is required, and null counts as absent") {
    const Puzzle puzzle = good(json(
        R"("id": null, "variant": null, "roll": null, "key": null, "moves": null, "title": null, "themes": null)"));
    CHECK(to_jsonl(puzzle) == to_jsonl(good(position)));
    CHECK(good(R"({"fen": ""})").fen.empty());
    CHECK(good(json(R"("key": {"-": ["Ke8-d8#"]})")).key == Key{{0, {"Ke8-d8#"}}});
    CHECK(good(json(R"("key": {})")).key == Key{});
    CHECK(further_text(good(json(R"("x": null)"))) == R"({"x":null})");
}

TEST_CASE("invalid JSON is rejected with an offset") {
    CHECK(fault_of("{") == "bad_json line 1");
    CHECK(fault_of("{}}") == "bad_json line 2");
    CHECK(fault_of(R"({"fen": "x"} trailing)") == "bad_json line 13");
    CHECK(fault_of(R"({"fen": "x"}{"fen": "y"})") == "bad_json line 12");
    CHECK(fault_of(R"({"fen" "x"})") == "bad_json line 7");
    CHECK(fault_of(R"({"fen": "x", })") == "bad_json line 13");
    CHECK(fault_of(R"({"fen": nope})") == "bad_json line 8");
    CHECK(fault_of(R"({"x": 12.x})") == "bad_json line 8");
    CHECK(fault_of(R"({"fen": 1e999})") == "wrong_type fen 0");
    CHECK(fault_of(R"({"fen": "x)") == "bad_json line 8");
    CHECK(fault_of(R"({"fen": "a\qb"})") == "bad_json line 10");
    CHECK(fault_of(R"({"fen": "\ud800x"})") == "bad_json line 9");
    CHECK(fault_of("{\"fen\": \"a\tb\"}") == "bad_json line 10");
    CHECK(fault_of(R"({'fen': "x"})") == "bad_json line 1");
    CHECK(fault_of(R"({"fen": "x"} // no)") == "bad_json line 13");
    CHECK(fault_of(R"(["fen", )") == "bad_json line 8");
    CHECK(fault_of(R"("fen": "x",)") == "bad_json line 5");
    using namespace std::string_view_literals;
    CHECK(fault_of("{\"fen\": \"x\"}\0{"sv) == "bad_json line 12");
    CHECK(fault_of("{\"fen\": \0\"x\"}"sv) == "bad_json line 8");
    CHECK(fault_of("{\"fen\": \"\0\"}"sv) == "bad_json line 9");
}

TEST_CASE("messages about JSON quote the text at the fault") {
    CHECK(message_of("{") == "the JSON ends too early, expected a name in quotes or \"}\"");
    CHECK(message_of(R"({"a": )") == "the JSON ends too early, expected a value");
    CHECK(message_of(R"({"a" 5})") == R"(found "5}", expected ":")");
    CHECK(message_of(R"({"a": 5 "b": 6})") == R"x(found ""b": 6}", expected "," or "}")x");
    CHECK(message_of(R"({"a": 5,})") == R"(found "}", expected a name in quotes)");
    CHECK(message_of(R"({"a": [5 6]})") == R"(found "6]}", expected "," or "]")");
    CHECK(message_of(R"({"a": [}})") == R"(found "}}", expected a value)");
    CHECK(message_of(R"({"a": [5,]})") == R"(found "]}", expected a value)");
    CHECK(message_of(R"({"a": tru})") == R"(found "tru}", expected a value)");
    CHECK(message_of(R"({"a": 5x})") == R"(found "x}", expected "," or "}")");
    CHECK(message_of(R"({"a": [truer]})") == R"(found "r]}", expected "," or "]")");
    CHECK(message_of(R"({"a": 5.})") == R"(found ".}", expected "," or "}")");
    CHECK(message_of(R"({"a": [nul, 5]})") == R"(found "nul, 5]}", expected a value)");
    CHECK(message_of(R"({"a": nul })") == R"(found "nul }", expected a value)");
    CHECK(message_of(R"({"a": -)") == R"(found "-", expected a value)");
    CHECK(message_of(R"({"a": "b" "c\"d"})") == R"x(found ""c\"d"}", expected "," or "}")x");
    CHECK(message_of(R"({} x)") == R"(found "x", expected the end of the line)");
    CHECK(message_of(R"({"a": "b)") == R"(the string "b" has no closing quote)");
    CHECK(message_of(R"({"a": "b\qc"})") ==
          R"(a string has the broken escape "\q", expected one that JSON knows)");
    CHECK(message_of("{\"a\": \"\t\"}") == R"(a string holds the control character 0x09, expected \u0009)");
    CHECK(message_of(R"({"a": -12.5e999x})") == R"(found "x}", expected "," or "}")");
    CHECK(message_of(R"({"a": [1e999, 01e999]})") == R"(found "1e999]}", expected "," or "]")");
    CHECK(message_of(R"({"a": [1e999, 2.e999]})") == R"(found ".e999]}", expected "," or "]")");
    CHECK(message_of(R"({"a": [1e999, -inf]})") == R"(found "-inf]}", expected a value)");
    CHECK(message_of(R"({"fen": "8/8 w", "moves": 1e999})") ==
          "moves is 1e999, expected a whole number of at least 1");
    CHECK(message_of(R"({"fen": "8/8 w", "title": [1e999]})") == "title is an array, expected a string");
}

TEST_CASE("JSON may be nested up to a limit") {
    const auto nested = [](std::size_t levels) {
        return json("\"x\": " + std::string(levels, '[') + std::string(levels, ']'));
    };
    CHECK(to_jsonl(good(nested(99))).find(std::string(99, '[')) != std::string::npos);
    CHECK(fault_of(nested(100)) == "bad_json line " + std::to_string(json("\"x\": ").size() - 1 + 99));
    CHECK(fault_of(nested(5'000'000)) == fault_of(nested(100)));
}

TEST_CASE("JSON that is not an object is rejected") {
    for (const std::string_view line : {"[1]", "\"x\"", " 5", "-1.5e3", "true", "null", "[]"}) {
        CHECK(fault_of(line) == "not_an_object line 0");
    }
    CHECK(fault_of("\"" + std::string(position) + "\"") == "not_an_object line 0");
    CHECK(message_of("[1]") == "the line is an array, expected an object, EPD or a FEN");
}

TEST_CASE("a JSON field occurs once") {
    CHECK(fault_of(json(R"("id": "a", "id": "b")")) == "duplicate_field id 0");
    CHECK(fault_of(json(R"("fen": "b")")) == "duplicate_field fen 0");
    CHECK(fault_of(json(R"("x": 1, "x": 1)")) == "duplicate_field x 0");
    CHECK(fault_of(json(R"("key": {"5": [], "5": []})")) == "duplicate_field key 0");
    CHECK(fault_of(json(R"("x": [{"a": {"b": 1, "c": 2, "b": 1}}])")) == "duplicate_field x 0");
    CHECK(message_of(json(R"("x": {"b": 1, "b": 1})")) == R"("b" in "x" appears twice, expected once)");
    std::string many;
    for (int i = 0; i < 30; ++i) many += "\"f" + std::to_string(i) + "\": 0, ";
    CHECK(fault_of(json(many + R"("f7": 1)")) == "duplicate_field f7 0");
    CHECK(good(json(many + R"("f30": 1)")).unknown.size() == 31);
    CHECK(read_puzzle(json(R"("id": "a", "id": "b")")).error().puzzle.id == "a");
}

TEST_CASE("a JSON record needs a fen") {
    CHECK(fault_of("{}") == "missing_fen fen 0");
    CHECK(fault_of(R"({"FEN": "x"})") == "missing_fen fen 0");
    CHECK(fault_of(R"({"fen": 5})") == "wrong_type fen 0");
    CHECK(fault_of(R"({"fen": null})") == "wrong_type fen 0");
    CHECK(message_of(R"({"fen": 5})") == "fen is 5, expected a string");
}

TEST_CASE("JSON fields of the wrong type are rejected") {
    for (const std::string field : {"id", "variant", "title", "author", "source", "comment"}) {
        CHECK(fault_of(json("\"" + field + "\": 5")) == "wrong_type " + field + " 0");
        CHECK(fault_of(json("\"" + field + "\": [\"x\"]")) == "wrong_type " + field + " 0");
    }
    for (const std::string value : {"5.0", "\"5\"", "true", "[5]", "{}"}) {
        CHECK(fault_of(json("\"roll\": " + value)) == "wrong_type roll 0");
        CHECK(fault_of(json("\"moves\": " + value)) == "wrong_type moves 0");
    }
    for (const std::string value :
         {R"("5:a")", "5", "[]", R"({"5": "a"})", R"({"5": [1]})", R"({"5": null})"}) {
        CHECK(fault_of(json("\"key\": " + value)) == "wrong_type key 0");
    }
    for (const std::string value : {R"("a")", "{}", "[1]", "[null]"}) {
        CHECK(fault_of(json("\"themes\": " + value)) == "wrong_type themes 0");
    }
    CHECK(message_of(json(R"("roll": 5.5)")) == "roll is 5.5, expected a whole number from 1 to 8");
    CHECK(message_of(json(R"("key": {"5": "Qa1"})")) == R"(key's "5" is "Qa1", expected an array of moves)");
}

TEST_CASE("JSON numbers out of range are rejected") {
    for (const std::string value :
         {"0", "9", "-1", "-9223372036854775808", "18446744073709551615", "99999999999999999999"}) {
        CHECK(fault_of(json("\"roll\": " + value)) == "bad_roll roll 0");
    }
    for (const std::string value : {"0", "101", "-1", "18446744073709551615", "-99999999999999999999"}) {
        CHECK(fault_of(json("\"moves\": " + value)) == "bad_moves moves 0");
    }
    CHECK(good(json(R"("roll": 8, "moves": 100)")).moves == 100);
    CHECK(message_of(json(R"("roll": 9)")) == "roll is 9, expected a whole number from 1 to 8");
    CHECK(message_of(json(R"("moves": 0)")) == "moves is 0, expected a whole number from 1 to 100");
}

TEST_CASE("invalid faces of a JSON key are rejected") {
    for (const std::string face : {"0", "9", "", "05", "a", "10", " 5", "--"}) {
        CHECK(fault_of(json("\"key\": {\"" + face + "\": []}")) == "bad_key_face key 0");
    }
}

TEST_CASE("all faults of a JSON record are reported, in the order of the text") {
    const std::string line = R"({"roll": 9, "moves": 0, "title": 1, "key": {"9": [], "5": 1}, "themes": 2,)"
                             R"( "x": 1, "x": 2, "id": "me"})";
    CHECK(faults_of(line) == Strings{"missing_fen fen", "bad_roll roll", "bad_moves moves",
                                     "wrong_type title", "bad_key_face key", "wrong_type key",
                                     "wrong_type themes", "duplicate_field x"});
    CHECK(read_puzzle(line, eight_faces()).error().puzzle.id == "me");
    std::string many = "{";
    for (int i = 0; i < 100; ++i) many += "\"roll\": 9, ";
    const Faults faults = bad(many + "\"id\": 1}");
    CHECK(faults.size() == 32);
    CHECK(faults.front().code == FaultCode::MissingFen);
}

TEST_CASE("the id is recovered from broken JSON") {
    CHECK(read_puzzle(R"({"id": "me", "fen": oops})").error().puzzle.id == "me");
    CHECK_FALSE(read_puzzle(R"({"fen": oops, "id": "me"})").error().puzzle.id);
    CHECK_FALSE(read_puzzle(R"({"id": "me)").error().puzzle.id);
    CHECK_FALSE(read_puzzle(R"({"id": 5, "fen": 6})").error().puzzle.id);
}

TEST_CASE("a number that would be rounded is kept as text") {
    const std::string large(400, '9');
    const Strings numbers = {"1.00000000000000000001",
                             "-12345678901234567.5",
                             "1e-400",
                             "1e400",
                             "31e4000",
                             "-99E999",
                             "0.1e+999",
                             "-12.5E+999",
                             "123456789012345678901",
                             large,
                             large + ".5",
                             "-" + large + "e5"};
    for (const std::string& number : numbers) {
        for (const std::string& value : Strings{number, "[1.5," + number + ",{\"a\":" + number + "},7]"}) {
            const Puzzle puzzle = good(json("\"b\": 1e2, \"n\": " + value + ", \"m\": 1.5"));
            REQUIRE(puzzle.unknown.size() == 3);
            CHECK(puzzle.unknown[1].json == value);
            CHECK(puzzle.unknown[2].json == "1.5");
            for (const RecordFormat format : {RecordFormat::Jsonl, RecordFormat::Epd, RecordFormat::Pgn}) {
                std::string text;
                append_record(text, puzzle, format);
                const auto read = read_record(text.substr(0, text.find_last_not_of('\n') + 1));
                REQUIRE(read);
                CHECK(lost_fields(puzzle, read->value) == fields_left_out(text, puzzle, format));
                for (const UnknownField& field : read->value.unknown)
                    CHECK(std::find(puzzle.unknown.begin(), puzzle.unknown.end(), field) !=
                          puzzle.unknown.end());
                if (format != RecordFormat::Pgn) CHECK(read->value.unknown.back().json == "1.5");
            }
        }
    }
    const Puzzle puzzle = good(json(R"("n": 100000000000000000000, "l": 18446744073709551615, "c": 1.50)"));
    CHECK(puzzle.unknown[0].json == "100000000000000000000");
    CHECK(puzzle.unknown[1].json == "18446744073709551615");
    CHECK(puzzle.unknown[2].json == "1.50");
}

// ---- EPD -------------------------------------------------------------------------------------------------

TEST_CASE("a line of EPD is read with all its opcodes") {
    const Puzzle puzzle = good(epd(
        R"(id "x"; roll 5; key "5:Qa8-e4-e7# 6:Qe2-c4#"; variant superpermutation; dm 2; c0 "a; \"b\\c\d";)"
        R"( title "T"; author "Ü"; source "S"; themes "a b,c"; elo 1500; draft; bm Qa4 Qb5; note "";)"));
    CHECK(puzzle.fen == position);
    CHECK(puzzle.id == "x");
    CHECK(puzzle.roll == 5);
    CHECK(puzzle.key == Key{{5, {"Qa8-e4-e7#"}}, {6, {"Qe2-c4#"}}});
    CHECK(puzzle.variant == "superpermutation");
    CHECK(puzzle.moves == 2);
    CHECK(puzzle.comment == R"(a; "b\c\d)");
    CHECK(puzzle.title == "T");
    CHECK(puzzle.author == "Ü");
    CHECK(puzzle.source == "S");
    CHECK(puzzle.themes == Strings{"a", "b", "c"});
    CHECK(further_text(puzzle) == R"({"elo":1500,"draft":true,"bm":"Qa4 Qb5","note":""})");
}

TEST_CASE("EPD may have clocks before the opcodes") {
    const std::string board = "4k3/8/8/8/8/8/8/4K2R";
    const std::string clocked = board + " w - - 3 17";
    for (const std::string middle :
         {" 3 17; id x;", " 3 17 id x;", "; 3 17; id x;", "; 3 17 id x", " ;3 17;id x"}) {
        const Puzzle puzzle = good(std::string(position) + middle);
        CHECK(puzzle.fen == clocked);
        CHECK(puzzle.id == "x");
        CHECK(puzzle.unknown.empty());
    }
    for (const std::string middle : {" id x;", "; id x;", ";; id x;;", "\tid\tx ;\t", " id\"x\""}) {
        const Puzzle puzzle = good(board + "  w\t-  -" + middle);
        CHECK(puzzle.fen == position);
        CHECK(puzzle.id == "x");
    }
    CHECK(good(board + " w - -;").fen == position);
    CHECK(good(board + " w - - 3 17;").fen == clocked);
    CHECK(good(board + " w KQ e3 -1 +2; id x").fen ==
          board + " w KQ e3 -1 +2");  // the reader leaves faults of the fields to the rules
}

TEST_CASE("EPD with fewer fields ends its position at a semicolon or at a known opcode") {
    const std::string board = "4k3/8/8/8/8/8/8/4K2R";
    CHECK(good(board + " w; id x").fen == board + " w");
    CHECK(good(board + " w id x").fen == board + " w");
    CHECK(good(board + " w - roll 5").roll == 5);
    CHECK(good(board + " id x").fen == board);
    CHECK(good(board + " w; 3 17; id x").fen == board + " w - - 3 17");
    CHECK(good("hello; id x").fen == "hello");
}

TEST_CASE("EPD is recognised by its opcodes") {
    CHECK(good(epd("roll 5")).roll == 5);
    CHECK(good(epd("0 1 roll 5")).roll == 5);
    CHECK(further_text(good(epd("draft \"yes\""))) == R"({"draft":"yes"})");
    CHECK(further_text(good(epd("draft;"))) == R"({"draft":true})");
    CHECK(good(epd("draft")).fen == epd("draft"));  // read as a FEN with a bad clock
}

TEST_CASE("EPD operands may be without quotes") {
    const Puzzle puzzle =
        good(epd("title Mate by the rook ; key 5:a 6:b,c; themes one two; roll \"5\"; dm 02"));
    CHECK(puzzle.title == "Mate by the rook");
    CHECK(puzzle.key == Key{{5, {"a"}}, {6, {"b", "c"}}});
    CHECK(puzzle.themes == Strings{"one", "two"});
    CHECK(puzzle.roll == 5);
    CHECK(puzzle.moves == 2);
    CHECK(good(epd("id O\"Brien")).id == "O\"Brien");
    CHECK(good(epd("moves 3; comment \"like JSON\"")).moves == 3);
}

TEST_CASE("keys of EPD are read, also several moves on a face") {
    CHECK(good(epd(R"(key "4:Be3-f4-f3#,Qe4-d3-d2#")")).key == Key{{4, {"Be3-f4-f3#", "Qe4-d3-d2#"}}});
    CHECK(good(epd(R"(key "-:a")")).key == Key{{0, {"a"}}});
    CHECK(good(epd(R"(key "")")).key == Key{});
    CHECK(good(epd(R"(key "5:")")).key == Key{{5, {}}});
    CHECK(good(epd(R"(key "5: 6:b")")).key == Key{{5, {}}, {6, {"b"}}});
    CHECK(good(epd(R"(key " 5: a, b ,c  6:d ")")).key == Key{{5, {"a", "b", "c"}}, {6, {"d"}}});
    CHECK(good(epd(R"(key "1:(1,2) a (2) b#,c 4:d, e f")")).key ==
          Key{{1, {"(1,2) a (2) b#", "c"}}, {4, {"d", "e f"}}});
    CHECK(fault_of(epd(R"(key "5:a 9:b")")) == "bad_key_face key 4");
    CHECK(fault_of(epd(R"(key "Qa1#")")) == "bad_key_face key 0");
    CHECK(fault_of(epd(R"(key "5:a 6b")")) == "bad_key_face key 4");
    CHECK(fault_of(epd(R"(key ":a")")) == "bad_key_face key 0");
    CHECK(fault_of(epd(R"(key "5:a 5:b")")) == "duplicate_field key 4");
    CHECK(message_of(epd(R"(key "9:b")")) ==
          R"(the key has a face "9", expected 1 to 8, or - where no die is used)");
}

/// Returns the offset of `text` in `line`, as text.
std::string at(const std::string& line, std::string_view text) { return std::to_string(line.find(text)); }

TEST_CASE("faults of a line of EPD are reported with offsets") {
    const std::string no_name = epd("id x; 5th 7; roll 5");
    CHECK(fault_of(no_name) == "bad_opcode line " + at(no_name, "5th"));
    CHECK(message_of(no_name) == R"("5th" is not the name of an opcode, expected letters and digits)");
    const std::string third_number = epd("0 1 2 id \"x;y\"; roll 5");
    CHECK(fault_of(third_number) == "bad_opcode line " + at(third_number, "2 id"));
    CHECK(fault_of(epd("5th 7;")) == "bad_opcode line " + at(epd("5th 7;"), "5th"));
    const std::string a_fen = epd("fen \"x\"; roll 5");
    CHECK(fault_of(a_fen) == "bad_opcode line " + at(a_fen, "fen"));

    const std::string open = epd("roll 5; id \"x; c0 y;");
    CHECK(fault_of(open) == "unterminated_string line " + at(open, "\"x"));
    CHECK(message_of(open) == "the string \"x; c0 y;\" has no closing quote");
    CHECK(fault_of(epd(R"(id "x\")")).starts_with("unterminated_string line"));

    const std::string quoted = epd(R"(id "x" roll 5;)");
    CHECK(fault_of(quoted) == "missing_semicolon line " + at(quoted, "roll"));
    CHECK(message_of(quoted) == R"("roll 5;" follows the operand of id, expected ";" before it)");
    const std::string bare = epd(R"(roll 5 id "x";)");
    CHECK(fault_of(bare) == "missing_semicolon line " + at(bare, "id"));
    const std::string unknown = epd(R"(roll 5; bm Qa4 Qb5 draft "x";)");
    CHECK(fault_of(unknown) == "missing_semicolon line " + at(unknown, "draft"));
    const std::string number = epd("roll 5 6;");
    CHECK(fault_of(number) == "missing_semicolon line " + at(number, "6;"));
    const std::string twice = epd(R"(id "x" "y"; roll 5)");
    CHECK(fault_of(twice) == "missing_semicolon line " + at(twice, "\"y"));
    const std::string bare_twice = epd(R"(id x "y"; roll 5)");
    CHECK(fault_of(bare_twice) == "missing_semicolon line " + at(bare_twice, "\"y"));

    CHECK(fault_of(epd("id x; id y")) == "duplicate_field id 0");
    CHECK(fault_of(epd("elo 1; elo 2")) == "duplicate_field elo 0");
    CHECK(fault_of(epd("dm 2; moves 2")) == "duplicate_field moves 0");
    CHECK(fault_of("; id x") == "missing_fen fen 0");
    CHECK(fault_of("id \"x\"; roll 5") == "missing_fen fen 0");
}

TEST_CASE("faults of EPD operands are reported with offsets") {
    for (const std::string value :
         {"0", "9", "five", "5.0", "", "\"\"", "\" 5\"", "99999999999999999999", "-"}) {
        CHECK(fault_of(epd("roll " + value + ";")) == "bad_roll roll 0");
    }
    for (const std::string value : {"0", "101", "x", ""}) {
        CHECK(fault_of(epd("dm " + value + ";")) == "bad_moves dm 0");
    }
    for (const std::string name : {"id", "key", "variant", "title", "author", "source", "c0", "themes"}) {
        CHECK(fault_of(epd(name + ";")) == "wrong_type " + name + " 0");
    }
    CHECK(message_of(epd("roll 9")) == R"(roll is "9", expected a whole number from 1 to 8)");
    CHECK(message_of(epd("roll;")) == "roll is missing, expected a whole number from 1 to 8");
}

TEST_CASE("all faults of a line of EPD are reported, in the order of the text") {
    const std::string line = epd(R"(roll 9 dm 0; key "9:a"; 7up; id "me"; id "you"; title; c0 "open)");
    CHECK(faults_of(line) == Strings{"missing_semicolon line", "bad_roll roll", "bad_moves dm",
                                     "bad_key_face key", "bad_opcode line", "duplicate_field id",
                                     "wrong_type title", "unterminated_string line"});
    CHECK(read_puzzle(line, eight_faces()).error().puzzle.id == "me");
}

// ---- damaged lines ---------------------------------------------------------------------------------------

TEST_CASE("lines of ten megabytes are read, or rejected with short messages") {
    constexpr std::size_t size = slow_build ? 1'000'000 : 10'000'000;
    CHECK(good(json("\"comment\": \"" + std::string(size, 'x') + "\"")).comment->size() == size);
    CHECK(good(epd("c0 \"" + std::string(size, 'x') + "\"")).comment->size() == size);
    CHECK(good(std::string(size, 'x')).fen.size() == size);
    std::string fields;
    std::string opcodes;
    for (std::size_t i = 0; fields.size() < size; ++i) {
        fields += "\"field" + std::to_string(i) + "\": 1, ";
        opcodes += "field" + std::to_string(i) + " 1; ";
    }
    CHECK(good(json(fields + "\"last\": 2")).unknown.back().json == "2");
    CHECK(good(epd(opcodes + "last 2")).unknown.back().json == "2");
    for (const char c : {'{', '[', '"', ';', '\\', ':', ',', '1'}) {
        const auto result = read_puzzle(epd("key \"") + std::string(size, c));
        CHECK((result.has_value() || !result.error().faults.empty()));
        for (const auto& faults : {bad("{\"id\": \"x\", " + std::string(size, c))}) {
            CHECK(faults.size() <= 32);
            CHECK(faults.front().message.size() < 200);
        }
    }
}

/// Makes one random change: inserts, erases or replaces a byte, repeats or removes a part, or cuts the end.
void mutate(std::string& line, std::mt19937& random) {
    constexpr std::string_view likely = "\"\\{}[]:,; \t\r\n0159-ntfu/.eE\0\x80\xC3\xFFkey";
    const auto below = [&](std::size_t bound) { return bound == 0 ? 0 : random() % bound; };
    const std::size_t at = below(line.size() + 1);
    const std::size_t length = below(8);
    const char c = below(4) == 0 ? static_cast<char>(below(256)) : likely[below(likely.size())];
    switch (below(6)) {
        case 0: line.insert(at, 1, c); break;
        case 1: line.erase(at, 1); break;
        case 2: line.erase(at, length); break;
        case 3: line.insert(at, line.substr(below(line.size() + 1), length)); break;
        case 4:
            if (at < line.size()) line[at] = c;
            break;
        default:
            if (below(8) == 0) line.erase(at);
    }
}

TEST_CASE("mangled lines give a puzzle or a fault, and never crash") {
    const std::vector<std::string> lines = {
        json(
            R"("id": "é", "roll": 5, "key": {"5": ["a", "b"], "-": []}, "moves": 2, "themes": ["x"], "n": -1.5e3)"),
        json(
            R"("title": "a\"\u00e9\ud83d\ude00\n", "u": {"v": [1, {"w": null}], "t": true}, "comment": null)"),
        epd(R"(0 1; id "x\"y"; roll 5; key "5:a,b 6:c"; dm 2; c0 "é"; themes "a b"; elo 1500; draft;)"),
        std::string(position) + " 0 1",
    };
    std::mt19937 random(8);  // a fixed seed, so that every run tests the same lines
    for (int round = 0; round < 20'000; ++round) {
        std::string line = lines[static_cast<std::size_t>(round) % lines.size()];
        for (auto changes = 1 + random() % 4; changes > 0; --changes) mutate(line, random);
        const auto result = read_puzzle(line, eight_faces());
        if (result) {
            const std::string written = to_jsonl(result->value);
            const auto again = read_puzzle(written);
            INFO(line << '\n' << written);
            REQUIRE(again);
            REQUIRE(to_jsonl(again->value) == written);
            REQUIRE(to_epd(result->value).find('\n') == std::string::npos);
            continue;
        }
        INFO(line);
        REQUIRE_FALSE(result.error().faults.empty());
        for (const Fault& fault : result.error().faults) {
            REQUIRE_FALSE(fault.message.empty());
            REQUIRE(fault.offset <= line.size());
        }
    }
}

TEST_CASE("faces are checked against the die of the record's game", "[reader]") {
    const Variants games{"eight", [](std::string_view name) -> const Die* {
                             static constexpr Die two{2, "count", "an {} count", "take", "takes"};
                             return name == "two" ? &two : name == "eight" ? eight_faces().die({}) : nullptr;
                         }};
    const auto faults = [&](const std::string& line) {
        const auto read = read_puzzle(line, games);
        return read ? Faults() : read.error().faults;
    };
    CHECK(faults(json(R"("roll": 8, "key": {"8": []})")).empty());
    CHECK(faults(json(R"("variant": "none", "roll": 30, "key": {"30": []})")).empty());
    const Faults faults_found =
        faults(json(R"("variant": "two", "roll": 3, "moves": 0, "key": {"2": [], "3": []})"));
    REQUIRE(faults_found.size() == 3);
    CHECK(faults_found[0].message == "roll is 3, expected a whole number from 1 to 2");
    CHECK(faults_found[1].code == FaultCode::BadMoves);
    CHECK(faults_found[2].message == R"(the key has a face "3", expected 1 to 2, or - where no die is used)");
    // The field `variant` may stand after the faces, with a smaller or a larger die than the default.
    const Faults again =
        faults(json(R"("roll": 3, "moves": 0, "key": {"2": [], "3": []}, "variant": "two")"));
    REQUIRE(again.size() == 3);
    CHECK(again[0].code == FaultCode::BadMoves);
    CHECK(again[1].message == "roll is 3, expected a whole number from 1 to 2");
    CHECK(again[2].message == R"(the key has a face "3", expected 1 to 2, or - where no die is used)");
    CHECK(faults(json(R"("roll": 30, "key": {"30": []}, "variant": "none")")).empty());
    CHECK(faults(epd(R"(variant two; key "1:a 3:b";)")).front().offset == 4);
    CHECK(faults(json(R"("variant": "none", "roll": 0)")).front().message ==
          "roll is 0, expected a whole number");
    const std::string many = "key \"" + [] {
        std::string faces;
        for (int face = 9; face < 100; ++face) faces += std::to_string(face) + ": ";
        return faces;
    }();
    CHECK(faults(epd(many + '"')).size() == most_faults);
}

}  // namespace
}  // namespace octomate::records
