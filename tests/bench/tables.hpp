#pragma once

namespace octomate::bench {

/// Registers the benchmarks of endgame tables.
void declare_tables();

/// Prints three numbers: how many moves are evaluated to compute the values of KRK, how many plain iteration
/// from both ends evaluates to the same precision, and that precision (the widest gap between two bounds).
void print_evaluations();

}  // namespace octomate::bench
