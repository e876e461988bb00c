#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/color.hpp"
#include "core/evaluated.hpp"
#include "core/written.hpp"
#include "players/appraisal_of.hpp"
#include "players/outlook.hpp"

namespace octomate::players {

/// What a search thinks of a position; none if the game is over.
template <Written P>
requires Evaluated<P> std::optional<Outlook> outlook_of(const P& position, const OutlookRequest& request,
                                                        const Known<P>& known) {
    const auto look = [&](std::size_t at) {
        SearchOptions options;
        options.all = true;
        options.width = at == 0 ? 0 : request.width;
        Limits limits;
        limits.depth = request.depths[at];
        Search<P> search(options, known);
        return appraisal_of(position, search, limits);
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
