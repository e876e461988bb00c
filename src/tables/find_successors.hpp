#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/tabled.hpp"
#include "tables/dense_cells.hpp"
#include "tables/tables.hpp"
#include "tables/values.hpp"

namespace octomate::tables {

/// The cells of a class that are positions.
template <Tabled P>
DenseCells positions_of(const typename P::Cells& cells, const Brake& brake = Brake()) {
    return DenseCells::of(cells.size(), [&](std::uint64_t cell) {
        if (cell % 4096 == 0) brake();
        return cells.at(cell).has_value();
    });
}

/// How many positions have the same side to move as the first one: those before the others.
template <Tabled P>
std::size_t first_block_of(const typename P::Cells& cells, const DenseCells& positions) {
    const auto turn_of = [&](std::size_t number) {
        Color turn{};
        positions.for_each(number, number + 1, [&](std::uint64_t cell) { turn = cells.at(cell)->turn(); });
        return turn;
    };
    std::size_t low = 0, high = positions.size();  // the block ends between them
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

/// Finds the successors of the positions of a class, in the own part of a team. `leaf(position)` returns the
/// number of a position of another class, counted behind the leaves for lost and drawn games.
template <Tabled P, class Leaf>
Successors find_successors(const typename P::Material& material, const DenseCells& positions,
                           const Team& team, Leaf leaf, const Brake& brake = Brake()) {
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
    // A part of each block: all of the chunks in which it lies.
    const auto is_own = [&](std::size_t begin, std::size_t end) {
        const auto overlaps = [&](std::size_t block, std::size_t size) {
            const auto [first, last] = team.own(size);
            return first < last && begin < block + last && block + first < end;
        };
        return overlaps(0, head) || overlaps(head, all.nodes - head);
    };

    tbb::parallel_for(std::size_t{0}, all.chunks.size(), [&](std::size_t number) {
        brake();
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
                groups[place_of_roll(position, rolls, move)].push_back(target);
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

/// Numbers the leaves behind those for lost and drawn games anew, without those to which no move leads.
/// Returns the old numbers, of so many, that are left, in their order, which stays.
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
