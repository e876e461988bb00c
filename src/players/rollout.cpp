// Statistics of rollouts. Luck is a control variate: the results of a candidate correlate with the luck of
// the dice, whose expectation is zero, so subtracting a multiple of the luck keeps the mean of the results
// and reduces their variance. The multiples come from a regression of results on luck. To keep the mean
// unbiased, the games with even numbers use the regression over the games with odd numbers, and the other way
// round.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "players/session.hpp"
#include "solver/in_order.hpp"

namespace octomate::players {

namespace {

constexpr std::size_t times = PlayedOut::times.size();
constexpr std::size_t each = 1 + times;  ///< numbers per candidate in a game: the result, then luck by stage

/// Means and covariances of the numbers of a game, over all games added so far.
class Moments {
  public:
    explicit Moments(std::size_t size) : sums_(size), products_(size * size) {}

    void add(const std::vector<double>& numbers) {
        ++count_;
        for (std::size_t a = 0; a < numbers.size(); ++a) {
            sums_[a] += numbers[a];
            for (std::size_t b = 0; b <= a; ++b) products_[a * numbers.size() + b] += numbers[a] * numbers[b];
        }
    }

    double count() const { return static_cast<double>(count_); }
    double mean(std::size_t a) const { return count_ == 0 ? 0 : sums_[a] / count(); }
    /// Returns the sum over the games of number `a` times number `b`.
    double product(std::size_t a, std::size_t b) const {
        return products_[std::max(a, b) * sums_.size() + std::min(a, b)];
    }
    double covariance(std::size_t a, std::size_t b) const {
        return count_ == 0 ? 0 : product(a, b) / count() - mean(a) * mean(b);
    }

  private:
    std::uint64_t count_ = 0;
    std::vector<double> sums_, products_;
};

/// By stage of the game: the multiple of the luck to subtract from a result.
using Shares = std::array<double, times>;

/// Returns the regression coefficients of the results of a candidate on the luck at each stage, by least
/// squares over `games` with a prior of 1 (subtract all luck) that weighs as much as 20 games.
Shares shares_in(const Moments& games, std::size_t candidate) {
    constexpr double prior_weight = 20;  // in games
    const std::size_t first = candidate * each;
    std::array<std::array<double, times + 1>, times> rows{};
    for (std::size_t a = 0; a < times; ++a) {
        const std::size_t luck = first + 1 + a;
        for (std::size_t b = 0; b < times; ++b) rows[a][b] = games.product(luck, first + 1 + b);
        const double weight = prior_weight * games.product(luck, luck) / std::max(games.count(), 1.0) + 1e-9;
        rows[a][a] += weight;
        rows[a][times] =
            games.product(luck, first) - games.mean(first) * games.mean(luck) * games.count() + weight;
    }
    // Gauss-Jordan elimination; no pivoting is needed, because the matrix is positive definite.
    for (std::size_t a = 0; a < times; ++a) {
        for (std::size_t b = 0; b < times; ++b) {
            if (a == b) continue;
            const double by = rows[b][a] / rows[a][a];
            for (std::size_t at = a; at <= times; ++at) rows[b][at] -= by * rows[a][at];
        }
    }
    Shares shares;
    for (std::size_t a = 0; a < times; ++a) shares[a] = rows[a][times] / rows[a][a];
    return shares;
}

/// The moments of the games with even numbers and of those with odd numbers, and the means over both.
struct EvenOddMoments {
    std::array<Moments, 2> games;
    std::array<std::vector<Shares>, 2> shares;  ///< by candidate, estimated from the other half

    explicit EvenOddMoments(std::size_t candidates)
        : games{Moments(candidates * each), Moments(candidates * each)} {}

    /// Estimates the shares of luck, after all games were added.
    void learn(std::size_t candidates) {
        for (const std::size_t half : {0U, 1U}) {
            for (std::size_t at = 0; at < candidates; ++at)
                shares[half].push_back(shares_in(games[1 - half], at));
        }
    }

    /// Returns the mean over the games of the sum of the candidates' results, each times its weight;
    /// `adjusted` subtracts the share of luck from each result.
    Mean of(const std::vector<double>& weights, bool adjusted) const {
        Mean mean;
        double variance = 0;
        const double count = games[0].count() + games[1].count();
        if (count == 0) return mean;
        for (const std::size_t half : {0U, 1U}) {
            std::vector<std::pair<std::size_t, double>> terms;
            for (std::size_t at = 0; at < weights.size(); ++at) {
                if (weights[at] == 0) continue;
                terms.emplace_back(at * each, weights[at]);
                for (std::size_t time = 0; adjusted && time < times; ++time)
                    terms.emplace_back(at * each + 1 + time, -weights[at] * shares[half][at][time]);
            }
            const double share = games[half].count() / count;
            for (const auto& [a, weight_a] : terms) {
                mean.mean += share * weight_a * games[half].mean(a);
                for (const auto& [b, weight_b] : terms)
                    variance += share * weight_a * weight_b * games[half].covariance(a, b);
            }
        }
        // The means of the two halves take two degrees of freedom.
        if (count > 2) mean.error = std::sqrt(std::max(0.0, variance) / (count - 2));
        return mean;
    }
};

/// Returns `size` weights: 1 at `index`, 0 elsewhere.
std::vector<double> one_of(std::size_t size, std::size_t index) {
    std::vector<double> weights(size);
    weights[index] = 1;
    return weights;
}

/// Fills in the means of a rollout and sorts the candidates of each face.
void sum_up(Rollout& rollout, EvenOddMoments& halves) {
    const std::size_t size = rollout.moves.size();
    halves.learn(size);
    for (std::size_t index = 0; index < size; ++index) {
        rollout.moves[index].adjusted = halves.of(one_of(size, index), true);
        rollout.moves[index].plain = halves.of(one_of(size, index), false);
    }
    std::vector<double> before(size);
    double total = 0;
    for (const Rollout::Face& face : rollout.faces) total += face.weight;
    for (Rollout::Face& face : rollout.faces) {
        std::stable_sort(face.candidates.begin(), face.candidates.end(), [&](const auto& a, const auto& b) {
            return rollout.moves[a.move].adjusted.mean > rollout.moves[b.move].adjusted.mean;
        });
        const std::size_t best = face.candidates.front().move;
        before[best] += face.weight / total;
        for (Rollout::Candidate& candidate : face.candidates) {
            if (candidate.move == best) continue;
            std::vector<double> difference = one_of(size, best);
            difference[candidate.move] = -1;
            candidate.behind = halves.of(difference, true);
        }
    }
    rollout.adjusted = halves.of(before, true);
    rollout.plain = halves.of(before, false);
}

}  // namespace

void roll_out(Rollout& rollout,
              const std::function<std::optional<std::vector<PlayedOut>>(std::uint64_t game)>& play) {
    using Ends = std::optional<std::vector<PlayedOut>>;
    const std::size_t size = rollout.moves.size();
    const RolloutOptions& options = rollout.options;
    EvenOddMoments halves(size);
    std::vector<double> numbers(size * each);
    const auto add_game = [&](const Ends& ends) {
        if (!ends) return false;
        for (std::size_t at = 0; at < size; ++at) {
            const PlayedOut& end = (*ends)[at];
            Rollout::Move& move = rollout.moves[at];
            numbers[at * each] = end.result;
            std::copy(end.luck.begin(), end.luck.end(), &numbers[at * each + 1]);
            using End = PlayedOut::End;
            ++(end.end == End::Won     ? move.won
               : end.end == End::Drawn ? move.drawn
               : end.end == End::Lost  ? move.lost
               : end.end == End::Known ? move.known
                                       : move.cut);
        }
        halves.games[rollout.games % 2].add(numbers);
        ++rollout.games;
        if (options.report) options.report(rollout.games);
        return true;
    };
    const auto next = [&, game = std::uint64_t{0}](std::uint64_t& number) mutable {
        number = game++;
        return number < options.games && !(options.stop && *options.stop);
    };
    solver::work_in_order(next, options.threads, play, add_game);
    sum_up(rollout, halves);
}

}  // namespace octomate::players
