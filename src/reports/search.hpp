#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "core/fault.hpp"
#include "solver/mate_options.hpp"

namespace octomate::reports {

using Clock = std::chrono::steady_clock;

/// The seconds that have passed.
inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What a user may ask of a search.
struct SearchRequest {
    int moves = 0;  ///< of the side to move; 0: as many as the record says
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    std::size_t hash_mib = 64;  ///< of all threads together
    double seconds = 0;         ///< for each record; 0: no limit
    std::uint64_t nodes = 0;    ///< 0: no limit
    int threads = 1;            ///< at least 1
    bool own_hash = false;      ///< there is one record: no other search shares the memory
    const std::atomic<bool>* interrupted = nullptr;
};

/// How to search for a record that asks for so many moves; the clock runs from now.
solver::MateOptions search_options(const SearchRequest& request, int moves_of_record);

/// Whether the time of a search is over, or its user ended it; nodes are not asked for.
bool is_over(const solver::Limits& limits);

/// The fault of more moves than can be counted exactly.
Fault too_many_moves(const solver::MateOptions& search, int most);

}  // namespace octomate::reports
