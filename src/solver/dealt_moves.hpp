#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/position.hpp"

namespace octomate::solver {

/// The legal moves of a position, dealt out to the rolls that they serve. A roll that no move serves leaves
/// all of them free.
template <MovesByRoll P>
class DealtMoves {
  public:
    using Move = typename P::Move;

    /// The moves that serve one roll; never empty.
    struct Hand {
        const Move* first;
        const Move* last;
        std::uint64_t weight;  ///< of the roll

        const Move* begin() const { return first; }
        const Move* end() const { return last; }
    };

    /// Puts `moves`, which are all legal ones and must outlive it, in the order of their rolls: first those
    /// that serve the roll of the first of them. On each roll they keep their order.
    DealtMoves(const P& position, MoveList<P>& moves) {
        const auto rolls = position.rolls();
        std::array<std::uint64_t, most_rolls> weights{};
        std::size_t place = 0;
        for (const auto& chance : rolls) free_ += weights[place++] = chance.weight;
        total_ = free_;
        if (moves.empty()) return;
        if (rolls.size() == 1) {
            add({&moves[0], &moves[0] + moves.size(), total_});
            return;
        }
        constexpr std::uint8_t none = most_rolls;
        std::array<std::uint8_t, most_rolls> hand_of_roll;
        hand_of_roll.fill(none);
        std::array<std::size_t, most_rolls> sizes{};
        for (const Move& move : moves) {
            const std::size_t roll = place_of_roll(position, rolls, move);
            std::uint8_t& hand = hand_of_roll[roll];
            if (hand == none) {
                hand = static_cast<std::uint8_t>(hand_count_);
                add({nullptr, nullptr, weights[roll]});
            }
            ++sizes[hand];
        }
        std::array<Move*, most_rolls> next{};
        const MoveList<P> given = moves;
        Move* end = &*moves.begin();
        for (std::size_t hand = 0; hand < hand_count_; ++hand) {
            next[hand] = end;
            hands_[hand].first = end;
            end += sizes[hand];
            hands_[hand].last = end;
        }
        for (const Move& move : given) *next[hand_of_roll[place_of_roll(position, rolls, move)]]++ = move;
    }

    std::span<const Hand> hands() const { return {hands_.data(), hand_count_}; }
    std::uint64_t total() const { return total_; }  ///< the weight of all rolls
    std::uint64_t free() const { return free_; }    ///< of those that no move serves

  private:
    static constexpr std::size_t most_rolls = P::chance_unit;

    void add(const Hand& hand) {
        hands_[hand_count_++] = hand;
        free_ -= hand.weight;
    }

    std::array<Hand, most_rolls> hands_;
    std::size_t hand_count_ = 0;
    std::uint64_t total_ = 0;
    std::uint64_t free_ = 0;
};

}  // namespace octomate::solver
