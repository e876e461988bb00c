#pragma once

namespace octomate::bench {

/// Registers the benchmarks of Complete Permutation Chess and Super Chess.
void declare_games();

}  // namespace octomate::bench
