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

/// An engine session with the lines it has printed.
class EngineSession {
  public:
    EngineSession()
        : engine_("Test", games::default_name(), {games::names(), games::most_faces(), games::session_of},
                  [this](const std::string& line) {
                      const std::lock_guard lock(mutex_);
                      lines_.push_back(line);
                  }) {}

    /// Returns the engine's answers to a line, after waiting for its search to end.
    std::vector<std::string> answer(const std::string& line) {
        begin(line);
        engine_.finish(interrupted_);
        return printed();
    }
    void begin(const std::string& line) {
        lines_.clear();
        engine_.handle_line(line);
    }
    bool handle(const std::string& line) { return engine_.handle_line(line); }
    std::vector<std::string> printed() {
        const std::lock_guard lock(mutex_);
        return lines_;
    }

  private:
    const std::atomic<bool> interrupted_ = false;
    std::mutex mutex_;
    std::vector<std::string> lines_;
    Engine engine_;
};

/// Polls until `holds()` returns true; returns false after a minute, which only a failing test takes.
template <class Holds>
bool holds_soon(Holds holds) {
    for (int waited = 0; waited < 12000 && !holds(); ++waited)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return holds();
}

}  // namespace

TEST_CASE("Engine: mate on the rolled face", "[players]") {
    EngineSession session;
    CHECK(session.answer("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w - - 0 1").empty());
    CHECK(session.answer("roll 5").empty());
    const auto answers = session.answer("go depth 3");
    CHECK(answers.back() == "bestmove a8e4");
    CHECK(answers.front().starts_with("info depth 1 score cp 1200 nodes "));
    CHECK(answers.front().ends_with(" pv a8e4 string score chance 1.0000"));
}

TEST_CASE("Engine: a mate in one is found with any limits", "[players]") {
    EngineSession session;
    const std::string limits = GENERATE("nodes 1", "nodes 2", "wtime 0 btime 0", "nodes 1 movetime 1");
    for (const auto& [position, roll, mate] : {std::tuple("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "5", "a8e4"),
                                               std::tuple("1K6/4P3/2kp4/1p4N1/8/4B3/8/8 w", "5", "g5e6")}) {
        CAPTURE(position, limits);
        session.handle("position fen " + std::string(position));
        session.handle("roll " + std::string(roll));
        for (const char* lines : {"1", "3"}) {
            session.handle("setoption name MultiPV value " + std::string(lines));
            CHECK(session.answer("go " + limits).back() == "bestmove " + std::string(mate));
        }
    }
}

TEST_CASE("Engine: names of options are case-insensitive", "[players]") {
    EngineSession session;
    for (const char* line :
         {"setoption name LEVEL value 7", "setoption name multipv value 2",
          "setoption NAME Uci_variant VALUE superpermutation-d8", "setoption name roll value 5"})
        CHECK(session.answer(line).empty());
    CHECK(session.answer("setoption name LEVEL value 9").front() == "info string Level is 1 to 8, not \"9\"");
    const auto answers = session.answer("go depth 1");
    CHECK(answers[0].starts_with("info depth 1 multipv 1 score cp "));
    CHECK(answers[1].starts_with("info depth 1 multipv 2 score cp "));
    CHECK(answers[2].starts_with("bestmove "));
}

TEST_CASE("Engine: MultiPV lists the best moves in order", "[players]") {
    EngineSession session;
    session.handle("setoption name MultiPV value 500");
    session.handle("roll 5");
    const auto answers = session.answer("go depth 2");
    std::vector<std::string> moves, last;
    std::vector<double> chances;
    for (const std::string& line : answers) {
        if (line.find(" multipv 1 ") != std::string::npos) moves.clear(), chances.clear();
        if (!line.starts_with("info depth")) continue;
        const std::size_t at = line.find(" pv ") + 4;
        moves.push_back(line.substr(at, line.find(' ', at) - at));
        chances.push_back(std::stod(line.substr(line.rfind(' '))));
    }
    CHECK(answers.back() == "bestmove " + moves.front());
    CHECK(std::is_sorted(chances.rbegin(), chances.rend()));
    std::sort(moves.begin(), moves.end());
    for (const auto& move : games::session_of(games::default_name(), "")->moves(5)) last.push_back(move.uci);
    CHECK(moves == last);
}

TEST_CASE("Engine: searchmoves restricts the search", "[players]") {
    EngineSession session;
    session.handle("roll 5");
    CHECK(session.answer("go depth 1 searchmoves e2e3").back() == "bestmove e2e3");
    CHECK(session.answer("go searchmoves e2-e3 depth 1").back() == "bestmove e2e3");
    const auto answers = session.answer("go searchmoves e2e5 d2d4 e2e3 depth 1");
    CHECK(answers[0].starts_with("info string searchmoves: "));
    CHECK(answers[1].starts_with("info string searchmoves: "));  // the roll does not allow d2d4
    CHECK(answers.back() == "bestmove e2e3");
    CHECK(session.answer("go depth 1 searchmoves").back().starts_with("bestmove "));
}

TEST_CASE("Engine: the option Roll holds for every position without a roll", "[players]") {
    EngineSession session;
    session.handle("setoption name Roll value 5");
    for (int time = 0; time < 2; ++time) {
        session.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
        CHECK(session.answer("go depth 1").back() == "bestmove a8e4");
    }
    session.handle("roll 4");
    CHECK(session.answer("go depth 1").back() != "bestmove a8e4");
    session.handle("position fen k7/8/8/8/8/8/8/KR5r w");  // White is in check, so no roll is used
    CHECK(session.answer("go depth 1").front().starts_with("info depth"));
    session.handle("setoption name Roll value 0");
    session.handle("position startpos");
    CHECK(session.answer("go depth 1").front().starts_with("info string no roll was given"));
    CHECK(session.answer("setoption name Roll value 9").size() == 1);
}

TEST_CASE("Engine: UCI_Variant is the option Variant, and chess the first game", "[players]") {
    EngineSession session;
    CHECK(session.answer("setoption name UCI_Variant value superpermutation").empty());
    CHECK(session.answer("roll 5").front() == "info string no die is used in this position");
    CHECK(session.answer("setoption name UCI_Variant value chess").empty());
    CHECK(session.answer("roll 5").empty());
}

TEST_CASE("Engine: a search ends by the clock of the side to move", "[players]") {
    EngineSession session;
    const std::string moves = GENERATE("", " moves e2e4");
    const std::string ours = moves.empty() ? "wtime" : "btime", theirs = moves.empty() ? "btime" : "wtime";
    session.handle("position startpos" + moves);
    session.handle("roll 5");
    for (const char* clock : {"40", "0", "-30"}) {
        session.begin("go " + ours + ' ' + clock + ' ' + theirs + " 100000000 winc 0 binc 0 movestogo 2");
        CHECK(holds_soon(
            [&] { return !session.printed().empty() && session.printed().back().starts_with("bestmove "); }));
        for (const auto& line : session.printed()) CHECK_FALSE(line.starts_with("info string"));
    }
    CHECK(session.answer("go wtime x depth 1").front().starts_with("info string wtime needs a number"));
    CHECK(session.answer("go mate 1").back().starts_with("bestmove "));
}

TEST_CASE("Engine: an invalid command is answered by one line and changes nothing", "[players]") {
    EngineSession session;
    session.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    session.handle("roll 5");
    for (const char* line : {"hello", "position", "position fen", "position fen 8/8 w",
                             "position startpos e2e4", "position startpos moves e2e5", "roll", "roll 9",
                             "roll x", "setoption", "setoption name Level", "setoption name Level value 9",
                             "setoption name Threads value 0", "setoption name Tables value /dev/null",
                             "setoption name Variant value chess", "setoption name X value 1"}) {
        CAPTURE(line);
        const auto answers = session.answer(line);
        REQUIRE(answers.size() == 1);
        CHECK(answers.front().starts_with("info string "));
    }
    CHECK(session.answer("go depth 1").back() == "bestmove a8e4");
    CHECK(session.answer("").empty());
    CHECK(session.answer("isready") == std::vector<std::string>{"readyok"});
    CHECK(session.answer("uci").back() == "uciok");
    for (const char* line : {"", "isready", "uci", "stop", "debug on", "ucinewgame", "hello", "roll 5"})
        CHECK(session.handle(line));
    CHECK_FALSE(session.handle("quit"));
}

TEST_CASE("Engine: a search with a limit prints its best move when it ends", "[players]") {
    EngineSession session;
    session.handle("roll 5");
    session.begin("go depth 1");
    CHECK(holds_soon(
        [&] { return !session.printed().empty() && session.printed().back().starts_with("bestmove "); }));
}

TEST_CASE("Engine: an infinite search exceeds the limits of the strongest level", "[players]") {
    EngineSession session;
    session.handle("position fen 8/8/8/3k4/8/8/8/K7 w");
    session.handle("roll 3");
    const auto own = session.answer("go");
    REQUIRE(own.size() > 1);
    session.begin("go infinite");
    CHECK(holds_soon([&] { return session.printed().size() > own.size(); }));  // one line per depth
    session.handle("stop");
}

TEST_CASE("Engine: stop ends a search, and other commands are answered during it", "[players]") {
    EngineSession session;
    const int threads = GENERATE(1, 3);
    CHECK(session.answer("setoption name Threads value " + std::to_string(threads)).empty());
    session.handle("roll 5");
    session.begin("go infinite");
    session.handle("isready");
    CHECK(session.printed().size() >= 1);
    session.handle("stop");
    const auto answers = session.printed();
    CHECK(std::count(answers.begin(), answers.end(), "readyok") == 1);
    CHECK(answers.back().starts_with("bestmove "));
}

TEST_CASE("Engine: an infinite search prints its best move only when it is stopped", "[players]") {
    EngineSession session;
    session.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    session.handle("roll 5");
    session.begin("go infinite");
    REQUIRE(holds_soon([&] { return !session.printed().empty(); }));  // the mate is found at once
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(session.printed().back().starts_with("info depth"));
    session.handle("stop");
    CHECK(session.printed().back() == "bestmove a8e4");
}

TEST_CASE("Engine: a new game forgets the position and the roll", "[players]") {
    EngineSession session;
    session.handle("position fen Q2Bk3/4N3/4p3/4K3/8/8/8/8 w");
    session.handle("roll 5");
    session.handle("ucinewgame");
    const auto answers = session.answer("go depth 1");
    CHECK(answers.front().starts_with("info string no roll was given"));
    CHECK(answers.back() != "bestmove a8e4");
}

TEST_CASE("Engine: every limit is accepted, and a limit of 0 is reported", "[players]") {
    EngineSession session;
    session.handle("roll 5");
    for (const auto& line : session.answer("go movetime 1000000 nodes 1000000 depth 1"))
        CHECK_FALSE(line.starts_with("info string"));
    CHECK(session.answer("go depth 0 nodes 8").front() ==
          "info string depth needs a number from 1, not \"0\"");
}

TEST_CASE("Engine: the score does not depend on the number of threads", "[players]") {
    const auto score = [](int threads) {
        EngineSession session;
        session.handle("setoption name Threads value " + std::to_string(threads));
        session.handle("roll 5");
        const auto answers = session.answer("go depth 3");
        const std::string& deepest = answers[answers.size() - 2];
        return deepest.substr(0, deepest.find(" nodes"));
    };
    CHECK(score(1).starts_with("info depth 3 score cp "));
    CHECK(score(1) == score(3));
}

TEST_CASE("Engine: unreadable tables are reported and not used", "[players]") {
    EngineSession session;
    CHECK(session.answer("setoption name Tables value " + std::string(5000, 'x')).size() == 1);
    const auto folder = std::filesystem::temp_directory_path() / "octomate-damaged-tables";
    std::filesystem::create_directories(folder / games::default_name());
    std::ofstream(folder / games::default_name() / "KQK.table") << "no table";
    CHECK(session.answer("setoption name Tables value " + folder.string()).empty());
    session.handle("position fen 8/8/8/3k4/8/8/1Q6/K7 w");
    session.handle("roll 2");
    const auto answers = session.answer("go depth 2");
    CHECK(std::count_if(answers.begin(), answers.end(), [](const auto& line) {
              return line.starts_with("info string") && line.ends_with("without endgame tables");
          }) == 1);
    CHECK(answers.back().starts_with("bestmove "));
    CHECK(session.answer("go depth 2").front().starts_with("info depth"));
    std::filesystem::remove_all(folder);
}

TEST_CASE("Engine: a finished game, and a missing roll", "[players]") {
    EngineSession session;
    session.handle("position fen 7k/6Q1/6K1/8/8/8/8/8 b");
    CHECK(session.answer("go depth 1") ==
          std::vector<std::string>{"info string the game is over", "bestmove (none)"});
    CHECK(session.answer("roll 3").size() == 1);
    session.handle("position startpos moves e2e4 e7e5");
    const auto answers = session.answer("go nodes 100");
    CHECK(answers.front().starts_with("info string no roll was given"));
    CHECK(answers.back().starts_with("bestmove "));
    const auto folder = std::filesystem::temp_directory_path().string();
    CHECK(session.answer("setoption name Tables value " + folder).empty());
    CHECK(session.answer("roll 5").empty());  // the position is kept
    CHECK(session.answer("setoption name Tables value <empty>").empty());
    session.handle("setoption name Variant value superpermutation");
    CHECK(session.answer("go depth 1").back().starts_with("bestmove "));
}

}  // namespace octomate::players
