#pragma once

namespace octomate::bench {

/// Registers the cases of the other games: Complete Permutation Chess and Super Chess.
void declare_games();

}  // namespace octomate::bench
