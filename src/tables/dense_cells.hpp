#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace octomate::tables {

/// Numbers the cells that are positions, without gaps: a bit for each cell, and how many are set before each
/// word of them.
class DenseCells {
  public:
    DenseCells() = default;
    explicit DenseCells(std::vector<std::uint64_t> bits) : bits_(std::move(bits)), before_(bits_.size()) {
        for (std::size_t word = 0; word < bits_.size(); ++word) {
            before_[word] = static_cast<std::uint32_t>(count_);
            count_ += static_cast<std::size_t>(std::popcount(bits_[word]));
        }
    }

    /// Those of the cells 0…size-1 for which `is_position(cell)` holds; asked on all threads.
    template <class F>
    static DenseCells of(std::uint64_t size, F is_position) {
        std::vector<std::uint64_t> bits((size + 63) / 64);
        tbb::parallel_for(std::size_t{0}, bits.size(), [&](std::size_t word) {
            for (std::uint64_t cell = word * 64; cell < std::min<std::uint64_t>(size, word * 64 + 64);
                 ++cell) {
                if (is_position(cell)) bits[word] |= std::uint64_t{1} << (cell % 64);
            }
        });
        return DenseCells(std::move(bits));
    }

    /// How many positions there are.
    std::size_t size() const { return count_; }
    /// Whether the cell, which may be any number, is a position.
    bool contains(std::uint64_t cell) const {
        return cell / 64 < bits_.size() && (bits_[cell / 64] >> (cell % 64) & 1) != 0;
    }
    /// The number of a cell that is a position.
    std::size_t number(std::uint64_t cell) const {
        const std::uint64_t below = (std::uint64_t{1} << (cell % 64)) - 1;
        return before_[cell / 64] + static_cast<std::size_t>(std::popcount(bits_[cell / 64] & below));
    }

    /// Calls `f(cell)` for the positions numbered `begin`…`end`-1, in order.
    template <class F>
    void for_each(std::size_t begin, std::size_t end, F f) const {
        if (begin >= end) return;
        const auto after =
            std::upper_bound(before_.begin(), before_.end(), static_cast<std::uint32_t>(begin));
        std::size_t number = 0;
        for (auto word = static_cast<std::size_t>(after - before_.begin()) - 1; number < end; ++word) {
            number = before_[word];
            for (std::uint64_t rest = bits_[word]; rest != 0 && number < end; rest &= rest - 1, ++number) {
                if (number >= begin) f(word * 64 + static_cast<std::uint64_t>(std::countr_zero(rest)));
            }
            if (word + 1 == bits_.size()) return;
        }
    }

    /// The bits of all cells.
    const std::vector<std::uint64_t>& bits() const { return bits_; }

  private:
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> before_;
    std::size_t count_ = 0;
};

}  // namespace octomate::tables
