#pragma once

#include <string>

#include "facade/game.hpp"

namespace octomate::cli {

/// What makes and tags puzzles of the game, composes them to a spec besides, draws its positions, tells how
/// they can have arisen, has its endgame tables, or fits its guess of who wins, for a command that needs it.
/// Throws UsageError, a sentence, if the game has none.
const make::Maker& maker_of(const games::Game& game, const std::string& command);
const make::Maker& composing_maker_of(const games::Game& game, const std::string& command);
const games::Painter& painter_of(const games::Game& game, const std::string& command);
const games::Origins& origins_of(const games::Game& game, const std::string& command);
const tables::Tables& tables_of(const games::Game& game, const std::string& command);
const players::Trainer& trainer_of(const games::Game& game, const std::string& command);

}  // namespace octomate::cli
