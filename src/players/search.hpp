#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "players/session.hpp"
#include "solver/bounds_table.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/parallel.hpp"
#include "solver/stipulation_search.hpp"

/// Instantiates the search templates for positions `P`. `declared` is `extern` in the header of a game, and
/// empty in its searches.cpp, which is compiled for speed.
#define OCTOMATE_SEARCHES(declared, P)                              \
    declared template class octomate::solver::MateSearch<P>;        \
    declared template class octomate::solver::StipulationSearch<P>; \
    declared template class octomate::players::Search<P>;

namespace octomate::players {

/// Returns the value of an outcome for a side: 1 won, -1 lost, 0 drawn (R11) or ongoing.
inline double score_for(Outcome outcome, Color side) {
    if (outcome == Outcome::Draw || outcome == Outcome::Ongoing) return 0;
    return outcome == won_by(side) ? 1 : -1;
}

/// Returns an estimate, before the roll, of the chance of the side to move to win minus its chance to lose,
/// -1…1. In a game without an evaluation every ongoing position is worth 0, so a search finds wins only.
template <Position P>
double evaluation(const P& position) {
    if constexpr (Evaluated<P>) {
        return position.evaluate();
    } else {
        return score_for(position.outcome(), position.turn());
    }
}

/// A function that returns the exact value of a position, such as from endgame tables: for the side to move
/// before the roll, -1…1; nullopt if unknown. It is thread-safe and throws std::runtime_error if a value
/// cannot be read. If the function is empty, no value is known.
template <class P>
using ExactValues = std::function<std::optional<double>(const P&)>;

/// Options of a search.
struct SearchOptions {
    int width = 0;              ///< number of moves per face that are searched deeper than one ply; 0: all
    bool pruning = true;        ///< alpha-beta cutoffs; they do not change the value
    bool evaluate_all = false;  ///< compute the exact value of every root move, not only of the best
    std::size_t hash_bytes = std::size_t{8} << 20;
};

/// Expectimax search. The value of a position before the roll, for the side to move, is the mean over the
/// faces of the value of their best move; at depth 0 it is the evaluation. The legal moves are generated once
/// and grouped by the face that they obey, so that a ply with a die has no more nodes than one without. On
/// a face that no move obeys any legal move may be played (a free move), so the face is worth the best of all
/// moves. Cutoffs use bounds on the mean: a node ends once the faces searched so far put the mean outside the
/// window, whatever values from -1 to 1 the other faces have (Ballard's Star1 and Star2, 1983). In a game
/// without chance this is alpha-beta. The values depend only on the position and the limits, not on the
/// number of threads.
template <Position P>
class Search {
  public:
    using Move = typename P::Move;

    struct Line {
        Move move;
        double value;  ///< value for the side to move; only an upper bound for some moves after the best
    };
    struct Result {
        std::vector<Line> lines;  ///< best first
        int depth = 0;            ///< depth of the last complete search; 0: no search was complete
        std::uint64_t nodes = 0;
    };

    /// Positions whose value `exact_values` returns are not searched further.
    explicit Search(const SearchOptions& options, ExactValues<P> exact_values = {})
        : Search(options, std::move(exact_values),
                 std::make_shared<solver::BoundsTable>(options.hash_bytes)) {}

    /// Searches `moves` (legal root moves, at least one) by iterative deepening until a limit is reached or a
    /// deeper search cannot change the choice. Calls `report(result)` after each completed depth, and returns
    /// the result of the last one.
    template <class Moves, class Report>
    Result run(const P& position, const Moves& moves, const Limits& limits, Report report) {
        reset(limits);
        Result result;
        for (const Move& move : moves) result.lines.push_back({move, 0});
        std::sort(result.lines.begin(), result.lines.end(),
                  [](const Line& a, const Line& b) { return a.move < b.move; });
        MoveList<P> wins;
        solver::find_wins(position, wins);
        // Winning moves go first, so that they are found whatever the limits.
        std::stable_partition(result.lines.begin(), result.lines.end(),
                              [&](const Line& line) { return is_among(wins, line.move); });
        for (int depth = 1; depth <= limits.depth; ++depth) {
            std::vector<Line> lines = result.lines;
            if (!evaluate_lines(position, wins, depth, lines)) break;
            std::stable_sort(lines.begin(), lines.end(),
                             [](const Line& a, const Line& b) { return a.value > b.value; });
            result.lines = std::move(lines);
            result.depth = depth;
            result.nodes = nodes_;
            report(result);
            if (is_decided(result)) break;
        }
        result.nodes = nodes_;
        return result;
    }

    template <class Moves>
    Result run(const P& position, const Moves& moves, const Limits& limits) {
        return run(position, moves, limits, [](const Result&) {});
    }

    /// Returns the value of a position before the roll, searched to `depth` plies without other limits.
    double value(const P& position, int depth) {
        reset({}, depth > 0);
        return value_before_roll(position, depth, -1, 1);
    }

    /// Returns the value of a legal move for its mover; searches the position after it to `depth` plies.
    double value(const P& position, const Move& move, int depth) {
        reset({}, depth > 0);
        return move_value(position, move, depth, -1, 1);
    }

    /// Searches a position before the roll by iterative deepening; returns the value of the last completed
    /// depth, or the evaluation if there is none.
    double value(const P& position, const Limits& limits) {
        reset(limits);
        double last = evaluation(position);
        for (int depth = 0; depth <= limits.depth; ++depth) {
            const double value = value_before_roll(position, depth, -1, 1);
            if (stopped_) break;
            last = value;
        }
        return last;
    }

  private:
    using Table = solver::BoundsTable;

    struct EvaluatedMove {
        Move move;
        double evaluation;  ///< evaluation of the position after `move`, for the mover
    };
    /// Sets a flag when its scope ends, even by an exception.
    struct SetAtScopeEnd {
        std::atomic<bool>& flag;
        ~SetAtScopeEnd() { flag = true; }
    };

    Search(const SearchOptions& options, ExactValues<P> exact_values, std::shared_ptr<Table> table)
        : options_(options), exact_values_(std::move(exact_values)), table_(std::move(table)) {}

    /// Resets limits and counters; `clears_table`: also clears the hash table.
    void reset(const Limits& limits, bool clears_table = true) {
        if (clears_table && nodes_ > 0) table_->clear();
        limits_ = limits;
        nodes_ = 0;
        stopped_ = false;
    }

    /// Checks whether a deeper search cannot change the choice: there is one move, or the best one wins.
    bool is_decided(const Result& result) const {
        return !options_.evaluate_all && (result.lines.size() == 1 || result.lines.front().value == 1);
    }

    /// Sets the values of the root moves `lines` by a search to `depth`, on several threads if the limits
    /// allow. Returns false if a limit was reached.
    bool evaluate_lines(const P& position, const MoveList<P>& wins, int depth, std::vector<Line>& lines) {
        const bool limited = limits_.nodes != Limits().nodes;
        if (limits_.threads <= 1 || limited || depth < 3)
            return evaluate_in_turn(position, wins, depth, lines);
        // The other threads search the same moves in other orders, and share their results through the table.
        while (other_searches_.size() + 1 < static_cast<std::size_t>(limits_.threads))
            other_searches_.push_back(std::unique_ptr<Search>(new Search(options_, exact_values_, table_)));
        const std::vector<Line> initial = lines;
        std::atomic<bool> done = false;
        solver::for_each_number(static_cast<std::size_t>(limits_.threads), true, [&](std::size_t number) {
            if (number == 0) {
                const SetAtScopeEnd set_done{done};
                evaluate_in_turn(position, wins, depth, lines);
                return;
            }
            Search& other = *other_searches_[number - 1];
            other.reset(limits_, false);
            other.done_ = &done;
            other.thread_ = number;
            std::vector<Line> rotated = initial;
            std::rotate(rotated.begin(),
                        rotated.begin() + static_cast<std::ptrdiff_t>(number % rotated.size()),
                        rotated.end());
            other.evaluate_in_turn(position, wins, depth, rotated);
        });
        for (const auto& other : other_searches_) nodes_ += std::exchange(other->nodes_, 0);
        return !stopped_;
    }

    /// Sets the values of the root moves `lines` by a search to `depth`, one after another. Returns false if
    /// a limit was reached.
    bool evaluate_in_turn(const P& position, const MoveList<P>& wins, int depth, std::vector<Line>& lines) {
        double best = -1;
        for (Line& line : lines) {
            const bool exact = &line == &lines.front() || options_.evaluate_all;
            line.value = is_among(wins, line.move)
                             ? 1
                             : move_value(position, line.move, depth - 1, exact ? -1 : best, 1);
            if (stopped_) return false;
            best = std::max(best, line.value);
            if (best == 1 && !options_.evaluate_all) break;  // no other move can be better
        }
        return true;
    }

    /// Returns the value of a move for its mover; searches the position after it to `depth`.
    double move_value(const P& position, const Move& move, int depth, double alpha, double beta) {
        if constexpr (EvaluatesMoves<P>) {
            if (depth <= 0 && !exact_values_) return count_node(), position.value_after(move);
        }
        const P next = position.play(move);
        if (next.turn() == position.turn()) return value_before_roll(next, depth, alpha, beta);
        return -value_before_roll(next, depth, -beta, -alpha);
    }

    /// Counts a node and returns the evaluation of a position.
    double leaf_value(const P& position) {
        count_node();
        return evaluation(position);
    }

    /// Counts a node, and sets `stopped_` at a limit.
    void count_node() {
        if (++nodes_ >= limits_.nodes) stopped_ = true;
        if (nodes_ % 256 != 0) return;
        if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) stopped_ = true;
        if (done_ && done_->load(std::memory_order_relaxed)) stopped_ = true;
        if (std::chrono::steady_clock::now() >= limits_.deadline) stopped_ = true;
    }

    /// Returns the value of a position before the roll. A result between `alpha` and `beta` is exact; a
    /// result ≤ `alpha` is an upper bound, a result ≥ `beta` a lower bound.
    double value_before_roll(const P& position, int depth, double alpha, double beta) {
        if (exact_values_) {
            if (const auto value = exact_values_(position)) return count_node(), *value;
        }
        if (depth <= 0) return leaf_value(position);
        if (!options_.pruning) alpha = -1, beta = 1;
        const PositionKey key = position.key();
        double lower = -1, upper = 1;
        if (const auto found = table_->find(key, depth)) {
            lower = std::bit_cast<double>(found->lower);
            upper = std::bit_cast<double>(found->upper);
            if (lower == upper || lower >= beta) return lower;
            if (upper <= alpha) return upper;
        }
        const double value = mean_over_faces(position, depth, alpha, beta);
        if (stopped_) return value;
        if (value > alpha || alpha == -1) lower = value;
        if (value < beta || beta == 1) upper = value;
        table_->store(key, depth, {std::bit_cast<std::uint64_t>(lower), std::bit_cast<std::uint64_t>(upper)});
        return value;
    }

    /// Returns the mean over the faces of the value of their best move, with the bounds of
    /// `value_before_roll`.
    double mean_over_faces(const P& position, int depth, double alpha, double beta) {
        MoveList<P> moves, wins;
        position.legal_moves(moves);
        if (moves.empty()) return score_for(position.outcome(), position.turn());
        solver::find_wins(position, wins);
        if constexpr (MovesByRoll<P>) {
            return mean_over_groups(position, solver::GroupedMoves<P>(position, moves), wins, depth, alpha,
                                    beta);
        } else {
            double sum = 0, total = 0, remaining = 0;
            for (const auto& chance : position.rolls()) remaining += chance.weight;
            total = remaining;
            for (const auto& chance : position.rolls()) {
                remaining -= chance.weight;
                position.legal_moves(chance.roll, moves);
                const double face_value =
                    best_of_moves(position, moves, wins, depth,
                                  std::max(-1.0, (alpha * total - sum - remaining) / chance.weight),
                                  std::min(1.0, (beta * total - sum + remaining) / chance.weight));
                if (stopped_) return 0;
                sum += chance.weight * face_value;
                if (!options_.pruning) continue;
                if ((sum + remaining) / total <= alpha) return (sum + remaining) / total;
                if ((sum - remaining) / total >= beta) return (sum - remaining) / total;
            }
            return sum / total;
        }
    }

    /// Returns the same mean as `mean_over_faces`, given the moves grouped by face. First searches one
    /// promising move on each face (the probing of Ballard's Star2): its value is a lower bound of the face,
    /// and these bounds often suffice for a cutoff at `beta`.
    template <class Grouped>
    double mean_over_groups(const P& position, const Grouped& grouped, const MoveList<P>& wins, int depth,
                            double alpha, double beta) {
        const auto groups = grouped.groups();
        const auto group_at = [&](std::size_t step) {
            const std::size_t index = (step + thread_) % groups.size();
            return thread_ % 2 == 0 ? index : groups.size() - 1 - index;
        };
        const auto total = static_cast<double>(grouped.total_weight());
        const auto free = static_cast<double>(grouped.free_weight());
        double sum = 0, best = -1;
        // The weight of the faces that are not searched yet, a lower bound of the sum of their weighted
        // values, and a lower bound of the value of each face.
        double remaining = total - free, remaining_lower = -remaining;
        std::array<double, P::chance_unit> face_lower;
        std::fill_n(face_lower.begin(), groups.size(), -1.0);
        const auto mean_lower = [&] { return (sum + remaining_lower + free * best) / total; };
        const auto beta_of = [&](double weight, double others) {
            return std::min(1.0, (beta * total - (sum + others + free * best)) / weight);
        };
        if (options_.pruning && groups.size() > 1 && beta < 1) {
            for (std::size_t step = 0; step < groups.size(); ++step) {
                const std::size_t index = group_at(step);
                const auto weight = static_cast<double>(groups[index].weight);
                face_lower[index] =
                    probe(position, groups[index], wins, depth, beta_of(weight, remaining_lower + weight));
                if (stopped_) return 0;
                remaining_lower += weight * (face_lower[index] + 1);
                best = std::max(best, face_lower[index]);
                if (mean_lower() >= beta) return mean_lower();
            }
        }
        for (std::size_t step = 0; step < groups.size(); ++step) {
            const std::size_t index = group_at(step);
            const auto weight = static_cast<double>(groups[index].weight);
            remaining -= weight;
            remaining_lower -= weight * face_lower[index];
            const double others_upper = sum + remaining + free;  // upper bound of the sum of the other faces
            const double face_value = best_of_moves(position, groups[index], wins, depth,
                                                    std::max(-1.0, (alpha * total - others_upper) / weight),
                                                    beta_of(weight, remaining_lower));
            if (stopped_) return 0;
            best = std::max(best, face_value);
            sum += weight * face_value;
            if (!options_.pruning) continue;
            const double upper = (sum + remaining + (remaining > 0 ? free : free * best)) / total;
            if (upper <= alpha) return upper;
            if (mean_lower() >= beta) return mean_lower();
        }
        return (sum + free * best) / total;
    }

    /// Returns a lower bound of the value of the best of `moves`: 1 if one wins, else the value of the move
    /// with the best evaluation. At depth 1, where evaluating all moves would be the whole search, the value
    /// of the first move.
    template <class Moves>
    double probe(const P& position, const Moves& moves, const MoveList<P>& wins, int depth, double beta) {
        const Move* promising = &*moves.begin();
        double highest = -1;
        for (const Move& move : moves) {
            if (is_among(wins, move)) return 1;
            if (depth == 1) continue;
            const double value = move_value(position, move, 0, -1, 1);
            if (stopped_) return 0;
            if (value > highest) highest = value, promising = &move;
        }
        return move_value(position, *promising, depth - 1, -1, beta);
    }

    /// Returns the value of the best of `moves`, with the bounds of `value_before_roll`.
    template <class Moves>
    double best_of_moves(const P& position, const Moves& moves, const MoveList<P>& wins, int depth,
                         double alpha, double beta) {
        if (!wins.empty()) {
            for (const Move& move : moves) {
                if (is_among(wins, move)) return 1;
            }
        }
        double best = -1;
        const auto search_move = [&](const Move& move) {
            best = std::max(best, move_value(position, move, depth - 1, std::max(alpha, best), beta));
            return stopped_ || (options_.pruning && best >= beta);
        };
        if (depth == 1) {
            for (const Move& move : moves) {
                if (search_move(move)) break;
            }
            return best;
        }
        // Searching the moves with the best evaluation first causes early cutoffs.
        while (ordered_.size() <= static_cast<std::size_t>(depth)) ordered_.emplace_back();
        std::vector<EvaluatedMove>& ordered = ordered_[static_cast<std::size_t>(depth)];
        ordered.clear();
        for (const Move& move : moves) {
            ordered.push_back({move, move_value(position, move, 0, -1, 1)});
            if (stopped_) return 0;
        }
        std::stable_sort(ordered.begin(), ordered.end(), [](const EvaluatedMove& a, const EvaluatedMove& b) {
            return a.evaluation > b.evaluation;
        });
        if (options_.width > 0 && ordered.size() > static_cast<std::size_t>(options_.width))
            ordered.resize(static_cast<std::size_t>(options_.width));
        for (const EvaluatedMove& evaluated : ordered) {
            if (search_move(evaluated.move)) break;
        }
        return best;
    }

    const SearchOptions options_;
    const ExactValues<P> exact_values_;
    const std::shared_ptr<Table> table_;
    std::vector<std::unique_ptr<Search>> other_searches_;  ///< the searches of the other threads
    // Set in `other_searches_` only:
    std::size_t thread_ = 0;                   ///< number of the thread, which determines the order of faces
    const std::atomic<bool>* done_ = nullptr;  ///< set when the first thread has finished
    Limits limits_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::deque<std::vector<EvaluatedMove>> ordered_;  ///< buffers by depth, reused to avoid allocations
};

}  // namespace octomate::players
