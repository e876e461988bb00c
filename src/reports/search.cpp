#include "reports/search.hpp"

#include <fmt/core.h>

#include "core/deadline.hpp"

namespace octomate::reports {

solver::MateOptions search_options(const SearchRequest& request, int moves_of_record) {
    solver::MateOptions search;
    search.moves = request.moves > 0 ? request.moves : moves_of_record;
    search.dice = request.dice;
    search.defence = request.defence;
    // Each thread may have a search of its own, and the memory is for all of them.
    const auto sharers = static_cast<std::size_t>(request.own_hash ? 1 : request.threads);
    search.hash_bytes = (request.hash_mib << 20) / sharers;
    search.parallel = request.threads > 1;
    search.limits.interrupted = request.interrupted;
    if (request.nodes > 0) search.limits.nodes = request.nodes;
    search.limits.deadline = deadline_in(request.seconds);
    return search;
}

bool is_over(const solver::Limits& limits) {
    return (limits.interrupted && *limits.interrupted) || Clock::now() >= limits.deadline;
}

Fault too_many_moves(const solver::MateOptions& search, int most) {
    return {FaultCode::BadMoves, "moves", 0,
            fmt::format("moves is {}, expected at most {} with --dice {}", search.moves, most,
                        name(search.dice))};
}

}  // namespace octomate::reports
