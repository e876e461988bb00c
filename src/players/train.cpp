#include "players/train.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <memory>
#include <set>

namespace octomate::players {

namespace {

/// The block of facts that a sample has.
std::size_t block_of(const Samples::View& sample, std::size_t block) {
    const int fact = sample.facts.empty() ? 0 : sample.facts.front();
    return static_cast<std::size_t>(fact >= 0 ? fact : -1 - fact) / block;
}

/// Adds the samples of a game, but for those of blocks of which better is known.
void add_others(const Samples& played, const std::set<std::size_t>& known, std::size_t block, Samples& to) {
    for (std::size_t at = 0; at < played.size(); ++at) {
        const Samples::View sample = played[at];
        if (known.contains(block_of(sample, block))) continue;
        to.add(Facts{{sample.facts.begin(), sample.facts.end()}, sample.sure}, sample.target, sample.result);
    }
}

/// Learns from one round of games and from those in `learnt`, to which they are added; false if it was
/// stopped.
bool play_round(const Trainer& trainer, const TrainOptions& options, Samples& learnt, Round& round) {
    using Played = std::shared_ptr<Samples>;
    const auto stopped = [&] { return options.self.stop && *options.self.stop; };
    SelfPlay self = options.self;
    self.seed += static_cast<std::uint64_t>(round.number - 1) * 0x10001;
    std::uint64_t next = 0;
    Samples held;
    std::set<std::size_t> known;
    for (std::size_t at = 0; at < options.known.size(); ++at)
        known.insert(block_of(options.known[at], trainer.block()));
    const auto deal = [&](tbb::flow_control& flow) -> std::uint64_t {
        if (next >= options.games || stopped()) return flow.stop(), next;
        return next++;
    };
    const auto play = [&](std::uint64_t game) { return std::make_shared<Samples>(trainer.play(self, game)); };
    const auto take = [&](const Played& samples) {
        add_others(*samples, known, trainer.block(), round.games % held_out_of == 0 ? held : learnt);
        options.tell(round.number, ++round.games);
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(static_cast<std::size_t>(options.threads),
                           tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, deal) &
                               tbb::make_filter<std::uint64_t, Played>(filter_mode::parallel, play) &
                               tbb::make_filter<Played, void>(filter_mode::serial_in_order, take));
    if (stopped()) return false;
    round.positions = learnt.size() - options.known.size();
    round.held_out = held.size();
    round.weights = trainer.weights();
    round.before = log_loss(held, round.weights);
    fit(learnt, round.weights, trainer.block(), options.pull, options.steps);
    trainer.use(round.weights);
    round.weights = trainer.weights();
    round.after = log_loss(held, round.weights);
    return true;
}

}  // namespace

bool train(const Trainer& trainer, const TrainOptions& options,
           const std::function<void(const Round&)>& take) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(options.threads));
    Samples learnt;
    for (int number = 1; number <= options.rounds; ++number) {
        // The games of the first round may have been played without knowing anything.
        if (number <= 2) learnt = options.known;
        Round round;
        round.number = number;
        if (!play_round(trainer, options, learnt, round)) return false;
        take(round);
    }
    return true;
}

}  // namespace octomate::players
