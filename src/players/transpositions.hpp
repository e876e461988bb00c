#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hashing.hpp"

namespace octomate::players {

/// What a search found out about positions, for one thread. Of fixed size; the newest result stays.
class Transpositions {
  public:
    /// What is proven of a value: that it is at least, at most, or exactly this.
    enum class Proof : std::uint8_t { None, Least, Most, Exact };

    struct Entry {
        std::uint64_t key = 0;
        double value = 0;
        std::int16_t depth = 0;
        Proof proof = Proof::None;
    };

    explicit Transpositions(std::size_t bytes)
        : entries_(std::bit_floor(bytes < sizeof(Entry) ? sizeof(Entry) : bytes) / sizeof(Entry)) {}

    /// Forgets all.
    void clear() { entries_.assign(entries_.size(), Entry()); }

    /// The entry of a position, or null.
    const Entry* find(const PositionKey& key) const {
        const Entry& entry = at(key);
        return entry.key == key.second && entry.proof != Proof::None ? &entry : nullptr;
    }

    void keep(const PositionKey& key, int depth, double value, Proof proof) {
        const_cast<Entry&>(at(key)) = {key.second, value, static_cast<std::int16_t>(depth), proof};
    }

  private:
    const Entry& at(const PositionKey& key) const { return entries_[key.first % entries_.size()]; }

    std::vector<Entry> entries_;
};

}  // namespace octomate::players
