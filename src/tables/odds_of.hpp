#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/position.hpp"
#include "tables/odds.hpp"

namespace octomate::tables {

/// Returns the bounds of a move for its mover, given the bounds of the position after it: negated, with one
/// ply more to the mate.
inline Bounds bounds_of_move(const Bounds& after) {
    Bounds bounds{-after.upper, -after.lower, after.plies};
    if (bounds.plies) ++*bounds.plies;
    return bounds;
}

/// Checks whether the bounds `a` are better than `b`: by their middle, then by a quicker win or slower loss.
inline bool is_better(const Bounds& a, const Bounds& b) {
    if (a.middle() != b.middle()) return a.middle() > b.middle();
    const int sign = a.middle() > 0 ? -1 : 1;
    return sign * a.plies.value_or(0) > sign * b.plies.value_or(0);
}

/// Returns the bounds of a choice between two moves with the bounds `a` and `b`.
inline Bounds best_of(const Bounds& a, const Bounds& b) {
    return {std::max(a.lower, b.lower), std::max(a.upper, b.upper), (is_better(b, a) ? b : a).plies};
}

/// Returns the bounds of `position`, its rolls and moves. `bounds_of(position)` returns the bounds of a
/// position; if it returns nullopt for `position` or after one of its moves, so does this function.
template <class P, class BoundsOf>
requires Tabled<P> && Written<P> std::optional<Odds> odds_of(const P& position, BoundsOf bounds_of) {
    const std::optional<Bounds> known = bounds_of(position);
    if (!known) return {};
    Odds odds{P::Material::of(position).name(), *known, {}};
    MoveList<P> moves;
    for (const auto& chance : position.rolls()) {
        moves.clear();
        RollOdds& roll = odds.rolls.emplace_back();
        roll.face = chance.roll.face;
        roll.names = roll_name(position, chance.roll);
        roll.free = position.legal_moves(chance.roll, moves) == Freedom::Free;
        std::sort(moves.begin(), moves.end());
        for (const auto& move : moves) {
            const auto after = bounds_of(position.play(move));
            if (!after) return {};
            roll.moves.push_back({position.notation(move), position.uci(move), bounds_of_move(*after)});
        }
        if (roll.moves.empty()) {  // the game is over
            roll.bounds = *known;
            continue;
        }
        std::stable_sort(roll.moves.begin(), roll.moves.end(),
                         [](const MoveOdds& a, const MoveOdds& b) { return is_better(a.bounds, b.bounds); });
        roll.bounds = roll.moves.front().bounds;
        for (const MoveOdds& move : roll.moves) roll.bounds = best_of(roll.bounds, move.bounds);
    }
    return odds;
}

/// The pocket tables of the game whose positions are of type `P`. A table has only the cells with the
/// stronger side to move, which come first; the bounds of other positions are computed from their moves.
template <Tabled P>
requires Written<P>
class PocketTablesOf : public PocketTables {
  public:
    /// `start`: any position of the game, used to parse FENs.
    explicit PocketTablesOf(const P& start) : start_(start) {}

    Expected<std::optional<Odds>, Faults> odds(std::string_view fen, FindTable find_table) const override {
        const auto read = start_.read_fen(fen);
        if (!read) return Unexpected{read.error()};
        return odds_of(read->value, [&](const P& position) { return bounds(position, find_table); });
    }

  private:
    std::optional<Bounds> bounds(const P& position, FindTable find_table) const {
        const auto material = P::Material::of(position);
        if (material.pieces() > most_pieces) return {};
        const PocketTable* const table = find_table(start_.variant(), material.name());
        if (!table) return {};
        const std::uint64_t cell = typename P::Cells(material).of(position);
        return cell < table->cells() ? table->at(cell) : bounds_by_moves(position, find_table);
    }

    /// Computes the bounds of a position that is not in its table from the bounds of the positions after its
    /// moves; nullopt if one is missing.
    std::optional<Bounds> bounds_by_moves(const P& position, FindTable find_table) const {
        const Outcome outcome = position.outcome();
        if (outcome == Outcome::Draw) return Bounds();
        if (outcome != Outcome::Ongoing)  // the side to move has lost
            return Bounds{-1, -1, P::chance_unit > 1 ? std::optional<int>() : 0};
        Bounds mean;
        unsigned weight = 0;
        MoveList<P> moves;
        for (const auto& chance : position.rolls()) {
            moves.clear();
            position.legal_moves(chance.roll, moves);
            std::optional<Bounds> best;
            for (const auto& move : moves) {
                const auto after = bounds(position.play(move), find_table);
                if (!after) return {};
                best = best ? best_of(*best, bounds_of_move(*after)) : bounds_of_move(*after);
            }
            mean.lower += chance.weight * best->lower;
            mean.upper += chance.weight * best->upper;
            mean.plies = best->plies;  // set only in games without a die, which have a single roll
            weight += chance.weight;
        }
        return Bounds{mean.lower / weight, mean.upper / weight, mean.plies};
    }

    const P start_;
};

}  // namespace octomate::tables
