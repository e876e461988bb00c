#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/position.hpp"
#include "tables/odds.hpp"

namespace octomate::tables {

/// What a move that leads to a position is worth to the mover.
inline Bounds before(const Bounds& after) {
    Bounds bounds{-after.upper, -after.lower, after.plies};
    if (bounds.plies) ++*bounds.plies;
    return bounds;
}

/// Whether one move is better than another: a quicker win, or a slower loss, where nothing else
/// distinguishes them.
inline bool better(const Bounds& one, const Bounds& other) {
    if (one.middle() != other.middle()) return one.middle() > other.middle();
    const int sign = one.middle() > 0 ? -1 : 1;
    return sign * one.plies.value_or(0) > sign * other.plies.value_or(0);
}

/// What the choice between two moves is worth.
inline Bounds best_of(const Bounds& one, const Bounds& other) {
    return {std::max(one.lower, other.lower), std::max(one.upper, other.upper),
            (better(other, one) ? other : one).plies};
}

/// What a position, its rolls and its moves are worth, by the bounds of positions; none if `bounds_of`
/// lacks one.
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

/// The pocket tables of a game. A table has the first cells of its class only, those in which the stronger
/// side is to move; the other positions are worth what their moves lead to.
template <Tabled P>
requires Written<P>
class PocketTablesOf : public PocketTables {
  public:
    /// `any`: a position of the game, which reads others.
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

    /// Of a position before those of a table.
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
            mean.plies = best->plies;  // which only a game has that knows no chance, and one roll
            weight += chance.weight;
        }
        return Bounds{mean.lower / weight, mean.upper / weight, mean.plies};
    }

    const P any_;
};

}  // namespace octomate::tables
