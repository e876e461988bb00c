#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "tables/odds_of.hpp"
#include "tables/table.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

/// Returns how much a position satisfies `criterion` (a difference of values, above 0) and the index of the
/// roll that shows it; nullopt if it does not.
std::optional<std::pair<double, std::size_t>> measure(const Odds& odds, Criterion criterion);

/// Whether two positions have the same side to move and differ on at most two squares: one piece moved.
bool near_each_other(std::string_view fen, std::string_view other);

/// Ranks `request.samples` of the `positions` by `measure` and returns the best, without those near a better
/// one. The result does not depend on the number of threads. `position_at(cell)` returns the position of a
/// cell, `bounds_of(position)` its bounds.
template <class P, class PositionAt, class BoundsOf>
requires Tabled<P> && Written<P> std::vector<Find> best_finds(const DenseCells& positions,
                                                              PositionAt position_at,
                                                              const FindRequest& request,
                                                              BoundsOf bounds_of) {
    struct Candidate {
        double measure;
        std::uint64_t cell;
        std::size_t roll;
        bool operator<(const Candidate& other) const {
            return std::tuple(-measure, cell) < std::tuple(-other.measure, other.cell);
        }
    };
    if (positions.size() == 0) return {};
    // Samples at a fixed stride, coprime to the number of positions, so that none is sampled twice.
    const std::uint64_t samples = std::min<std::uint64_t>(request.samples, positions.size());
    Random random(request.seed);
    const std::uint64_t first = random.next() % positions.size();
    std::uint64_t leap = positions.size() / samples;
    while (std::gcd(leap, positions.size()) != 1) ++leap;

    constexpr std::uint64_t share = 1024;
    std::vector<std::vector<Candidate>> found((samples + share - 1) / share);
    tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t part) {
        for (std::uint64_t sample = part * share; sample < std::min(samples, (part + 1) * share); ++sample) {
            if (request.interrupted && *request.interrupted) return;
            const std::size_t number = (first + sample * leap) % positions.size();
            positions.for_each(number, number + 1, [&](std::uint64_t cell) {
                const auto odds = odds_of(position_at(cell), bounds_of);
                if (!odds) return;
                if (const auto how = measure(*odds, request.criterion))
                    found[part].push_back({how->first, cell, how->second});
            });
        }
    });
    std::vector<Candidate> all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end());

    std::vector<Find> finds;
    for (const Candidate& one : all) {
        if (finds.size() == request.count || (request.interrupted && *request.interrupted)) break;
        const P position = position_at(one.cell);
        const std::string fen = position.fen();
        const bool known = std::any_of(finds.begin(), finds.end(),
                                       [&](const Find& find) { return near_each_other(find.fen, fen); });
        if (known) continue;
        Find find{fen, {}, one.measure, *odds_of(position, bounds_of)};
        if (request.criterion != Criterion::Swing && find.odds.rolls[one.roll].face != 0)
            find.roll = find.odds.rolls[one.roll].face;
        finds.push_back(std::move(find));
    }
    return finds;
}

/// Returns the cells of a material that are positions. Throws Stopped through `stop_check`.
template <Tabled P>
DenseCells positions_of(const typename P::Cells& cells, const StopCheck& stop_check = StopCheck()) {
    return DenseCells::of(cells.size(), [&](std::uint64_t cell) {
        if (cell % 4096 == 0) stop_check();
        return cells.at(cell).has_value();
    });
}

/// Returns the size of the first block: the positions with the same side to move as the first one. Binary
/// search.
template <Tabled P>
std::size_t first_block_of(const typename P::Cells& cells, const DenseCells& positions) {
    const auto turn_of = [&](std::size_t number) {
        Color turn{};
        positions.for_each(number, number + 1, [&](std::uint64_t cell) { turn = cells.at(cell)->turn(); });
        return turn;
    };
    std::size_t low = 0, high = positions.size();  // the block ends at low…high
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (turn_of(middle) == turn_of(0)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Builds the graph of moves of `material` for this rank's part of the positions. `leaf(position)` returns
/// the number of a position of another material among the leaves, after the two leaves for lost and drawn
/// games. The bounds of those leaves must be appended later. Throws Stopped through `stop_check`.
template <Tabled P, class Leaf>
Successors find_successors(const typename P::Material& material, const DenseCells& positions,
                           const Team& team, Leaf leaf, const StopCheck& stop_check = StopCheck()) {
    static_assert(P::chance_unit <= Successors::most_rolls);
    enum : std::uint32_t { Lost, Drawn, Others };
    const typename P::Cells cells(material);
    Successors all;
    all.nodes = positions.size();
    all.rolls = P::chance_unit;
    all.lower = all.upper = {-1, 0};
    all.chunks.resize((all.nodes + Successors::chunk_size - 1) / Successors::chunk_size);
    all.first_block = first_block_of<P>(cells, positions);
    const auto nodes = static_cast<std::uint32_t>(all.nodes);
    const std::size_t head = all.first_block == all.nodes ? 0 : all.first_block;
    // This rank needs every chunk that overlaps its part of either block.
    const auto is_own = [&](std::size_t begin, std::size_t end) {
        const auto overlaps = [&](std::size_t block, std::size_t size) {
            const auto [first, last] = team.own(size);
            return first < last && begin < block + last && block + first < end;
        };
        return overlaps(0, head) || overlaps(head, all.nodes - head);
    };

    tbb::parallel_for(std::size_t{0}, all.chunks.size(), [&](std::size_t number) {
        stop_check();
        Successors::Chunk& chunk = all.chunks[number];
        const std::size_t begin = number * Successors::chunk_size;
        const std::size_t end = std::min(all.nodes, begin + Successors::chunk_size);
        if (!is_own(begin, end)) return;
        MoveList<P> moves;
        std::array<std::vector<std::uint32_t>, Successors::most_rolls> groups;
        positions.for_each(begin, end, [&](std::uint64_t cell) {
            const P position = *cells.at(cell);
            chunk.begin.push_back(static_cast<std::uint32_t>(chunk.targets.size()));
            auto& sizes = chunk.groups.emplace_back();
            const auto rolls = position.rolls();
            moves.clear();
            position.legal_moves(moves);
            if (moves.empty()) {
                const bool lost = position.outcome() == won_by(!position.turn());
                chunk.kinds.push_back(Successors::Kind::Over);
                chunk.targets.push_back(nodes + (lost ? Lost : Drawn));
                return;
            }
            chunk.kinds.push_back(rolls.size() == 1 ? Successors::Kind::One : Successors::Kind::Die);
            for (auto& group : groups) group.clear();
            for (const auto& move : moves) {
                const P after = position.play(move);
                const std::uint32_t target =
                    P::Material::of(after) == material
                        ? static_cast<std::uint32_t>(positions.number(cells.of(after)))
                        : nodes + Others + leaf(after);
                groups[index_of_roll(position, rolls, move)].push_back(target);
            }
            for (std::size_t roll = 0; roll < rolls.size(); ++roll) {
                auto& group = groups[roll];
                std::sort(group.begin(), group.end());
                group.erase(std::unique(group.begin(), group.end()), group.end());
                sizes[roll] = static_cast<std::uint8_t>(group.size());
                chunk.targets.insert(chunk.targets.end(), group.begin(), group.end());
            }
        });
        chunk.begin.push_back(static_cast<std::uint32_t>(chunk.targets.size()));
        chunk.targets.shrink_to_fit();
    });
    return all;
}

/// Renumbers the `leaves` leaves after those for lost and drawn games without gaps, dropping those that no
/// move leads to. Returns the old numbers of the leaves that remain, in increasing order.
inline std::vector<std::uint32_t> renumber_leaves(Successors& successors, std::size_t leaves) {
    const auto first = static_cast<std::uint32_t>(successors.nodes + successors.lower.size());
    std::vector<std::uint32_t> number(leaves), reached;
    for (const Successors::Chunk& chunk : successors.chunks) {
        for (const std::uint32_t target : chunk.targets) {
            if (target >= first) number[target - first] = 1;
        }
    }
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        if (number[leaf] == 0) continue;
        number[leaf] = first + static_cast<std::uint32_t>(reached.size());
        reached.push_back(leaf);
    }
    for (Successors::Chunk& chunk : successors.chunks) {
        for (std::uint32_t& target : chunk.targets) {
            if (target >= first) target = number[target - first];
        }
    }
    return reached;
}

}  // namespace octomate::tables
