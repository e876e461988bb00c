#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "core/types.hpp"
#include "players/search.hpp"
#include "players/session.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"

namespace octomate::players {

/// Evaluates a position, its rolls and its moves with `search`, which must have the option
/// SearchOptions::all.
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
requires Evaluated<P> std::optional<Outlook> outlook_of(const P& position, const RolloutOptions& options,
                                                        const Known<P>& known) {
    const auto look = [&](std::size_t at) {
        Search<P> search({.width = at == 0 ? 0 : 3, .all = true}, known);
        return appraisal_of(position, search, {.depth = Outlook::depths[at], .threads = options.threads});
    };
    const Appraisal shallow = look(0), deep = look(1);
    if (deep.rolls.empty()) return {};
    std::map<std::string, double> shallow_values;
    for (const Appraisal::Move& move : shallow.moves) shallow_values[move.text.uci] = move.value;

    Outlook outlook;
    outlook.turn = position.turn();
    Chances sums;
    double total = 0;
    for (const Appraisal::Roll& roll : deep.rolls) {
        if (options.face && roll.face != *options.face && roll.face != 0) continue;
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

/// Computes the values of the rolls of a position for the side to move: the value of the best move on each,
/// by a search. Their weighted mean is the value before the roll, so that the value of a roll minus the mean
/// is its luck, whose expectation is zero. Not thread-safe.
template <Position P>
class Lookahead {
  public:
    using Move = typename P::Move;

    /// A roll and its best move.
    struct RollValue {
        std::uint64_t weight = 1;
        double value = 0;
        Move best{};  ///< the smallest of several moves with the best value
        bool seen = false;
    };

    /// `depth`: in plies from 1, including the move. The hash table is small, because every move clears it.
    explicit Lookahead(int depth, Known<P> known = {})
        : depth_(depth), known_(known), search_({.hash_bytes = 1 << 12}, std::move(known)) {}

    /// Computes the values of the rolls of a position; the game must not be over.
    void look(const P& position) {
        rolls_.clear();
        free_ = {};
        const auto rolls = position.rolls();
        for (const auto& chance : rolls) rolls_.push_back({chance.weight});
        solver::find_wins(position, wins_);
        if constexpr (MovesByRoll<P>) {
            position.legal_moves(moves_);
            for (const Move& move : wins_) update(index_of_roll(position, rolls, move), move, 1);
            for (const Move& move : moves_) {
                const std::size_t index = index_of_roll(position, rolls, move);
                if (!rolls_[index].seen || rolls_[index].value < 1)
                    update(index, move, search_.value(position, move, depth_ - 1));
            }
        } else {
            std::size_t index = 0;
            for (const auto& chance : rolls) {
                position.legal_moves(chance.roll, moves_);
                for (const Move& move : moves_)
                    update(index, move,
                           is_among(wins_, move) ? 1 : search_.value(position, move, depth_ - 1));
                ++index;
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

    /// Returns the rolls in the order of the position's `rolls()`.
    const std::vector<RollValue>& rolls() const { return rolls_; }
    /// Rolls the dice.
    const RollValue& roll(Random& dice) const { return drawn(rolls_, dice); }
    /// Returns the value before the roll.
    double mean() const { return mean_; }

    /// Returns the exact value of a position; nullopt if unknown.
    std::optional<double> known(const P& position) const { return known_ ? known_(position) : std::nullopt; }

  private:
    /// Records the value of a move for the roll at `index` and for free rolls, if it is the best one there.
    void update(std::size_t index, const Move& move, double value) {
        for (RollValue* roll : {&rolls_[index], &free_}) {
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
    RollValue free_;  ///< the best of all moves, for rolls on which the move is free
    double mean_ = 0;
};

/// Plays a game to its end; both sides make the best move by `look`. The result is the chance of `us`.
/// Returns nullopt if the game was stopped.
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

/// Plays out the best moves of a position; returns nullopt if the game is over.
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

/// Returns the chance of `us` to win with its next move, if the opponent first makes, on each roll, the move
/// that is worst for `us`. `us` has just moved, and may be to move again.
template <Position P>
double chance_to_win_next(const P& position, Color us) {
    if (position.outcome() != Outcome::Ongoing) return position.outcome() == won_by(us) ? 1 : 0;
    solver::Faces<P> faces;
    if (position.turn() == us) return solver::winning_share(position, faces);
    double sum = 0, total = 0;
    MoveList<P> moves;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        double least = 1;
        for (const auto& move : moves) {
            const P next = position.play(move);
            double value = score_for(next.outcome(), us) == 1 ? 1 : 0;
            if (next.outcome() == Outcome::Ongoing && next.turn() == us)
                value = solver::winning_share(next, faces);
            least = std::min(least, value);
            if (least == 0) break;
        }
        sum += chance.weight * least;
        total += chance.weight;
    }
    return sum / total;
}

/// Returns the exact chance of the side to move to win within two of its moves against the best defence.
template <Position P>
double chance_within_two(const P& position) {
    if (position.outcome() != Outcome::Ongoing) return 0;
    solver::MateOptions options{.moves = 2, .hash_bytes = 0, .parallel = false, .limits = {}};
    const auto found = solver::MateSearch<P>(options).solve(position);
    return static_cast<double>(found.total.lower) / static_cast<double>(found.total_unit);
}

/// Returns how the player "odds-2" rates a move: the chance to win with this move or the next, minus the
/// opponent's chance to win within two moves.
template <Position P>
double odds_of(const P& position, const typename P::Move& move) {
    const P next = position.play(move);
    if (next.outcome() != Outcome::Ongoing) return score_for(next.outcome(), position.turn());
    const double ours = chance_to_win_next(next, position.turn());
    return next.turn() == position.turn() ? ours : ours - chance_within_two(next);
}

/// The session of a game whose positions are `P`.
template <Written P>
class SessionOf : public Session {
  public:
    /// `known` gives exact values to players without noise.
    explicit SessionOf(const P& start, Known<P> known = {})
        : start_(start), known_(std::move(known)), past_{start} {}

    Expected<void, Faults> set(std::string_view fen) override {
        P first = start_;
        if (!fen.empty()) {
            auto read = start_.read_fen(fen);
            if (!read) return Unexpected{std::move(read.error())};
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
        const auto& rolls = now().rolls();
        return drawn(rolls, dice).roll.face;
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
                const std::string verb(die_of<P>() ? die_of<P>()->plural_verb : "serve");
                return Unexpected{Fault{FaultCode::WrongFace, "move", 0,
                                        now().notation(move) + " does not " + verb + ' ' + named_by(face) +
                                            ", and other legal moves do"}};
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

    Decision think(const Character& character, const Question& question) override {
        const Character player = in_game<P>(character);
        Random random(question.seed);
        std::vector<Move> moves = sorted(question.face);
        if (!question.only.empty()) {
            std::erase_if(moves, [&](const Move& move) {
                return std::find(question.only.begin(), question.only.end(), now().uci(move)) ==
                       question.only.end();
            });
        }
        if (player.method == Method::Search) return look_ahead(player, question, std::move(moves), random);
        Decision decision;
        decision.nodes = 1;
        if (player.method == Method::Odds) {
            double best = -2;
            std::vector<Move> equal;
            for (const Move& move : moves) {
                const double odds = odds_of(now(), move);
                if (odds > best) equal.clear();
                best = std::max(best, odds);
                if (odds == best) equal.push_back(move);
            }
            moves = std::move(equal);
        } else if (player.method == Method::MateNow) {
            MoveList<P> wins;
            solver::find_wins(now(), wins);
            std::vector<Move> winning = moves;
            std::erase_if(winning, [&](const Move& move) { return !is_among(wins, move); });
            if (!winning.empty()) moves = std::move(winning);
        }
        const auto at = static_cast<std::size_t>(random.below(static_cast<int>(moves.size())));
        decision.lines.push_back({text_of(moves[at]), std::nullopt});
        return decision;
    }

    void forget() override {
        known_ = {};
        searches_.clear();
    }

    double chance(int depth) override {
        return search_for({3, true, memory_for({}), true}).value(now(), depth);
    }
    double chance(const Character& character) override {
        const Character player = in_game<P>(character);
        if (player.method != Method::Search) return evaluation(now());
        const Limits limits = player.limits();
        return search_for({player.width, false, memory_for(limits), player.noise == 0}).value(now(), limits);
    }

    bool evaluates() const override { return Evaluated<P>; }

    Appraisal appraise(const Limits& limits) override {
        return appraisal_of(now(), search_for({3, true, memory_for({}), true}), limits);
    }

    std::optional<Facts> facts() const override {
        Facts facts;
        if constexpr (Tunable<P>) {
            if (now().facts(facts)) return facts;
        }
        return std::nullopt;
    }

  private:
    using Move = typename P::Move;
    using Roll = typename P::Roll;

    const P& now() const { return past_.back(); }

    MoveText text_of(const Move& move) const { return {now().notation(move), now().uci(move)}; }

    /// Returns the roll of the current position with this face, or null. Valid until the next call.
    const Roll* roll_of(int face) const {
        for (const auto& chance : now().rolls()) {
            if (chance.roll.face != face) continue;
            found_ = chance.roll;
            return &found_;
        }
        return nullptr;
    }

    /// Returns the legal moves on `face` (or `any_face`) in ascending order.
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

    /// The settings by which searches are cached.
    struct Kind {
        int width;
        bool all;
        std::size_t hash_bytes;
        bool sure;  ///< whether it uses known_
        auto operator<=>(const Kind&) const = default;
    };

    /// Returns the size of the hash table: 8 bytes per node of the limit, at most the default size.
    static std::size_t memory_for(const Limits& limits) {
        constexpr std::size_t most = SearchOptions().hash_bytes, each = 8;
        return limits.nodes < most / each ? std::bit_ceil(limits.nodes * each) : most;
    }

    /// Returns the cached search of this kind. It keeps its allocated memory, but no results, between moves.
    Search<P>& search_for(const Kind& kind) {
        auto& search = searches_[kind];
        if (!search) {
            const SearchOptions options{.width = kind.width, .all = kind.all, .hash_bytes = kind.hash_bytes};
            search = std::make_unique<Search<P>>(options, kind.sure ? known_ : Known<P>());
        }
        return *search;
    }

    /// Chooses a move by a search, with the errors of a weak player.
    Decision look_ahead(const Character& player, const Question& question, std::vector<Move> moves,
                        Random& random) {
        overlook(player, moves, random);
        Decision decision = search(player, question, question.all ? moves : fresh(moves));
        // A side that stands worse welcomes a repetition, so its repeating moves are searched, too.
        if (decision.lines.size() < moves.size() && decision.lines.front().value.value_or(0) < 0)
            decision = search(player, question, moves);
        if (player.noise > 0) add_noise(player.noise, decision, random);
        return decision;
    }

    /// Returns the moves that do not repeat a position, or all moves if each of them does.
    std::vector<Move> fresh(std::vector<Move> moves) const {
        if constexpr (DetectsRepetition<P>) {
            std::vector<Move> unseen = moves;
            std::erase_if(unseen, [&](const Move& move) { return now().play(move).repeats(); });
            if (!unseen.empty()) return unseen;
        }
        return moves;
    }

    /// Searches the given moves within the limits of the player and the question.
    Decision search(const Character& player, const Question& question, const std::vector<Move>& moves) {
        const bool all = question.all || player.noise > 0;
        const auto decision_of = [&](const typename Search<P>::Result& result) {
            Decision decision;
            decision.depth = result.depth;
            decision.nodes = result.nodes;
            for (const auto& line : result.lines) {
                decision.lines.push_back({text_of(line.move), std::nullopt});
                if (result.depth > 0 && (all || decision.lines.size() == 1))
                    decision.lines.back().value = line.value;
            }
            return decision;
        };
        const Limits limits = player.limits(question.limits);
        const auto result = search_for({player.width, all, memory_for(limits), player.noise == 0})
                                .run(now(), moves, limits, [&](const auto& found) {
                                    if (question.report) question.report(decision_of(found));
                                });
        return decision_of(result);
    }

    /// Removes moves that a weak player overlooks, at random by their subtlety; keeps all moves if none would
    /// be left.
    void overlook(const Character& player, std::vector<Move>& moves, Random& random) const {
        if constexpr (RatesSubtlety<P>) {
            if (player.sight >= 1) return;
            std::vector<Move> seen = moves;
            std::erase_if(seen, [&](const Move& move) {
                double chance = 1;
                for (int step = now().subtlety_of(move); step > 0; --step) chance *= player.sight;
                return random.fraction() >= chance;
            });
            if (!seen.empty()) moves = std::move(seen);
        }
    }

    /// Adds a random error with standard deviation `noise` to each value, and moves the line that is then the
    /// best to the front. The reported values stay without error.
    static void add_noise(double noise, Decision& decision, Random& random) {
        double best = -100;
        std::size_t chosen = 0;
        for (std::size_t at = 0; at < decision.lines.size(); ++at) {
            const double error =
                2 * noise * (random.fraction() + random.fraction() + random.fraction() - 1.5);
            const double value = decision.lines[at].value.value_or(0) + error;
            if (value > best) best = value, chosen = at;
        }
        std::rotate(decision.lines.begin(), decision.lines.begin() + static_cast<std::ptrdiff_t>(chosen),
                    decision.lines.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
    }

    const P start_;
    Known<P> known_;
    std::vector<P> past_;  ///< all positions since the start; the last one is the current
    std::map<Kind, std::unique_ptr<Search<P>>> searches_;
    mutable Roll found_{};
};

}  // namespace octomate::players
