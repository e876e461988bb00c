#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace octomate::make {

/// A puzzle that a unit of work found.
struct Find {
    std::uint64_t unit = 0;
    std::uint32_t number = 0;       ///< in its unit, from 0; duplicates count too
    std::uint64_t fingerprint = 0;  ///< of the position
    std::uint32_t origin = 0;       ///< in its unit: the game, or the arrangement, that it comes from
    int quality = 0;                ///< 0…100
    std::uint64_t pattern = 0;      ///< of its winning moves: see MatingPattern
    std::uint32_t group = 0;        ///< puzzles of one group are alike: side, number of faces, leading theme
    bool presentable = true;        ///< the best may have it among them
    /// Kinds of ideas of its winning moves, each once, of a game that tells them. Only where the best are
    /// sought.
    std::vector<std::uint32_t> ideas;
    /// The fingerprints of the position without each of its men: two positions that differ by one man share
    /// one, or have the other's own. Only where the best are sought.
    std::vector<std::uint64_t> without;
    std::string record;  ///< as it is written, with its newline

    /// The order in which a run finds.
    bool before(const Find& other) const {
        return unit != other.unit ? unit < other.unit : number < other.number;
    }
};

/// Calls f(name, field) for each field of a find that is kept when a run is stopped.
template <class AnyFind, class F>
void for_each_field(AnyFind& find, F f) {
    f("unit", find.unit);
    f("number", find.number);
    f("fingerprint", find.fingerprint);
    f("pattern", find.pattern);
    f("origin", find.origin);
    f("quality", find.quality);
    f("group", find.group);
    f("ideas", find.ideas);
    f("without", find.without);
    f("record", find.record);
}

/// What a unit of work found.
struct UnitResult {
    std::uint64_t unit = 0;
    std::uint64_t positions = 0;  ///< that were looked at
    std::uint32_t found = 0;      ///< how many were found in them; duplicates count too
    std::vector<Find> finds;      ///< in order: all of them, or those that are left without the duplicates
};

/// Which units of work belong to a run: those from `next` to `last` whose number leaves the remainder `shard`
/// when divided by `shards`.
struct Units {
    std::uint64_t next = 0;
    std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;

    /// Takes the next unit; false if there is none.
    bool take(std::uint64_t& unit) {
        unit = next + (shard + shards - next % shards) % shards;
        if (unit > last || unit < next || unit == std::numeric_limits<std::uint64_t>::max()) return false;
        next = unit + 1;
        return true;
    }
};

}  // namespace octomate::make
