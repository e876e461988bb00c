
#include "make/finds.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "make/maker.hpp"

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

/// Puts those first that repeat the fewest mating patterns of others before them.
void put_new_patterns_first(std::vector<Find>& sorted) {
    std::unordered_map<std::uint64_t, std::size_t> shown;
    std::map<std::size_t, std::vector<Find>> rounds;
    for (Find& find : sorted) rounds[shown[find.pattern]++].push_back(std::move(find));
    sorted.clear();
    for (auto& [round, finds] : rounds) std::move(finds.begin(), finds.end(), std::back_inserter(sorted));
}

/// How many of so many places one idea may have.
std::size_t places_of_an_idea(std::size_t places) { return std::max<std::size_t>(1, places * 15 / 100); }

/// Leaves only the best of each idea, the first of several counting, which must stand first: as many as may
/// get a place. With balance those of each group by themselves.
void cut_ideas(std::vector<Find>& sorted, std::size_t places, bool balanced) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> of_idea;
    std::erase_if(sorted, [&](const Find& find) {
        if (find.ideas.empty()) return false;
        return of_idea[{balanced ? find.group : 0, find.ideas.front()}]++ >= places_of_an_idea(places);
    });
}

/// Chooses from the first to the last: from each group as equal a share as there are finds, and of no idea
/// more than the first number of `of_ideas`, then, if places are left, more than the next.
std::vector<Find> choose(std::vector<Find>& sorted, const Choice& choice,
                         std::initializer_list<std::size_t> of_ideas) {
    std::map<std::uint32_t, std::size_t> sizes, of_group;
    std::map<std::uint32_t, std::size_t> of_idea;
    const auto group_of = [&](const Find& find) { return choice.balanced ? find.group : 0; };
    for (const Find& find : sorted) ++sizes[group_of(find)];
    std::vector<bool> taken(sorted.size());
    std::vector<Find> chosen;
    const auto choose_up_to = [&](std::size_t share, std::size_t of_one_idea) {
        bool waiting = false;  // for a greater share
        for (std::size_t at = 0; at < sorted.size() && chosen.size() < choice.places; ++at) {
            const Find& find = sorted[at];
            if (taken[at] || std::any_of(find.ideas.begin(), find.ideas.end(),
                                         [&](std::uint32_t idea) { return of_idea[idea] >= of_one_idea; }))
                continue;
            if (of_group[group_of(find)] >= share) {
                waiting = true;
                continue;
            }
            taken[at] = true;
            ++of_group[group_of(find)];
            for (const std::uint32_t idea : find.ideas) ++of_idea[idea];
            chosen.push_back(std::move(sorted[at]));
        }
        return waiting;
    };
    const std::size_t fair = level(sizes, choice.places);
    for (const std::size_t of_one_idea : of_ideas) {
        for (std::size_t share = fair; choose_up_to(share, of_one_idea) && chosen.size() < choice.places;)
            ++share;
    }
    return chosen;
}

}  // namespace

void Best::add(Find find) {
    if (!find.presentable) return;
    if (latest_ && latest_->unit == find.unit && latest_->origin == find.origin) {
        if (better(find, *latest_)) latest_ = std::move(find);
        return;
    }
    settle();
    latest_ = std::move(find);
    if (kept_.size() >= 2 * places_ + 64) trim();
}

const std::vector<Find>& Best::pool() {
    settle();
    trim();
    return kept_;
}

std::vector<Find> Best::chosen(const std::vector<Find>& pool, const Choice& choice) {
    TwinSet known;
    std::vector<Find> chosen;
    std::copy_if(pool.begin(), pool.end(), std::back_inserter(chosen),
                 [&](const Find& find) { return known.insert(find); });
    put_new_patterns_first(chosen);
    chosen = choose(chosen, choice, {places_of_an_idea(choice.places), choice.places});
    std::sort(chosen.begin(), chosen.end(), better);
    if (choice.chapters) {
        std::stable_sort(chosen.begin(), chosen.end(), [](const Find& a, const Find& b) {
            return theme_of_group(a.group) < theme_of_group(b.group);
        });
    }
    return chosen;
}

void Best::settle() {
    if (latest_) kept_.push_back(*std::exchange(latest_, std::nullopt));
}

// Nothing that is dropped now would have come back later: more puzzles only ever lower the level, and push
// others back in their group.
void Best::trim() {
    std::sort(kept_.begin(), kept_.end(), better);
    cut_ideas(kept_, places_, choice_.balanced);
    if (kept_.size() <= places_) return;
    kept_ = choose(kept_, {places_, choice_.balanced}, {places_});
    std::sort(kept_.begin(), kept_.end(), better);
}

}  // namespace octomate::make
