#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace octomate::tables {

/// Who works on a class of positions: this process, or several, each of which has its part of every list of
/// numbers. What comes out is the same, to the last bit, however many there are.
class Team {
  public:
    /// Parts begin at multiples of this.
    static constexpr std::size_t piece = 8192;

    virtual ~Team() = default;

    virtual std::size_t rank() const { return 0; }
    virtual std::size_t size() const { return 1; }

    /// The part of a list of `numbers` that a rank has: begin and end.
    std::pair<std::size_t, std::size_t> part(std::size_t numbers, std::size_t rank) const {
        const std::size_t pieces = (numbers + piece - 1) / piece;
        const auto begin = [&](std::size_t of) {
            const std::size_t at = pieces * of / size() * piece;
            return at < numbers ? at : numbers;
        };
        return {begin(rank), begin(rank + 1)};
    }
    std::pair<std::size_t, std::size_t> own(std::size_t numbers) const { return part(numbers, rank()); }

    /// Each rank has worked out its part of the list; all get all of it.
    virtual void share(double* /*list*/, std::size_t /*numbers*/) const {}
    /// The same for sums of pieces: each rank has those of its part of a list of so many numbers.
    virtual void share_sums(double* /*sums*/, std::size_t /*numbers*/) const {}

    virtual double greatest(double of_this_rank) const { return of_this_rank; }
    virtual std::uint64_t sum(std::uint64_t of_this_rank) const { return of_this_rank; }
    /// Whether it is so on rank 0.
    virtual bool agreed(bool on_this_rank) const { return on_this_rank; }
};

}  // namespace octomate::tables
