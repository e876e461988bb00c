#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/expected.hpp"
#include "json/tree.hpp"
#include "players/match.hpp"

namespace octomate::cli {

/// The records of a match, a line of JSON for each game, which tells all that decides the games.
class MatchRecords {
  public:
    /// `tables`: the materials whose endgame tables the players know.
    MatchRecords(const players::MatchOptions& options, std::vector<std::string> tables);

    /// The record of a game, with the end of its line.
    std::string text(const players::MatchGame& game) const;

    /// All that decides the games, whatever their number.
    records::Json match() const;

  private:
    /// What is known of a game before it is played.
    records::Json about(std::uint64_t number) const;

    std::string first_, second_;
    records::Json begin_, end_;  // of all records, before the players and behind them
};

}  // namespace octomate::cli
