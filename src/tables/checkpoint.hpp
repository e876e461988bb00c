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

/// How far the work on a class has come, so that another process can go on with it: a file beside the table
/// to be made.
class Checkpoint {
  public:
    /// The state of the work.
    struct State {
        std::string stage;              ///< which of the works is under way; empty: none
        std::uint64_t step = 0;         ///< of it
        double mark = 0;                ///< how near it had come when that was looked at last
        std::uint64_t evaluations = 0;  ///< until then
        std::vector<double> finished;   ///< what the works before it gave
        std::vector<double> numbers;    ///< of this one
    };

    /// When to write: seldom enough that it takes little of the time, or at every chance, for tests.
    enum class Pace { Seldom, Always };

    explicit Checkpoint(std::filesystem::path file, Pace pace = Pace::Seldom)
        : file_(std::move(file)), pace_(pace) {}
    /// Removes a file that was made for the lock alone.
    ~Checkpoint();
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    /// Locks the work for as long as this object lives; false if another run has it. Throws
    /// EnvironmentError.
    bool lock();

    /// Names what is worked on: the state of another work is not gone on with.
    void set_work(std::string work) { work_ = std::move(work); }

    /// What was remembered; an empty stage if nothing was, or of another work. Throws EnvironmentError if the
    /// file is damaged.
    State read() const;

    /// The state cannot belong to the work, although its name matches: throws EnvironmentError.
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
