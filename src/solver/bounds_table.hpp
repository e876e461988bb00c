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

/// A number of which only an interval may be known so far.
struct Interval {
    std::uint64_t lower = 0;
    std::uint64_t upper = 0;

    bool exact() const { return lower == upper; }
    bool operator==(const Interval&) const = default;
};

/// A transposition table of proven bounds, of fixed size, for any number of threads without locks: an entry
/// that two threads wrote at once fails its check and counts as absent. Of two entries in the same place one
/// is the deepest that came, the other the newest.
class BoundsTable {
  public:
    /// Takes at most so many bytes, of which the system lends only what is written to; none below the size of
    /// two entries.
    explicit BoundsTable(std::size_t bytes)
        : size_(bytes < 2 * sizeof(Entry) ? 0 : std::bit_floor(bytes / sizeof(Entry))) {
        if (size_ == 0) return;
        // A pair is to lie in one line of the cache; a large table in large pages, since finding the small
        // ones of places met at random takes longer than all else.
        const std::size_t used = size_ * sizeof(Entry);
        const std::size_t alignment = used >= large_page ? large_page : 2 * sizeof(Entry);
        std::size_t room = used + alignment;
        memory_.reset(std::calloc(room, 1));
        if (!memory_) throw std::bad_alloc();
        void* start = memory_.get();
        entries_ = static_cast<Entry*>(std::align(alignment, used, start, room));
#if defined(__linux__)
        if (used >= large_page) madvise(entries_, used, MADV_HUGEPAGE);
#endif
    }

    /// Forgets all; not while others use it.
    void clear() {
        if (size_ > 0) std::memset(static_cast<void*>(entries_), 0, size_ * sizeof(Entry));
    }

    /// What was kept of a position at a depth, 0…65535.
    std::optional<Interval> find(PositionKey key, int depth) const {
        if (size_ == 0) return std::nullopt;
        key = at_depth(key, depth);
        const Entry* const pair = pair_of(key);
        for (const Entry* entry = pair; entry != pair + 2; ++entry) {
            const Read found = read(*entry);
            if (found.key == key) return found.bounds;
        }
        return std::nullopt;
    }

    void keep(PositionKey key, int depth, const Interval& bounds) {
        if (size_ == 0) return;
        key = at_depth(key, depth);
        Entry* const deepest = pair_of(key);
        const PositionKey old = read(*deepest).key;
        const bool stays = old != key && depth_of(old) > depth;
        write(deepest[stays ? 1 : 0], key, bounds);
    }

  private:
    struct Entry {
        std::uint64_t first;
        std::uint64_t second;
        std::uint64_t lower;
        std::uint64_t upper;
    };
    struct Read {
        PositionKey key;
        Interval bounds;
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    static constexpr std::size_t large_page = std::size_t{2} << 20;
    static constexpr std::uint64_t depth_bits = 0xffff;

    /// The depth in the place of some bits of the key, so that an entry holds it.
    static PositionKey at_depth(PositionKey key, int depth) {
        const auto number = static_cast<std::uint64_t>(depth);
        assert(number <= depth_bits);
        return {key.first + number * 0x9e3779b97f4a7c15, key.second << 16 | number};
    }
    static int depth_of(const PositionKey& key) { return static_cast<int>(key.second & depth_bits); }

    Entry* pair_of(const PositionKey& key) const { return &entries_[key.first & (size_ - 2)]; }

    static Read read(const Entry& entry) {
        const Interval bounds{load(entry.lower), load(entry.upper)};
        return {{load(entry.first) ^ bounds.lower ^ bounds.upper,
                 load(entry.second) ^ bounds.lower ^ std::rotl(bounds.upper, 32)},
                bounds};
    }
    static void write(Entry& entry, const PositionKey& key, const Interval& bounds) {
        store(entry.first, key.first ^ bounds.lower ^ bounds.upper);
        store(entry.second, key.second ^ bounds.lower ^ std::rotl(bounds.upper, 32));
        store(entry.lower, bounds.lower);
        store(entry.upper, bounds.upper);
    }

    static std::uint64_t load(const std::uint64_t& word) {
        // A reference to what is not written; it takes no other.
        return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(word))
            .load(std::memory_order_relaxed);
    }
    static void store(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed);
    }

    std::size_t size_;
    std::unique_ptr<void, Free> memory_;
    Entry* entries_ = nullptr;
};

}  // namespace octomate::solver
