#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "make/maker.hpp"
#include "make/solutions.hpp"
#include "make/sources.hpp"
#include "reports/checker.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// A superfluous piece that was removed, and its square.
template <class P>
struct Removed {
    typename P::Arrangement::Piece piece;
    int square = 0;
};

/// A position that is a puzzle of the wanted kind, with its solution.
template <class P>
struct Finding {
    P position;
    solver::Faces<P> winning;  ///< the winning faces with their first moves; empty if there are `lines`
    ThemeSet themes;
    Scores scores;
    std::vector<Removed<P>> removed;     ///< pieces removed for economy, in order
    std::vector<solver::Line<P>> lines;  ///< all solutions of a stipulation whose solutions are lines
};

/// Decides whether positions are puzzles as `PuzzleFilter` describes them. It makes the cheap tests first,
/// since most positions fail early.
template <Makeable P>
class Judge {
  public:
    using Move = typename P::Move;

    /// Once `interrupted` is set, searches for longer mates stop, and results must not be used.
    explicit Judge(const PuzzleFilter& wanted, const std::atomic<bool>* interrupted = nullptr)
        : wanted_(wanted),
          solvers_(wanted.other ? wanted.other->moves() : wanted.moves,
                   std::size_t{wanted.other ? 1U : 16U} << 20, wanted.other, interrupted) {
        if (wanted.other && wanted.other->has_lines())
            line_finder_.emplace(*wanted.other, std::nullopt, wanted.solutions, interrupted);
    }

    /// The default of `known` in `judge`: no winning moves are known.
    struct NothingKnown {
        bool operator()(const auto&) const { return false; }
    };

    /// Returns the puzzle if the position is a wanted one, else nullptr; the pointer is valid until the next
    /// call. Rejects a position early if `known(moves)` returns true for its winning moves (each listed
    /// once).
    template <class Known = NothingKnown>
    const Finding<P>* judge(const P& position, Known known = {}) {
        if (!wanted_.in_check && position.in_check()) return nullptr;
        if (!wanted_.economical && !wanted_.pieces.contains(pieces(position))) return nullptr;
        if (!solve(position, finding_.winning, known) || !has_wanted_faces(position, finding_.winning))
            return nullptr;
        if (has_later_flaw(position, finding_.winning)) return nullptr;
        finding_.position = with_needed_history(position);
        finding_.removed.clear();
        finding_.lines = lines_;
        if (wanted_.economical && may_lose_pieces(finding_.position) && !economise()) return nullptr;
        grade();
        if (!finding_.themes.contains_all(wanted_.themes) || !(finding_.themes & wanted_.without).empty())
            return nullptr;
        const auto [difficulty, quality] = finding_.scores;
        return difficulty >= wanted_.min_difficulty && quality >= wanted_.min_quality ? &finding_ : nullptr;
    }

    /// `lost` is a position in which the side to move loses in one move fewer than wanted. Returns true if
    /// strict puzzles are wanted and the variations after `lost` have flaws, so that no move to it can be a
    /// key.
    bool has_later_flaws_after(const P& lost) {
        if (!wanted_.strict) return false;
        auto search = flaw_search();
        search.after_our_move(lost, wanted_.moves - 1);
        return search.found.count() > 0;
    }

    /// Returns the last moves of the lines of a finding; empty if it has no lines or these do not end in
    /// mate.
    std::vector<LastMove<P>> mates_of(const Finding<P>& finding) const {
        if (!wanted_.other || !wanted_.other->ends_in_mates()) return {};
        return last_moves(finding.position, *wanted_.other, finding.lines);
    }

  private:
    using Pieces = typename P::Arrangement;

    /// Sets the themes and scores of the finding. For other stipulations than mates, only the mates at the
    /// ends of lines are graded.
    void grade() {
        finding_.themes = {};
        finding_.scores = {};
        if (!wanted_.other) {
            finding_.themes = themes_of(finding_.position, finding_.winning, wanted_.moves);
            finding_.scores = scores_of(finding_.position, finding_.winning, finding_.themes);
        } else {
            const MatesShow shown = shown_by(mates_of(finding_));
            finding_.themes = shown.themes;
            finding_.scores.quality = shown.quality;
        }
    }

    /// Returns the position without remembered earlier states that the puzzle does not need.
    P with_needed_history(const P& position) const {
        if constexpr (PrunesHistory<P>)
            return position.with_needed_history(wanted_.other ? wanted_.other->moves() : wanted_.moves);
        return position;
    }

    static int pieces(const P& position) { return Pieces::count(Pieces(position).occupied()); }

    /// Sets `winning` to the winning faces, or `lines_` to the lines. Returns false if there are none, if
    /// some face wins in fewer moves, or if the winning moves are `known`.
    template <class Known = NothingKnown>
    bool solve(const P& position, solver::Faces<P>& winning, Known known = {}) {
        if (line_finder_) {
            winning.clear();
            auto lines = line_finder_->find(position);
            lines_ = std::move(lines.first);
            return lines.complete && lines.count == wanted_.solutions &&
                   line_finder_->count_shorter(position) == 0;
        }
        if (!wanted_.other) {
            position.winning_moves(mates_);
            if (wanted_.moves == 1) {
                if (mates_.empty() || known(mates_)) return false;
                solver::faces_won_by(position, mates_, winning);
                return true;
            }
            if (!mates_.empty()) return false;
        }
        for (int moves = solvers_.moves(); moves > 0; --moves) {
            const bool sooner = moves < solvers_.moves();
            solver::Faces<P>& faces = sooner ? sooner_ : winning;
            if (!solvers_.solve(position, moves, faces)) return false;
            solver::drop_lost_faces(faces);
            if (faces.empty() != sooner) return false;
        }
        return !known(key_moves<P>(winning));
    }

    /// Returns a search that stops at the first flaw of a variation.
    reports::LaterFlawSearch<P> flaw_search() {
        return {[this](const P& later, int moves, solver::Faces<P>& out) {
                    return solvers_.solve(later, moves, out);
                },
                wanted_.promotions_as_one, 1};
    }

    /// True if strict puzzles are wanted and a variation after the first moves has a flaw.
    bool has_later_flaw(const P& position, const solver::Faces<P>& winning) {
        if (!wanted_.strict || wanted_.moves == 1) return false;
        auto search = flaw_search();
        search.follow_all(position, winning, wanted_.moves - 1, [](const auto&) { return true; });
        return search.found.count() > 0;
    }

    /// True if the winning faces and the number of moves on each are as wanted.
    bool has_wanted_faces(const P& position, const solver::Faces<P>& winning) const {
        if (line_finder_) return true;
        if (!wanted_.faces.contains(static_cast<int>(winning.size()))) return false;
        std::uint64_t faces = 0;
        for (const auto& face : winning) {
            faces |= std::uint64_t{1} << face.roll.face;
            if (wanted_.unique && face.freedom == Freedom::Bound &&
                reports::count_moves(position, face.mates, wanted_.promotions_as_one) != 1)
                return false;
        }
        if (!wanted_.winning) return true;
        constexpr std::uint64_t no_die = 1;
        return faces == *wanted_.winning || faces == no_die;
    }

    /// Removes superfluous pieces, most valuable first, until there are none. Returns false if the result is
    /// not wanted: too few or too many pieces, or a position that is no longer reachable or in check.
    bool economise() {
        const Color turn = finding_.position.turn();
        remember_key();
        const auto accept = [&](const Pieces& smaller) {
            const auto rest = smaller.template accepted<P>(turn);
            if (!rest || !same_key(*rest)) return false;
            finding_.position = *rest;
            return true;
        };
        for (bool changed = true; changed;) {
            changed = false;
            Pieces all(finding_.position);
            make::remove_pieces(all, all.occupied(), accept, [&](auto piece, int square) {
                finding_.removed.push_back({piece, square});
                changed = true;
            });
            if (wanted_.reachable && changed) return false;
            if (pieces(finding_.position) < wanted_.pieces.least) return false;
        }
        if (!wanted_.pieces.contains(pieces(finding_.position))) return false;
        // The wins are unchanged, but other faces may have become bound or free, and a position without a die
        // may be in check now.
        if (!wanted_.in_check && finding_.position.in_check()) return false;
        return finding_.removed.empty() || (solve(finding_.position, finding_.winning) &&
                                            has_wanted_faces(finding_.position, finding_.winning));
    }

    /// Stores the solution that `same_key` compares with.
    void remember_key() {
        in_check_ = finding_.position.in_check();
        if (wanted_.moves > 1 || wanted_.other) return;
        finding_.position.winning_moves(key_);
        std::sort(key_.begin(), key_.end());
        old_free_ = free_faces(finding_.position);
    }

    /// True if the same faces win by the same moves as in the stored solution, and no face wins sooner. For
    /// mates in one, comparing the mates and the free faces is enough: a free face wins by every mate, and a
    /// face that is not free by the mates that fit it.
    bool same_key(const P& position) {
        if (HasDie<P> && position.in_check() != in_check_) return false;
        if (wanted_.moves > 1 || wanted_.other) {
            return solve(position, reduced_) && (!line_finder_ || lines_ == finding_.lines) &&
                   std::equal(
                       reduced_.begin(), reduced_.end(), finding_.winning.begin(), finding_.winning.end(),
                       [](const auto& a, const auto& b) { return a.roll == b.roll && a.mates == b.mates; }) &&
                   !has_later_flaw(position, reduced_);
        }
        position.winning_moves(mates_);
        if (mates_.size() != key_.size()) return false;
        std::sort(mates_.begin(), mates_.end());
        return std::equal(mates_.begin(), mates_.end(), key_.begin()) && free_faces(position) == old_free_;
    }

    /// Returns a bit mask: bit n is set if no move fits the n-th roll, so that any move may be played.
    static unsigned free_faces(const P& position) {
        unsigned free = 0, roll = 0;
        for (const std::size_t count : position.count_by_roll()) free |= (count == 0 ? 1U : 0U) << roll++;
        return free;
    }

    const PuzzleFilter wanted_;
    SolversByLength<P> solvers_;
    std::optional<LineFinder<P>> line_finder_;  // for stipulations whose solutions are lines
    std::vector<solver::Line<P>> lines_;        // solutions of the position that was solved last
    Finding<P> finding_;
    MoveList<P> mates_;
    solver::Faces<P> reduced_;  // the winning faces after a piece was removed
    solver::Faces<P> sooner_;   // the faces that win in fewer moves
    // The solution of the position from which pieces are removed: its mates in one, free faces and check.
    MoveList<P> key_;
    unsigned old_free_ = 0;
    bool in_check_ = false;
};

}  // namespace octomate::make
