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

/// How far a work has come.
struct HowFar {
    std::uint64_t done = 0;                ///< of what is counted
    std::optional<std::uint64_t> total{};  ///< of the same; none: not known
    std::optional<double> part{};  ///< 0…1 of the work, which may be known otherwise; none: `done` of `total`
    std::string detail{};          ///< anything else to report: "3 found"; no quotes or backslashes
};

/// Estimates how long a work will still take from how far it has come. Seconds count from any moment on.
class Estimate {
  public:
    /// The work has come so far; what is less than before, or the same, is passed over.
    void note(double seconds, double part);

    /// None before there is anything to go by. It counts down between two notes.
    std::optional<double> seconds_to_go(double seconds) const;

  private:
    /// Seconds after which what was before counts a third: it follows the work, but does not jump.
    static constexpr double memory = 20;

    std::optional<double> first_;  ///< the part with which it began
    double begun_ = 0;
    double noted_ = 0;
    double part_ = 0;
    double speed_ = 0;  ///< of the part, a second; 0: not known yet
};

/// "1.2 M", "310 k", "42", "0.4".
std::string short_number(double number);

/// "0:41", "1:02:03", "3 d 4 h".
std::string short_time(double seconds);

/// The progress reports of a work as text, whatever the clock says. `done` and the part never fall.
class ProgressReporter {
  public:
    /// `unit`: what is counted, in the plural.
    ProgressReporter(std::string command, std::string unit, int phase)
        : command_(std::move(command)), unit_(std::move(unit)), phase_(phase) {}

    /// The work has come so far after so many seconds.
    void note(double seconds, HowFar now);

    /// "42 %  1.2 M puzzles  310 k/s  0:41 to go"; the least important parts are dropped first where it is
    /// broader than `width`.
    std::string line(std::size_t width) const;

    /// One JSON object with its newline; with an exit code the last of its run.
    std::string json(std::optional<int> exit = {}) const;

  private:
    std::optional<double> part() const;

    std::string command_, unit_;
    int phase_;
    HowFar now_;
    double seconds_ = 0;
    std::optional<std::uint64_t> first_;  ///< what was done when it began
    Estimate estimate_;
};

/// Reports how far a long work has come, as the user asked: in a line on a terminal about ten times a
/// second, in JSON Lines twice a second, or not at all; until it is destroyed.
class Progress {
  public:
    /// `look` is asked now and then, in a thread of its own.
    Progress(const CommonOptions& common, std::string unit, std::function<HowFar()> look);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// Whether progress is reported at all, so that counting is worth it.
    static bool requested(const CommonOptions& common);

  private:
    void report_until_ended();
    void look();

    const std::function<HowFar()> look_;
    const bool json_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    ProgressReporter reporter_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool ended_ = false;
    std::thread thread_;
};

/// Prints the last progress record of a run, with its exit code, if progress is reported in JSON.
void end_progress(const CommonOptions& common, int exit);

/// Quotes a text for a shell: in single quotes, with each quote inside written as '\''.
std::string in_quotes(std::string_view text);

/// A command line of the shell that means these words.
std::string quoted_command(const std::vector<std::string>& words);

}  // namespace octomate
