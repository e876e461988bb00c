#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "make/maker.hpp"
#include "make/solutions.hpp"
#include "make/spec.hpp"
#include "reports/checker.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"

// How composing measures how far a position is from a spec.
//
// Simulated annealing (compose.hpp) needs a cost that falls as a position comes closer to what the spec
// requires: "this move mates: yes or no" would give it no direction. KeyJudge sums such costs over all
// requirements of the spec. Their basis is the distance of each legal move from winning, which `Prospects`
// computes. For a mate in one it is 0 for a mate, 1.2 to 3.2 for a check (more with more defences), and 3.5
// for a quiet move. From it follow:
// - The cost of a wanted win that is missing is the distance of that move.
// - The cost of a win that is not wanted is a constant.
// - The cost of a theme that is not shown (`ThemeCosts`) is the least distance of a move that would show it
//   if it won. So every theme of a game guides the search, without code of its own.
// Other requirements, such as twins, tries, symmetry and the mates at the ends of lines, add costs of the
// same order. Only a sum of 0 has a meaning: the position meets the spec. A mate in two is then confirmed by
// the solver, which works in another way.

namespace octomate::make {

/// Finds the first moves that force the goal of a stipulation on every roll, and estimates how close every
/// other move comes to forcing it.
template <Makeable P>
class ForcedWins {
  public:
    using Move = typename P::Move;

    explicit ForcedWins(const Stipulation& stipulation)
        : stipulation_(stipulation),
          win_solver_(stipulation.moves(), options_for(stipulation), stipulation),
          probability_search_(probability_options(stipulation)) {}

    /// Solves a position, to which it keeps a reference, and appends the moves that fulfil the stipulation on
    /// some face to `wins`.
    void set_position(const P& position, MoveList<P>& wins) {
        position_ = &position;
        win_solver_.solve(position, faces_);
        for (const auto& face : faces_) {
            for (const Move& move : face.mates) {
                if (!is_among(wins, move)) wins.push_back(move);
            }
        }
        chances_.clear();
        if (stipulation_.kind == StipulationKind::Direct && wins.empty()) find_chances(position);
    }

    const solver::Faces<P>& faces() const { return faces_; }

    /// Calls `f(move)` for each move that fulfils the stipulation on `roll`.
    template <class F>
    void for_each_win(typename P::Roll roll, F f) const {
        for (const auto& face : faces_) {
            if (face.roll == roll) std::for_each(face.mates.begin(), face.mates.end(), f);
        }
    }

    /// Returns the cost of a move that does not fulfil the stipulation: 0.8 (near) to 4.
    double cost(const Move& move) const {
        constexpr double min_cost = 0.8, max_cost = 4;
        double chance = 0;
        if (stipulation_.kind != StipulationKind::Direct)
            chance = self_mate_chance(*position_, move, stipulation_.moves());
        for (const auto& [other, value] : chances_) {
            if (other == move) chance = std::max(chance, value);
        }
        return max_cost - (max_cost - min_cost) * chance;
    }

  private:
    /// Returns options for a search that computes the probability of success instead of certainty.
    static solver::StipulationOptions probability_options(const Stipulation& stipulation) {
        solver::StipulationOptions options = options_for(stipulation);
        options.dice = solver::Dice::Mean;
        return options;
    }

    /// Computes the probabilities with which the best moves of each face fulfil the stipulation.
    void find_chances(const P& position) {
        if (!solver::StipulationSearch<P>::values_fit(stipulation_, solver::Dice::Mean)) return;
        const auto result = probability_search_.solve(position);
        for (const auto& face : result.faces) {
            const double p = static_cast<double>(face.value.lower) / static_cast<double>(result.face_unit);
            for (const Move& move : face.best) chances_.emplace_back(move, p);
        }
    }

    /// Rates a move of a self mate, which must force the opponent to win: the share of the answers to a check
    /// that win, where answers that only check or win later count less. Returns 0 for moves that do not give
    /// check, since these rarely force anything.
    static double self_mate_chance(const P& position, const Move& move, int moves) {
        constexpr double later_weight = 0.5, check_weight = 0.2;
        const P after = position.play(move);
        if (!after.in_check()) return 0;
        MoveList<P> answers, replies;
        after.legal_moves(answers);
        double sum = 0;
        for (const Move& answer : answers) {
            const P next = after.play(answer);
            if (next.outcome() == won_by(after.turn())) {
                sum += 1;
            } else if (moves > 1 && next.outcome() == Outcome::Ongoing) {
                next.legal_moves(replies);
                double best = 0;
                for (const Move& ours : replies)
                    best = std::max(best, self_mate_chance(next, ours, moves - 1));
                sum += later_weight * best;
            }
            if (next.in_check() && next.outcome() == Outcome::Ongoing) sum += check_weight;
        }
        return answers.empty() ? 0 : sum / static_cast<double>(answers.size());
    }

    const Stipulation stipulation_;
    reports::PuzzleSolver<P> win_solver_;
    solver::StipulationSearch<P> probability_search_;
    const P* position_ = nullptr;
    solver::Faces<P> faces_;
    std::vector<std::pair<Move, double>> chances_;
};

/// The legal moves of a position and the distance of each from winning: 0 for a win, otherwise a heuristic.
template <Makeable P>
class Prospects {
  public:
    using Move = typename P::Move;
    using Roll = typename P::Roll;

    /// `moves` is 1, or 2 for mates in two that are forced on every roll. If `stipulation` is set, a move
    /// wins if it forces the goal of `stipulation`.
    explicit Prospects(int moves, const std::optional<Stipulation>& stipulation = {}) : length_(moves) {
        if (stipulation) forced_wins_.emplace(*stipulation);
    }

    /// Computes the moves of another position, to which it keeps a reference.
    void set_position(const P& position) {
        position_ = &position;
        position.legal_moves(moves_);
        position.winning_moves(mates_);
        distances_.assign(moves_.size(), not_computed);
        wins_.clear();
        if (forced_wins_) return forced_wins_->set_position(position, wins_);
        if (length_ == 1) return;
        for (std::size_t index = 0; index < moves_.size(); ++index) {
            if (distance(index) == 0) wins_.push_back(moves_[index]);
        }
    }

    const MoveList<P>& moves() const { return moves_; }
    /// The moves that win in the required number of moves, on some face.
    const MoveList<P>& wins() const { return length_ == 1 && !forced_wins_ ? mates_ : wins_; }
    /// The moves that win at once.
    const MoveList<P>& mates() const { return mates_; }

    /// True if the roll shows the face that the move fits.
    bool fits_roll(Move move, Roll roll) const { return position_->roll_of(move) == roll; }
    /// True if no legal move fits the roll, so that every legal move may be played.
    bool is_free(Roll roll) const {
        return std::none_of(moves_.begin(), moves_.end(), [&](Move move) { return fits_roll(move, roll); });
    }

    /// Calls `f(move)` for each move that wins on `roll`; `free` is `is_free(roll)`.
    template <class F>
    void for_each_win(Roll roll, bool free, F f) const {
        if (forced_wins_) return forced_wins_->for_each_win(roll, f);
        for (const Move win : wins()) {
            if (free || fits_roll(win, roll)) f(win);
        }
    }

    /// Returns the distance of the move `moves()[index]` from winning; 0 if it wins.
    double distance(std::size_t index) {
        double& cached = distances_[index];
        if (cached == not_computed && forced_wins_)
            cached = is_among(wins_, moves_[index]) ? 0 : forced_wins_->cost(moves_[index]);
        if (cached == not_computed)
            cached = length_ == 1 ? mate_distance(moves_[index]) : force_distance(moves_[index]);
        return cached;
    }

    /// Sets `out` to the winning faces with their moves.
    void winning(solver::Faces<P>& out) const {
        if (forced_wins_) {
            out = forced_wins_->faces();
            return solver::drop_lost_faces(out);
        }
        MoveList<P> wins = this->wins();
        solver::faces_won_by(*position_, wins, out);
    }

  private:
    static constexpr double not_computed = -1;

    /// The distance from mate in one: the number of defences against a check, or a constant for other moves.
    double mate_distance(Move move) const {
        if (is_among(mates_, move)) return 0;
        const P after = position_->play(move);
        if (!after.in_check()) return 3.5;
        const auto defences = static_cast<double>(std::min<std::size_t>(after.count_legal_moves(), 6));
        return defences == 0 ? 0 : 0.8 + 0.4 * defences;
    }

    /// The distance from mate in two: 0 for a key, else it grows with the sum, over all answers, of the share
    /// of rolls on which no mate follows.
    double force_distance(Move move) {
        constexpr double mate_in_one_distance = 5, stalemate_distance = 5, max_unmated = 6;
        if (is_among(mates_, move)) return mate_in_one_distance;
        const P after = position_->play(move);
        after.legal_moves(answers_);
        if (answers_.empty()) return stalemate_distance;
        double unmated_share = 0;
        for (const Move answer : answers_) {
            if (unmated_share > max_unmated) break;
            unmated_share += 1 - solver::winning_share(after.play(answer), replies_);
        }
        return unmated_share == 0 ? 0 : 0.8 + 0.4 * std::min(unmated_share, max_unmated);
    }

    const int length_;  // moves of the puzzle: 1 or 2
    std::optional<ForcedWins<P>> forced_wins_;
    const P* position_ = nullptr;
    MoveList<P> moves_, mates_, wins_, answers_;
    std::vector<double> distances_;
    solver::Faces<P> replies_;
};

/// Computes how far a position is from showing themes. See the top of this file for the idea.
template <Makeable P>
class ThemeCosts {
  public:
    explicit ThemeCosts(int moves) : length_(moves) {}

    /// Returns the cost of `themes`, which the position does not show. Only rolls for which `may_win(roll)`
    /// is true may show them.
    template <class MayWin>
    double cost_of_all(const P& position, Prospects<P>& prospects, ThemeSet themes, MayWin may_win) {
        rate_moves(position, prospects, may_win);
        ThemeSet missing = themes;
        double cost = 0;
        for (const RatedMove& rated : rated_) {  // the nearest to winning come first
            const ThemeSet shown = shown_by(position, rated, nullptr) & missing;
            cost += shown.size() * std::max(rated.distance, shown_already);
            missing = missing - shown;
            if (missing.empty()) return cost;
        }
        const ThemeCatalogue catalogue = P::themes;
        missing.for_each([&](ThemeNumber theme) {
            cost += catalogue[theme].min_moves > 1 ? cost_by_pairs(position, theme)
                                                   : cost_by_shape(position, theme);
        });
        return cost;
    }

    /// Returns the cost of `themes`, which the wins on `roll` alone must show; 0 if they do.
    double cost_on_face(const P& position, Prospects<P>& prospects, typename P::Roll roll, bool free,
                        ThemeSet themes) {
        solver::Faces<P> winning(1);
        winning[0].roll = roll;
        winning[0].freedom = free ? Freedom::Free : Freedom::Bound;
        for (const auto& win : prospects.wins()) {
            if (free || prospects.fits_roll(win, roll)) winning[0].mates.push_back(win);
        }
        std::sort(winning[0].mates.begin(), winning[0].mates.end());
        if (!winning[0].mates.empty() && themes_of(position, winning, length_).contains_all(themes)) return 0;
        rate_moves(position, prospects, [&](auto other) { return other == roll; });
        double least = not_shown * themes.size();
        for (const RatedMove& rated : rated_) {
            const int missing = (themes - shown_by(position, rated, nullptr)).size();
            least = std::min(least, std::max(rated.distance, shown_already) + not_shown * missing);
        }
        return least;
    }

  private:
    /// The cost of a theme that no move would show, and of a theme that a win would show if it were the only
    /// one.
    static constexpr double not_shown = 6, shown_already = 1;

    /// A legal move, a roll on which it may be played, and its distance from winning.
    struct RatedMove {
        typename P::Move move;
        typename P::Roll roll;
        Freedom freedom;
        double distance;         // the distance from winning
        std::size_t number = 0;  // breaks ties when sorting by distance
    };

    /// Sets `rated_` to all moves on the rolls that may win, sorted by their distance.
    template <class MayWin>
    void rate_moves(const P& position, Prospects<P>& prospects, MayWin may_win) {
        rated_.clear();
        const auto& moves = prospects.moves();
        for (const auto& chance : position.rolls()) {
            if (!may_win(chance.roll)) continue;
            const Freedom freedom = prospects.is_free(chance.roll) ? Freedom::Free : Freedom::Bound;
            for (std::size_t index = 0; index < moves.size(); ++index) {
                if (freedom == Freedom::Free || prospects.fits_roll(moves[index], chance.roll))
                    rated_.push_back(
                        {moves[index], chance.roll, freedom, prospects.distance(index), rated_.size()});
            }
        }
        std::sort(rated_.begin(), rated_.end(), [](const RatedMove& a, const RatedMove& b) {
            return a.distance != b.distance ? a.distance < b.distance : a.number < b.number;
        });
    }

    /// Returns the themes that the position would show if `rated` and, unless null, `other` were its only
    /// wins.
    ThemeSet shown_by(const P& position, const RatedMove& rated, const RatedMove* other) {
        assumed_wins_.resize(1);
        set_only_win(assumed_wins_[0], rated);
        if (other && other->roll == rated.roll) {
            assumed_wins_[0].mates.push_back(other->move);
        } else if (other) {
            set_only_win(assumed_wins_.emplace_back(), *other);
        }
        for (auto& face : assumed_wins_) std::sort(face.mates.begin(), face.mates.end());
        return themes_of(position, assumed_wins_, length_);
    }

    static void set_only_win(solver::Face<P>& face, const RatedMove& rated) {
        face.roll = rated.roll;
        face.freedom = rated.freedom;
        face.moves = 1;
        face.mates.assign(1, rated.move);
    }

    /// Returns the cost of a theme that no move would show, from 4, if some move nearly shows it, to 8. A
    /// game may define `theme_shape(position, move, theme)`, 0 to 1, to measure how nearly.
    double cost_by_shape(const P& position, ThemeNumber theme) const {
        constexpr double min_cost = 4, cost_range = 4;
        double best_shape = 0.5;
        if constexpr (requires(typename P::Move move) { theme_shape(position, move, theme); }) {
            best_shape = 0;
            for (const RatedMove& rated : rated_)
                best_shape = std::max(best_shape, theme_shape(position, rated.move, theme));
        }
        return min_cost + cost_range * (1 - best_shape);
    }

    /// Returns the cost of a theme that needs two wins: the least sum of distances of a pair of moves that
    /// would show it, among the 24 nearest moves.
    double cost_by_pairs(const P& position, ThemeNumber theme) {
        constexpr std::size_t max_rated = 24;
        const std::size_t last = std::min(rated_.size(), max_rated);
        double least = 2 * not_shown;
        for (std::size_t a = 0; a < last; ++a) {
            for (std::size_t b = a + 1; b < last; ++b) {
                const double distance = rated_[a].distance + rated_[b].distance;
                if (distance >= least) break;
                if (shown_by(position, rated_[a], &rated_[b]).contains(theme))
                    least = std::max(distance, shown_already);
            }
        }
        return least;
    }

    const int length_;  // moves of the puzzle: 1 or 2
    std::vector<RatedMove> rated_;
    solver::Faces<P> assumed_wins_;
};

/// The result of judging a position.
struct Judgement {
    double cost = 1e9;   ///< how far the position is from the spec; 0 if it meets it
    bool exact = false;  ///< the position meets the spec, except that pieces may be superfluous
};

/// Judges how far positions are from a spec; see the top of this file.
template <Composable P>
class KeyJudge {
  public:
    /// `spec` must outlive this object.
    explicit KeyJudge(const Spec<P>& spec)
        : spec_(spec),
          prospects_(spec.moves, forced_stipulation(spec)),
          twin_prospects_(spec.moves, forced_stipulation(spec)),
          solvers_(spec.moves, std::size_t{1} << 20, forced_stipulation(spec)) {
        if (spec.has_lines())
            line_finder_.emplace(*spec.other_stipulation, spec.roll,
                                 static_cast<std::uint64_t>(spec.solutions));
    }

    /// Counts of the positions that met each condition of the spec.
    const Tally& tally() const { return tally_; }

    /// Judges a position by all conditions of the spec except economy (that no piece is superfluous).
    Judgement judge(const P& position) {
        Judgement judgement;
        if (HasDie<P> && !spec_.allows_check(position.in_check())) {
            judgement.cost = 15;  // check, or no check, contrary to the spec; above any single cost below
            return judgement;
        }
        tally_.begin();
        judgement.cost = line_finder_ ? solutions_cost(position) : key_cost(position);
        const auto add = [&](double cost, auto name) {
            judgement.cost += cost;
            tally_.note(cost == 0, name);
        };
        if (restricts_themes_) judgement.cost += themes_cost(position);
        if (spec_.mates) add(last_moves_cost(position), [] { return "mates"; });
        for (std::size_t face = 0; face < spec_.tries.size(); ++face) {
            if (spec_.tries[face])
                add(try_cost(position, static_cast<int>(face)),
                    [&] { return fmt::format("try on face {}", face); });
        }
        if (!spec_.symmetries.empty()) {
            const Pieces pieces(position);
            for (const auto& symmetry : spec_.symmetries)
                add(0.5 * symmetry.count_unpaired(pieces), [] { return "symmetry"; });
        }
        for (const TwinSpec& twin : spec_.twins)
            add(twin_cost(position, twin), [&] { return "twin " + twin.name; });
        if (spec_.strict) {
            const bool meets_other_conditions = judgement.cost == 0;
            if (meets_other_conditions) judgement.cost = later_flaw_cost * later_flaws(position);
            tally_.note(meets_other_conditions && judgement.cost == 0, [] { return "all this, and strict"; });
        }
        judgement.exact = judgement.cost == 0 && is_forced(position);
        return judgement;
    }

    /// True if a position meets all that the spec requires of its moves, economy included.
    bool meets_spec(const P& position) {
        return judge(position).exact && (!spec_.economical || is_economical(position));
    }

    /// True if no piece can be removed without changing the solution.
    bool is_economical(const P& position) {
        if (!may_lose_pieces(position)) return true;
        if (line_finder_) return needs_all_pieces(position);
        reports::WinsByLength<P> wins(static_cast<std::size_t>(spec_.moves));
        for (int moves = 1; moves <= spec_.moves; ++moves)
            solvers_.solve(position, moves, wins[static_cast<std::size_t>(moves) - 1]);
        bool economical = true;
        reports::for_each_without(position, [&](int, const P& reduced) {
            economical = !reports::same_wins_as_soon<P>(
                wins, [&](int moves, solver::Faces<P>& out) { return solvers_.solve(reduced, moves, out); },
                [&](int face) { return spec_.counts_face(face); },
                [](const auto& a, const auto& b) { return a.mates == b.mates; });
            economical = economical || (spec_.strict && gains_later_flaws(reduced));
            return economical;
        });
        return economical;
    }

  private:
    /// True if removing any single piece changes the solutions, which are lines.
    bool needs_all_pieces(const P& position) {
        const auto lines = line_finder_->find(position).first;
        bool economical = true;
        reports::for_each_without(position, [&](int, const P& reduced) {
            const bool same_die = !HasDie<P> || reduced.in_check() == position.in_check();
            economical = !same_die || line_finder_->find(reduced).first != lines;
            return economical;
        });
        return economical;
    }

    using Pieces = typename P::Arrangement;
    using Move = typename P::Move;
    using Roll = typename P::Roll;
    using WantedMove = typename Pieces::WantedMove;

    static constexpr double illegal_move_cost = 6;    // the cost of a wanted move that is not legal
    static constexpr double unwanted_win_cost = 1.6;  // the cost of each win that is not wanted
    static constexpr double later_flaw_cost = 0.3;    // the cost of each flaw after the first moves

    /// Returns the stipulation whose goal first moves must force; nullopt if that is mate, or if solutions
    /// are lines.
    static std::optional<Stipulation> forced_stipulation(const Spec<P>& spec) {
        return spec.has_lines() ? std::nullopt : spec.other_stipulation;
    }

    // Costs for stipulations whose solutions are lines.

    /// The cost of too few or too many solutions, and of solutions in fewer moves.
    double solutions_cost(const P& position) {
        auto found = line_finder_->find(position);
        lines_ = std::move(found.first);
        const double cost = solution_count_cost(found.count);
        tally_.note(cost == 0, [&] {
            return fmt::format("{} solution{}", spec_.solutions, spec_.solutions == 1 ? "" : "s");
        });
        const std::uint64_t shorter = found.count > 0 ? line_finder_->count_shorter(position) : 0;
        tally_.note(shorter == 0, [] { return "no shorter solution"; });
        return cost + 0.4 * static_cast<double>(std::min<std::uint64_t>(shorter, 5));
    }

    /// The cost of having `lines` solutions instead of the number that the spec requires.
    double solution_count_cost(std::uint64_t lines) const {
        const double wanted = spec_.solutions, found = static_cast<double>(lines);
        if (lines == 0) return 4;
        if (found < wanted) return (wanted - found) / wanted;
        return found > wanted ? 0.4 + 0.6 * std::log2(found / wanted) : 0;
    }

    /// Returns the last moves of all solutions of `position`, which must be the position judged last.
    std::vector<LastMove<P>> mates_of(const P& position) {
        if (line_finder_) return last_moves(position, *spec_.other_stipulation, lines_);
        find_counted_wins(prospects_, winning_);
        return last_moves(position, key_moves<P>(winning_));
    }

    /// The cost of last moves that violate "mates" of the spec; 0 if none does.
    double last_moves_cost(const P& position) {
        const FaceSpec& face_spec = *spec_.mates;
        const std::vector<LastMove<P>> mates = mates_of(position);
        if (mates.empty()) return line_finder_ ? illegal_move_cost / 2 : 1 + least_distance(prospects_);
        double cost = 0;
        std::set<std::string> notations;
        std::vector<bool> matched(face_spec.mates.size() + face_spec.patterns.size());
        for (const LastMove<P>& mate : mates) {
            const std::string text = mate.position.notation(mate.move);
            if (!notations.insert(text).second) continue;
            if (!allows_win(mate.position, face_spec, mate.move)) cost += 0.5;
            std::size_t index = 0;
            for (const KeyMove& move : face_spec.mates) {
                matched[index] = matched[index] || spec_.wanted(move).is(mate.move);
                ++index;
            }
            for (const MovePattern& pattern : face_spec.patterns) {
                matched[index] = matched[index] || pattern.matches(text);
                ++index;
            }
        }
        cost += static_cast<double>(std::count(matched.begin(), matched.end(), false));
        const auto number = static_cast<int>(notations.size());
        cost += 0.5 * std::max({0, face_spec.wins.least - number, number - face_spec.wins.most});
        if (!face_spec.themes.empty()) cost += (face_spec.themes - grade_mates(mates).themes).size();
        return cost;
    }

    /// The cost of all faces, of wins in fewer moves and, for other stipulations than mate, of having no
    /// first move that forces the goal.
    double key_cost(const P& position) {
        prospects_.set_position(position);
        double other_faces_cost = 0;  // the cost of wins on faces that the spec does not name
        double cost =
            faces_cost(position, prospects_, spec_.faces, [&](int face, bool is_named, double part) {
                if (is_named) {
                    tally_.note(part == 0, [&] { return face == 0 ? "key" : fmt::format("face {}", face); });
                } else {
                    other_faces_cost += part;
                }
            });
        tally_.note(other_faces_cost == 0, [] { return "no other face wins"; });
        if (spec_.other_stipulation) {
            const double part = least_distance(prospects_);
            tally_.note(part == 0, [] { return "some face wins"; });
            cost += part;
        }
        if (spec_.moves > 1) {
            const double part = sooner_wins_cost(position);
            tally_.note(part == 0, [] { return "no win sooner"; });
            cost += part;
        }
        return cost;
    }

    /// Returns the least distance of all moves from winning.
    static double least_distance(Prospects<P>& prospects) {
        double least = illegal_move_cost;
        for (std::size_t index = 0; index < prospects.moves().size(); ++index)
            least = std::min(least, prospects.distance(index));
        return least;
    }

    /// Returns the sum of the costs of the faces that `face_specs` restricts; a face that is "any" is not
    /// restricted. Calls `note(face, is_named, cost)` for each; `is_named`: whether the spec names the face.
    template <class Note>
    double faces_cost(const P& position, Prospects<P>& prospects, const FaceSpecs& face_specs, Note note) {
        double sum = 0;
        for (const auto& chance : position.rolls()) {
            if (!spec_.counts_face(chance.roll.face)) continue;
            const auto& face_spec = face_specs[chance.roll.face];
            if (face_spec && face_spec->any) continue;
            double cost = 0;
            const bool free = prospects.is_free(chance.roll);
            if (face_spec) {
                for (const KeyMove& mate : face_spec->mates)
                    cost += wanted_cost(position, prospects, chance.roll, free, spec_.wanted(mate));
            }
            if (face_spec && face_spec->free)
                cost += freedom_cost(prospects, chance.roll, free, *face_spec->free);
            cost += wins_cost(position, prospects, chance.roll, free, face_spec);
            if (face_spec && !face_spec->themes.empty())
                cost += theme_costs_.cost_on_face(position, prospects, chance.roll, free, face_spec->themes);
            note(chance.roll.face, face_spec.has_value(), cost);
            sum += cost;
        }
        return sum;
    }

    /// The cost of a wanted win that is missing on a face.
    double wanted_cost(const P& position, Prospects<P>& prospects, Roll roll, bool free,
                       const WantedMove& wanted) {
        const auto& moves = prospects.moves();
        const auto found =
            std::find_if(moves.begin(), moves.end(), [&](auto move) { return wanted.is(move); });
        if (found == moves.end()) return illegal_move_cost;
        double cost = 0;
        if (!free && !prospects.fits_roll(*found, roll)) cost += freedom_cost(prospects, roll, false, true);
        if (!wanted.matches_as_written(position, *found)) return cost + 4.5;
        return cost + prospects.distance(static_cast<std::size_t>(found - moves.begin()));
    }

    /// The cost of a face that is free although it must not be, or is not free although it must be. The
    /// latter costs more with each move that fits the face.
    static double freedom_cost(Prospects<P>& prospects, Roll roll, bool free, bool must_be_free) {
        if (free == must_be_free) return 0;
        if (free) return illegal_move_cost / 2;
        const auto& moves = prospects.moves();
        const auto fitting_moves = std::count_if(moves.begin(), moves.end(),
                                                 [&](auto move) { return prospects.fits_roll(move, roll); });
        return 1.5 + 0.5 * static_cast<double>(std::min<std::ptrdiff_t>(fitting_moves, 6));
    }

    /// The cost of unwanted wins on a face, of move patterns that no win matches, and of too few or too many
    /// wins.
    double wins_cost(const P& position, Prospects<P>& prospects, Roll roll, bool free,
                     const std::optional<FaceSpec>& face_spec) {
        double cost = 0;
        int wins = 0;
        bool all_wanted = true;
        std::vector<std::string> texts;  // notations of the wins, to count promotions as one
        prospects.for_each_win(roll, free, [&](const Move& win) {
            ++wins;
            if (spec_.promotions_as_one) texts.push_back(position.notation(win));
            if (face_spec && allows_win(position, *face_spec, win)) return;
            cost += unwanted_win_cost;
            all_wanted = false;
        });
        if (!face_spec) return cost;
        if (spec_.promotions_as_one) wins = static_cast<int>(reports::count_promotions_as_one(texts));
        for (const MovePattern& pattern : face_spec->patterns) {
            const auto matches = [&](Move move) { return pattern.matches(position.notation(move)); };
            cost += least_distance_of(prospects, roll, free, matches);
        }
        if (all_wanted && wins > face_spec->wins.most)
            cost += unwanted_win_cost * (wins - face_spec->wins.most);
        if (wins < face_spec->wins.least && !face_spec->lists_all_wins()) {
            const auto would_add_win = [&](Move move) {
                const auto& current_wins = prospects.wins();
                return std::find(current_wins.begin(), current_wins.end(), move) == current_wins.end() &&
                       allows_win(position, *face_spec, move);
            };
            cost +=
                least_distance_of(prospects, roll, free, would_add_win) + face_spec->wins.least - wins - 1;
        }
        return cost;
    }

    /// True if the spec allows a move to win on a face.
    bool allows_win(const P& position, const FaceSpec& face_spec, Move move) const {
        if constexpr (Spec<P>::finds_checkers_v) {
            if (face_spec.check_by && !WantedMove::gives_check(position, move, *face_spec.check_by))
                return false;
        }
        return !face_spec.lists_moves() || lists_move(position, face_spec, move);
    }

    /// True if the list of moves of a face contains the move, or a pattern that it matches.
    bool lists_move(const P& position, const FaceSpec& face_spec, Move move) const {
        if (std::any_of(face_spec.mates.begin(), face_spec.mates.end(),
                        [&](const KeyMove& mate) { return spec_.wanted(mate).is(move); }))
            return true;
        if (face_spec.patterns.empty()) return false;
        const std::string text = position.notation(move);
        return std::any_of(face_spec.patterns.begin(), face_spec.patterns.end(),
                           [&](const MovePattern& pattern) { return pattern.matches(text); });
    }

    /// Returns the least distance from winning among the moves of a face for which `accepts(move)` is true;
    /// `illegal_move_cost` if there are none.
    template <class Accepts>
    static double least_distance_of(Prospects<P>& prospects, Roll roll, bool free, Accepts accepts) {
        double least = illegal_move_cost;
        const auto& moves = prospects.moves();
        for (std::size_t index = 0; index < moves.size(); ++index) {
            if (!free && !prospects.fits_roll(moves[index], roll)) continue;
            if (accepts(moves[index])) least = std::min(least, prospects.distance(index));
        }
        return least;
    }

    /// The cost of wins in fewer moves than the stipulation.
    double sooner_wins_cost(const P& position) {
        if (spec_.moves == 1) return 0;
        double cost = 0;
        if (spec_.other_stipulation) {
            solvers_.solve(position, spec_.moves - 1, solved_wins_);
            for (const auto& face : solved_wins_)
                cost += spec_.counts_face(face.roll.face) && !face.mates.empty() ? unwanted_win_cost : 0;
            return cost;
        }
        for (const Move mate : prospects_.mates()) {
            const bool judged = !spec_.roll || position.in_check() ||
                                spec_.counts_face(position.roll_of(mate).face) || any_free(position);
            cost += judged ? unwanted_win_cost : 0;
        }
        return cost;
    }

    /// True if a face on which wins count is free.
    bool any_free(const P& position) const {
        const auto rolls = position.rolls();
        return std::any_of(rolls.begin(), rolls.end(), [&](const auto& chance) {
            return spec_.counts_face(chance.roll.face) && prospects_.is_free(chance.roll);
        });
    }

    /// The cost of required themes that the record of the position would not list, and of excluded themes
    /// that it would list.
    double themes_cost(const P& position) {
        ThemeSet shown;
        if (line_finder_) {
            shown = grade_mates(last_moves(position, *spec_.other_stipulation, lines_)).themes;
        } else {
            find_counted_wins(prospects_, winning_);
            shown = themes_of(position, winning_, spec_.moves);
        }
        if (spec_.roll) shown = shown - ThemeCatalogue(P::themes).shown_by(ShownBy::AllFaces);
        const ThemeCatalogue catalogue = P::themes;
        spec_.themes.for_each([&](ThemeNumber theme) {
            tally_.note(shown.contains(theme), [&] { return std::string(catalogue[theme].name); });
        });
        spec_.excluded_themes.for_each([&](ThemeNumber theme) {
            tally_.note(!shown.contains(theme), [&] { return fmt::format("not {}", catalogue[theme].name); });
        });
        double cost = 1.5 * (shown & spec_.excluded_themes).size();
        const ThemeSet missing = spec_.themes - shown;
        if (missing.empty() || line_finder_) return cost + missing.size();
        return cost + theme_costs_.cost_of_all(position, prospects_, missing, [&](Roll roll) {
            const auto& face_spec = spec_.faces[roll.face];
            return spec_.counts_face(roll.face) && face_spec && face_spec->may_win();
        });
    }

    /// The cost of a missing try on `face`: a check that only the wanted number of answers refutes.
    double try_cost(const P& position, int face) {
        const auto rolls = position.rolls();
        const auto chance = std::find_if(rolls.begin(), rolls.end(),
                                         [&](const auto& candidate) { return candidate.roll.face == face; });
        if (chance == rolls.end()) return illegal_move_cost;
        const Span answers = *spec_.tries[static_cast<std::size_t>(face)];
        const bool free = prospects_.is_free(chance->roll);
        double least = 4;
        for (const Move move : prospects_.moves()) {
            if (!free && !prospects_.fits_roll(move, chance->roll)) continue;
            const auto refutations = static_cast<int>(reports::answers_to_check(position, move));
            if (refutations == 0) {
                least = std::min(least, 3.0);
            } else if (answers.contains(refutations)) {
                return 0;
            } else {
                const int excess =
                    refutations < answers.least ? answers.least - refutations : refutations - answers.most;
                least = std::min(least, 0.6 + 0.4 * std::min(excess, 5));
            }
        }
        return least;
    }

    /// The cost of a twin that is not a puzzle as the spec requires.
    double twin_cost(const P& position, const TwinSpec& twin) {
        constexpr double illegal_twin_cost = 8, same_key_cost = 2;
        const auto changed = reports::edited(position, twin.edit);
        if (!changed) return illegal_twin_cost;
        if (line_finder_) {
            const auto found = line_finder_->find(*changed);
            const bool same_lines = found.count > 0 && found.first == lines_;
            return solution_count_cost(found.count) + (same_lines ? same_key_cost : 0) +
                   (found.count > 0 ? 0.4 * static_cast<double>(line_finder_->count_shorter(*changed)) : 0);
        }
        const bool check_wanted = twin.faces && (*twin.faces)[0];
        if (HasDie<P> && changed->in_check() != check_wanted) return illegal_twin_cost - 1;
        twin_prospects_.set_position(*changed);
        if (twin.faces) return faces_cost(*changed, twin_prospects_, *twin.faces, [](int, bool, double) {});
        find_counted_wins(twin_prospects_, winning_);
        if (winning_.empty()) return 1 + least_distance(twin_prospects_);
        double cost = 0;
        for (const auto& face : winning_) {
            if (face.freedom == Freedom::Bound)
                cost += unwanted_win_cost * static_cast<double>(face.mates.size() - 1);
        }
        if (cost > 0) return cost;
        const auto key = key_of(*changed, winning_);
        find_counted_wins(prospects_, winning_);
        return key == key_of(position, winning_) ? same_key_cost : 0;
    }

    /// Sets `winning` to the winning faces that count: all, or that of the spec's roll.
    void find_counted_wins(Prospects<P>& prospects, solver::Faces<P>& winning) const {
        prospects.winning(winning);
        std::erase_if(winning, [&](const auto& face) { return !spec_.counts_face(face.roll.face); });
    }

    /// Returns the number of flaws after the first moves. Stops counting soon after 8.
    int later_flaws(const P& position) {
        constexpr std::size_t max_counted = 8;
        find_counted_wins(prospects_, winning_);
        reports::LaterFlawSearch<P> search(
            [this](const P& later, int moves, solver::Faces<P>& out) {
                return solvers_.solve(later, moves, out);
            },
            spec_.promotions_as_one, max_counted);
        search.follow_all(position, winning_, spec_.moves - 1, [](const auto&) { return true; });
        return static_cast<int>(search.found.count());
    }

    /// True if the position `rest`, from which a piece was removed, has flaws after the first moves.
    bool gains_later_flaws(const P& rest) {
        prospects_.set_position(rest);
        return later_flaws(rest) > 0;
    }

    /// Confirms a mate in two by the solver, which works independently of Prospects.
    bool is_forced(const P& position) {
        if (spec_.moves == 1 || spec_.other_stipulation) return true;
        solvers_.solve(position, spec_.moves, solved_wins_);
        prospects_.winning(winning_);
        return reports::same_wins<P>(winning_, solved_wins_, [](int) { return true; });
    }

    const Spec<P>& spec_;
    const bool restricts_themes_ = !spec_.themes.empty() || !spec_.excluded_themes.empty();
    Prospects<P> prospects_;
    Prospects<P> twin_prospects_;
    SolversByLength<P> solvers_;
    ThemeCosts<P> theme_costs_{spec_.moves};
    std::optional<LineFinder<P>> line_finder_;
    solver::Faces<P> winning_, solved_wins_;
    std::vector<solver::Line<P>> lines_;  // the solutions of the position judged last, if they are lines
    Tally tally_;
};

}  // namespace octomate::make
