#include "players/match.hpp"

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "games/list.hpp"
#include "unit/stream/temporary_file.hpp"

namespace octomate::players {

namespace {

MatchOptions match_of(const char* first, const char* second, std::uint64_t games) {
    MatchOptions options;
    options.first = participant_named(first).value();
    options.second = participant_named(second).value();
    options.variant = games::default_name();
    options.session = [] { return games::all().front()->session(); };
    options.games = games;
    return options;
}

std::vector<std::string> played(const MatchOptions& options) {
    std::vector<std::string> games;
    play_match(options, [&](const MatchGame& game) {
        games.push_back(std::to_string(game.number) + ' ' + std::string(result_text(game.outcome)) + ' ' +
                        game.moves);
    });
    return games;
}

}  // namespace

TEST_CASE("A match is the same with any number of threads, and in parts", "[players]") {
    MatchOptions options = match_of("nodes-60", "level-2", 8);
    const auto one = played(options);
    REQUIRE(one.size() == 8);
    options.threads = 4;
    CHECK(played(options) == one);
    options.done = 4;
    CHECK(played(options) == std::vector(one.begin() + 4, one.end()));
    options.done = 0;
    options.seed = 2;
    CHECK(played(options) != one);
}

TEST_CASE("A seed always gives the same games, in every game", "[players]") {
    for (const auto& game : games::all()) {
        CAPTURE(game->name());
        MatchOptions options =
            match_of("level-1", "level-1", 2);  // this level makes random errors in every game
        options.variant = game->name();
        options.session = [&] { return game->session(); };
        options.most_plies = 6;
        const auto one = played(options);
        CHECK(played(options) == one);
        options.seed = 2;
        CHECK(played(options) != one);
    }
}

TEST_CASE("Both games of a pair have the same dice", "[players]") {
    MatchOptions options = match_of("random", "random", 2);
    options.opening = options.most_plies = 30;
    std::vector<MatchGame> games;
    play_match(options, [&](const MatchGame& game) { games.push_back(game); });
    CHECK(games[0].moves == games[1].moves);
    CHECK(games[0].first_is_white);
    CHECK_FALSE(games[1].first_is_white);
    CHECK(games[0].plies == 30);
    CHECK(games[0].cut_off);
    CHECK(games[0].points() == 0.5);
}

TEST_CASE("A player that looks ahead beats one that does not", "[players]") {
    Score score;
    CHECK(play_match(match_of("depth-1", "mate-now", 20), [&](const MatchGame& game) { score.add(game); }));
    CHECK(score.rate() > 0.8);
}

TEST_CASE("Players are created by their names", "[players]") {
    for (const char* name : {"random", "mate-now", "odds-2", "level-1", "level-8", "nodes-5", "depth-2",
                             "depth-1,noise-0.25,sight-0.5", "nodes-300,width-0"})
        CHECK(participant_named(name)->built_in);
    CHECK(participant_named("engine:./x y")->command == "./x y");
    CHECK(participant_named("mate-now")->built_in->method == Method::MateNow);
    CHECK(participant_named("odds-2")->built_in->method == Method::Odds);
    CHECK(participant_named("depth-2")->built_in->method == Method::Search);
    for (const char* name : {"", "level-9", "level-0", "level-", "nodes-x", "engine:", "depth-65", "noise-2",
                             "noise-nan", "nodes-5,", "nodes-5,level-1"})
        CHECK_FALSE(participant_named(name));
}

namespace {

constexpr const char* handshake = R"(while read -r word rest; do
  case $word in uci) echo uciok ;; isready) echo readyok ;; go) ACT ;; quit) exit ;; esac
done
)";

/// Returns a program that answers the handshake and then runs `act` at each move.
std::string program_that(const std::string& act) {
    return std::string(handshake).replace(std::string(handshake).find("ACT"), 3, act);
}

struct Played {
    std::vector<MatchGame> games;
    Score score;
    bool whole = false;
};

Played played_in_full(const MatchOptions& options) {
    Played played;
    played.whole = play_match(options, [&](const MatchGame& game) {
        played.games.push_back(game);
        played.score.add(game);
    });
    return played;
}

}  // namespace

TEST_CASE("A program that fails to play forfeits, and three forfeits in a row end a match", "[players]") {
    using std::chrono::milliseconds;
    struct Case {
        std::string program;
        Forfeit forfeit;
        std::string fault;
        milliseconds handshake, margin;
    };
    const milliseconds enough{600'000}, few{20};
    for (const auto& [program, forfeit, fault, handshake, margin] : {
             Case{program_that("echo bestmove a1a9"), Forfeit::IllegalMove, "a1a9", enough, enough},
             Case{program_that("echo bestmove"), Forfeit::IllegalMove, "", enough, enough},
             Case{program_that("exit"), Forfeit::Died, "ended before bestmove", enough, enough},
             Case{program_that(":"), Forfeit::NoAnswer, "no bestmove in time", enough, few},
             Case{program_that("while :; do sleep 1000; done"), Forfeit::NoAnswer, "no bestmove", enough,
                  few},
             Case{"exit 3", Forfeit::Died, "ended before uciok", enough, enough},
             Case{"exec cat", Forfeit::NoAnswer, "no uciok in time", few, enough},
             Case{"exec cat /dev/zero", Forfeit::NoAnswer, "no uciok in time", few, enough},
             Case{"exec sleep 1000", Forfeit::NoAnswer, "no uciok in time", few, enough},
         }) {
        CAPTURE(program);
        const TemporaryFile script(program);
        const std::string name = "engine:sh " + script.path();
        MatchOptions options = match_of("random", name.c_str(), 8);
        options.handshake = handshake;
        options.margin = margin;
        const auto [games, score, whole] = played_in_full(options);
        CHECK_FALSE(whole);
        REQUIRE(games.size() == 3);
        for (const MatchGame& game : games) {
            CHECK(game.forfeit == forfeit);
            CHECK(game.points() == 1);
            CHECK_THAT(game.fault, Catch::StartsWith(name + ": ") && Catch::Contains(fault));
        }
        CHECK(score.wins == 3);
        CHECK(score.pairs == 1);
        CHECK(score.forfeits[1][static_cast<std::size_t>(forfeit)] == 3);
        CHECK(score.forfeits[0] == decltype(score.forfeits[0]){});
    }
}

TEST_CASE("A program is restarted after a forfeit, and the match continues", "[players]") {
    const TemporaryFile log("");
    const TemporaryFile script("echo start >>\"$1\"; [ $(($(wc -l <\"$1\") % 3)) = 0 ] || exit\n" +
                               program_that("exit"));
    const std::string name = "engine:sh " + script.path() + ' ' + log.path();
    MatchOptions options = match_of(name.c_str(), "random", 6);
    options.opening = options.most_plies =
        2;  // the opening has all plies, so the program is never asked for a move
    const auto [games, score, whole] = played_in_full(options);
    CHECK(whole);
    REQUIRE(games.size() == 6);
    for (const MatchGame& game : games) CHECK(game.forfeit.has_value() == (game.number % 3 != 0));
    CHECK(score.losses == 4);
    CHECK(score.draws == 2);
    CHECK(score.forfeits[0][static_cast<std::size_t>(Forfeit::Died)] == 4);
}

TEST_CASE("A program that cannot be started is an error", "[players]") {
    CHECK_THROWS_WITH(played(match_of("random", "engine:/nonexistent", 2)),
                      Catch::Contains("/nonexistent: cannot be started"));
}

TEST_CASE("A match that waits for a program can be interrupted", "[players]") {
    std::atomic<bool> stop = false;
    const TemporaryFile log("");
    const TemporaryFile script("echo $$ >\"$1\"\nwhile :; do sleep 1000; done\n");
    const std::string name = "engine:sh " + script.path() + ' ' + log.path();
    MatchOptions options = match_of("random", name.c_str(), 2);
    options.handshake = std::chrono::hours(10);
    options.stop = &stop;
    std::thread stopper([&] {
        while (std::filesystem::file_size(log.path()) == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stop = true;
    });
    CHECK(played(options).empty());
    stopper.join();
    pid_t process = 0;
    std::ifstream(log.path()) >> process;
    REQUIRE(process > 0);
    CHECK(kill(process, 0) != 0);  // the process is gone, although it ignores `quit`
}

TEST_CASE("A program receives quit at the end of a match", "[players]") {
    const TemporaryFile log("");
    const TemporaryFile script(R"(while read -r word rest; do
  echo "$word" >>"$1"
  case $word in uci) echo uciok ;; isready) echo readyok ;; go) echo bestmove none ;; quit) exit ;; esac
done
)");
    const std::string command = "engine:sh " + script.path() + ' ' + log.path();
    CHECK(played(match_of("random", command.c_str(), 2)).size() == 2);
    std::ifstream lines(log.path());
    std::string line, last;
    while (std::getline(lines, line)) last = line;
    CHECK(last == "quit");
}

}  // namespace octomate::players
