#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "console/console.hpp"

namespace octomate {

struct TaskProgress {
    std::uint64_t done = 0;                ///< number of units done
    std::optional<std::uint64_t> total{};  ///< total number of units; nullopt: unknown
    std::optional<double> part{};  ///< share of the work that is done, 0…1; nullopt: `done` / `total`
    std::string detail{};          ///< further text: "3 found"; no quotes or backslashes
};

/// Estimates the time left of a task from an exponential moving average of its speed. Times are in seconds
/// since any fixed moment.
class Estimate {
  public:
    /// Records that at time `seconds` the share `part` (0…1) is done. Ignored unless `part` is greater than
    /// before.
    void note(double seconds, double part);

    /// Returns the estimated time left at time `seconds`, in seconds; nullopt while the speed is unknown.
    std::optional<double> seconds_to_go(double seconds) const;

  private:
    /// The time constant of the average in seconds: after it, older speeds have a weight of 1/e.
    static constexpr double memory = 20;

    std::optional<double> first_;  ///< the share done at the first call of `note`
    double begun_ = 0;
    double last_time_ = 0;
    double part_ = 0;
    double speed_ = 0;  ///< share of the work per second; 0: unknown
};

/// Formats a number with at most three digits and a prefix: "1.2 M", "310 k", "42", "0.4".
std::string short_number(double number);

/// Formats a duration in seconds: "0:41", "1:02:03", "3 d 4 h".
std::string short_time(double seconds);

/// Formats the progress of a task as text. The caller passes the time. Reported counts never decrease.
class ProgressReporter {
  public:
    /// `unit`: what is counted, in the plural. `phase`: the number of the task within the run, from 1.
    ProgressReporter(std::string command, std::string unit, int phase)
        : command_(std::move(command)), unit_(std::move(unit)), phase_(phase) {}

    /// Records progress: `now` after `seconds` of wall time.
    void note(double seconds, TaskProgress now);

    /// Returns a line such as "42 % 1.2 M puzzles 310 k/s 0:41 to go". If it is longer than `width`, the
    /// least important parts are dropped.
    std::string line(std::size_t width) const;

    /// Returns the progress as a JSON object with its newline. With `exit`, the exit code, it is the last
    /// record of the run.
    std::string json(std::optional<int> exit = {}) const;

  private:
    std::optional<double> part() const;

    std::string command_, unit_;
    int phase_;
    TaskProgress now_;
    double seconds_ = 0;
    std::optional<std::uint64_t> first_;  ///< units done at the first call of `note`
    Estimate estimate_;
};

/// Reports the progress of a long task, from the constructor to the destructor, as the option --progress
/// requires: in a line on the terminal ten times a second, in JSON Lines twice a second, or not at all.
class Progress {
  public:
    /// `read_progress` returns the current progress; a separate thread calls it periodically. `unit`: what is
    /// counted, in the plural.
    Progress(const CommonOptions& common, std::string unit, std::function<TaskProgress()> read_progress);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// Checks whether progress is reported at all; if not, the task need not count its units.
    static bool requested(const CommonOptions& common);

  private:
    void report_until_ended();
    /// Passes the current progress to the reporter.
    void report();

    const std::function<TaskProgress()> read_progress_;
    const bool json_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    ProgressReporter reporter_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool ended_ = false;
    std::thread thread_;
};

/// Prints the last progress record of a run, with its exit code `exit`, if progress is reported in JSON.
void end_progress(const CommonOptions& common, int exit);

/// Quotes a text for a shell: in single quotes, with each quote inside written as '\''.
std::string in_quotes(std::string_view text);

/// Joins `words` to a command line for the shell, with quotes where necessary.
std::string quoted_command(const std::vector<std::string>& words);

}  // namespace octomate
