#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/written.hpp"
#include "reports/solution.hpp"
#include "reports/solution_report.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"

namespace octomate::reports {

/// The play of a solution: what forces the win, what the opponent can do, how it goes on. The limits hold for
/// each search and for all of them together; once one is hit, `cut()` is true and answers are not to be
/// relied on. Where the play is `judged`, duals and shorter wins are marked in variations of full length;
/// docs/themes.md defines them.
template <Written P>
class ForcedPlay {
  public:
    using Move = typename P::Move;

    /// For the side `us`. `search` says how to search; what it says of moves, dice and defence is not used.
    /// `other`: this is to be forced instead of a win, its length aside.
    ForcedPlay(Color us, const solver::MateOptions& search, const std::optional<Stipulation>& other = {},
               bool promotions_as_one = false)
        : us_(us), options_(search), other_(other), promotions_as_one_(promotions_as_one) {
        options_.defence = solver::Defence::Best;
    }

    Color us() const { return us_; }
    /// Whether our own move reaches what is forced, and not a reply to it.
    bool ends_with_us() const { return !other_ || other_->kind == StipulationKind::Direct; }
    bool cut() const { return cut_; }
    std::uint64_t nodes() const { return nodes_; }
    /// Whether a dual, or a shorter win, was marked.
    bool has_dual() const { return has_dual_; }
    bool has_short() const { return has_short_; }

    /// The moves that force the win within so many moves on each roll, whatever is rolled later.
    bool forced(const P& position, int moves, solver::Faces<P>& out) {
        solver::solve_faces(position, out);
        if (moves == 1 && !other_) return spend(1);
        auto result = search(position, moves, solver::Dice::Every);
        for (std::size_t at = 0; at < out.size(); ++at) {
            out[at].mates.clear();
            if (result.faces[at].forced) out[at].mates = std::move(result.faces[at].best);
        }
        return !cut_;
    }

    /// Whether the win within so many moves is certain, whatever is rolled. It is our turn.
    bool certain(const P& position, int moves) {
        solver::Faces<P> faces;
        if (moves > 1) return search(position, moves, solver::Dice::Every).total.lower > 0;
        solver::winning_faces(position, faces);
        return spend(1) && faces.size() == position.rolls().size();
    }

    /// The same after a reply, whichever side is to move.
    bool certain_after(const P& position, int moves) {
        if (position.outcome() != Outcome::Ongoing) return position.outcome() == won_by(us_);
        if (position.turn() == us_) return certain(position, moves);
        MoveList<P> replies;
        position.legal_moves(replies);
        return std::all_of(replies.begin(), replies.end(), [&](const Move& reply) {
            return !cut_ && certain_after(position.play(reply), moves);
        });
    }

    /// Our chance of winning within so many moves, if every roll is fair. It is our turn.
    solver::Fraction chance(const P& position, int moves) {
        const auto result = search(position, moves, solver::Dice::Mean);
        return result.total_fraction(result.total.lower);
    }

    /// How we go on, as soon as we can, on the rolls that win by force within `moves` moves. It is our turn.
    std::vector<Continuation> continuations(const P& position, int moves, bool judged) {
        std::vector<std::pair<Continuation, std::vector<Move>>> groups;
        const std::vector<Win> wins = quickest(position, moves);
        judged =
            judged && std::any_of(wins.begin(), wins.end(), [&](const Win& win) { return win.in == moves; });
        for (const Win& win : wins) {
            const auto same = [&](const auto& group) { return group.second == win.moves; };
            auto group = std::find_if(groups.begin(), groups.end(), same);
            if (group == groups.end()) {
                Continuation fresh;
                fresh.moves = notated(position, win.moves);
                fresh.in = win.in;
                fresh.is_short = judged && win.in < moves;
                has_short_ = has_short_ || fresh.is_short;
                if (win.in > 1 || !ends_with_us())
                    fresh.play =
                        play_after(position.play(win.moves.front()), win.in - 1, judged && win.in == moves);
                group = groups.insert(group, {std::move(fresh), win.moves});
            }
            if (win.roll.face != 0) group->first.rolls.push_back(win.roll.face);
            if (judged && is_dual(position, win.freedom, win.moves)) group->first.dual = has_dual_ = true;
        }
        std::vector<Continuation> out;
        for (auto& group : groups) out.push_back(std::move(group.first));
        return out;
    }

    /// Whether these are several moves, as the puzzle counts promotions, on a roll that binds.
    bool is_dual(const P& position, Freedom freedom, const std::vector<Move>& moves) const {
        return freedom == Freedom::Bound && count_moves(position, moves, promotions_as_one_) > 1;
    }

    /// The play after a move of ours, with `moves` moves of ours to come.
    Play play_after(const P& position, int moves, bool judged) {
        Play play = threat(position, moves, judged);
        if (play.waiting == Waiting::Over || play.waiting == Waiting::OurTurn) return play;
        play.variations = variations(position, moves, judged);
        for (Variation& variation : play.variations) {
            variation.threatened = play.waiting == Waiting::Threat && variation.answers == play.continuations;
        }
        std::stable_partition(play.variations.begin(), play.variations.end(),
                              [](const Variation& variation) { return !variation.threatened; });
        return play;
    }

    /// The threat after a move of ours, with `moves` moves of ours to come.
    Play threat(const P& position, int moves, bool judged) {
        Play play;
        if (cut_ || position.outcome() != Outcome::Ongoing) return play;
        if (position.turn() == us_) {
            play.waiting = Waiting::OurTurn;
            play.continuations = continuations(position, moves, judged);
        } else if (const auto passed = position.passed()) {
            play.continuations = continuations(*passed, moves, judged);
            play.waiting = play.continuations.empty() ? Waiting::Zugzwang : Waiting::Threat;
        } else {
            play.waiting = Waiting::Check;
        }
        return play;
    }

    /// All replies of the opponent's, grouped by what we have against them.
    std::vector<Variation> variations(const P& position, int moves, bool judged) {
        std::vector<Variation> groups;
        MoveList<P> replies;
        position.legal_moves(replies);
        std::sort(replies.begin(), replies.end());
        for (const Move& move : replies) {
            if (cut_) break;
            const std::vector<int> rolls = may_reply(position, move);
            if (rolls.empty()) continue;
            Variation variation = answered(position.play(move), moves, judged);
            const auto same = [&](Variation group) {
                group.replies.clear();
                return group == variation;
            };
            auto group = std::find_if(groups.begin(), groups.end(), same);
            if (group == groups.end()) group = groups.insert(group, std::move(variation));
            group->replies.push_back({notated(position, move), without_zero(rolls)});
        }
        return groups;
    }

    /// The rolls on which a move may be played; none where no die is used.
    static std::vector<int> rolls_of(const P& position, const Move& move) {
        return without_zero(faces_of(position, move));
    }

  private:
    /// The quickest ways to win by force on a roll.
    struct Win {
        typename P::Roll roll{};
        Freedom freedom = Freedom::Bound;
        int in = 1;
        std::vector<Move> moves;
    };

    /// By roll; those without one are left out.
    std::vector<Win> quickest(const P& position, int moves) {
        std::vector<Win> wins(position.rolls().size());
        solver::Faces<P> faces;
        const auto open = [](const Win& win) { return win.moves.empty(); };
        for (int in = 1; in <= moves && std::any_of(wins.begin(), wins.end(), open); ++in) {
            if (!forced(position, in, faces)) return {};
            for (std::size_t at = 0; at < faces.size(); ++at) {
                if (open(wins[at]))
                    wins[at] = {faces[at].roll, faces[at].freedom, in, std::move(faces[at].mates)};
            }
        }
        std::erase_if(wins, open);
        return wins;
    }

    static std::vector<int> without_zero(std::vector<int> rolls) {
        std::erase(rolls, 0);
        return rolls;
    }

    /// The rolls on which the opponent may reply with a move: those that allow it, but for those of a reflex
    /// on which another move would reach the goal.
    std::vector<int> may_reply(const P& position, const Move& move) const {
        std::vector<int> rolls = faces_of(position, move);
        if (!other_ || other_->kind != StipulationKind::Reflex) return rolls;
        MoveList<P> goals, allowed;
        solver::find_goals(position, other_->goal, goals);
        if (is_among(goals, move)) return rolls;
        for (const auto& chance : position.rolls()) {
            position.legal_moves(chance.roll, allowed);
            const bool must = std::any_of(allowed.begin(), allowed.end(),
                                          [&](const Move& other) { return is_among(goals, other); });
            if (must) std::erase(rolls, chance.roll.face);
        }
        return rolls;
    }

    /// Whether a reply that ends the game so fulfils what was forced.
    bool fulfilled_by_reply(Outcome outcome) const {
        if (!other_) return outcome == won_by(us_);
        if (ends_with_us()) return false;
        return outcome == (other_->goal == Goal::Mate ? won_by(!us_) : Outcome::Draw);
    }

    static std::size_t rolls_answered(const std::vector<Continuation>& answers) {
        std::size_t rolls = 0;
        for (const Continuation& answer : answers) rolls += std::max<std::size_t>(answer.rolls.size(), 1);
        return rolls;
    }

    /// What we have against a reply, after which the position stands, without the reply.
    Variation answered(const P& position, int moves, bool judged) {
        Variation variation;
        if (position.outcome() != Outcome::Ongoing) {
            variation.certain = fulfilled_by_reply(position.outcome());
            variation.loses = variation.certain && !other_;
        } else if (position.turn() == us_) {
            variation.answers = continuations(position, moves, judged);
            variation.certain = rolls_answered(variation.answers) == position.rolls().size();
        } else {
            variation.again = true;
            variation.play = play_after(position, moves, judged);
            variation.certain =
                std::all_of(variation.play.variations.begin(), variation.play.variations.end(),
                            [](const Variation& next) { return next.certain; });
        }
        return variation;
    }

    solver::MateResult<P> search(const P& position, int moves, solver::Dice dice) {
        auto result = other_ ? fulfil(position, moves, dice) : win(position, moves, dice);
        spend(result.nodes);
        cut_ = cut_ || !result.complete;
        return result;
    }

    solver::MateResult<P> fulfil(const P& position, int moves, solver::Dice dice) {
        auto found = others_.find(moves);
        if (found == others_.end()) {
            solver::StipulationOptions options{options_, *other_};
            options.dice = dice;
            options.stipulation.half_moves = 2 * moves;
            found = others_.try_emplace(moves, options).first;
        }
        return found->second.solve(position);
    }

    solver::MateResult<P> win(const P& position, int moves, solver::Dice dice) {
        auto found = searches_.find({dice, moves});
        if (found == searches_.end()) {
            solver::MateOptions options = options_;
            options.moves = moves;
            options.dice = dice;
            options.parallel = options.parallel && moves > 2;  // else it costs more than it gains
            found = searches_.try_emplace({dice, moves}, options).first;
        }
        return found->second.solve(position);
    }

    /// Counts nodes; false if it is time to give up.
    bool spend(std::uint64_t nodes) {
        nodes_ += nodes;
        const solver::Limits& limits = options_.limits;
        cut_ = cut_ || nodes_ > limits.nodes || std::chrono::steady_clock::now() >= limits.deadline ||
               (limits.interrupted && limits.interrupted->load(std::memory_order_relaxed));
        return !cut_;
    }

    Color us_;
    solver::MateOptions options_;
    const std::optional<Stipulation> other_;
    const bool promotions_as_one_;
    std::map<std::pair<solver::Dice, int>, solver::MateSearch<P>> searches_;
    std::map<int, solver::StipulationSearch<P>> others_;  // by the moves that are left
    std::uint64_t nodes_ = 0;
    bool cut_ = false;
    bool has_dual_ = false;
    bool has_short_ = false;
};

}  // namespace octomate::reports
