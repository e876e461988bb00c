#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/position.hpp"
#include "solver/fold.hpp"

namespace octomate::solver {

/// Fills `out` with the moves that win the game at once, each once, in no particular order.
template <Position P>
void find_wins(const P& position, MoveList<P>& out) {
    if constexpr (FindsWins<P>) {
        position.winning_moves(out);
    } else {
        const Outcome won = won_by(position.turn());
        MoveList<P> moves;
        position.legal_moves(moves);
        out.clear();
        for (const auto& move : moves) {
            if (position.play(move).outcome() == won) out.push_back(move);
        }
    }
}

/// Returns the number of legal moves over all rolls.
template <Position P>
std::size_t count_moves(const P& position) {
    if constexpr (CountsMoves<P>) {
        return position.count_legal_moves();
    } else {
        MoveList<P> moves;
        position.legal_moves(moves);
        return moves.size();
    }
}

/// The moves that one roll allows: their number and those that win at once.
template <Position P>
struct Face {
    typename P::Roll roll{};
    Freedom freedom = Freedom::Bound;
    std::size_t moves = 0;                ///< number of moves that may be played on this roll
    std::vector<typename P::Move> mates;  ///< the moves that win at once, sorted

    bool operator==(const Face&) const = default;
};

/// The faces of a position: one per roll of `rolls()`, in that order.
template <Position P>
using Faces = std::vector<Face<P>>;

/// `solve_faces` for any game: generates the legal moves of each roll and plays every move to find the wins.
template <Position P>
void solve_faces_by_roll(const P& position, Faces<P>& out) {
    const auto rolls = position.rolls();
    out.resize(rolls.size());
    auto face = out.begin();
    const Outcome won = won_by(position.turn());
    MoveList<P> moves;
    for (const auto& chance : rolls) {
        face->roll = chance.roll;
        face->freedom = position.legal_moves(chance.roll, moves);
        face->moves = moves.size();
        face->mates.clear();
        for (const auto& move : moves) {
            if (position.play(move).outcome() == won) face->mates.push_back(move);
        }
        std::sort(face->mates.begin(), face->mates.end());
        ++face;
    }
}

namespace detail {

/// Fills `out` with one face per roll: lists each move of `wins` on the face that it fits and on every free
/// face. `move_count` is the number of legal moves; `count_fitting(n, roll)` returns how many of them fit the
/// n-th roll. Sorts `wins`.
template <MovesByRoll P, class Rolls, class CountFitting>
void assign_wins(const P& position, const Rolls& rolls, MoveList<P>& wins, std::size_t move_count,
                 CountFitting count_fitting, Faces<P>& out) {
    std::sort(wins.begin(), wins.end());
    out.resize(rolls.size());
    std::size_t number = 0;
    for (const auto& chance : rolls) {
        auto& face = out[number];
        const std::size_t fitting = count_fitting(number++, chance.roll);
        face.roll = chance.roll;
        face.freedom = fitting == 0 && move_count > 0 ? Freedom::Free : Freedom::Bound;
        face.moves = fitting == 0 ? move_count : fitting;
        face.mates.clear();
        if (fitting == 0) face.mates.assign(wins.begin(), wins.end());
    }
    for (const auto& win : wins) out[index_of_roll(position, rolls, win)].mates.push_back(win);
}

/// `assign_wins` for a game that counts its moves: the numbers of moves come from `count_by_roll`.
template <CountsMoves P>
void count_and_assign_wins(const P& position, MoveList<P>& wins, Faces<P>& out) {
    const auto rolls = position.rolls();
    const auto counts = position.count_by_roll();
    std::size_t move_count = 0;
    for (std::size_t number = 0; number < rolls.size(); ++number) move_count += counts[number];
    assign_wins(
        position, rolls, wins, move_count,
        [&](std::size_t number, const typename P::Roll&) { return counts[number]; }, out);
}

}  // namespace detail

/// `solve_faces` for a game in which each move names its roll: plays each legal move once, even if several
/// faces leave it free.
template <MovesByRoll P>
void solve_faces_by_move(const P& position, Faces<P>& out) {
    const Outcome won = won_by(position.turn());
    MoveList<P> moves, wins;
    position.legal_moves(moves);
    for (const auto& move : moves) {
        if (position.play(move).outcome() == won) wins.push_back(move);
    }
    const auto count_fitting = [&](std::size_t, const typename P::Roll& roll) {
        const auto fits_roll = [&](const auto& move) { return position.roll_of(move) == roll; };
        return static_cast<std::size_t>(std::count_if(moves.begin(), moves.end(), fits_roll));
    };
    detail::assign_wins(position, position.rolls(), wins, moves.size(), count_fitting, out);
}

/// `solve_faces` for a game that counts moves and finds wins without playing each move.
template <class P>
requires CountsMoves<P> && FindsWins<P>
void solve_faces_in_bulk(const P& position, Faces<P>& out) {
    MoveList<P> wins;
    position.winning_moves(wins);
    detail::count_and_assign_wins(position, wins, out);
}

/// Fills `out` with one face per roll of `rolls()`: the number of moves, whether the move is free, and the
/// moves that win. Reuses the memory of `out`.
template <Position P>
void solve_faces(const P& position, Faces<P>& out) {
    if constexpr (CountsMoves<P> && FindsWins<P>) {
        solve_faces_in_bulk(position, out);
    } else if constexpr (MovesByRoll<P>) {
        solve_faces_by_move(position, out);
    } else {
        solve_faces_by_roll(position, out);
    }
}

/// Removes the faces without a winning move.
template <Position P>
void drop_lost_faces(Faces<P>& faces) {
    const auto lost = [](const Face<P>& face) { return face.mates.empty(); };
    faces.erase(std::remove_if(faces.begin(), faces.end(), lost), faces.end());
}

/// Calls `f(move)` once for each winning move, even if it wins on several faces: a free face, if there is
/// one, lists the winning moves of all faces.
template <Position P, class F>
void for_each_key_move(const Faces<P>& winning, F f) {
    const auto is_free = [](const Face<P>& face) { return face.freedom == Freedom::Free; };
    const auto free_face = std::find_if(winning.begin(), winning.end(), is_free);
    for (auto face = free_face == winning.end() ? winning.begin() : free_face; face != winning.end();
         ++face) {
        for (const auto& move : face->mates) f(move);
        if (is_free(*face)) return;
    }
}

/// Fills `out` with the faces on which a move of `wins` may be played. Sorts `wins`.
template <CountsMoves P>
void faces_won_by(const P& position, MoveList<P>& wins, Faces<P>& out) {
    out.clear();
    if (wins.empty()) return;
    detail::count_and_assign_wins(position, wins, out);
    drop_lost_faces(out);
}

/// `solve_faces` without the faces that have no winning move. Faster if no move wins, since a game that
/// finds wins in bulk then does not count moves.
template <Position P>
void winning_faces(const P& position, Faces<P>& out) {
    if constexpr (CountsMoves<P> && FindsWins<P>) {
        MoveList<P> wins;
        position.winning_moves(wins);
        faces_won_by(position, wins, out);
    } else {
        solve_faces(position, out);
        drop_lost_faces(out);
    }
}

/// Returns the share of the rolls on which the side to move wins at once, from 0 to 1. Overwrites `faces`.
template <Position P>
double winning_share(const P& position, Faces<P>& faces) {
    winning_faces(position, faces);
    return static_cast<double>(faces.size()) / static_cast<double>(position.rolls().size());
}

/// The legal moves of a position grouped by their roll. A roll without moves leaves every move free.
template <MovesByRoll P>
class GroupedMoves {
  public:
    using Move = typename P::Move;

    /// The moves of one roll, a range of the sorted move list; never empty.
    struct RollMoves {
        const Move* first;
        const Move* last;
        std::uint64_t weight;  ///< frequency relative to the other rolls

        const Move* begin() const { return first; }
        const Move* end() const { return last; }
    };

    /// Sorts `moves` by roll, stably: rolls follow in the order of their first move. `moves` must be all
    /// legal moves and outlive this object.
    GroupedMoves(const P& position, MoveList<P>& moves) {
        const auto rolls = position.rolls();
        std::array<std::uint64_t, most_rolls> weights{};
        std::size_t count = 0;
        for (const auto& chance : rolls) free_weight_ += weights[count++] = chance.weight;
        total_weight_ = free_weight_;
        if (moves.empty()) return;
        if (rolls.size() == 1) {
            add({&moves[0], &moves[0] + moves.size(), total_weight_});
            return;
        }
        constexpr std::uint8_t no_group = most_rolls;
        std::array<std::uint8_t, most_rolls> group_of_roll;
        group_of_roll.fill(no_group);
        std::array<std::size_t, most_rolls> sizes{};
        for (const Move& move : moves) {
            const std::size_t roll = index_of_roll(position, rolls, move);
            std::uint8_t& group = group_of_roll[roll];
            if (group == no_group) {
                group = static_cast<std::uint8_t>(group_count_);
                add({nullptr, nullptr, weights[roll]});
            }
            ++sizes[group];
        }
        std::array<Move*, most_rolls> next_slot{};
        const MoveList<P> unsorted = moves;
        Move* end = &*moves.begin();
        for (std::size_t group = 0; group < group_count_; ++group) {
            next_slot[group] = end;
            groups_[group].first = end;
            end += sizes[group];
            groups_[group].last = end;
        }
        for (const Move& move : unsorted)
            *next_slot[group_of_roll[index_of_roll(position, rolls, move)]]++ = move;
    }

    std::span<const RollMoves> groups() const { return {groups_.data(), group_count_}; }
    std::uint64_t total_weight() const { return total_weight_; }  ///< weight of all rolls
    std::uint64_t free_weight() const { return free_weight_; }    ///< weight of the rolls that no move fits

  private:
    static constexpr std::size_t most_rolls = P::chance_unit;

    void add(const RollMoves& group) {
        groups_[group_count_++] = group;
        free_weight_ -= group.weight;
    }

    std::array<RollMoves, most_rolls> groups_;
    std::size_t group_count_ = 0;
    std::uint64_t total_weight_ = 0;
    std::uint64_t free_weight_ = 0;
};

/// The bounds that the search of the first move of a face has proven.
struct Probe {
    Interval move;  ///< bounds of the value of that move
    Interval face;  ///< bounds of the value of the face
};

/// `search_faces_by_roll` for a game in which each move names its roll: searches each move once, even if free
/// faces allow it as well. `moves` must be all legal moves, the most promising first; sorts them by roll.
/// With `probe`, first searches one move of each face (Ballard's Star2): the chooser gets at least its value,
/// and these bounds of all faces together often cause a cutoff before any face is searched fully.
template <MovesByRoll P, class MoveValue>
Interval search_grouped_moves(const P& position, MoveList<P>& moves, Dice dice, Choice choice,
                              std::uint64_t max_value, const Window& window, bool probe, MoveValue value) {
    const GroupedMoves<P> grouped(position, moves);
    const auto groups = grouped.groups();
    Fold<P::chance_unit> fold(dice, grouped.total_weight(), max_value, grouped.free_weight(), choice);
    std::array<Probe, P::chance_unit> probes;
    std::fill_n(probes.begin(), groups.size(), Probe{{0, max_value}, {0, max_value}});
    if (probe && groups.size() > 1 && fold.probes_can_cut(window)) {
        for (std::size_t index = 0; index < groups.size(); ++index) {
            const auto& group = groups[index];
            const Interval move = value(*group.first, fold.window(window, group.weight));
            probes[index] = {move, fold.add_probe(move, group.weight)};
            if (suffices(fold.bounds(), window)) return fold.bounds();
        }
    }
    for (std::size_t index = 0; index < groups.size(); ++index) {
        const auto& group = groups[index];
        const Probe& known = probes[index];
        const auto value_of_move = [&](const auto& move, const Window& move_window) {
            return &move == group.first && suffices(known.move, move_window) ? known.move
                                                                             : value(move, move_window);
        };
        fold.add(search_moves(group, choice, max_value, fold.window(window, group.weight, known.face),
                              value_of_move),
                 group.weight, known.face);
        if (suffices(fold.bounds(), window)) break;
    }
    return fold.bounds();
}

}  // namespace octomate::solver
