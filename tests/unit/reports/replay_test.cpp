#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "formats/game_score.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "json/tree.hpp"
#include "reports/replayer.hpp"
#include "reports/reports.hpp"

namespace octomate::reports {
namespace {

using records::Json;
using superpermutation::D8Position;
using superpermutation::ParentPosition;

constexpr std::string_view array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
const std::string mate_in_one = "[FEN \"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\"]\n\n";

std::string file(const std::string& name) {
    std::ifstream stream(OCTOMATE_ROOT "/" + name, std::ios::binary);
    REQUIRE(stream.is_open());
    return {std::istreambuf_iterator<char>(stream), {}};
}

template <class P = D8Position>
std::vector<Replay> replay_all(std::string_view text) {
    records::GameReader reader(text, {{}, [](std::string_view) { return die_of<P>(); }});
    std::vector<Replay> all;
    while (const auto game = reader.next()) all.push_back(replay(*game, P(), {}));
    return all;
}

template <class P = D8Position>
Replay replay_one(std::string_view text) {
    const auto all = replay_all<P>(text);
    REQUIRE(all.size() == 1);
    return all[0];
}

std::vector<Json> records(const Replay& replay, std::size_t game) {
    std::vector<Json> all;
    for (const std::string& record : json(replay, game)) all.push_back(Json::parse(record));
    return all;
}

std::vector<FaultCode> codes(const Replay& replay) {
    std::vector<FaultCode> all;
    for (const TextFault& found : all_faults(replay)) all.push_back(found.fault.code);
    return all;
}

using Codes = std::vector<FaultCode>;

std::string message(const Replay& replay) {
    REQUIRE(!all_faults(replay).empty());
    return all_faults(replay)[0].fault.message;
}

TEST_CASE("the published game of the parent is without a fault", "[replay]") {
    const Replay game = replay_one<ParentPosition>(file("data/games/superpermutation.txt"));
    CHECK(codes(game).empty());
    CHECK(game.plies.size() == 18);
    CHECK(game.result == "0-1");
    CHECK(ParentPosition::from_fen(game.fen)->value.outcome() == Outcome::Black);
}

TEST_CASE("the published game with the die has one known mistake", "[replay]") {
    for (const char* name : {"data/games/superpermutation-d8.txt", "data/games/superpermutation-d8.pgn"}) {
        INFO(name);
        const Replay game = replay_one(file(name));
        CHECK(codes(game) == Codes{FaultCode::WrongFace});
        REQUIRE(game.plies.size() == 47);
        REQUIRE(game.plies[43].faults.size() == 1);
        CHECK(game.plies[43].move == "Rh4-h2+");
        CHECK(
            message(game) ==
            "face 7 asks for the b-file, where Qb2-b1 is possible, but Rh4-h2+ lands on the h-file (face 1)");
        CHECK(game.result == "1-0");
        CHECK_FALSE(has_bad_text(game));
        CHECK(D8Position::from_fen(game.fen)->value.outcome() == Outcome::White);
    }
}

TEST_CASE("records have the fields of the contract", "[replay]") {
    const std::vector<Json> good = records(replay_one("(5) e2-e4 (4) e7-e5"), 3);
    REQUIRE(good.size() == 3);
    CHECK(good[0].dump() ==
          R"({"game":3,"ply":1,"turn":"white","roll":5,"move":"e2-e4",)"
          R"("fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1","fault":null})");
    CHECK(good[1].dump() ==
          R"({"game":3,"ply":2,"turn":"black","roll":4,"move":"e7-e5-e4",)"
          R"("fen":"rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - - 0 1",)"
          R"("fault":{"code":"wrong_cascade",)"
          R"j("message":"the cascade is said to end on e5, expected e4 (e7-e5-e4)","line":1,"offset":14}})j");
    CHECK(good[2].dump() == R"({"game":3,"plies":2,"faults":1,"result":"*",)"
                            R"("fen":"rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - - 0 1"})");
}

TEST_CASE("several faults of a ply are listed together, the worst first", "[replay]") {
    const Replay game = replay_one("(1) Ne2-e4+");
    CHECK(codes(game) == Codes{FaultCode::WrongFace, FaultCode::WrongPiece, FaultCode::WrongSuffix});
    const Json record = records(game, 1)[0];
    CHECK(record["move"] == "e2-e4");
    CHECK(record["fault"]["code"] == "wrong_face");
    CHECK(record["fault"]["more"].size() == 2);
    CHECK(record["fault"]["more"][1]["code"] == "wrong_suffix");
    CHECK(records(game, 1)[1]["faults"] == 3);
}

TEST_CASE("the face must be that of the move, or free", "[replay]") {
    CHECK(codes(replay_one("(5) e2-e4 (1) h7-h5")).empty());
    CHECK(codes(replay_one("(5) e2-e4 (8) h7-h5")) == Codes{FaultCode::WrongFace});
    // The white king alone in its corner has no move to the files d to h.
    const std::string corner = "[FEN \"k7/8/8/8/8/8/8/2K5 w\"]\n\n";
    CHECK(codes(replay_one(corner + "(8) Kc1-b1")).empty());
    CHECK(codes(replay_one(corner + "(4) Kc1-b1")) == Codes{FaultCode::WrongFace});
    CHECK(codes(replay_one(corner + "(2) Kc1-b1")).empty());
}

TEST_CASE("a roll must be given exactly when the die is used", "[replay]") {
    CHECK(codes(replay_one("e2-e4")) == Codes{FaultCode::WrongDie});
    CHECK(codes(replay_one("(-) e2-e4")) == Codes{FaultCode::WrongDie});
    CHECK(message(replay_one("e2-e4")) ==
          "the die is missing: expected a face that allows e2-e4, such as \"(5)\"");
    CHECK(message(replay_one("(-) e2-e4")) ==
          "the die is used here, not \"(-)\": expected a face that allows e2-e4, such as \"(5)\"");

    const std::string in_check = "[FEN \"k7/8/8/8/8/8/8/K6r w\"]\n\n";
    CHECK(codes(replay_one(in_check + "Ka1-a2")).empty());
    CHECK(codes(replay_one(in_check + "(-) Ka1-a2")).empty());
    CHECK(codes(replay_one(in_check + "(1) Ka1-a2")) == Codes{FaultCode::WrongDie});
    CHECK(message(replay_one(in_check + "(1) Ka1-a2")) ==
          "no die is used in check, expected \"(-)\" or nothing instead of \"(1)\"");

    CHECK(codes(replay_one<ParentPosition>("e2-e4 (-) h7-h5")).empty());
    CHECK(codes(replay_one<ParentPosition>("(5) e2-e4 h7-h5")) == Codes{FaultCode::WrongDie});
}

TEST_CASE("a move with an unreadable die is played", "[replay]") {
    const Replay game = replay_one("(9) e2-e4 (1) h7-h5");
    CHECK(codes(game) == Codes{FaultCode::BadRoll});
    CHECK(has_bad_text(game));
    CHECK(game.plies.size() == 2);
    CHECK(records(game, 1)[0]["roll"].is_null());
}

TEST_CASE("a move that cannot be played ends the replay", "[replay]") {
    const auto ends = [](const std::string& text, FaultCode code, const std::string& written) {
        INFO(text);
        Replay game = replay_one(text);
        CHECK(codes(game) == Codes{code});
        REQUIRE(!game.plies.empty());
        const ReplayedPly& last = game.plies.back();
        CHECK(last.move == written);
        CHECK(last.fen == game.fen);
        CHECK(records(game, 1).back()["plies"] == game.plies.size());
        return game;
    };
    const Replay illegal = ends("(5) e2-e5 (1) h7-h5", FaultCode::IllegalMove, "e2-e5");
    CHECK(illegal.fen == array);
    CHECK(illegal.plies.size() == 1);
    CHECK_FALSE(has_bad_text(illegal));
    CHECK(has_bad_text(ends("(5) e2-e4 (1) hello (1) h7-h5", FaultCode::NotAMove, "hello")));
    ends("[FEN \"k7/7P/8/8/8/8/8/K7 w\"]\n\n(8) h7-h8", FaultCode::MissingPromotion, "h7-h8");
    const Replay after_mate = ends(mate_in_one + "(7) Qf7-g7# (-) Kh8-h7", FaultCode::GameOver, "Kh8-h7");
    CHECK(after_mate.result == "1-0");
    CHECK(message(after_mate) == "\"Kh8-h7\" comes after the checkmate, expected the end of the game");
    CHECK(has_bad_text(ends(mate_in_one + "(7) Qf7-g7# hello", FaultCode::NotAMove, "hello")));
}

TEST_CASE("text that is not a move is reported even after the end of the replay", "[replay]") {
    const Replay game = replay_one("(5) e2-e5\n(1) h7-h5\n hello");
    CHECK(codes(game) == Codes{FaultCode::IllegalMove, FaultCode::NotAMove});
    CHECK(has_bad_text(game));
    CHECK(all_faults(game)[1].line == 3);
    CHECK(all_faults(game)[1].fault.offset == 1);
    const Json record = records(game, 1).back();
    CHECK(record["plies"] == 1);
    CHECK(record["faults"] == 2);
    CHECK(record["fault"]["code"] == "not_a_move");
}

TEST_CASE("the result is the written one, or else that of the board", "[replay]") {
    CHECK(replay_one("(5) e2-e4").result == "*");
    CHECK(replay_one("(5) e2-e4 0-1").result == "0-1");
    for (const char* end : {"", " *", " 1-0"}) {
        const Replay game = replay_one(mate_in_one + "(7) Qf7-g7#" + end);
        CHECK(game.result == "1-0");
        CHECK(codes(game).empty());
    }
    const Replay wrong = replay_one(mate_in_one + "(7) Qf7-g7# 0-1");
    CHECK(wrong.result == "0-1");
    CHECK(codes(wrong) == Codes{FaultCode::WrongResult});
    CHECK(records(wrong, 1).back()["fault"]["code"] == "wrong_result");
    CHECK_FALSE(has_bad_text(wrong));

    const std::string stalemate = "[FEN \"7k/8/8/6Q1/8/8/8/K7 w\"]\n\n(7) Qg5-g6";
    CHECK(replay_one(stalemate).result == "1/2-1/2");
    CHECK(codes(replay_one(stalemate + " 1-0")) == Codes{FaultCode::WrongResult});
    CHECK(codes(replay_one(stalemate + " (1) Kh8-h7")) == Codes{FaultCode::GameOver});
    CHECK(codes(replay_one(stalemate + " 1/2-1/2")).empty());
}

TEST_CASE("a FEN tag that is not a position refuses the game", "[replay]") {
    const auto all = replay_all("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/K7 x\"]\n\n(1) Ka1-a2 1-0\n\n(5) e2-e4");
    REQUIRE(all.size() == 2);
    CHECK(all[0].plies.empty());
    CHECK(has_bad_text(all[0]));
    const std::vector<Json> refused = records(all[0], 1);
    REQUIRE(refused.size() == 1);
    CHECK(refused[0]["plies"] == 0);
    CHECK(refused[0]["fen"].is_null());
    CHECK(refused[0]["result"] == "1-0");
    CHECK(refused[0]["error"]["field"] == "FEN");
    CHECK(refused[0]["error"]["code"] == "bad_side");
    CHECK(refused[0]["error"]["offset"] == 17);
    CHECK(refused[0]["error"]["line"] == 2);
    CHECK(codes(all[1]).empty());
}

TEST_CASE("notes on the FEN tag are passed on", "[replay]") {
    const Replay game = replay_one("[FEN \"r3k3/8/8/8/8/8/8/4K3 w q - 3 4\"]\n\n(4) Ke1-d1");
    CHECK(codes(game).empty());
    CHECK(game.notes.size() >= 1);
    CHECK(records(game, 1).back()["notes"].size() == game.notes.size());
}

TEST_CASE("text after the end of a game is examined only up to a limit", "[replay]") {
    records::GameReader reader("(4) e2-e5 (5) queen");
    const auto game = reader.next();
    const Replay whole = replay(*game, D8Position(), {});
    CHECK(whole.complete);
    CHECK(codes(whole) == Codes{FaultCode::IllegalMove, FaultCode::NotAMove});
    ReportLimits of_one_ply;
    of_one_ply.most_bytes = 10;
    const Replay limited = replay(*game, D8Position(), of_one_ply);
    CHECK(!limited.complete);
    CHECK(codes(limited) == Codes{FaultCode::IllegalMove});
}

TEST_CASE("faults of the text are reported with the game", "[replay]") {
    const Replay game = replay_one("[Event x]\n\n(5) e2-e4 {");
    CHECK(codes(game) == Codes{FaultCode::BadTag, FaultCode::UnterminatedComment});
    CHECK(has_bad_text(game));
    const Json record = records(game, 1).back();
    CHECK(record["fault"]["code"] == "bad_tag");
    CHECK(record["fault"]["more"][0]["code"] == "unterminated_comment");
}

TEST_CASE("each of the bad games has its fault, and a good game after it is read", "[replay]") {
    for (const char* name : {"not_a_move", "illegal_move", "missing_promotion", "wrong_face", "wrong_die",
                             "wrong_suffix", "wrong_cascade", "wrong_piece", "game_over", "bad_tag",
                             "bad_roll", "unterminated_comment", "wrong_result"}) {
        INFO(name);
        const auto all = replay_all(file(std::string("tests/bad/") + name + ".txt"));
        REQUIRE(all.size() == 2);
        REQUIRE(codes(all[0]).size() == 1);
        CHECK(octomate::name(codes(all[0])[0]) == name);
        CHECK(codes(all[1]).empty());
        CHECK(all[1].plies.size() == 3);
    }
}

/// Checks properties that the replay of any text has.
template <class P>
void check_laws(const Replay& replay) {
    const std::vector<Json> lines = records(replay, 1);
    CHECK(lines.size() == replay.plies.size() + 1);
    CHECK(lines.back()["faults"] == all_faults(replay).size());
    for (const Json& line : lines) CHECK_NOTHROW(line.dump());
    for (std::size_t at = 0; at < replay.plies.size(); ++at) {
        CHECK(P::from_fen(replay.plies[at].fen).has_value());
        if (at + 1 < replay.plies.size()) CHECK(replay.plies[at].turn != replay.plies[at + 1].turn);
    }
    if (!replay.plies.empty()) CHECK(replay.plies.back().fen == replay.fen);
}

TEMPLATE_TEST_CASE("any broken text can be replayed", "[replay]", D8Position, ParentPosition) {
    std::mt19937_64 random(88);
    const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    for (const char* name : {"data/games/superpermutation-d8.txt", "data/games/superpermutation-d8.pgn",
                             "data/games/superpermutation.txt"}) {
        const std::string original = file(name);
        for (int round = 0; round < 60; ++round) {
            std::string text = original;
            for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
                const std::size_t at = below(text.size());
                switch (below(3)) {
                    case 0: text.erase(at, 1 + below(10)); break;
                    case 1: text.insert(at, 1, "(){}[];-+#\n 12*"[below(15)]); break;
                    default: text[at] = static_cast<char>(below(256)); break;
                }
            }
            for (const Replay& game : replay_all<TestType>(text)) check_laws<TestType>(game);
        }
    }
}

}  // namespace
}  // namespace octomate::reports
