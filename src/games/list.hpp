#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "games/game.hpp"

namespace octomate::games {

/// Constructs the games of this program, the default first; `all` calls it once. Each program links one of
/// the definitions: list.cpp, list_without_makers.cpp or wasm/main.cpp. They differ in the optional parts.
std::vector<std::shared_ptr<const Game>> games_of_program();

/// Returns all games; the first is the default.
const std::vector<const Game*>& all();

/// Returns the number of faces of the largest die of any game; 0 if no game has a die.
int most_faces();

/// Returns the names of all games, the default first.
std::vector<std::string> names();

/// Returns the name of the default game.
const std::string& default_name();

/// Returns the game called `name`, in upper or lower case, with or without an option after a colon; null if
/// there is no such game or option.
const Game* find(std::string_view name);

/// Like `find`, for a name that a user has given on the command line: throws UsageError if there is no such
/// game or option.
const Game& named(std::string_view name);

/// Returns the dice and descriptions of the games, for readers and writers of records. `fallback` is the name
/// of the game of records that do not name one.
records::Variants variants(std::string_view fallback);

/// Starts a session of the game called `name`, like `Game::session`; returns null if there is no such game.
std::unique_ptr<players::Session> session_of(const std::string& name, const std::string& tables);

/// Replays a game score by the rules of the game that its Variant tag names, or of `default_variant` if it
/// has no such tag. If there is no such game, the replay holds only that fault.
reports::Replay replay(const records::GameScore& game, std::string_view default_variant,
                       const reports::ReportLimits& report_limits = {});

/// Returns the fault that `name` is not a game, or that the word after its colon is not an option.
Fault unknown_variant(std::string_view name);

}  // namespace octomate::games
