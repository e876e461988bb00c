#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/evaluated.hpp"
#include "core/random.hpp"
#include "core/written.hpp"
#include "players/lookahead.hpp"
#include "players/outlook.hpp"
#include "players/outlook_of.hpp"
#include "players/search.hpp"
#include "solver/faces.hpp"

namespace octomate::players {

/// Plays a game to its end, both sides making the best moves of their search. The result is for `us`. None
/// if it was stopped.
template <Position P>
std::optional<PlayedOut> play_out(P position, Color us, Random dice, Lookahead<P>& look,
                                  const RolloutOptions& options) {
    using End = PlayedOut::End;
    double value = 0;
    PlayedOut played;
    played.end = End::Cut;
    std::size_t time = 0;
    for (int plies = 0;; ++plies) {
        if (options.stop && *options.stop) return {};
        const double sign = position.turn() == us ? 1 : -1;
        if (const Outcome outcome = position.outcome(); outcome != Outcome::Ongoing) {
            value = score_for(outcome, us);
            played.end = value > 0 ? End::Won : value < 0 ? End::Lost : End::Drawn;
            break;
        }
        if (const auto known = look.known(position)) {
            value = sign * *known;
            played.end = End::Known;
            break;
        }
        look.look(position);
        if (plies >= options.most_plies) {
            value = sign * look.mean();
            break;
        }
        const auto& rolled = look.roll(dice);
        constexpr auto& times = PlayedOut::times;
        if (time + 1 < times.size() && plies >= times[time + 1]) ++time;
        played.luck[time] += sign * (rolled.value - look.mean()) / 2;
        position = position.play(rolled.best);
    }
    played.result = chance_of(value);
    return played;
}

/// Rolls out the best moves of a position; none if the game is over.
template <Written P>
requires Evaluated<P> std::optional<Rollout> rollout_of(const P& position, const RolloutOptions& options,
                                                        const Known<P>& known) {
    using Move = typename P::Move;
    MoveList<P> list;
    position.legal_moves(list);
    if (list.empty()) return {};
    const auto chosen = Search<P>({.all = true}, known).run(position, list, {.depth = options.choice_depth});
    Rollout rollout;
    rollout.turn = position.turn();
    rollout.options = options;
    std::vector<Move> moves;
    for (const auto& chance : position.rolls()) {
        if (options.face && chance.roll.face != *options.face && chance.roll.face != 0) continue;
        Rollout::Face& face = rollout.faces.emplace_back();
        face.face = chance.roll.face;
        face.names = named_by(position, chance.roll);
        face.weight = chance.weight;
        face.free = position.legal_moves(chance.roll, list) == Freedom::Free;
        for (const auto& line : chosen.lines) {
            if (!is_among(list, line.move)) continue;
            if (face.candidates.size() == static_cast<std::size_t>(options.candidates)) break;
            const auto known_at = std::find(moves.begin(), moves.end(), line.move);
            face.candidates.push_back({static_cast<std::size_t>(known_at - moves.begin()), {}});
            if (known_at != moves.end()) continue;
            moves.push_back(line.move);
            rollout.moves.emplace_back();
            rollout.moves.back().text = {position.notation(line.move), position.uci(line.move)};
            rollout.moves.back().chance = chance_of(line.value);
        }
    }
    roll_out(rollout, [&](std::uint64_t game) -> std::optional<std::vector<PlayedOut>> {
        Lookahead<P> look(options.depth, known);
        std::vector<PlayedOut> ends;
        for (const Move& move : moves) {
            const auto end = play_out(position.play(move), position.turn(),
                                      Random::of_unit(options.seed, game), look, options);
            if (!end) return {};
            ends.push_back(*end);
        }
        return ends;
    });
    return rollout;
}

}  // namespace octomate::players
