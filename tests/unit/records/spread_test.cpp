// Records of several lines: where each ends, and that what is wrong with one costs no other.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "records/read.hpp"
#include "records/stream.hpp"
#include "slow_build.hpp"
#include "unit/records/temporary_file.hpp"

namespace octomate::records::spread_test {

namespace {

constexpr std::string_view json = "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w\",\"id\":\"J\"}\n";
constexpr std::string_view epd = "4k3/8/8/8/8/8/8/4K3 w - - id \"E\";\n";
constexpr std::string_view rows = "id;FEN\nC;4k3/8/8/8/8/8/8/4K3 w\n";
constexpr std::string_view game = "[PuzzleId \"G\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\n\n*\n";
constexpr std::string_view yaml = "---\nid: 1\nalgebraic:\n  white: [Ke1]\n  black: [Ke8]\n";
constexpr std::string_view item = "- id: 2\n  algebraic: {white: [Ke1], black: [Ke8]}\n";
constexpr std::string_view bare = "id: 3\nalgebraic:\n  white: [Ke1]\n  black: [Ke8]\n";
constexpr std::string_view popeye = "BeginProblem\nTitle P\nPieces White Ke1 Black Ke8\n";
constexpr std::string_view printed =
    "Popeye 4.87\n\n   T\n\n+---a---b---c---d---e---f---g---h---+\n8   .   .   .   .  -K   .   .   .   8\n"
    "1   .   .   .   .   K   .   .   .   1\n+---a---b---c---d---e---f---g---h---+\n  #2       1 + 1\n";
constexpr std::string_view latex = "\\begin{diagram}\n\\author{L}\\pieces{wKe1,sKe8}\n\\end{diagram}\n";
constexpr std::string_view one_line = "\\begin{diagram}\\author{D}\\pieces{wKe1,sKe8}\\end{diagram}\n";
constexpr std::string_view tags = "[PuzzleId \"N\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\n\n";

/// What names a record of these.
std::string name_of(const Puzzle& puzzle) {
    return puzzle.id ? *puzzle.id : puzzle.title ? *puzzle.title : puzzle.author.value_or("?");
}

/// "line:name " for each record, "line:code " for each bad one.
std::string records_of(std::string_view text, std::size_t bytes = std::size_t{64} << 10) {
    const TemporaryFile file{std::string(text)};
    std::string records;
    stream_lines(
        {file.path()}, {.batch_bytes = bytes},
        [](const Line& line, Output& output) {
            if (is_blank_or_comment(line.text, line.columns)) return;
            const auto read = read_puzzle(line.text, line.columns);
            output.data += std::to_string(line.number) + ':' +
                           (read ? name_of(read->value) : std::string(name(read.error().faults[0].code))) +
                           ' ';
        },
        [&](const Output& output) { records += output.data; });
    return records;
}

/// The same without the lines.
std::string names_in(std::string_view text) {
    std::string names;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = rest.find(' ') + 1;
        names += rest.substr(rest.find(':') + 1, end - rest.find(':') - 1);
        rest.remove_prefix(end);
    }
    return names;
}

std::string joined(std::initializer_list<std::string_view> texts) {
    std::string all;
    for (const std::string_view text : texts) all += text;
    return all;
}

}  // namespace

TEST_CASE("a record that has no end of its own ends where another one begins", "[records]") {
    const std::vector<std::pair<std::string_view, std::string>> open = {
        {tags, "N "},    {yaml, "1 "},  {item, "2 "},    {popeye, "P "},
        {printed, "T "}, {latex, "L "}, {one_line, "D "}};
    const std::vector<std::pair<std::string_view, std::string>> next = {
        {json, "J "},   {epd, "E "},     {rows, "C "},  {game, "G "},    {yaml, "1 "},
        {popeye, "P "}, {printed, "T "}, {latex, "L "}, {one_line, "D "}};
    for (const auto& [first, first_name] : open) {
        for (const auto& [second, second_name] : next) {
            for (const std::string_view between : {"", "\n"}) {
                const std::string text = joined({first, between, second, json});
                INFO(text);
                CHECK(names_in(records_of(text)) == first_name + second_name + "J ");
                CHECK(records_of(text, 1) == records_of(text));
            }
        }
    }
    for (const std::string_view first : {tags, item, popeye, printed, latex, one_line}) {
        INFO(first);
        CHECK(names_in(records_of(joined({first, bare, json}))).ends_with(" 3 J "));
    }
    CHECK(names_in(records_of(joined({tags, "% an escape\n", latex}))) == "N L ");
    CHECK(names_in(records_of(joined({json, json, bare, json}))) == "J J 3 J ");
    for (std::size_t bytes = 1; bytes < 200; ++bytes)
        CHECK(names_in(records_of(joined({json, json, bare, json}), bytes)) == "J J 3 J ");
}

TEST_CASE("what is wrong with a record of several lines costs no other", "[records]") {
    CHECK(records_of(joined({json, "\\hello\n", json})) == "1:J 2:unknown_format 3:J ");
    CHECK(records_of(joined({yaml, "rubbish\n", epd})) == "1:1 6:? 7:E ");
    CHECK(records_of(joined({"---\nid: \"1\nalgebraic:\n", json, epd})) == "1:bad_yaml 4:J 5:E ");
    CHECK(records_of(joined({"\\begin{diagram}\n\\pieces{wKe1}\n", latex, json})) == "1:bad_latex 3:L 6:J ");
    CHECK(records_of(joined({"\\documentclass{article}\nProblems, new ones\n\n", latex, json})) ==
          "1:L 7:J ");
    CHECK(records_of(joined({latex, "Text, or not\n", json})) == "1:L 4:Text 5:J ");
    CHECK(records_of(joined({"\\begin{diagram}\\end{diagram} \\begin{diagram}\\end{diagram}\n", json})) ==
          "1:bad_latex 2:J ");
    CHECK(records_of(joined(
              {"\\begin{diagram}\n% \\end{diagram}\n\\author{L}\\pieces{wKe1}\n\\end{diagram}\n", json})) ==
          "1:L 5:J ");
    CHECK(records_of(joined({"  ", latex, json})) == "1:L 4:J ");
    CHECK_FALSE(read_puzzle(std::string(yaml) + "...\n---\nx"));
    CHECK_FALSE(read_puzzle(std::string(yaml) + "rubbish"));
}

TEST_CASE("a line of a table is a row, whatever its first cell looks like", "[csv]") {
    CHECK(records_of("id,FEN\n\\a1,4k3/8/8/8/8/8/8/4K3 w\nb,4k3/8/8/8/8/8/8/4K3 w\n") == "2:\\a1 3:b ");
    for (const std::string cell : {"BZh1", "PK\x03\x04", "<b>", "%PDF"}) {
        INFO(cell);
        CHECK(records_of("id,FEN,Comment\n" + cell + ",4k3/8/8/8/8/8/8/4K3 w,\"a\nb\"\n") ==
              "2:" + cell + " ");
    }
}

TEST_CASE("a byte order mark at the start of a file is no part of its first record", "[records]") {
    const std::string mark = "\xEF\xBB\xBF";
    const std::string doc = std::string(item) + std::string(item);
    for (const std::string_view text :
         {rows, game, yaml, std::string_view(doc), popeye, printed, latex, one_line, json, epd}) {
        INFO(text);
        for (const std::size_t bytes : {1U, 2U, 3U, 1000U})
            CHECK(records_of(mark + std::string(text), bytes) == records_of(text));
    }
    CHECK(records_of(joined({rows, mark, rows})) == "2:C 4:C ");
}

TEST_CASE("comments and marks of documents are gone through once", "[records]") {
    for (const std::string_view line : {"---\n", "--- x\n", "---\n%\n", "%YAML\n", "%\n", "%\n\n"}) {
        std::string text;
        while (text.size() < (slow_build ? 100'000 : 1'000'000)) text += line;
        CHECK(names_in(records_of(text + "\n" + std::string(json))).ends_with("J "));
    }
    std::string license;
    for (int line = 0; line < 1000; ++line) license += "% of many lines\n";
    CHECK(records_of(license + std::string(latex)) == "1:L ");
}

TEST_CASE("a record of several lines may be as long as one of a single line", "[records]") {
    std::string remarks = "BeginProblem\nPieces White Ke1 Black Ke8\n";
    constexpr std::size_t part = slow_build ? 20 : 1;
    constexpr std::size_t remarked = 400'000 / part, lines = 5'000'000 / part;
    for (std::size_t line = 0; line < remarked; ++line) remarks += "Remark 0123456789\nAuthor A\n";
    const std::string long_row =
        "id,FEN,Comment\nC,4k3/8/8/8/8/8/8/4K3 w,\"" + std::string(lines, '\n') + "\"\n";
    const std::string long_game = "[PuzzleId \"G\"]\n[Title \"" + std::string(2'000'000, 'x') +
                                  "\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\n\n*\n";
    CHECK(records_of(remarks + "EndProblem\n" + std::string(json))
              .ends_with(fmt::format(" {}:J ", 2 * remarked + 4)));
    CHECK(records_of(long_row + std::string(epd)) == fmt::format("2:C {}:E ", lines + 3));
    CHECK(records_of(long_game + std::string(json)) == "1:G 6:J ");
    // What goes on longer ends there, with the memory that it takes.
    const std::string endless = "BeginProblem\n" + std::string(longest_line, 'x') + "x\n";
    CHECK(names_in(records_of(endless + std::string(json))) == "? unknown_format J ");
}

TEST_CASE("a line of the longest length costs the following ones nothing", "[records]") {
    const std::string start = "{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w\",\"id\":\"L\",\"x\":\"";
    for (const std::size_t more : {0U, 1U, 2U, 1000U}) {
        const std::string line = start + std::string(longest_line + more - start.size() - 2, 'x') + "\"}\n" +
                                 std::string(json) + std::string(json);
        INFO(more);
        CHECK(records_of(line) == (more == 0 ? "1:L 2:J 3:J " : "1:unknown_format 2:J 3:J "));
    }
}

TEST_CASE("YAML: values are as deep as JSON may have them, and have each name once", "[records]") {
    const auto nested = [](std::size_t depth) {
        return std::string(yaml) + "x: " + std::string(depth, '[') + std::string(depth, ']');
    };
    CHECK(read_puzzle(nested(99)));
    const auto deep = read_puzzle(nested(100));
    REQUIRE_FALSE(deep);
    CHECK(deep.error().faults[0].code == FaultCode::BadYaml);
    const auto doubled = read_puzzle(std::string(yaml) + "x: {a: 1, a: 2}");
    REQUIRE_FALSE(doubled);
    CHECK(doubled.error().faults[0].code == FaultCode::DuplicateField);
    CHECK(doubled.error().faults[0].line == 5);
    CHECK(doubled.error().faults[0].offset == 10);
}

TEST_CASE("the position of a game stands on the line of its own tag", "[records]") {
    CHECK(lines_before_position("[Event \"[FEN \"]\n[ FEN \"x\"]\n\n*") == 1);
    CHECK(lines_before_position("[Event \"[FEN \"]\n\n*") == 0);
}

}  // namespace octomate::records::spread_test
