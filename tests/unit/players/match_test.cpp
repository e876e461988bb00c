#include "players/match.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <stdexcept>

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

TEST_CASE("A match is the same whatever the threads, and in parts", "[players]") {
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
        MatchOptions options = match_of("level-1", "level-1", 2);  // who err in every game
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

TEST_CASE("A player who looks ahead beats one who does not", "[players]") {
    Score score;
    double first = 0;
    play_match(match_of("depth-1", "mate-now", 20), [&](const MatchGame& game) {
        if (game.first_is_white) {
            first = game.points();
        } else {
            score.add_pair(first, game.points());
        }
    });
    CHECK(score.rate() > 0.8);
}

TEST_CASE("Players have names", "[players]") {
    for (const char* name : {"random", "mate-now", "odds-2", "level-1", "level-8", "nodes-5", "depth-2",
                             "depth-1,noise-0.25,sight-0.5", "nodes-300,width-0"})
        CHECK(participant_named(name)->inner);
    CHECK(participant_named("engine:./x y")->command == "./x y");
    CHECK(participant_named("mate-now")->inner->manner == Manner::MateNow);
    CHECK(participant_named("odds-2")->inner->manner == Manner::Odds);
    CHECK(participant_named("depth-2")->inner->manner == Manner::Search);
    for (const char* name : {"", "level-9", "level-0", "level-", "nodes-x", "engine:", "depth-65", "noise-2",
                             "noise-nan", "nodes-5,", "nodes-5,level-1"})
        CHECK_FALSE(participant_named(name));
}

TEST_CASE("A program that does not play is told", "[players]") {
    CHECK_THROWS_WITH(played(match_of("random", "engine:true", 2)), Catch::Contains("true: "));
    CHECK_THROWS_WITH(played(match_of("random", "engine:cat /dev/zero", 2)),
                      Catch::Contains(": a line of more than 16777216 bytes"));
}

TEST_CASE("A program is told to quit", "[players]") {
    const TemporaryFile log("");
    const TemporaryFile script(R"(while read -r word rest; do
  echo "$word" >>"$1"
  case $word in uci) echo uciok ;; isready) echo readyok ;; go) echo bestmove none ;; esac
done
)");
    const std::string command = "engine:sh " + script.path() + ' ' + log.path();
    CHECK_THROWS_WITH(played(match_of("random", command.c_str(), 2)), Catch::Contains("none"));
    std::ifstream lines(log.path());
    std::string line, last;
    while (std::getline(lines, line)) last = line;
    CHECK(last == "quit");
}

}  // namespace octomate::players
