#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "tables/table.hpp"
#include "tables/tables.hpp"

// Builds the graph of moves (`Successors`) from the rules of a game. tables/table.hpp explains the terms.

namespace octomate::tables {

/// Numbers the cells of a material that are positions. Throws Stopped if `stop_check` does.
template <Tabled P>
DenseCells positions_of(const typename P::Cells& cells, const StopCheck& stop_check = StopCheck()) {
    return DenseCells::from_predicate(cells.size(), [&](std::uint64_t cell) {
        if (cell % 4096 == 0) stop_check();
        return cells.at(cell).has_value();
    });
}

/// Returns the number of positions with the same side to move as position 0; they come first. Binary search.
template <Tabled P>
std::size_t first_block_of(const typename P::Cells& cells, const DenseCells& positions) {
    const auto turn_of = [&](std::size_t number) {
        Color turn{};
        positions.for_each(number, number + 1, [&](std::uint64_t cell) { turn = cells.at(cell)->turn(); });
        return turn;
    };
    std::size_t low = 0, high = positions.size();  // the first block ends between these numbers
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

/// Builds the graph of moves of `material` for this rank's part of the positions. The first two leaves are
/// the lost and the drawn game. The others are positions of other materials, numbered from 0 by
/// `leaf(position)`; the caller appends their bounds. Throws Stopped if `stop_check` does.
template <Tabled P, class Leaf>
Successors find_successors(const typename P::Material& material, const DenseCells& positions,
                           const Team& team, Leaf leaf, const StopCheck& stop_check = StopCheck()) {
    static_assert(P::chance_unit <= Successors::most_rolls);
    enum : std::uint32_t { Lost, Drawn, OtherMaterials };  // indices of leaves; the last begins a range
    const typename P::Cells cells(material);
    Successors successors;
    successors.nodes = positions.size();
    successors.rolls = P::chance_unit;
    successors.lower = successors.upper = {-1, 0};
    successors.chunks.resize((successors.nodes + Successors::chunk_size - 1) / Successors::chunk_size);
    successors.first_block = first_block_of<P>(cells, positions);
    const auto nodes = static_cast<std::uint32_t>(successors.nodes);
    const std::size_t last_block = successors.first_block == successors.nodes ? 0 : successors.first_block;
    // This rank needs every chunk that overlaps its part of either block.
    const auto is_own = [&](std::size_t begin, std::size_t end) {
        const auto overlaps = [&](std::size_t block_begin, std::size_t size) {
            const auto [first, last] = team.own(size);
            return first < last && begin < block_begin + last && block_begin + first < end;
        };
        return overlaps(0, last_block) || overlaps(last_block, successors.nodes - last_block);
    };

    tbb::parallel_for(std::size_t{0}, successors.chunks.size(), [&](std::size_t number) {
        stop_check();
        Successors::Chunk& chunk = successors.chunks[number];
        const std::size_t begin = number * Successors::chunk_size;
        const std::size_t end = std::min(successors.nodes, begin + Successors::chunk_size);
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
                        : nodes + OtherMaterials + leaf(after);
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
    return successors;
}

/// Removes the leaves of other materials (`leaves` in number) that no move leads to, and renumbers the others
/// without gaps. Returns the old indices of those that remain, in increasing order.
inline std::vector<std::uint32_t> renumber_leaves(Successors& successors, std::size_t leaves) {
    const auto first = static_cast<std::uint32_t>(successors.nodes + successors.lower.size());
    std::vector<std::uint32_t> new_number(leaves), reached;
    for (const Successors::Chunk& chunk : successors.chunks) {  // marks the leaves that are reached
        for (const std::uint32_t target : chunk.targets) {
            if (target >= first) new_number[target - first] = 1;
        }
    }
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        if (new_number[leaf] == 0) continue;
        new_number[leaf] = first + static_cast<std::uint32_t>(reached.size());
        reached.push_back(leaf);
    }
    for (Successors::Chunk& chunk : successors.chunks) {
        for (std::uint32_t& target : chunk.targets) {
            if (target >= first) target = new_number[target - first];
        }
    }
    return reached;
}

}  // namespace octomate::tables
