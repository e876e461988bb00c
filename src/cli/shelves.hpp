#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "facade/game.hpp"
#include "tables/tables.hpp"

namespace octomate::cli {

class Arguments;
class Option;

/// Declares --tables: where endgame tables are kept.
Option add_tables_folder(Arguments& command, std::string& folder);

/// The folder that --tables named, or the usual one; empty if nobody says where tables are kept.
std::string tables_folder(const std::string& named);

/// The endgame tables of all games, below one folder. From any thread.
class Shelves {
  public:
    /// `folder`: empty for the usual one. Where no options say otherwise, an interrupted program makes no
    /// more tables.
    explicit Shelves(std::string folder);
    Shelves(std::string folder, tables::MakeOptions options)
        : folder_(std::move(folder)), options_(std::move(options)) {}

    /// Those of a game; null if it has none. Throws EnvironmentError if nobody says where they are.
    tables::Shelf* of(const games::Game& game);

    /// What they say of a position; null if none covers it. If they cannot be read, or made, a note says why,
    /// without the folder, which is not for everyone who reads the answer: standard error names it, once.
    std::shared_ptr<const tables::Odds> odds(const games::Game& game, const std::string& fen,
                                             std::vector<std::string>& notes);

  private:
    const std::string folder_;
    const tables::MakeOptions options_;
    std::mutex mutex_;
    std::map<const games::Game*, std::unique_ptr<tables::Shelf>> shelves_;
};

}  // namespace octomate::cli
