#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "json/tree.hpp"
#include "players/match.hpp"

namespace octomate::cli {

/// The records of a match, a line of JSON for each game. Each tells all that decides the games, so that a
/// match goes on only behind games of its own.
class MatchRecords {
  public:
    /// `tables`: the materials whose endgame tables the players know.
    MatchRecords(const players::MatchOptions& options, std::vector<std::string> tables);

    /// The record of a game, with the end of its line.
    std::string text(const players::MatchGame& game) const;

    /// The game of that number by its record, a line without its end; or why it is none.
    Expected<players::MatchGame, std::string> read(const std::string& line, std::uint64_t number) const;

    /// Whether a text may be the beginning of the record of the game of that number.
    bool may_begin(std::string_view text, std::uint64_t number) const;

  private:
    /// What is known of a game before it is played.
    records::Json about(std::uint64_t number) const;

    std::string first_, second_;
    records::Json begin_, end_;  // of all records, before the players and behind them
};

}  // namespace octomate::cli
