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
#include <vector>

#include "players/session.hpp"
#include "text/text.hpp"

namespace octomate::players {

/// The engine's side of a protocol in the shape of UCI, with a die: see `octomate engine --help`. Lines are
/// read on one thread; a search runs on another, so that `stop` and `isready` are answered meanwhile. An
/// invalid line is answered by one `info string` and changes nothing.
class Engine {
  public:
    /// The games that the engine plays.
    struct Games {
        std::vector<std::string> names;
        int most_faces = 0;  ///< of the die of any game
        /// Makes a session whose players use the endgame tables in a folder (empty: none); returns null if
        /// there is no game of that name.
        std::function<std::unique_ptr<Session>(const std::string& variant, const std::string& tables)>
            session;
    };

    /// `say(line)` gets whole lines, from one thread at a time.
    Engine(std::string name, std::string variant, Games games, std::function<void(const std::string&)> say);
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
    void set_variant(std::string_view name);
    /// Sets a number of an option to `text` if it is one from `least` to `most`; else complains.
    template <class Number>
    void set_number(std::string_view name, std::string_view text, Number& number, Number least, Number most);
    void set_position(std::string_view rest);
    void set_roll(std::string_view rest);
    /// Returns the roll for the next move: 0 if no die is used, any_face if none was given.
    int face() const;
    void go(std::string_view rest);
    /// Adds a move of `searchmoves` to those of the question.
    void search_move(std::string_view text, Question& question);
    void search(Question question, const Character& player);
    void end_search();
    /// Ends the search, which then reports its bestmove. Rethrows what the search has thrown because the
    /// output is closed.
    void stop();

    const std::string name_, first_variant_;
    std::string variant_ = first_variant_;
    std::string tables_;  ///< a folder; empty: none
    const Games games_;
    const std::function<void(const std::string&)> say_;
    std::unique_ptr<Session> session_;
    int roll_ = 0;         ///< of the command `roll`, for this position; 0: none was given
    int roll_option_ = 0;  ///< of the option Roll, for every position; 0: none was given
    std::size_t multi_pv_ = 1;
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
