#pragma once

#include "players/search.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"

/// Instantiates the searches of positions `P`. `declared` is `extern` in the header of a game, and empty in
/// its searches.cpp, which is compiled for speed.
#define OCTOMATE_SEARCHES(declared, P)                              \
    declared template class octomate::solver::MateSearch<P>;        \
    declared template class octomate::solver::StipulationSearch<P>; \
    declared template class octomate::players::Search<P>;
