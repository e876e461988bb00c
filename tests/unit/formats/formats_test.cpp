// Reading of records in CSV and PGN, alone and from files.
#include "formats/formats.hpp"

#include <fmt/core.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "formats/game_score.hpp"
#include "json/text.hpp"
#include "slow_build.hpp"
#include "stream/stream.hpp"
#include "unit/formats/further.hpp"
#include "unit/stream/temporary_file.hpp"

using namespace octomate;
using namespace octomate::records;

namespace {

constexpr std::string_view board = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";

/// Returns the columns in the order in which Octomate writes them.
const CsvColumns& written_columns() {
    static const CsvColumns columns = *CsvColumns::from_header(csv_header());
    return columns;
}

Puzzle good(std::string_view text, const CsvColumns* columns = nullptr) {
    INFO(text);
    const auto read = read_record(text, columns);
    REQUIRE(read);
    return read->value;
}

Fault bad(std::string_view text, const CsvColumns* columns = nullptr) {
    INFO(text);
    const auto read = read_record(text, columns);
    REQUIRE_FALSE(read);
    return read.error().faults.front();
}

std::string compressed(std::string_view text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

struct Result {
    std::string data;
    std::string messages;
    Tally tally;
};

/// Reads all records; the result has "line:id " for each of them, "line:bad " for a faulty one.
Result read_all(const std::vector<std::string>& files, int threads, std::size_t batch) {
    Result result;
    result.tally = stream_lines(
        files, {.threads = threads, .batch_bytes = batch},
        [](const Line& line, Output& output) {
            if (is_blank_or_comment(line)) return;
            const auto read = read_puzzle(line);
            const std::string id = read ? read->value.id.value_or("?") : "bad";
            output.data += std::to_string(line.number) + ':' + id + ' ';
        },
        [&](const Output& output) {
            result.data += output.data;
            result.messages += output.messages;
        });
    return result;
}

const std::string table =
    "# rows of several lines\n"
    "PuzzleId,FEN,Title\n"
    "one,4k3/8/8/8/8/8/8/4K2R w,\"of\n\ntwo \"\"lines\"\"\"\n"
    "two,4k3/8/8/8/8/8/8/4K2R w,plain\n"
    "oops,\"open\n"
    "three,4k3/8/8/8/8/8/8/4K2R w,\"quoted\"\n";
const std::string table_ids = "3:one 6:two 7:bad 8:three ";
const std::string games =
    "[Event \"x\"]\n[PuzzleId \"one\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n\n"
    "{a comment\n\nof three lines}\n1. Rh1-h8# {[%d8 8]} (1. Ke1-e2\n(1. Ke1-d1)) 1-0\n"
    "\n# a note\n"
    "[PuzzleId \"two\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n\n*\n\n"
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n[PuzzleId \"three\"]\n\n"
    "[PuzzleId \"four\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]";
const std::string games_ids = "1:one 12:two 17:three 20:four ";
const std::string lines =
    "4k3/8/8/8/8/8/8/4K2R w\n"
    "{\"fen\":\"4k3/8/8/8/8/8/8/4K2R w\",\"id\":\"one\"}\n"
    "\n# a comment\n"
    "4k3/8/8/8/8/8/8/4K2R w - - id \"two, or so\";";
const std::string lines_ids = "1:? 2:one 5:two, or so ";

}  // namespace

TEST_CASE("a row of CSV is read in the order of the writer", "[formats]") {
    const Puzzle puzzle =
        good("x,4k3/8/8/8/8/8/8/4K2R w - - 0 1,,,,,one two,,,superpermutation,37,,,8,8:h1h8,2",
             &written_columns());
    CHECK(puzzle.id == "x");
    CHECK(puzzle.fen == board);
    CHECK(puzzle.key == Key{{8, {"h1h8"}}});
    CHECK(puzzle.themes == std::vector<std::string>{"one", "two"});
    CHECK(puzzle.variant == "superpermutation");
    CHECK(puzzle.roll == 8);
    CHECK(puzzle.moves == 2);
    CHECK(further_text(puzzle) == R"({"difficulty":37})");
    CHECK(good(",4k3/8/8/8/8/8/8/4K2R w", &written_columns()).id == std::nullopt);
    CHECK(good("\"a, b\",4k3/8/8/8/8/8/8/4K2R w", &written_columns()).id == "a, b");
}

TEST_CASE("a field is read from one column only", "[formats]") {
    const auto columns = CsvColumns::from_header("PuzzleId,FEN,Moves,Rolls,Difficulty,Key");
    REQUIRE(columns);
    CHECK(to_jsonl(good("x,4k3/8/8/8/8/8/8/4K2R w,h1h7,8,31,8:Rh1-h7", &*columns)) ==
          R"({"fen":"4k3/8/8/8/8/8/8/4K2R w","id":"x","key":{"8":["Rh1-h7"]},"difficulty":31})");
    const std::string header(csv_header());
    CHECK(header.find("Json") == std::string::npos);
    CHECK(header.find(",PuzzleFEN,") != std::string::npos);
    CHECK(header.find("Moves") == std::string::npos);  // the solution is in the column of the key
}

TEST_CASE("JSON text in EPD, CSV and PGN is kept as a string", "[formats]") {
    CHECK(further_text(good(R"(4k3/8/8/8/8/8/8/4K2R w - - json "{\"men\":3}";)")) ==
          R"({"json":"{\"men\":3}"})");
    CHECK(further_text(good("[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n[Json \"{}\"]\n\n*")) == R"({"Json":"{}"})");
    const auto columns = CsvColumns::from_header("FEN,Json");
    CHECK(further_text(good("4k3/8/8/8/8/8/8/4K2R w,[1]", &*columns)) == R"({"Json":"[1]"})");
}

TEST_CASE("lichess's files contain the position before the puzzle, which is kept", "[formats]") {
    const auto columns = CsvColumns::from_header(lichess_header());
    REQUIRE(columns);
    REQUIRE(columns->is_lichess);
    const std::string row = "a,k7/8/8/8/8/8/8/KR6 b - - 0 1,a8a7 b1b7,1500,500,0,0,short,,";
    const Puzzle puzzle = good(row, &*columns);
    CHECK(puzzle.fen == "8/k7/8/8/8/8/8/KR6 w - - 0 1");
    CHECK(puzzle.before == Before{"k7/8/8/8/8/8/8/KR6 b - - 0 1", "a8a7", {}});
    CHECK(further_text(puzzle).find(R"("lichess-moves":"b1b7")") != std::string::npos);
    CHECK(to_lichess_csv(puzzle) == row);
    CHECK(to_jsonl(good(to_jsonl(puzzle))) == to_jsonl(puzzle));
    Puzzle bare;
    bare.fen = board;
    CHECK(to_lichess_csv(bare) == ",,\" \",1500,500,0,0,,,");
    // A file with a column PuzzleFEN is not a Lichess file, whose first move would lead to the puzzle.
    CHECK_FALSE(CsvColumns::from_header("PuzzleId,PuzzleFEN,Moves,Rating")->is_lichess);
    CHECK(CsvColumns::from_header("PuzzleId,FEN,Moves,Rating")->is_lichess);
}

TEST_CASE("each format names the fields that it cannot write", "[formats]") {
    Puzzle puzzle;
    puzzle.fen = board;
    puzzle.comment = "two\nlines";
    puzzle.stipulation = read_stipulation("h#2").value();
    puzzle.solutions = 1;
    puzzle.key = Key{{4, {"(4) Nd2-e4 (1,2,3) Kh2-h3-h4 (1) Rc6-h6#"}}, {5, {"Qa1-a2"}}};
    puzzle.plies = "(7) Ke8-b8";
    puzzle.chapter = "promotion";
    puzzle.composed.emplace().seed = 1;
    const auto lost = [&](RecordFormat format) {
        std::string text;
        append_record(text, puzzle, format, eight_faces());
        return fields_left_out(text, puzzle, format, eight_faces());
    };
    using Names = std::vector<std::string>;
    CHECK(lost(RecordFormat::Jsonl) == Names{});
    CHECK(lost(RecordFormat::Csv) == Names{"composed"});
    CHECK(lost(RecordFormat::Epd) == Names{"comment", "composed"});
    CHECK(lost(RecordFormat::Pgn) == Names{"comment", "composed"});
}

TEST_CASE("an id with slashes is not taken for a board", "[formats]") {
    for (const std::string id : {"https://lichess.org/training/abc12", "a/b/c/d", "a/b/c/d e"}) {
        Puzzle puzzle;
        puzzle.fen = "7k/8/6K1/8/2q2Q2/8/8/8 w";
        puzzle.id = id;
        const auto read = read_record(to_csv(puzzle), &written_columns());
        REQUIRE(read);
        CHECK(to_jsonl(read->value) == to_jsonl(puzzle));
    }
    const auto columns = CsvColumns::from_header("GameUrl,FEN");
    const auto read = read_record("https://lichess.org/a/b,7k/8/6K1/8/2q2Q2/8/8/8 w", &*columns);
    REQUIRE(read);
    CHECK(read->value.fen == "7k/8/6K1/8/2q2Q2/8/8/8 w");
}

TEST_CASE("no cell looks like a formula to spreadsheets", "[formats]") {
    for (const std::string text :
         {"=1+1", "@sum", "+5 men", "-the end", "'=quoted", "''=", "'plain", "\t=", "-5", "="}) {
        Puzzle puzzle;
        puzzle.fen = board;
        puzzle.id = puzzle.title = puzzle.comment = text;
        puzzle.key = Key{{0, {"Ke1-d1#"}}};
        puzzle.unknown.push_back({"Rating", "-7"});
        if (text != "-5") puzzle.unknown.push_back({"OpeningTags", json_text_of(text)});
        const std::string row = to_csv(puzzle);
        CHECK(row.find(",=") == std::string::npos);
        CHECK(row.find("\"=") == std::string::npos);
        CHECK(!row.starts_with('='));
        const auto read = read_record(row, &written_columns());
        REQUIRE(read);
        CHECK(to_jsonl(read->value) == to_jsonl(puzzle));
    }
}

TEST_CASE("an event that reads as the title, or as none, is left out", "[formats]") {
    for (const std::string event : {"a b", "a\tb", "Puzzle"}) {
        Puzzle puzzle;
        puzzle.fen = board;
        puzzle.title = "a\tb";
        puzzle.unknown.push_back({"Event", json_text_of(event)});
        const auto read = read_record(to_pgn(puzzle));
        REQUIRE(read);
        CHECK(lost_fields(puzzle, read->value) == std::vector<std::string>{"title", "Event"});
        CHECK(read->value.unknown.empty());
    }
}

TEST_CASE("many repeated parts are read in linear time", "[formats]") {
    constexpr int many = 100'000;
    std::string tags, fields = "{\"a\":1", comments;
    for (int n = 0; n < many; ++n) {
        tags += fmt::format("[T{} \"x\"]\n", n);
        fields += fmt::format(",\"f{}\":1", n);
        comments += "{a}";
    }
    const std::string fen = "[FEN \"" + std::string(board) + "\"]\n";
    CHECK(good(fen + tags + "\n*").unknown.size() == many);
    CHECK(good(fen + "\n" + comments + "\n*").comment->size() == 2 * many - 1);
    CHECK(good(fields + ",\"fen\":\"" + std::string(board) + "\"}").unknown.size() == many + 1);
}

TEST_CASE("a message contains no line break of the record, and only a short part of long texts",
          "[formats]") {
    const Origin origin{"a\nb", 7};
    const Faults faults = {
        {FaultCode::NotAMove, "key\n", 0, "\"x\n{\"progress\":1}\xE2\x80\xA8\x1B\" is not a move"},
        {FaultCode::DuplicateField, std::string(1'000'000, 'n'), 0, std::string(1'000'000, 'm')}};
    const std::string text = error_text(origin, faults);
    CHECK(std::count(text.begin(), text.end(), '\n') == 2);
    CHECK(text.starts_with(
        "a\xE2\x90\x8A"
        "b:7: key\xE2\x90\x8A, character 1: \"x\xE2\x90\x8A{\"progress\":1}\xEF\xBF\xBD\xE2\x90\x9B\""));
    CHECK(text.size() < 1500);
    CHECK(error_record(origin, {}, faults).size() < 1600);
}

TEST_CASE("a header gives the order of the columns, and unknown ones are kept", "[formats]") {
    const auto columns = CsvColumns::from_header("Title,fen,Moves,My Column\r");
    REQUIRE(columns);
    const Puzzle puzzle = good("two words,4k3/8/8/8/8/8/8/4K2R w,e2e4 e7e5,7", &*columns);
    CHECK(puzzle.title == "two words");
    CHECK_FALSE(puzzle.key);
    CHECK(further_text(puzzle) == R"({"My Column":7,"Moves":"e2e4 e7e5"})");
    const auto short_ones = CsvColumns::from_header("fen,id");
    REQUIRE(short_ones);
    CHECK(good("4k3/8/8/8/8/8/8/4K2R w,12", &*short_ones).id == "12");
    CHECK_FALSE(CsvColumns::from_header("Title,Moves"));
    CHECK_FALSE(CsvColumns::from_header("FEN"));
    CHECK_FALSE(CsvColumns::from_header("FEN,4k3/8/8/8/8/8/8/4K2R w"));
}

TEST_CASE("repeated columns are kept under new names", "[formats]") {
    const auto columns = CsvColumns::from_header("FEN,Tag,Tag,tag,Tag 2,Tag,fen,Title");
    REQUIRE(columns);
    const Puzzle puzzle = good("4k3/8/8/8/8/8/8/4K2R w,a,b,c,d,e,8/8 w,t", &*columns);
    CHECK(puzzle.fen == "4k3/8/8/8/8/8/8/4K2R w");
    CHECK(puzzle.title == "t");
    CHECK(further_text(puzzle) ==
          R"({"Tag":"a","Tag 2":"b","tag":"c","Tag 2 2":"d","Tag 3":"e","FEN 2":"8/8 w"})");
}

TEST_CASE("a column name that is too long is cut, with one note", "[formats]") {
    const std::string name(CsvColumns::longest_name, 'x');
    const std::string header = "PuzzleId,FEN," + name + "," + name + "y," + name + "z";
    const auto columns = CsvColumns::from_header(header);
    REQUIRE(columns);
    const std::string row = ",4k3/8/8/8/8/8/8/4K2R w,1,2,3";
    CHECK(further_text(good("a" + row, &*columns)) ==
          "{\"" + name + "\":1,\"" + name + " 2\":2,\"" + name + " 3\":3}");
    CHECK(bad(header, &*columns).code == FaultCode::BadCsv);
    CHECK(bad(header, &*columns)
              .message.starts_with("the name of column 4 has 101 bytes, expected at most 100"));
    CHECK(good("id,FEN", &*columns).fen == "FEN");  // looks like the header of another table
    const TemporaryFile file(header + "\na" + row + "\nb" + row + '\n'),
        other("PuzzleId,FEN," + name + "\nc" + row);
    for (const int threads : {1, 2})
        CHECK(read_all({file.path(), other.path()}, threads, 16).data.starts_with("1:bad 2:a 3:b 2:"));
}

TEST_CASE("opcodes of EPD with values of unusual types are read", "[formats]") {
    const Puzzle puzzle = good(
        R"(4k3/8/8/8/8/8/8/4K2R w - - a 1.5; b "1.5"; c "x" "y; z"; d null; e 007; themes "one" "two, three"; )"
        R"(key "5:Qa1-a2#" "6:Qb1-b2#"; title "bent";)");
    CHECK(further_text(puzzle) == R"({"a":1.5,"b":"1.5","c":["x","y; z"],"d":null,"e":"007"})");
    CHECK(puzzle.themes == std::vector<std::string>{"one", "two", "three"});
    CHECK(puzzle.key == Key{{5, {"Qa1-a2#"}}, {6, {"Qb1-b2#"}}});
    CHECK(puzzle.title == "bent");
    CHECK(bad(R"(4k3/8/8/8/8/8/8/4K2R w - - id "x" "y";)").code == FaultCode::MissingSemicolon);
}

TEST_CASE("faults of a row are reported with their fields and offsets", "[formats]") {
    const CsvColumns columns = *CsvColumns::from_header("PuzzleId,FEN,Roll,Moves,Rolls");
    CHECK(bad("x,4k3/8 w,9", &columns).code == FaultCode::BadRoll);
    CHECK(bad("x,4k3/8 w,9", &columns).field == "Roll");
    CHECK(bad("x,,5", &columns).code == FaultCode::MissingFen);
    CHECK(bad("x,4k3/8 w,,e2e4,5 6", &columns).code == FaultCode::BadCsv);
    CHECK(bad("x,4k3/8 w,,e2e4,9", &columns).code == FaultCode::BadKeyFace);
    CHECK(bad("x,4k3/8 w,,,,more", &columns).code == FaultCode::BadCsv);
    const Fault quote = bad("x,4k3/8 w,\"5\"5", &columns);
    CHECK(quote.code == FaultCode::BadCsv);
    CHECK(quote.offset == 13);
    const Fault open = bad("x,4k3/8 w,\"5", &columns);
    CHECK(open.code == FaultCode::UnterminatedString);
    CHECK(open.offset == 10);
}

TEST_CASE("a game of PGN from another program is read", "[formats]") {
    const Puzzle puzzle = good(
        "[Event \"Cup\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n"
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n[Annotator \"A. B.\"]\n\n"
        "{Which [%csl x] one?} 1. Rh1-h8# $1 {[%d8 8]} (1. {[%d8 5]} Ke1-e2) (1. Ke1-f2 {[%d8 6] (no)}) ; "
        "done\n1-0");
    CHECK(puzzle.fen == board);
    CHECK(puzzle.comment == "Which  one?");
    CHECK(puzzle.key == Key{{5, {"Ke1-e2"}}, {6, {"Ke1-f2"}}, {8, {"Rh1-h8#"}}});
    CHECK(further_text(puzzle) ==
          R"({"Event":"Cup","Round":"1","Annotator":"A. B.","solution":)"
          R"x("1. Rh1-h8# $1 {[%d8 8]} (1. {[%d8 5]} Ke1-e2) (1. Ke1-f2 {[%d8 6] (no)})"})x");
    CHECK(good("[FEN \"x w\"]\n[Roll \"3\"]\n\n1. Ke1-e2 *").key == Key{{3, {"Ke1-e2"}}});
    CHECK_FALSE(good("[FEN \"x w\"]").key);
}

TEST_CASE("the main line of a puzzle in PGN is its solution", "[formats]") {
    const std::string head = "[FEN \"x w\"]\n";
    const std::string line = "1. Qf8+ {[%d8 1]} Qg8+ 2. Qg7#";
    const Puzzle puzzle = good(head + "\n" + line + " *");
    CHECK(puzzle.moves == 2);
    CHECK(puzzle.key == Key{{1, {"Qf8+"}}});
    CHECK(further_text(puzzle) == "{\"solution\":\"" + line + "\"}");
    const std::string back = to_pgn(puzzle, eight_faces());
    CHECK(back.find("MateIn") == std::string::npos);
    CHECK(back.ends_with("\n\n" + line + "\n1-0\n"));
    CHECK(to_jsonl(good(back)) == to_jsonl(puzzle));

    CHECK(good(head + "[MateIn \"3\"]\n\n" + line + " *").moves == 3);
    CHECK(bad(head + "[MateIn \"1\"]\n\n" + line + " *").code == FaultCode::BadMoves);
    CHECK(bad(head + "[Stipulation \"#1\"]\n\n" + line + " *").code == FaultCode::BadMoves);
    CHECK(good(head + "[Stipulation \"h#2\"]\n\n" + line + " *").moves == 1);
    CHECK(good(head + "\n1. Ke1-e2 *").moves == 1);
    CHECK(further_text(good(head + "\n1. Ke1-e2 {[%d8 5]} (1. Ke1-f2 {[%d8 6]}) *")) == "{}");
    // Comments and further variations are kept unchanged; a comment after ';' ends with its line.
    for (const std::string moves :
         {"1. Ke1-e2 {good}", "1. Ke1-e2 (1. {or} Ke1-f2)", "1. Ke1-e2 (1. Ke1-f2 (1. Ke1-d2))",
          "{[%d8 5]} 1. Ke1-e2 {[%d8 1]} Ke8", "1. Ke1-e2 ; why\nKe8 2. Ke3"}) {
        const Puzzle with_comments = good(head + "\n" + moves + " *");
        REQUIRE(unknown_field(with_comments, "solution"));
        CHECK(text_of_json(unknown_field(with_comments, "solution")->json) == moves);
        CHECK(to_jsonl(good(to_pgn(with_comments, eight_faces()))) == to_jsonl(with_comments));
    }
}

TEST_CASE("a move marked as an error is a try, not a key", "[formats]") {
    const std::string head = "[FEN \"x w\"]\n\n";
    for (const std::string sign : {"?", "??", " ?", " $2", " $4"}) {
        const Puzzle puzzle =
            good(head + "1. Rh1-h8# {[%d8 8]} (1. Ke1-e2" + sign + " {[%d8 5]} Ke8 2. Ke3) *");
        CHECK(puzzle.key == Key{{8, {"Rh1-h8#"}}});
        CHECK(puzzle.moves == 1);
        CHECK(unknown_field(puzzle, "solution"));
        const Puzzle second = good(head + "1. Rh1-h8" + sign + " (1. Ke1-e2! {[%d8 5]} Ke8 2. Ke3) *");
        CHECK(second.key == Key{{5, {"Ke1-e2"}}});
        CHECK(second.moves == 2);
        const auto none = read_record(head + "1. Ke1-e2" + sign + " *");
        REQUIRE(none);
        CHECK_FALSE(none->value.key);
        CHECK_FALSE(none->notes.empty());
    }
    for (const std::string sign : {"!", "!?", "?!", " $1", " $3", " $6", " !?"})
        CHECK(good(head + "1. Ke1-e2" + sign + " {[%d8 5]} *").key == Key{{5, {"Ke1-e2"}}});
}

TEST_CASE("a tag that directly follows a result begins the next game", "[formats]") {
    const std::string one = "[PuzzleId \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n\n1. Ke1-e2 ";
    for (const std::string glue : {"1-0", "*", "1/2-1/2 ", "0-1\t"}) {
        const std::string two =
            one + glue + "[PuzzleId \"b\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n\n*\n\n[PuzzleId \"c\"]";
        INFO(two);
        const TemporaryFile file(two);
        for (const std::size_t batch : {std::size_t{1}, std::size_t{65536}})
            CHECK(read_all({file.path()}, 1, batch).data == "1:a 4:b 9:bad ");
        GameReader reader(two);
        CHECK(reader.next()->plies.size() == 1);
        CHECK(reader.next()->tag("PuzzleId")->value == "b");
    }
}

TEST_CASE("faults of a PGN game are reported with their fields and offsets", "[formats]") {
    CHECK(bad("[Event \"x\"]\n\n*").code == FaultCode::MissingFen);
    const Fault roll = bad("[FEN \"x w\"]\n\n1. Ke1-e2\n{[%d8 9]}\n*");
    CHECK(roll.code == FaultCode::BadRoll);
    CHECK(roll.line == 3);
    const Fault tag = bad("[FEN \"x w\"]\n[Title \"open]\n\n*");
    CHECK(tag.code == FaultCode::BadTag);
    CHECK(tag.line == 1);
    CHECK(bad("[FEN \"x w\"]\n\n1. Ke1-e2 * 2. Ke2-e3").code == FaultCode::BadTag);
    CHECK(bad("[FEN \"x w\"]\n[MateIn \"0\"]\n\n*").code == FaultCode::BadMoves);
}

TEST_CASE("faults of a record of several lines name their line", "[formats]") {
    const Fault first{FaultCode::BadRoll, "line", 2, "no", 3}, second{FaultCode::BadTag, "line", 0, "nor", 1};
    CHECK(error_text({"f", 10}, {first, second}) ==
          "f:13: line, character 3: no\nf:11: line, character 1: nor\n");
    CHECK(
        error_record({"f", 10}, {}, {first, second}) ==
        R"({"line":13,"file":"f","id":null,"error":{"code":"bad_roll","field":"line","offset":2,"message":"no",)"
        R"("more":[{"code":"bad_tag","field":"line","offset":0,"message":"nor","line":11}]}})");
    CHECK(good("[Event \"[FEN \"]\n[ FEN \"y\"]\n\n*").fen_line == 1);
    CHECK(good("---\nid: 5\nalgebraic:\n  white: [Ke1]\n  black: [Ke8]\n").fen_line == 3);
}

TEST_CASE("files of several formats are read with any number of threads and batch size", "[formats]") {
    const TemporaryFile one(table), two(games), three(lines);
    for (const int threads : {1, 2}) {
        for (const std::size_t batch :
             {std::size_t{1}, std::size_t{7}, std::size_t{100}, std::size_t{65536}}) {
            INFO(threads << " threads, " << batch);
            CHECK(read_all({one.path(), two.path(), three.path()}, threads, batch).data ==
                  table_ids + games_ids + lines_ids);
        }
    }
}

TEST_CASE("compressed files are recognised by their content and read frame by frame", "[formats]") {
    const std::size_t half = table.size() / 2;
    const TemporaryFile one(compressed(table)),
        two(compressed(table.substr(0, half)) + compressed(table.substr(half)));
    const TemporaryFile empty(compressed(""));
    for (const std::size_t batch : {std::size_t{1}, std::size_t{65536}}) {
        const Result result = read_all({one.path(), empty.path(), two.path()}, 2, batch);
        CHECK(result.data == table_ids + table_ids);
        CHECK(result.tally.unreadable == 0);
    }
}

TEST_CASE("truncated or corrupt compressed data are reported after the good records", "[formats]") {
    const std::string line = "{\"fen\":\"4k3/8/8/8/8/8/8/4K2R w\",\"id\":\"x\"}\n";
    const std::string first = compressed(line), second = compressed("the rest of it\n");
    const TemporaryFile cut(first + second.substr(0, second.size() - 3)), corrupt(first + "no zstd"),
        good(first);
    const TemporaryFile torn(first.substr(0, 3));
    for (const int threads : {1, 2}) {
        const Result result = read_all({cut.path(), corrupt.path(), good.path()}, threads, 65536);
        CHECK(result.data == "1:x 1:x 1:x ");
        CHECK(result.messages.find(cut.path() + ": cannot read: the zstd data end early\n") !=
              std::string::npos);
        CHECK(result.messages.find(corrupt.path() + ": cannot read: the zstd data are corrupt (") !=
              std::string::npos);
        CHECK(result.tally.unreadable == 2);
    }
    CHECK(read_all({torn.path()}, 1, 65536).data ==
          "1:bad ");  // three bytes are not a frame, so they are read as text
}

TEST_CASE("an open quote or comment spoils only its own record", "[formats]") {
    std::string games, rows = "PuzzleId,FEN,Title\n";
    std::string expected_games, expected_rows;
    games += "[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n\n{open\n\n";
    expected_games += "1:bad ";
    rows += "0,4k3/8/8/8/8/8/8/4K2R w,\"open\n";
    expected_rows += "2:bad ";
    for (int n = 0; n < (slow_build ? 5'000 : 50'000); ++n) {
        const std::string id = std::to_string(n);
        games += "[FEN \"4k3/8/8/8/8/8/8/4K2R w\"]\n[PuzzleId \"" + id + "\"]\n\n*\n\n";
        expected_games += std::to_string(5 + 5 * n) + ':' + id + ' ';
        rows += id + ",4k3/8/8/8/8/8/8/4K2R w,x\n";
        expected_rows += std::to_string(3 + n) + ':' + id + ' ';
    }
    const TemporaryFile pgn(games), csv(rows);
    CHECK(read_all({pgn.path()}, 2, 65536).data == expected_games);
    CHECK(read_all({csv.path()}, 2, 65536).data == expected_rows);
}
