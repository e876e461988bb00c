#pragma once

#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "console/progress.hpp"
#include "tables/tables.hpp"

namespace octomate::cli {

/// How far the making of tables has come, for the line of progress.
class Course {
  public:
    /// `limit`: seconds after which it stops; 0: none.
    explicit Course(double limit = 0) : limit_(limit) {}

    bool over() const {
        return limit_ > 0 &&
               std::chrono::steady_clock::now() - begun_ > std::chrono::duration<double>(limit_);
    }

    tables::MakeOptions options() {
        tables::MakeOptions options;
        options.stop = [this] { return interrupted || over(); };
        options.tell = [this](const std::string& material, const std::string& stage, double left) {
            const std::lock_guard lock(mutex_);
            ++sweeps_;
            detail_ = stage == "positions" ? fmt::format("{}: looking at its moves", material)
                                           : fmt::format("{}: {}, {:.1e} left", material, stage, left);
        };
        return options;
    }

    HowFar how_far() {
        const std::lock_guard lock(mutex_);
        HowFar far;
        far.done = sweeps_;
        far.detail = detail_;
        return far;
    }

  private:
    const double limit_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::uint64_t sweeps_ = 0;
    std::string detail_;
};

/// What is told of a table: its means over all positions, and how many of them are won or lost for certain,
/// the stronger side being to move, and the other one.
void tell_head(const CommonOptions& common, const tables::TableHead& head);

/// What tables are made.
struct TablesToMake {
    std::vector<std::string> materials;
    std::filesystem::path folder;
    double limit = 0;                    ///< seconds; 0: none
    const tables::Team* team = nullptr;  ///< who makes them; null: this process alone
};

/// Makes tables, those they need before them, and tells of each, on rank 0; the exit code. Throws
/// EnvironmentError.
int make_tables(const TablesToMake& request, const CommonOptions& common, const tables::Tables& tables);

}  // namespace octomate::cli
