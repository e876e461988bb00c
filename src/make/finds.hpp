#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/random.hpp"

namespace octomate::make {

/// What a puzzle is compared by, and where it was found.
struct FindHead {
    std::uint64_t unit = 0;
    std::uint32_t number = 0;       ///< in its unit, from 0; duplicates count too
    std::uint64_t fingerprint = 0;  ///< of the position
    std::uint32_t origin = 0;       ///< in its unit: the game, or the arrangement, that it comes from
    int quality = 0;                ///< 0…100
    std::uint64_t pattern = 0;      ///< of its winning moves: see MatingPattern
    std::uint32_t group = 0;        ///< puzzles of one group are alike: side, number of faces, leading theme
    bool presentable = true;        ///< the best may have it among them

    /// Compares by the order in which a run finds.
    bool before(const FindHead& other) const {
        return unit != other.unit ? unit < other.unit : number < other.number;
    }
};

/// A puzzle that a unit of work found.
struct Find : FindHead {
    /// Kinds of ideas of its winning moves, each once, of a game that tells them. Only where the best are
    /// sought.
    std::vector<std::uint32_t> ideas;
    /// The fingerprints of the position without each of its pieces: two positions that differ by one piece
    /// share one, or have the other's own. Only where the best are sought.
    std::vector<std::uint64_t> without;
    std::string record;  ///< as it is written, with its newline
};

/// Calls f(name, field) for each field of a find that is kept when a run is stopped.
template <class AnyFind, class F>
void for_each_field(AnyFind& find, F f) {
    f("unit", find.unit);
    f("number", find.number);
    f("fingerprint", find.fingerprint);
    f("pattern", find.pattern);
    f("origin", find.origin);
    f("quality", find.quality);
    f("group", find.group);
    f("ideas", find.ideas);
    f("without", find.without);
    f("record", find.record);
}

/// What a unit of work found.
struct UnitResult {
    std::uint64_t unit = 0;
    std::uint64_t positions = 0;  ///< that were looked at
    std::uint32_t found = 0;      ///< how many were found in them; duplicates count too
    std::vector<Find> finds;      ///< in order: all of them, or those that are left without the duplicates
};

/// Which units of work belong to a run: those from `next` to `last` whose number leaves the remainder `shard`
/// when divided by `shards`.
struct Units {
    std::uint64_t next = 0;
    std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;

    /// Takes the next unit; false if there is none.
    bool take(std::uint64_t& unit) {
        unit = next + (shard + shards - next % shards) % shards;
        if (unit > last || unit < next || unit == std::numeric_limits<std::uint64_t>::max()) return false;
        next = unit + 1;
        return true;
    }
};

/// 64 bits that stand for a position of a game with so many faces and for its symmetric images. Among ten
/// million positions two that differ have the same with a chance of three in a million; the later one is then
/// left out.
inline std::uint64_t fingerprint(const PositionKey& key, int faces) {
    std::uint64_t z = key.first ^ ((key.second + static_cast<unsigned>(faces)) * 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93;
    return z ^ (z >> 32);
}

/// Finds near twins among puzzles: the same pieces but for one, which is gone, new, another one, or
/// elsewhere.
class TwinSet {
  public:
    /// Whether none of those that it took is a near twin; it takes the puzzle then.
    bool insert(const Find& find) {
        const auto without = [&](std::uint64_t one) {
            return whole_.contains(one) || without_.contains(one);
        };
        if (without_.contains(find.fingerprint) ||
            std::any_of(find.without.begin(), find.without.end(), without))
            return false;
        whole_.insert(find.fingerprint);
        without_.insert(find.without.begin(), find.without.end());
        return true;
    }

  private:
    std::unordered_set<std::uint64_t> whole_, without_;
};

/// A set of fingerprints: sorted lists, one for each value of their upper 16 bits, which take 8 to 16 bytes
/// each.
class DistinctSet {
  public:
    /// Adds a fingerprint; returns false if it was there.
    bool insert(std::uint64_t fingerprint) {
        std::vector<std::uint64_t>& list = lists_[fingerprint >> 48];
        const auto at = std::lower_bound(list.begin(), list.end(), fingerprint);
        if (at != list.end() && *at == fingerprint) return false;
        list.insert(at, fingerprint);
        ++size_;
        return true;
    }

    /// Removes the finds of a unit that are not new.
    void remove_duplicates(UnitResult& result) {
        std::erase_if(result.finds, [this](const Find& find) { return !insert(find.fingerprint); });
    }

    std::size_t size() const { return size_; }

  private:
    std::vector<std::vector<std::uint64_t>> lists_ = std::vector<std::vector<std::uint64_t>>(1 << 16);
    std::size_t size_ = 0;
};

/// How the best are chosen.
struct Choice {
    std::size_t places = 1;
    /// Groups get equal shares of the places; those that do not fill theirs leave them to the others.
    bool balanced = false;
    /// They are put in chapters, by the places of their leading themes in the catalogue.
    bool chapters = false;
};

/// Keeps a pool of the best of all puzzles that it is shown, of those that are presentable, in memory for
/// eight times as many as are chosen of it. The better one is the one of the higher quality, of two alike the
/// one found earlier. Of those that one game gave, which are often much alike, only the best counts; and of
/// those of one idea, fifteen of a hundred places.
class Best {
  public:
    explicit Best(const Choice& choice) : choice_(choice), places_(4 * choice.places) {}

    /// Puzzles of the same origin must come one after the other.
    void add(Find find);

    /// The pool so far, best first: four times the places, in the same shares. A Best that is shown it goes
    /// on as this one would.
    const std::vector<Find>& pool();

    /// The best of a pool, of near twins only the better one. One whose mating pattern n better
    /// ones show gets a place only when none is left with fewer before it, and one whose idea has fifteen
    /// of a hundred places only when no other is left. Best first, in each chapter if there are any.
    static std::vector<Find> chosen(const std::vector<Find>& pool, const Choice& choice);

  private:
    void settle();
    void trim();

    Choice choice_;
    std::size_t places_;  // of the pool
    std::vector<Find> kept_;
    std::optional<Find> latest_;  // the best of its origin so far
};

}  // namespace octomate::make
