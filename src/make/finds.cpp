
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
    return a.quality != b.quality ? a.quality > b.quality : a.precedes(b);
}

/// Returns the largest limit per group with which all groups together contribute at most `count` puzzles.
/// `sizes` maps groups to their numbers of puzzles.
std::size_t equal_share(const std::map<std::uint32_t, std::size_t>& sizes, std::size_t count) {
    std::size_t low = 0, high = count;
    while (low < high) {
        const std::size_t middle = low + (high - low + 1) / 2;
        std::size_t needed = 0;
        for (const auto& [group, size] : sizes) needed += std::min(size, middle);
        if (needed <= count) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/// Moves the first puzzle of each mating pattern to the front, then the second of each, and so on; the order
/// is otherwise unchanged.
void move_new_patterns_first(std::vector<Find>& sorted) {
    std::unordered_map<std::uint64_t, std::size_t> shown;
    std::map<std::size_t, std::vector<Find>> rounds;
    for (Find& find : sorted) rounds[shown[find.pattern]++].push_back(std::move(find));
    sorted.clear();
    for (auto& [round, finds] : rounds) std::move(finds.begin(), finds.end(), std::back_inserter(sorted));
}

/// Returns how many of `count` puzzles may share an idea: 15 %, but at least one.
std::size_t default_idea_limit(std::size_t count) { return std::max<std::size_t>(1, count * 15 / 100); }

/// Keeps the first `default_idea_limit(count)` puzzles of each idea, if `balanced` in each group, and removes
/// the others. Only the first idea of a puzzle counts. `sorted` is sorted best first.
void limit_ideas(std::vector<Find>& sorted, std::size_t count, bool balanced) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> idea_counts;
    std::erase_if(sorted, [&](const Find& find) {
        if (find.ideas.empty()) return false;
        return idea_counts[{balanced ? find.group : 0, find.ideas.front()}]++ >= default_idea_limit(count);
    });
}

/// Selects puzzles from first to last, with equal shares for all groups if `selection.balanced`. Each number
/// of `idea_limits` is a maximum of puzzles with the same idea; the numbers are applied in turn until the
/// selection is complete.
std::vector<Find> select_with_shares(std::vector<Find>& sorted, const Selection& selection,
                                     std::initializer_list<std::size_t> idea_limits) {
    std::map<std::uint32_t, std::size_t> sizes, group_counts;
    std::map<std::uint32_t, std::size_t> idea_counts;
    const auto group_of = [&](const Find& find) { return selection.balanced ? find.group : 0; };
    for (const Find& find : sorted) ++sizes[group_of(find)];
    std::vector<bool> is_chosen(sorted.size());
    std::vector<Find> chosen;
    const auto choose_up_to = [&](std::size_t share, std::size_t idea_limit) {
        bool skipped = false;  // a puzzle was skipped because its group had its share
        for (std::size_t i = 0; i < sorted.size() && chosen.size() < selection.count; ++i) {
            const Find& find = sorted[i];
            if (is_chosen[i] || std::any_of(find.ideas.begin(), find.ideas.end(), [&](std::uint32_t idea) {
                    return idea_counts[idea] >= idea_limit;
                }))
                continue;
            if (group_counts[group_of(find)] >= share) {
                skipped = true;
                continue;
            }
            is_chosen[i] = true;
            ++group_counts[group_of(find)];
            for (const std::uint32_t idea : find.ideas) ++idea_counts[idea];
            chosen.push_back(std::move(sorted[i]));
        }
        return skipped;
    };
    const std::size_t fair_share = equal_share(sizes, selection.count);
    for (const std::size_t idea_limit : idea_limits) {
        for (std::size_t share = fair_share;
             choose_up_to(share, idea_limit) && chosen.size() < selection.count;)
            ++share;
    }
    return chosen;
}

}  // namespace

void BestPool::add(Find find) {
    if (!find.presentable) return;
    if (latest_ && latest_->unit == find.unit && latest_->origin == find.origin) {
        if (better(find, *latest_)) latest_ = std::move(find);
        return;
    }
    add_latest_to_pool();
    latest_ = std::move(find);
    if (pool_.size() >= 2 * pool_size_ + 64) trim();
}

const std::vector<Find>& BestPool::pool() {
    add_latest_to_pool();
    trim();
    return pool_;
}

std::vector<Find> BestPool::select(const std::vector<Find>& pool, const Selection& selection) {
    TwinFreeSet twins;
    std::vector<Find> chosen;
    std::copy_if(pool.begin(), pool.end(), std::back_inserter(chosen),
                 [&](const Find& find) { return twins.insert(find); });
    move_new_patterns_first(chosen);
    chosen = select_with_shares(chosen, selection, {default_idea_limit(selection.count), selection.count});
    std::sort(chosen.begin(), chosen.end(), better);
    if (selection.chapters) {
        std::stable_sort(chosen.begin(), chosen.end(), [](const Find& a, const Find& b) {
            return theme_of_group(a.group) < theme_of_group(b.group);
        });
    }
    return chosen;
}

/// Moves the best puzzle of the current origin to the pool.
void BestPool::add_latest_to_pool() {
    if (latest_) pool_.push_back(*std::exchange(latest_, std::nullopt));
}

/// Reduces the pool to `pool_size_` puzzles. A puzzle that is dropped now could not be chosen later: new
/// puzzles can only lower the share of its group or rank before it.
void BestPool::trim() {
    std::sort(pool_.begin(), pool_.end(), better);
    limit_ideas(pool_, pool_size_, selection_.balanced);
    if (pool_.size() <= pool_size_) return;
    pool_ = select_with_shares(pool_, {pool_size_, selection_.balanced}, {pool_size_});
    std::sort(pool_.begin(), pool_.end(), better);
}

}  // namespace octomate::make
