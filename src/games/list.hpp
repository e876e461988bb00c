#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "games/game.hpp"

namespace octomate::games {

/// Makes the games of this program. Each program links one definition: list.cpp with all parts of the games,
/// list_without_makers.cpp, or that of wasm/main.cpp.
std::vector<std::shared_ptr<const Game>> games_of_program();

/// Returns all games; the first is the default.
const std::vector<const Game*>& all();

/// Returns the greatest number of faces of any game's die.
int most_faces();

/// Returns the names of all games, the default first.
std::vector<std::string> names();

/// Returns the name of the default game.
const std::string& default_name();

/// Returns the game with a name, in upper or lower case, with or without an option after a colon; null if
/// there is no such game or option.
const Game* find(std::string_view name);

/// Returns the game that a user names on the command line; throws UsageError if there is no such game or
/// option.
const Game& named(std::string_view name);

/// Returns what readers and writers of records need to know about the games. `fallback` names the game of
/// records that do not name one.
records::Variants variants(std::string_view fallback);

/// Starts a game against the program like `Game::session`; returns null if there is no game with the name.
std::unique_ptr<players::Session> session_of(const std::string& name, const std::string& tables);

/// Replays a game by the rules that its Variant tag names, or by those of `default_variant` without such a
/// tag. An unknown name gives a replay that consists of a fault.
reports::Replay replay(const records::GameScore& game, std::string_view default_variant,
                       const reports::ReportLimits& report_limits = {});

/// Returns the fault that there is no game, or no option of a game, with the name.
Fault unknown_variant(std::string_view name);

}  // namespace octomate::games
