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

/// An engine that speaks UCI extended by a die; `octomate engine --help` describes the protocol. The caller
/// passes input lines on one thread, and a search runs on another, so that `stop` and `isready` are handled
/// during a search. An invalid line causes one output line `info string …` and changes nothing.
class Engine {
  public:
    /// The games that the engine can play.
    struct Games {
        std::vector<std::string> names;
        int most_faces = 0;  ///< the most faces of any game's die
        /// Creates a session whose players use the endgame tables in the folder `tables` (empty: no tables).
        /// Returns null if there is no game named `variant`.
        std::function<std::unique_ptr<Session>(const std::string& variant, const std::string& tables)>
            session;
    };

    /// `name` is reported as "id name", `variant` is the first game. `write_line(line)` writes one line of
    /// output and is never called from two threads at once.
    Engine(std::string name, std::string variant, Games games,
           std::function<void(const std::string&)> write_line);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    /// Handles one line of input; returns false if it was `quit`.
    bool handle_line(std::string_view line);
    /// Handles the end of the input: waits up to ten seconds for a running search, then stops it. Stops it at
    /// once if `interrupted` is set or the search is limited only by a time more than ten seconds ahead.
    void finish(const std::atomic<bool>& interrupted);

  private:
    void write_line(const std::string& line);
    /// Writes `message` as an `info string`.
    void report_error(const std::string& message) { write_line("info string " + printable(message)); }
    /// Executes the command `uci`: writes the name, the options and `uciok`.
    void identify();
    void set_option(std::string_view arguments);
    void set_variant(std::string_view name);
    /// Sets `number` to the number in `text` if it is from `least` to `most`; else reports an error.
    template <class Number>
    void set_number(std::string_view name, std::string_view text, Number& number, Number least, Number most);
    void set_position(std::string_view arguments);
    void set_roll(std::string_view arguments);
    /// Returns the face for the next move: 0 if no die is used, `any_face` if no roll was given.
    int face() const;
    /// Executes the command `go`: starts a search on its own thread.
    void go(std::string_view arguments);
    /// Adds a move of `searchmoves` to `Question::candidates`; reports an error if it is not legal.
    void add_search_move(std::string_view text, Question& question);
    /// Searches, and writes `info` lines and `bestmove`.
    void search(Question question, const BuiltInPlayer& player);
    /// Stops the search and waits for its thread.
    void end_search();
    /// Ends the search, which then reports its bestmove. Rethrows an exception of the search, such as an
    /// error of `write_line` because the output is closed.
    void stop();

    const std::string name_, first_variant_;
    std::string variant_ = first_variant_;
    std::string tables_;  ///< the folder of the endgame tables; empty: no tables
    const Games games_;
    const std::function<void(const std::string&)> write_line_;
    std::unique_ptr<Session> session_;
    int roll_ = 0;         ///< the face that the command `roll` set for this position; 0: not set
    int roll_option_ = 0;  ///< the face that the option Roll set for all positions; 0: not set
    std::size_t multi_pv_ = 1;
    int level_ = levels;
    std::uint64_t seed_ = 1;
    int threads_ = 1;
    std::mutex output_mutex_;
    std::atomic<bool> stop_ = false;
    bool endless_ = false;  ///< whether only `stop` ends the search
    /// The deadline of a search that only the clock limits; the earliest possible time for other searches.
    std::chrono::steady_clock::time_point clock_deadline_;
    std::mutex searching_mutex_;
    std::condition_variable search_ended_;
    bool searching_ = false;      ///< whether a search is running; set to false under the mutex
    std::exception_ptr failure_;  ///< the exception that ended the search
    std::thread search_;
};

}  // namespace octomate::players
