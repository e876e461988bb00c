#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/tabled.hpp"
#include "tables/dense_cells.hpp"
#include "tables/successors.hpp"

namespace octomate::tables {

/// The cells of a class that are positions.
template <Tabled P>
DenseCells positions_of(const typename P::Cells& cells) {
    return DenseCells::of(cells.size(), [&](std::uint64_t cell) { return cells.at(cell).has_value(); });
}

/// The successors of a class. `leaf(position)` gives the number, behind the leaves for lost and drawn games,
/// of a position of another class.
template <Tabled P, class Leaf>
Successors find_successors(const typename P::Material& material, const DenseCells& positions, Leaf leaf) {
    static_assert(P::chance_unit <= Successors::most_rolls);
    enum : std::uint32_t { Lost, Drawn, Others };
    const typename P::Cells cells(material);
    Successors all;
    all.nodes = positions.size();
    all.rolls = P::chance_unit;
    all.lower = all.upper = {-1, 0};
    all.chunks.resize((all.nodes + Successors::chunk_size - 1) / Successors::chunk_size);
    std::vector<std::size_t> first_movers(all.chunks.size());
    const auto nodes = static_cast<std::uint32_t>(all.nodes);
    Color first{};
    positions.for_each(0, std::min<std::size_t>(1, all.nodes),
                       [&](std::uint64_t cell) { first = cells.at(cell)->turn(); });

    tbb::parallel_for(std::size_t{0}, all.chunks.size(), [&](std::size_t number) {
        Successors::Chunk& chunk = all.chunks[number];
        const std::size_t begin = number * Successors::chunk_size;
        MoveList<P> moves;
        std::array<std::vector<std::uint32_t>, Successors::most_rolls> groups;
        positions.for_each(
            begin, std::min(all.nodes, begin + Successors::chunk_size), [&](std::uint64_t cell) {
                const P position = *cells.at(cell);
                chunk.begin.push_back(static_cast<std::uint32_t>(chunk.targets.size()));
                if (position.turn() == first) ++first_movers[number];
                auto& sizes = chunk.groups.emplace_back();
                if (const Outcome outcome = position.outcome(); outcome != Outcome::Ongoing) {
                    assert(outcome == Outcome::Draw || outcome == won_by(!position.turn()));
                    chunk.kinds.push_back(Successors::Kind::Over);
                    chunk.targets.push_back(nodes + (outcome == Outcome::Draw ? Drawn : Lost));
                    return;
                }
                const auto rolls = position.rolls();
                chunk.kinds.push_back(rolls.size() == 1 ? Successors::Kind::One : Successors::Kind::Die);
                moves.clear();
                position.legal_moves(moves);
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
    for (const std::size_t count : first_movers) all.first_block += count;
    return all;
}

}  // namespace octomate::tables
