#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>

#include "core/random.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace octomate::solver {

/// Bounds of a number: `lower` ≤ number ≤ `upper`.
struct Interval {
    std::uint64_t lower = 0;
    std::uint64_t upper = 0;

    bool exact() const { return lower == upper; }
    bool operator==(const Interval&) const = default;
};

/// A transposition table of proven bounds, of fixed size and lock-free: the key of an entry is stored XORed
/// with its bounds (R. Hyatt and T. Mann, "A lock-less transposition table", 2002), so an entry that two
/// threads wrote at once does not match any key and counts as absent. Entries with equal hash index share a
/// pair of slots: the first keeps the deepest entry, the second the newest.
class BoundsTable {
  public:
    /// Allocates the greatest power of two of entries that fits into `bytes`. A table too small for two
    /// entries stores nothing. Throws std::bad_alloc.
    explicit BoundsTable(std::size_t bytes)
        : size_(bytes < 2 * sizeof(Entry) ? 0 : std::bit_floor(bytes / sizeof(Entry))) {
        if (size_ == 0) return;
        // Aligned so that a pair lies in one cache line. A large table uses huge pages, because random access
        // to small pages misses the TLB nearly every time.
        const std::size_t table_bytes = size_ * sizeof(Entry);
        const std::size_t alignment = table_bytes >= large_page ? large_page : 2 * sizeof(Entry);
        std::size_t space = table_bytes + alignment;
        memory_.reset(std::calloc(space, 1));
        if (!memory_) throw std::bad_alloc();
        void* start = memory_.get();
        entries_ = static_cast<Entry*>(std::align(alignment, table_bytes, start, space));
#if defined(__linux__)
        if (table_bytes >= large_page) madvise(entries_, table_bytes, MADV_HUGEPAGE);
#endif
    }

    /// Removes all entries. Not thread-safe.
    void clear() {
        if (size_ > 0) std::memset(static_cast<void*>(entries_), 0, size_ * sizeof(Entry));
    }

    /// Returns the bounds stored for `key` at `depth` (0…65535), or nullopt.
    std::optional<Interval> find(PositionKey key, int depth) const {
        if (size_ == 0) return std::nullopt;
        key = at_depth(key, depth);
        const Entry* const pair = pair_of(key);
        for (const Entry* entry = pair; entry != pair + 2; ++entry) {
            const DecodedEntry found = read(*entry);
            if (found.key == key) return found.bounds;
        }
        return std::nullopt;
    }

    /// Stores `bounds` for `key` at `depth` in the first slot of the pair, or in the second if the first
    /// holds a deeper entry of another position.
    void store(PositionKey key, int depth, const Interval& bounds) {
        if (size_ == 0) return;
        key = at_depth(key, depth);
        Entry* const deepest = pair_of(key);
        const PositionKey old = read(*deepest).key;
        const bool keeps_deepest = old != key && depth_of(old) > depth;
        write(deepest[keeps_deepest ? 1 : 0], key, bounds);
    }

  private:
    struct Entry {
        std::uint64_t first;
        std::uint64_t second;
        std::uint64_t lower;
        std::uint64_t upper;
    };
    struct DecodedEntry {
        PositionKey key;
        Interval bounds;
    };
    struct FreeMemory {
        void operator()(void* memory) const { std::free(memory); }
    };

    static constexpr std::size_t large_page = std::size_t{2} << 20;
    static constexpr std::uint64_t depth_bits = 0xffff;

    /// Mixes `depth` into `key`: its second word loses its top 16 bits and holds `depth` in the lowest 16.
    static PositionKey at_depth(PositionKey key, int depth) {
        const auto number = static_cast<std::uint64_t>(depth);
        assert(number <= depth_bits);
        return {key.first + number * 0x9e3779b97f4a7c15, key.second << 16 | number};
    }
    static int depth_of(const PositionKey& key) { return static_cast<int>(key.second & depth_bits); }

    Entry* pair_of(const PositionKey& key) const { return &entries_[key.first & (size_ - 2)]; }

    static DecodedEntry read(const Entry& entry) {
        const Interval bounds{load_word(entry.lower), load_word(entry.upper)};
        return {{load_word(entry.first) ^ bounds.lower ^ bounds.upper,
                 load_word(entry.second) ^ bounds.lower ^ std::rotl(bounds.upper, 32)},
                bounds};
    }
    static void write(Entry& entry, const PositionKey& key, const Interval& bounds) {
        store_word(entry.first, key.first ^ bounds.lower ^ bounds.upper);
        store_word(entry.second, key.second ^ bounds.lower ^ std::rotl(bounds.upper, 32));
        store_word(entry.lower, bounds.lower);
        store_word(entry.upper, bounds.upper);
    }

    static std::uint64_t load_word(const std::uint64_t& word) {
        // C++20's atomic_ref does not accept const, though nothing is written here.
        return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(word))
            .load(std::memory_order_relaxed);
    }
    static void store_word(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed);
    }

    std::size_t size_;
    std::unique_ptr<void, FreeMemory> memory_;
    Entry* entries_ = nullptr;
};

}  // namespace octomate::solver
