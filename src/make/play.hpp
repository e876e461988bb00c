#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "make/wanted.hpp"

namespace octomate::make {

/// Games of random moves on random rolls from the usual array.
template <class P>
class Play {
  public:
    /// Which positions are of interest, by the number of plies that lead to them.
    explicit Play(Span plies) : plies_(plies) {}

    /// Plays one game and calls `visit(position, begun)` for each position of interest, where `begun` gives
    /// the game as text so far, "(3) c2c4 (6) e7e5", which `octomate replay` reads.
    template <class Visit>
    void game(Random& random, Visit visit) {
        P position;
        text_.clear();
        for (int ply = 0;; ++ply) {
            if (ply >= plies_.least && ply > 0) visit(position, text_);
            if (ply == plies_.most) return;
            const auto rolls = position.rolls();
            const auto roll =
                rolls[static_cast<std::size_t>(random.below(static_cast<int>(rolls.size())))].roll;
            position.legal_moves(roll, moves_);
            if (moves_.empty()) return;
            const auto move = moves_[static_cast<std::size_t>(random.below(static_cast<int>(moves_.size())))];
            if (!text_.empty()) text_ += ' ';
            text_ += '(';
            text_ += roll.face == 0 ? '-' : static_cast<char>('0' + roll.face);
            text_ += ") ";
            text_ += position.uci(move);
            position = position.play(move);
        }
    }

  private:
    Span plies_;
    MoveList<P> moves_;
    std::string text_;
};

}  // namespace octomate::make
