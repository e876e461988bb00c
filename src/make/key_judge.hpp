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

namespace octomate::make {

/// The first moves that force what a stipulation asks for, whatever is rolled, and how near others come.
template <Makeable P>
class Force {
  public:
    using Move = typename P::Move;

    explicit Force(const Stipulation& other)
        : stipulation_(other), certain_(other.moves(), search_of(other), other), likely_(likely(other)) {}

    /// Takes another position, which must outlive its use here; `wins` become the moves that force it, on
    /// some face.
    void look(const P& position, MoveList<P>& wins) {
        position_ = &position;
        certain_.solve(position, faces_);
        for (const auto& face : faces_) {
            for (const Move& move : face.mates) {
                if (!is_among(wins, move)) wins.push_back(move);
            }
        }
        hopes_.clear();
        if (stipulation_.kind == StipulationKind::Direct && wins.empty()) find_hopes(position);
    }

    const solver::Faces<P>& faces() const { return faces_; }

    template <class F>
    void for_each_win(typename P::Roll roll, F f) const {
        for (const auto& face : faces_) {
            if (face.roll == roll) std::for_each(face.mates.begin(), face.mates.end(), f);
        }
    }

    /// Of a move that does not force it.
    double lack(const Move& move) const {
        constexpr double least = 0.8, most = 4;
        double hope = 0;
        if (stipulation_.kind != StipulationKind::Direct)
            hope = hope_of(*position_, move, stipulation_.moves());
        for (const auto& [other, its] : hopes_) {
            if (other == move) hope = std::max(hope, its);
        }
        return most - (most - least) * hope;
    }

  private:
    static solver::StipulationOptions likely(const Stipulation& other) {
        solver::StipulationOptions options = search_of(other);
        options.dice = solver::Dice::Mean;
        return options;
    }

    /// How likely the best moves of each face fulfil it.
    void find_hopes(const P& position) {
        if (!solver::StipulationSearch<P>::can_count(stipulation_, solver::Dice::Mean)) return;
        const auto result = likely_.solve(position);
        for (const auto& face : result.faces) {
            const double hope = static_cast<double>(face.value.lower) / static_cast<double>(result.face_unit);
            for (const Move& move : face.best) hopes_.emplace_back(move, hope);
        }
    }

    /// Where the opponent is to be made to win: of the answers to a check the share that does; those that
    /// only check, or win later, count less. Other moves hardly ever force anything.
    static double hope_of(const P& position, const Move& move, int moves) {
        constexpr double later = 0.5, check = 0.2;
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
                for (const Move& ours : replies) best = std::max(best, hope_of(next, ours, moves - 1));
                sum += later * best;
            }
            if (next.in_check() && next.outcome() == Outcome::Ongoing) sum += check;
        }
        return answers.empty() ? 0 : sum / static_cast<double>(answers.size());
    }

    const Stipulation stipulation_;
    reports::PuzzleSolver<P> certain_;
    solver::StipulationSearch<P> likely_;
    const P* position_ = nullptr;
    solver::Faces<P> faces_;
    std::vector<std::pair<Move, double>> hopes_;
};

/// The legal moves of a position and how far each is from winning: the gradients of a search, of which only 0
/// means something.
template <Makeable P>
class Prospects {
  public:
    using Move = typename P::Move;
    using Roll = typename P::Roll;

    /// `moves`: 1, or 2 for mates in two, forced whatever is rolled. `other`: what the first moves are to
    /// force instead.
    explicit Prospects(int moves, const std::optional<Stipulation>& other = {}) : in_(moves) {
        if (other) force_.emplace(*other);
    }

    /// Takes another position, which must outlive its use here.
    void look(const P& position) {
        position_ = &position;
        position.legal_moves(moves_);
        position.winning_moves(mates_);
        lacks_.assign(moves_.size(), unknown);
        wins_.clear();
        if (force_) return force_->look(position, wins_);
        if (in_ == 1) return;
        for (std::size_t at = 0; at < moves_.size(); ++at) {
            if (lack(at) == 0) wins_.push_back(moves_[at]);
        }
    }

    const MoveList<P>& moves() const { return moves_; }
    /// The moves that win, as soon as asked.
    const MoveList<P>& wins() const { return in_ == 1 && !force_ ? mates_ : wins_; }
    /// The moves that win at once.
    const MoveList<P>& mates() const { return mates_; }

    bool serves(Move move, Roll roll) const { return position_->roll_of(move) == roll; }
    bool is_free(Roll roll) const {
        return std::none_of(moves_.begin(), moves_.end(), [&](Move move) { return serves(move, roll); });
    }

    /// Calls `f(move)` for those that win on a face.
    template <class F>
    void for_each_win(Roll roll, bool free, F f) const {
        if (force_) return force_->for_each_win(roll, f);
        for (const Move win : wins()) {
            if (free || serves(win, roll)) f(win);
        }
    }

    /// What the move of a number lacks to win: 0 if it does.
    double lack(std::size_t at) {
        double& known = lacks_[at];
        if (known == unknown && force_) known = is_among(wins_, moves_[at]) ? 0 : force_->lack(moves_[at]);
        if (known == unknown) known = in_ == 1 ? lack_of_mate(moves_[at]) : lack_of_force(moves_[at]);
        return known;
    }

    /// The faces that win, and by which moves.
    void winning(solver::Faces<P>& out) const {
        if (force_) {
            out = force_->faces();
            return solver::drop_lost_faces(out);
        }
        MoveList<P> wins = this->wins();
        solver::faces_won_by(*position_, wins, out);
    }

  private:
    static constexpr double unknown = -1;

    double lack_of_mate(Move move) const {
        if (is_among(mates_, move)) return 0;
        const P after = position_->play(move);
        if (!after.in_check()) return 3.5;
        const auto defences = static_cast<double>(std::min<std::size_t>(after.count_legal_moves(), 6));
        return defences == 0 ? 0 : 0.8 + 0.4 * defences;
    }

    /// For each answer the part of the rolls that does not win then.
    double lack_of_force(Move move) {
        constexpr double sooner = 5, stalemate = 5, most = 6;
        if (is_among(mates_, move)) return sooner;
        const P after = position_->play(move);
        after.legal_moves(answers_);
        if (answers_.empty()) return stalemate;
        double open = 0;
        for (const Move answer : answers_) {
            if (open > most) break;
            open += 1 - solver::winning_share(after.play(answer), replies_);
        }
        return open == 0 ? 0 : 0.8 + 0.4 * std::min(open, most);
    }

    const int in_;
    std::optional<Force<P>> force_;
    const P* position_ = nullptr;
    MoveList<P> moves_, mates_, wins_, answers_;
    std::vector<double> lacks_;
    solver::Faces<P> replies_;
};

/// How far a position is from showing themes: each legal move is taken for a win, and what it would show
/// is looked up; the one that shows the theme and lacks least to win says how far it is. So every theme of a
/// game steers.
template <Makeable P>
class ThemeLacks {
  public:
    explicit ThemeLacks(int moves) : in_(moves) {}

    /// Of themes that the position does not show; `may_win(roll)`: whether they may be shown on a roll.
    template <class MayWin>
    double of_all(const P& position, Prospects<P>& prospects, ThemeSet themes, MayWin may_win) {
        collect(position, prospects, may_win);
        ThemeSet missing = themes;
        double cost = 0;
        for (const Try& one : tries_) {  // those that lack least come first
            const ThemeSet shown = shown_by(position, one, nullptr) & missing;
            cost += shown.size() * std::max(one.lack, shown_already);
            missing = missing - shown;
            if (missing.empty()) return cost;
        }
        const ThemeCatalogue catalogue = P::themes;
        missing.for_each([&](ThemeNumber theme) {
            cost += catalogue[theme].least_moves > 1 ? of_pairs(position, theme) : of_shape(position, theme);
        });
        return cost;
    }

    /// Of themes that the wins of one face are to show by themselves; 0 if they do.
    double of_face(const P& position, Prospects<P>& prospects, typename P::Roll roll, bool free,
                   ThemeSet themes) {
        solver::Faces<P> winning(1);
        winning[0].roll = roll;
        winning[0].freedom = free ? Freedom::Free : Freedom::Bound;
        for (const auto& win : prospects.wins()) {
            if (free || prospects.serves(win, roll)) winning[0].mates.push_back(win);
        }
        std::sort(winning[0].mates.begin(), winning[0].mates.end());
        if (!winning[0].mates.empty() && themes_of(position, winning, in_).contains_all(themes)) return 0;
        collect(position, prospects, [&](auto one) { return one == roll; });
        double least = not_shown * themes.size();
        for (const Try& one : tries_) {
            const int missing = (themes - shown_by(position, one, nullptr)).size();
            least = std::min(least, std::max(one.lack, shown_already) + not_shown * missing);
        }
        return least;
    }

  private:
    /// What a theme costs that no move would show, and one that a win shows, but not all of them.
    static constexpr double not_shown = 6, shown_already = 1;

    /// A move on a roll.
    struct Try {
        typename P::Move move;
        typename P::Roll roll;
        Freedom freedom;
        double lack;
        std::size_t number = 0;  // of equal lack the first comes first
    };

    template <class MayWin>
    void collect(const P& position, Prospects<P>& prospects, MayWin may_win) {
        tries_.clear();
        const auto& moves = prospects.moves();
        for (const auto& chance : position.rolls()) {
            if (!may_win(chance.roll)) continue;
            const Freedom freedom = prospects.is_free(chance.roll) ? Freedom::Free : Freedom::Bound;
            for (std::size_t at = 0; at < moves.size(); ++at) {
                if (freedom == Freedom::Free || prospects.serves(moves[at], chance.roll))
                    tries_.push_back({moves[at], chance.roll, freedom, prospects.lack(at), tries_.size()});
            }
        }
        std::sort(tries_.begin(), tries_.end(), [](const Try& a, const Try& b) {
            return a.lack != b.lack ? a.lack < b.lack : a.number < b.number;
        });
    }

    /// What a move would show that wins alone, or two that do.
    ThemeSet shown_by(const P& position, const Try& one, const Try* other) {
        solved_.resize(1);
        put(solved_[0], one);
        if (other && other->roll == one.roll) {
            solved_[0].mates.push_back(other->move);
        } else if (other) {
            put(solved_.emplace_back(), *other);
        }
        for (auto& face : solved_) std::sort(face.mates.begin(), face.mates.end());
        return themes_of(position, solved_, in_);
    }

    static void put(solver::Face<P>& face, const Try& one) {
        face.roll = one.roll;
        face.freedom = one.freedom;
        face.moves = 1;
        face.mates.assign(1, one.move);
    }

    /// Of a theme that no move would show: more, the farther the moves are from it.
    double of_shape(const P& position, ThemeNumber theme) const {
        constexpr double nearest = 4, span = 4;
        double best = 0.5;
        if constexpr (requires(typename P::Move move) { theme_shape(position, move, theme); }) {
            best = 0;
            for (const Try& one : tries_) best = std::max(best, theme_shape(position, one.move, theme));
        }
        return nearest + span * (1 - best);
    }

    /// Of a theme that takes two moves: the pair that shows it and lacks least, of the better moves.
    double of_pairs(const P& position, ThemeNumber theme) {
        constexpr std::size_t looked_at = 24;
        const std::size_t last = std::min(tries_.size(), looked_at);
        double least = 2 * not_shown;
        for (std::size_t a = 0; a < last; ++a) {
            for (std::size_t b = a + 1; b < last; ++b) {
                const double lack = tries_[a].lack + tries_[b].lack;
                if (lack >= least) break;
                if (shown_by(position, tries_[a], &tries_[b]).contains(theme))
                    least = std::max(lack, shown_already);
            }
        }
        return least;
    }

    const int in_;
    std::vector<Try> tries_;
    solver::Faces<P> solved_;
};

/// How far a position is from doing what the spec wants.
struct Judgement {
    double cost = 1e9;  ///< 0 if it does exactly that
    bool exact = false;
};

/// Judges a position by its moves: what each wanted win still lacks, which wins are too many, and what else
/// the spec asks for. The costs are gradients for the search; only 0 means something.
template <Composable P>
class KeyJudge {
  public:
    /// The spec must outlive it.
    explicit KeyJudge(const Spec<P>& spec)
        : spec_(spec),
          prospects_(spec.moves, forced_by(spec)),
          twin_(spec.moves, forced_by(spec)),
          solvers_(spec.moves, std::size_t{1} << 20, forced_by(spec)) {
        if (spec.has_lines())
            line_finder_.emplace(*spec.other, spec.roll, static_cast<std::uint64_t>(spec.solutions));
    }

    /// What the spec asks for, and how often it was met.
    const Tally& tally() const { return tally_; }

    /// All but whether a piece is superfluous.
    Judgement judge(const P& position) {
        Judgement judgement;
        if (HasDie<P> && !spec_.allows_check(position.in_check())) {
            judgement.cost = 15;  // a die where none should be, or none where one should: worse than any lack
            return judgement;
        }
        tally_.begin();
        judgement.cost = line_finder_ ? lack_of_solutions(position) : lack_of_key(position);
        const auto add = [&](double cost, auto name) {
            judgement.cost += cost;
            tally_.note(cost == 0, name);
        };
        if (wants_themes_) judgement.cost += lack_of_themes(position);
        if (spec_.mates) add(lack_of_mates(position), [] { return "mates"; });
        for (std::size_t face = 0; face < spec_.tries.size(); ++face) {
            if (spec_.tries[face])
                add(lack_of_try(position, static_cast<int>(face)),
                    [&] { return fmt::format("try on face {}", face); });
        }
        if (!spec_.symmetries.empty()) {
            const Pieces pieces(position);
            for (const auto& symmetry : spec_.symmetries)
                add(0.5 * symmetry.lack(pieces), [] { return "symmetry"; });
        }
        for (const TwinSpec& twin : spec_.twins)
            add(lack_of_twin(position, twin), [&] { return "twin " + twin.name; });
        if (spec_.strict) {
            const bool all_else = judgement.cost == 0;
            if (all_else) judgement.cost = later_flaw * later_flaws(position);
            tally_.note(all_else && judgement.cost == 0, [] { return "all this, and strict"; });
        }
        judgement.exact = judgement.cost == 0 && is_forced(position);
        return judgement;
    }

    /// Whether a position does all that the spec wants of its moves, superfluous pieces counted.
    bool fits(const P& position) {
        return judge(position).exact && (!spec_.economical || is_economical(position));
    }

    /// Whether no piece can be taken off without changing the solution.
    bool is_economical(const P& position) {
        if (!may_lose_pieces(position)) return true;
        if (line_finder_) return needs_all_pieces(position);
        reports::WinsByLength<P> wins(static_cast<std::size_t>(spec_.moves));
        for (int moves = 1; moves <= spec_.moves; ++moves)
            solvers_.solve(position, moves, wins[static_cast<std::size_t>(moves) - 1]);
        bool economical = true;
        reports::for_each_without(position, [&](int, const P& rest) {
            economical = !reports::same_wins_as_soon<P>(
                wins, [&](int moves, solver::Faces<P>& out) { return solvers_.solve(rest, moves, out); },
                [&](int face) { return spec_.judges(face); },
                [](const auto& a, const auto& b) { return a.mates == b.mates; });
            economical = economical || (spec_.strict && gains_later_flaws(rest));
            return economical;
        });
        return economical;
    }

  private:
    /// Whether the lines are not the same without some piece.
    bool needs_all_pieces(const P& position) {
        const auto all = line_finder_->find(position).first;
        bool economical = true;
        reports::for_each_without(position, [&](int, const P& rest) {
            const bool same_die = !HasDie<P> || rest.in_check() == position.in_check();
            economical = !same_die || line_finder_->find(rest).first != all;
            return economical;
        });
        return economical;
    }

    using Pieces = typename P::Arrangement;
    using Move = typename P::Move;
    using Roll = typename P::Roll;
    using Wanted = typename Pieces::WantedMove;

    static constexpr double no_such_move = 6;  // costs
    static constexpr double too_many = 1.6;
    static constexpr double later_flaw = 0.3;

    /// What first moves are to force, if it is not a mate.
    static std::optional<Stipulation> forced_by(const Spec<P>& spec) {
        return spec.has_lines() ? std::nullopt : spec.other;
    }

    // Lines.

    /// Lines too few or too many, or of fewer moves.
    double lack_of_solutions(const P& position) {
        auto found = line_finder_->find(position);
        lines_ = std::move(found.first);
        const double cost = lack_of_number(found.count);
        tally_.note(cost == 0, [&] {
            return fmt::format("{} solution{}", spec_.solutions, spec_.solutions == 1 ? "" : "s");
        });
        const std::uint64_t shorter = found.count > 0 ? line_finder_->count_shorter(position) : 0;
        tally_.note(shorter == 0, [] { return "no shorter solution"; });
        return cost + 0.4 * static_cast<double>(std::min<std::uint64_t>(shorter, 5));
    }

    double lack_of_number(std::uint64_t lines) const {
        const double wanted = spec_.solutions, found = static_cast<double>(lines);
        if (lines == 0) return 4;
        if (found < wanted) return (wanted - found) / wanted;
        return found > wanted ? 0.4 + 0.6 * std::log2(found / wanted) : 0;
    }

    // Last moves.

    std::vector<LastMove<P>> mates_of(const P& position) {
        if (line_finder_) return last_moves(position, *spec_.other, lines_);
        winning_that_counts(prospects_, winning_);
        return last_moves(position, key_moves<P>(winning_));
    }

    /// What the last moves lack of what is asked of them as if of a face.
    double lack_of_mates(const P& position) {
        const FaceSpec& asked = *spec_.mates;
        const std::vector<LastMove<P>> mates = mates_of(position);
        if (mates.empty()) return line_finder_ ? no_such_move / 2 : 1 + lack_of_any_win(prospects_);
        double cost = 0;
        std::set<std::string> different;
        std::vector<bool> matched(asked.mates.size() + asked.patterns.size());
        for (const LastMove<P>& mate : mates) {
            const std::string text = mate.position.notation(mate.move);
            if (!different.insert(text).second) continue;
            if (!suits(mate.position, asked, mate.move)) cost += 0.5;
            std::size_t at = 0;
            for (const KeyMove& move : asked.mates) {
                matched[at] = matched[at] || spec_.wanted(move).is(mate.move);
                ++at;
            }
            for (const MovePattern& pattern : asked.patterns) {
                matched[at] = matched[at] || pattern.matches(text);
                ++at;
            }
        }
        cost += static_cast<double>(std::count(matched.begin(), matched.end(), false));
        const auto number = static_cast<int>(different.size());
        cost += 0.5 * std::max({0, asked.wins.least - number, number - asked.wins.most});
        if (!asked.themes.empty()) cost += (asked.themes - shown_by(mates).themes).size();
        return cost;
    }

    // Faces.

    double lack_of_key(const P& position) {
        prospects_.look(position);
        double others = 0;  // of faces that the spec does not name
        double cost =
            lack_of_faces(position, prospects_, spec_.faces, [&](int face, bool asked, double lack) {
                if (asked) {
                    tally_.note(lack == 0, [&] { return face == 0 ? "key" : fmt::format("face {}", face); });
                } else {
                    others += lack;
                }
            });
        tally_.note(others == 0, [] { return "no other face wins"; });
        if (spec_.other) {
            const double lack = lack_of_any_win(prospects_);
            tally_.note(lack == 0, [] { return "some face wins"; });
            cost += lack;
        }
        if (spec_.moves > 1) {
            const double lack = sooner_wins(position);
            tally_.note(lack == 0, [] { return "no win sooner"; });
            cost += lack;
        }
        return cost;
    }

    /// Returns what the best of all moves lacks.
    static double lack_of_any_win(Prospects<P>& prospects) {
        double least = no_such_move;
        for (std::size_t at = 0; at < prospects.moves().size(); ++at)
            least = std::min(least, prospects.lack(at));
        return least;
    }

    /// `note(face, asked, cost)` is called for each face that may not do as it likes.
    template <class Note>
    double lack_of_faces(const P& position, Prospects<P>& prospects, const FaceSpecs& wishes, Note note) {
        double sum = 0;
        for (const auto& chance : position.rolls()) {
            if (!spec_.judges(chance.roll.face)) continue;
            const auto& asked = wishes[chance.roll.face];
            if (asked && asked->any) continue;
            double cost = 0;
            const bool free = prospects.is_free(chance.roll);
            if (asked) {
                for (const KeyMove& mate : asked->mates)
                    cost += lack_of_wanted(position, prospects, chance.roll, free, spec_.wanted(mate));
            }
            if (asked && asked->free) cost += lack_of_freedom(prospects, chance.roll, free, *asked->free);
            cost += lack_of_number(position, prospects, chance.roll, free, asked);
            if (asked && !asked->themes.empty())
                cost += theme_lacks_.of_face(position, prospects, chance.roll, free, asked->themes);
            note(chance.roll.face, asked.has_value(), cost);
            sum += cost;
        }
        return sum;
    }

    /// What a wanted win lacks on a face.
    double lack_of_wanted(const P& position, Prospects<P>& prospects, Roll roll, bool free,
                          const Wanted& wanted) {
        const auto& moves = prospects.moves();
        const auto found =
            std::find_if(moves.begin(), moves.end(), [&](auto move) { return wanted.is(move); });
        if (found == moves.end()) return no_such_move;
        double cost = 0;
        if (!free && !prospects.serves(*found, roll)) cost += lack_of_freedom(prospects, roll, false, true);
        if (!wanted.done_by(position, *found)) return cost + 4.5;
        return cost + prospects.lack(static_cast<std::size_t>(found - moves.begin()));
    }

    /// How far a face is from being free: every move on it is one too many. Or from not being so.
    static double lack_of_freedom(Prospects<P>& prospects, Roll roll, bool free, bool asked) {
        if (free == asked) return 0;
        if (free) return no_such_move / 2;
        const auto& moves = prospects.moves();
        const auto holders = std::count_if(moves.begin(), moves.end(),
                                           [&](auto move) { return prospects.serves(move, roll); });
        return 1.5 + 0.5 * static_cast<double>(std::min<std::ptrdiff_t>(holders, 6));
    }

    /// Wins that are not asked for, patterns that no win matches, and wins too few or too many.
    double lack_of_number(const P& position, Prospects<P>& prospects, Roll roll, bool free,
                          const std::optional<FaceSpec>& asked) {
        double cost = 0;
        int wins = 0;
        bool all_asked = true;
        std::vector<std::string> texts;  // where promotions count as one
        prospects.for_each_win(roll, free, [&](const Move& win) {
            ++wins;
            if (spec_.promotions_as_one) texts.push_back(position.notation(win));
            if (asked && suits(position, *asked, win)) return;
            cost += too_many;
            all_asked = false;
        });
        if (!asked) return cost;
        if (spec_.promotions_as_one) wins = static_cast<int>(reports::count_promotions_as_one(texts));
        for (const MovePattern& pattern : asked->patterns) {
            const auto matches = [&](Move move) { return pattern.matches(position.notation(move)); };
            cost += least_lack(prospects, roll, free, matches);
        }
        if (all_asked && wins > asked->wins.most) cost += too_many * (wins - asked->wins.most);
        if (wins < asked->wins.least && !asked->names_all()) {
            const auto loses = [&](Move move) {
                const auto& all = prospects.wins();
                return std::find(all.begin(), all.end(), move) == all.end() && suits(position, *asked, move);
            };
            cost += least_lack(prospects, roll, free, loses) + asked->wins.least - wins - 1;
        }
        return cost;
    }

    /// Whether a move may win on a face.
    bool suits(const P& position, const FaceSpec& asked, Move move) const {
        if constexpr (Spec<P>::knows_checkers_v) {
            if (asked.check_by && !Wanted::checks(position, move, *asked.check_by)) return false;
        }
        return !asked.lists_moves() || asks_for(position, asked, move);
    }

    bool asks_for(const P& position, const FaceSpec& asked, Move move) const {
        if (std::any_of(asked.mates.begin(), asked.mates.end(),
                        [&](const KeyMove& mate) { return spec_.wanted(mate).is(move); }))
            return true;
        if (asked.patterns.empty()) return false;
        const std::string text = position.notation(move);
        return std::any_of(asked.patterns.begin(), asked.patterns.end(),
                           [&](const MovePattern& pattern) { return pattern.matches(text); });
    }

    /// The least lack among the moves of a face that are as they should be.
    template <class Suits>
    static double least_lack(Prospects<P>& prospects, Roll roll, bool free, Suits suits) {
        double least = no_such_move;
        const auto& moves = prospects.moves();
        for (std::size_t at = 0; at < moves.size(); ++at) {
            if (!free && !prospects.serves(moves[at], roll)) continue;
            if (suits(moves[at])) least = std::min(least, prospects.lack(at));
        }
        return least;
    }

    /// In a longer puzzle nothing may win sooner.
    double sooner_wins(const P& position) {
        if (spec_.moves == 1) return 0;
        double cost = 0;
        if (spec_.other) {
            solvers_.solve(position, spec_.moves - 1, other_);
            for (const auto& face : other_)
                cost += spec_.judges(face.roll.face) && !face.mates.empty() ? too_many : 0;
            return cost;
        }
        for (const Move mate : prospects_.mates()) {
            const bool judged = !spec_.roll || position.in_check() ||
                                spec_.judges(position.roll_of(mate).face) || any_free(position);
            cost += judged ? too_many : 0;
        }
        return cost;
    }

    bool any_free(const P& position) const {
        const auto rolls = position.rolls();
        return std::any_of(rolls.begin(), rolls.end(), [&](const auto& chance) {
            return spec_.judges(chance.roll.face) && prospects_.is_free(chance.roll);
        });
    }

    // Themes.

    /// Themes as the record of the position would list them.
    double lack_of_themes(const P& position) {
        ThemeSet shown;
        if (line_finder_) {
            shown = shown_by(last_moves(position, *spec_.other, lines_)).themes;
        } else {
            winning_that_counts(prospects_, winning_);
            shown = themes_of(position, winning_, spec_.moves);
        }
        if (spec_.roll) shown = shown - ThemeCatalogue(P::themes).shown_by(ShownBy::AllFaces);
        const ThemeCatalogue catalogue = P::themes;
        spec_.themes.for_each([&](ThemeNumber theme) {
            tally_.note(shown.contains(theme), [&] { return std::string(catalogue[theme].name); });
        });
        spec_.without.for_each([&](ThemeNumber theme) {
            tally_.note(!shown.contains(theme), [&] { return fmt::format("not {}", catalogue[theme].name); });
        });
        double cost = 1.5 * (shown & spec_.without).size();
        const ThemeSet lacking = spec_.themes - shown;
        if (lacking.empty() || line_finder_) return cost + lacking.size();
        return cost + theme_lacks_.of_all(position, prospects_, lacking, [&](Roll roll) {
            const auto& asked = spec_.faces[roll.face];
            return spec_.judges(roll.face) && asked && asked->may_win();
        });
    }

    // Other requirements.

    double lack_of_try(const P& position, int face) {
        const auto rolls = position.rolls();
        const auto chance =
            std::find_if(rolls.begin(), rolls.end(), [&](const auto& one) { return one.roll.face == face; });
        if (chance == rolls.end()) return no_such_move;
        const Span answers = *spec_.tries[static_cast<std::size_t>(face)];
        const bool free = prospects_.is_free(chance->roll);
        double least = 4;
        for (const Move move : prospects_.moves()) {
            if (!free && !prospects_.serves(move, chance->roll)) continue;
            const auto left = static_cast<int>(reports::answers_to_check(position, move));
            if (left == 0) {
                least = std::min(least, 3.0);
            } else if (answers.contains(left)) {
                return 0;
            } else {
                const int off = left < answers.least ? answers.least - left : left - answers.most;
                least = std::min(least, 0.6 + 0.4 * std::min(off, 5));
            }
        }
        return least;
    }

    double lack_of_twin(const P& position, const TwinSpec& twin) {
        constexpr double no_position = 8, same_key = 2;
        const auto changed = reports::edited(position, twin.edit);
        if (!changed) return no_position;
        if (line_finder_) {
            const auto found = line_finder_->find(*changed);
            const bool same = found.count > 0 && found.first == lines_;
            return lack_of_number(found.count) + (same ? same_key : 0) +
                   (found.count > 0 ? 0.4 * static_cast<double>(line_finder_->count_shorter(*changed)) : 0);
        }
        const bool check_wanted = twin.faces && (*twin.faces)[0];
        if (HasDie<P> && changed->in_check() != check_wanted) return no_position - 1;
        twin_.look(*changed);
        if (twin.faces) return lack_of_faces(*changed, twin_, *twin.faces, [](int, bool, double) {});
        winning_that_counts(twin_, winning_);
        if (winning_.empty()) return 1 + lack_of_any_win(twin_);
        double cost = 0;
        for (const auto& face : winning_) {
            if (face.freedom == Freedom::Bound) cost += too_many * static_cast<double>(face.mates.size() - 1);
        }
        if (cost > 0) return cost;
        const auto key = key_of(*changed, winning_);
        winning_that_counts(prospects_, winning_);
        return key == key_of(position, winning_) ? same_key : 0;
    }

    void winning_that_counts(Prospects<P>& prospects, solver::Faces<P>& winning) const {
        prospects.winning(winning);
        std::erase_if(winning, [&](const auto& face) { return !spec_.judges(face.roll.face); });
    }

    /// Returns the number of flaws after the first moves, of which not many more than 8 are counted.
    int later_flaws(const P& position) {
        constexpr std::size_t counted = 8;
        winning_that_counts(prospects_, winning_);
        reports::LaterFlawSearch<P> search(
            [this](const P& later, int moves, solver::Faces<P>& out) {
                return solvers_.solve(later, moves, out);
            },
            spec_.promotions_as_one, counted);
        search.follow_all(position, winning_, spec_.moves - 1, [](const auto&) { return true; });
        return static_cast<int>(search.found.count());
    }

    bool gains_later_flaws(const P& rest) {
        prospects_.look(rest);
        return later_flaws(rest) > 0;
    }

    /// A longer win is proven by the solver in its own way, too.
    bool is_forced(const P& position) {
        if (spec_.moves == 1 || spec_.other) return true;
        solvers_.solve(position, spec_.moves, other_);
        prospects_.winning(winning_);
        return reports::same_wins<P>(winning_, other_, [](int) { return true; });
    }

    const Spec<P>& spec_;
    const bool wants_themes_ = !spec_.themes.empty() || !spec_.without.empty();
    Prospects<P> prospects_;
    Prospects<P> twin_;
    SolversByLength<P> solvers_;
    ThemeLacks<P> theme_lacks_{spec_.moves};
    std::optional<LineFinder<P>> line_finder_;
    solver::Faces<P> winning_, other_;
    std::vector<solver::Line<P>> lines_;  // of the position, where it has lines
    Tally tally_;
};

}  // namespace octomate::make
