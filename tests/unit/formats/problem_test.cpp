// The formats of chess problems: what other programs write, and the faults in it.
#include "formats/problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "formats/formats.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "text/text.hpp"
#include "unit/formats/further.hpp"

using namespace octomate;
using namespace octomate::records;

namespace {

Puzzle read_good(std::string_view text) {
    const auto read = read_record(text);
    INFO(text);
    if (!read) FAIL(read.error().faults.front().message);
    return read->value;
}

Fault first_fault(std::string_view text) {
    const auto read = read_record(text);
    INFO(text);
    REQUIRE_FALSE(read);
    return read.error().faults.front();
}

}  // namespace

TEST_CASE("YAML: a problem written by Olive is read") {
    const Puzzle puzzle = read_good(R"(---
algebraic:
  black: [Pa6, Kd5, Sb7]
  white: [Bg2, Qc7, Kc1, Pd2]
authors: ['Somebody, S.', "Another"]
date: '1962'
options: [Defence 1]
solution: !!python/unicode "1.Qc7-b8 ! threat:\n       2.Qb8-e5 #"
source: {name: A paper, problemid: 7, date: 1962-05}
keywords: [Model mate, Switchback]
comments: [first, second]
stipulation: '#2')");
    CHECK(puzzle.fen == "8/1nQ5/p7/3k4/8/8/3P2B1/2K5 w - - 0 1");
    CHECK(puzzle.author == "Somebody, S.; Another");
    CHECK(puzzle.source == "A paper, 1962");
    CHECK(puzzle.comment == "first\nsecond");
    CHECK(puzzle.themes == std::vector<std::string>{"Model mate", "Switchback"});
    CHECK(puzzle.moves == 2);
    CHECK(puzzle.key == Key{{0, {"Qc7-b8"}}});
    CHECK(further_text(puzzle) == R"({"date":"1962","options":["Defence 1"],)"
                                  R"("solution":"1.Qc7-b8 ! threat:\n       2.Qb8-e5 #"})");
}

TEST_CASE("YAML: escapes of Latin-1 characters are read as these characters") {
    const Puzzle puzzle =
        read_good("---\nalgebraic: {white: [Kc1], black: [Ka1]}\nsource: \"a\\_\\N\\xE9\\_\"\n");
    CHECK(puzzle.source == "a\u00A0\u0085\u00E9\u00A0");
}

TEST_CASE("YAML: problems in a list are read, foreign stipulations with a note") {
    const std::string_view list =
        "- algebraic: {white: [Kc1], black: [Ke8]}\n  stipulation: h#2\n- algebraic: {white: [Kc2], black: "
        "[Ke8]}\n";
    const std::size_t first = *record_length(InputFormat::Yaml, list, true);
    CHECK(first == list.find("\n- ") + 1);
    const auto read = read_record(list.substr(0, first - 1));
    REQUIRE(read);
    CHECK(read->value.fen == "4k3/8/8/8/8/8/8/2K5 b - - 0 1");  // in helpmates Black begins
    REQUIRE(read->value.stipulation);
    CHECK(text_of(*read->value.stipulation) == "h#2");
    CHECK(read->notes.empty());
    const auto other = read_record("- algebraic: {white: [Kc1], black: [Ke8]}\n  stipulation: win");
    REQUIRE(other);
    CHECK(other->notes.size() == 1);  // Octomate has no stipulation "win"
    CHECK(read_good(list.substr(first)).fen == "4k3/8/8/8/8/8/2K5/8 w - - 0 1");
}

TEST_CASE("YAML: faults name their places") {
    const Fault piece = first_fault("---\nalgebraic:\n  white: [Kc1, Xd4]\n  black: [Ke8]\n");
    CHECK(piece.code == FaultCode::UnsuitablePiece);
    CHECK(piece.line == 2);
    CHECK(piece.offset == 15);
    const Fault square = first_fault("---\nalgebraic:\n  white: [Kc1, Sd9]\n");
    CHECK(square.code == FaultCode::BadSquare);
    CHECK(square.offset == 16);
    CHECK(first_fault("---\nalgebraic:\n  white: [Kc1, Sc1]\n").message ==
          "two pieces stand on c1, expected one");
    CHECK(first_fault("---\nalgebraic:\n  white: [royal Sd4]\n").code == FaultCode::UnsuitablePiece);
    CHECK(first_fault("---\nauthors: [a\nid: 5\n").code == FaultCode::BadYaml);
    CHECK(first_fault("---\n- id: 1\n- id: 2\n").code == FaultCode::BadYaml);
    CHECK(first_fault("---\nid: 5\nid: 6\nalgebraic: {white: [Ka1]}\n").code == FaultCode::DuplicateField);
    CHECK(first_fault("---\nid: 5\nalgebraic: {}\n").code == FaultCode::MissingFen);
}

TEST_CASE("the sentence that names a game fits into the field of YACPDB") {
    Puzzle puzzle;
    puzzle.variant = std::string(300, 'x');
    puzzle.roll = 5;
    CHECK(game_sentence(puzzle, eight_faces("a-game")).size() <= 255);
    puzzle.variant = std::string(80, 'x');
    CHECK(game_sentence(puzzle, eight_faces("a-game")).size() <= 255);
    puzzle.variant.reset();
    CHECK(game_sentence(puzzle, eight_faces("a-game")) ==
          "The game is a-game as Octomate plays it, with a die whose 8 faces name the file of each move: "
          "mate in 1, the roll is 5.");
}

TEST_CASE("a written problem shows what its format can express") {
    Puzzle puzzle;
    puzzle.fen = "8/b2k4/1n2p3/2K5/8/8/4q3/8 b - - 0 1";
    puzzle.key = Key{{5, {"Nb6-d5#"}}, {6, {"Qe2-c4#"}}};
    puzzle.author = "A & B; C";
    puzzle.id = "12";
    CHECK(to_yaml(puzzle, eight_faces("a-game")) ==
          "---\nauthors: [\"A & B\", \"C\"]\nalgebraic:\n  white: [Kc5]\n  black: [Kd7, Qe2, Ba7, Sb6, "
          "Pe6]\n"
          "options: [HalfDuplex]\nstipulation: \"#1\"\nsolution: |\n  1.(5) Sb6-d5#!\n  1.(6) Qe2-c4#!\n"
          "comments: [\"The game is a-game as Octomate plays it, with a die whose 8 faces name the file of "
          "each "
          "move: mate in 1, on which rolls?\"]\n...");
    // Solutions are also read in the form that earlier versions wrote.
    CHECK(key_of_solution("(5) 1.Sb6-d5 # !\n(6) 1.Qe2-c4 # !\n", 0) == *puzzle.key);
    const std::string latex = to_latex(puzzle, eight_faces("a-game"));
    CHECK(latex.find("\\stipulation{\\#1 d8}%\n") != std::string::npos);
    CHECK(latex.find("\\Co+") == std::string::npos);  // not tested by a program, so without C+
    CHECK(latex.find("\\author{A \\& B; C}%\n  \\pieces[1+5]{wKc5, sKd7, sDe2, sLa7, sSb6, sBe6}%\n") !=
          std::string::npos);
    CHECK(lost_fields(puzzle, read_good(to_yaml(puzzle))) == std::vector<std::string>{"id"});
    puzzle.fen = "8k7/16/16/16/16/16/16/8K7 w - -";
    CHECK(to_latex(puzzle, eight_faces("a-game")).find("\\remark{8k7/16/16/16/16/16/16/8K7 w - -}%\n") !=
          std::string::npos);
}

TEST_CASE("the key of a printed solution is read without tries, set play and twins") {
    const std::string_view text =
        "a)\nSet play\n  1...Kd4  2.Qe4#\n1.(8) Sb6-a4+? but 1...Kc5-b4!\n1.(1-3,6) Qe2-c4+!\n"
        "  1...Kc5-d6  2.Qc4-b5#\n1.e7-e8=S! threat: 2.Qa1#\nb) Ke4→e5\n1.(5) Qa8-e4-e7#!\n";
    const Key key = key_of_solution(text, 0);
    CHECK(key ==
          Key{{0, {"e7-e8=N"}}, {1, {"Qe2-c4+"}}, {2, {"Qe2-c4+"}}, {3, {"Qe2-c4+"}}, {6, {"Qe2-c4+"}}});
    CHECK(key_of_solution(text, 0, "b") == Key{{5, {"Qa8-e4-e7#"}}});
    CHECK(key_of_solution("1.(x) Qe2-c4!\n1.(2) !\n1.Qe2!\n1.Qe2-c4", 0).empty());
}

TEST_CASE("YAML: fields of a YACPDB entry that Octomate uses are written back unchanged") {
    const std::string foreign = R"(---
authors: ["Somebody, S."]
source: {"name":"A paper, 1962","date":{"year":1962}}
award: {"tourney":{"name":"Ring"},"distinction":"1st Prize","judges":["Somebody Else"]}
algebraic:
  white: [Kc1, Qc7, Bg2, Pd2]
  black: [Kd5, Sb7, Pa6]
options: ["Defence 1", HalfDuplex]
stipulation: "#2"
fen: 7
twins:
  "b": "Move a6 a5"
  "c": "Remove d2 Add Black Sh1"
solution: |
  a)
  1.Qc7-b8! threat:
  b)
  1.Qc7-a7!
keywords: ["Model mate", Switchback]
comments: ["One", "and two", "The game is a-game as Octomate plays it: mate in 2."]
...)";
    const auto read = read_record(foreign);
    REQUIRE(read);
    CHECK(read->notes == std::vector<std::string>{"\"fen\" has another meaning in records; it is left out"});
    const Puzzle& puzzle = read->value;
    CHECK(puzzle.key == Key{{0, {"Qc7-b8"}}});
    CHECK(unknown_field(puzzle, "award"));
    const UnknownField* twins = unknown_field(puzzle, "twins");
    REQUIRE(twins);
    CHECK(twins->json == R"([{"name":"b","move":["a6","a5"],"key":{"-":["Qc7-a7"]}},)"
                         R"({"name":"c","remove":"d2","add":{"h1":"n"}}])");
    const std::string yaml = to_yaml(puzzle, eight_faces("a-game"));
    for (const char* part :
         {"source: {\"name\":\"A paper, 1962\",\"date\":{\"year\":1962}}\n", "options: [HalfDuplex]\n",
          "twins:\n  \"b\": \"Move a6 a5\"\n  \"c\": \"Remove d2 Add Black Sh1\"\n",
          "  1.Qc7-b8! threat:\n  b)\n  1.Qc7-a7!\n", "keywords: [\"Model mate\", Switchback]\n"}) {
        INFO(yaml);
        CHECK(yaml.find(part) != std::string::npos);
    }
    CHECK(yaml.find("award") == std::string::npos);
    CHECK(lost_fields(puzzle, read_good(yaml)) == std::vector<std::string>{"award", "options"});
    CHECK(to_yaml(read_good(yaml), eight_faces("a-game")) == yaml);
}

TEST_CASE("YAML: a sentence names the game and the roll, and a comment the position of another game") {
    Puzzle puzzle;
    puzzle.fen = "8k7/16/16/16/16/16/16/8K7 w - - - 0 1";
    puzzle.variant = "complete-permutation:leap";
    puzzle.roll = 4;
    puzzle.comment = "The game is odd";
    puzzle.key = Key{{4, {"(4) Nd2-e4 (1,2) Kh2-h3-h4 (1) e7-e8=N#"}}};
    CHECK(to_jsonl(read_good(to_yaml(puzzle))) == to_jsonl(puzzle));
    CHECK(to_yaml(puzzle).find("\"FEN: " + puzzle.fen + "\"]") != std::string::npos);
    CHECK(read_good("---\nalgebraic: {white: [Kc1, Qd2], black: [Ke8]}\ncomments: [\"FEN: x\"]\n").comment ==
          "FEN: x");
}

TEST_CASE("YAML: the size of a document is limited, including its expanded aliases") {
    const std::string begin = "---\nalgebraic: {white: [Kc1, Qd2], black: [Ke8]}\n";
    const std::string text(largest_yaml / 2 + 1, 'a');
    CHECK(read_record(begin + "x: " + text));
    const Fault twice = first_fault(begin + "x: &x " + text + "\ny: *x\n");
    CHECK(twice.code == FaultCode::BadYaml);
    CHECK(twice.line == 3);
    CHECK(first_fault(begin + "x: " + text + text).code == FaultCode::BadYaml);
    std::string doubled = begin + "x0: &x0 {a: a}\n";
    for (int n = 1; n < 40; ++n) doubled += fmt::format("x{0}: &x{0} [*x{1}, *x{1}]\n", n, n - 1);
    CHECK(first_fault(doubled).code == FaultCode::BadYaml);
    // A mapping used as a key is written as a string, which would double its backslashes at each level.
    std::string nested = begin + "x0: &x0 {a: a}\n";
    for (int n = 1; n < 40; ++n) nested += fmt::format("x{0}: &x{0} {{? *x{1} : a}}\n", n, n - 1);
    CHECK(first_fault(nested).code == FaultCode::BadYaml);
    CHECK(first_fault(begin + "x: &x [*x]\n").code == FaultCode::BadYaml);
    CHECK(read_good(begin + "x: &x [1, true]\ny: {z: *x}\n").unknown.back().json == R"({"z":[1,true]})");
}

TEST_CASE("YAML: twins that Octomate cannot express are left out, with a note") {
    const std::string_view begin = "---\nalgebraic: {white: [Kc1, Pd2], black: [Ke8]}\ntwins: ";
    for (const char* twins :
         {"{b: \"Rotate 90\"}", "{b: \"Move d2\"}", "{b: \"Exchange d2 d3\"}", "[x]", "{b: }",
          "{b: \"Add Green Rh1\"}", "{b: \"Stipulation win\"}", "{b: \"Exchange d2 e8 shift a1 b2\"}"}) {
        const auto read = read_record(std::string(begin) + twins);
        INFO(twins);
        REQUIRE(read);
        CHECK_FALSE(unknown_field(read->value, "twins"));
        CHECK(read->notes.size() == 1);
    }
    const Puzzle puzzle = read_good(std::string(begin) + "{b: \"shift a1 b2 exchange d2 e8\"}");
    CHECK(unknown_field(puzzle, "twins")->json ==
          R"([{"name":"b","shift":[1,1],"remove":["d2","e8"],"add":{"d2":"k","e8":"P"}}])");
}

TEST_CASE("YAML: a note says that a chess problem without a game is read as one of this program") {
    const std::string_view text = "---\nalgebraic: {white: [Kc1, Qd2], black: [Ke8]}\nstipulation: \"#2\"\n";
    const auto read_again = [](std::string_view yaml) {
        return read_puzzle({"-", 1, yaml, InputFormat::Yaml, nullptr}, eight_faces("a-game"));
    };
    const auto read = read_again(text);
    REQUIRE(read);
    REQUIRE(read->notes.size() == 1);
    CHECK(read->notes.front() == "the problem names no game: it is read as a-game");
    CHECK(read_again(to_yaml(read->value, eight_faces("a-game")))->notes.empty());
}

TEST_CASE("PGN and CSV: a note says that a chess problem without a game is read as one of this program") {
    const auto notes_of = [](std::string_view text, InputFormat format, const CsvColumns* columns = nullptr) {
        const auto read = read_puzzle({"-", 1, text, format, columns}, eight_faces("a-game"));
        REQUIRE(read);
        return read->notes;
    };
    const std::string open = "the problem names no game: it is read as a-game";
    const std::string fen = "[FEN \"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1\"]\n";
    CHECK(notes_of(fen + "\n1. Qg7# *\n", InputFormat::Pgn) == std::vector{open});
    CHECK(notes_of(fen + "\n1. Qg2-g7# {[%d8 7]} *\n", InputFormat::Pgn).empty());
    CHECK(notes_of(fen + "[Variant \"a-game\"]\n\n1. Qg7# *\n", InputFormat::Pgn).empty());
    CHECK(notes_of(fen + "[Roll \"7\"]\n\n1. Qg7# *\n", InputFormat::Pgn).empty());
    const auto chess = CsvColumns::from_header("FEN,Moves"),
               ours = CsvColumns::from_header("FEN,Moves,Rolls");
    const std::string row = "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1,g2g7";
    CHECK(notes_of(row, InputFormat::Csv, &*chess) == std::vector{open});
    CHECK(notes_of(row + ",7", InputFormat::Csv, &*ours).empty());
}

TEST_CASE("YAML: text that other readers reject or fold is escaped, and read back") {
    const std::string odd =
        "a\x7F\xC2\x80\xC2\x85\xC2\x9F\xE2\x80\xA8\xE2\x80\xA9\xEF\xBB\xBF\xEF\xBF\xBE\xEF\xBF\xBFz";
    const std::string escaped = "a\\u007f\\u0080\\u0085\\u009f\\u2028\\u2029\\ufeff\\ufffe\\uffffz";
    Puzzle puzzle;
    puzzle.fen = "7k/8/5K2/8/8/8/8/1Q6 w - - 0 1";
    puzzle.key = Key{{5, {"Qb1-b8\xC2\x85", "Qb1-b7" + odd}}};
    for (auto* text : {&puzzle.title, &puzzle.author, &puzzle.source, &puzzle.comment, &puzzle.variant})
        *text = odd;
    puzzle.themes = {odd, "plain", "\xC3\xA9\xC2\xA0\xE2\x99\x94\xF0\x9F\x82\xA1"};
    puzzle.unknown = {{"date", json_text_of(odd)}, {odd, "1"}};
    const std::string yaml = to_yaml(puzzle);
    CHECK(yaml.find("authors: [\"" + escaped + "\"]\n") != std::string::npos);
    for (std::size_t at = 1; at + 3 < odd.size(); ++at) {
        if ((static_cast<unsigned char>(odd[at]) & 0xC0) == 0x80) continue;
        CHECK(yaml.find(std::string(whole_character(odd, at))) == std::string::npos);
    }
    CHECK(yaml.find("\xC3\xA9\xC2\xA0\xE2\x99\x94\xF0\x9F\x82\xA1") != std::string::npos);
    const Puzzle back = read_good(yaml);
    CHECK(back.author == odd);
    CHECK(back.comment == odd);
    CHECK(back.themes == puzzle.themes);
}

TEST_CASE("YAML: nesting is limited as in JSON, and each name occurs once") {
    const std::string yaml = "---\nid: 1\nalgebraic:\n  white: [Ke1]\n  black: [Ke8]\n";
    const auto nested = [&](std::size_t depth) {
        return yaml + "x: " + std::string(depth, '[') + std::string(depth, ']');
    };
    CHECK(read_record(nested(99)));
    CHECK(first_fault(nested(100)).code == FaultCode::BadYaml);
    const Fault doubled = first_fault(yaml + "x: {a: 1, a: 2}");
    CHECK(doubled.code == FaultCode::DuplicateField);
    CHECK(doubled.line == 5);
    CHECK(doubled.offset == 10);
}

TEST_CASE("moves of orthodox chess are played correctly") {
    const auto played = [](std::string_view fen, std::string_view move) {
        const auto lichess = CsvColumns::from_header("FEN,Moves,Rating");
        const auto after = read_record(std::string(fen) + ',' + std::string(move), &*lichess);
        if (after) return after->value.fen;
        const std::string message = after.error().faults.front().message;
        return message.substr(message.find(": ") + 2);
    };
    CHECK(played("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "4k3/8/8/8/8/8/8/5RK1 b - - 0 1");
    CHECK(played("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8") == "2kr4/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(played("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
    CHECK(played("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n") == "3Nk3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(played("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a2a4") == "a2a4 moves from a2, which is empty");
    CHECK(played("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7") ==
          "e8e7 moves a piece of the side that is not to move");
    CHECK(played("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2") ==
          "\"Ke2\" is not a move, expected two squares such as e2e4");
}
