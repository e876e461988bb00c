#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "make/maker.hpp"
#include "make/stipulated.hpp"
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

}  // namespace octomate::make
