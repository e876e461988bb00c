#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/color.hpp"
#include "core/evaluated.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
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

/// Returns the outlook of a position; nullopt if the game is over.
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

/// The values of the rolls of a position for the side to move: that of the best move of each, searched to
/// some depth. The mean over the rolls is the value before the roll by the same numbers, so that what a roll
/// is worth beyond it is luck, zero on average. For one thread.
template <Position P>
class Lookahead {
  public:
    using Move = typename P::Move;

    /// In the order of the position's `rolls()`.
    struct RollValue {
        std::uint64_t weight = 1;
        double value = 0;
        Move best{};  ///< of moves of the same value the smallest
        bool seen = false;
    };

    /// `depth`: plies, the move included, from 1. The search's memory is small, for every move clears it.
    explicit Lookahead(int depth, Known<P> known = {})
        : depth_(depth), known_(known), search_({.hash_bytes = 1 << 12}, std::move(known)) {}

    /// Values the rolls of a position in which the game goes on.
    void look(const P& position) {
        rolls_.clear();
        free_ = {};
        const auto rolls = position.rolls();
        for (const auto& chance : rolls) rolls_.push_back({chance.weight});
        solver::find_wins(position, wins_);
        if constexpr (MovesByRoll<P>) {
            position.legal_moves(moves_);
            for (const Move& move : wins_) take(place_of_roll(position, rolls, move), move, 1);
            for (const Move& move : moves_) {
                const std::size_t place = place_of_roll(position, rolls, move);
                if (!rolls_[place].seen || rolls_[place].value < 1)
                    take(place, move, search_.value(position, move, depth_ - 1));
            }
        } else {
            std::size_t place = 0;
            for (const auto& chance : rolls) {
                position.legal_moves(chance.roll, moves_);
                for (const Move& move : moves_)
                    take(place, move, is_among(wins_, move) ? 1 : search_.value(position, move, depth_ - 1));
                ++place;
            }
        }
        double sum = 0, total = 0;
        for (RollValue& roll : rolls_) {
            if (!roll.seen) roll.value = free_.value, roll.best = free_.best;
            sum += static_cast<double>(roll.weight) * roll.value;
            total += static_cast<double>(roll.weight);
        }
        mean_ = sum / total;
    }

    const std::vector<RollValue>& rolls() const { return rolls_; }
    /// A roll of the dice.
    const RollValue& roll(Random& dice) const { return drawn(rolls_, dice); }
    /// The value before the roll.
    double mean() const { return mean_; }

    /// Returns the value of a position if it is known for certain.
    std::optional<double> known(const P& position) const { return known_ ? known_(position) : std::nullopt; }

  private:
    void take(std::size_t place, const Move& move, double value) {
        for (RollValue* roll : {&rolls_[place], &free_}) {
            if (roll->seen && (value < roll->value || (value == roll->value && !(move < roll->best))))
                continue;
            roll->seen = true;
            roll->value = value;
            roll->best = move;
        }
    }

    const int depth_;
    const Known<P> known_;
    Search<P> search_;
    MoveList<P> moves_, wins_;
    std::vector<RollValue> rolls_;
    RollValue free_;  ///< the best move of all, for rolls that no move serves
    double mean_ = 0;
};

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

/// Rolls out the best moves of a position; returns nullopt if the game is over.
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
