#pragma once

#include "collect/generate_run.hpp"

namespace octomate::cli {

/// Writes the most striking positions of endgame tables, which are made if they are not there, with the odds
/// of their rolls and moves. The exit code.
int run_table_puzzles(const collect::GenerateOptions& options, const CommonOptions& common,
                      const games::Game& game);

}  // namespace octomate::cli
