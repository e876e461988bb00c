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
struct SolvedPuzzle {
    P position;
    solver::Faces<P> winning;  ///< the winning faces with their first moves; empty if there are `lines`
    ThemeSet themes;
    Scores scores;
    std::vector<Removed<P>> removed;     ///< pieces removed for economy, in order
    std::vector<solver::Line<P>> lines;  ///< all solutions, if the stipulation has lines as solutions
};

/// Decides whether positions are puzzles as `PuzzleFilter` describes them. Makes the cheap tests first, since
/// most positions fail one of them.
template <Makeable P>
class Judge {
  public:
    using Move = typename P::Move;

    /// Once `interrupted` is set, searches for longer mates stop, and results must not be used.
    explicit Judge(const PuzzleFilter& wanted, const std::atomic<bool>* interrupted = nullptr)
        : wanted_(wanted),
          solvers_(wanted.other_stipulation ? wanted.other_stipulation->moves() : wanted.moves,
                   std::size_t{wanted.other_stipulation ? 1U : 16U} << 20, wanted.other_stipulation,
                   interrupted) {
        if (wanted.other_stipulation && wanted.other_stipulation->has_lines())
            line_finder_.emplace(*wanted.other_stipulation, std::nullopt, wanted.solutions, interrupted);
    }

    /// The default of `known` in `judge`: no winning moves are known.
    struct NothingKnown {
        bool operator()(const auto&) const { return false; }
    };

    /// Returns the puzzle if the position is a wanted one, else nullptr; the pointer is valid until the next
    /// call. Rejects a position early if `known(moves)` returns true for its winning moves (each listed
    /// once).
    template <class Known = NothingKnown>
    const SolvedPuzzle<P>* judge(const P& position, Known known = {}) {
        if (!wanted_.in_check && position.in_check()) return nullptr;
        if (!wanted_.economical && !wanted_.pieces.contains(pieces(position))) return nullptr;
        if (!solve(position, puzzle_.winning, known) || !has_wanted_faces(position, puzzle_.winning))
            return nullptr;
        if (has_later_flaw(position, puzzle_.winning)) return nullptr;
        puzzle_.position = with_needed_history(position);
        puzzle_.removed.clear();
        puzzle_.lines = lines_;
        if (wanted_.economical && may_lose_pieces(puzzle_.position) && !economise()) return nullptr;
        grade();
        if (!puzzle_.themes.contains_all(wanted_.themes) ||
            !(puzzle_.themes & wanted_.excluded_themes).empty())
            return nullptr;
        const auto [difficulty, quality] = puzzle_.scores;
        return difficulty >= wanted_.min_difficulty && quality >= wanted_.min_quality ? &puzzle_ : nullptr;
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

    /// Returns the last moves of the lines of a puzzle; empty if it has no lines or they do not end in mate.
    std::vector<LastMove<P>> mates_of(const SolvedPuzzle<P>& puzzle) const {
        if (!wanted_.other_stipulation || !wanted_.other_stipulation->ends_in_mates()) return {};
        return last_moves(puzzle.position, *wanted_.other_stipulation, puzzle.lines);
    }

  private:
    using Pieces = typename P::Arrangement;

    /// Sets the themes and scores of the puzzle. For other stipulations than mate, grades only the mates at
    /// the ends of lines.
    void grade() {
        puzzle_.themes = {};
        puzzle_.scores = {};
        if (!wanted_.other_stipulation) {
            puzzle_.themes = themes_of(puzzle_.position, puzzle_.winning, wanted_.moves);
            puzzle_.scores = scores_of(puzzle_.position, puzzle_.winning, puzzle_.themes);
        } else {
            const MatesSummary shown = grade_mates(mates_of(puzzle_));
            puzzle_.themes = shown.themes;
            puzzle_.scores.quality = shown.quality;
        }
    }

    /// Returns the position without the states of its history that the puzzle does not need.
    P with_needed_history(const P& position) const {
        if constexpr (PrunesHistory<P>)
            return position.with_needed_history(wanted_.other_stipulation ? wanted_.other_stipulation->moves()
                                                                          : wanted_.moves);
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
        if (!wanted_.other_stipulation) {
            position.winning_moves(mates_);
            if (wanted_.moves == 1) {
                if (mates_.empty() || known(mates_)) return false;
                solver::faces_won_by(position, mates_, winning);
                return true;
            }
            if (!mates_.empty()) return false;
        }
        for (int moves = solvers_.moves(); moves > 0; --moves) {
            const bool is_shorter = moves < solvers_.moves();
            solver::Faces<P>& faces = is_shorter ? shorter_wins_ : winning;
            if (!solvers_.solve(position, moves, faces)) return false;
            solver::drop_lost_faces(faces);
            if (faces.empty() != is_shorter) return false;
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
        const Color turn = puzzle_.position.turn();
        store_key();
        const auto accept = [&](const Pieces& smaller) {
            const auto reduced = smaller.template accepted<P>(turn);
            if (!reduced || !has_stored_key(*reduced)) return false;
            puzzle_.position = *reduced;
            return true;
        };
        for (bool changed = true; changed;) {
            changed = false;
            Pieces remaining(puzzle_.position);
            make::remove_pieces(remaining, remaining.occupied(), accept, [&](auto piece, int square) {
                puzzle_.removed.push_back({piece, square});
                changed = true;
            });
            if (wanted_.reachable && changed) return false;
            if (pieces(puzzle_.position) < wanted_.pieces.least) return false;
        }
        if (!wanted_.pieces.contains(pieces(puzzle_.position))) return false;
        // The wins are unchanged, but other faces may have become bound or free, and a position without a die
        // may be in check now.
        if (!wanted_.in_check && puzzle_.position.in_check()) return false;
        return puzzle_.removed.empty() || (solve(puzzle_.position, puzzle_.winning) &&
                                           has_wanted_faces(puzzle_.position, puzzle_.winning));
    }

    /// Stores the solution that `has_stored_key` compares with.
    void store_key() {
        stored_in_check_ = puzzle_.position.in_check();
        if (wanted_.moves > 1 || wanted_.other_stipulation) return;
        puzzle_.position.winning_moves(stored_mates_);
        std::sort(stored_mates_.begin(), stored_mates_.end());
        stored_free_faces_ = free_faces(puzzle_.position);
    }

    /// True if the same faces win by the same moves as in the stored solution, and no face wins sooner. For
    /// mates in one, comparing the mates and the free faces is enough: a free face wins by every mate, and a
    /// face that is not free by the mates that fit it.
    bool has_stored_key(const P& position) {
        if (HasDie<P> && position.in_check() != stored_in_check_) return false;
        if (wanted_.moves > 1 || wanted_.other_stipulation) {
            return solve(position, reduced_wins_) && (!line_finder_ || lines_ == puzzle_.lines) &&
                   std::equal(
                       reduced_wins_.begin(), reduced_wins_.end(), puzzle_.winning.begin(),
                       puzzle_.winning.end(),
                       [](const auto& a, const auto& b) { return a.roll == b.roll && a.mates == b.mates; }) &&
                   !has_later_flaw(position, reduced_wins_);
        }
        position.winning_moves(mates_);
        if (mates_.size() != stored_mates_.size()) return false;
        std::sort(mates_.begin(), mates_.end());
        return std::equal(mates_.begin(), mates_.end(), stored_mates_.begin()) &&
               free_faces(position) == stored_free_faces_;
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
    SolvedPuzzle<P> puzzle_;
    MoveList<P> mates_;
    solver::Faces<P> reduced_wins_;  // the winning faces after a piece was removed
    solver::Faces<P> shorter_wins_;  // the faces that win in fewer moves
    // The solution of the position from which pieces are removed: its mates in one, free faces and check.
    MoveList<P> stored_mates_;
    unsigned stored_free_faces_ = 0;
    bool stored_in_check_ = false;
};

}  // namespace octomate::make
