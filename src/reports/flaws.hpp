#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/arrangement.hpp"
#include "core/written.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"

namespace octomate::reports {

/// The duals and shorter mates after the first moves of a longer puzzle. docs/themes.md defines strict
/// puzzles.
template <Written P>
struct LaterFlaws {
    using Move = typename P::Move;

    struct Flaw {
        /// Both sides' moves from the puzzle's position on; ends with a move of ours before a threat.
        std::vector<Move> line;
        int face = 0;
        std::vector<Move> wins;
    };

    /// Flaws of one kind: the number of all, and the first of them.
    struct Kind {
        std::vector<Flaw> first;
        std::size_t count = 0;
    };

    Kind duals;   ///< two moves or more that win in time on a face that binds
    Kind shorts;  ///< moves that win sooner than the variation takes on another face

    std::size_t count() const { return duals.count + shorts.count; }
};

/// Finds later flaws. `solve(position, moves, faces)` finds the first moves that win in at most `moves`
/// moves; once it fails, the answer is not to be relied on.
template <Written P>
class LaterFlawSearch {
  public:
    using Move = typename P::Move;
    using Solve = std::function<bool(const P&, int, solver::Faces<P>&)>;

    /// The search ends once it has found `enough`.
    LaterFlawSearch(Solve solve, bool promotions_as_one,
                    std::size_t enough = std::numeric_limits<std::size_t>::max())
        : solve_(std::move(solve)), promotions_as_one_(promotions_as_one), enough_(enough) {}

    /// Follows each first move of the faces that are `asked(face)`, with `moves` moves left after it.
    template <class Asked>
    void follow_all(const P& position, const solver::Faces<P>& faces, int moves, Asked asked) {
        std::vector<Move> seen;
        for (const solver::Face<P>& face : faces) {
            if (!asked(face)) continue;
            for (const Move& move : face.mates) {
                if (is_among(seen, move)) continue;
                seen.push_back(move);
                follow(position, move, moves);
            }
        }
    }

    /// Looks at the threat and at all defences in a position in which the opponent is to move and loses in
    /// `moves` moves of ours.
    void after_our_move(const P& position, int moves) {
        if (const auto passed = position.passed()) variation(*passed, moves);
        for (const Move& defence : sorted_moves(position)) {
            const P after = position.play(defence);
            if (after.turn() == position.turn()) continue;
            line_.push_back(defence);
            variation(after, moves);
            line_.pop_back();
        }
    }

    LaterFlaws<P> found;

  private:
    using Kind = typename LaterFlaws<P>::Kind;

    /// The most flaws of a kind that are kept; others are only counted.
    static constexpr std::size_t most_kept = 20;

    void follow(const P& position, const Move& move, int moves) {
        const P after = position.play(move);
        if (after.turn() == position.turn() || after.outcome() != Outcome::Ongoing) return;
        line_.push_back(move);
        after_our_move(after, moves);
        line_.pop_back();
    }

    /// Looks at each face, if the variation takes all moves on one of them.
    void variation(const P& position, int moves) {
        if (found.count() >= enough_ || position.outcome() != Outcome::Ongoing) return;
        solver::Faces<P> faces, sooner;
        if (moves > 1 && !solve_(position, moves - 1, sooner)) return;
        const auto wins = [](const auto& face) { return !face.mates.empty(); };
        if (moves > 1 && std::all_of(sooner.begin(), sooner.end(), wins)) return;
        if (!solve_(position, moves, faces)) return;
        sooner.resize(faces.size());
        bool full_length = false;
        for (std::size_t at = 0; at < faces.size(); ++at)
            full_length = full_length || (wins(faces[at]) && !wins(sooner[at]));
        if (!full_length) return;
        for (std::size_t at = 0; at < faces.size(); ++at) {
            const solver::Face<P>& face = faces[at];
            if (face.freedom == Freedom::Free) continue;  // it repeats other faces
            if (wins(sooner[at])) {
                keep(found.shorts, sooner[at]);
                continue;
            }
            if (count_moves(position, face.mates, promotions_as_one_) > 1) keep(found.duals, face);
            for (const Move& move : face.mates) {
                if (moves > 1 && found.count() < enough_) follow(position, move, moves - 1);
            }
        }
    }

    void keep(Kind& kind, const solver::Face<P>& face) {
        if (++kind.count <= most_kept) kind.first.push_back({line_, face.roll.face, face.mates});
    }

    Solve solve_;
    const bool promotions_as_one_;
    const std::size_t enough_;
    std::vector<Move> line_;
};

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

/// Compares the faces of `a` and `b` by equal moves.
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
