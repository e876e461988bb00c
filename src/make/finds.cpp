
#include "make/finds.hpp"

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

/// Returns the greatest share such that all groups together, each with at most this share and at most its
/// own size, fit into `places`. `sizes` maps groups to their numbers of puzzles.
std::size_t equal_share(const std::map<std::uint32_t, std::size_t>& sizes, std::size_t places) {
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

/// Moves the first puzzle of each mating pattern to the front, then the second of each, and so on; the order
/// is otherwise unchanged.
void put_new_patterns_first(std::vector<Find>& sorted) {
    std::unordered_map<std::uint64_t, std::size_t> shown;
    std::map<std::size_t, std::vector<Find>> rounds;
    for (Find& find : sorted) rounds[shown[find.pattern]++].push_back(std::move(find));
    sorted.clear();
    for (auto& [round, finds] : rounds) std::move(finds.begin(), finds.end(), std::back_inserter(sorted));
}

/// Returns how many of `places` puzzles may share an idea: 15 %, but at least one.
std::size_t places_of_an_idea(std::size_t places) { return std::max<std::size_t>(1, places * 15 / 100); }

/// Keeps the first `places_of_an_idea(places)` puzzles of each idea and removes the others; if `balanced`,
/// separately in each group. Only the first idea of a puzzle counts. `sorted` is sorted best first.
void cut_ideas(std::vector<Find>& sorted, std::size_t places, bool balanced) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> of_idea;
    std::erase_if(sorted, [&](const Find& find) {
        if (find.ideas.empty()) return false;
        return of_idea[{balanced ? find.group : 0, find.ideas.front()}]++ >= places_of_an_idea(places);
    });
}

/// Chooses puzzles from first to last, with equal shares for all groups if `choice.balanced`. At most as many
/// as the first number of `of_ideas` may share an idea; if places are left, as many as the next number.
std::vector<Find> choose(std::vector<Find>& sorted, const Choice& choice,
                         std::initializer_list<std::size_t> of_ideas) {
    std::map<std::uint32_t, std::size_t> sizes, of_group;
    std::map<std::uint32_t, std::size_t> of_idea;
    const auto group_of = [&](const Find& find) { return choice.balanced ? find.group : 0; };
    for (const Find& find : sorted) ++sizes[group_of(find)];
    std::vector<bool> is_chosen(sorted.size());
    std::vector<Find> chosen;
    const auto choose_up_to = [&](std::size_t share, std::size_t most_of_idea) {
        bool waiting = false;  // a puzzle was skipped that a greater share would let in
        for (std::size_t i = 0; i < sorted.size() && chosen.size() < choice.places; ++i) {
            const Find& find = sorted[i];
            if (is_chosen[i] || std::any_of(find.ideas.begin(), find.ideas.end(), [&](std::uint32_t idea) {
                    return of_idea[idea] >= most_of_idea;
                }))
                continue;
            if (of_group[group_of(find)] >= share) {
                waiting = true;
                continue;
            }
            is_chosen[i] = true;
            ++of_group[group_of(find)];
            for (const std::uint32_t idea : find.ideas) ++of_idea[idea];
            chosen.push_back(std::move(sorted[i]));
        }
        return waiting;
    };
    const std::size_t fair = equal_share(sizes, choice.places);
    for (const std::size_t most_of_idea : of_ideas) {
        for (std::size_t share = fair; choose_up_to(share, most_of_idea) && chosen.size() < choice.places;)
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

/// Moves the best puzzle of the current origin to the pool.
void Best::settle() {
    if (latest_) kept_.push_back(*std::exchange(latest_, std::nullopt));
}

/// Reduces the pool to `places_` puzzles. A puzzle that is dropped now could not be chosen later: more
/// puzzles only lower the share of its group, and rank before it in its group.
void Best::trim() {
    std::sort(kept_.begin(), kept_.end(), better);
    cut_ideas(kept_, places_, choice_.balanced);
    if (kept_.size() <= places_) return;
    kept_ = choose(kept_, {places_, choice_.balanced}, {places_});
    std::sort(kept_.begin(), kept_.end(), better);
}

}  // namespace octomate::make
