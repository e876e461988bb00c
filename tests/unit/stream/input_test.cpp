// Files are split into records as their format defines, and a faulty record does not affect others.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.hpp"
#include "slow_build.hpp"
#include "stream/stream.hpp"
#include "unit/stream/temporary_file.hpp"

namespace octomate::records::input_test {

namespace {

constexpr std::string_view json = "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w\",\"id\":\"J\"}\n";
constexpr std::string_view epd = "4k3/8/8/8/8/8/8/4K3 w - - id \"E\";\n";
constexpr std::string_view rows = "id;FEN\nC;4k3/8/8/8/8/8/8/4K3 w\n";
constexpr std::string_view game = "[PuzzleId \"G\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\n\n*\n";
constexpr std::string_view tags = "[PuzzleId \"N\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\n\n";
constexpr std::string_view yaml = "---\nid: 1\nalgebraic:\n  white: [Ke1]\n  black: [Ke8]\n";
constexpr std::string_view item = "- id: 2\n  algebraic: {white: [Ke1], black: [Ke8]}\n";
constexpr std::string_view bare = "id: 3\nalgebraic:\n  white: [Ke1]\n  black: [Ke8]\n";

/// Returns "line:id " for each record, "line:code " for each faulty one.
std::string records_of(std::string_view text, const StreamOptions& options = {}) {
    const TemporaryFile file{std::string(text)};
    std::string records;
    stream_lines(
        {file.path()}, options,
        [](const Line& line, Output& output) {
            if (is_blank_or_comment(line)) return;
            const auto read = read_puzzle(line);
            output.data += fmt::format(
                "{}:{} ", line.number,
                read ? read->value.id.value_or("?") : std::string(name(read.error().faults[0].code)));
        },
        [&](const Output& output) { records += output.data; });
    return records;
}

std::string joined(std::initializer_list<std::string_view> texts) {
    std::string all;
    for (const std::string_view text : texts) all += text;
    return all;
}

InputFormat format_of(std::string_view text) { return detect_format(text, true)->format; }

}  // namespace

TEST_CASE("the first record of a file decides its format", "[input]") {
    for (const std::string_view above : {"", "\n \n", "# FEN,id\n\n", "#\r\n"}) {
        INFO(above);
        for (const std::string_view first : {json, epd, std::string_view("8/8 w"), std::string_view("FEN\n"),
                                             std::string_view("[1]\n"), std::string_view("x,y\n")})
            CHECK(format_of(joined({above, first})) == InputFormat::Lines);
        CHECK(format_of(joined({above, rows})) == InputFormat::Csv);
        CHECK(format_of(joined({above, game})) == InputFormat::Pgn);
        for (const std::string_view first : {yaml, item, bare, std::string_view("%YAML 1.2\n")})
            CHECK(format_of(joined({above, first})) == InputFormat::Yaml);
        for (const std::string_view first : {"<html>", "%PDF-1", "{\\rtf", "\\begin{diagram}", "% a comment",
                                             "BeginProblem", "+---a---b---c---d---e---f---g---h---+"})
            CHECK(format_of(joined({above, first})) == InputFormat::Foreign);
    }
    CHECK(detect_format(joined({"# x\n", rows}), true)->header == "id;FEN");
    CHECK(format_of("") == InputFormat::Lines);
    CHECK_FALSE(detect_format("# more\n", false));
    CHECK_FALSE(detect_format("FEN,id", false));
}

TEST_CASE("later records are read in the format of the first one", "[input]") {
    CHECK(records_of(joined({json, rows, epd})) == "1:J 2:missing_fen 3:bad_opcode 4:E ");
    CHECK(records_of(joined({rows, rows})) == "2:C 3:id 4:C ");
    CHECK(records_of(joined({rows, json, "D;4k3/8/8/8/8/8/8/4K3 w\n"})) == "2:C 3:bad_csv 4:D ");
    CHECK(records_of(joined({game, json, game})) == "1:G 5:missing_fen 6:G ");
    CHECK(records_of(joined({yaml, "---\n", json, "---\n", bare})) == "1:1 6:missing_fen 8:3 ");
}

TEST_CASE("the format given by the user applies if no record shows one", "[input]") {
    CHECK(records_of(joined({"fen,id\n", epd}), {.format = InputFormat::Csv}) == "2:bad_csv ");
    CHECK(records_of(joined({json, epd}), {.format = InputFormat::Csv}) == "1:bad_csv 2:bad_csv ");
    CHECK(records_of(joined({"{a: 1}\n---\n", bare}), {.format = InputFormat::Yaml}) == "1:missing_fen 2:3 ");
    CHECK(records_of(joined({"1. e4 *\n", game}), {.format = InputFormat::Pgn}) == "1:missing_fen 2:G ");
    CHECK(records_of("<html>\n", {.format = InputFormat::Lines}) == "1:? ");
}

TEST_CASE("a file of a foreign format is one faulty record", "[input]") {
    for (const std::string_view first : {"<html>\n", "\\documentclass{article}\n", "BeginProblem\n"}) {
        for (const std::size_t bytes : {1U, 7U, 1000U})
            CHECK(records_of(joined({"\n", first, json, json}), {.batch_bytes = bytes}) ==
                  "2:unknown_format ");
    }
}

TEST_CASE("reading stops if none of the first 20 records is a puzzle") {
    std::string text;
    for (int n = 0; n < 19; ++n) text += "# heading\n\nWords w - of a text/without puzzles; \"and so on\"\n";
    CHECK(records_of(joined({text, json})).ends_with(":J "));
    CHECK(records_of(text).starts_with("3:"));
    CHECK(records_of(text).size() > 100);
    for (const std::size_t bytes : {10'000U, 1'000'000U})
        CHECK(records_of(joined({text, "{\"a\":1}\n", json}), {.batch_bytes = bytes}) == "3:no_puzzles ");
    CHECK(records_of(joined({text, "8/8/8/8 w\n"})).ends_with("58:? "));
}

TEST_CASE("UTF-16 is reported once") {
    for (const std::string_view mark : {"", "\xFF\xFE"}) {
        std::string text(mark);
        for (const char c : joined({"\n", json, json})) text.append({c, '\0'});
        CHECK(records_of(text).ends_with(":unknown_format "));
        CHECK(records_of(text).size() < 20);
        CHECK(records_of(text, {.format = InputFormat::Csv}) == records_of(text));
    }
    CHECK(records_of(std::string_view("\xFE\xFF\0{\0}\0\n", 8)) == "1:unknown_format ");
}

TEST_CASE("a game ends with its result, or before the next game", "[pgn]") {
    CHECK(records_of(joined({game, game, tags, tags, game})) == "1:G 5:G 9:N 12:N 15:G ");
    CHECK(records_of(joined({tags, "1. Ke1-e2\n", game})) == "1:N 5:G ");
    CHECK(records_of(joined({tags, "{open\n\n", game})) == "1:unterminated_comment 6:G ");
    CHECK(records_of(joined({tags, "{[Event \"x\"]\n[Event \"y\"]} *\n", game})) == "1:N 6:G ");
    CHECK(records_of(joined({tags, "% an escape\n; a comment {\n*\n", game})) == "1:N 7:G ");
    CHECK(records_of(joined({tags, "1. Ke1-e2\n\n1. Ke1-e2\n", game})) == "1:bad_tag 7:G ");
}

TEST_CASE("a document ends with its marker, a list item before the next one", "[yaml]") {
    CHECK(records_of(joined({yaml, yaml, "...\n\n# note\n", yaml})) == "1:1 6:1 14:1 ");
    CHECK(records_of(joined({item, item, "- id: 4\n"})) == "1:2 3:2 5:missing_fen ");
    CHECK(records_of(joined({"%YAML 1.2\n---\n", item, item})) == "1:2 5:2 ");
    CHECK(records_of(joined({bare, "authors:\n- A\n- B\n---\n", bare})) == "1:3 8:3 ");
    CHECK(records_of(joined({"---\n---\n", bare, "rubbish\nx: 1\n---\n", bare})) == "2:bad_yaml 9:3 ");
    CHECK(records_of(joined({yaml, "...\nrubbish\n", yaml})) == "1:1 7:bad_yaml 8:1 ");
    CHECK(records_of(joined({"---\nid: \"1\n", yaml})) == "1:bad_yaml 3:1 ");
}

TEST_CASE("a line of a table is a row, whatever its first cell contains", "[csv]") {
    for (const std::string cell : {"\\a1", "BZh1", "PK\x03\x04", "<b>", "%PDF", "---", "[Event"}) {
        INFO(cell);
        CHECK(records_of("id,FEN,Comment\n" + cell + ",4k3/8/8/8/8/8/8/4K3 w,\"a\nb\"\n") ==
              "2:" + cell + " ");
    }
}

TEST_CASE("a byte order mark at the start of a file is not part of the first record", "[input]") {
    const std::string mark = "\xEF\xBB\xBF";
    const std::string list = joined({item, item});
    for (const std::string_view text : {rows, game, yaml, std::string_view(list), json, epd}) {
        INFO(text);
        for (const std::size_t bytes : {1U, 2U, 3U, 1000U})
            CHECK(records_of(mark + std::string(text), {.batch_bytes = bytes}) == records_of(text));
    }
    CHECK(records_of(joined({json, mark, json})) == "1:J 2:J ");
}

TEST_CASE("lines that begin no record are read in linear time", "[input]") {
    for (const std::string_view line : {"---\n", "--- x\n", "---\n%\n", "# x\n", "\n", "x\n"}) {
        std::string text;
        while (text.size() < (slow_build ? 100'000 : 1'000'000)) text += line;
        CHECK(records_of(joined({text, yaml})).size() < 20 * text.size());
        CHECK(records_of(joined({game, text, game})).ends_with(":G "));
    }
}

TEST_CASE("a record of several lines may be as long as one of a single line", "[input]") {
    constexpr std::size_t part = slow_build ? 20 : 1;
    constexpr std::size_t lines = 5'000'000 / part, authors = 400'000 / part;
    const std::string long_row = "id,FEN,Comment\nC,4k3/8/8/8/8/8/8/4K3 w,\"" + std::string(lines, '\n') +
                                 "\"\nD,4k3/8/8/8/8/8/8/4K3 w,\n";
    CHECK(records_of(long_row) == fmt::format("2:C {}:D ", lines + 3));
    const std::string long_game = "[PuzzleId \"G\"]\n[Title \"" + std::string(2'000'000, 'x') +
                                  "\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\n\n*\n";
    CHECK(records_of(long_game + std::string(game)) == "1:G 6:G ");
    std::string long_document = std::string(yaml) + "comments:\n";
    for (std::size_t line = 0; line < authors / 10; ++line) long_document += "- 0123456789\n";
    CHECK(records_of(long_document + std::string(yaml)).ends_with(":1 "));
    // A record longer than `longest_record` is cut, to limit memory; the next record is still found.
    const std::string endless = "[Event \"" + std::string(longest_record, 'x') + "\"]\n";
    CHECK(records_of(endless + std::string(game)) == "1:unknown_format 2:G ");
}

TEST_CASE("a line of the greatest length does not affect the following ones", "[input]") {
    const std::string start = "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w\",\"id\":\"L\",\"x\":\"";
    for (const std::size_t more : {0U, 1U, 2U, 1000U}) {
        const std::string line = start + std::string(longest_record + more - start.size() - 2, 'x') +
                                 "\"}\n" + std::string(json) + std::string(json);
        INFO(more);
        CHECK(records_of(line) == (more == 0 ? "1:L 2:J 3:J " : "1:unknown_format 2:J 3:J "));
    }
}

}  // namespace octomate::records::input_test
