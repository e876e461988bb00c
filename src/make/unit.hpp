#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/random.hpp"

namespace octomate::make {

/// What a puzzle is compared by, and where it was found.
struct FindHead {
    std::uint64_t unit = 0;
    std::uint32_t number = 0;       ///< in its unit, from 0; duplicates count too
    std::uint64_t fingerprint = 0;  ///< of the position
    std::uint32_t origin = 0;       ///< in its unit: the game, or the arrangement, that it comes from
    int quality = 0;                ///< 0…100
    std::uint64_t pattern = 0;      ///< of its winning moves: see MatingPattern
    std::uint32_t group = 0;        ///< puzzles of one group are alike: side, number of faces, leading theme
    bool presentable = true;        ///< the best may have it among them

    /// Compares by the order in which a run finds.
    bool before(const FindHead& other) const {
        return unit != other.unit ? unit < other.unit : number < other.number;
    }
};

/// A puzzle that a unit of work found.
struct Find : FindHead {
    /// Kinds of ideas of its winning moves, each once, of a game that tells them. Only where the best are
    /// sought.
    std::vector<std::uint32_t> ideas;
    /// The fingerprints of the position without each of its men: two positions that differ by one man share
    /// one, or have the other's own. Only where the best are sought.
    std::vector<std::uint64_t> without;
    std::string record;  ///< as it is written, with its newline
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

/// 64 bits that stand for a position of a game with so many faces and for its symmetric images. Among ten
/// million positions two that differ have the same with a chance of three in a million; the later one is then
/// left out.
inline std::uint64_t fingerprint(const PositionKey& key, int faces) {
    std::uint64_t z = key.first ^ ((key.second + static_cast<unsigned>(faces)) * 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93;
    return z ^ (z >> 32);
}

/// Finds near twins among puzzles: the same men but for one, which is gone, new, another one, or elsewhere.
class TwinSet {
  public:
    /// Whether none of those that it took is a near twin; it takes the puzzle then.
    bool insert(const Find& find) {
        const auto without = [&](std::uint64_t one) {
            return whole_.contains(one) || without_.contains(one);
        };
        if (without_.contains(find.fingerprint) ||
            std::any_of(find.without.begin(), find.without.end(), without))
            return false;
        whole_.insert(find.fingerprint);
        without_.insert(find.without.begin(), find.without.end());
        return true;
    }

  private:
    std::unordered_set<std::uint64_t> whole_, without_;
};

/// Which fingerprints there were: 10 to 15 bytes for each once there are some thousands.
class DistinctSet {
  public:
    /// Whether it is new; it is not any more.
    bool insert(std::uint64_t fingerprint) {
        if (fingerprint == 0) fingerprint = 1;  // 0 marks an empty slot
        return tables_[fingerprint >> 56].insert(fingerprint);
    }

    /// Takes out of the finds of a unit what is not new.
    void take_out_duplicates(UnitResult& result) {
        std::erase_if(result.finds, [this](const Find& find) { return !insert(find.fingerprint); });
    }

    std::size_t size() const {
        std::size_t sum = 0;
        for (const Table& table : tables_) sum += table.size();
        return sum;
    }

    /// What the slots take.
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Table& table : tables_) sum += table.bytes();
        return sum;
    }

  private:
    /// Open addressing, between 8/15 and 8/10 full. There are many small ones, so that growing, which needs
    /// the old slots and the new ones, never needs much.
    class Table {
      public:
        bool insert(std::uint64_t value) {
            if ((size_ + 1) * 10 > slots_.size() * 8) grow();
            if (!put(value)) return false;
            ++size_;
            return true;
        }
        std::size_t size() const { return size_; }
        std::size_t bytes() const { return slots_.size() * sizeof(std::uint64_t); }

      private:
        bool put(std::uint64_t value) {
            // The upper 32 bits of the lower 56 choose the slot, whatever the number of slots.
            std::size_t at = static_cast<std::size_t>(((value << 8) >> 32) * slots_.size() >> 32);
            while (slots_[at] != 0) {
                if (slots_[at] == value) return false;
                if (++at == slots_.size()) at = 0;
            }
            slots_[at] = value;
            return true;
        }

        void grow() {
            std::vector<std::uint64_t> old(slots_.size() + slots_.size() / 2 + 8);
            old.swap(slots_);
            for (const std::uint64_t value : old) {
                if (value != 0) put(value);
            }
        }

        std::vector<std::uint64_t> slots_;
        std::size_t size_ = 0;
    };

    std::array<Table, 256> tables_;
};

}  // namespace octomate::make
