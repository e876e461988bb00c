#include "make/best.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace octomate::make {

namespace {

bool better(const Find& a, const Find& b) {
    return a.quality != b.quality ? a.quality > b.quality : a.before(b);
}

/// How many places each group gets at least when all get equal shares: the highest level at which groups,
/// none having more than it fills, do not need more places than there are.
std::size_t level(const std::map<std::uint32_t, std::size_t>& sizes, std::size_t places) {
    std::size_t low = 0, high = places;
    while (low < high) {
        const std::size_t middle = low + (high - low + 1) / 2;
        std::size_t needed = 0;
        for (const auto& [group, size] : sizes) needed += std::min(size, middle);
        if (needed <= places) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

}  // namespace

void Best::add(Find find) {
    if (latest_ && latest_->unit == find.unit && latest_->origin == find.origin) {
        if (better(find, *latest_)) latest_ = std::move(find);
        return;
    }
    settle();
    latest_ = std::move(find);
    if (kept_.size() >= 2 * places_ + 64) trim();
}

const std::vector<Find>& Best::sorted() {
    settle();
    trim();
    return kept_;
}

void Best::settle() {
    if (latest_) kept_.push_back(*std::exchange(latest_, std::nullopt));
}

// Nothing that is dropped now would have come back later: more puzzles only ever lower the level, and push
// others back in their group.
void Best::trim() {
    std::sort(kept_.begin(), kept_.end(), better);
    if (kept_.size() <= places_) return;
    if (!balanced_) {
        kept_.resize(places_);
        return;
    }
    std::map<std::uint32_t, std::size_t> sizes;
    for (const Find& find : kept_) ++sizes[find.group];
    const std::size_t share = level(sizes, places_);
    std::size_t spare = places_;
    for (const auto& [group, size] : sizes) spare -= std::min(size, share);
    // The best first: whoever is within the share of its group stays, and as many as there are spare places
    // of those that are next in line.
    std::map<std::uint32_t, std::size_t> rank;
    std::vector<Find> stay;
    for (Find& find : kept_) {
        const std::size_t at = rank[find.group]++;
        if (at < share || (at == share && spare > 0)) {
            if (at == share) --spare;
            stay.push_back(std::move(find));
        }
    }
    kept_ = std::move(stay);
}

}  // namespace octomate::make
