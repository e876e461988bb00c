#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/evaluated.hpp"
#include "core/written.hpp"
#include "players/outlook.hpp"
#include "players/search.hpp"
#include "solver/wins.hpp"

namespace octomate::players {

/// What a search thinks of a position; none if the game is over.
template <Written P>
requires Evaluated<P> std::optional<Outlook> outlook_of(const P& position, const OutlookRequest& request,
                                                        const Known<P>& known) {
    using Move = typename P::Move;
    MoveList<P> list, wins;
    position.legal_moves(list);
    if (list.empty()) return {};
    solver::find_wins(position, wins);
    std::map<Move, std::array<double, 2>> values;
    for (const std::size_t look : {0U, 1U}) {
        SearchOptions options;
        options.all = true;
        options.width = look == 0 ? 0 : request.width;
        Limits limits;
        limits.depth = request.depths[look];
        const auto result = Search<P>(options, known).run(position, list, limits);
        for (const auto& line : result.lines) values[line.move][look] = chance_of(line.value);
    }
    Outlook outlook;
    outlook.turn = position.turn();
    outlook.request = request;
    std::array<double, 2> sums{};
    double total = 0;
    for (const auto& chance : position.rolls()) {
        if (request.face && chance.roll.face != *request.face && chance.roll.face != 0) continue;
        Outlook::Face& face = outlook.faces.emplace_back();
        face.face = chance.roll.face;
        face.file = position.file_of(chance.roll);
        face.free = position.legal_moves(chance.roll, list) == Freedom::Free;
        std::vector<Move> moves(list.begin(), list.end());
        std::sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
            const double difference = values[a][1] - values[b][1];
            return difference != 0 ? difference > 0 : a < b;
        });
        std::array<double, 2> best{};
        for (const Move& move : moves) {
            const auto& [shallow, deep] = values[move];
            best = {std::max(best[0], shallow), std::max(best[1], deep)};
            face.moves.push_back(
                {{position.notation(move), position.uci(move)}, {shallow, deep}, is_among(wins, move)});
        }
        for (const std::size_t look : {0U, 1U}) sums[look] += chance.weight * best[look];
        total += chance.weight;
    }
    outlook.chances = {sums[0] / total, sums[1] / total};
    return outlook;
}

}  // namespace octomate::players
