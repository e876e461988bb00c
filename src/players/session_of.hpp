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
/// SearchOptions::evaluate_all.
template <Written P>
Appraisal appraisal_of(const P& position, Search<P>& search, const Limits& limits) {
    Appraisal appraisal;
    appraisal.value = score_for(position.outcome(), position.turn());
    if (position.outcome() != Outcome::Ongoing) return appraisal;
    MoveList<P> allowed, wins;
    position.legal_moves(allowed);
    solver::find_wins(position, wins);
    const auto result = search.run(position, allowed, limits);
    appraisal.depth = result.depth;
    for (const auto& [move, value] : result.lines)
        appraisal.moves.push_back(
            {{position.notation(move), position.uci(move)}, value, is_among(wins, move)});
    double sum = 0, total = 0;
    for (const auto& chance : position.rolls()) {
        Appraisal::Roll roll;
        roll.face = static_cast<int>(chance.roll.face);
        roll.names = roll_name(position, chance.roll);
        roll.weight = chance.weight;
        roll.free = position.legal_moves(chance.roll, allowed) == Freedom::Free;
        for (std::size_t index = 0; index < result.lines.size(); ++index) {
            if (is_among(allowed, result.lines[index].move)) roll.moves.push_back(index);
        }
        roll.value = result.lines[roll.moves.front()].value;
        sum += static_cast<double>(chance.weight) * roll.value;
        total += static_cast<double>(chance.weight);
        appraisal.rolls.push_back(std::move(roll));
    }
    appraisal.value = sum / total;
    return appraisal;
}

/// Returns the outlook of a position; nullopt if the game is over.
template <Written P>
requires Evaluated<P> std::optional<Outlook> outlook_of(const P& position, const RolloutOptions& options,
                                                        const ExactValues<P>& exact_values) {
    const auto appraise_to = [&](std::size_t index) {
        Search<P> search({.width = index == 0 ? 0 : 3, .evaluate_all = true}, exact_values);
        return appraisal_of(position, search, {.depth = Outlook::depths[index], .threads = options.threads});
    };
    const Appraisal shallow = appraise_to(0), deep = appraise_to(1);
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
        for (const std::size_t index : roll.moves) {
            const auto& [text, value, wins] = deep.moves[index];
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

/// Computes the value of each roll of a position for the side to move: that of the best move on the roll, by
/// a search. The weighted mean over the rolls is the value before the roll; the value of a roll minus this
/// mean is its luck, whose expectation is zero. Not thread-safe.
template <Position P>
class Lookahead {
  public:
    using Move = typename P::Move;

    /// A roll and its best move.
    struct RollValue {
        std::uint64_t weight = 1;
        double value = 0;
        Move best{};            ///< the move with this value; the smallest if there are several
        bool has_move = false;  ///< whether `value` and `best` are set
    };

    /// `depth`: in plies from 1, including the move. The hash table is small, because every move clears it.
    explicit Lookahead(int depth, ExactValues<P> exact_values = {})
        : depth_(depth),
          exact_values_(exact_values),
          search_({.hash_bytes = 1 << 12}, std::move(exact_values)) {}

    /// Computes the values of the rolls of a position; the game must not be over.
    void evaluate_rolls(const P& position) {
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
                if (!rolls_[index].has_move || rolls_[index].value < 1)
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
            if (!roll.has_move) roll.value = free_.value, roll.best = free_.best;
            sum += static_cast<double>(roll.weight) * roll.value;
            total += static_cast<double>(roll.weight);
        }
        mean_ = sum / total;
    }

    /// Returns the rolls of the position evaluated last, in the order of its `rolls()`.
    const std::vector<RollValue>& rolls() const { return rolls_; }
    /// Returns a random roll of the position evaluated last.
    const RollValue& roll(Random& dice) const { return random_roll(rolls_, dice); }
    /// Returns the value before the roll of the position evaluated last.
    double mean() const { return mean_; }

    /// Returns the exact value of a position; nullopt if unknown.
    std::optional<double> exact_value(const P& position) const {
        return exact_values_ ? exact_values_(position) : std::nullopt;
    }

  private:
    /// Records the value of a move for the roll at `index` and for free rolls, if it is the best one there.
    void update(std::size_t index, const Move& move, double value) {
        for (RollValue* roll : {&rolls_[index], &free_}) {
            if (roll->has_move && (value < roll->value || (value == roll->value && !(move < roll->best))))
                continue;
            roll->has_move = true;
            roll->value = value;
            roll->best = move;
        }
    }

    const int depth_;
    const ExactValues<P> exact_values_;
    Search<P> search_;
    MoveList<P> moves_, wins_;
    std::vector<RollValue> rolls_;
    RollValue free_;  ///< the best of all moves, for rolls on which the move is free
    double mean_ = 0;
};

/// Plays a game to its end, where both sides make the best move by `lookahead`, and returns the result for
/// `us`; nullopt if the game was stopped.
template <Position P>
std::optional<RolloutGame> play_out(P position, Color us, Random dice, Lookahead<P>& lookahead,
                                    const RolloutOptions& options) {
    using End = RolloutGame::End;
    double value = 0;
    RolloutGame game;
    game.end = End::Cut;
    std::size_t stage = 0;
    for (int plies = 0;; ++plies) {
        if (options.stop && *options.stop) return {};
        const double sign = position.turn() == us ? 1 : -1;
        if (const Outcome outcome = position.outcome(); outcome != Outcome::Ongoing) {
            value = score_for(outcome, us);
            game.end = value > 0 ? End::Won : value < 0 ? End::Lost : End::Drawn;
            break;
        }
        if (const auto exact = lookahead.exact_value(position)) {
            value = sign * *exact;
            game.end = End::Known;
            break;
        }
        lookahead.evaluate_rolls(position);
        if (plies >= options.most_plies) {
            value = sign * lookahead.mean();
            break;
        }
        const auto& rolled = lookahead.roll(dice);
        constexpr auto& starts = RolloutGame::stage_starts;
        if (stage + 1 < starts.size() && plies >= starts[stage + 1]) ++stage;
        game.luck[stage] += sign * (rolled.value - lookahead.mean()) / 2;
        position = position.play(rolled.best);
    }
    game.result = chance_of(value);
    return game;
}

/// Plays out the best moves of a position: a rollout. Returns nullopt if the game is over.
template <Written P>
requires Evaluated<P> std::optional<Rollout> rollout_of(const P& position, const RolloutOptions& options,
                                                        const ExactValues<P>& exact_values) {
    using Move = typename P::Move;
    MoveList<P> list;
    position.legal_moves(list);
    if (list.empty()) return {};
    const auto evaluated =
        Search<P>({.evaluate_all = true}, exact_values).run(position, list, {.depth = options.choice_depth});
    Rollout rollout;
    rollout.turn = position.turn();
    rollout.options = options;
    std::vector<Move> moves;
    for (const auto& chance : position.rolls()) {
        if (options.face && chance.roll.face != *options.face && chance.roll.face != 0) continue;
        Rollout::Face& face = rollout.faces.emplace_back();
        face.face = chance.roll.face;
        face.names = roll_name(position, chance.roll);
        face.weight = chance.weight;
        face.free = position.legal_moves(chance.roll, list) == Freedom::Free;
        for (const auto& line : evaluated.lines) {
            if (!is_among(list, line.move)) continue;
            if (face.candidates.size() == static_cast<std::size_t>(options.candidates)) break;
            const auto found = std::find(moves.begin(), moves.end(), line.move);
            face.candidates.push_back({static_cast<std::size_t>(found - moves.begin()), {}});
            if (found != moves.end()) continue;
            moves.push_back(line.move);
            rollout.moves.emplace_back();
            rollout.moves.back().text = {position.notation(line.move), position.uci(line.move)};
            rollout.moves.back().chance = chance_of(line.value);
        }
    }
    roll_out(rollout, [&](std::uint64_t game) -> std::optional<std::vector<RolloutGame>> {
        Lookahead<P> lookahead(options.depth, exact_values);
        std::vector<RolloutGame> games;
        for (const Move& move : moves) {
            const auto played = play_out(position.play(move), position.turn(),
                                         Random::of_unit(options.seed, game), lookahead, options);
            if (!played) return {};
            games.push_back(*played);
        }
        return games;
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

/// Returns the value of a move for the player "odds-2": the chance to win with this move or the next, minus
/// the opponent's chance to win within two moves.
template <Position P>
double two_move_odds(const P& position, const typename P::Move& move) {
    const P next = position.play(move);
    if (next.outcome() != Outcome::Ongoing) return score_for(next.outcome(), position.turn());
    const double ours = chance_to_win_next(next, position.turn());
    return next.turn() == position.turn() ? ours : ours - chance_within_two(next);
}

/// The session of a game whose positions are `P`.
template <Written P>
class SessionOf : public Session {
  public:
    /// `exact_values`: used by players without noise.
    explicit SessionOf(const P& start, ExactValues<P> exact_values = {})
        : start_(start), exact_values_(std::move(exact_values)), positions_{start} {}

    Expected<void, Faults> start(std::string_view fen) override {
        P initial = start_;
        if (!fen.empty()) {
            auto read = start_.read_fen(fen);
            if (!read) return Unexpected{std::move(read.error())};
            initial = std::move(read->value);
        }
        positions_.assign(1, initial);
        return {};
    }

    std::string fen() const override { return current().fen(); }
    Color turn() const override { return current().turn(); }
    Outcome outcome() const override { return current().outcome(); }
    bool in_check() const override { return current().in_check(); }
    std::size_t plies() const override { return positions_.size() - 1; }

    bool uses_die() const override { return current().rolls().size() > 1; }

    int roll(Random& dice) const override {
        const auto& rolls = current().rolls();
        return random_roll(rolls, dice).roll.face;
    }

    std::string face_phrase([[maybe_unused]] int face) const override {
        if constexpr (HasDie<P>) {
            if (const auto* roll = roll_of(face)) return P::die().phrase(current().roll_name(*roll));
        }
        return {};
    }
    bool has_face(int face) const override { return roll_of(face) != nullptr; }
    bool is_free(int face) const override {
        MoveList<P> moves;
        const auto* roll = roll_of(face);
        return roll && current().legal_moves(*roll, moves) == Freedom::Free;
    }

    std::vector<MoveText> moves(int face) const override {
        std::vector<MoveText> texts;
        for (const Move& move : sorted_moves(face)) texts.push_back(text_of(move));
        return texts;
    }

    Expected<MoveText, Fault> play(std::string_view text, int face) override {
        auto read = current().read_move(text);
        if (!read) return Unexpected{std::move(read.error())};
        const Move move = read->move;
        if (face != any_face) {
            const auto allowed = sorted_moves(face);
            if (std::find(allowed.begin(), allowed.end(), move) == allowed.end()) {
                const std::string verb(die_of<P>() ? die_of<P>()->plural_verb : "serve");
                return Unexpected{Fault{FaultCode::WrongFace, "move", 0,
                                        current().notation(move) + " does not " + verb + ' ' +
                                            face_phrase(face) + ", and other legal moves do"}};
            }
        }
        MoveText played = text_of(move);
        positions_.push_back(current().play(move));
        return played;
    }

    bool undo() override {
        if (positions_.size() == 1) return false;
        positions_.pop_back();
        return true;
    }

    Decision think(const BuiltInPlayer& base_player, const Question& question) override {
        const BuiltInPlayer player = with_game_strength<P>(base_player);
        Random random(question.seed);
        std::vector<Move> moves = sorted_moves(question.face);
        if (!question.candidates.empty()) {
            std::erase_if(moves, [&](const Move& move) {
                return std::find(question.candidates.begin(), question.candidates.end(),
                                 current().uci(move)) == question.candidates.end();
            });
        }
        if (player.method == Method::Search)
            return think_by_search(player, question, std::move(moves), random);
        Decision decision;
        decision.nodes = 1;
        if (player.method == Method::Odds) {
            double best = -2;
            std::vector<Move> equal;
            for (const Move& move : moves) {
                const double odds = two_move_odds(current(), move);
                if (odds > best) equal.clear();
                best = std::max(best, odds);
                if (odds == best) equal.push_back(move);
            }
            moves = std::move(equal);
        } else if (player.method == Method::MateNow) {
            MoveList<P> wins;
            solver::find_wins(current(), wins);
            std::vector<Move> winning = moves;
            std::erase_if(winning, [&](const Move& move) { return !is_among(wins, move); });
            if (!winning.empty()) moves = std::move(winning);
        }
        const auto index = static_cast<std::size_t>(random.below(static_cast<int>(moves.size())));
        decision.lines.push_back({text_of(moves[index]), std::nullopt});
        return decision;
    }

    void drop_tables() override {
        exact_values_ = {};
        searches_.clear();
    }

    double chance(int depth) override {
        return search_for({3, true, hash_bytes_for({}), true}).value(current(), depth);
    }
    double chance(const BuiltInPlayer& base_player) override {
        const BuiltInPlayer player = with_game_strength<P>(base_player);
        if (player.method != Method::Search) return evaluation(current());
        const Limits limits = player.limits();
        return search_for({player.width, false, hash_bytes_for(limits), player.noise == 0})
            .value(current(), limits);
    }

    bool evaluates() const override { return Evaluated<P>; }

    Appraisal appraise(const Limits& limits) override {
        return appraisal_of(current(), search_for({3, true, hash_bytes_for({}), true}), limits);
    }

    std::optional<Facts> facts() const override {
        Facts facts;
        if constexpr (Tunable<P>) {
            if (current().facts(facts)) return facts;
        }
        return std::nullopt;
    }

  private:
    using Move = typename P::Move;
    using Roll = typename P::Roll;

    const P& current() const { return positions_.back(); }

    MoveText text_of(const Move& move) const { return {current().notation(move), current().uci(move)}; }

    /// Returns the roll of the current position with this face, or null. Valid until the next call.
    const Roll* roll_of(int face) const {
        for (const auto& chance : current().rolls()) {
            if (chance.roll.face != face) continue;
            found_roll_ = chance.roll;
            return &found_roll_;
        }
        return nullptr;
    }

    /// Returns the legal moves on `face` (or `any_face`) in ascending order.
    std::vector<Move> sorted_moves(int face) const {
        MoveList<P> list;
        if (face == any_face) {
            current().legal_moves(list);
        } else if (const Roll* roll = roll_of(face)) {
            current().legal_moves(*roll, list);
        }
        std::vector<Move> moves(list.begin(), list.end());
        std::sort(moves.begin(), moves.end());
        return moves;
    }

    /// The settings of a cached search; the first three are those of SearchOptions.
    struct SearchKind {
        int width;
        bool evaluate_all;
        std::size_t hash_bytes;
        bool uses_exact_values;  ///< whether the search uses `SessionOf::exact_values_`
        auto operator<=>(const SearchKind&) const = default;
    };

    /// Returns the size of the hash table for a search: 8 bytes per node of the limit, rounded up to a power
    /// of two, at most the default size.
    static std::size_t hash_bytes_for(const Limits& limits) {
        constexpr std::size_t default_bytes = SearchOptions().hash_bytes, bytes_per_node = 8;
        return limits.nodes < default_bytes / bytes_per_node ? std::bit_ceil(limits.nodes * bytes_per_node)
                                                             : default_bytes;
    }

    /// Returns the cached search of this kind. It keeps its allocated memory, but no results, between moves.
    Search<P>& search_for(const SearchKind& kind) {
        auto& search = searches_[kind];
        if (!search) {
            const SearchOptions options{
                .width = kind.width, .evaluate_all = kind.evaluate_all, .hash_bytes = kind.hash_bytes};
            search = std::make_unique<Search<P>>(options,
                                                 kind.uses_exact_values ? exact_values_ : ExactValues<P>());
        }
        return *search;
    }

    /// Chooses a move by a search, with the errors of a weak player.
    Decision think_by_search(const BuiltInPlayer& player, const Question& question, std::vector<Move> moves,
                             Random& random) {
        remove_overlooked(player, moves, random);
        Decision decision =
            search(player, question, question.evaluate_all ? moves : without_repetitions(moves));
        // For a side with a negative value a repetition is good, so moves that repeat are searched as well.
        if (decision.lines.size() < moves.size() && decision.lines.front().value.value_or(0) < 0)
            decision = search(player, question, moves);
        if (player.noise > 0) add_noise(player.noise, decision, random);
        return decision;
    }

    /// Returns those of `moves` that do not repeat a position; returns `moves` if there are none.
    std::vector<Move> without_repetitions(std::vector<Move> moves) const {
        if constexpr (DetectsRepetition<P>) {
            std::vector<Move> fresh_moves = moves;
            std::erase_if(fresh_moves, [&](const Move& move) { return current().play(move).repeats(); });
            if (!fresh_moves.empty()) return fresh_moves;
        }
        return moves;
    }

    /// Searches the given moves within the limits of the player and the question.
    Decision search(const BuiltInPlayer& player, const Question& question, const std::vector<Move>& moves) {
        const bool evaluate_all = question.evaluate_all || player.noise > 0;
        const auto decision_of = [&](const typename Search<P>::Result& result) {
            Decision decision;
            decision.depth = result.depth;
            decision.nodes = result.nodes;
            for (const auto& line : result.lines) {
                decision.lines.push_back({text_of(line.move), std::nullopt});
                if (result.depth > 0 && (evaluate_all || decision.lines.size() == 1))
                    decision.lines.back().value = line.value;
            }
            return decision;
        };
        const Limits limits = player.limits(question.limits);
        const auto result =
            search_for({player.width, evaluate_all, hash_bytes_for(limits), player.noise == 0})
                .run(current(), moves, limits, [&](const auto& found) {
                    if (question.report) question.report(decision_of(found));
                });
        return decision_of(result);
    }

    /// Removes the moves that a weak player overlooks, at random: the more subtle a move, the more likely.
    /// Keeps all moves if none would be left.
    void remove_overlooked(const BuiltInPlayer& player, std::vector<Move>& moves, Random& random) const {
        if constexpr (RatesSubtlety<P>) {
            if (player.sight >= 1) return;
            std::vector<Move> noticed = moves;
            std::erase_if(noticed, [&](const Move& move) {
                double chance = 1;
                for (int step = current().subtlety_of(move); step > 0; --step) chance *= player.sight;
                return random.fraction() >= chance;
            });
            if (!noticed.empty()) moves = std::move(noticed);
        }
    }

    /// Adds a random error with standard deviation `noise` to each value, and moves the best line by the
    /// resulting values to the front. The values in `decision` stay without error.
    static void add_noise(double noise, Decision& decision, Random& random) {
        double best = -100;  // less than any value with an error
        std::size_t chosen = 0;
        for (std::size_t index = 0; index < decision.lines.size(); ++index) {
            const double error =
                2 * noise * (random.fraction() + random.fraction() + random.fraction() - 1.5);
            const double value = decision.lines[index].value.value_or(0) + error;
            if (value > best) best = value, chosen = index;
        }
        std::rotate(decision.lines.begin(), decision.lines.begin() + static_cast<std::ptrdiff_t>(chosen),
                    decision.lines.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
    }

    const P start_;
    ExactValues<P> exact_values_;
    std::vector<P> positions_;  ///< all positions since the start; the last one is the current one
    std::map<SearchKind, std::unique_ptr<Search<P>>> searches_;
    mutable Roll found_roll_{};  ///< the roll to which `roll_of` returned a pointer last
};

}  // namespace octomate::players
