#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/arrangement.hpp"
#include "core/evaluated.hpp"
#include "core/random.hpp"
#include "core/written.hpp"
#include "players/lookahead.hpp"
#include "players/outlook_of.hpp"
#include "players/search.hpp"
#include "players/train.hpp"

namespace octomate::players {

/// Trains a game by what its positions can do.
template <Tunable P>
requires Arrangeable<P> && Written<P>
class TrainerOf : public Trainer {
  public:
    explicit TrainerOf(const P& start) : start_(start) {}

    std::size_t block() const override { return P::facts_together(); }
    std::vector<double> weights() const override { return P::weights(); }
    void use(const std::vector<double>& weights) const override { P::use_weights(weights); }
    std::string text_of(const std::vector<double>& weights) const override {
        return P::weights_text(weights);
    }
    std::vector<double> read(std::string_view text) const override { return P::weights_in(text); }

    void add(std::string_view fen, double value, Samples& samples) const override {
        const auto read = start_.read_fen(fen);
        Facts facts;
        if (read && read->value.facts(facts)) samples.add(facts, chance_of(value), chance_of(value));
    }

    Samples play(const SelfPlay& options, std::uint64_t game) const override {
        Random random = Random::of_unit(options.seed, game);
        auto position = opening(options, random);
        Samples samples;
        if (!position) return samples;
        Lookahead<P> look(options.depth);
        std::vector<Ply> plies;
        double end = 0;  // for White
        while (true) {
            if (options.stop && *options.stop) return samples;
            const double sign = position->turn() == Color::White ? 1 : -1;
            if (const Outcome outcome = position->outcome(); outcome != Outcome::Ongoing) {
                end = score_for(outcome, Color::White);
                break;
            }
            look.look(*position);
            if (static_cast<int>(plies.size()) >= options.most_plies) break;  // play without end is a draw
            Ply& ply = plies.emplace_back();
            position->facts(ply.facts);
            ply.sign = sign;
            ply.mean = sign * look.mean();
            if constexpr (has_die) {
                const auto& rolled = look.roll(random);
                ply.rolled = sign * rolled.value;
                position = position->play(rolled.best);
            } else {
                ply.rolled = ply.mean;
                position = position->play(look.disturbed(options.noise, random));
            }
        }
        // Backwards: how much better the position of the next ply is than the move that led to it was
        // thought.
        const double lambda = has_die ? options.lambda : options.lambda_without_die;
        double beyond = 0, next = end;
        std::vector<double> targets(plies.size());
        for (std::size_t at = plies.size(); at-- > 0;) {
            beyond = next - plies[at].rolled + lambda * beyond;
            targets[at] = plies[at].mean + beyond;
            next = plies[at].mean;
        }
        // A long game gives no more samples than a short one.
        const std::size_t every = plies.size() / options.most_positions + 1;
        for (std::size_t at = random.next() % every; at < plies.size(); at += every) {
            const Ply& ply = plies[at];
            samples.add(ply.facts, chance_of(ply.sign * targets[at]), chance_of(ply.sign * end));
        }
        return samples;
    }

  private:
    static constexpr bool has_die = P::chance_unit > 1;

    /// Values for White.
    struct Ply {
        Facts facts;
        double sign = 1;    ///< 1 where White is to move, else -1
        double mean = 0;    ///< before the roll
        double rolled = 0;  ///< of the roll
    };

    /// Where a game begins: after some random plies, perhaps with some pieces removed. None if no game is
    /// possible from there.
    std::optional<P> opening(const SelfPlay& options, Random& random) const {
        P position = start_;
        MoveList<P> moves;
        for (int left = random.below(options.opening + 1); left > 0; --left) {
            position.legal_moves(moves);
            if (moves.empty()) return {};
            // Lists have no particular order.
            std::vector<typename P::Move> sorted(moves.begin(), moves.end());
            std::sort(sorted.begin(), sorted.end());
            position = position.play(
                sorted[static_cast<std::size_t>(random.below(static_cast<int>(sorted.size())))]);
        }
        if (random.fraction() >= options.few) return position;
        typename P::Arrangement men(position);
        const int all = P::Arrangement::count(men.occupied());
        for (int left = random.below(all - 1); left > 0; --left) {
            auto set = men.occupied();
            for (int skipped = random.below(P::Arrangement::count(set)); skipped > 0; --skipped)
                P::Arrangement::pop_first(set);
            const int square = P::Arrangement::pop_first(set);
            if (!P::Arrangement::royal(*men.at(square))) men.remove(square);
        }
        return men.template accepted<P>(position.turn());
    }

    const P start_;
};

}  // namespace octomate::players
