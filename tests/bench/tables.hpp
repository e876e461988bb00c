#pragma once

namespace octomate::bench {

/// Registers the cases of the endgame tables.
void declare_tables();

/// Prints how many moves were looked at for the values of KRK, how many plain iteration from both ends looks
/// at until its bounds are as near, and how near that is.
void print_evaluations();

}  // namespace octomate::bench
