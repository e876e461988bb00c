#pragma once

#include <algorithm>
#include <cstddef>
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

namespace detail {

/// Deals all mating moves out to the rolls; `bound(n)` is the number of moves that serve the n-th roll, of
/// `all` moves.
template <MovesByRoll P, class Bound>
void deal(const P& position, MoveList<P>& mates, std::size_t all, Bound bound, Faces<P>& out) {
    std::sort(mates.begin(), mates.end());
    const auto rolls = position.rolls();
    out.resize(rolls.size());
    std::size_t number = 0;
    for (const auto& chance : rolls) {
        auto& face = out[number];
        const std::size_t serving = bound(number++);
        face.roll = chance.roll;
        face.freedom = serving == 0 && all > 0 ? Freedom::Free : Freedom::Bound;
        face.moves = serving == 0 ? all : serving;
        face.mates.clear();
        for (const auto mate : mates) {
            if (serving == 0 || position.roll_of(mate) == chance.roll) face.mates.push_back(mate);
        }
    }
}

}  // namespace detail

/// The same answer for a game that gives all moves at once: each move is tried for mate once, whatever number
/// of faces leave it free.
template <MovesByRoll P>
void solve_faces_by_move(const P& position, Faces<P>& out) {
    MoveList<P> moves, mates;
    position.legal_moves(moves);
    for (const auto move : moves) {
        if (detail::mates(position, move)) mates.push_back(move);
    }
    const auto rolls = position.rolls();
    const auto bound = [&](std::size_t number) {
        const auto roll = (*(rolls.begin() + static_cast<std::ptrdiff_t>(number))).roll;
        const auto serves = [&](auto move) { return position.roll_of(move) == roll; };
        return static_cast<std::size_t>(std::count_if(moves.begin(), moves.end(), serves));
    };
    detail::deal(position, mates, moves.size(), bound, out);
}

namespace detail {

/// Counts in bulk and deals the mates out.
template <MatesInBulk P>
void count_and_deal(const P& position, MoveList<P>& mates, Faces<P>& out) {
    const auto counts = position.count_by_roll();
    std::size_t all = 0;
    for (const std::size_t count : counts) all += count;
    deal(
        position, mates, all, [&](std::size_t number) { return counts[number]; }, out);
}

}  // namespace detail

/// The same answer for a game that counts moves and finds mates in bulk: no quiet move is made.
template <MatesInBulk P>
void solve_faces_in_bulk(const P& position, Faces<P>& out) {
    MoveList<P> mates;
    position.mating_moves(mates);
    detail::count_and_deal(position, mates, out);
}

/// Leaves only the faces that have a mate.
template <Position P>
void drop_lost_faces(Faces<P>& faces) {
    const auto lost = [](const Face<P>& face) { return face.mates.empty(); };
    faces.erase(std::remove_if(faces.begin(), faces.end(), lost), faces.end());
}

/// Only the faces that mate: as `solve_faces` without the others, and quick where nothing mates, since
/// nothing is counted there.
template <MatesInBulk P>
void winning_faces(const P& position, Faces<P>& out) {
    MoveList<P> mates;
    position.mating_moves(mates);
    out.clear();
    if (mates.empty()) return;
    detail::count_and_deal(position, mates, out);
    drop_lost_faces(out);
}

/// For every roll: how many moves, whether they are free, which mate. `out` is overwritten; its memory is
/// used again.
template <Position P>
void solve_faces(const P& position, Faces<P>& out) {
    if constexpr (MatesInBulk<P>) {
        solve_faces_in_bulk(position, out);
    } else if constexpr (MovesByRoll<P>) {
        solve_faces_by_move(position, out);
    } else {
        solve_faces_by_roll(position, out);
    }
}

}  // namespace octomate::solver
