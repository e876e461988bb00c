#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "players/session.hpp"
#include "text/printable.hpp"

namespace octomate::players {

/// The engine's side of a protocol in the shape of UCI, with a die: see `octomate engine --help`. Lines are
/// read on one thread; a search runs on another, so that `stop` and `isready` are answered meanwhile. An
/// invalid line is answered by one `info string` and changes nothing.
class Engine {
  public:
    /// Makes a game whose players know the endgame tables in a folder (empty: none); null if there is no game
    /// of that name.
    using MakeSession =
        std::function<std::unique_ptr<Session>(const std::string& variant, const std::string& tables)>;

    /// `say(line)` gets whole lines, from one thread at a time.
    Engine(std::string name, std::string variant, MakeSession session,
           std::function<void(const std::string&)> say);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    /// Takes a line; false if it was `quit`.
    bool take(std::string_view line);
    /// The input has ended: waits for the search, ten seconds at most unless it is interrupted or a later
    /// time limits the search, and stops it.
    void finish(const std::atomic<bool>& interrupted);

  private:
    void say(const std::string& line);
    void complain(const std::string& what) { say("info string " + printable(what)); }
    void introduce();
    void set_option(std::string_view rest);
    void set_position(std::string_view rest);
    void set_roll(std::string_view rest);
    void go(std::string_view rest);
    void search(Question question, Character player, bool has_face);
    void end_search();
    /// Ends the search, which then reports its bestmove. Rethrows what the search has thrown because the
    /// output is closed.
    void stop();

    const std::string name_;
    std::string variant_;
    std::string tables_;  ///< a folder; empty: none
    const MakeSession make_;
    const std::function<void(const std::string&)> say_;
    std::unique_ptr<Session> session_;
    int roll_ = 0;  ///< 0: none was given
    int level_ = levels;
    std::uint64_t seed_ = 1;
    int threads_ = 1;
    std::mutex saying_;
    std::atomic<bool> stop_ = false;
    bool endless_ = false;  ///< the search ends by `stop` alone
    /// When the clock ends a search that has no other limit.
    std::chrono::steady_clock::time_point ends_;
    std::mutex searching_mutex_;
    std::condition_variable search_ended_;
    bool searching_ = false;      ///< a search ends under the mutex
    std::exception_ptr failure_;  ///< of the search
    std::thread search_;
};

}  // namespace octomate::players
