#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/described.hpp"
#include "core/written.hpp"
#include "reports/forced_play.hpp"
#include "reports/lines.hpp"
#include "reports/solution.hpp"
#include "reports/solution_report.hpp"
#include "reports/subject.hpp"
#include "solver/faces.hpp"
#include "text/words.hpp"

namespace octomate::reports {

/// First moves that nearly solve a puzzle:
///   * where we are to win at once, checks that leave one reply,
///   * in a game with a die, if a side never has two plies in a row, moves with the best chances of winning
///   in time, if that is a quarter or more,
///   * without one, moves that at most two replies refute, which have an answer to more than refute them.
template <Written P>
class TryFinder {
  public:
    TryFinder(const P& position, int moves, ForcedPlay<P>& play)
        : position_(position), moves_(moves), play_(play) {}

    /// At most so many on each of the rolls, the best first, without the moves that solve it; each move once.
    /// Not to be relied on once the play is cut.
    std::vector<FirstMove> find(const solver::Faces<P>& solved, std::size_t most) {
        if (!comparable) return {};
        std::vector<Try> tries = candidates(solved);
        std::stable_sort(tries.begin(), tries.end(), better);
        for (const auto& face : solved) {
            MoveList<P> allowed;
            position_.legal_moves(face.roll, allowed);
            std::size_t taken = 0;
            for (Try& one : tries) {
                if (taken == most) break;
                if (!is_among(allowed, one.move)) continue;
                one.rolls.push_back(face.roll.face);
                ++taken;
            }
        }
        std::vector<FirstMove> out;
        for (const Try& one : tries) {
            if (!one.rolls.empty() && !play_.cut()) out.push_back(written(one));
        }
        return out;
    }

  private:
    using Move = typename P::Move;

    static constexpr bool has_die = P::chance_unit > 1;
    /// Chances count in one unit, which more plies in a row would part.
    static constexpr bool comparable = !has_die || plies_in_a_row<P> == 1;
    static constexpr std::size_t most_refutations = 2;

    struct Try {
        Move move;
        solver::Fraction odds;
        std::size_t refutations = 0;
        std::vector<int> rolls{};
    };

    /// A reply, and our chance after it; the chances after all replies to a move count in the same unit.
    struct Left {
        Move reply;
        solver::Fraction chance;
    };

    static bool better(const Try& a, const Try& b) {
        const bool equal = a.odds == b.odds;  // those of one puzzle count in the same unit
        return equal ? a.refutations < b.refutations : a.odds.numerator > b.odds.numerator;
    }

    std::vector<Try> candidates(const solver::Faces<P>& solved) {
        const auto solves = [&](const Move& move) {
            return std::any_of(solved.begin(), solved.end(),
                               [&](const auto& face) { return is_among(face.mates, move); });
        };
        std::vector<Try> tries;
        MoveList<P> moves;
        if (moves_ == 1) {
            moves = near_misses(position_);
        } else {
            position_.legal_moves(moves);
            std::sort(moves.begin(), moves.end());
        }
        for (const Move& move : moves) {
            if (play_.cut()) break;
            if (solves(move)) continue;
            if (const auto found = judged(move)) tries.push_back(*found);
        }
        return tries;
    }

    /// The move as a try, if it is one.
    std::optional<Try> judged(const Move& move) {
        const P after = position_.play(move);
        if (after.outcome() != Outcome::Ongoing || after.turn() == play_.us()) return std::nullopt;
        if (moves_ == 1) return Try{move, {0, 1}, 1};
        if constexpr (has_die) {
            const std::vector<Left> left = chances_after(after);
            const solver::Fraction odds = odds_of(after, left);
            if (is_pointless(after, left, odds)) return std::nullopt;
            return Try{move, odds};
        } else {
            const auto refutations = count_refutations(after);
            if (!refutations) return std::nullopt;
            return Try{move, {0, 1}, *refutations};
        }
    }

    /// How many replies refute a try; none if it is no try. Replies that refuted others are asked first.
    std::optional<std::size_t> count_refutations(const P& after) {
        MoveList<P> replies;
        after.legal_moves(replies);
        std::sort(replies.begin(), replies.end());
        std::stable_partition(replies.begin(), replies.end(),
                              [&](const Move& reply) { return is_among(refuters_, reply); });
        std::size_t refutations = 0;
        for (const Move& reply : replies) {
            if (play_.certain_after(after.play(reply), moves_ - 1)) continue;
            if (!is_among(refuters_, reply)) refuters_.push_back(reply);
            if (++refutations > most_refutations || play_.cut()) return std::nullopt;
        }
        if (2 * refutations >= replies.size()) return std::nullopt;
        return refutations;
    }

    std::vector<Left> chances_after(const P& after) {
        std::vector<Left> left;
        MoveList<P> replies;
        after.legal_moves(replies);
        std::sort(replies.begin(), replies.end());
        for (const Move& reply : replies) {
            if (play_.cut()) break;
            left.push_back({reply, chance_at(after.play(reply))});
        }
        std::uint64_t unit = 1;
        for (const Left& one : left) unit = std::max(unit, one.chance.denominator);
        for (Left& one : left) one.chance = {one.chance.numerator * (unit / one.chance.denominator), unit};
        return left;
    }

    solver::Fraction chance_at(const P& position) {
        if (position.outcome() != Outcome::Ongoing)
            return {position.outcome() == won_by(play_.us()) ? 1U : 0U, 1};
        return play_.chance(position, moves_ - 1);
    }

    /// The replies that leave us least on a roll, and what they leave.
    static Refutation strongest(const P& after, const std::vector<Left>& all, typename P::Roll roll) {
        MoveList<P> allowed;
        after.legal_moves(roll, allowed);
        Refutation found;
        for (const Left& left : all) {
            if (!is_among(allowed, left.reply)) continue;
            const std::uint64_t least = found.leaves.numerator, chance = left.chance.numerator;
            if (!found.moves.empty() && chance > least) continue;
            if (chance < least) found.moves.clear();
            found.leaves = left.chance;
            found.moves.push_back(notated(after, left.reply));
        }
        return found;
    }

    /// Whether a move wins with a chance of less than a quarter; where the opponent does not roll, whether
    /// all replies refute it.
    static bool is_pointless(const P& after, const std::vector<Left>& all, const solver::Fraction& odds) {
        if (after.rolls().size() > 1) return 4 * odds.numerator < odds.denominator;
        return std::none_of(all.begin(), all.end(), [](const Left& left) {
            return left.chance.numerator == left.chance.denominator;
        });
    }

    /// The mean over the opponent's rolls, each with the strongest reply.
    static solver::Fraction odds_of(const P& after, const std::vector<Left>& all) {
        std::uint64_t sum = 0, weights = 0;
        for (const auto& chance : after.rolls()) {
            sum += chance.weight * strongest(after, all, chance.roll).leaves.numerator;
            weights += chance.weight;
        }
        const std::uint64_t scale = P::chance_unit / weights;
        return {sum * scale, all.front().chance.denominator * weights * scale};
    }

    FirstMove written(const Try& one) {
        const P after = position_.play(one.move);
        FirstMove move;
        move.move = notated(position_, one.move);
        move.rolls = one.rolls;
        std::erase(move.rolls, 0);
        move.odds = one.odds;
        if (moves_ == 1) {
            move.play.waiting = Waiting::Check;
            const Move reply = only_reply(after);
            move.refutations.push_back(
                {ForcedPlay<P>::rolls_of(after, reply), {notated(after, reply)}, {0, 1}});
        } else if constexpr (has_die) {
            refute_by_rolls(after, move);
        } else {
            refute(after, move);
        }
        return move;
    }

    /// Without a die: the whole play, less the replies that refute.
    void refute(const P& after, FirstMove& move) {
        move.play = play_.play_after(after, moves_ - 1, false);
        Refutation refutation{{}, {}, {0, 1}};
        std::erase_if(move.play.variations, [&](const Variation& variation) {
            if (variation.certain) return false;
            for (const Reply& reply : variation.replies) refutation.moves.push_back(reply.move);
            return true;
        });
        move.refutations.push_back(std::move(refutation));
    }

    /// With a die: the threat, and on each roll the strongest replies, unless all of them lose.
    void refute_by_rolls(const P& after, FirstMove& move) {
        move.play = play_.threat(after, moves_ - 1, false);
        const std::vector<Left> all = chances_after(after);
        for (const auto& chance : after.rolls()) {
            Refutation found = strongest(after, all, chance.roll);
            if (found.leaves.numerator == found.leaves.denominator) continue;
            auto same = std::find_if(move.refutations.begin(), move.refutations.end(), [&](const auto& one) {
                return one.moves == found.moves && one.leaves == found.leaves;
            });
            if (same == move.refutations.end()) same = move.refutations.insert(same, std::move(found));
            if (chance.roll.face != 0) same->rolls.push_back(chance.roll.face);
        }
    }

    const P& position_;
    const int moves_;
    ForcedPlay<P>& play_;
    std::vector<Move> refuters_;
};

/// Works a solution out: the keys, their play, the set play and the tries, in this order until a limit is
/// hit.
template <Written P>
class SolutionFinder {
  public:
    /// The report knows its moves and its roll, if one is asked about. All must outlive the finder.
    SolutionFinder(const P& position, const solver::MateOptions& options, bool promotions_as_one,
                   SolutionReport& report)
        : position_(position),
          options_(options),
          play_(position.turn(), options, report.stipulation, promotions_as_one),
          report_(report) {}

    /// At most so many tries on each roll.
    void find(std::size_t tries) {
        find_keys();
        if (in_time("the keys")) {
            write_keys();
            report_keys();
        }
        if (!play_.cut()) find_set_play();
        if (!in_time("the set play")) report_.set.reset();
        if (!play_.cut() && !report_.stipulation)
            report_.tries = TryFinder<P>(position_, report_.moves, play_).find(faces_, tries);
        if (!in_time("the tries")) report_.tries.clear();
        report_.has_dual = report_.has_dual || play_.has_dual();
        report_.has_short = report_.has_short || play_.has_short();
        report_.nodes = play_.nodes();
    }

  private:
    using Move = typename P::Move;

    /// A move that forces the win, and in how many moves.
    struct Key {
        Move move;
        int in;
    };

    /// Whether there was time for a part; else the report says that it is missing.
    bool in_time(std::string part) {
        if (play_.cut()) report_.limits.push_back(std::move(part));
        return !play_.cut();
    }

    void find_keys() {
        for (int in = 1; in <= report_.moves && !play_.cut(); ++in) {
            play_.forced(position_, in, faces_);
            if (report_.roll)
                std::erase_if(faces_, [&](const auto& face) { return face.roll.face != *report_.roll; });
            for (const auto& face : faces_) {
                for (const Move& move : face.mates) {
                    if (!known(move)) keys_.push_back({move, in});
                }
            }
        }
    }

    const Key* known(const Move& move) const {
        const auto key =
            std::find_if(keys_.begin(), keys_.end(), [&](const Key& one) { return one.move == move; });
        return key == keys_.end() ? nullptr : &*key;
    }

    void write_keys() {
        for (const Key& key : keys_) {
            FirstMove& move = report_.keys.emplace_back();
            move.move = notated(position_, key.move);
            move.key = true;
            move.in = key.in;
            report_.has_short = report_.has_short || key.in < report_.moves;
            move.odds = {1, 1};
        }
        for (const auto& face : faces_) {
            SolvedFace& row = report_.faces.emplace_back();
            row.face = face.roll.face;
            row.free = face.freedom == Freedom::Free;
            row.dual = play_.is_dual(position_, face.freedom, face.mates);
            report_.has_dual = report_.has_dual || row.dual;
            row.keys = notated(position_, face.mates);
            for (const Move& move : face.mates) {
                const Key* key = known(move);
                if (row.in == 0 || key->in < row.in) row.in = key->in;
                FirstMove& first_move = report_.keys[index(key)];
                if (row.face != 0) first_move.rolls.push_back(row.face);
                first_move.dual = first_move.dual || row.dual;
            }
        }
    }

    std::size_t index(const Key* key) const { return static_cast<std::size_t>(key - keys_.data()); }

    /// The play after each key that does not reach the goal at once.
    void report_keys() {
        std::vector<std::string> missing;
        for (const Key& key : keys_) {
            if (key.in == 1 && play_.ends_with_us()) continue;
            FirstMove& move = report_.keys[index(&key)];
            if (!play_.cut()) {
                const bool full_length = key.in == report_.moves;
                move.play = play_.play_after(position_.play(key.move), key.in - 1, full_length);
            }
            if (!play_.cut()) continue;
            move.play = {};
            missing.push_back(move.move);
        }
        if (!missing.empty()) in_time("the play after " + enumerate(missing));
    }

    void find_set_play() {
        if (position_.outcome() != Outcome::Ongoing) return;
        const auto passed = position_.passed();
        if (!passed) return;
        SetPlay& set = report_.set.emplace();
        if (report_.moves == 1 && !report_.stipulation) {
            set.mates = ForcedPlay<P>(passed->turn(), options_).continuations(*passed, 1, false);
            return;
        }
        set.variations = play_.variations(*passed, report_.moves - 1, false);
        std::erase_if(set.variations, [](const Variation& variation) {
            return variation.answers.empty() && !variation.certain;
        });
    }

    const P& position_;
    const solver::MateOptions& options_;
    ForcedPlay<P> play_;
    SolutionReport& report_;
    solver::Faces<P> faces_;
    std::vector<Key> keys_;  // the quickest first
};

/// The solution of a puzzle in the moves that the request or else the record says, or as its stipulation
/// asks; or why there is none.
template <Written P>
Status find_solution(const Puzzle& puzzle, const P& position, const SolutionRequest& request,
                     SolutionReport& report) {
    constexpr std::size_t most_lines = 100;
    const auto other = puzzle.other_stipulation();
    solver::MateOptions options = search_options(request.search, puzzle.moves);
    options.dice = solver::Dice::Mean;  // as the odds of tries count
    if (other) options.moves = other->moves();
    if (const int most = solver::MateSearch<P>::most_moves(options.dice); !other && options.moves > most)
        return Unexpected{Faults{too_many_moves(options, most)}};
    describe_subject(puzzle, position, Reader::Program, report);
    report.author = puzzle.author;
    report.source = puzzle.source;
    report.several_ways = WinsInWays<P>;
    report.moves = options.moves;
    report.stipulation = other;
    report.roll = asked_face(puzzle, position);
    if (other && other->has_lines()) {
        solver::StipulationOptions lines{options, *other};
        lines.dice = solver::Dice::Some;
        report.lines = report_lines(puzzle, position, lines, most_lines);
        if (!report.lines->complete) report.limits.emplace_back("lines");
        if (auto set = report_set_play(position, lines, most_lines)) {
            if (!set->complete) report.limits.emplace_back("the set play");
            report.set.emplace().lines = std::move(set);
        }
        return {};
    }
    const int tries = request.tries >= 0 ? request.tries : uses_die(position) ? 1 : 3;
    SolutionFinder<P>(position, options, puzzle.promotions_as_one == true, report)
        .find(static_cast<std::size_t>(tries));
    return {};
}

}  // namespace octomate::reports
