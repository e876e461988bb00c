#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "make/capabilities.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// The legal moves of a position and how far each is from winning: the gradients of a search, of which only 0
/// means something.
template <Makeable P>
class Prospects {
  public:
    using Move = typename P::Move;
    using Roll = typename P::Roll;

    /// `moves`: 1, or 2 for mates in two, forced whatever is rolled.
    explicit Prospects(int moves) : in_(moves) {}

    /// Takes another position, which must outlive its use here.
    void look(const P& position) {
        position_ = &position;
        position.legal_moves(moves_);
        position.winning_moves(mates_);
        lacks_.assign(moves_.size(), unknown);
        if (in_ == 1) return;
        wins_.clear();
        for (std::size_t at = 0; at < moves_.size(); ++at) {
            if (lack(at) == 0) wins_.push_back(moves_[at]);
        }
    }

    const MoveList<P>& moves() const { return moves_; }
    /// The moves that win, as soon as asked.
    const MoveList<P>& wins() const { return in_ == 1 ? mates_ : wins_; }
    /// The moves that win at once.
    const MoveList<P>& mates() const { return mates_; }

    bool serves(Move move, Roll roll) const { return position_->roll_of(move) == roll; }
    bool is_free(Roll roll) const {
        return std::none_of(moves_.begin(), moves_.end(), [&](Move move) { return serves(move, roll); });
    }

    /// What the move of a number lacks to win: 0 if it does.
    double lack(std::size_t at) {
        double& known = lacks_[at];
        if (known == unknown) known = in_ == 1 ? lack_of_mate(moves_[at]) : lack_of_force(moves_[at]);
        return known;
    }

    /// The faces that win, and by which moves.
    void winning(solver::Faces<P>& out) const {
        MoveList<P> wins = this->wins();
        solver::faces_won_by(*position_, wins, out);
    }

  private:
    static constexpr double unknown = -1;

    double lack_of_mate(Move move) const {
        if (is_among(mates_, move)) return 0;
        const P after = position_->play(move);
        if (!after.in_check()) return 3.5;
        const auto defences = static_cast<double>(std::min<std::size_t>(after.count_legal_moves(), 6));
        return defences == 0 ? 0 : 0.8 + 0.4 * defences;
    }

    /// For each answer the part of the rolls that does not win then.
    double lack_of_force(Move move) {
        constexpr double sooner = 5, stalemate = 5, most = 6;
        if (is_among(mates_, move)) return sooner;
        const P after = position_->play(move);
        after.legal_moves(answers_);
        if (answers_.empty()) return stalemate;
        double open = 0;
        for (const Move answer : answers_) {
            if (open > most) break;
            open += 1 - solver::winning_share(after.play(answer), replies_);
        }
        return open == 0 ? 0 : 0.8 + 0.4 * std::min(open, most);
    }

    const int in_;
    const P* position_ = nullptr;
    MoveList<P> moves_, mates_, wins_, answers_;
    std::vector<double> lacks_;
    solver::Faces<P> replies_;
};

}  // namespace octomate::make
