#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tables/values.hpp"

namespace octomate::tables {

using Numbers = std::vector<double>;

/// The mean over the rolls of `best(targets, count)`, which looks at the moves that a roll allows; the node
/// is not over.
template <class Best>
double mean_of_bests(const Successors& successors, const Successors::Chunk& chunk, std::size_t at,
                     Best best) {
    const std::uint32_t* const all = chunk.targets.data() + chunk.begin[at];
    const std::size_t count = chunk.begin[at + 1] - chunk.begin[at];
    if (chunk.kinds[at] == Successors::Kind::One) return best(all, count);
    double sum = 0;
    unsigned free = 0;
    const std::uint32_t* group = all;
    for (unsigned roll = 0; roll < successors.rolls; ++roll) {
        const std::size_t size = chunk.groups[at][roll];
        if (size == 0) {
            ++free;
            continue;
        }
        sum += best(group, size);
        group += size;
    }
    if (free > 0) sum += free * best(all, count);
    return sum / successors.rolls;
}

/// What a node makes of numbers behind it: the side to move takes the best of them, negated.
inline double value_of(const Successors& successors, const Successors::Chunk& chunk, std::size_t at,
                       const Numbers& behind) {
    if (chunk.kinds[at] == Successors::Kind::Over) return behind[chunk.targets[chunk.begin[at]]];
    return mean_of_bests(successors, chunk, at, [&](const std::uint32_t* targets, std::size_t count) {
        double best = -behind[targets[0]];
        for (std::size_t one = 1; one < count; ++one) best = std::max(best, -behind[targets[one]]);
        return best;
    });
}

/// Walks over the nodes of a class: each rank over its part, on all of its threads.
class Sweeps {
  public:
    Sweeps(const Successors& successors, const Team& team) : successors_(successors), team_(team) {
        const std::size_t nodes = successors.nodes;
        head_ = successors.first_block == nodes ? 0 : successors.first_block;
        edges_ = team.sum(own_edges(0, head_) + own_edges(head_, nodes));
    }

    /// The nodes before it have one side to move, those from it on the other, or it is 0.
    std::size_t head() const { return head_; }
    const Team& team() const { return team_; }

    /// Calls f(node, chunk, place in it) for the own part of the nodes begin…end-1, a block or all.
    template <class F>
    void for_nodes(std::size_t begin, std::size_t end, F f) const {
        if (begin == 0 && end == successors_.nodes && head_ > 0) {
            for_nodes(0, head_, f);
            begin = head_;
        }
        constexpr std::size_t size = Successors::chunk_size;
        const auto [first, last] = team_.own(end - begin);
        if (first >= last) return;
        const std::size_t from = begin + first, to = begin + last;
        tbb::parallel_for(from / size, (to - 1) / size + 1, [&](std::size_t number) {
            const Successors::Chunk& chunk = successors_.chunks[number];
            const std::size_t stop = std::min(to, (number + 1) * size);
            for (std::size_t node = std::max(from, number * size); node < stop; ++node)
                f(node, chunk, node - number * size);
        });
    }

    /// out[node - begin] = f(node, chunk, place) for all nodes of a block, on all ranks.
    template <class F>
    void make(std::size_t begin, std::size_t end, double* out, F f) {
        for_nodes(begin, end, [&](std::size_t node, const Successors::Chunk& chunk, std::size_t at) {
            out[node - begin] = f(node, chunk, at);
        });
        team_.share(out, end - begin);
        // The two sides have about as many moves each.
        evaluations_ += edges_ * (end - begin) / std::max<std::size_t>(1, successors_.nodes);
    }

    /// The same for all nodes, both blocks from the same numbers.
    template <class F>
    void make_all(double* out, F f) {
        if (head_ > 0) make(0, head_, out, f);
        make(head_, successors_.nodes, out + head_, f);
    }

    /// The greatest of f(node, chunk, place) of all nodes, at least 0.
    template <class F>
    double greatest(F f) {
        Numbers of_chunks(successors_.chunks.size());
        // A chunk may have nodes of both blocks, which are walked over one after the other.
        for_nodes(0, successors_.nodes,
                  [&](std::size_t node, const Successors::Chunk& chunk, std::size_t at) {
                      double& so_far = of_chunks[node / Successors::chunk_size];
                      so_far = std::max(so_far, f(node, chunk, at));
                  });
        evaluations_ += edges_;
        double most = 0;
        for (const double one : of_chunks) most = std::max(most, one);
        return team_.greatest(most);
    }

    /// How many moves were looked at, on all ranks.
    std::uint64_t evaluations() const { return evaluations_; }
    void set_evaluations(std::uint64_t so_far) { evaluations_ = so_far; }

  private:
    std::uint64_t own_edges(std::size_t begin, std::size_t end) const {
        const auto [first, last] = team_.own(end - begin);
        std::uint64_t sum = 0;
        for (std::size_t node = begin + first; node < begin + last; ++node) {
            const Successors::Chunk& chunk = successors_.chunks[node / Successors::chunk_size];
            const std::size_t at = node % Successors::chunk_size;
            sum += chunk.begin[at + 1] - chunk.begin[at];
        }
        return sum;
    }

    const Successors& successors_;
    const Team& team_;
    std::size_t head_ = 0;
    std::uint64_t edges_ = 0;
    std::uint64_t evaluations_ = 0;
};

}  // namespace octomate::tables
