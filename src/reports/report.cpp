#include "reports/report.hpp"

#include <fmt/format.h>

#include <chrono>

#include "cli/games.hpp"

namespace octomate::app {

void add_solve_notes(const records::Puzzle& puzzle, const reports::SolveReport& report, bool die,
                     std::vector<std::string>& notes) {
    if (puzzle.roll && !die) {
        notes.push_back(fmt::format("the roll {} is not used: {}", *puzzle.roll,
                                    report.check ? "in check there is no die" : "the game has no die"));
    }
    if (puzzle.moves > 1) {
        notes.push_back(
            fmt::format("the puzzle asks for mate in {}; these are the mates in one", puzzle.moves));
    }
}

solver::MateOptions search_options(const CommonOptions& common) {
    solver::MateOptions search;
    // Each thread may have a search of its own, and the memory is for all of them.
    search.hash_bytes /= static_cast<std::size_t>(common.threads);
    search.parallel = common.threads > 1;
    search.limits.interrupted = &interrupted;
    return search;
}

solver::MateOptions search_options(const MateRequest& request, const CommonOptions& common,
                                   const records::Puzzle& puzzle) {
    solver::MateOptions search = search_options(common);
    search.moves = request.moves > 0 ? request.moves : puzzle.moves;
    search.dice = request.dice;
    search.defence = request.defence;
    search.hash_bytes = (request.hash_mib << 20) / static_cast<std::size_t>(common.threads);
    if (request.nodes > 0) search.limits.nodes = request.nodes;
    if (request.seconds > 0) {
        search.limits.deadline = std::chrono::steady_clock::now() +
                                 std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                     std::chrono::duration<double>(request.seconds));
    }
    return search;
}

Fault too_many_moves(const solver::MateOptions& search, int most) {
    return {FaultCode::BadMoves, "moves", 0,
            fmt::format("moves is {}, expected at most {} with --dice {}", search.moves, most,
                        name(search.dice))};
}

reports::Replay replay_game(const records::GameScore& game, const std::string& default_variant) {
    const std::string variant = game.variant().value_or(default_variant);
    reports::Replay replay;
    const bool known =
        with_game(variant, [&]<class P>(std::type_identity<P>) { replay = reports::replay<P>(game); });
    return known ? replay : reports::refuse(game, "Variant", {unknown_variant(variant)});
}

}  // namespace octomate::app
