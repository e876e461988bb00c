#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "console/progress.hpp"
#include "games/game.hpp"
#include "tables/tables.hpp"

namespace octomate::cli {

/// Declares --tables, with its old name --dir.
Option add_tables_folder(Arguments& command, std::string& folder,
                         const std::string& help =
                             "The folder of endgame tables (default: see octomate "
                             "tables --help)");

/// The materials that words such as KQK name. Throws UsageError.
std::vector<std::string> materials_named(const std::vector<std::string>& words, const tables::Tables& tables);

/// The folder given with --tables, or the usual one; empty if the environment names none.
std::string tables_folder(const std::string& named);

/// Follows the making of tables, for the line of progress.
class MakingTables {
  public:
    /// `limit`: seconds after which it stops; 0: none.
    explicit MakingTables(double limit = 0) : limit_(limit) {}

    /// They stop when this object is over or the program is interrupted. It must outlive them.
    tables::MakeOptions options();
    HowFar how_far();

  private:
    const double limit_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::uint64_t sweeps_ = 0;
    std::string detail_;
};

/// The endgame tables of all games, below one folder. From any thread.
class Shelves {
  public:
    /// `folder`: empty for the usual one. By default an interrupted program makes no more tables.
    explicit Shelves(std::string folder);
    Shelves(std::string folder, tables::MakeOptions options)
        : folder_(std::move(folder)), options_(std::move(options)) {}

    /// The tables of a game; null if it has none. Throws EnvironmentError if the environment names no folder.
    tables::Shelf* of(const games::Game& game);

    /// The value of a position; null if no table covers it. If a table cannot be read or made, a note says
    /// why, without naming the folder, which other users must not see; it is named once on standard error.
    std::shared_ptr<const tables::Odds> odds(const games::Game& game, const std::string& fen,
                                             std::vector<std::string>& notes);

  private:
    const std::string folder_;
    const tables::MakeOptions options_;
    std::mutex mutex_;
    std::map<const games::Game*, std::unique_ptr<tables::Shelf>> shelves_;
};

}  // namespace octomate::cli
