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

constexpr std::size_t stages = RolloutGame::stage_starts.size();
/// The count of numbers that describe a game of one candidate: its result, then its luck by stage.
constexpr std::size_t numbers_each = 1 + stages;

/// Means and covariances, over the games added so far, of the numbers that describe a game.
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

/// For each stage of a game: the multiple of its luck that is subtracted from the result.
using LuckFactors = std::array<double, stages>;

/// Returns the regression coefficients of the results of a candidate on the luck at each stage, by least
/// squares over `games` with a prior of 1 (subtract all luck) that weighs as much as 20 games.
LuckFactors estimate_luck_factors(const Moments& games, std::size_t candidate) {
    constexpr double prior_weight = 20;  // in games
    const std::size_t first = candidate * numbers_each;
    std::array<std::array<double, stages + 1>, stages> rows{};
    for (std::size_t a = 0; a < stages; ++a) {
        const std::size_t luck = first + 1 + a;
        for (std::size_t b = 0; b < stages; ++b) rows[a][b] = games.product(luck, first + 1 + b);
        const double weight = prior_weight * games.product(luck, luck) / std::max(games.count(), 1.0) + 1e-9;
        rows[a][a] += weight;
        rows[a][stages] =
            games.product(luck, first) - games.mean(first) * games.mean(luck) * games.count() + weight;
    }
    // Gauss-Jordan elimination; no pivoting is needed, because the matrix is positive definite.
    for (std::size_t a = 0; a < stages; ++a) {
        for (std::size_t b = 0; b < stages; ++b) {
            if (a == b) continue;
            const double factor = rows[b][a] / rows[a][a];
            for (std::size_t column = a; column <= stages; ++column)
                rows[b][column] -= factor * rows[a][column];
        }
    }
    LuckFactors factors;
    for (std::size_t a = 0; a < stages; ++a) factors[a] = rows[a][stages] / rows[a][a];
    return factors;
}

/// The moments of the games with even numbers and of the games with odd numbers (the two halves).
struct EvenOddMoments {
    std::array<Moments, 2> games;
    /// Luck factors by half and candidate, each estimated from the games of the other half.
    std::array<std::vector<LuckFactors>, 2> factors;

    explicit EvenOddMoments(std::size_t candidates)
        : games{Moments(candidates * numbers_each), Moments(candidates * numbers_each)} {}

    /// Computes `factors`, after all games were added.
    void estimate_factors(std::size_t candidates) {
        for (const std::size_t half : {0U, 1U}) {
            for (std::size_t candidate = 0; candidate < candidates; ++candidate)
                factors[half].push_back(estimate_luck_factors(games[1 - half], candidate));
        }
    }

    /// Returns the mean over the games of the sum of the candidates' results, each times its weight.
    /// `adjusted`: first subtracts from each result its luck times `factors`.
    Mean weighted_mean(const std::vector<double>& weights, bool adjusted) const {
        Mean mean;
        double variance = 0;
        const double count = games[0].count() + games[1].count();
        if (count == 0) return mean;
        for (const std::size_t half : {0U, 1U}) {
            std::vector<std::pair<std::size_t, double>> terms;
            for (std::size_t candidate = 0; candidate < weights.size(); ++candidate) {
                if (weights[candidate] == 0) continue;
                terms.emplace_back(candidate * numbers_each, weights[candidate]);
                for (std::size_t stage = 0; adjusted && stage < stages; ++stage)
                    terms.emplace_back(candidate * numbers_each + 1 + stage,
                                       -weights[candidate] * factors[half][candidate][stage]);
            }
            const double fraction = games[half].count() / count;
            for (const auto& [a, weight_a] : terms) {
                mean.mean += fraction * weight_a * games[half].mean(a);
                for (const auto& [b, weight_b] : terms)
                    variance += fraction * weight_a * weight_b * games[half].covariance(a, b);
            }
        }
        // The means of the two halves take two degrees of freedom.
        if (count > 2) mean.error = std::sqrt(std::max(0.0, variance) / (count - 2));
        return mean;
    }
};

/// Returns `size` weights: 1 at `index`, 0 elsewhere.
std::vector<double> unit_weights(std::size_t size, std::size_t index) {
    std::vector<double> weights(size);
    weights[index] = 1;
    return weights;
}

/// Fills in the means of a rollout and sorts the candidates of each face.
void fill_in_means(Rollout& rollout, EvenOddMoments& halves) {
    const std::size_t size = rollout.moves.size();
    halves.estimate_factors(size);
    for (std::size_t index = 0; index < size; ++index) {
        rollout.moves[index].adjusted = halves.weighted_mean(unit_weights(size, index), true);
        rollout.moves[index].plain = halves.weighted_mean(unit_weights(size, index), false);
    }
    std::vector<double> before_roll(size);  // weights of the best candidates of the faces
    double total = 0;
    for (const Rollout::Face& face : rollout.faces) total += face.weight;
    for (Rollout::Face& face : rollout.faces) {
        std::stable_sort(face.candidates.begin(), face.candidates.end(), [&](const auto& a, const auto& b) {
            return rollout.moves[a.move].adjusted.mean > rollout.moves[b.move].adjusted.mean;
        });
        const std::size_t best = face.candidates.front().move;
        before_roll[best] += face.weight / total;
        for (Rollout::Candidate& candidate : face.candidates) {
            if (candidate.move == best) continue;
            std::vector<double> difference = unit_weights(size, best);
            difference[candidate.move] = -1;
            candidate.behind = halves.weighted_mean(difference, true);
        }
    }
    rollout.adjusted = halves.weighted_mean(before_roll, true);
    rollout.plain = halves.weighted_mean(before_roll, false);
}

}  // namespace

void roll_out(Rollout& rollout,
              const std::function<std::optional<std::vector<RolloutGame>>(std::uint64_t game)>& play) {
    using Games = std::optional<std::vector<RolloutGame>>;
    const std::size_t size = rollout.moves.size();
    const RolloutOptions& options = rollout.options;
    EvenOddMoments halves(size);
    std::vector<double> numbers(size * numbers_each);
    const auto add_game = [&](const Games& games) {
        if (!games) return false;
        for (std::size_t index = 0; index < size; ++index) {
            const RolloutGame& game = (*games)[index];
            Rollout::Move& move = rollout.moves[index];
            numbers[index * numbers_each] = game.result;
            std::copy(game.luck.begin(), game.luck.end(), &numbers[index * numbers_each + 1]);
            using End = RolloutGame::End;
            ++(game.end == End::Won     ? move.won
               : game.end == End::Drawn ? move.drawn
               : game.end == End::Lost  ? move.lost
               : game.end == End::Known ? move.known
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
    fill_in_means(rollout, halves);
}

}  // namespace octomate::players
