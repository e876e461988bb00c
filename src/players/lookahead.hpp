#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "players/search.hpp"
#include "solver/faces.hpp"

namespace octomate::players {

/// The values of the rolls of a position for the side to move: that of the best move of each, searched to
/// some depth. The mean over the rolls is the value before the roll by the same numbers, so that what a roll
/// is worth beyond it is luck, zero on average. For one thread.
template <Position P>
class Lookahead {
  public:
    using Move = typename P::Move;

    /// In the order of the position's `rolls()`.
    struct RollValue {
        std::uint64_t weight = 1;
        double value = 0;
        Move best{};  ///< of moves of the same value the smallest
        bool seen = false;
    };

    /// `depth`: plies, the move included, from 1. The search's memory is small, for every move clears it.
    explicit Lookahead(int depth, Known<P> known = {})
        : depth_(depth), known_(known), search_({.hash_bytes = 1 << 12}, std::move(known)) {}

    /// Looks at a position in which the game goes on.
    void look(const P& position) {
        rolls_.clear();
        free_ = {};
        const auto rolls = position.rolls();
        for (const auto& chance : rolls) rolls_.push_back({chance.weight});
        solver::find_wins(position, wins_);
        if constexpr (MovesByRoll<P>) {
            position.legal_moves(moves_);
            for (const Move& move : wins_) take(place_of_roll(position, rolls, move), move, 1);
            for (const Move& move : moves_) {
                const std::size_t place = place_of_roll(position, rolls, move);
                if (!rolls_[place].seen || rolls_[place].value < 1)
                    take(place, move, search_.value(position, move, depth_ - 1));
            }
        } else {
            std::size_t place = 0;
            for (const auto& chance : rolls) {
                position.legal_moves(chance.roll, moves_);
                for (const Move& move : moves_)
                    take(place, move, is_among(wins_, move) ? 1 : search_.value(position, move, depth_ - 1));
                ++place;
            }
        }
        double sum = 0, total = 0;
        for (RollValue& roll : rolls_) {
            if (!roll.seen) roll.value = free_.value, roll.best = free_.best;
            sum += static_cast<double>(roll.weight) * roll.value;
            total += static_cast<double>(roll.weight);
        }
        mean_ = sum / total;
    }

    const std::vector<RollValue>& rolls() const { return rolls_; }
    /// A roll of the dice.
    const RollValue& roll(Random& dice) const {
        std::uint64_t total = 0;
        for (const RollValue& roll : rolls_) total += roll.weight;
        std::uint64_t left = dice.next() % total;
        auto rolled = rolls_.begin();
        while (left >= rolled->weight) left -= (rolled++)->weight;
        return *rolled;
    }
    /// The value before the roll.
    double mean() const { return mean_; }

    /// What is known of a position for certain.
    std::optional<double> known(const P& position) const { return known_ ? known_(position) : std::nullopt; }

  private:
    void take(std::size_t place, const Move& move, double value) {
        for (RollValue* roll : {&rolls_[place], &free_}) {
            if (roll->seen && (value < roll->value || (value == roll->value && !(move < roll->best))))
                continue;
            roll->seen = true;
            roll->value = value;
            roll->best = move;
        }
    }

    const int depth_;
    const Known<P> known_;
    Search<P> search_;
    MoveList<P> moves_, wins_;
    std::vector<RollValue> rolls_;
    RollValue free_;  ///< the best move of all, for rolls that no move serves
    double mean_ = 0;
};

}  // namespace octomate::players
