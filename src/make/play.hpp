#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "make/capabilities.hpp"
#include "make/wanted.hpp"

namespace octomate::make {

/// Games of random moves on random rolls.
template <class P>
class Play {
  public:
    /// `start`: where games begin; `plies`: which positions are of interest, by the number of plies that lead
    /// to them.
    Play(const P& start, Span plies) : start_(start), plies_(plies), told_(start) {}

    /// Plays one game and calls `visit(position)` for each position of interest.
    template <class Visit>
    void game(Random& random, Visit visit) {
        P position = start_;
        played_.clear();
        text_.clear();
        told_ = start_;
        for (int ply = 0;; ++ply) {
            if (ply >= plies_.least && ply > 0) visit(position);
            if (ply == plies_.most) return;
            const auto rolls = position.rolls();
            const auto roll =
                rolls[static_cast<std::size_t>(random.below(static_cast<int>(rolls.size())))].roll;
            position.legal_moves(roll, moves_);
            if (moves_.empty()) return;
            const auto move = moves_[static_cast<std::size_t>(random.below(static_cast<int>(moves_.size())))];
            played_.push_back({roll, move});
            position = position.play(move);
        }
    }

    /// The game so far as text, "(3) c2c4 (6) e7e5", which `octomate replay` reads. A game may be told many
    /// times: each time only what is new is written.
    const std::string& text() {
        for (const auto& [roll, move] : played_) {
            if (!text_.empty()) text_ += ' ';
            const char face = roll.face == 0 ? '-' : static_cast<char>('0' + roll.face);
            const char begin[] = {'(', face, ')', ' '};
            text_.append(begin, sizeof begin);
            text_ += told_.uci(move);
            told_ = told_.play(move);
        }
        played_.clear();
        return text_;
    }

  private:
    struct Ply {
        typename P::Roll roll;
        typename P::Move move;
    };

    const P start_;
    Span plies_;
    MoveList<P> moves_;
    std::vector<Ply> played_;  ///< since the text was last written
    std::string text_;
    P told_;  ///< the position in which the text ends
};

}  // namespace octomate::make
