#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/color.hpp"
#include "core/evaluated.hpp"
#include "core/written.hpp"
#include "players/outlook.hpp"
#include "players/search.hpp"
#include "players/session.hpp"
#include "solver/faces.hpp"

namespace octomate::players {

/// The result of a search that values all moves (SearchOptions::all) for a position, its rolls and its moves.
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

/// The outlook of a position; none if the game is over.
template <Written P>
requires Evaluated<P> std::optional<Outlook> outlook_of(const P& position, const OutlookRequest& request,
                                                        const Known<P>& known) {
    const auto look = [&](std::size_t at) {
        Search<P> search({.width = at == 0 ? 0 : request.width, .all = true}, known);
        return appraisal_of(position, search, {.depth = request.depths[at], .threads = request.threads});
    };
    const Appraisal shallow = look(0), deep = look(1);
    if (deep.rolls.empty()) return {};
    std::map<std::string, double> shallow_values;
    for (const Appraisal::Move& move : shallow.moves) shallow_values[move.text.uci] = move.value;

    Outlook outlook;
    outlook.turn = position.turn();
    outlook.request = request;
    Chances sums;
    double total = 0;
    for (const Appraisal::Roll& roll : deep.rolls) {
        if (request.face && roll.face != *request.face && roll.face != 0) continue;
        Outlook::Face& face = outlook.faces.emplace_back(Outlook::Face{roll.face, roll.names, roll.free, {}});
        Chances best;
        for (const std::size_t at : roll.moves) {
            const auto& [text, value, wins] = deep.moves[at];
            const Chances chances{chance_of(shallow_values.at(text.uci)), chance_of(value)};
            best = {std::max(best.shallow, chances.shallow), std::max(best.deep, chances.deep)};
            face.moves.push_back({text, chances, wins});
        }
        const auto weight = static_cast<double>(roll.weight);
        sums = {sums.shallow + weight * best.shallow, sums.deep + weight * best.deep};
        total += weight;
    }
    outlook.chances = {sums.shallow / total, sums.deep / total};
    return outlook;
}

}  // namespace octomate::players
