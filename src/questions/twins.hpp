#pragma once

#include <functional>

#include "core/fault.hpp"
#include "formats/problem.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::questions {

/// Uses a twin as a puzzle of its own.
using UseTwin = std::function<Status(const records::Twin& twin, const records::Puzzle& puzzle)>;

/// Calls `use` with each twin of a puzzle whose game can change positions. Fails with the faults of invalid
/// twins and those of `use`, each with the name of its twin; the other twins are used all the same.
Status for_each_twin(const games::Game& game, const records::Puzzle& puzzle, const UseTwin& use);

}  // namespace octomate::questions
