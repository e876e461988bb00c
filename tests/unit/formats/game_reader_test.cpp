#include <catch2/catch.hpp>
#include <ctime>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "formats/game_score.hpp"
#include "unit/formats/further.hpp"

namespace octomate::records {
namespace {

std::vector<GameScore> read_games(std::string_view text) {
    GameReader reader(text, eight_faces());
    std::vector<GameScore> games;
    while (auto game = reader.next()) games.push_back(*std::move(game));
    return games;
}

GameScore read_game(std::string_view text) {
    const std::vector<GameScore> games = read_games(text);
    REQUIRE(games.size() == 1);
    return games[0];
}

/// Returns each ply as "(7) Ke8-b8", with "(?)" if the roll is missing and "(-)" if the text says that no die
/// is used.
std::vector<std::string> plies(const GameScore& game) {
    std::vector<std::string> all;
    for (const Ply& ply : game.plies) {
        const std::string die = ply.roll ? std::to_string(*ply.roll) : ply.no_die ? "-" : "?";
        all.push_back("(" + die + ") " + ply.move);
    }
    return all;
}

std::vector<std::string> plies(std::string_view text) { return plies(read_game(text)); }

using Plies = std::vector<std::string>;

std::string published(const std::string& name) {
    std::ifstream file(OCTOMATE_ROOT "/data/games/" + name, std::ios::binary);
    REQUIRE(file.is_open());
    return {std::istreambuf_iterator<char>(file), {}};
}

FaultCode only_fault(const GameScore& game) {
    REQUIRE(game.faults.size() == 1);
    return game.faults[0].fault.code;
}

TEST_CASE("a game is read with its dice", "[game]") {
    CHECK(plies("(2) b2-b4 (8) a7-a5") == Plies{"(2) b2-b4", "(8) a7-a5"});
    CHECK(plies("(-) Kb8-a7 Kh1-g1") == Plies{"(-) Kb8-a7", "(?) Kh1-g1"});
    CHECK(plies("( 2 )b2-b4(8)a7-a5") == Plies{"(2) b2-b4", "(8) a7-a5"});
    CHECK(plies("(2)\nb2-b4\r\n(8)\r\na7-a5\r\n") == Plies{"(2) b2-b4", "(8) a7-a5"});
    CHECK(read_games("").empty());
    CHECK(read_games(" \r\n\n\t\n").empty());
    CHECK(read_games("{a comment}\n\n; another\n\n% and a line that nobody reads\n").empty());
}

TEST_CASE("move numbers and NAGs are skipped, apart or glued", "[game]") {
    const Plies both = {"(2) b2-b4", "(8) a7-a5"};
    CHECK(plies("1. (2) b2-b4 1... (8) a7-a5") == both);
    CHECK(plies("1.(2)b2-b4 1\u2026(8)a7-a5") == both);
    CHECK(plies("(2) 1. b2-b4 (8) 1. ...a7-a5") == both);
    CHECK(plies("(2) 1.b2-b4 (8) 1...a7-a5") == both);
    CHECK(plies("(2) 1 b2-b4 (8) \u2026a7-a5") == both);
    CHECK(plies("(2) b2-b4 $1 $22 (8) ... a7-a5 $139") == both);
    CHECK(plies("1b2-b4 $ $x") == Plies{"(?) 1b2-b4", "(?) $", "(?) $x"});
}

TEST_CASE("comments are skipped", "[game]") {
    const Plies both = {"(2) b2-b4", "(8) a7-a5"};
    CHECK(plies("{x} (2) {y (3) c2-c4 ; } b2-b4{z}(8){\n\n\n}a7-a5") == both);
    CHECK(plies("(2) b2-b4; { (3) c2-c4\n(8) a7-a5;") == both);
    CHECK(plies("(2) b2-b4\n%(3) c2-c4\n(8) a7-a5") == both);
    CHECK(plies("\xEF\xBB\xBF(2) b2-b4 (8) a7-a5") == both);
}

TEST_CASE("dice in comments are all before or all after their moves", "[game]") {
    const Plies three = {"(2) b2-b4", "(-) a7-a5", "(3) c2-c4"};
    CHECK(plies("b2-b4 {[%d8 2]} a7-a5 {[%d8 -]} c2-c4 {[%d8 3]}") == three);
    CHECK(plies("{[%d8 2]} b2-b4 {[%d8 -]} a7-a5 {[%d8 3]} c2-c4") == three);
    CHECK(plies("b2-b4 {[%d8 2]} (-) a7-a5 c2-c4 {so [%clk 1:00] it [%d8\n3 ] is}") == three);
    CHECK(plies("{[%d8 2]} b2-b4 (-) a7-a5 {[%d8 3]} c2-c4") == three);
    CHECK(plies("b2-b4 a7-a5 {[%d8 3]} c2-c4") == Plies{"(?) b2-b4", "(3) a7-a5", "(?) c2-c4"});
    CHECK(plies("{[%d80 2] [%d8x 2]} b2-b4") == Plies{"(?) b2-b4"});
    CHECK(read_game("(2) b2-b4 {[%d8 2]}").plies[0].faults.empty());

    const auto games = read_games("b2-b4 {[%d8 2]}\n\n{[%d8 3]} c2-c4");
    REQUIRE(games.size() == 2);
    CHECK(plies(games[1]) == Plies{"(3) c2-c4"});
}

TEST_CASE("a die that cannot be read is reported with its move", "[game]") {
    const auto die_fault = [](std::string_view text) {
        const GameScore game = read_game(text);
        REQUIRE(game.plies.at(0).faults.size() == 1);
        CHECK(game.plies[0].faults[0].fault.code == FaultCode::BadRoll);
        return game.plies[0].faults[0];
    };
    CHECK(die_fault("(9) b2-b4").fault.message == R"(the die shows "9", expected 1 to 8 or "-")");
    CHECK(die_fault("(0) b2-b4").fault.offset == 0);
    CHECK(die_fault("(07) b2-b4").fault.field == "line");
    CHECK(die_fault("(123456789012345678901234567890) b2-b4").line == 1);
    CHECK(die_fault("b2-b4 {[%d8]}").fault.offset == 7);
    CHECK(die_fault("b2-b4 {x\n [%d8 two]}") ==
          TextFault{2, {FaultCode::BadRoll, "line", 1, R"(the die shows "two", expected 1 to 8 or "-")"}});
    CHECK(die_fault("(2) b2-b4 {[%d8 3]}").fault.message ==
          R"(the move has the roll "2" already, expected no "3")");
    CHECK(die_fault("(2) (3) b2-b4").fault.offset == 4);
    CHECK(plies("(2) (3) b2-b4") == Plies{"(2) b2-b4"});

    const GameScore game = read_game("b2-b4 (7) 1-0");
    CHECK(only_fault(game) == FaultCode::BadRoll);
    CHECK(game.faults[0].fault.offset == 6);
}

TEST_CASE("text that is neither a die nor a number is taken for a move", "[game]") {
    CHECK(plies("(2) b2-b4 hello (8) a7-a5") == Plies{"(2) b2-b4", "(?) hello", "(8) a7-a5"});
    CHECK(plies("(x) b2-b4") == Plies{"(?) (x)", "(?) b2-b4"});
    CHECK(plies("b2-b4 (seven) a7-a5") == Plies{"(?) b2-b4", "(?) (seven)", "(?) a7-a5"});
    CHECK(plies("(c2-c4) b2-b4") == Plies{"(?) (c2-c4)", "(?) b2-b4"});
    CHECK(plies("b2-b4 (3 c2-c4") == Plies{"(?) b2-b4", "(?) (3", "(?) c2-c4"});
    CHECK(plies("b2-b4 [x]") == Plies{"(?) b2-b4", "(?) [x]"});
    CHECK(plies("b2-b4\xFF\xC3") == Plies{"(?) b2-b4\uFFFD\uFFFD"});
}

TEST_CASE("variations are skipped, with nested ones and with parentheses in comments", "[game]") {
    CHECK(plies("b2-b4 ((3) c2-c4\n(1) a7-a6) a7-a5") == Plies{"(?) b2-b4", "(?) a7-a5"});
    CHECK(
        plies("1. b2-b4 (1. c2-c4 (1. d2-d4 {:-) (} (1. e2-e4)) 1... a7-a6 $2) (1. h2-h4) 1... (8) a7-a5") ==
        Plies{"(?) b2-b4", "(8) a7-a5"});
    CHECK(plies("b2-b4 (c2-c4 ; not the end: )\n a7-a6) a7-a5") == Plies{"(?) b2-b4", "(?) a7-a5"});
    CHECK(plies("b2-b4 {[%d8 2]} (c2-c4 {[%d8 9]}) a7-a5 {[%d8 8]}") == Plies{"(2) b2-b4", "(8) a7-a5"});

    CHECK(plies("e4 (1. d4 d5) e5 (e6) Nf3 (2. f4)") == Plies{"(?) e4", "(?) e5", "(?) Nf3"});
    CHECK(plies("Ke2 (1. O-O {[%d 8]}) Ke7") == Plies{"(?) Ke2", "(?) Ke7"});

    const GameScore game =
        read_game("b2-b4 {[%d8 2]}\n (1. c2-c4 {[%d8 3]}\n(1. d2-d4) a7-a6 1-0) a7-a5 ({[%d8 1]} h7-h5)");
    REQUIRE(game.variations.size() == 2);
    CHECK(game.variations[0].ply == 0);
    REQUIRE(game.variations[0].plies.size() == 2);
    CHECK(game.variations[0].plies[0].move == "c2-c4");
    CHECK(game.variations[0].plies[0].roll == 3);
    CHECK(game.variations[0].plies[0].line == 2);
    CHECK(game.variations[0].plies[0].offset == 5);
    CHECK(game.variations[0].plies[1].line == 3);
    CHECK(game.variations[0].plies[1].offset == 11);
    CHECK(game.variations[1].ply == 1);
    CHECK(game.variations[1].plies[0].roll == 1);
    CHECK(game.result == "*");
    CHECK(game.faults.empty());

    // Text with 200,000 unclosed parentheses is read quickly.
    CHECK(plies("b2-b4 " + std::string(200'000, '(')).size() == 2);
    CHECK(plies("b2-b4 " + std::string(200'000, '(') + "c2-c4" + std::string(200'000, ')')).size() == 1);
}

TEST_CASE("comments before the first move are skipped", "[game]") {
    CHECK(read_game("[FEN \"x\"]\n\n{ one [%d8 3] two} {three} (3) b2-b4 {four}").comment ==
          "one  two three");
    CHECK_FALSE(read_game("{[%d8 3]} b2-b4 {four}").comment);
}

TEST_CASE("moves have their lines and columns", "[game]") {
    const GameScore game = read_game("{x\n} 1.b2-b4\n  (3) ...c2-c4 {\n\n} d2-d4");
    REQUIRE(game.plies.size() == 3);
    CHECK(game.plies[0].line == 2);
    CHECK(game.plies[0].offset == 4);
    CHECK(game.plies[1].line == 3);
    CHECK(game.plies[1].offset == 9);
    CHECK(game.plies[2].line == 5);
    CHECK(game.plies[2].offset == 2);
}

TEST_CASE("a game ends with a result, a blank line or tags", "[game]") {
    for (const std::string end : {"\n\n", "\n \t\r\n", " 1-0 ", " *\n", "\n[Event \"x\"]\n\n", "\n\n\n\n"}) {
        INFO(end);
        const auto games = read_games("[Event \"y\"]\n\n(2) b2-b4" + end + "(3) c2-c4");
        REQUIRE(games.size() == 2);
        CHECK(plies(games[0]) == Plies{"(2) b2-b4"});
        CHECK(plies(games[1]) == Plies{"(3) c2-c4"});
    }
    CHECK(read_game("{x}\n\n[Event \"x\"]\n\n\n(2) b2-b4\n(3) c2-c4\n").plies.size() == 2);
    CHECK(read_games("[Event \"x\"]\n\n[Event \"y\"]\n\nb2-b4").size() == 2);
    CHECK(read_games("b2-b4 1-0 0-1").size() == 2);
    CHECK(read_game("b2-b4 {\n\n} c2-c4").plies.size() == 2);
}

TEST_CASE("results are read from the text of the moves, or else from the tag", "[game]") {
    CHECK(read_game("b2-b4").result == "*");
    for (const std::string result : {"1-0", "0-1", "1/2-1/2", "*"}) {
        CHECK(read_game("b2-b4 " + result).result == result);
        CHECK(read_game("[Result \"" + result + "\"]\nb2-b4").result == result);
        CHECK(read_game("[Result \"*\"]\nb2-b4 " + result).result == result);
        CHECK(read_game("[Result \"" + result + "\"]\nb2-b4 *").result == result);
    }
    const GameScore both = read_game("[Result \"1-0\"]\nb2-b4 0-1");
    CHECK(both.result == "0-1");
    CHECK(only_fault(both) == FaultCode::WrongResult);
    CHECK(only_fault(read_game("[Result \"2-0\"]\nb2-b4 0-1")) == FaultCode::BadTag);
}

TEST_CASE("tags are read", "[game]") {
    const GameScore game = read_game(
        "[Event \"a \\\"b\\\" \\\\ \\c ]\"] [FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\r\n"
        " [ Variant  \"superpermutation\" ]\r\n{x} [Empty \"\"]\r\n\r\nb2-b4");
    CHECK(game.faults.empty());
    REQUIRE(game.tags.size() == 4);
    CHECK(game.tag("Event")->value == "a \"b\" \\ \\c ]");
    CHECK(game.fen() == "4k3/8/8/8/8/8/8/4K3 w");
    CHECK(game.variant() == "superpermutation");
    CHECK(game.tag("Variant")->line == 2);
    CHECK(game.tag("Variant")->offset == 1);
    CHECK(game.tag("Empty")->value.empty());
    CHECK(game.tag("White") == nullptr);
    CHECK_FALSE(read_game("b2-b4").fen());
}

TEST_CASE("broken tags are reported and skipped", "[game]") {
    const std::vector<std::pair<std::string, std::size_t>> broken = {
        {"[", 1},
        {"[]", 1},
        {"[Event]", 6},
        {"[Event x]", 7},
        {"[Event \"x]", 10},
        {"[Event \"x\"", 10},
        {"[Event \"x\\\"]", 12},
        {"[\"x\"]", 1},
        {"[Event \"x\" y]", 11},
    };
    for (const auto& [tag, offset] : broken) {
        INFO(tag);
        const GameScore game = read_game(tag + "\n\n(2) b2-b4");
        CHECK(only_fault(game) == FaultCode::BadTag);
        CHECK(game.faults[0].line == 1);
        CHECK(game.faults[0].fault.offset == offset);
        CHECK(plies(game) == Plies{"(2) b2-b4"});
    }
    const GameScore twice = read_game("[Event \"x\"]\n[Event \"y\"]\n\nb2-b4");
    CHECK(only_fault(twice) == FaultCode::BadTag);
    CHECK(twice.tag("Event")->value == "x");
}

TEST_CASE("an unclosed comment spoils one game only", "[game]") {
    const auto games = read_games("{good} (2) b2-b4 {bad (3) c2-c4\n(4) d2-d4\n\n(5) e2-e4");
    REQUIRE(games.size() == 2);
    CHECK(only_fault(games[0]) == FaultCode::UnterminatedComment);
    CHECK(games[0].faults[0].fault.offset == 17);
    CHECK(plies(games[0]) == Plies{"(2) b2-b4"});
    CHECK(plies(games[1]) == Plies{"(5) e2-e4"});
    CHECK(only_fault(read_game("{")) == FaultCode::UnterminatedComment);
}

TEST_CASE("a comment ends before the tags of another game", "[game]") {
    const auto games = read_games("(5) e2-e4 {oops\n\n [White \"b\"]\n\n(5) e2-e4 {x} (1) h7-h6\n");
    REQUIRE(games.size() == 2);
    CHECK(only_fault(games[0]) == FaultCode::UnterminatedComment);
    CHECK(games[0].faults[0].fault.offset == 10);
    CHECK(plies(games[0]) == Plies{"(5) e2-e4"});
    CHECK(games[1].faults.empty());
    CHECK(games[1].tag("White")->value == "b");
    CHECK(plies(games[1]) == Plies{"(5) e2-e4", "(1) h7-h6"});
    // Tags after a blank line also end a comment in parentheses; an unclosed comment spoils one game only.
    CHECK(
        read_games("e2-e4 (x {oops\n\n[White \"b\"]\n\ne2-e4 {y\n\n[White \"c\"]\n\ne2-e4 {z}) *\n").size() ==
        3);
    // Tags without a blank line before them, or a blank line without tags, do not end a comment.
    CHECK(plies("(5) e2-e4 {one\n[White \"b\"]\n\ntwo\n[White \"c\"]\n\n[%d8 5]} (1) h7-h6") ==
          Plies{"(5) e2-e4", "(1) h7-h6"});
}

TEST_CASE("parentheses and braces in escaped lines are ignored", "[game]") {
    CHECK(plies("(5) e2-e4\n% escaped {\n(3) f7-f6 (4) d2-d4 {x}\n") ==
          Plies{"(5) e2-e4", "(3) f7-f6", "(4) d2-d4"});
    CHECK(plies("(5) e2-e4 (4) d2-d4\n% )\n% (\n(3) f7-f6") == Plies{"(5) e2-e4", "(4) d2-d4", "(3) f7-f6"});
    CHECK(plies("(5\n% )\n) e2-e4") != Plies{"(5) e2-e4"});
    CHECK(plies("(5) %e2-e4 %(3) f7-f6") == Plies{"(5) %e2-e4", "(?) %", "(3) f7-f6"});
}

TEST_CASE("the published game is the same as text and as PGN", "[game]") {
    const GameScore text = read_game(published("superpermutation-d8.txt"));
    const GameScore pgn = read_game(published("superpermutation-d8.pgn"));
    CHECK(text.plies.size() == 47);
    CHECK(plies(text) == plies(pgn));
    CHECK(text.result == "1-0");
    CHECK(pgn.result == "1-0");
    CHECK(pgn.variant() == "superpermutation-d8");
    CHECK(text.faults.empty());
    CHECK(pgn.faults.empty());
}

TEST_CASE("any broken text is read without failure", "[game]") {
    const std::string pieces[] = {"(",    ")",        "{",     "}",     "[",     "]",     "\"",  "\\",
                                  ";",    "\n",       "\n\n",  "%",     "(7) ",  "[%d8 ", "1-0", "*",
                                  "\xFF", "\xE2\x80", "[A \"", "b2-b4", "12...", "$",     " ",   "\r"};
    std::mt19937_64 random(8);
    const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    for (const char* name : {"superpermutation-d8.txt", "superpermutation-d8.pgn"}) {
        const std::string original = published(name);
        for (int round = 0; round < 300; ++round) {
            std::string text = original;
            for (std::size_t edits = 1 + below(8); edits > 0; --edits) {
                const std::size_t at = below(text.size());
                switch (below(3)) {
                    case 0: text.erase(at, 1 + below(20)); break;
                    case 1: text.insert(at, pieces[below(std::size(pieces))]); break;
                    default: text[at] = static_cast<char>(below(256)); break;
                }
            }
            std::size_t last_line = 1;
            for (const GameScore& game : read_games(text)) {
                for (const Ply& ply : game.plies) {
                    CHECK(ply.line >= last_line);
                    last_line = ply.line;
                }
            }
        }
    }
}

TEST_CASE("hostile text is read in linear time", "[game]") {
    for (const std::string piece :
         {"{\n\n", "{\n\n[A \"x\"]\n", "({})\n\n", "({\n\n})\n\n", "{x\n\n}", "%(\n", "( ", "(\n", "{}", "[",
          "[\n", "(7)", "a7-a5\n\n", "*", "[%d8 ", "1.", "\n"}) {
        std::string text;
        while (text.size() < 200'000) text += piece;
        const std::clock_t begun = std::clock();
        read_games(text);
        read_games("{" + text + "}");
        INFO(piece);  // a linear read takes about a hundredth of the limit
        CHECK(std::clock() - begun < 2 * CLOCKS_PER_SEC);
    }
}

}  // namespace
}  // namespace octomate::records
