/// Where the positions come from that the two sets of rules are compared on.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace octomate::verify {

/// What became of a unit of work.
struct Tally {
    std::uint64_t positions = 0;     ///< that were compared
    std::vector<std::string> wrong;  ///< positions on which the rules disagree, and how

    void add(const Tally& other);
};

/// Positions in units that can be asked for in any order and are always the same.
struct Source {
    std::string name;
    std::uint64_t units = 0;  ///< 0: without end
    double share = 1;         ///< of the time, in proportion to the other sources'
    std::function<Tally(std::uint64_t unit)> compare;
};

/// All placements of two kings and a man on 8×8 squares, and positions by chance, of every game.
std::vector<Source> sources();

}  // namespace octomate::verify
