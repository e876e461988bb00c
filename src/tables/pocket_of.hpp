#pragma once

#include <optional>
#include <string_view>

#include "core/tabled.hpp"
#include "core/written.hpp"
#include "tables/odds_of.hpp"
#include "tables/pocket.hpp"

namespace octomate::tables {

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
        if (material.men() > most_men) return {};
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
