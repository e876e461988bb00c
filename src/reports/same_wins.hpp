#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/arrangement.hpp"
#include "solver/faces.hpp"

namespace octomate::reports {

/// Whether of the faces that are `judged(number)` the same ones win in both, by moves that are `same(a, b)`
/// as faces; faces that lose may be left out.
template <Position P, class Judged, class Same>
bool same_wins(const solver::Faces<P>& a, const solver::Faces<P>& b, Judged judged, Same same) {
    using Face = solver::Face<P>;
    const auto within = [&](const solver::Faces<P>& some, const solver::Faces<P>& others) {
        return std::all_of(some.begin(), some.end(), [&](const Face& face) {
            return face.mates.empty() || !judged(face.roll.face) ||
                   std::any_of(others.begin(), others.end(), [&](const Face& other) {
                       return other.roll == face.roll && same(other, face);
                   });
        });
    };
    return within(a, b) && within(b, a);
}

/// The same of equal moves.
template <Position P, class Judged>
bool same_wins(const solver::Faces<P>& a, const solver::Faces<P>& b, Judged judged) {
    return same_wins<P>(a, b, judged, [](const auto& x, const auto& y) { return x.mates == y.mates; });
}

/// The first moves that win in at most 1, 2, 3 … moves. Together they show how soon each of them wins.
template <Position P>
using WinsByLength = std::vector<solver::Faces<P>>;

/// Whether the same faces win by the same moves, each as soon. `solve(moves, faces)` finds the wins to
/// compare in at most so many moves; false if it could not.
template <Position P, class Solve, class Judged, class Same>
bool same_wins_as_soon(const WinsByLength<P>& wins, Solve solve, Judged judged, Same same) {
    solver::Faces<P> faces;
    for (std::size_t at = 0; at < wins.size(); ++at) {
        if (!solve(static_cast<int>(at) + 1, faces)) return false;
        if (!same_wins<P>(wins[at], faces, judged, same)) return false;
    }
    return true;
}

/// Calls `visit(square, rest)` for each man that can be removed, the most valuable first, with the position
/// without it, until it returns false. Royal men stay.
template <Arrangeable P, class Visit>
void for_each_without(const P& position, Visit visit) {
    using Men = typename P::Arrangement;
    const Men men(position);
    for (auto squares : men.dearest_first()) {
        while (Men::count(squares) > 0) {
            const int square = Men::pop_first(squares);
            const auto rest = without<P>(men, square, position.turn());
            if (rest && !visit(square, *rest)) return;
        }
    }
}

}  // namespace octomate::reports
