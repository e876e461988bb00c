#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "formats/game_score.hpp"
#include "games/game.hpp"
#include "games/list.hpp"
#include "players/session.hpp"
#include "reports/reports.hpp"

namespace octomate::games {

namespace {

using reports::PlyChances;

struct ReplayedGame {
    records::GameScore score;
    reports::Replay replay;
};

/// Replays a game, by the d8 rules unless its tag names another variant, and adds its chances.
ReplayedGame replay_with_chances(const std::string& text, int depth = 1, int threads = 1,
                                 std::optional<double> end = {}) {
    records::GameReader reader(text);
    auto score = reader.next();
    REQUIRE(score);
    ReplayedGame replayed{*score, replay(*score, default_name())};
    const Game& game = *find(score->variant().value_or(default_name()));
    ChancesRequest request;
    request.depth = depth;
    request.threads = threads;
    request.final_value = end;
    REQUIRE(add_chances(game, score->fen().value_or(game.start()), request, replayed.replay));
    return replayed;
}

std::string file(const std::string& name) {
    std::ifstream stream(OCTOMATE_ROOT "/data/games/" + name, std::ios::binary);
    REQUIRE(stream.is_open());
    return {std::istreambuf_iterator<char>(stream), {}};
}

double implied_result(const reports::GameChances& game) {
    return game.start + game.white.luck - game.black.luck - game.white.error + game.black.error + game.drift;
}

players::Appraisal appraise(const std::string& fen, int depth) {
    const auto session = find(default_name())->session();
    REQUIRE(session->start(fen));
    players::Limits limits;
    limits.depth = depth;
    return session->appraise(limits);
}

}  // namespace

TEST_CASE("chances that are not found in time are left out", "[chances]") {
    records::GameReader reader("1. e4 e5");
    const auto score = reader.next();
    REQUIRE(score);
    reports::Replay replay = games::replay(*score, default_name());
    const Game& game = *find(default_name());
    ChancesRequest request;
    request.depth = 1;
    request.deadline = std::chrono::steady_clock::now();
    CHECK(!add_chances(game, game.start(), request, replay));
    CHECK(!replay.chances);
    CHECK(!replay.plies.front().chances);
}

TEST_CASE("the mean of the best moves on all rolls is the chance before the roll", "[chances]") {
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b",
                            "7k/8/6K1/8/8/8/8/6Q1 w"}) {
        CAPTURE(fen);
        const auto all = appraise(fen, 2);
        REQUIRE(all.rolls.size() == 8);
        CHECK(all.depth == 2);
        double sum = 0;
        for (const auto& roll : all.rolls) {
            for (const std::size_t move : roll.moves) CHECK(all.moves[move].value <= roll.value);
            sum += roll.value;
        }
        CHECK(all.value == Approx(sum / 8));
        const auto session = find(default_name())->session();
        session->start(fen).value();
        CHECK(appraise(fen, 1).value == session->chance(1));
    }
}

TEST_CASE("a free face has the value of the best of all moves", "[chances]") {
    const auto all = appraise("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b", 1);
    const auto& free = all.rolls.at(3);
    CHECK(free.face == 4);
    CHECK(free.moves.size() == all.moves.size());
    CHECK(free.value == 1);
    CHECK(all.moves.front().value == 1);
}

TEST_CASE("in check there is no die and no luck, and a finished game has the value of its result",
          "[chances]") {
    const auto check = appraise("7k/8/8/8/7R/8/8/K7 b", 1);
    REQUIRE(check.rolls.size() == 1);
    CHECK(check.rolls[0].face == 0);
    CHECK(check.value == check.rolls[0].value);
    CHECK(appraise("R6k/8/7K/8/8/8/8/8 b", 2).value == -1);
    CHECK(appraise("7k/6R1/5K2/8/8/8/8/8 b", 2).value == 0);
}

TEST_CASE("luck and errors account for the published game, on any number of threads", "[chances]") {
    const ReplayedGame one = replay_with_chances(file("superpermutation-d8.txt"), 1, 1);
    const reports::GameChances& game = *one.replay.chances;
    CHECK(implied_result(game) == Approx(game.end));
    CHECK(game.end == 1);
    CHECK(game.black.unjudged == 1);  // the published game has one move that its roll does not allow
    CHECK(game.white.unjudged == 0);
    for (const reports::ReplayedPly& ply : one.replay.plies) {
        REQUIRE(ply.chances);
        CHECK(ply.chances->error() >= 0);
        CHECK_FALSE(ply.chances->exact);
        if (!ply.roll) CHECK(ply.chances->luck() == 0);
    }
    CHECK(reports::json(replay_with_chances(file("superpermutation-d8.txt"), 1, 3).replay, 1) ==
          reports::json(one.replay, 1));
}

TEST_CASE("a roll that mates is luck, and any move but the mate is an error", "[chances]") {
    // Only a roll of 5 allows a mate, Qa8-e4-e7#.
    const std::string begin = "[FEN \"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w\"]\n\n";
    const PlyChances mate = *replay_with_chances(begin + "(5) Qa8-e4-e7#").replay.plies[0].chances;
    CHECK(*mate.rolled == 1);
    CHECK(mate.played == 1);
    CHECK(mate.luck() == 1 - mate.before);
    CHECK(mate.lapse() == reports::Lapse::None);
    const PlyChances missed = *replay_with_chances(begin + "(5) Ke5-e4 *").replay.plies[0].chances;
    CHECK(missed.before == mate.before);
    CHECK(missed.luck() == mate.luck());
    CHECK(missed.error() > 0);
    CHECK(missed.error() == 1 - missed.played);
    CHECK(missed.best == "Qa8-e4-e7#");
    CHECK(missed.has_choice);
}

TEST_CASE("the roll is unknown if the die is missing, wrong or not a number", "[chances]") {
    for (const char* ply : {"Qa8-e4-e7#", "(4) Qa8-e4-e7#", "(9) Qa8-e4-e7#", "(-) Qa8-e4-e7#"}) {
        CAPTURE(ply);
        const ReplayedGame replayed =
            replay_with_chances(std::string("[FEN \"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w\"]\n\n") + ply);
        REQUIRE(replayed.replay.plies[0].chances);
        CHECK_FALSE(replayed.replay.plies[0].chances->rolled);
        CHECK(replayed.replay.plies[0].chances->played == 1);
        CHECK(replayed.replay.chances->white.unjudged == 1);
        CHECK(implied_result(*replayed.replay.chances) == Approx(1));
    }
}

TEST_CASE("a game without a die has no luck", "[chances]") {
    const ReplayedGame replayed = replay_with_chances(file("superpermutation.txt"), 1);
    const reports::GameChances& game = *replayed.replay.chances;
    CHECK(game.white.luck == 0);
    CHECK(game.black.luck == 0);
    CHECK_FALSE(game.luckier_side());
    CHECK(game.end == 0);
    CHECK(game.white.error > 0);
    CHECK(implied_result(game) == Approx(game.end).margin(1e-9));
}

TEST_CASE("values of tables are used unchanged, and leave no drift", "[chances]") {
    // Sets values as from an endgame table: Rg1-g7 lowers the value from 0.3 to 0.
    records::GameReader reader("[FEN \"7k/8/5K2/8/8/8/8/6R1 w\"]\n\n(7) Rg1-g7");
    const auto score = reader.next();
    reports::Replay replay = games::replay(*score, default_name());
    replay.plies[0].odds = reports::PlyOdds{{0.2, 0.2}, {0.3, 0.3}, {0, 0}, "Rg1-g2", true};
    ChancesRequest request;
    request.final_value = 0;
    int searched = 0;
    request.on_searched = [&] { ++searched; };
    REQUIRE(add_chances(*find(default_name()), *score->fen(), request, replay));
    CHECK(searched == 0);
    const PlyChances& chances = *replay.plies[0].chances;
    CHECK(chances.exact);
    CHECK(chances.luck() == Approx(0.05));
    CHECK(chances.error() == Approx(0.15));
    CHECK(chances.best == "Rg1-g2");
    CHECK(replay.chances->drift == Approx(0).margin(1e-12));
    CHECK(replay.chances->end == 0.5);
}

TEST_CASE("moves that could not be played, and games without moves, have no chances", "[chances]") {
    const ReplayedGame replayed = replay_with_chances("(5) e2-e4 (5) e7-e8");
    CHECK(replayed.replay.plies[0].chances);
    CHECK_FALSE(replayed.replay.plies[1].chances);
    REQUIRE(replayed.replay.chances);
    CHECK_FALSE(replay_with_chances("(5) e7-e8").replay.chances);
}

TEST_CASE("interrupted chances are left out", "[chances]") {
    records::GameReader reader("(5) e2-e4");
    const auto score = reader.next();
    reports::Replay replay = games::replay(*score, default_name());
    const std::atomic<bool> stop = true;
    ChancesRequest request;
    request.stop = &stop;
    const Game& game = *find(default_name());
    CHECK_FALSE(add_chances(game, game.start(), request, replay));
    CHECK_FALSE(replay.chances);
    CHECK_FALSE(replay.plies[0].chances);
}

TEST_CASE("every game can be evaluated", "[chances]") {
    for (const Game* game : all()) CHECK(game->session()->evaluates());
}

TEST_CASE("a game with its chances is unchanged by writing and reading PGN", "[chances][pgn]") {
    for (const char* name : {"superpermutation-d8.txt", "superpermutation.txt"}) {
        const ReplayedGame replayed = replay_with_chances(file(name), 1);
        const std::string pgn = reports::pgn(replayed.score, replayed.replay, variants(default_name()));
        CHECK(pgn.find(" $") != std::string::npos);
        CHECK(pgn.find("[%chance ") != std::string::npos);
        const ReplayedGame again = replay_with_chances(pgn, 1);
        CHECK(reports::json(again.replay, 1).size() == reports::json(replayed.replay, 1).size());
        for (std::size_t at = 0; at < replayed.replay.plies.size(); ++at) {
            CHECK(again.replay.plies[at].fen == replayed.replay.plies[at].fen);
            CHECK(again.replay.plies[at].roll == replayed.replay.plies[at].roll);
        }
        CHECK(reports::pgn(again.score, again.replay, variants(default_name())) == pgn);
    }
}

}  // namespace octomate::games
