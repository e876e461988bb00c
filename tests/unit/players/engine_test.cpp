#include "players/engine.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

#include "games/list.hpp"

namespace octomate::players {

namespace {

/// An engine and the lines it has printed.
class Talk {
  public:
    Talk()
        : engine_("Test", games::default_name(), {games::names(), games::most_faces(), games::session_of},
                  [this](const std::string& line) {
                      const std::lock_guard lock(mutex_);
                      lines_.push_back(line);
                  }) {}

    /// Returns the engine's answers to a line, after waiting for its search to end.
    std::vector<std::string> answer(const std::string& line) {
        begin(line);
        engine_.finish(interrupted_);
        return said();
    }
    void begin(const std::string& line) {
        lines_.clear();
        engine_.handle_line(line);
    }
    bool handle(const std::string& line) { return engine_.handle_line(line); }
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

/// Polls until `holds()` returns true; gives up after a minute, which happens only in failing tests.
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
    CHECK(said.front().starts_with("info depth 1 score cp 1200 nodes "));
    CHECK(said.front().ends_with(" pv a8e4 string score chance 1.0000"));
}

TEST_CASE("Engine: a mate in one is found with any limits", "[players]") {
    Talk talk;
    const std::string limits = GENERATE("nodes 1", "nodes 2", "wtime 0 btime 0", "nodes 1 movetime 1");
    for (const auto& [position, roll, mate] : {std::tuple("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "5", "a8e4"),
                                               std::tuple("1K6/4P3/2kp4/1p4N1/8/4B3/8/8 w", "5", "g5e6")}) {
        CAPTURE(position, limits);
        talk.handle("position fen " + std::string(position));
        talk.handle("roll " + std::string(roll));
        for (const char* lines : {"1", "3"}) {
            talk.handle("setoption name MultiPV value " + std::string(lines));
            CHECK(talk.answer("go " + limits).back() == "bestmove " + std::string(mate));
        }
    }
}

TEST_CASE("Engine: names of options are case-insensitive", "[players]") {
    Talk talk;
    for (const char* line :
         {"setoption name LEVEL value 7", "setoption name multipv value 2",
          "setoption NAME Uci_variant VALUE superpermutation-d8", "setoption name roll value 5"})
        CHECK(talk.answer(line).empty());
    CHECK(talk.answer("setoption name LEVEL value 9").front() == "info string Level is 1 to 8, not \"9\"");
    const auto said = talk.answer("go depth 1");
    CHECK(said[0].starts_with("info depth 1 multipv 1 score cp "));
    CHECK(said[1].starts_with("info depth 1 multipv 2 score cp "));
    CHECK(said[2].starts_with("bestmove "));
}

TEST_CASE("Engine: MultiPV lists the best moves in order", "[players]") {
    Talk talk;
    talk.handle("setoption name MultiPV value 500");
    talk.handle("roll 5");
    const auto said = talk.answer("go depth 2");
    std::vector<std::string> moves, last;
    std::vector<double> chances;
    for (const std::string& line : said) {
        if (line.find(" multipv 1 ") != std::string::npos) moves.clear(), chances.clear();
        if (!line.starts_with("info depth")) continue;
        const std::size_t at = line.find(" pv ") + 4;
        moves.push_back(line.substr(at, line.find(' ', at) - at));
        chances.push_back(std::stod(line.substr(line.rfind(' '))));
    }
    CHECK(said.back() == "bestmove " + moves.front());
    CHECK(std::is_sorted(chances.rbegin(), chances.rend()));
    std::sort(moves.begin(), moves.end());
    for (const auto& move : games::session_of(games::default_name(), "")->moves(5)) last.push_back(move.uci);
    CHECK(moves == last);
}

TEST_CASE("Engine: searchmoves restricts the search", "[players]") {
    Talk talk;
    talk.handle("roll 5");
    CHECK(talk.answer("go depth 1 searchmoves e2e3").back() == "bestmove e2e3");
    CHECK(talk.answer("go searchmoves e2-e3 depth 1").back() == "bestmove e2e3");
    const auto said = talk.answer("go searchmoves e2e5 d2d4 e2e3 depth 1");
    CHECK(said[0].starts_with("info string searchmoves: "));
    CHECK(said[1].starts_with("info string searchmoves: "));  // the move is on another face
    CHECK(said.back() == "bestmove e2e3");
    CHECK(talk.answer("go depth 1 searchmoves").back().starts_with("bestmove "));
}

TEST_CASE("Engine: the option Roll holds for every position without a roll", "[players]") {
    Talk talk;
    talk.handle("setoption name Roll value 5");
    for (int time = 0; time < 2; ++time) {
        talk.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
        CHECK(talk.answer("go depth 1").back() == "bestmove a8e4");
    }
    talk.handle("roll 4");
    CHECK(talk.answer("go depth 1").back() != "bestmove a8e4");
    talk.handle("position fen k7/8/8/8/8/8/8/KR5r w");  // in check
    CHECK(talk.answer("go depth 1").front().starts_with("info depth"));
    talk.handle("setoption name Roll value 0");
    talk.handle("position startpos");
    CHECK(talk.answer("go depth 1").front().starts_with("info string no roll was given"));
    CHECK(talk.answer("setoption name Roll value 9").size() == 1);
}

TEST_CASE("Engine: UCI_Variant is the option Variant, and chess the first game", "[players]") {
    Talk talk;
    CHECK(talk.answer("setoption name UCI_Variant value superpermutation").empty());
    CHECK(talk.answer("roll 5").front() == "info string no die is used in this position");
    CHECK(talk.answer("setoption name UCI_Variant value chess").empty());
    CHECK(talk.answer("roll 5").empty());
}

TEST_CASE("Engine: a search ends by the clock of the side to move", "[players]") {
    Talk talk;
    const std::string moves = GENERATE("", " moves e2e4");
    const std::string ours = moves.empty() ? "wtime" : "btime", theirs = moves.empty() ? "btime" : "wtime";
    talk.handle("position startpos" + moves);
    talk.handle("roll 5");
    for (const char* clock : {"40", "0", "-30"}) {
        talk.begin("go " + ours + ' ' + clock + ' ' + theirs + " 100000000 winc 0 binc 0 movestogo 2");
        CHECK(soon([&] { return !talk.said().empty() && talk.said().back().starts_with("bestmove "); }));
        for (const auto& line : talk.said()) CHECK_FALSE(line.starts_with("info string"));
    }
    CHECK(talk.answer("go wtime x depth 1").front().starts_with("info string wtime needs a number"));
    CHECK(talk.answer("go mate 1").back().starts_with("bestmove "));
}

TEST_CASE("Engine: an invalid command is answered by one line and changes nothing", "[players]") {
    Talk talk;
    talk.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    talk.handle("roll 5");
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
        CHECK(talk.handle(line));
    CHECK_FALSE(talk.handle("quit"));
}

TEST_CASE("Engine: a search with a limit prints its best move when it ends", "[players]") {
    Talk talk;
    talk.handle("roll 5");
    talk.begin("go depth 1");
    CHECK(soon([&] { return !talk.said().empty() && talk.said().back().starts_with("bestmove "); }));
}

TEST_CASE("Engine: an infinite search exceeds the limits of the strongest level", "[players]") {
    Talk talk;
    talk.handle("position fen 8/8/8/3k4/8/8/8/K7 w");
    talk.handle("roll 3");
    const auto own = talk.answer("go");
    REQUIRE(own.size() > 1);
    talk.begin("go infinite");
    CHECK(soon([&] { return talk.said().size() > own.size(); }));  // one line for each depth
    talk.handle("stop");
}

TEST_CASE("Engine: stop ends a search, and other commands are answered during it", "[players]") {
    Talk talk;
    const int threads = GENERATE(1, 3);
    CHECK(talk.answer("setoption name Threads value " + std::to_string(threads)).empty());
    talk.handle("roll 5");
    talk.begin("go infinite");
    talk.handle("isready");
    CHECK(talk.said().size() >= 1);
    talk.handle("stop");
    const auto said = talk.said();
    CHECK(std::count(said.begin(), said.end(), "readyok") == 1);
    CHECK(said.back().starts_with("bestmove "));
}

TEST_CASE("Engine: an infinite search prints its best move only when it is stopped", "[players]") {
    Talk talk;
    talk.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    talk.handle("roll 5");
    talk.begin("go infinite");
    REQUIRE(soon([&] { return !talk.said().empty(); }));  // the mate is found at once
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(talk.said().back().starts_with("info depth"));
    talk.handle("stop");
    CHECK(talk.said().back() == "bestmove a8e4");
}

TEST_CASE("Engine: a new game forgets the position and the roll", "[players]") {
    Talk talk;
    talk.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    talk.handle("roll 5");
    talk.handle("ucinewgame");
    const auto said = talk.answer("go depth 1");
    CHECK(said.front().starts_with("info string no roll was given"));
    CHECK(said.back() != "bestmove a8e4");
}

TEST_CASE("Engine: every limit is accepted, and a limit of 0 is reported", "[players]") {
    Talk talk;
    talk.handle("roll 5");
    for (const auto& line : talk.answer("go movetime 1000000 nodes 1000000 depth 1"))
        CHECK_FALSE(line.starts_with("info string"));
    CHECK(talk.answer("go depth 0 nodes 8").front() == "info string depth needs a number from 1, not \"0\"");
}

TEST_CASE("Engine: the score does not depend on the number of threads", "[players]") {
    const auto score = [](int threads) {
        Talk talk;
        talk.handle("setoption name Threads value " + std::to_string(threads));
        talk.handle("roll 5");
        const auto said = talk.answer("go depth 3");
        const std::string& deepest = said[said.size() - 2];
        return deepest.substr(0, deepest.find(" nodes"));
    };
    CHECK(score(1).starts_with("info depth 3 score cp "));
    CHECK(score(1) == score(3));
}

TEST_CASE("Engine: unreadable tables are reported and not used", "[players]") {
    Talk talk;
    CHECK(talk.answer("setoption name Tables value " + std::string(5000, 'x')).size() == 1);
    const auto folder = std::filesystem::temp_directory_path() / "octomate-damaged-tables";
    std::filesystem::create_directories(folder / games::default_name());
    std::ofstream(folder / games::default_name() / "KQK.table") << "no table";
    CHECK(talk.answer("setoption name Tables value " + folder.string()).empty());
    talk.handle("position fen 8/8/8/3k4/8/8/1Q6/K7 w");
    talk.handle("roll 2");
    const auto said = talk.answer("go depth 2");
    CHECK(std::count_if(said.begin(), said.end(), [](const auto& line) {
              return line.starts_with("info string") && line.ends_with("without endgame tables");
          }) == 1);
    CHECK(said.back().starts_with("bestmove "));
    CHECK(talk.answer("go depth 2").front().starts_with("info depth"));
    std::filesystem::remove_all(folder);
}

TEST_CASE("Engine: a finished game, and a missing roll", "[players]") {
    Talk talk;
    talk.handle("position fen 7k/6Q1/6K1/8/8/8/8/8 b");
    CHECK(talk.answer("go depth 1") ==
          std::vector<std::string>{"info string the game is over", "bestmove (none)"});
    CHECK(talk.answer("roll 3").size() == 1);
    talk.handle("position startpos moves e2e4 e7e5");
    const auto said = talk.answer("go nodes 100");
    CHECK(said.front().starts_with("info string no roll was given"));
    CHECK(said.back().starts_with("bestmove "));
    const auto folder = std::filesystem::temp_directory_path().string();
    CHECK(talk.answer("setoption name Tables value " + folder).empty());
    CHECK(talk.answer("roll 5").empty());  // the position is kept
    CHECK(talk.answer("setoption name Tables value <empty>").empty());
    talk.handle("setoption name Variant value superpermutation");
    CHECK(talk.answer("go depth 1").back().starts_with("bestmove "));
}

}  // namespace octomate::players
