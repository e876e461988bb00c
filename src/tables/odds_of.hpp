#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/position.hpp"
#include "tables/odds.hpp"

namespace octomate::tables {

/// Returns the value of a move for its mover from the bounds of the position after it: negated, a ply longer.
inline Bounds before(const Bounds& after) {
    Bounds bounds{-after.upper, -after.lower, after.plies};
    if (bounds.plies) ++*bounds.plies;
    return bounds;
}

/// Whether `one` is better than `other`: by the middle of the bounds, then by a quicker win or slower loss.
inline bool better(const Bounds& one, const Bounds& other) {
    if (one.middle() != other.middle()) return one.middle() > other.middle();
    const int sign = one.middle() > 0 ? -1 : 1;
    return sign * one.plies.value_or(0) > sign * other.plies.value_or(0);
}

/// Returns the bounds of the better of two moves.
inline Bounds best_of(const Bounds& one, const Bounds& other) {
    return {std::max(one.lower, other.lower), std::max(one.upper, other.upper),
            (better(other, one) ? other : one).plies};
}

/// Returns the values of `position`, its rolls and moves; `bounds_of(position)` returns the bounds of a
/// position. Nullopt if it returns nullopt for any of them.
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
        roll.names = named_by(position, chance.roll);
        roll.free = position.legal_moves(chance.roll, moves) == Freedom::Free;
        std::sort(moves.begin(), moves.end());
        for (const auto& move : moves) {
            const auto after = bounds_of(position.play(move));
            if (!after) return {};
            roll.moves.push_back({position.notation(move), position.uci(move), before(*after)});
        }
        if (roll.moves.empty()) {  // the game is over
            roll.bounds = *known;
            continue;
        }
        std::stable_sort(roll.moves.begin(), roll.moves.end(),
                         [](const MoveOdds& a, const MoveOdds& b) { return better(a.bounds, b.bounds); });
        roll.bounds = roll.moves.front().bounds;
        for (const MoveOdds& move : roll.moves) roll.bounds = best_of(roll.bounds, move.bounds);
    }
    return odds;
}

/// The pocket tables of a game. A table has only the cells with the stronger side to move, which come first;
/// the values of other positions are computed from their moves.
template <Tabled P>
requires Written<P>
class PocketTablesOf : public PocketTables {
  public:
    /// `any`: any position of the game, used to parse FENs.
    explicit PocketTablesOf(const P& any) : any_(any) {}

    Expected<std::optional<Odds>, Faults> odds(std::string_view fen, Find find) const override {
        const auto read = any_.read_fen(fen);
        if (!read) return Unexpected{read.error()};
        return odds_of(read->value, [&](const P& position) { return bounds(position, find); });
    }

  private:
    std::optional<Bounds> bounds(const P& position, Find find) const {
        const auto material = P::Material::of(position);
        if (material.pieces() > most_pieces) return {};
        const PocketTable* const table = find(any_.variant(), material.name());
        if (!table) return {};
        const std::uint64_t cell = typename P::Cells(material).of(position);
        return cell < table->cells() ? table->at(cell) : bounds_by_moves(position, find);
    }

    /// Computes the bounds of a position that is not in its table from the bounds of the positions after its
    /// moves; nullopt if one is missing.
    std::optional<Bounds> bounds_by_moves(const P& position, Find find) const {
        const Outcome outcome = position.outcome();
        if (outcome == Outcome::Draw) return Bounds();
        if (outcome != Outcome::Ongoing)  // lost
            return Bounds{-1, -1, P::chance_unit > 1 ? std::optional<int>() : 0};
        Bounds mean;
        unsigned weight = 0;
        MoveList<P> moves;
        for (const auto& chance : position.rolls()) {
            moves.clear();
            position.legal_moves(chance.roll, moves);
            std::optional<Bounds> best;
            for (const auto& move : moves) {
                const auto after = bounds(position.play(move), find);
                if (!after) return {};
                best = best ? best_of(*best, before(*after)) : before(*after);
            }
            mean.lower += chance.weight * best->lower;
            mean.upper += chance.weight * best->upper;
            mean.plies = best->plies;  // set only in games without a die, which have a single roll
            weight += chance.weight;
        }
        return Bounds{mean.lower / weight, mean.upper / weight, mean.plies};
    }

    const P any_;
};

}  // namespace octomate::tables
