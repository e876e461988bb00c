#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/random.hpp"
#include "make/game_terms.hpp"
#include "make/maker.hpp"

namespace octomate::make {

/// How winning moves look from the king that they are played against: 64 bits that stand for the men next to
/// it once a move is played, and for those that it moved, of all winning moves in any order. The same
/// wherever the king stands, for either side, for mirror images, and from any distance on one line. Men that
/// only stand by, or guard from afar, do not count, so that puzzles of one pattern are alike to people: the
/// same mate, another setting.
template <Makeable P>
class MatingPattern {
  public:
    using Men = typename P::Arrangement;

    explicit MatingPattern(const P& before)
        : before_(before), winner_(before.turn()), board_(geometry_of<Men>()) {}

    /// Adds a winning move.
    void add(const P& after) {
        const Men men(after);
        const auto king = men.square_of_royal(!winner_);
        if (!king) return;
        std::array<KeyMaker, 2> keys;
        for (int rank = 1; rank >= -1; --rank) {
            std::array<std::uint64_t, 3> row;
            for (int file = -1; file <= 1; ++file)
                row[static_cast<std::size_t>(file + 1)] = next_to(men, *king, file, rank);
            for (std::size_t at = 0; at < row.size(); ++at) {
                keys[0].take(row[at]);
                keys[1].take(row[row.size() - 1 - at]);
            }
        }
        std::array<std::uint64_t, 2> changes{};
        auto rest = men.occupied();
        if constexpr (requires { men.changed_since(before_); }) rest = men.changed_since(before_);
        while (Men::count(rest) > 0) {
            const int square = Men::pop_first(rest);
            const auto man = men.at(square);
            if (man == before_.at(square)) continue;
            const auto [file, rank] = seen_from(*king, square);
            for (std::size_t side = 0; side < keys.size(); ++side) {
                const auto offset = static_cast<std::uint64_t>((side == 0 ? file : -file) * 64 + rank + 2048);
                changes[side] += mix(offset << 8 | number(man));
            }
        }
        for (std::size_t side = 0; side < keys.size(); ++side) {
            keys[side].take(changes[side]);
            sums_[side] += keys[side].key().first;
        }
    }

    /// Of the moves that were added.
    std::uint64_t value() const { return std::min(sums_[0], sums_[1]); }

  private:
    int forward() const { return winner_ == Color::White ? 1 : -1; }

    /// Files and ranks between the king and a square; on a line with it only which line, and whether it is
    /// the next square.
    std::pair<int, int> seen_from(int king, int square) const {
        const int file = board_.file_of(square) - board_.file_of(king);
        const int rank = forward() * (board_.rank_of(square) - board_.rank_of(king));
        if (file != 0 && rank != 0 && std::abs(file) != std::abs(rank)) return {file, rank};
        return {std::clamp(file, -2, 2), std::clamp(rank, -2, 2)};
    }

    /// Which man it is, as seen from the winner: 0 for none.
    std::uint64_t number(const std::optional<typename Men::Man>& man) const {
        if (!man) return 0;
        const bool winners = Men::side(*man) == winner_;
        const int kind = Men::number(*man) % (Men::kinds_of_men / 2);
        return static_cast<std::uint64_t>(1 + 2 * kind + (winners ? 0 : 1));
    }

    std::uint64_t next_to(const Men& men, int king, int file, int rank) const {
        constexpr std::uint64_t off_the_board = 255;
        const auto square =
            board_.square_at(board_.file_of(king) + file, board_.rank_of(king) + forward() * rank);
        return square ? number(men.at(*square)) : off_the_board;
    }

    const Men before_;
    const Color winner_;
    const Geometry& board_;
    std::array<std::uint64_t, 2> sums_{};
};

}  // namespace octomate::make
