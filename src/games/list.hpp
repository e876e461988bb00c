#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "games/game.hpp"

namespace octomate::games {

/// The games of this program, made anew. Each program has a source of its own for it: games/list.cpp if it is
/// the whole one.
std::vector<std::shared_ptr<const Game>> games_of_program();

/// All games; the first is the default.
const std::vector<const Game*>& all();

/// The faces of the die that has most.
int most_faces();

/// The names of all, in their order.
std::vector<std::string> names();

/// The name of the default.
const std::string& default_name();

/// Returns the game of a name, in any case, with or without an option behind a colon; null if none has it.
const Game* find(std::string_view name);

/// The same for what the user says on the command line; throws UsageError.
const Game& named(std::string_view name);

/// What readers and writers of records must know of the games; `fallback` is the game of a record that names
/// none.
records::Variants variants(std::string_view fallback);

/// Begins a game by its name, as `Game::session` does; null if no game has the name.
std::unique_ptr<players::Session> session_of(const std::string& name, const std::string& tables);

/// Replays a game by the rules that its Variant tag names, or else those of the default.
reports::Replay replay(const records::GameScore& game, std::string_view default_variant,
                       const reports::Patience& patience = {});

/// The fault of a name that no game has.
Fault unknown_variant(std::string_view name);

}  // namespace octomate::games
