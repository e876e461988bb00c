#include "players/engine.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "games/list.hpp"

namespace octomate::players {

namespace {

/// An engine, and what it said.
class Talk {
  public:
    Talk()
        : engine_("Test", games::default_name(), games::session_of, [this](const std::string& line) {
              const std::lock_guard lock(mutex_);
              lines_.push_back(line);
          }) {}

    /// What it answers to a line; the search, if there is one, is waited for.
    std::vector<std::string> answer(const std::string& line) {
        begin(line);
        engine_.finish(interrupted_);
        return said();
    }
    void begin(const std::string& line) {
        lines_.clear();
        engine_.take(line);
    }
    bool take(const std::string& line) { return engine_.take(line); }
    std::vector<std::string> said() {
        const std::lock_guard lock(mutex_);
        return lines_;
    }

  private:
    const std::atomic<bool> interrupted_ = false;
    std::mutex mutex_;
    std::vector<std::string> lines_;
    Engine engine_;
};

/// Waits until something holds; a minute at most, which only a failure takes.
template <class Holds>
bool soon(Holds holds) {
    for (int waited = 0; waited < 12000 && !holds(); ++waited)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return holds();
}

}  // namespace

TEST_CASE("Engine: mate on the rolled face", "[players]") {
    Talk talk;
    CHECK(talk.answer("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w - - 0 1").empty());
    CHECK(talk.answer("roll 5").empty());
    const auto said = talk.answer("go depth 3");
    CHECK(said.back() == "bestmove a8e4");
    CHECK(said.front().starts_with("info depth 1 score chance 1.0000 nodes"));
}

TEST_CASE("Engine: nonsense is answered by one line and changes nothing", "[players]") {
    Talk talk;
    talk.take("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    talk.take("roll 5");
    for (const char* line : {"hello", "position", "position fen", "position fen 8/8 w",
                             "position startpos e2e4", "position startpos moves e2e5", "roll", "roll 9",
                             "roll x", "setoption", "setoption name Level", "setoption name Level value 9",
                             "setoption name Threads value 0", "setoption name Tables value /dev/null",
                             "setoption name Variant value chess", "setoption name X value 1"}) {
        CAPTURE(line);
        const auto said = talk.answer(line);
        REQUIRE(said.size() == 1);
        CHECK(said.front().starts_with("info string "));
    }
    CHECK(talk.answer("go depth 1").back() == "bestmove a8e4");
    CHECK(talk.answer("").empty());
    CHECK(talk.answer("isready") == std::vector<std::string>{"readyok"});
    CHECK(talk.answer("uci").back() == "uciok");
    for (const char* line : {"", "isready", "uci", "stop", "debug on", "ucinewgame", "hello", "roll 5"})
        CHECK(talk.take(line));
    CHECK_FALSE(talk.take("quit"));
}

TEST_CASE("Engine: a search with a limit says its best move unasked", "[players]") {
    Talk talk;
    talk.take("roll 5");
    talk.begin("go depth 1");
    CHECK(soon([&] { return !talk.said().empty() && talk.said().back().starts_with("bestmove "); }));
}

TEST_CASE("Engine: a search without end goes beyond the limits of the strongest level", "[players]") {
    Talk talk;
    talk.take("position fen 8/8/8/3k4/8/8/8/K7 w");
    talk.take("roll 3");
    const auto own = talk.answer("go");
    REQUIRE(own.size() > 1);
    talk.begin("go infinite");
    CHECK(soon([&] { return talk.said().size() > own.size(); }));  // a line for each ply
    talk.take("stop");
}

TEST_CASE("Engine: stop ends a search, and others are heard meanwhile", "[players]") {
    Talk talk;
    const int threads = GENERATE(1, 3);
    CHECK(talk.answer("setoption name Threads value " + std::to_string(threads)).empty());
    talk.take("roll 5");
    talk.begin("go infinite");
    talk.take("isready");
    CHECK(talk.said().size() >= 1);
    talk.take("stop");
    const auto said = talk.said();
    CHECK(std::count(said.begin(), said.end(), "readyok") == 1);
    CHECK(said.back().starts_with("bestmove "));
}

TEST_CASE("Engine: a search without end says its best move only when it is stopped", "[players]") {
    Talk talk;
    talk.take("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    talk.take("roll 5");
    talk.begin("go infinite");
    REQUIRE(soon([&] { return !talk.said().empty(); }));  // it finds the mate at once
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(talk.said().back().starts_with("info depth"));
    talk.take("stop");
    CHECK(talk.said().back() == "bestmove a8e4");
}

TEST_CASE("Engine: a new game forgets the position and the roll", "[players]") {
    Talk talk;
    talk.take("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    talk.take("roll 5");
    talk.take("ucinewgame");
    const auto said = talk.answer("go depth 1");
    CHECK(said.front().starts_with("info string no roll was given"));
    CHECK(said.back() != "bestmove a8e4");
}

TEST_CASE("Engine: every limit is taken, and one of 0 is told", "[players]") {
    Talk talk;
    talk.take("roll 5");
    for (const auto& line : talk.answer("go movetime 1000000 nodes 1000000 depth 1"))
        CHECK_FALSE(line.starts_with("info string"));
    CHECK(talk.answer("go depth 0 nodes 8").front() == "info string depth needs a number from 1, not \"0\"");
}

TEST_CASE("Engine: threads agree on the score", "[players]") {
    const auto score = [](int threads) {
        Talk talk;
        talk.take("setoption name Threads value " + std::to_string(threads));
        talk.take("roll 5");
        const auto said = talk.answer("go depth 3");
        const std::string& deepest = said[said.size() - 2];
        return deepest.substr(0, deepest.find(" nodes"));
    };
    CHECK(score(1).starts_with("info depth 3 score chance "));
    CHECK(score(1) == score(3));
}

TEST_CASE("Engine: tables that cannot be read are told, and done without", "[players]") {
    Talk talk;
    CHECK(talk.answer("setoption name Tables value " + std::string(5000, 'x')).size() == 1);
    const auto folder = std::filesystem::temp_directory_path() / "octomate-damaged-tables";
    std::filesystem::create_directories(folder / games::default_name());
    std::ofstream(folder / games::default_name() / "KQK.table") << "no table";
    CHECK(talk.answer("setoption name Tables value " + folder.string()).empty());
    talk.take("position fen 8/8/8/3k4/8/8/1Q6/K7 w");
    talk.take("roll 2");
    const auto said = talk.answer("go depth 2");
    CHECK(std::count_if(said.begin(), said.end(), [](const auto& line) {
              return line.starts_with("info string") && line.ends_with("without endgame tables");
          }) == 1);
    CHECK(said.back().starts_with("bestmove "));
    CHECK(talk.answer("go depth 2").front().starts_with("info depth"));
    std::filesystem::remove_all(folder);
}

TEST_CASE("Engine: the end of a game, and a roll that was not told", "[players]") {
    Talk talk;
    talk.take("position fen 7k/6Q1/6K1/8/8/8/8/8 b");
    CHECK(talk.answer("go depth 1") ==
          std::vector<std::string>{"info string the game is over", "bestmove (none)"});
    CHECK(talk.answer("roll 3").size() == 1);
    talk.take("position startpos moves e2e4 e7e5");
    const auto said = talk.answer("go nodes 100");
    CHECK(said.front().starts_with("info string no roll was given"));
    CHECK(said.back().starts_with("bestmove "));
    const auto folder = std::filesystem::temp_directory_path().string();
    CHECK(talk.answer("setoption name Tables value " + folder).empty());
    CHECK(talk.answer("roll 5").empty());  // the position stayed
    CHECK(talk.answer("setoption name Tables value <empty>").empty());
    talk.take("setoption name Variant value superpermutation");
    CHECK(talk.answer("go depth 1").back().starts_with("bestmove "));
}

}  // namespace octomate::players
