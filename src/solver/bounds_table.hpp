#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "core/position_key.hpp"

namespace octomate::solver {

/// A number of which only an interval may be known so far.
struct Bounds {
    std::uint64_t lower = 0;
    std::uint64_t upper = 0;

    bool exact() const { return lower == upper; }
    bool operator==(const Bounds&) const = default;
};

/// A transposition table of proven bounds, of fixed size, for any number of threads without locks: an entry
/// that two threads wrote at once fails its check and counts as absent. A newer entry replaces an older one.
class BoundsTable {
  public:
    /// Takes at most so many bytes, of which the system lends only what is written to; none below the size of
    /// an entry.
    explicit BoundsTable(std::size_t bytes)
        : size_(bytes < sizeof(Entry) ? 0 : std::bit_floor(bytes / sizeof(Entry))),
          entries_(static_cast<Entry*>(std::calloc(size_, sizeof(Entry)))) {
        if (size_ > 0 && !entries_) throw std::bad_alloc();
    }

    std::optional<Bounds> find(const PositionKey& key) const {
        if (size_ == 0) return std::nullopt;
        Entry& entry = entries_[key.first & (size_ - 1)];
        const Bounds bounds{read(entry.lower), read(entry.upper)};
        if ((read(entry.first) ^ bounds.lower ^ bounds.upper) != key.first) return std::nullopt;
        if ((read(entry.second) ^ bounds.lower ^ std::rotl(bounds.upper, 32)) != key.second)
            return std::nullopt;
        return bounds;
    }

    void keep(const PositionKey& key, const Bounds& bounds) {
        if (size_ == 0) return;
        Entry& entry = entries_[key.first & (size_ - 1)];
        write(entry.first, key.first ^ bounds.lower ^ bounds.upper);
        write(entry.second, key.second ^ bounds.lower ^ std::rotl(bounds.upper, 32));
        write(entry.lower, bounds.lower);
        write(entry.upper, bounds.upper);
    }

  private:
    struct Entry {
        std::uint64_t first;
        std::uint64_t second;
        std::uint64_t lower;
        std::uint64_t upper;
    };
    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };

    static std::uint64_t read(std::uint64_t& word) {
        return std::atomic_ref<std::uint64_t>(word).load(std::memory_order_relaxed);
    }
    static void write(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed);
    }

    std::size_t size_;
    std::unique_ptr<Entry[], Free> entries_;
};

}  // namespace octomate::solver
