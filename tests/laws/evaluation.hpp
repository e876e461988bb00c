// Checks the evaluation against the sum of its facts, and the players' search against a plain expectimax.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "games/shared/evaluation.hpp"
#include "players/search.hpp"

namespace octomate::laws {

/// Computes the value before the roll by plain expectimax over `depth` plies: the weighted mean over all
/// rolls of the best move on each.
template <class P>
double plain_value(const P& position, int depth) {
    if (position.outcome() != Outcome::Ongoing)
        return players::score_for(position.outcome(), position.turn());
    if (depth == 0) return players::evaluation(position);
    double sum = 0, total = 0;
    for (const auto& chance : position.rolls()) {
        MoveList<P> moves;
        position.legal_moves(chance.roll, moves);
        double best = -1;
        for (const auto& move : moves) {
            const P next = position.play(move);
            const double value = plain_value(next, depth - 1);
            best = std::max(best, next.turn() == position.turn() ? value : -value);
        }
        sum += chance.weight * best;
        total += chance.weight;
    }
    return sum / total;
}

/// Compares the search, with and without pruning, with plain expectimax. Returns what differs, or "".
template <class P>
std::string compare_with_expectimax(const P& position, int depth) {
    players::SearchOptions options;
    options.hash_bytes = 1 << 16;
    const double pruned = players::Search<P>(options).value(position, depth);
    options.pruning = false;
    const double whole = players::Search<P>(options).value(position, depth);
    const double plain = plain_value(position, depth);
    if (pruned == plain && whole == plain) return {};
    return fmt::format("depth {}: {} with pruning, {} without, {} plainly", depth, pruned, whole, plain);
}

/// Checks the evaluation of a position as the concept in core/position.hpp defines it: a multiple of 2^-20
/// from -1 to 1, near the logistic function of the weighted facts. Returns what is wrong, or an empty string.
template <class P>
std::string wrong_evaluation(const P& position, const games::Evaluation& with) {
    const double value = position.evaluate();
    if (value < -1 || value > 1 || std::ldexp(value, 20) != std::floor(std::ldexp(value, 20)))
        return fmt::format("{} is no multiple of 2^-20 from -1 to 1", value);
    Facts facts;
    const bool goes_on = position.facts(facts);
    if (goes_on != (position.outcome() == Outcome::Ongoing)) return "whether the game is over";
    if (!goes_on)
        return value == players::score_for(position.outcome(), position.turn()) ? "" : "a game that is over";
    double sum = 0;
    for (const int fact : facts.facts) {
        const int weight = with.weights[static_cast<std::size_t>(fact >= 0 ? fact : -1 - fact)];
        sum += fact >= 0 ? weight : -weight;
    }
    const double chance =
        facts.sure + (1 - facts.sure) / (1 + std::exp(-sum / games::Evaluation::weight_unit));
    constexpr double cut_off = 4e-4;  // `evaluate` cuts off sums beyond Evaluation::most
    return std::abs(chance_of(value) - chance) < cut_off ? "" : fmt::format("{} by its facts", chance);
}

}  // namespace octomate::laws
