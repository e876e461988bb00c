#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/written.hpp"
#include "players/search.hpp"
#include "players/session.hpp"
#include "solver/faces.hpp"

namespace octomate::players {

/// What a search that values all moves (SearchOptions::all) thinks of a position, its rolls and its moves.
template <Written P>
Appraisal appraisal_of(const P& position, Search<P>& search, const Limits& limits) {
    Appraisal all;
    all.value = score_for(position.outcome(), position.turn());
    if (position.outcome() != Outcome::Ongoing) return all;
    MoveList<P> allowed, wins;
    position.legal_moves(allowed);
    solver::find_wins(position, wins);
    const auto result = search.run(position, allowed, limits);
    all.depth = result.depth;
    for (const auto& [move, value] : result.lines)
        all.moves.push_back({{position.notation(move), position.uci(move)}, value, is_among(wins, move)});
    double sum = 0, total = 0;
    for (const auto& chance : position.rolls()) {
        Appraisal::Roll roll;
        roll.face = static_cast<int>(chance.roll.face);
        roll.names = named_by(position, chance.roll);
        roll.weight = chance.weight;
        roll.free = position.legal_moves(chance.roll, allowed) == Freedom::Free;
        for (std::size_t at = 0; at < result.lines.size(); ++at) {
            if (is_among(allowed, result.lines[at].move)) roll.moves.push_back(at);
        }
        roll.value = result.lines[roll.moves.front()].value;
        sum += static_cast<double>(chance.weight) * roll.value;
        total += static_cast<double>(chance.weight);
        all.rolls.push_back(std::move(roll));
    }
    all.value = sum / total;
    return all;
}

}  // namespace octomate::players
