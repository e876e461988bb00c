#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "solver/bounds_table.hpp"
#include "solver/mate_options.hpp"
#include "solver/parallel.hpp"
#include "solver/stipulation_search.hpp"

namespace octomate::solver {

/// The moves of a solution, one for each ply.
template <Position P>
using Line = std::vector<typename P::Move>;

/// The lines that fulfil a stipulation.
template <Position P>
struct Lines {
    std::vector<Line<P>> first;  ///< in order: move by move, as moves are ordered
    std::uint64_t count = 0;     ///< of all
    std::uint64_t nodes = 0;
    bool complete = true;  ///< false: a limit was hit, and there may be more
};

/// Finds all lines of a stipulation that has a course, each sequence of moves once. Every move of a line may
/// be rolled: which rolls allow it makes no other line.
template <Position P>
class LineSearch {
  public:
    using Move = typename P::Move;

    /// Keeps so many of the first lines at most, and ends once it has counted more than `enough`. The game
    /// must serve the stipulation.
    LineSearch(const StipulationOptions& options, std::size_t most,
               std::uint64_t enough = std::numeric_limits<std::uint64_t>::max())
        : options_(options),
          most_(most),
          enough_(enough),
          table_(Course(options.stipulation, Color::White).plies() > 2 ? options.hash_bytes : 0) {}

    /// The lines from a position; only those with a first move that `accepts(move)`, if that is given.
    template <class Accepts>
    Lines<P> solve(const P& position, Accepts accepts) {
        budget_.begin();
        counted_ = 0;
        course_ = Course(options_.stipulation, position.turn());
        MoveList<P> moves;
        const int left = course_.plies();
        legal(position, left, moves);
        std::vector<Lines<P>> found(moves.size());
        for_each_number(moves.size(), options_.in_parallel(), [&](std::size_t number) {
            Line<P> line;
            if (accepts(moves[number])) extend(position, moves[number], left, line, found[number]);
        });
        Lines<P> all;
        for (Lines<P>& part : found) {
            all.count += part.count;
            for (Line<P>& line : part.first) {
                if (all.first.size() < most_) all.first.push_back(std::move(line));
            }
        }
        all.nodes = budget_.nodes();
        all.complete = !budget_.stopped();
        return all;
    }

    Lines<P> solve(const P& position) {
        return solve(position, [](const Move&) { return true; });
    }

  private:
    /// The moves that a line may go on with, in order: at its end only those that reach the goal.
    void legal(const P& position, int left, MoveList<P>& out) const {
        out.clear();
        if (left > 1) {
            position.legal_moves(out);
        } else if (position.turn() == course_.finisher()) {
            find_goals(position, options_.stipulation.goal, out);
        }
        std::sort(out.begin(), out.end());
    }

    /// Follows a move with which `left` plies are to come.
    void extend(const P& position, const Move& move, int left, Line<P>& line, Lines<P>& found) {
        line.push_back(move);
        if (left == 1) {
            ++found.count;
            ++counted_;
            if (found.first.size() < most_) found.first.push_back(line);
        } else {
            const auto next = course_.go_on(position.play(move), left - 1);
            if (next) follow(*next, left - 1, line, found);
        }
        line.pop_back();
    }

    /// Follows all lines from a position. Those from which there are none are remembered.
    void follow(const P& position, int left, Line<P>& line, Lines<P>& found) {
        if (counted_ > enough_ || budget_.spend()) return;
        std::optional<PositionKey> key;
        if (left > 1) {
            key = position.key();
            if (table_.find(*key, depth_of(position, left))) return;
        }
        const std::uint64_t before = found.count;
        MoveList<P> moves;
        legal(position, left, moves);
        for (const Move& move : moves) extend(position, move, left, line, found);
        if (key && found.count == before && !budget_.stopped())
            table_.keep(*key, depth_of(position, left), Interval{0, 0});
    }

    int depth_of(const P& position, int left) const {
        return 2 * left + (position.turn() == course_.finisher() ? 1 : 0);
    }

    const StipulationOptions options_;
    const std::size_t most_;
    const std::uint64_t enough_;
    std::atomic<std::uint64_t> counted_ = 0;
    BoundsTable table_;
    Course course_{Stipulation{}, Color::White};
    Budget budget_{options_.limits};
};

}  // namespace octomate::solver
