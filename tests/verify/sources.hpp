/// Sources of positions on which the fast and the naive rules are compared.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace octomate::verify {

/// The result of a unit of work.
struct Tally {
    std::uint64_t positions = 0;     ///< number of positions compared
    std::vector<std::string> wrong;  ///< positions on which the rules disagree, and how

    void add(const Tally& other);
};

/// A sequence of positions, divided into units that can be computed in any order and are the same in every
/// run.
struct Source {
    std::string name;
    std::uint64_t units = 0;  ///< number of units; 0 if unlimited
    double share = 1;         ///< weight of this source when the time is divided among all sources
    std::function<Tally(std::uint64_t unit)> compare;
};

/// Returns the sources of every game: all placements of two kings and a third piece on 8×8 squares, and
/// random positions.
std::vector<Source> sources();

}  // namespace octomate::verify
