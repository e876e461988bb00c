#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "core/hashing.hpp"
#include "make/unit.hpp"

namespace octomate::make {

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
