#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "facade/game.hpp"
#include "make/maker.hpp"

namespace octomate::collect {

/// What is to be composed, apart from the spec.
struct ComposeRequest {
    std::uint64_t count = 1;
    std::uint64_t seed = 1;
    std::uint64_t nodes = 0;  ///< positions to judge at most; 0: no bound
    double seconds = 0;       ///< 0: no bound
    int exhaustive = 0;       ///< all positions of up to so many men; 0: a search
    bool strict = true;

    /// A search that begins now.
    make::ComposeOptions search(int threads, const std::atomic<bool>* interrupted) const;
    /// A walk that begins now.
    make::ExhaustiveOptions walk(int threads, const std::atomic<bool>* interrupted) const;
};

/// The game that a spec names, or else that of the variant; an unknown one is a fault of the spec.
const games::Game& game_of_spec(const std::string& spec, const std::string& variant);

/// What a search found, as records.
std::vector<records::Puzzle> composed(make::ComposeResult&& result, const ComposeRequest& request,
                                      const games::Game& game);
/// What a walk of the composer found, as records.
std::vector<records::Puzzle> composed(const make::Composer& composer, const make::Walk& walk,
                                      const ComposeRequest& request, const games::Game& game);

}  // namespace octomate::collect
