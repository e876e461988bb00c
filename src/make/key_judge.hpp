#pragma once

#include <algorithm>
#include <cstddef>

#include "make/spec.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// How far a position is from doing what the spec wants.
struct Judgement {
    double cost = 1e9;  ///< 0 if it does exactly that
    bool exact = false;
};

/// Judges a position by its moves: what each wanted mate still lacks, and which mates are too many. The costs
/// are gradients for the search; only 0 means something.
template <Composable P>
class KeyJudge {
  public:
    explicit KeyJudge(const Spec<P>& spec) : spec_(spec) {}

    Judgement judge(const P& position) {
        Judgement judgement;
        if (position.in_check() == spec_.wants_die() && has_die<P>) {
            judgement.cost = 15;  // a die where none should be, or none where one should: worse than any lack
            return judgement;
        }
        position.legal_moves(moves_);
        position.winning_moves(mates_);
        judgement.cost = 0;
        for (const auto& chance : position.rolls()) {
            const auto& wish = spec_.faces[chance.roll.face];
            const bool free = std::none_of(moves_.begin(), moves_.end(),
                                           [&](auto move) { return position.roll_of(move) == chance.roll; });
            if (wish) {
                for (const Wanted& wanted : wish->mates)
                    judgement.cost += lack(position, chance.roll, free, wanted);
                if (wish->any) continue;
            }
            for (const auto mate : mates_) {
                if (!free && position.roll_of(mate) != chance.roll) continue;
                const bool asked = wish && std::any_of(wish->mates.begin(), wish->mates.end(),
                                                       [&](const Wanted& wanted) { return wanted.is(mate); });
                if (!asked) judgement.cost += 1.6;
            }
        }
        if (!spec_.themes.empty()) {
            solver::winning_faces(position, winning_);
            const auto lacking = spec_.themes - themes_of(position, winning_, 1);
            judgement.cost += 2 * lacking.size();
        }
        judgement.exact = judgement.cost == 0;
        return judgement;
    }

  private:
    using Wanted = typename P::Arrangement::WantedMove;

    /// What a wanted mate lacks on a face.
    double lack(const P& position, typename P::Roll roll, bool free, const Wanted& wanted) {
        const auto found =
            std::find_if(moves_.begin(), moves_.end(), [&](auto move) { return wanted.is(move); });
        if (found == moves_.end()) return 6;
        double cost = 0;
        if (!free &&
            position.roll_of(*found) != roll) {  // the face should be free: every move on it is one too many
            const auto holders = std::count_if(moves_.begin(), moves_.end(),
                                               [&](auto move) { return position.roll_of(move) == roll; });
            cost += 1.5 + 0.5 * static_cast<double>(std::min<std::ptrdiff_t>(holders, 6));
        }
        if (!wanted.done_by(position, *found)) return cost + 4.5;
        const P after = position.play(*found);
        if (!after.in_check()) return cost + 3.5;
        const auto defences = static_cast<double>(std::min<std::size_t>(after.count_legal_moves(), 6));
        return cost + (defences == 0 ? 0 : 0.8 + 0.4 * defences);
    }

    const Spec<P>& spec_;
    MoveList<P> moves_, mates_;
    solver::Faces<P> winning_;
};

}  // namespace octomate::make
