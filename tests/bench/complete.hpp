#pragma once

namespace octomate::bench {

/// Registers the cases of Complete Permutation Chess.
void declare_complete();

}  // namespace octomate::bench
