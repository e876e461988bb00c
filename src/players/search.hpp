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

/// Instantiates the searches of positions `P`. `declared` is `extern` in the header of a game, and empty in
/// its searches.cpp, which is compiled for speed.
#define OCTOMATE_SEARCHES(declared, P)                              \
    declared template class octomate::solver::MateSearch<P>;        \
    declared template class octomate::solver::StipulationSearch<P>; \
    declared template class octomate::players::Search<P>;

namespace octomate::players {

/// The value of a game that is over, for a side: 1 won, 0 drawn, -1 lost (R11).
inline double score_for(Outcome outcome, Color side) {
    if (outcome == Outcome::Draw || outcome == Outcome::Ongoing) return 0;
    return outcome == won_by(side) ? 1 : -1;
}

/// The chance of the side to move to win less that to lose, before the roll. In a game without an evaluation
/// what is not over counts as even, so that only wins are looked for.
template <Position P>
double evaluation(const P& position) {
    if constexpr (Evaluated<P>) {
        return position.evaluate();
    } else {
        return score_for(position.outcome(), position.turn());
    }
}

/// The exact values of positions, as from endgame tables: for the side to move before the roll, -1…1, or
/// none. From any thread. Throws std::runtime_error if a value cannot be read. May be empty.
template <class P>
using Known = std::function<std::optional<double>(const P&)>;

/// How a search looks.
struct SearchOptions {
    int width = 0;        ///< moves of a face that are looked at more than one ply deep; 0: all
    bool pruning = true;  ///< leave out what cannot change the value; never changes it
    bool all = false;     ///< value every move of the root exactly, not the best alone
    std::size_t hash_bytes = std::size_t{8} << 20;
};

/// Expectimax: the value of a position before the roll, for the side to move, is the mean over the faces of
/// their best moves, to a depth at which the evaluation stands in. The legal moves are shared out among the
/// faces, so that a roll costs no more than a ply without one; a face without moves of its own is worth the
/// best of all. Without chance this is alpha-beta. Values depend on nothing but the position and the limits,
/// whatever the threads.
template <Position P>
class Search {
  public:
    using Move = typename P::Move;

    struct Line {
        Move move;
        double value;  ///< for the side to move; perhaps only an upper bound if it is not the best
    };
    struct Result {
        std::vector<Line> lines;  ///< best first
        int depth = 0;            ///< of the last full search; 0: none was finished
        std::uint64_t nodes = 0;
    };

    /// A search ends where `known` gives the value.
    explicit Search(const SearchOptions& options, Known<P> known = {})
        : Search(options, std::move(known), std::make_shared<solver::BoundsTable>(options.hash_bytes)) {}

    /// Values some legal moves of a position, at least one, deeper and deeper, and calls `report(result)`
    /// after each depth.
    template <class Moves, class Report>
    Result run(const P& position, const Moves& moves, const Limits& limits, Report report) {
        begin(limits);
        Result result;
        for (const Move& move : moves) result.lines.push_back({move, 0});
        std::sort(result.lines.begin(), result.lines.end(),
                  [](const Line& a, const Line& b) { return a.move < b.move; });
        MoveList<P> wins;
        solver::find_wins(position, wins);
        // Wins come first, so that they are found within any limits.
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

    /// The value of a position before the roll, to a depth in plies that no limit cuts.
    double value(const P& position, int depth) {
        begin({}, depth > 0);
        return before_roll(position, depth, -1, 1);
    }

    /// The value of a legal move for its mover, the position after it being searched to a depth.
    double value(const P& position, const Move& move, int depth) {
        begin({}, depth > 0);
        return after(position, move, depth, -1, 1);
    }

    /// The same of a position, deeper and deeper until a limit ends it: what the last full depth found.
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
    struct AtEnd {
        std::atomic<bool>& ended;
        ~AtEnd() { ended = true; }
    };

    Search(const SearchOptions& options, Known<P> known, std::shared_ptr<Table> table)
        : options_(options), known_(std::move(known)), table_(std::move(table)) {}

    void begin(const Limits& limits, bool forget = true) {
        if (forget && nodes_ > 0) table_->clear();
        limits_ = limits;
        nodes_ = 0;
        stopped_ = false;
    }

    bool decided(const Result& result) const {
        return !options_.all && (result.lines.size() == 1 || result.lines.front().value == 1);
    }

    bool value_lines(const P& position, const MoveList<P>& wins, int depth, std::vector<Line>& lines) {
        const bool limited = limits_.nodes != Limits().nodes;
        if (limits_.threads <= 1 || limited || depth < 3) return value_in_turn(position, wins, depth, lines);
        // The others look at the same in other orders, and leave what they find in the table.
        while (crew_.size() + 1 < static_cast<std::size_t>(limits_.threads))
            crew_.push_back(std::unique_ptr<Search>(new Search(options_, known_, table_)));
        const std::vector<Line> given = lines;
        std::atomic<bool> done = false;
        solver::for_each_number(static_cast<std::size_t>(limits_.threads), true, [&](std::size_t number) {
            if (number == 0) {
                const AtEnd end{done};
                value_in_turn(position, wins, depth, lines);
                return;
            }
            Search& other = *crew_[number - 1];
            other.begin(limits_, false);
            other.done_ = &done;
            other.shift_ = number;
            std::vector<Line> same = given;
            std::rotate(same.begin(), same.begin() + static_cast<std::ptrdiff_t>(number % same.size()),
                        same.end());
            other.value_in_turn(position, wins, depth, same);
        });
        for (const auto& other : crew_) nodes_ += std::exchange(other->nodes_, 0);
        return !stopped_;
    }

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

    double leaf(const P& position) {
        count();
        return evaluation(position);
    }

    void count() {
        if (++nodes_ >= limits_.nodes) stopped_ = true;
        if (nodes_ % 256 != 0) return;
        if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) stopped_ = true;
        if (done_ && done_->load(std::memory_order_relaxed)) stopped_ = true;
        if (std::chrono::steady_clock::now() >= limits_.deadline) stopped_ = true;
    }

    /// A value between alpha and beta is exact; one that is not bounds it from the other side.
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
        table_->keep(key, depth, {std::bit_cast<std::uint64_t>(lower), std::bit_cast<std::uint64_t>(upper)});
        return value;
    }

    double over_faces(const P& position, int depth, double alpha, double beta) {
        MoveList<P> moves, wins;
        position.legal_moves(moves);
        if (moves.empty()) return score_for(position.outcome(), position.turn());
        solver::find_wins(position, wins);
        if constexpr (MovesByRoll<P>) {
            return over_hands(position, solver::DealtMoves<P>(position, moves), wins, depth, alpha, beta);
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

    /// The mean over the rolls by which the moves were dealt. One move on each face is looked at before the
    /// others (Ballard's Star2): often they are good enough for beta.
    template <class Dealt>
    double over_hands(const P& position, const Dealt& dealt, const MoveList<P>& wins, int depth, double alpha,
                      double beta) {
        const auto hands = dealt.hands();
        const auto place = [&](std::size_t step) {
            const std::size_t at = (step + shift_) % hands.size();
            return shift_ % 2 == 0 ? at : hands.size() - 1 - at;
        };
        const auto total = static_cast<double>(dealt.total());
        const auto free = static_cast<double>(dealt.free());
        double sum = 0, best = -1;
        // The weight of the faces still to come, and what they bring at least: together, and each.
        double rest = total - free, coming = -rest;
        std::array<double, P::chance_unit> least;
        std::fill_n(least.begin(), hands.size(), -1.0);
        const auto lower = [&] { return (sum + coming + free * best) / total; };
        const auto beta_of = [&](double weight, double others) {
            return std::min(1.0, (beta * total - (sum + others + free * best)) / weight);
        };
        if (options_.pruning && hands.size() > 1 && beta < 1) {
            for (std::size_t step = 0; step < hands.size(); ++step) {
                const std::size_t at = place(step);
                const auto weight = static_cast<double>(hands[at].weight);
                least[at] = probe(position, hands[at], wins, depth, beta_of(weight, coming + weight));
                if (stopped_) return 0;
                coming += weight * (least[at] + 1);
                best = std::max(best, least[at]);
                if (lower() >= beta) return lower();
            }
        }
        for (std::size_t step = 0; step < hands.size(); ++step) {
            const std::size_t at = place(step);
            const auto weight = static_cast<double>(hands[at].weight);
            rest -= weight;
            coming -= weight * least[at];
            const double most = sum + rest + free;  // what the others make of it
            const double face =
                over_moves(position, hands[at], wins, depth, std::max(-1.0, (alpha * total - most) / weight),
                           beta_of(weight, coming));
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

    /// What a promising one of some moves is worth: a win, else the best by its evaluation. A ply before the
    /// evaluations the first will do.
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

    /// The best of some moves.
    template <class Moves>
    double over_moves(const P& position, const Moves& moves, const MoveList<P>& wins, int depth, double alpha,
                      double beta) {
        if (!wins.empty()) {
            for (const Move& move : moves) {
                if (is_among(wins, move)) return 1;
            }
        }
        double best = -1;
        const auto look = [&](const Move& move) {
            best = std::max(best, after(position, move, depth - 1, std::max(alpha, best), beta));
            return stopped_ || (options_.pruning && best >= beta);
        };
        if (depth == 1) {
            for (const Move& move : moves) {
                if (look(move)) break;
            }
            return best;
        }
        // The most promising first, by their evaluation.
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
            if (look(scored.move)) break;
        }
        return best;
    }

    const SearchOptions options_;
    const Known<P> known_;
    const std::shared_ptr<Table> table_;
    std::vector<std::unique_ptr<Search>> crew_;  ///< of the other threads
    // Of one of the crew:
    std::size_t shift_ = 0;                    ///< with how many faces it begins elsewhere than the others
    const std::atomic<bool>* done_ = nullptr;  ///< whether the first thread knows the value
    Limits limits_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::deque<std::vector<Scored>> ordered_;  ///< by depth; their memory is used again
};

}  // namespace octomate::players
