#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/evaluated.hpp"

namespace octomate::players {

/// Positions of games with their results, to which weights are fitted. Stored densely, for there are
/// millions.
class Samples {
  public:
    /// One of them.
    struct View {
        std::span<const std::int16_t> facts;  ///< see core/evaluated.hpp
        float sure;
        float target;  ///< what is to be learnt: a chance to win, which may lie beyond 0…1
        float result;  ///< of the side to move: 1 won, 0.5 drawn, 0 lost
    };

    void add(const View& sample) {
        facts_.insert(facts_.end(), sample.facts.begin(), sample.facts.end());
        heads_.push_back({facts_.size(), sample.sure, sample.target, sample.result});
    }
    void add(const Facts& facts, double target, double result) {
        add({facts.facts, static_cast<float>(facts.sure), static_cast<float>(target),
             static_cast<float>(result)});
    }

    std::size_t size() const { return heads_.size(); }
    View operator[](std::size_t at) const {
        const Head& head = heads_[at];
        const std::size_t begin = at == 0 ? 0 : heads_[at - 1].end;
        return {{facts_.data() + begin, head.end - begin}, head.sure, head.target, head.result};
    }

  private:
    struct Head {
        std::size_t end;
        float sure, target, result;
    };
    std::vector<std::int16_t> facts_;
    std::vector<Head> heads_;
};

/// How games against itself are played.
struct SelfPlay {
    std::uint64_t seed = 1;
    int depth = 1;                    ///< plies that both sides look ahead, the move included
    int opening = 12;                 ///< most random plies at the beginning, which teach nothing
    double few = 0.5;                 ///< the share of games that begin with some pieces removed
    int most_plies = 400;             ///< what is not over then is drawn
    std::size_t most_positions = 60;  ///< about the most positions of a game that are used
    /// How far ahead the target of a position looks: 1: to the end of its game, less the luck of the dice;
    /// 0: to the next search alone; between, the searches of later positions count less and less.
    double lambda = 1;
    // Games without a die have no luck that can be taken off their results, and would all go the same way:
    double lambda_without_die = 0.95;
    double noise = 0.05;  ///< how far the values of moves are off by which both sides choose
    const std::atomic<bool>* stop = nullptr;
};

/// A game whose evaluation can be fitted to games that it plays against itself. Weights are logarithms of
/// odds.
class Trainer {
  public:
    virtual ~Trainer() = default;

    /// The size of the blocks of facts: those of a position belong to one block, which is fitted apart.
    virtual std::size_t block() const = 0;
    /// The weights in use.
    virtual std::vector<double> weights() const = 0;
    /// Replaces the weights by others, rounded as in a file. No game may be under way.
    virtual void use(const std::vector<double>& weights) const = 0;
    /// As the project's files hold them. Reading throws std::invalid_argument, a sentence.
    virtual std::string text_of(const std::vector<double>& weights) const = 0;
    virtual std::vector<double> read(std::string_view text) const = 0;

    /// Adds a position of which the value is known: the chance of the side to move to win less that to lose.
    /// None if the game is over there, or if the text is not a position.
    virtual void add(std::string_view fen, double value, Samples& samples) const = 0;

    /// The positions of one game, which depends on nothing but the options, its number and the weights in
    /// use; none if it was stopped. From any thread.
    virtual Samples play(const SelfPlay& options, std::uint64_t game) const = 0;
};

/// The chance to win that weights (in logarithms of odds) give a position.
double chance_by(const std::vector<double>& weights, const Samples::View& sample);

/// How well weights predict results: the log loss, 0 without samples.
double log_loss(const Samples& samples, const std::vector<double>& weights);

/// Fits weights to the targets of samples by Newton's method on the log loss, with a pull to what they were
/// before, as if each had been seen `pull` times to be so. The facts of a sample must be of one block of so
/// many. The same whatever the threads, as many as TBB may use.
void fit(const Samples& samples, std::vector<double>& weights, std::size_t block, double pull, int steps);

struct TrainOptions {
    SelfPlay self;
    std::uint64_t games = 10'000;  ///< of a round
    Samples known;                 ///< used instead of games for the blocks of facts that they cover
    int rounds = 1;    ///< each plays with what the one before learnt, and learns from all but the first
    double pull = 30;  ///< see fit
    int steps = 8;
    int threads = 1;
    std::function<void(int round, std::uint64_t games)> report = [](int, std::uint64_t) {};
};

/// What a round learnt.
struct Round {
    int number = 0;  ///< from 1
    std::uint64_t games = 0;
    std::size_t positions = 0;  ///< from which was learnt, those of earlier rounds included
    std::size_t held_out = 0;
    /// Log losses on the results of games from which nothing was learnt: of the weights that played them, and
    /// of the new ones.
    double before = 0, after = 0;
    std::vector<double> weights;
};

/// Every tenth game is held out.
inline constexpr std::uint64_t held_out_of = 10;

/// Plays and fits, round by round, calls `take` after each, and leaves the weights in use. False if it was
/// stopped. The same for a seed whatever the threads.
bool train(const Trainer& trainer, const TrainOptions& options,
           const std::function<void(const Round&)>& take);

}  // namespace octomate::players
