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

/// Returns the exact value of a position, such as from endgame tables: for the side to move before the roll,
/// -1…1; nullopt if unknown. Any thread may call it. Throws std::runtime_error if a value cannot be read. An
/// empty function knows no position.
template <class P>
using Known = std::function<std::optional<double>(const P&)>;

/// Options of a search.
struct SearchOptions {
    int width = 0;        ///< number of moves per face that are searched deeper than one ply; 0: all
    bool pruning = true;  ///< alpha-beta cutoffs; they do not change the value
    bool all = false;     ///< compute the exact value of every root move, not only of the best
    std::size_t hash_bytes = std::size_t{8} << 20;
};

/// Expectimax search. The value of a position before the roll, for the side to move, is the mean over the
/// faces of the value of their best move; at depth 0 it is the evaluation. The legal moves are generated once
/// and grouped by the face that they obey, so that a ply with a die has no more nodes than one without. On
/// a face without such moves any legal move may be played (a free move), so the face is worth the best of all
/// moves. Cutoffs use bounds on the mean: a face outside the window, given that each face still to come is
/// worth -1 to 1, ends the node (Ballard's Star1 and Star2, 1983). In a game without chance this is
/// alpha-beta. The values depend only on the position and the limits, not on the number of threads.
template <Position P>
class Search {
  public:
    using Move = typename P::Move;

    struct Line {
        Move move;
        double value;  ///< for the side to move; may be only an upper bound if the move is not the best
    };
    struct Result {
        std::vector<Line> lines;  ///< best first
        int depth = 0;            ///< depth of the last complete search; 0: no search was complete
        std::uint64_t nodes = 0;
    };

    /// Positions whose value `known` returns are not searched further.
    explicit Search(const SearchOptions& options, Known<P> known = {})
        : Search(options, std::move(known), std::make_shared<solver::BoundsTable>(options.hash_bytes)) {}

    /// Searches `moves` (legal root moves, at least one) by iterative deepening until a limit or a decision,
    /// and calls `report(result)` after each completed depth. Returns the result of the last one.
    template <class Moves, class Report>
    Result run(const P& position, const Moves& moves, const Limits& limits, Report report) {
        begin(limits);
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
            if (!value_lines(position, wins, depth, lines)) break;
            std::stable_sort(lines.begin(), lines.end(),
                             [](const Line& a, const Line& b) { return a.value > b.value; });
            result.lines = std::move(lines);
            result.depth = depth;
            result.nodes = nodes_;
            report(result);
            if (decided(result)) break;
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
        begin({}, depth > 0);
        return before_roll(position, depth, -1, 1);
    }

    /// Returns the value of a legal move for its mover; searches the position after it to `depth` plies.
    double value(const P& position, const Move& move, int depth) {
        begin({}, depth > 0);
        return after(position, move, depth, -1, 1);
    }

    /// Searches a position before the roll by iterative deepening; returns the value of the last completed
    /// depth, or the evaluation if there is none.
    double value(const P& position, const Limits& limits) {
        begin(limits);
        double found = evaluation(position);
        for (int depth = 0; depth <= limits.depth; ++depth) {
            const double value = before_roll(position, depth, -1, 1);
            if (stopped_) break;
            found = value;
        }
        return found;
    }

  private:
    using Table = solver::BoundsTable;

    struct Scored {
        Move move;
        double evaluation;
    };
    /// Sets a flag when its scope ends, also by an exception.
    struct AtEnd {
        std::atomic<bool>& ended;
        ~AtEnd() { ended = true; }
    };

    Search(const SearchOptions& options, Known<P> known, std::shared_ptr<Table> table)
        : options_(options), known_(std::move(known)), table_(std::move(table)) {}

    /// Resets limits and counters; `forget` clears the table.
    void begin(const Limits& limits, bool forget = true) {
        if (forget && nodes_ > 0) table_->clear();
        limits_ = limits;
        nodes_ = 0;
        stopped_ = false;
    }

    /// Checks whether a deeper search cannot change the choice: there is one move, or the best one wins.
    bool decided(const Result& result) const {
        return !options_.all && (result.lines.size() == 1 || result.lines.front().value == 1);
    }

    /// Computes the values of root moves to a depth, on several threads if the limits allow; false at a
    /// limit.
    bool value_lines(const P& position, const MoveList<P>& wins, int depth, std::vector<Line>& lines) {
        const bool limited = limits_.nodes != Limits().nodes;
        if (limits_.threads <= 1 || limited || depth < 3) return value_in_turn(position, wins, depth, lines);
        // The other threads search the same moves in other orders, and share their results through the table.
        while (other_searches_.size() + 1 < static_cast<std::size_t>(limits_.threads))
            other_searches_.push_back(std::unique_ptr<Search>(new Search(options_, known_, table_)));
        const std::vector<Line> given = lines;
        std::atomic<bool> done = false;
        solver::for_each_number(static_cast<std::size_t>(limits_.threads), true, [&](std::size_t number) {
            if (number == 0) {
                const AtEnd end{done};
                value_in_turn(position, wins, depth, lines);
                return;
            }
            Search& other = *other_searches_[number - 1];
            other.begin(limits_, false);
            other.done_ = &done;
            other.shift_ = number;
            std::vector<Line> same = given;
            std::rotate(same.begin(), same.begin() + static_cast<std::ptrdiff_t>(number % same.size()),
                        same.end());
            other.value_in_turn(position, wins, depth, same);
        });
        for (const auto& other : other_searches_) nodes_ += std::exchange(other->nodes_, 0);
        return !stopped_;
    }

    /// Computes the values of root moves to a depth, one after another; false if a limit was reached.
    bool value_in_turn(const P& position, const MoveList<P>& wins, int depth, std::vector<Line>& lines) {
        double best = -1;
        for (Line& line : lines) {
            const bool exact = &line == &lines.front() || options_.all;
            line.value =
                is_among(wins, line.move) ? 1 : after(position, line.move, depth - 1, exact ? -1 : best, 1);
            if (stopped_) return false;
            best = std::max(best, line.value);
            if (best == 1 && !options_.all) break;  // no other move can be better
        }
        return true;
    }

    /// Returns the value of a move for its mover.
    double after(const P& position, const Move& move, int depth, double alpha, double beta) {
        if constexpr (EvaluatesMoves<P>) {
            if (depth <= 0 && !known_) return count(), position.value_after(move);
        }
        const P next = position.play(move);
        if (next.turn() == position.turn()) return before_roll(next, depth, alpha, beta);
        return -before_roll(next, depth, -beta, -alpha);
    }

    /// Returns the evaluation of a position as a counted node.
    double leaf(const P& position) {
        count();
        return evaluation(position);
    }

    /// Counts a node, and sets `stopped_` at a limit.
    void count() {
        if (++nodes_ >= limits_.nodes) stopped_ = true;
        if (nodes_ % 256 != 0) return;
        if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) stopped_ = true;
        if (done_ && done_->load(std::memory_order_relaxed)) stopped_ = true;
        if (std::chrono::steady_clock::now() >= limits_.deadline) stopped_ = true;
    }

    /// Returns the value of a position before the roll. A result between `alpha` and `beta` is exact; a
    /// result ≤ `alpha` is an upper bound, a result ≥ `beta` a lower bound.
    double before_roll(const P& position, int depth, double alpha, double beta) {
        if (known_) {
            if (const auto value = known_(position)) return count(), *value;
        }
        if (depth <= 0) return leaf(position);
        if (!options_.pruning) alpha = -1, beta = 1;
        const PositionKey key = position.key();
        double lower = -1, upper = 1;
        if (const auto found = table_->find(key, depth)) {
            lower = std::bit_cast<double>(found->lower);
            upper = std::bit_cast<double>(found->upper);
            if (lower == upper || lower >= beta) return lower;
            if (upper <= alpha) return upper;
        }
        const double value = over_faces(position, depth, alpha, beta);
        if (stopped_) return value;
        if (value > alpha || alpha == -1) lower = value;
        if (value < beta || beta == 1) upper = value;
        table_->store(key, depth, {std::bit_cast<std::uint64_t>(lower), std::bit_cast<std::uint64_t>(upper)});
        return value;
    }

    /// Returns the mean over the faces, with the bounds of `before_roll`.
    double over_faces(const P& position, int depth, double alpha, double beta) {
        MoveList<P> moves, wins;
        position.legal_moves(moves);
        if (moves.empty()) return score_for(position.outcome(), position.turn());
        solver::find_wins(position, wins);
        if constexpr (MovesByRoll<P>) {
            return over_roll_moves(position, solver::GroupedMoves<P>(position, moves), wins, depth, alpha,
                                   beta);
        } else {
            double sum = 0, total = 0, rest = 0;
            for (const auto& chance : position.rolls()) rest += chance.weight;
            total = rest;
            for (const auto& chance : position.rolls()) {
                rest -= chance.weight;
                position.legal_moves(chance.roll, moves);
                const double face = over_moves(position, moves, wins, depth,
                                               std::max(-1.0, (alpha * total - sum - rest) / chance.weight),
                                               std::min(1.0, (beta * total - sum + rest) / chance.weight));
                if (stopped_) return 0;
                sum += chance.weight * face;
                if (!options_.pruning) continue;
                if ((sum + rest) / total <= alpha) return (sum + rest) / total;
                if ((sum - rest) / total >= beta) return (sum - rest) / total;
            }
            return sum / total;
        }
    }

    /// Returns the mean over the faces by which the moves are grouped. First searches one promising move on
    /// each face (the probing of Ballard's Star2): their values are lower bounds of the faces, and often
    /// suffice for a cutoff at `beta`.
    template <class Grouped>
    double over_roll_moves(const P& position, const Grouped& grouped, const MoveList<P>& wins, int depth,
                           double alpha, double beta) {
        const auto groups = grouped.groups();
        const auto group_at = [&](std::size_t step) {
            const std::size_t index = (step + shift_) % groups.size();
            return shift_ % 2 == 0 ? index : groups.size() - 1 - index;
        };
        const auto total = static_cast<double>(grouped.total_weight());
        const auto free = static_cast<double>(grouped.free_weight());
        double sum = 0, best = -1;
        // `rest`: the weight of the faces still to come. `coming`: a lower bound of their weighted sum.
        // `least`: a lower bound of the value of each face.
        double rest = total - free, coming = -rest;
        std::array<double, P::chance_unit> least;
        std::fill_n(least.begin(), groups.size(), -1.0);
        const auto lower = [&] { return (sum + coming + free * best) / total; };
        const auto beta_of = [&](double weight, double others) {
            return std::min(1.0, (beta * total - (sum + others + free * best)) / weight);
        };
        if (options_.pruning && groups.size() > 1 && beta < 1) {
            for (std::size_t step = 0; step < groups.size(); ++step) {
                const std::size_t index = group_at(step);
                const auto weight = static_cast<double>(groups[index].weight);
                least[index] = probe(position, groups[index], wins, depth, beta_of(weight, coming + weight));
                if (stopped_) return 0;
                coming += weight * (least[index] + 1);
                best = std::max(best, least[index]);
                if (lower() >= beta) return lower();
            }
        }
        for (std::size_t step = 0; step < groups.size(); ++step) {
            const std::size_t index = group_at(step);
            const auto weight = static_cast<double>(groups[index].weight);
            rest -= weight;
            coming -= weight * least[index];
            const double most = sum + rest + free;  // upper bound of the weighted sum of the other faces
            const double face =
                over_moves(position, groups[index], wins, depth,
                           std::max(-1.0, (alpha * total - most) / weight), beta_of(weight, coming));
            if (stopped_) return 0;
            best = std::max(best, face);
            sum += weight * face;
            if (!options_.pruning) continue;
            const double upper = (sum + rest + (rest > 0 ? free : free * best)) / total;
            if (upper <= alpha) return upper;
            if (lower() >= beta) return lower();
        }
        return (sum + free * best) / total;
    }

    /// Returns a lower bound of the best of `moves`: 1 if one wins, else the value of the move with the best
    /// evaluation. At depth 1, where that would be the whole search, the value of the first move.
    template <class Moves>
    double probe(const P& position, const Moves& moves, const MoveList<P>& wins, int depth, double beta) {
        const Move* promising = &*moves.begin();
        double highest = -1;
        for (const Move& move : moves) {
            if (is_among(wins, move)) return 1;
            if (depth == 1) continue;
            const double value = after(position, move, 0, -1, 1);
            if (stopped_) return 0;
            if (value > highest) highest = value, promising = &move;
        }
        return after(position, *promising, depth - 1, -1, beta);
    }

    /// Returns the value of the best of `moves`, with the bounds of `before_roll`.
    template <class Moves>
    double over_moves(const P& position, const Moves& moves, const MoveList<P>& wins, int depth, double alpha,
                      double beta) {
        if (!wins.empty()) {
            for (const Move& move : moves) {
                if (is_among(wins, move)) return 1;
            }
        }
        double best = -1;
        const auto search_move = [&](const Move& move) {
            best = std::max(best, after(position, move, depth - 1, std::max(alpha, best), beta));
            return stopped_ || (options_.pruning && best >= beta);
        };
        if (depth == 1) {
            for (const Move& move : moves) {
                if (search_move(move)) break;
            }
            return best;
        }
        // Sort the moves by evaluation, the best first.
        while (ordered_.size() <= static_cast<std::size_t>(depth)) ordered_.emplace_back();
        std::vector<Scored>& ordered = ordered_[static_cast<std::size_t>(depth)];
        ordered.clear();
        for (const Move& move : moves) {
            ordered.push_back({move, after(position, move, 0, -1, 1)});
            if (stopped_) return 0;
        }
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const Scored& a, const Scored& b) { return a.evaluation > b.evaluation; });
        if (options_.width > 0 && ordered.size() > static_cast<std::size_t>(options_.width))
            ordered.resize(static_cast<std::size_t>(options_.width));
        for (const Scored& scored : ordered) {
            if (search_move(scored.move)) break;
        }
        return best;
    }

    const SearchOptions options_;
    const Known<P> known_;
    const std::shared_ptr<Table> table_;
    std::vector<std::unique_ptr<Search>> other_searches_;  ///< the searches of the other threads
    // In a search of the crew:
    std::size_t shift_ = 0;                    ///< its number: determines the order of faces
    const std::atomic<bool>* done_ = nullptr;  ///< set when the first thread has finished
    Limits limits_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::deque<std::vector<Scored>> ordered_;  ///< buffers by depth, reused to avoid allocations
};

}  // namespace octomate::players
