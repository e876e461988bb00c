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
constexpr std::size_t each = 1 + times;  ///< numbers of a game from one candidate: its result, and its luck

/// The means and covariances of several numbers of one game.
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

using Shares = std::array<double, times>;

/// The share of the luck at each stage that is to be taken off the results of a candidate, by least squares
/// over games; all of it as long as there are few.
Shares shares_in(const Moments& games, std::size_t candidate) {
    constexpr double sure = 20;  // prior weight, in games
    const std::size_t first = candidate * each;
    std::array<std::array<double, times + 1>, times> rows{};
    for (std::size_t a = 0; a < times; ++a) {
        const std::size_t luck = first + 1 + a;
        for (std::size_t b = 0; b < times; ++b) rows[a][b] = games.product(luck, first + 1 + b);
        const double weight = sure * games.product(luck, luck) / std::max(games.count(), 1.0) + 1e-9;
        rows[a][a] += weight;
        rows[a][times] =
            games.product(luck, first) - games.mean(first) * games.mean(luck) * games.count() + weight;
    }
    // Elimination; the rows are those of a positive definite square.
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

/// Games with even and with odd numbers.
struct Halves {
    std::array<Moments, 2> games;
    std::array<std::vector<Shares>, 2> shares;  ///< of each candidate, learnt from the other half

    explicit Halves(std::size_t candidates) : games{Moments(candidates * each), Moments(candidates * each)} {}

    void learn(std::size_t candidates) {
        for (const std::size_t half : {0U, 1U}) {
            for (std::size_t at = 0; at < candidates; ++at)
                shares[half].push_back(shares_in(games[1 - half], at));
        }
    }

    /// The mean of the weighted sum over candidates of their results, perhaps adjusted by luck.
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
        // Of both halves two means were taken.
        if (count > 2) mean.error = std::sqrt(std::max(0.0, variance) / (count - 2));
        return mean;
    }
};

/// Weights that select one of `size` numbers.
std::vector<double> one_of(std::size_t size, std::size_t at) {
    std::vector<double> weights(size);
    weights[at] = 1;
    return weights;
}

void sum_up(Rollout& rollout, Halves& halves) {
    const std::size_t size = rollout.moves.size();
    halves.learn(size);
    for (std::size_t at = 0; at < size; ++at) {
        rollout.moves[at].adjusted = halves.of(one_of(size, at), true);
        rollout.moves[at].plain = halves.of(one_of(size, at), false);
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
    Halves halves(size);
    std::vector<double> numbers(size * each);
    const auto take = [&](const Ends& ends) {
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
    solver::work_in_order(next, options.threads, play, take);
    sum_up(rollout, halves);
}

}  // namespace octomate::players
