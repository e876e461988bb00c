#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "console/output_file.hpp"

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

    explicit Checkpoint(std::filesystem::path file, Pace pace = Pace::Seldom)
        : file_(std::move(file)), pace_(pace) {}
    /// Of a lock nothing is left.
    ~Checkpoint();
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    /// Keeps other runs from this work, as long as this is there; false if one of them has it. Throws
    /// EnvironmentError.
    bool lock();

    /// Names what is worked on: the state of another work is not gone on with.
    void set_work(std::string work) { work_ = std::move(work); }

    /// What was remembered; an empty stage if nothing was, or of another work. Throws EnvironmentError if the
    /// file is damaged.
    State read() const;

    /// What was remembered cannot be of the work, whatever its name says: throws EnvironmentError.
    [[noreturn]] void misfit() const { fail("it does not fit its work"); }

    /// Whether the last writing, or the beginning, is long enough ago for another one.
    bool due() const;
    /// Throws EnvironmentError.
    void write(const State& state);
    /// The work is done.
    void remove();

  private:
    [[noreturn]] void fail(std::string_view what) const;

    std::filesystem::path file_;
    Pace pace_;
    std::string work_;
    std::optional<FileLock> lock_;
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration took_{};  ///< the last writing
};

}  // namespace octomate::tables
