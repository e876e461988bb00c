#include "players/rollout.hpp"

#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace octomate::players {

namespace {

/// The means of several numbers that are told together, and how they vary together.
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

    /// Of the sum of the numbers, each times its weight.
    Mean of(const std::vector<double>& weights) const {
        Mean mean;
        if (count_ == 0) return mean;
        const auto count = static_cast<double>(count_);
        double square = 0;
        for (std::size_t a = 0; a < weights.size(); ++a) {
            if (weights[a] == 0) continue;
            mean.mean += weights[a] * sums_[a] / count;
            for (std::size_t b = 0; b < weights.size(); ++b) {
                if (weights[b] == 0) continue;
                const double product = products_[std::max(a, b) * weights.size() + std::min(a, b)] / count;
                square += weights[a] * weights[b] * (product - sums_[a] / count * (sums_[b] / count));
            }
        }
        if (count_ > 1) mean.error = std::sqrt(std::max(0.0, square) / (count - 1));
        return mean;
    }

  private:
    std::uint64_t count_ = 0;
    std::vector<double> sums_, products_;
};

/// Of so many numbers the one with a weight, and perhaps another one against it.
std::vector<double> one_of(std::size_t size, std::size_t at) {
    std::vector<double> weights(size);
    weights[at] = 1;
    return weights;
}

void sum_up(Rollout& rollout, const Moments& adjusted, const Moments& plain) {
    const std::size_t size = rollout.moves.size();
    for (std::size_t at = 0; at < size; ++at) {
        rollout.moves[at].adjusted = adjusted.of(one_of(size, at));
        rollout.moves[at].plain = plain.of(one_of(size, at));
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
            candidate.behind = adjusted.of(difference);
        }
    }
    rollout.adjusted = adjusted.of(before);
    rollout.plain = plain.of(before);
}

}  // namespace

void roll_out(Rollout& rollout,
              const std::function<bool(std::uint64_t game, std::vector<PlayedOut>& ends)>& play) {
    using Ends = std::shared_ptr<std::vector<PlayedOut>>;  // null: stopped
    const std::size_t size = rollout.moves.size();
    const RolloutOptions& options = rollout.options;
    std::uint64_t next = 0;
    bool stopped = false;
    Moments adjusted(size), plain(size);
    std::vector<double> numbers(size), plain_numbers(size);
    const auto deal = [&](tbb::flow_control& flow) -> std::uint64_t {
        if (next >= options.games || (options.stop && *options.stop)) return flow.stop(), next;
        return next++;
    };
    const auto work = [&](std::uint64_t game) {
        auto ends = std::make_shared<std::vector<PlayedOut>>();
        return play(game, *ends) ? ends : Ends();
    };
    const auto take = [&](const Ends& ends) {
        stopped = stopped || !ends;
        if (stopped) return;
        for (std::size_t at = 0; at < size; ++at) {
            const PlayedOut& end = (*ends)[at];
            Rollout::Move& move = rollout.moves[at];
            numbers[at] = end.adjusted;
            plain_numbers[at] = end.plain;
            using End = PlayedOut::End;
            ++(end.end == End::Won     ? move.won
               : end.end == End::Drawn ? move.drawn
               : end.end == End::Lost  ? move.lost
               : end.end == End::Known ? move.known
                                       : move.cut);
        }
        adjusted.add(numbers);
        plain.add(plain_numbers);
        ++rollout.games;
        if (options.tell) options.tell(rollout.games);
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(static_cast<std::size_t>(options.threads),
                           tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, deal) &
                               tbb::make_filter<std::uint64_t, Ends>(filter_mode::parallel, work) &
                               tbb::make_filter<Ends, void>(filter_mode::serial_in_order, take));
    sum_up(rollout, adjusted, plain);
}

}  // namespace octomate::players
