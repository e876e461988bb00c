#pragma once

namespace octomate::bench {

/// Registers the benchmarks of endgame tables.
void declare_tables();

/// Prints three numbers about computing the values of KRK: moves evaluated by `values_of`, moves evaluated by
/// `plain_values` to the same precision, and this precision (the widest gap between two bounds).
void print_evaluations();

}  // namespace octomate::bench
