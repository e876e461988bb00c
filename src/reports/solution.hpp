#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"
#include "text/text.hpp"

namespace octomate::reports {

/// Returns the notation of a move. If it leads to another branch of the game, " [POINT]" follows.
template <Written P>
std::string notated(const P& position, const typename P::Move& move) {
    std::string text = position.notation(move);
    if constexpr (Lands<P>) {
        if (const std::string point = landing_of(position, move); !point.empty()) text += " [" + point + "]";
    }
    return text;
}

/// Counts moves by their notations; promotions of a pawn on one square count as one.
inline std::size_t count_promotions_as_one(const std::vector<std::string>& notations) {
    std::set<std::string> different;
    for (const std::string& text : notations) different.insert(text.substr(0, text.find('=')));
    return different.size();
}

/// Returns the notations of several moves.
template <Written P>
std::vector<std::string> notated(const P& position, const std::vector<typename P::Move>& moves) {
    std::vector<std::string> texts;
    for (const auto& move : moves) texts.push_back(notated(position, move));
    return texts;
}

/// Counts moves; with `promotions_as_one`, promotions of a pawn on one square count as one.
template <Written P>
std::size_t count_moves(const P& position, const std::vector<typename P::Move>& moves,
                        bool promotions_as_one) {
    return promotions_as_one && moves.size() > 1 ? count_promotions_as_one(notated(position, moves))
                                                 : moves.size();
}

/// Returns the faces on which a move may be played; face 0 if no die is used.
template <Written P>
std::vector<int> faces_of(const P& position, const typename P::Move& move) {
    std::vector<int> faces;
    MoveList<P> moves;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        if (is_among(moves, move)) faces.push_back(chance.roll.face);
    }
    return faces;
}

/// Formats rolls: "(1,5)", or "(-)" if no die is used.
inline std::string rolls_text(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return "(-)";
    std::string text;
    for (const int face : faces) text += (text.empty() ? "(" : ",") + std::to_string(face);
    return text + ")";
}

/// Checks whether a die is rolled in the position.
template <Written P>
bool uses_die(const P& position) {
    return position.rolls().size() > 1;
}

/// Checks whether a legal move obeys a roll, so that it may be played even if the move is not free.
template <Written P>
bool fits_roll(const P& position, const typename P::Move& move, typename P::Roll roll) {
    if constexpr (MovesByRoll<P>) {
        return position.roll_of(move) == roll;
    } else {
        MoveList<P> moves;
        return position.legal_moves(roll, moves) == Freedom::Bound && is_among(moves, move);
    }
}

/// Returns the roll that a legal move obeys; a roll with face 0 if no die is used.
template <Written P>
typename P::Roll own_roll(const P& position, const typename P::Move& move) {
    for (const auto& chance : position.rolls()) {
        if (fits_roll(position, move, chance.roll)) return chance.roll;
    }
    return {};
}

/// Returns the roll of the puzzle; nullopt if it covers all rolls, or if no die is used.
template <Written P>
std::optional<int> puzzle_roll(const records::Puzzle& puzzle, const P& position) {
    return uses_die(position) ? puzzle.roll : std::nullopt;
}

/// Finds the moves that solve a puzzle on each roll: moves that win at once or, in a longer puzzle, first
/// moves that force the win whatever is rolled later. For another stipulation they are the first moves that
/// force it, or the first moves of lines that fulfil it.
template <Written P>
class PuzzleSolver {
  public:
    /// `search`: options of longer searches; its moves, dice and defence are ignored. `other`: the
    /// stipulation, if it is not a win in `moves` moves.
    PuzzleSolver(int moves, solver::MateOptions search, const std::optional<Stipulation>& other = {}) {
        if (other) {
            search.dice = other->has_lines() ? solver::Dice::Some : solver::Dice::Every;
            stipulation_search_.emplace(solver::StipulationOptions{search, *other});
            return;
        }
        if (moves == 1) return;
        search.moves = moves;
        search.dice = solver::Dice::Every;
        search.defence = solver::Defence::Best;
        mate_search_.emplace(search);
    }

    /// Fills `out` with the solutions on each roll. Returns false at a limit; then `out` is unreliable.
    bool solve(const P& position, solver::Faces<P>& out) {
        if (mate_search_) return solver::solve_forced_faces(position, *mate_search_, out);
        solver::solve_faces(position, out);
        if (stipulation_search_) return find_first_moves(position, out);
        return true;
    }

    /// Fills `out` with the solutions on the rolls that the puzzle covers, without rolls that have none.
    /// Returns false at a limit; then `out` is unreliable.
    bool solve_covered_rolls(const records::Puzzle& puzzle, const P& position, solver::Faces<P>& out) {
        if (mate_search_ || stipulation_search_) {
            if (!solve(position, out)) return false;
            solver::drop_lost_faces<P>(out);
        } else {
            solver::winning_faces(position, out);
        }
        if (const auto roll = puzzle_roll(puzzle, position))
            std::erase_if(out, [&](const auto& face) { return face.roll.face != *roll; });
        return true;
    }

  private:
    /// Replaces the wins in `out` by the first moves that fulfil the stipulation; returns false at a limit.
    bool find_first_moves(const P& position, solver::Faces<P>& out) {
        auto result = stipulation_search_->solve(position);
        for (std::size_t i = 0; i < out.size(); ++i) out[i].mates = std::move(result.faces[i].best);
        return result.complete;
    }

    std::optional<solver::MateSearch<P>> mate_search_;
    std::optional<solver::StipulationSearch<P>> stipulation_search_;
};

/// Counts the replies to a legal move that checks; 0 if it mates or does not check.
template <Written P>
std::size_t answers_to_check(const P& position, const typename P::Move& move) {
    const P after = position.play(move);
    return after.in_check() ? solver::count_moves(after) : 0;
}

/// Returns all moves that check and leave exactly one reply, in ascending order.
template <Written P>
MoveList<P> near_misses(const P& position) {
    MoveList<P> tries;
    for (const auto& move : sorted_moves(position)) {
        if (answers_to_check(position, move) == 1) tries.push_back(move);
    }
    return tries;
}

/// Returns the legal move of a position that has exactly one.
template <Written P>
typename P::Move only_reply(const P& position) {
    MoveList<P> replies;
    position.legal_moves(replies);
    return replies[0];
}

/// Checks whether a key's text with this fault cannot be judged: it is no move, or fits several moves.
constexpr bool is_unclear(FaultCode code) {
    return code == FaultCode::NotAMove || code == FaultCode::AmbiguousMove;
}

/// Returns `fault` as a fault of the record's field "key", with the face in its message.
inline Fault key_fault(int face, const Fault& fault) {
    return {fault.code, "key", 0, fmt::format("the key{}: {}", on_faces({face}), fault.message)};
}

/// Fails with a fault for each text of the key that is not a move or is ambiguous. Accepts illegal moves.
template <Written P>
Status check_key(const Puzzle& puzzle, const P& position) {
    if (!puzzle.key) return {};
    Faults faults;
    for (const auto& [face, texts] : *puzzle.key) {
        for (const std::string& text : texts) {
            const auto read = position.read_move(text);
            if (!read && is_unclear(read.error().code)) add_fault(faults, key_fault(face, read.error()));
        }
    }
    return status_of(std::move(faults));
}

/// Checks whether the roll of the puzzle allows the legal move `move`; true if the puzzle has no roll.
template <Written P>
bool may_begin(const Puzzle& puzzle, const P& position, const typename P::Move& move) {
    const std::optional<int> roll = puzzle_roll(puzzle, position);
    return !roll || is_among(faces_of(position, move), *roll);
}

/// Returns a line as text, as ReportedLines describes.
template <Written P>
std::string line_text(const P& start, const Stipulation& stipulation, const solver::Line<P>& line) {
    const solver::TurnSequence turn_sequence(stipulation, start.turn());
    std::string text;
    P position = start;
    int plies_left = turn_sequence.plies();
    for (const auto& move : line) {
        if (!text.empty()) text += ' ';
        if (P::chance_unit > 1) text += rolls_text(faces_of(position, move)) + ' ';
        text += position.notation(move);
        if (--plies_left > 0) position = *turn_sequence.next_position(position.play(move), plies_left);
    }
    return text;
}

/// Finds the lines that begin on the roll of the puzzle, if it has one; keeps the first `most` lines and
/// counts the others. The search ends once it has counted more than `enough` lines.
template <Written P>
solver::Lines<P> find_lines(const Puzzle& puzzle, const P& position,
                            const solver::StipulationOptions& options, std::size_t most,
                            std::uint64_t enough = std::numeric_limits<std::uint64_t>::max()) {
    return solver::LineSearch<P>(options, most, enough).solve(position, [&](const typename P::Move& move) {
        return may_begin(puzzle, position, move);
    });
}

/// Finds lines as `find_lines` does, and returns them as text.
template <Written P>
ReportedLines report_lines(const Puzzle& puzzle, const P& position, const solver::StipulationOptions& options,
                           std::size_t most) {
    const solver::Lines<P> lines = find_lines(puzzle, position, options, most);
    ReportedLines report;
    report.count = lines.count;
    report.complete = lines.complete;
    for (const auto& line : lines.first)
        report.first.push_back(line_text(position, options.stipulation, line));
    return report;
}

/// Returns the set play of a help stipulation: the lines in which the other side begins, with half a move
/// less. Returns nullopt if there is none, such as in check, because a side in check cannot pass.
template <Written P>
std::optional<ReportedLines> report_set_play(const P& position, solver::StipulationOptions options,
                                             std::size_t most) {
    Stipulation& stipulation = options.stipulation;
    if (stipulation.kind != StipulationKind::Help || stipulation.half_moves % 2 != 0) return std::nullopt;
    const auto passed = position.passed();
    if (!passed) return std::nullopt;
    --stipulation.half_moves;
    return report_lines({}, *passed, options, most);
}

/// Returns lines as a key, under the roll of the puzzle or else the roll that the first move obeys.
template <Written P>
Key key_of_lines(const Puzzle& puzzle, const P& position, const Stipulation& stipulation,
                 const std::vector<solver::Line<P>>& lines) {
    Key key;
    for (const auto& line : lines) {
        const int face = puzzle_roll(puzzle, position).value_or(own_roll(position, line.front()).face);
        key[face].push_back(line_text(position, stipulation, line));
    }
    return key;
}

/// Computes the parts of a solution: the moves that force the win, the opponent's replies, and our answers to
/// them. The limits hold for each search and for all searches together; after a limit was hit, `hit_limit()`
/// is true and results are unreliable. Functions with a parameter `mark_flaws` mark duals and shorter wins in
/// variations of full length if it is true; docs/themes.md defines these.
template <Written P>
class ForcedPlay {
  public:
    using Move = typename P::Move;

    /// `us` is the side that wins. `search`: options of the searches; moves, dice and defence are ignored.
    /// `other`: the stipulation to force instead of a win; its length is ignored.
    ForcedPlay(Color us, const solver::MateOptions& search, const std::optional<Stipulation>& other = {},
               bool promotions_as_one = false)
        : us_(us), options_(search), stipulation_(other), promotions_as_one_(promotions_as_one) {
        options_.defence = solver::Defence::Best;
    }

    Color us() const { return us_; }
    /// Checks whether the goal is reached by a move of ours, not by a reply of the opponent.
    bool ends_with_us() const { return !stipulation_ || stipulation_->kind == StipulationKind::Direct; }
    bool hit_limit() const { return hit_limit_; }
    std::uint64_t nodes() const { return nodes_; }
    /// Checks whether any result so far has a marked dual.
    bool has_dual() const { return has_dual_; }
    /// Checks whether any result so far has a marked shorter win.
    bool has_short() const { return has_short_; }

    /// Finds, for each roll, the moves that force the win within `moves` moves whatever is rolled later.
    /// Returns false at a limit.
    bool find_forced_wins(const P& position, int moves, solver::Faces<P>& out) {
        solver::solve_faces(position, out);
        if (moves == 1 && !stipulation_) return count_nodes(1);
        auto result = search(position, moves, solver::Dice::Every);
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i].mates.clear();
            if (result.faces[i].forced) out[i].mates = std::move(result.faces[i].best);
        }
        return !hit_limit_;
    }

    /// Checks whether we, to move, win within `moves` moves whatever is rolled.
    bool wins_for_sure(const P& position, int moves) {
        solver::Faces<P> faces;
        if (moves > 1) return search(position, moves, solver::Dice::Every).total.lower > 0;
        solver::winning_faces(position, faces);
        return count_nodes(1) && faces.size() == position.rolls().size();
    }

    /// Checks whether we win within `moves` moves of ours, whichever side is to move.
    bool wins_for_sure_after(const P& position, int moves) {
        if (position.outcome() != Outcome::Ongoing) return position.outcome() == won_by(us_);
        if (position.turn() == us_) return wins_for_sure(position, moves);
        MoveList<P> replies;
        position.legal_moves(replies);
        return std::all_of(replies.begin(), replies.end(), [&](const Move& reply) {
            return !hit_limit_ && wins_for_sure_after(position.play(reply), moves);
        });
    }

    /// Returns the chance that we, to move, win within `moves` moves with a fair die.
    solver::Fraction chance(const P& position, int moves) {
        const auto result = search(position, moves, solver::Dice::Mean);
        return result.total_fraction(result.total.lower);
    }

    /// Returns our quickest moves on the rolls on which we win by force within `moves` moves; rolls with the
    /// same moves share a continuation.
    std::vector<Continuation> continuations(const P& position, int moves, bool mark_flaws) {
        std::vector<std::pair<Continuation, std::vector<Move>>> groups;
        const std::vector<Win> wins = quickest_wins(position, moves);
        mark_flaws = mark_flaws && std::any_of(wins.begin(), wins.end(),
                                               [&](const Win& win) { return win.win_in == moves; });
        for (const Win& win : wins) {
            const auto same = [&](const auto& group) { return group.second == win.moves; };
            auto group = std::find_if(groups.begin(), groups.end(), same);
            if (group == groups.end()) {
                Continuation continuation;
                continuation.moves = notated(position, win.moves);
                continuation.win_in = win.win_in;
                continuation.is_short = mark_flaws && win.win_in < moves;
                has_short_ = has_short_ || continuation.is_short;
                if (win.win_in > 1 || !ends_with_us())
                    continuation.play = play_after(position.play(win.moves.front()), win.win_in - 1,
                                                   mark_flaws && win.win_in == moves);
                group = groups.insert(group, {std::move(continuation), win.moves});
            }
            if (win.roll.face != 0) group->first.rolls.push_back(win.roll.face);
            if (mark_flaws && is_dual(position, win.freedom, win.moves)) group->first.dual = has_dual_ = true;
        }
        std::vector<Continuation> out;
        for (auto& group : groups) out.push_back(std::move(group.first));
        return out;
    }

    /// Checks whether `moves` are a dual: several moves, as the puzzle counts promotions, on a roll that is
    /// not free.
    bool is_dual(const P& position, Freedom freedom, const std::vector<Move>& moves) const {
        return freedom == Freedom::Bound && count_moves(position, moves, promotions_as_one_) > 1;
    }

    /// Returns the play after a move of ours: the threat and the variations, those that carry out the threat
    /// last. `moves` moves of ours are left.
    Play play_after(const P& position, int moves, bool mark_flaws) {
        Play play = play_without_variations(position, moves, mark_flaws);
        if (play.situation == Situation::Over || play.situation == Situation::OurTurn) return play;
        play.variations = variations(position, moves, mark_flaws);
        for (Variation& variation : play.variations) {
            variation.threatened =
                play.situation == Situation::Threat && variation.answers == play.continuations;
        }
        std::stable_partition(play.variations.begin(), play.variations.end(),
                              [](const Variation& variation) { return !variation.threatened; });
        return play;
    }

    /// Returns the play after a move of ours without variations; `moves` moves of ours are left.
    Play play_without_variations(const P& position, int moves, bool mark_flaws) {
        Play play;
        if (hit_limit_ || position.outcome() != Outcome::Ongoing) return play;
        if (position.turn() == us_) {
            play.situation = Situation::OurTurn;
            play.continuations = continuations(position, moves, mark_flaws);
        } else if (const auto passed = position.passed()) {
            play.continuations = continuations(*passed, moves, mark_flaws);
            play.situation = play.continuations.empty() ? Situation::Zugzwang : Situation::Threat;
        } else {
            play.situation = Situation::Check;
        }
        return play;
    }

    /// Returns the opponent's replies, grouped by our answers; `moves` moves of ours are left.
    std::vector<Variation> variations(const P& position, int moves, bool mark_flaws) {
        std::vector<Variation> groups;
        for (const Move& move : sorted_moves(position)) {
            if (hit_limit_) break;
            const std::vector<int> rolls = rolls_for_reply(position, move);
            if (rolls.empty()) continue;
            Variation variation = variation_after(position.play(move), moves, mark_flaws);
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

    /// Returns the rolls on which a move may be played; empty if no die is used.
    static std::vector<int> rolls_of(const P& position, const Move& move) {
        return without_zero(faces_of(position, move));
    }

  private:
    /// The quickest moves that win by force on a roll.
    struct Win {
        typename P::Roll roll{};
        Freedom freedom = Freedom::Bound;
        int win_in = 1;
        std::vector<Move> moves;
    };

    /// Returns the quickest wins by roll, without the rolls that do not win.
    std::vector<Win> quickest_wins(const P& position, int moves) {
        std::vector<Win> wins(position.rolls().size());
        solver::Faces<P> faces;
        const auto is_empty = [](const Win& win) { return win.moves.empty(); };
        for (int win_in = 1; win_in <= moves && std::any_of(wins.begin(), wins.end(), is_empty); ++win_in) {
            if (!find_forced_wins(position, win_in, faces)) return {};
            for (std::size_t i = 0; i < faces.size(); ++i) {
                if (is_empty(wins[i]))
                    wins[i] = {faces[i].roll, faces[i].freedom, win_in, std::move(faces[i].mates)};
            }
        }
        std::erase_if(wins, is_empty);
        return wins;
    }

    static std::vector<int> without_zero(std::vector<int> rolls) {
        std::erase(rolls, 0);
        return rolls;
    }

    /// Returns the rolls on which the opponent may reply with `move`. In a reflex stipulation a side must
    /// reach the goal if it can, so rolls that allow another move to the goal do not count.
    std::vector<int> rolls_for_reply(const P& position, const Move& move) const {
        std::vector<int> rolls = faces_of(position, move);
        if (!stipulation_ || stipulation_->kind != StipulationKind::Reflex) return rolls;
        MoveList<P> goals, allowed;
        solver::find_goals(position, stipulation_->goal, goals);
        if (is_among(goals, move)) return rolls;
        for (const auto& chance : position.rolls()) {
            position.legal_moves(chance.roll, allowed);
            const bool allows_goal = std::any_of(allowed.begin(), allowed.end(),
                                                 [&](const Move& other) { return is_among(goals, other); });
            if (allows_goal) std::erase(rolls, chance.roll.face);
        }
        return rolls;
    }

    /// Checks whether a reply that ends the game with `outcome` reaches the goal.
    bool reply_reaches_goal(Outcome outcome) const {
        if (!stipulation_) return outcome == won_by(us_);
        if (ends_with_us()) return false;
        return outcome == (stipulation_->goal == Goal::Mate ? won_by(!us_) : Outcome::Draw);
    }

    /// Counts the rolls on which we have an answer; 1 if no die is used.
    static std::size_t rolls_answered(const std::vector<Continuation>& answers) {
        std::size_t rolls = 0;
        for (const Continuation& answer : answers) rolls += std::max<std::size_t>(answer.rolls.size(), 1);
        return rolls;
    }

    /// Returns our answers in the position after a reply, as a variation without replies.
    Variation variation_after(const P& position, int moves, bool mark_flaws) {
        Variation variation;
        if (position.outcome() != Outcome::Ongoing) {
            variation.certain = reply_reaches_goal(position.outcome());
            variation.loses = variation.certain && !stipulation_;
        } else if (position.turn() == us_) {
            variation.answers = continuations(position, moves, mark_flaws);
            variation.certain = rolls_answered(variation.answers) == position.rolls().size();
        } else {
            variation.opponent_moves_again = true;
            variation.play = play_after(position, moves, mark_flaws);
            variation.certain =
                std::all_of(variation.play.variations.begin(), variation.play.variations.end(),
                            [](const Variation& next) { return next.certain; });
        }
        return variation;
    }

    /// Searches for the win or the stipulation within `moves` moves; counts its nodes.
    solver::MateResult<P> search(const P& position, int moves, solver::Dice dice) {
        auto result =
            stipulation_ ? search_stipulation(position, moves, dice) : search_win(position, moves, dice);
        count_nodes(result.nodes);
        hit_limit_ = hit_limit_ || !result.complete;
        return result;
    }

    solver::MateResult<P> search_stipulation(const P& position, int moves, solver::Dice dice) {
        solver::StipulationOptions options{options_, *stipulation_};
        options.dice = dice;
        options.stipulation.half_moves = 2 * moves;
        return stipulation_searches_.try_emplace(moves, options).first->second.solve(position);
    }

    solver::MateResult<P> search_win(const P& position, int moves, solver::Dice dice) {
        solver::MateOptions options = options_;
        options.moves = moves;
        options.dice = dice;
        options.parallel =
            options.parallel && moves > 2;  // in short searches threads cost more than they gain
        return mate_searches_.try_emplace({dice, moves}, options).first->second.solve(position);
    }

    /// Counts nodes; returns false, and sets `hit_limit_`, once a limit was hit.
    bool count_nodes(std::uint64_t nodes) {
        nodes_ += nodes;
        const solver::Limits& limits = options_.limits;
        hit_limit_ = hit_limit_ || nodes_ > limits.nodes ||
                     std::chrono::steady_clock::now() >= limits.deadline ||
                     (limits.interrupted && limits.interrupted->load(std::memory_order_relaxed));
        return !hit_limit_;
    }

    Color us_;
    solver::MateOptions options_;
    const std::optional<Stipulation> stipulation_;
    const bool promotions_as_one_;
    std::map<std::pair<solver::Dice, int>, solver::MateSearch<P>> mate_searches_;
    std::map<int, solver::StipulationSearch<P>> stipulation_searches_;  // by number of moves
    std::uint64_t nodes_ = 0;
    bool hit_limit_ = false;
    bool has_dual_ = false;
    bool has_short_ = false;
};

/// Finds tries, first moves that nearly solve a puzzle:
///   * in a mate in one, checks that leave one reply,
///   * in a game with a die in which no side has two plies in a row, the moves with the best chance to win in
///     time, if it is at least a quarter,
///   * in a game without a die, moves that at most two replies, and fewer than half of all replies, refute.
template <Written P>
class TryFinder {
  public:
    TryFinder(const P& position, int moves, ForcedPlay<P>& play)
        : position_(position), moves_(moves), play_(play) {}

    /// Returns the best tries, at most `most` for each roll, each move once. `solved` has the rolls of the
    /// puzzle and the moves that solve it, which are no tries. The result is unreliable if
    /// `play.hit_limit()`.
    std::vector<FirstMove> find(const solver::Faces<P>& solved, std::size_t most) {
        if (!chances_are_comparable) return {};
        std::vector<Try> tries = candidates(solved);
        std::stable_sort(tries.begin(), tries.end(), better);
        for (const auto& face : solved) {
            MoveList<P> allowed;
            position_.legal_moves(face.roll, allowed);
            std::size_t count = 0;
            for (Try& attempt : tries) {
                if (count == most) break;
                if (!is_among(allowed, attempt.move)) continue;
                attempt.rolls.push_back(face.roll.face);
                ++count;
            }
        }
        std::vector<FirstMove> out;
        for (const Try& attempt : tries) {
            if (!attempt.rolls.empty() && !play_.hit_limit()) out.push_back(to_first_move(attempt));
        }
        return out;
    }

  private:
    using Move = typename P::Move;

    static constexpr bool has_die = P::chance_unit > 1;
    /// Chances have a common denominator only if no side has several plies in a row.
    static constexpr bool chances_are_comparable = !has_die || plies_in_a_row<P> == 1;
    static constexpr std::size_t most_refutations = 2;

    /// A candidate for a try, and the rolls for which it is chosen.
    struct Try {
        Move move;
        solver::Fraction odds;
        std::size_t refutations = 0;
        std::vector<int> rolls{};
    };

    /// A reply, and our chance to win after it. The chances after all replies have the same denominator.
    struct RatedReply {
        Move reply;
        solver::Fraction chance;
    };

    static bool better(const Try& a, const Try& b) {
        const bool equal = a.odds == b.odds;  // odds of one puzzle have the same denominator
        return equal ? a.refutations < b.refutations : a.odds.numerator > b.odds.numerator;
    }

    std::vector<Try> candidates(const solver::Faces<P>& solved) {
        const auto solves = [&](const Move& move) {
            return std::any_of(solved.begin(), solved.end(),
                               [&](const auto& face) { return is_among(face.mates, move); });
        };
        std::vector<Try> tries;
        for (const Move& move : moves_ == 1 ? near_misses(position_) : sorted_moves(position_)) {
            if (play_.hit_limit()) break;
            if (solves(move)) continue;
            if (const auto found = as_try(move)) tries.push_back(*found);
        }
        return tries;
    }

    /// Returns a first move as a candidate for a try; nullopt if it is too weak for one.
    std::optional<Try> as_try(const Move& move) {
        const P after = position_.play(move);
        if (after.outcome() != Outcome::Ongoing || after.turn() == play_.us()) return std::nullopt;
        if (moves_ == 1) return Try{move, {0, 1}, 1};
        if constexpr (has_die) {
            const std::vector<RatedReply> replies = chances_after(after);
            const solver::Fraction odds = chance_of(after, replies);
            if (is_pointless(after, replies, odds)) return std::nullopt;
            return Try{move, odds};
        } else {
            const auto refutations = count_refutations(after);
            if (!refutations) return std::nullopt;
            return Try{move, {0, 1}, *refutations};
        }
    }

    /// Counts the replies that refute a move; nullopt if there are too many for a try. Tests replies first
    /// that refuted other moves.
    std::optional<std::size_t> count_refutations(const P& after) {
        MoveList<P> replies = sorted_moves(after);
        std::stable_partition(replies.begin(), replies.end(),
                              [&](const Move& reply) { return is_among(refuters_, reply); });
        std::size_t refutations = 0;
        for (const Move& reply : replies) {
            if (play_.wins_for_sure_after(after.play(reply), moves_ - 1)) continue;
            if (!is_among(refuters_, reply)) refuters_.push_back(reply);
            if (++refutations > most_refutations || play_.hit_limit()) return std::nullopt;
        }
        if (2 * refutations >= replies.size()) return std::nullopt;
        return refutations;
    }

    /// Returns our chance to win after each reply, with a common denominator.
    std::vector<RatedReply> chances_after(const P& after) {
        std::vector<RatedReply> replies;
        for (const Move& reply : sorted_moves(after)) {
            if (play_.hit_limit()) break;
            replies.push_back({reply, chance_in(after.play(reply))});
        }
        std::uint64_t unit = 1;
        for (const RatedReply& reply : replies) unit = std::max(unit, reply.chance.denominator);
        for (RatedReply& reply : replies)
            reply.chance = {reply.chance.numerator * (unit / reply.chance.denominator), unit};
        return replies;
    }

    /// Returns our chance to win in a position after a try and a reply.
    solver::Fraction chance_in(const P& position) {
        if (position.outcome() != Outcome::Ongoing)
            return {position.outcome() == won_by(play_.us()) ? 1U : 0U, 1};
        return play_.chance(position, moves_ - 1);
    }

    /// Returns the replies on a roll that leave us the smallest chance, and that chance.
    static Refutation strongest_replies(const P& after, const std::vector<RatedReply>& replies,
                                        typename P::Roll roll) {
        MoveList<P> allowed;
        after.legal_moves(roll, allowed);
        Refutation found;
        for (const RatedReply& rated : replies) {
            if (!is_among(allowed, rated.reply)) continue;
            const std::uint64_t least_chance = found.chance.numerator, chance = rated.chance.numerator;
            if (!found.moves.empty() && chance > least_chance) continue;
            if (chance < least_chance) found.moves.clear();
            found.chance = rated.chance;
            found.moves.push_back(notated(after, rated.reply));
        }
        return found;
    }

    /// Checks whether a move is not worth a try: it wins with a chance of less than a quarter or, if the
    /// opponent does not roll, all replies refute it.
    static bool is_pointless(const P& after, const std::vector<RatedReply>& replies,
                             const solver::Fraction& odds) {
        if (after.rolls().size() > 1) return 4 * odds.numerator < odds.denominator;
        return std::none_of(replies.begin(), replies.end(), [](const RatedReply& rated) {
            return rated.chance.numerator == rated.chance.denominator;
        });
    }

    /// Returns the mean chance over the opponent's rolls, each with the strongest reply.
    static solver::Fraction chance_of(const P& after, const std::vector<RatedReply>& replies) {
        std::uint64_t sum = 0, weights = 0;
        for (const auto& chance : after.rolls()) {
            sum += chance.weight * strongest_replies(after, replies, chance.roll).chance.numerator;
            weights += chance.weight;
        }
        const std::uint64_t scale = P::chance_unit / weights;
        return {sum * scale, replies.front().chance.denominator * weights * scale};
    }

    /// Returns a try with its play and refutations.
    FirstMove to_first_move(const Try& attempt) {
        const P after = position_.play(attempt.move);
        FirstMove move;
        move.move = notated(position_, attempt.move);
        move.rolls = attempt.rolls;
        std::erase(move.rolls, 0);
        move.odds = attempt.odds;
        if (moves_ == 1) {
            move.play.situation = Situation::Check;
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

    /// Writes the play after a try in a game without a die. The replies that refute the try become its
    /// refutations and are no variations.
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

    /// Writes the threat of a try in a game with a die, and its refutations: on each roll the strongest
    /// replies, unless we surely win after them.
    void refute_by_rolls(const P& after, FirstMove& move) {
        move.play = play_.play_without_variations(after, moves_ - 1, false);
        const std::vector<RatedReply> replies = chances_after(after);
        for (const auto& chance : after.rolls()) {
            Refutation found = strongest_replies(after, replies, chance.roll);
            if (found.chance.numerator == found.chance.denominator) continue;
            auto same =
                std::find_if(move.refutations.begin(), move.refutations.end(), [&](const auto& refutation) {
                    return refutation.moves == found.moves && refutation.chance == found.chance;
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

/// Computes a solution: the keys, their play, the set play and the tries, in this order until a limit is
/// hit.
template <Written P>
class SolutionFinder {
  public:
    /// `report` must have the puzzle's moves, stipulation and roll. All arguments must outlive the finder.
    SolutionFinder(const P& position, const solver::MateOptions& options, bool promotions_as_one,
                   SolutionReport& report)
        : position_(position),
          options_(options),
          play_(position.turn(), options, report.stipulation, promotions_as_one),
          report_(report) {}

    /// Fills in the report, with at most `tries` tries on each roll.
    void find(std::size_t tries) {
        find_keys();
        if (finished("the keys")) {
            write_keys();
            write_play();
        }
        if (!play_.hit_limit()) write_set_play();
        if (!finished("the set play")) report_.set_play.reset();
        if (!play_.hit_limit() && !report_.stipulation)
            report_.tries = TryFinder<P>(position_, report_.moves, play_).find(faces_, tries);
        if (!finished("the tries")) report_.tries.clear();
        report_.has_dual = report_.has_dual || play_.has_dual();
        report_.has_short = report_.has_short || play_.has_short();
        report_.nodes = play_.nodes();
    }

  private:
    using Move = typename P::Move;

    /// A move that forces the win, and the number of moves it takes.
    struct Key {
        Move move;
        int win_in;
    };

    /// Returns true if no limit was hit; otherwise adds `part` to the missing parts of the report.
    bool finished(std::string part) {
        if (play_.hit_limit()) report_.missing_parts.push_back(std::move(part));
        return !play_.hit_limit();
    }

    /// Finds all keys, the quickest first, and the keys of each face.
    void find_keys() {
        for (int win_in = 1; win_in <= report_.moves && !play_.hit_limit(); ++win_in) {
            play_.find_forced_wins(position_, win_in, faces_);
            if (report_.roll)
                std::erase_if(faces_, [&](const auto& face) { return face.roll.face != *report_.roll; });
            for (const auto& face : faces_) {
                for (const Move& move : face.mates) {
                    if (!find_key(move)) keys_.push_back({move, win_in});
                }
            }
        }
    }

    /// Returns the key with this move; null if there is none.
    const Key* find_key(const Move& move) const {
        const auto key =
            std::find_if(keys_.begin(), keys_.end(), [&](const Key& known) { return known.move == move; });
        return key == keys_.end() ? nullptr : &*key;
    }

    /// Reports the keys without their play, and the faces.
    void write_keys() {
        for (const Key& key : keys_) {
            FirstMove& move = report_.keys.emplace_back();
            move.move = notated(position_, key.move);
            move.is_key = true;
            move.win_in = key.win_in;
            report_.has_short = report_.has_short || key.win_in < report_.moves;
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
                const Key* key = find_key(move);
                if (row.win_in == 0 || key->win_in < row.win_in) row.win_in = key->win_in;
                FirstMove& first_move = report_.keys[index_of(key)];
                if (row.face != 0) first_move.rolls.push_back(row.face);
                first_move.dual = first_move.dual || row.dual;
            }
        }
    }

    std::size_t index_of(const Key* key) const { return static_cast<std::size_t>(key - keys_.data()); }

    /// Adds the play after each key that does not reach the goal at once, until a limit is hit.
    void write_play() {
        std::vector<std::string> missing;
        for (const Key& key : keys_) {
            if (key.win_in == 1 && play_.ends_with_us()) continue;
            FirstMove& move = report_.keys[index_of(&key)];
            if (!play_.hit_limit()) {
                const bool full_length = key.win_in == report_.moves;
                move.play = play_.play_after(position_.play(key.move), key.win_in - 1, full_length);
            }
            if (!play_.hit_limit()) continue;
            move.play = {};
            missing.push_back(move.move);
        }
        if (!missing.empty()) finished("the play after " + enumerate(missing));
    }

    /// Reports the set play, unless the side to move is in check.
    void write_set_play() {
        if (position_.outcome() != Outcome::Ongoing) return;
        const auto passed = position_.passed();
        if (!passed) return;
        SetPlay& set = report_.set_play.emplace();
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

/// Solves a puzzle: its stipulation or, without one, a win within the moves of the request (if 0, of the
/// record). Fails if these are more moves than can be counted exactly.
template <Written P>
Status find_solution(const Puzzle& puzzle, const P& position, const SolutionRequest& request,
                     SolutionReport& report) {
    constexpr std::size_t most_lines = 100;
    const auto other = puzzle.other_stipulation();
    solver::MateOptions options = search_options(request.search, puzzle.moves);
    options.dice = solver::Dice::Mean;  // for the odds of tries
    if (other) options.moves = other->moves();
    if (const int most = solver::MateSearch<P>::most_moves(options.dice); !other && options.moves > most)
        return Unexpected{Faults{too_many_moves(options, most)}};
    describe_subject(puzzle, position, Reader::Program, report);
    report.author = puzzle.author;
    report.source = puzzle.source;
    report.several_ways = WinsInWays<P>;
    report.moves = options.moves;
    report.stipulation = other;
    report.roll = puzzle_roll(puzzle, position);
    if (other && other->has_lines()) {
        solver::StipulationOptions lines{options, *other};
        lines.dice = solver::Dice::Some;
        report.lines = report_lines(puzzle, position, lines, most_lines);
        if (!report.lines->complete) report.missing_parts.emplace_back("lines");
        if (auto set = report_set_play(position, lines, most_lines)) {
            if (!set->complete) report.missing_parts.emplace_back("the set play");
            report.set_play.emplace().lines = std::move(set);
        }
        return {};
    }
    const int tries = request.tries >= 0 ? request.tries : uses_die(position) ? 1 : 3;
    SolutionFinder<P>(position, options, puzzle.promotions_as_one == true, report)
        .find(static_cast<std::size_t>(tries));
    return {};
}

}  // namespace octomate::reports
