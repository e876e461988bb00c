#include <malloc.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <set>

#include "core/random.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "make/finds.hpp"

namespace octomate::make {

TEST_CASE("a distinct set finds every value that was inserted", "[generate]") {
    Random random(1);
    DistinctSet fast;
    std::set<std::uint64_t> slow;
    for (int count = 0; count < 50'000; ++count) {
        // Some values are repeated, and many share their upper or lower bits.
        const auto low = static_cast<std::uint64_t>(random.below(400)) + 2;
        const auto high = static_cast<std::uint64_t>(random.below(300));
        const std::uint64_t value = high << 56 | low << (random.below(2) * 30);
        if (fast.insert(value) != slow.insert(value).second) FAIL(value);
    }
    CHECK(fast.size() == slow.size());
}

TEST_CASE("0 is a valid fingerprint", "[generate]") {
    DistinctSet set;
    CHECK(set.insert(0));
    CHECK_FALSE(set.insert(0));
    CHECK(set.size() == 1);
}

TEST_CASE("a distinct set takes at most 24 bytes a puzzle", "[generate]") {
    const std::size_t before = ::mallinfo2().uordblks;
    Random random(2);
    DistinctSet set;
    while (set.size() < 1'000'000) set.insert(random.next());
    CHECK(::mallinfo2().uordblks - before <= 24 * set.size());
}

TEST_CASE("the fingerprints of the same board differ by game", "[generate]") {
    const PositionKey key = superpermutation::D8Position().key();
    CHECK(fingerprint(key, 8) != fingerprint(key, 1));
    CHECK(fingerprint(key, 8) == fingerprint(key, 8));
}

}  // namespace octomate::make
