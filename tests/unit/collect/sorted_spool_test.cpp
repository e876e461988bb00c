#include "collect/sorted_spool.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

using octomate::collect::SortedSpool;

namespace {

struct Head {
    int key;
    bool precedes(const Head& other) const { return key < other.key; }
};

}  // namespace

TEST_CASE("sorted spool: texts of several runs are read in order, equal ones as they were added") {
    std::mt19937 random(1);
    SortedSpool<Head> spool;
    std::vector<std::pair<int, std::string>> expected;
    for (int n = 0; n < 600; ++n) {
        const Head head{static_cast<int>(random() % 50)};
        std::string text = std::to_string(n) + std::string(random() % 200'000, 'x');
        if (n % 7 == 0) text.clear();
        spool.add(head, text);
        expected.emplace_back(head.key, std::move(text));
    }
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    CHECK(spool.size() == 600);
    for (int time = 0; time < 2; ++time) {
        std::vector<std::pair<int, std::string>> got;
        spool.for_each([&](const Head& head, std::string_view text) { got.emplace_back(head.key, text); });
        CHECK((got == expected));
    }
}

TEST_CASE("sorted spool: an empty spool reads nothing") {
    SortedSpool<Head> spool;
    spool.for_each([](const Head&, std::string_view) { FAIL(); });
    CHECK(spool.size() == 0);
}
