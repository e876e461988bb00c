// Compares BestPool with a simple selection that keeps all puzzles until the end.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "make/finds.hpp"

namespace octomate::make {

namespace {

bool better(const Find& a, const Find& b) {
    return a.quality != b.quality ? a.quality > b.quality : a.precedes(b);
}

/// Selects puzzles in rounds: each group adds its next best puzzle. The last round adds only the best ones,
/// up to `size`.
std::vector<Find> naive_best(const std::vector<Find>& all, std::size_t size, bool balanced) {
    std::map<std::pair<std::uint64_t, std::uint32_t>, Find> of_origin;
    for (const Find& find : all) {
        const auto [known, fresh] = of_origin.try_emplace({find.unit, find.origin}, find);
        if (!fresh && better(find, known->second)) known->second = find;
    }
    std::map<std::uint32_t, std::vector<Find>> groups;
    for (const auto& [origin, find] : of_origin) groups[balanced ? find.group : 0].push_back(find);
    std::vector<Find> chosen;
    for (auto& [group, finds] : groups) std::sort(finds.begin(), finds.end(), better);
    for (std::size_t round = 0; chosen.size() < size; ++round) {
        std::vector<Find> next;
        for (const auto& [group, finds] : groups) {
            if (round < finds.size()) next.push_back(finds[round]);
        }
        if (next.empty()) break;
        std::sort(next.begin(), next.end(), better);
        if (next.size() > size - chosen.size()) next.resize(size - chosen.size());
        chosen.insert(chosen.end(), next.begin(), next.end());
    }
    std::sort(chosen.begin(), chosen.end(), better);
    return chosen;
}

/// Returns random finds in the order of a run: unit by unit, and in each unit game by game.
std::vector<Find> random_finds(Random& random, int units) {
    std::vector<Find> finds;
    const int groups = 1 + random.below(12), qualities = 2 + random.below(60);
    for (int unit = 0; unit < units; ++unit) {
        std::uint32_t number = 0;
        for (std::uint32_t origin = 0; origin < 6; ++origin) {
            for (int count = random.below(4); count > 0; --count) {
                Find& find = finds.emplace_back();
                find.unit = static_cast<std::uint64_t>(unit);
                find.number = number++;
                find.origin = origin;
                find.fingerprint = random.next();
                find.pattern = random.next();
                find.quality = random.below(qualities);
                // Low group numbers are frequent, high ones rare.
                find.group = static_cast<std::uint32_t>(random.below(1 + random.below(groups)));
            }
        }
    }
    return finds;
}

/// Returns a find that shares no game with other finds.
Find find_of(std::uint64_t fingerprint, int quality) {
    Find find;
    find.unit = fingerprint;
    find.fingerprint = fingerprint;
    find.quality = quality;
    return find;
}

std::vector<std::uint64_t> fingerprints(const std::vector<Find>& finds) {
    std::vector<std::uint64_t> all;
    for (const Find& find : finds) all.push_back(find.fingerprint);
    return all;
}

}  // namespace

TEST_CASE("the best are the same as those of a selection that keeps everything", "[generate]") {
    Random random(1);
    for (int round = 0; round < 120; ++round) {
        const auto finds = random_finds(random, 1 + random.below(60));
        const auto size = static_cast<std::size_t>(1 + random.below(60));
        const bool balanced = random.below(2) == 1;
        const Selection selection{size, balanced};
        BestPool best(selection);
        for (const Find& find : finds) best.add(find);
        INFO("round " << round << ", " << finds.size() << " finds, " << size << " places" << balanced);
        CHECK(fingerprints(BestPool::select(best.pool(), selection)) ==
              fingerprints(naive_best(finds, size, balanced)));
    }
}

TEST_CASE("reading the best early, or moving them to another object, changes nothing", "[generate]") {
    Random random(2);
    for (int round = 0; round < 60; ++round) {
        const auto finds = random_finds(random, 60);
        const auto size = static_cast<std::size_t>(1 + random.below(40));
        const bool balanced = random.below(2) == 1;
        const Selection selection{size, balanced};
        BestPool best(selection);
        for (std::size_t at = 0; at < finds.size(); ++at) {
            const bool unit_begins = at > 0 && finds[at].unit != finds[at - 1].unit;
            if (unit_begins && random.below(3) == 0) best.pool();
            if (unit_begins && random.below(6) == 0) {  // a resumed run continues with the saved pool
                BestPool other(selection);
                for (const Find& find : best.pool()) other.add(find);
                best = std::move(other);
            }
            best.add(finds[at]);
        }
        INFO("round " << round);
        CHECK(fingerprints(BestPool::select(best.pool(), selection)) ==
              fingerprints(naive_best(finds, size, balanced)));
    }
}

TEST_CASE("each game contributes only its best puzzle", "[generate]") {
    BestPool best(Selection{10});
    const auto add = [&](std::uint64_t unit, std::uint32_t number, std::uint32_t origin, int quality) {
        Find find;
        find.unit = unit;
        find.number = number;
        find.origin = origin;
        find.quality = quality;
        best.add(find);
    };
    add(0, 0, 3, 50);
    add(0, 1, 3, 70);
    add(0, 2, 3, 70);
    add(1, 0, 3, 60);  // another unit, so another game
    REQUIRE(best.pool().size() == 2);
    CHECK(best.pool()[0].number == 1);
    CHECK(best.pool()[1].unit == 1);
}

TEST_CASE("of near twins the better one is kept, and unpresentable puzzles never are", "[generate]") {
    const Selection selection{10};
    BestPool best(selection);
    const auto add = [&](std::uint64_t fingerprint, int quality, std::vector<std::uint64_t> neighbours,
                         bool presentable = true) {
        Find find = find_of(fingerprint, quality);
        find.presentable = presentable;
        find.neighbours = std::move(neighbours);
        best.add(find);
    };
    add(1, 50, {11, 12});  // 11 and 12 are the positions of puzzle 1 without one piece
    add(2, 60, {12, 13});  // shares neighbour 12 with puzzle 1
    add(3, 70, {2, 14});   // puzzle 2 is a neighbour
    add(4, 40, {11, 15});  // shares neighbour 11 with puzzle 1
    add(5, 65, {3, 16});   // puzzle 3 is a neighbour
    add(11, 30, {17});     // a neighbour of puzzles 1 and 4
    add(6, 20, {18});
    add(7, 99, {19}, false);
    // 3 is the best; its twins 2 and 5 are left out. Then 1 is the best; its twins 4 and 11 are left out.
    CHECK(fingerprints(BestPool::select(best.pool(), selection)) == std::vector<std::uint64_t>{3, 1, 6});
}

TEST_CASE("a mating pattern is repeated only if no other is left", "[generate]") {
    const auto chosen = [](std::size_t size) {
        const Selection selection{size};
        BestPool best(selection);
        const auto add = [&](std::uint64_t fingerprint, std::uint64_t pattern, int quality) {
            Find find = find_of(fingerprint, quality);
            find.pattern = pattern;
            best.add(find);
        };
        add(1, 77, 90);
        add(2, 77, 80);
        add(3, 77, 70);
        add(4, 78, 60);
        add(5, 79, 50);
        add(6, 78, 85);
        return fingerprints(BestPool::select(best.pool(), selection));
    };
    using Fingerprints = std::vector<std::uint64_t>;
    CHECK(chosen(2) == Fingerprints{1, 6});
    CHECK(chosen(3) == Fingerprints{1, 6, 5});
    CHECK(chosen(4) == Fingerprints{1, 6, 2, 5});
    CHECK(chosen(6) == Fingerprints{1, 6, 2, 3, 4, 5});
}

TEST_CASE("chapters are ordered by theme, and their puzzles by quality", "[generate]") {
    const Selection selection{4, false, true};
    BestPool best(selection);
    const auto add = [&](std::uint64_t fingerprint, std::uint32_t theme, int quality) {
        Find find = find_of(fingerprint, quality);
        find.group = 8 * theme + static_cast<std::uint32_t>(fingerprint % 8);
        best.add(find);
    };
    add(1, 5, 50);
    add(2, 3, 40);
    add(3, 5, 60);
    add(4, 3, 70);
    add(5, 3, 10);
    CHECK(fingerprints(BestPool::select(best.pool(), selection)) == std::vector<std::uint64_t>{4, 2, 3, 1});
}

TEST_CASE("an idea has at most fifteen of a hundred places, unless nothing else is left") {
    const Selection selection{100};
    BestPool best(selection);
    const auto add = [&](std::uint64_t number, int quality, std::vector<std::uint32_t> ideas) {
        Find find = find_of(number, quality);
        find.pattern = number;
        find.ideas = std::move(ideas);
        best.add(find);
    };
    for (std::uint64_t number = 1; number <= 5000; ++number) add(number, 90, {7});
    for (std::uint64_t number = 5001; number <= 5100; ++number)
        add(number, 50, {static_cast<std::uint32_t>(number % 10)});
    for (std::uint64_t number = 5101; number <= 5120; ++number) add(number, 60, {3, 20});
    const auto chosen = BestPool::select(best.pool(), selection);
    REQUIRE(chosen.size() == 100);
    std::map<std::uint32_t, int> of_idea;
    for (const Find& find : chosen) {
        for (const std::uint32_t idea : find.ideas) ++of_idea[idea];
    }
    CHECK(of_idea[7] == 15);
    CHECK(of_idea[20] == 15);  // each of these puzzles has idea 3 too
    CHECK(of_idea[3] == 15);

    BestPool alone(selection);
    for (std::uint64_t number = 1; number <= 200; ++number) {
        Find find = find_of(number, 50);
        find.pattern = number;
        find.ideas = {1};
        alone.add(find);
    }
    CHECK(BestPool::select(alone.pool(), selection).size() ==
          60);  // the pool keeps 15 % of 400 puzzles of an idea
}

}  // namespace octomate::make
