#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/random.hpp"

// Puzzles on their way from the units of work that find them to the output.
//
// A unit of work returns a UnitResult: its finds, in order. The results of all units are merged in the order
// of the units, whichever thread or process computed them. DistinctSet drops puzzles whose fingerprint
// occurred before. With --best, the others go to a BestPool of bounded size. At the end it selects a varied
// collection: one puzzle of each game, no near twins, a limited share of each idea, rare mating patterns
// first, and, if wanted, equal shares of all groups.

namespace octomate::make {

/// The fields of a find that decide its order and whether it is kept.
struct FindHead {
    std::uint64_t unit = 0;
    std::uint32_t number = 0;       ///< index among the finds of the unit, duplicates included
    std::uint64_t fingerprint = 0;  ///< hash of the position
    std::uint32_t origin = 0;       ///< the number of the game or arrangement in its unit that led to it
    int quality = 0;                ///< 0…100
    std::uint64_t pattern = 0;      ///< hash of how its winning moves mate: see MatingPattern
    std::uint32_t group = 0;        ///< encodes side to move, number of winning faces and leading theme
    bool presentable = true;        ///< suitable for a collection of the best

    /// True if this find precedes `other` in the order of units and, within a unit, of finds.
    bool precedes(const FindHead& other) const {
        return unit != other.unit ? unit < other.unit : number < other.number;
    }
};

/// A puzzle that a unit of work found.
struct Find : FindHead {
    /// The kinds of ideas of its winning moves, each once, if the game defines ideas. Set only with --best.
    std::vector<std::uint32_t> ideas;
    /// The fingerprints of the position without each of its pieces. Two positions that differ by one piece
    /// share one of them, or one of them is the fingerprint of the other position. Set only with --best.
    std::vector<std::uint64_t> neighbours;
    std::string record;  ///< the formatted record, with its newline
};

/// Calls `f(name, field)` for each field of a find that is saved with the progress of a run.
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
    f("without", find.neighbours);
    f("record", find.record);
}

/// The result of a unit of work.
struct UnitResult {
    std::uint64_t unit = 0;
    std::uint64_t positions = 0;  ///< positions judged
    std::uint32_t found = 0;      ///< puzzles found, duplicates included
    std::vector<Find> finds;      ///< the puzzles, in order; `remove_duplicates` removes some
};

/// The remaining units of work of a run: those from `next` to `last` whose number leaves the remainder
/// `shard` when divided by `shards`.
struct Units {
    std::uint64_t next = 0;
    std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;

    /// Sets `unit` to the next unit and removes it; returns false if no unit remains.
    bool pop(std::uint64_t& unit) {
        unit = next + (shard + shards - next % shards) % shards;
        if (unit > last || unit < next || unit == std::numeric_limits<std::uint64_t>::max()) return false;
        next = unit + 1;
        return true;
    }
};

/// Returns a 64-bit hash of a position, equal for its symmetric images. `faces` is the number of faces of the
/// game's die. Among ten million positions, two collide with a probability of three in a million; the later
/// one is then dropped as a duplicate.
inline std::uint64_t fingerprint(const PositionKey& key, int faces) {
    std::uint64_t z = key.first ^ ((key.second + static_cast<unsigned>(faces)) * 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93;
    return z ^ (z >> 32);
}

/// A set of puzzles without near twins: two positions that differ by one piece, which is missing, added,
/// replaced or moved.
class TwinFreeSet {
  public:
    /// Inserts the puzzle and returns true, unless the set contains a near twin of it.
    bool insert(const Find& find) {
        const auto is_near_twin = [&](std::uint64_t fingerprint) {
            return fingerprints_.contains(fingerprint) || neighbours_.contains(fingerprint);
        };
        if (neighbours_.contains(find.fingerprint) ||
            std::any_of(find.neighbours.begin(), find.neighbours.end(), is_near_twin))
            return false;
        fingerprints_.insert(find.fingerprint);
        neighbours_.insert(find.neighbours.begin(), find.neighbours.end());
        return true;
    }

  private:
    std::unordered_set<std::uint64_t> fingerprints_, neighbours_;
};

/// A compact set of fingerprints: 65536 sorted arrays, indexed by the upper 16 bits. Needs 8 to 16 bytes for
/// each fingerprint.
class DistinctSet {
  public:
    /// Inserts a fingerprint; returns false if the set contains it.
    bool insert(std::uint64_t fingerprint) {
        std::vector<std::uint64_t>& list = lists_[fingerprint >> 48];
        const auto slot = std::lower_bound(list.begin(), list.end(), fingerprint);
        if (slot != list.end() && *slot == fingerprint) return false;
        list.insert(slot, fingerprint);
        ++size_;
        return true;
    }

    /// Removes the finds whose fingerprints are in the set, and adds the fingerprints of the rest to it.
    void remove_duplicates(UnitResult& result) {
        std::erase_if(result.finds, [this](const Find& find) { return !insert(find.fingerprint); });
    }

    std::size_t size() const { return size_; }

  private:
    std::vector<std::vector<std::uint64_t>> lists_ = std::vector<std::vector<std::uint64_t>>(1 << 16);
    std::size_t size_ = 0;
};

/// Options for selecting the best puzzles.
struct Selection {
    std::size_t count = 1;  ///< the number of puzzles to choose
    bool balanced = false;  ///< equal shares for all groups; what a group cannot fill goes to the others
    bool chapters = false;  ///< order the puzzles by chapters, the order of leading themes in the catalogue
};

/// Keeps a pool of the best presentable puzzles of a run. The better of two puzzles has the higher quality,
/// or was found earlier. Of the puzzles of one game, which are often similar, only the best is kept, and
/// puzzles of one idea get at most 15 % of the pool. Memory is bounded by about eight times `count`.
class BestPool {
  public:
    explicit BestPool(const Selection& selection) : selection_(selection), pool_size_(4 * selection.count) {}

    /// Adds a puzzle. Puzzles of the same origin must be added one after the other.
    void add(Find find);

    /// Returns the pool, best first: up to four times `count` puzzles. Adding them to a new BestPool restores
    /// the state of this one, so that a run can be resumed.
    const std::vector<Find>& pool();

    /// Selects the best puzzles of a pool, without near twins. Prefers rare mating patterns, and gives an
    /// idea more than 15 % of the collection only if no other puzzles are left. Returns the puzzles best
    /// first, within each chapter if there are chapters.
    static std::vector<Find> select(const std::vector<Find>& pool, const Selection& selection);

  private:
    void add_latest_to_pool();
    void trim();

    Selection selection_;
    std::size_t pool_size_;  // the maximum size of the pool
    std::vector<Find> pool_;
    std::optional<Find> latest_;  // the best puzzle so far of the current origin
};

}  // namespace octomate::make
