#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/written.hpp"
#include "players/appraisal_of.hpp"
#include "players/odds.hpp"
#include "players/outlook_of.hpp"
#include "players/rollout_of.hpp"
#include "players/search.hpp"
#include "players/session.hpp"
#include "solver/faces.hpp"

namespace octomate::players {

/// A game that is being played, made of what its positions can do.
template <Written P>
class SessionOf : public Session {
  public:
    /// `known`: what needs no search, for players who make no errors.
    explicit SessionOf(const P& start, Known<P> known = {})
        : start_(start), known_(std::move(known)), past_{start} {}

    Faults set(std::string_view fen) override {
        P first = start_;
        if (!fen.empty()) {
            auto read = start_.read_fen(fen);
            if (!read) return std::move(read.error());
            first = std::move(read->value);
        }
        past_.assign(1, first);
        return {};
    }

    std::string fen() const override { return now().fen(); }
    Color turn() const override { return now().turn(); }
    Outcome outcome() const override { return now().outcome(); }
    bool in_check() const override { return now().in_check(); }
    std::size_t plies() const override { return past_.size() - 1; }

    bool uses_die() const override { return now().rolls().size() > 1; }

    int roll(Random& dice) const override {
        const auto drawn = dice.next();
        std::uint64_t total = 0;
        for (const auto& chance : now().rolls()) total += chance.weight;
        std::uint64_t left = drawn % total;
        for (const auto& chance : now().rolls()) {
            if (left < chance.weight) return chance.roll.face;
            left -= chance.weight;
        }
        return 0;
    }

    std::string named_by([[maybe_unused]] int face) const override {
        if constexpr (HasDie<P>) {
            if (const auto* roll = roll_of(face)) return P::die().named(now().named_by(*roll));
        }
        return {};
    }
    bool has_face(int face) const override { return roll_of(face) != nullptr; }
    bool is_free(int face) const override {
        MoveList<P> moves;
        const auto* roll = roll_of(face);
        return roll && now().legal_moves(*roll, moves) == Freedom::Free;
    }

    std::vector<MoveText> moves(int face) const override {
        std::vector<MoveText> texts;
        for (const Move& move : sorted(face)) texts.push_back(text_of(move));
        return texts;
    }

    Expected<MoveText, Fault> play(std::string_view text, int face) override {
        auto read = now().read_move(text);
        if (!read) return Unexpected{std::move(read.error())};
        const Move move = read->move;
        if (face != any_face) {
            const auto allowed = sorted(face);
            if (std::find(allowed.begin(), allowed.end(), move) == allowed.end()) {
                const std::string serve(die_of<P>() ? die_of<P>()->serve : "serve");
                return Unexpected{Fault{FaultCode::WrongFace, "move", 0,
                                        now().notation(move) + " does not " + serve + ' ' + named_by(face) +
                                            ", where there are moves"}};
            }
        }
        MoveText played = text_of(move);
        past_.push_back(now().play(move));
        return played;
    }

    bool undo() override {
        if (past_.size() == 1) return false;
        past_.pop_back();
        return true;
    }

    Thought think(const Character& player, const Question& question) override {
        Random random(question.seed);
        std::vector<Move> moves = sorted(question.face);
        if (player.manner == Manner::Search) return look_ahead(player, question, std::move(moves), random);
        Thought thought;
        thought.nodes = 1;
        if (player.manner == Manner::Odds) {
            double best = -2;
            std::vector<Move> equal;
            for (const Move& move : moves) {
                const double odds = odds_of(now(), move);
                if (odds > best) equal.clear();
                best = std::max(best, odds);
                if (odds == best) equal.push_back(move);
            }
            moves = std::move(equal);
        } else if (player.manner == Manner::MateNow) {
            MoveList<P> wins;
            solver::find_wins(now(), wins);
            std::vector<Move> winning;
            for (const Move& move : moves) {
                if (is_among(wins, move)) winning.push_back(move);
            }
            if (!winning.empty()) moves = std::move(winning);
        }
        const auto at = static_cast<std::size_t>(random.below(static_cast<int>(moves.size())));
        thought.lines.push_back({text_of(moves[at]), std::nullopt});
        return thought;
    }

    void forget() override {
        known_ = {};
        searches_.clear();
    }

    double chance(int depth) override { return search_for({3, true, 0, true}).value(now(), depth); }
    double chance(const Character& player) override {
        if (player.manner != Manner::Search) return guess(now());
        return search_for({player.width, false, player.nodes, player.noise == 0})
            .value(now(), player.limits());
    }

    std::optional<Outlook> outlook([[maybe_unused]] const OutlookRequest& request) const override {
        if constexpr (Evaluated<P>) {
            return outlook_of(now(), request, known_);
        } else {
            return {};
        }
    }

    std::optional<Rollout> roll_out([[maybe_unused]] const RolloutOptions& options) const override {
        if constexpr (Evaluated<P>) {
            return rollout_of(now(), options, known_);
        } else {
            return {};
        }
    }

    bool guesses() const override { return Evaluated<P>; }

    Appraisal appraise(const Limits& limits) override {
        return appraisal_of(now(), search_for({3, true, 0, true}), limits);
    }

  private:
    using Move = typename P::Move;
    using Roll = typename P::Roll;

    const P& now() const { return past_.back(); }

    MoveText text_of(const Move& move) const { return {now().notation(move), now().uci(move)}; }

    /// The roll of the position that shows a face; else null.
    const Roll* roll_of(int face) const {
        for (const auto& chance : now().rolls()) {
            if (chance.roll.face != face) continue;
            found_ = chance.roll;
            return &found_;
        }
        return nullptr;
    }

    std::vector<Move> sorted(int face) const {
        MoveList<P> list;
        if (face == any_face) {
            now().legal_moves(list);
        } else if (const Roll* roll = roll_of(face)) {
            now().legal_moves(*roll, list);
        }
        std::vector<Move> moves(list.begin(), list.end());
        std::sort(moves.begin(), moves.end());
        return moves;
    }

    /// What a search is made for.
    struct Kind {
        int width;
        bool all;
        std::uint64_t nodes;
        bool sure;  ///< knows what needs no search
        auto operator<=>(const Kind&) const = default;
    };

    /// Searches keep their memory from move to move, but nothing of what they found.
    Search<P>& search_for(const Kind& kind) {
        auto& search = searches_[kind];
        if (!search) {
            SearchOptions options;
            options.width = kind.width;
            options.all = kind.all;
            if (kind.nodes > 0)
                options.hash_bytes = std::min<std::size_t>(options.hash_bytes, kind.nodes * 8);
            search = std::make_unique<Search<P>>(options, kind.sure ? known_ : Known<P>());
        }
        return *search;
    }

    Thought look_ahead(const Character& player, const Question& question, std::vector<Move> moves,
                       Random& random) {
        overlook(player, moves, random);
        const bool all = question.all || player.noise > 0;
        const auto told = [&](const typename Search<P>::Result& result) {
            Thought thought;
            thought.depth = result.depth;
            thought.nodes = result.nodes;
            for (const auto& line : result.lines) {
                thought.lines.push_back({text_of(line.move), std::nullopt});
                if (result.depth > 0 && (all || thought.lines.size() == 1))
                    thought.lines.back().value = line.value;
            }
            return thought;
        };
        const auto result = search_for({player.width, all, player.nodes, player.noise == 0})
                                .run(now(), moves, player.limits(question.limits), [&](const auto& found) {
                                    if (question.tell) question.tell(told(found));
                                });
        Thought thought = told(result);
        if (player.noise > 0) disturb(player.noise, thought, random);
        return thought;
    }

    /// Leaves out moves that the player does not see, but for one.
    void overlook(const Character& player, std::vector<Move>& moves, Random& random) const {
        if constexpr (TellsSubtlety<P>) {
            if (player.sight >= 1) return;
            const auto unseen = [&](const Move& move) {
                double seen = 1;
                for (int step = now().subtlety_of(move); step > 0; --step) seen *= player.sight;
                return random.fraction() >= seen;
            };
            std::vector<Move> left;
            for (const Move& move : moves) {
                if (!unseen(move)) left.push_back(move);
            }
            if (!left.empty()) moves = std::move(left);
        }
    }

    /// The line that is best with errors of about that size added.
    static void disturb(double noise, Thought& thought, Random& random) {
        double best = -100;
        std::size_t chosen = 0;
        for (std::size_t at = 0; at < thought.lines.size(); ++at) {
            const double error = random.fraction() + random.fraction() + random.fraction() - 1.5;
            const double value = thought.lines[at].value.value_or(0) + 2 * noise * error;
            if (value > best) best = value, chosen = at;
        }
        std::rotate(thought.lines.begin(), thought.lines.begin() + static_cast<std::ptrdiff_t>(chosen),
                    thought.lines.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
    }

    const P start_;
    Known<P> known_;
    std::vector<P> past_;  ///< all positions since the beginning; the last one is now
    std::map<Kind, std::unique_ptr<Search<P>>> searches_;
    mutable Roll found_{};
};

}  // namespace octomate::players
