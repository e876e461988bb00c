// The formats of chess problems: what other programs write, and what is wrong with it.
#include "records/problem.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "records/fields.hpp"
#include "records/json.hpp"
#include "records/json_text.hpp"
#include "records/orthodox_move.hpp"
#include "records/read.hpp"
#include "records/spread.hpp"
#include "records/stipulation.hpp"
#include "records/write.hpp"
#include "text/text.hpp"

using namespace octomate;
using namespace octomate::records;

namespace {

Puzzle read_good(std::string_view text) {
    const auto read = read_puzzle(text);
    INFO(text);
    if (!read) FAIL(read.error().faults.front().message);
    return read->value;
}

Fault first_fault(std::string_view text) {
    const auto read = read_puzzle(text);
    INFO(text);
    REQUIRE_FALSE(read);
    return read.error().faults.front();
}

}  // namespace

TEST_CASE("YAML: a problem as Olive writes it") {
    const Puzzle puzzle = read_good(R"(---
algebraic:
  black: [Pa6, Kd5, Sb7]
  white: [Bg2, Qc7, Kc1, Pd2]
authors: ['Somebody, S.', "Another"]
date: '1962'
options: [Defence 1]
solution: !!python/unicode "1.Qc7-b8 ! threat:\n       2.Qb8-e5 #"
source: {name: A paper, problemid: 7}
keywords: [Model mate, Switchback]
comments: [first, second]
stipulation: '#2')");
    CHECK(puzzle.fen == "8/1nQ5/p7/3k4/8/8/3P2B1/2K5 w - - 0 1");
    CHECK(puzzle.author == "Somebody, S.; Another");
    CHECK(puzzle.source == "A paper");
    CHECK(puzzle.comment == "first\nsecond");
    CHECK(puzzle.themes == std::vector<std::string>{"Model mate", "Switchback"});
    CHECK(puzzle.moves == 2);
    CHECK(puzzle.key == Key{{0, {"Qc7-b8"}}});
    CHECK(dump(unknown_json(puzzle)) ==
          R"({"date":"1962","options":["Defence 1"],"yaml-source":{"name":"A paper","problemid":7},)"
          R"("solution":"1.Qc7-b8 ! threat:\n       2.Qb8-e5 #"})");
}

TEST_CASE("YAML: escapes for characters of Latin-1 are these characters") {
    const Puzzle puzzle =
        read_good("---\nalgebraic: {white: [Kc1], black: [Ka1]}\nsource: \"a\\_\\N\\xE9\\_\"\n");
    CHECK(puzzle.source == "a\u00A0\u0085\u00E9\u00A0");
}

TEST_CASE("YAML: problems in a list, and stipulations of others") {
    const std::string_view list =
        "- algebraic: {white: [Kc1], black: [Ke8]}\n  stipulation: h#2\n- algebraic: {white: [Kc2], black: "
        "[Ke8]}\n";
    const std::size_t first = *record_length(list, true, nullptr);
    CHECK(first == list.find("\n- ") + 1);
    const auto read = read_puzzle(list.substr(0, first - 1));
    REQUIRE(read);
    CHECK(read->value.fen == "4k3/8/8/8/8/8/8/2K5 b - - 0 1");  // in helpmates Black begins
    REQUIRE(read->value.stipulation);
    CHECK(text_of(*read->value.stipulation) == "h#2");
    CHECK(read->notes.empty());
    const auto other = read_puzzle("- algebraic: {white: [Kc1], black: [Ke8]}\n  stipulation: win");
    REQUIRE(other);
    CHECK(other->notes.size() == 1);  // none of ours: kept
    CHECK(read_good(list.substr(first)).fen == "4k3/8/8/8/8/8/2K5/8 w - - 0 1");
}

TEST_CASE("YAML: faults say where") {
    const Fault man = first_fault("---\nalgebraic:\n  white: [Kc1, Xd4]\n  black: [Ke8]\n");
    CHECK(man.code == FaultCode::BadMan);
    CHECK(man.line == 2);
    CHECK(man.offset == 15);
    const Fault square = first_fault("---\nalgebraic:\n  white: [Kc1, Sd9]\n");
    CHECK(square.code == FaultCode::BadSquare);
    CHECK(square.offset == 16);
    CHECK(first_fault("---\nalgebraic:\n  white: [Kc1, Sc1]\n").message ==
          "two men stand on c1, expected one");
    CHECK(first_fault("---\nalgebraic:\n  white: [royal Sd4]\n").code == FaultCode::BadMan);
    CHECK(first_fault("---\nauthors: [a\nid: 5\n").code == FaultCode::BadYaml);
    CHECK(first_fault("---\n- id: 1\n- id: 2\n").code == FaultCode::BadYaml);
    CHECK(first_fault("---\nid: 5\nid: 6\nalgebraic: {white: [Ka1]}\n").code == FaultCode::DuplicateField);
    CHECK(first_fault("---\nid: 5\nalgebraic: {}\n").code == FaultCode::MissingFen);
}

TEST_CASE("marks of a document make no YAML of what is none") {
    CHECK(record_length("---\n8/8/8/8/8/8/8/8 w\n", true, nullptr) == 4);
    CHECK(record_length("---\nid: 5\n", true, nullptr) == 10);
    CHECK_FALSE(record_length("---\n", false, nullptr));
    CHECK_FALSE(record_length("---\nid: 5\n", false, nullptr));
    CHECK(record_length("---\nid: 5\n...\n", false, nullptr) == 14);
    CHECK(record_length("---\nid: 5\n---\nid: 6\n", false, nullptr) == 10);
}

TEST_CASE("the sentence that names a game fits into YACPDB's field") {
    Puzzle puzzle;
    puzzle.variant = std::string(300, 'x');
    puzzle.roll = 5;
    CHECK(game_sentence(puzzle, "a-game").size() <= 255);
    puzzle.variant = std::string(80, 'x');
    CHECK(game_sentence(puzzle, "a-game").size() <= 255);
    puzzle.variant.reset();
    CHECK(game_sentence(puzzle, "a-game") ==
          "The game is a-game as Octomate plays it, with a die of eight faces that names the file of each "
          "move: mate "
          "in 1, the roll is 5.");
}

TEST_CASE("Popeye: input with abbreviated words, capital or small letters") {
    const std::string_view text =
        "begin\n\nauthor Joost\nauthor Thomas\norigin Andernach 2025\npieces white ke5 pc2d3\n"
        "       black kb8 ba2 sd5\nstip  #  3\noption try vari HalfDuplex\ncond Circe\ntwin move c2 "
        "c3\nnext\nstip #1\n";
    const std::size_t length = *record_length(text, true, nullptr);
    CHECK(length == text.find("next\n"));
    const Puzzle puzzle = read_good(text.substr(0, length - 1));
    CHECK(puzzle.fen == "1k6/8/8/3nK3/8/3P4/b1P5/8 b - - 0 1");
    CHECK(puzzle.author == "Joost; Thomas");
    CHECK(puzzle.source == "Andernach 2025");
    CHECK(puzzle.moves == 3);
    CHECK(dump(unknown_json(puzzle)) ==
          R"({"condition":["Circe"],"options":["try","vari"],"popeye-twins":["twin move c2 c3"]})");
    CHECK(read_good("BeginProblem\nForsyth 4k3/8/8/8/8/8/8/4K1S1\nEndProblem").fen ==
          "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
    CHECK(first_fault("BeginProblem\nPieces white Ka1 neutral Sb1\nEndProblem").code == FaultCode::BadMan);
    CHECK(first_fault("BeginProblem\nPieces white Ka1 AliceB Sb1\nEndProblem").code == FaultCode::BadMan);
    CHECK(first_fault("BeginProblem\nPieces white Ka1 black Ka1\nEndProblem").code == FaultCode::BadSquare);
    CHECK(first_fault("BeginProblem\nnonsense\nEndProblem").code == FaultCode::BadPopeye);
}

namespace {

constexpr std::string_view printed = R"(Popeye Linux 4.61

                    A. Composer
                      A paper

+---a---b---c---d---e---f---g---h---+
|                                   |
8  -K   .   .   .   S   .   .   .   8
|                                   |
7   P   .   .   .   .   .   .   .   7
|                                   |
6   K   .   .   .   .   .   .   .   6
|                                   |
5   .   .   .   .   .   .   .   .   5
|                                   |
4   .   .   .   .   .   .   .   .   4
|                                   |
3   .   .   .   .   .   .   .   .   3
|                                   |
2   .   .   .   .   .   .   .   .   2
|                                   |
1   .   .   .   .   .   .   .   .   1
|                                   |
+---a---b---c---d---e---f---g---h---+
  #1                          3 + 1

   1.Se8-c7 # !

solution finished. Time = 0.016 s
)";

}  // namespace

TEST_CASE("Popeye: what it prints") {
    const std::string two = std::string(printed) + "\n\n" + std::string(printed).substr(18);
    const std::size_t length = *record_length(two, true, nullptr);
    CHECK(length == printed.size());
    CHECK_FALSE(record_length(two.substr(0, 300), false, nullptr));
    const Puzzle puzzle = read_good(std::string_view(two).substr(0, length - 1));
    CHECK(puzzle.fen == "k3N3/P7/K7/8/8/8/8/8 w - - 0 1");
    CHECK(puzzle.title == "A. Composer; A paper");
    CHECK(puzzle.key == Key{{0, {"Ne8-c7#"}}});
    CHECK(dump(unknown_json(puzzle)) == R"({"solution":"   1.Se8-c7 # !\n"})");
    std::string spoiled(printed);
    spoiled.replace(spoiled.find("-K"), 2, "-Z");
    CHECK(first_fault(spoiled).code == FaultCode::BadMan);
    spoiled.replace(spoiled.find("-Z"), 2, "=S");
    CHECK(first_fault(spoiled).code == FaultCode::BadMan);
}

TEST_CASE("LaTeX: a diagram of others, in German letters") {
    const Puzzle puzzle = read_good(R"(\begin{diagram}
  \author{Brand, Thomas}% of it
  \source{Problemkiste} \year{1992}
  \pieces[3+2]{wKa4, wLb5, wSh3, % a comment
               sKb7, sBh4g5}
  \stip{\#5}
  \sol{1.Ka8 Sg1, 2.h3 Ka5, 4.h\x g1L+ Kc7}
  \themes{Model mate, Bristol}
\end{diagram})");
    CHECK(puzzle.fen == "8/1k6/8/1B4p1/K6p/7N/8/8 w - - 0 1");
    CHECK(puzzle.author == "Brand, Thomas");
    CHECK(puzzle.source == "Problemkiste");
    CHECK(puzzle.moves == 5);
    CHECK(puzzle.themes == std::vector<std::string>{"Model mate", "Bristol"});
    CHECK(dump(unknown_json(puzzle)) == R"({"year":"1992","solution":"1.Ka8 Sg1, 2.h3 Ka5, 4.hxg1L+ Kc7"})");
    CHECK(read_good("\\begin{diagram}\n\\fen{8/1k6/8/1B6/K6p/7N/8/8}\n\\end{diagram}").fen ==
          "8/1k6/8/1B6/K6p/7N/8/8 w - - 0 1");
    CHECK(first_fault("\\begin{diagram}\n\\pieces{wKa4, sDUb5}\n\\end{diagram}").code == FaultCode::BadMan);
    CHECK(first_fault("\\begin{diagram}\n\\pieces{wKa4, nSb5}\n\\end{diagram}").code == FaultCode::BadMan);
    CHECK(first_fault("\\begin{diagram}[5x5]\n\\pieces{wKa4}\n\\end{diagram}").code == FaultCode::BadLatex);
    CHECK(first_fault("\\begin{diagram}\n\\pieces{wKa4\n\\end{diagram}").code == FaultCode::BadLatex);
    CHECK(first_fault("\\documentclass{book}\n\\begin{document}\nHello\n").code == FaultCode::UnknownFormat);
    CHECK(is_blank_or_comment("\\putsol\n\n\\end{document}"));
}

TEST_CASE("a written problem shows what its format has words for") {
    Puzzle puzzle;
    puzzle.fen = "8/b2k4/1n2p3/2K5/8/8/4q3/8 b - - 0 1";
    puzzle.key = Key{{5, {"Nb6-d5#"}}, {6, {"Qe2-c4#"}}};
    puzzle.author = "A & B; C";
    puzzle.id = "12";
    CHECK(
        to_yaml(puzzle, "a-game") ==
        "---\nid: 12\nauthors: [\"A & B\", \"C\"]\nalgebraic:\n  white: [Kc5]\n  black: [Kd7, Qe2, Ba7, Sb6, "
        "Pe6]\n"
        "options: [HalfDuplex]\nstipulation: \"#1\"\nnon-standard-stipulation: \"The game is a-game as "
        "Octomate "
        "plays it, with a die of eight faces that names the file of each move: mate in 1, on which rolls?\"\n"
        "solution: |\n  (5) 1.Sb6-d5 # !\n  (6) 1.Qe2-c4 # !\n...");
    const std::string popeye = to_popeye(puzzle, "a-game");
    CHECK(popeye.find("Option HalfDuplex\nPieces\n  White Kc5\n  Black Kd7 Qe2 Ba7 Sb6 Pe6\n") !=
          std::string::npos);
    CHECK(popeye.find("Remark octomate: {\"id\":\"12\"}\nEndProblem") != std::string::npos);
    const std::string latex = to_latex(puzzle, "a-game");
    CHECK(latex.find("\\author{A \\& B; C}%\n  \\pieces[1+5]{wKc5, sKd7, sDe2, sLa7, sSb6, sBe6}%\n") !=
          std::string::npos);
    const std::string printed = to_popeye_output(puzzle, "a-game");
    CHECK(printed.starts_with(
        "Popeye diagram by Octomate\n\n              A & B; C\n\n+---a---b---c---d---e---f---g---h---+\n"));
    CHECK(printed.find("\n7  -B   .   .  -K   .   .   .   .   7\n|                                   |\n"
                       "6   .  -S   .   .  -P   .   .   .   6\n") != std::string::npos);
    CHECK(printed.find("\n  #1                            1 + 5\n                           HalfDuplex\n") !=
          std::string::npos);
    CHECK(printed.find("\n   (5) 1.Sb6-d5 # !\n   (6) 1.Qe2-c4 # !\n\n  octomate: {") != std::string::npos);
    for (const std::string& text : {to_yaml(puzzle), popeye, printed, latex})
        CHECK(to_jsonl(read_good(text)) == to_jsonl(puzzle));
}

TEST_CASE("YAML: what other readers refuse or fold is escaped, and comes back") {
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
    CHECK(yaml.find("source: \"" + escaped + "\"\n") != std::string::npos);
    for (std::size_t at = 1; at + 3 < odd.size(); ++at) {
        if ((static_cast<unsigned char>(odd[at]) & 0xC0) == 0x80) continue;
        CHECK(yaml.find(std::string(whole_character(odd, at))) == std::string::npos);
    }
    CHECK(yaml.find("\xC3\xA9\xC2\xA0\xE2\x99\x94\xF0\x9F\x82\xA1") != std::string::npos);
    CHECK(to_jsonl(read_good(yaml)) == to_jsonl(puzzle));
}

TEST_CASE("Popeye: runs of blanks come back, however long") {
    for (std::size_t blanks = 1; blanks < 1000; blanks += blanks < 160 || blanks > 220 ? 83 : 1) {
        Puzzle puzzle;
        puzzle.fen = "7k/8/5K2/8/8/8/8/1Q6 w - - 0 1";
        puzzle.title = "a" + std::string(blanks, ' ') + "b";
        puzzle.unknown = {{"x", "[\"c" + std::string(blanks, ' ') + "\xC3\xA9\"]"}};
        const std::string popeye = to_popeye(puzzle);
        CHECK(to_jsonl(read_good(popeye)) == to_jsonl(puzzle));
        for (std::size_t begin = 0, end; begin < popeye.size(); begin = end + 1) {
            end = std::min(popeye.find('\n', begin), popeye.size());
            CHECK(end - begin < 256);
            CHECK(popeye[end - 1] != ' ');
        }
    }
}

TEST_CASE("what stands several times in a problem is kept under different names") {
    const Puzzle puzzle =
        read_good("\\begin{diagram}\n\\judge{A}\\judge{B}\\pieces{wKe1, sKe8}\\judge{C}\n\\end{diagram}\n");
    CHECK(to_jsonl(puzzle) ==
          R"({"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","judge":"A","judge 2":"B","judge 3":"C"})");
    CHECK(to_jsonl(read_good(to_latex(puzzle, "a-game"))) == to_jsonl(puzzle));
}

TEST_CASE("moves of orthodox chess change the board as they should") {
    const auto played = [](std::string_view fen, std::string_view move) {
        const auto after = orthodox_move(fen, move);
        return after ? *after : after.error();
    };
    CHECK(played("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "4k3/8/8/8/8/8/8/5RK1 b - - 0 1");
    CHECK(played("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8") == "2kr4/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(played("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
    CHECK(played("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n") == "3Nk3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(played("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a2a4") == "a2a4 moves from a2, where nobody stands");
    CHECK(played("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7") ==
          "e8e7 moves a man of the side that is not to move");
    CHECK(played("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2") ==
          "\"Ke2\" is no move, expected two squares such as e2e4");
}
