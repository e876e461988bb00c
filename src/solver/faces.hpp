#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "core/position.hpp"

namespace octomate::solver {

/// What one roll allows.
template <Position P>
struct Face {
    typename P::Roll roll{};
    Freedom freedom = Freedom::Bound;
    std::size_t moves = 0;                ///< legal moves on this roll; all of them if the move is free
    std::vector<typename P::Move> mates;  ///< those that give mate, in the order of their machine forms

    bool operator==(const Face&) const = default;
};

/// One entry per roll of `rolls()`, in that order.
template <Position P>
using Faces = std::vector<Face<P>>;

namespace detail {

template <Position P>
bool mates(const P& position, typename P::Move move) {
    const P after = position.play(move);
    return after.in_check() && after.status() == Status::Checkmate;
}

}  // namespace detail

/// For every roll: how many moves, whether they are free, which mate. Asks the position roll by roll, so it
/// serves every game. `out` is overwritten; its memory is used again.
template <Position P>
void solve_faces_by_roll(const P& position, Faces<P>& out) {
    const auto rolls = position.rolls();
    out.resize(rolls.size());
    auto face = out.begin();
    MoveList<P> moves;
    for (const auto& chance : rolls) {
        face->roll = chance.roll;
        face->freedom = position.legal_moves(chance.roll, moves);
        face->moves = moves.size();
        face->mates.clear();
        for (const auto move : moves) {
            if (detail::mates(position, move)) face->mates.push_back(move);
        }
        std::sort(face->mates.begin(), face->mates.end());
        ++face;
    }
}

/// The same answer for a game that gives all moves at once: each move is tried for mate once, whatever number
/// of faces leave it free.
template <MovesByRoll P>
void solve_faces_by_move(const P& position, Faces<P>& out) {
    MoveList<P> moves;
    position.legal_moves(moves);
    MoveList<P> mates;
    for (const auto move : moves) {
        if (detail::mates(position, move)) mates.push_back(move);
    }
    std::sort(mates.begin(), mates.end());

    const auto rolls = position.rolls();
    out.resize(rolls.size());
    auto face = out.begin();
    for (const auto& chance : rolls) {
        const auto serves = [&](auto move) { return position.roll_of(move) == chance.roll; };
        const auto bound = static_cast<std::size_t>(std::count_if(moves.begin(), moves.end(), serves));
        face->roll = chance.roll;
        face->freedom = bound == 0 && !moves.empty() ? Freedom::Free : Freedom::Bound;
        face->moves = bound == 0 ? moves.size() : bound;
        face->mates.clear();
        std::copy_if(mates.begin(), mates.end(), std::back_inserter(face->mates),
                     [&](auto move) { return bound == 0 || serves(move); });
        ++face;
    }
}

/// For every roll: how many moves, whether they are free, which mate. `out` is overwritten; its memory is
/// used again.
template <Position P>
void solve_faces(const P& position, Faces<P>& out) {
    if constexpr (MovesByRoll<P>) {
        solve_faces_by_move(position, out);
    } else {
        solve_faces_by_roll(position, out);
    }
}

}  // namespace octomate::solver
