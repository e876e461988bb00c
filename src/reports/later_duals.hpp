#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "solver/faces.hpp"

namespace octomate::reports {

/// The duals of a longer puzzle after its first moves.
template <Position P>
struct LaterDuals {
    struct Dual {
        std::vector<typename P::Move> line;  ///< from the puzzle's position on, both sides' moves
        int face = 0;
        std::vector<typename P::Move> wins;
    };

    std::vector<Dual> first;
    std::size_t count = 0;  ///< of all
};

/// Finds them. `solve(position, moves, faces)` finds the first moves that win in at most so many moves; once
/// it fails, the answer is not to be relied on.
template <Position P, class Solve>
class LaterDualSearch {
  public:
    /// The search ends once it has found `enough`.
    LaterDualSearch(const P& position, Solve solve,
                    std::size_t enough = std::numeric_limits<std::size_t>::max())
        : position_(position), solve_(std::move(solve)), enough_(enough) {}

    /// Follows each first move of the faces that are `asked(face)`, with so many moves left.
    template <class Asked>
    void follow_all(const solver::Faces<P>& faces, int moves, Asked asked) {
        std::vector<Move> seen;
        for (const solver::Face<P>& face : faces) {
            if (!asked(face)) continue;
            for (const Move move : face.mates) {
                if (std::find(seen.begin(), seen.end(), move) != seen.end()) continue;
                seen.push_back(move);
                follow(move, moves);
            }
        }
    }

    LaterDuals<P> found;

  private:
    using Move = typename P::Move;

    /// More are counted, not kept.
    static constexpr std::size_t most_kept = 20;

    /// Goes on from one of the first moves, with so many moves left, through each defence that holds out for
    /// all of them.
    void follow(Move first, int moves) {
        const P after = position_.play(first);
        if (after.turn() == position_.turn() || after.outcome() != Outcome::Ongoing) return;
        line_.assign(1, first);
        after_defences(after, moves);
    }

    void after_defences(const P& position, int moves) {
        MoveList<P> defences;
        position.legal_moves(defences);
        std::sort(defences.begin(), defences.end());
        for (const Move defence : defences) {
            const P after = position.play(defence);
            if (after.turn() == position.turn() || found.count >= enough_) continue;
            line_.push_back(defence);
            on_faces(after, moves);
            line_.pop_back();
        }
    }

    void on_faces(const P& position, int moves) {
        solver::Faces<P> faces, sooner;
        if (!solve_(position, moves, faces)) return;
        if (moves > 1 && !solve_(position, moves - 1, sooner)) return;
        for (std::size_t at = 0; at < faces.size(); ++at) {
            const solver::Face<P>& face = faces[at];
            if (face.mates.empty() || (moves > 1 && !sooner[at].mates.empty())) continue;
            if (face.mates.size() > 1 && face.freedom == Freedom::Bound) keep(face);
            if (moves == 1 || face.freedom == Freedom::Free) continue;  // a free face repeats others
            for (const Move move : face.mates) {
                const P after = position.play(move);
                if (after.turn() == position.turn() || found.count >= enough_) continue;
                line_.push_back(move);
                after_defences(after, moves - 1);
                line_.pop_back();
            }
        }
    }

    void keep(const solver::Face<P>& face) {
        if (++found.count <= most_kept) found.first.push_back({line_, face.roll.face, face.mates});
    }

    const P& position_;
    Solve solve_;
    const std::size_t enough_;
    std::vector<Move> line_;
};

/// Whether there is one after the first moves of the winning faces, which win in so many moves and no sooner.
template <Position P, class Solve>
bool has_later_dual(const P& position, const solver::Faces<P>& winning, int moves, Solve solve) {
    LaterDualSearch search(position, std::move(solve), 1);
    search.follow_all(winning, moves - 1, [](const auto&) { return true; });
    return search.found.count > 0;
}

}  // namespace octomate::reports
