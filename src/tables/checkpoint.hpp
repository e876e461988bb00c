#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace octomate::tables {

/// How far the work on a class has come, so that it can go on after the process has gone: a file beside the
/// table to be.
class Checkpoint {
  public:
    /// What is remembered.
    struct State {
        std::string stage;              ///< which of the works is under way; empty: none
        std::uint64_t step = 0;         ///< of it
        double mark = 0;                ///< how near it had come when that was looked at last
        std::uint64_t evaluations = 0;  ///< until then
        std::vector<double> finished;   ///< what the works before it gave
        std::vector<double> numbers;    ///< of this one
    };

    /// When the work is to be remembered: where that takes little of its time, or at every chance, for tests.
    enum class Pace { Seldom, Always };

    /// `work` names what is worked on: the state of another work is not gone on with.
    Checkpoint(std::filesystem::path file, std::string work, Pace pace = Pace::Seldom)
        : file_(std::move(file)), work_(std::move(work)), pace_(pace) {}

    /// What was remembered; an empty stage if nothing was, or of another work. Throws EnvironmentError if the
    /// file is damaged.
    State read() const;

    /// Whether the last writing, or the beginning, is long enough ago for another one.
    bool due() const;
    /// Throws EnvironmentError.
    void write(const State& state);
    /// The work is done.
    void remove() const;

  private:
    std::filesystem::path file_;
    std::string work_;
    Pace pace_;
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration took_{};  ///< the last writing
};

}  // namespace octomate::tables
