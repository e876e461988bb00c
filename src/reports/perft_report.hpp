#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "solver/perft.hpp"

namespace octomate::reports {

/// What to count.
struct PerftRequest {
    int depth = 1;
    solver::RollCount rolls = solver::RollCount::None;
    bool divide = false;
};

/// What was counted.
struct PerftReport {
    std::string fen;  ///< normalised
    PerftRequest request;
    std::uint64_t nodes = 0;
    double seconds = 0;  ///< of the whole count
    std::vector<std::string> notes;
    std::map<std::string, std::uint64_t> lines;  ///< below each first move, by its machine form, if asked for
};

}  // namespace octomate::reports
