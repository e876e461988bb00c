#pragma once

#include <algorithm>

#include "core/position.hpp"
#include "players/guess.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"

namespace octomate::players {

/// The chance of a player whose move led to the position to win with its next one, whatever the other side
/// plays: of each roll of that the worst for us.
template <Position P>
double chance_to_win_next(const P& position, Color us) {
    if (position.outcome() != Outcome::Ongoing) return position.outcome() == won_by(us) ? 1 : 0;
    solver::Faces<P> faces;
    if (position.turn() == us) return solver::winning_share(position, faces);
    double sum = 0, total = 0;
    MoveList<P> moves;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        double least = 1;
        for (const auto& move : moves) {
            const P next = position.play(move);
            double value = score_for(next.outcome(), us) == 1 ? 1 : 0;
            if (next.outcome() == Outcome::Ongoing && next.turn() == us)
                value = solver::winning_share(next, faces);
            least = std::min(least, value);
            if (least == 0) break;
        }
        sum += chance.weight * least;
        total += chance.weight;
    }
    return sum / total;
}

/// The exact chance of the side to move to win within two of its moves.
template <Position P>
double chance_within_two(const P& position) {
    if (position.outcome() != Outcome::Ongoing) return 0;
    solver::MateOptions options;
    options.moves = 2;
    options.parallel = false;
    options.hash_bytes = 0;
    const auto found = solver::MateSearch<P>(options).solve(position);
    return static_cast<double>(found.total.lower) / static_cast<double>(found.total_unit);
}

/// What the player of the odds makes of a move: its chance to win with this move or the next, less the
/// opponent's within two.
template <Position P>
double odds_of(const P& position, const typename P::Move& move) {
    const P next = position.play(move);
    if (next.outcome() != Outcome::Ongoing) return score_for(next.outcome(), position.turn());
    const double ours = chance_to_win_next(next, position.turn());
    return next.turn() == position.turn() ? ours : ours - chance_within_two(next);
}

}  // namespace octomate::players
