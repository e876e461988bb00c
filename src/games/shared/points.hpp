#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "core/themes.hpp"

/// Grades the difficulty and quality of puzzles in the same way for every game. Each score is a sum of named
/// components with fixed maxima, in whole numbers. docs/themes.md lists them, and tests compare it with this
/// file.
namespace octomate::points {

/// Maps `amount`, 0 or more and unbounded, to points from 0 to below `most`; `half` gives half of `most`.
constexpr int saturated(int amount, int half, int most) { return most * amount / (amount + half); }

/// Counts the losing moves among which a solver has to find a win: those on one face that binds the move, or
/// all moves if faces leave it free. The counts are kept by level, which is how many things a solver has to
/// see in advance: 0 for a plain move, and one more for each swap of a cascade, for example.
class Row {
  public:
    static constexpr int levels = 8;

    /// Adds a move that does not win. `one_answer`: it gives check and leaves a single legal answer.
    void add(int level, bool check, bool one_answer) {
        Level& counts = levels_[static_cast<std::size_t>(std::min(level, levels - 1))];
        ++(check ? counts.tries : counts.others);
        counts.near_misses += one_answer;
    }

    Row& operator+=(const Row& other) {
        for (std::size_t level = 0; level < levels_.size(); ++level) {
            levels_[level].others += other.levels_[level].others;
            levels_[level].tries += other.levels_[level].tries;
            levels_[level].near_misses += other.levels_[level].near_misses;
        }
        return *this;
    }

    /// Returns the number of checks that do not win; checks that leave one answer count three times.
    int tries() const {
        int sum = 0;
        for (const Level& counts : levels_) sum += counts.tries + 2 * counts.near_misses;
        return sum;
    }

    /// Returns the work of a greedy solver until it finds a winning move of `winning_level`, in quarters of
    /// the work for a check. The solver tries moves level by level; on the level of the winning move it tries
    /// checks only, half of them.
    int moves_to_try(int winning_level) const {
        int sum = 0;
        const auto winning = static_cast<std::size_t>(std::min(winning_level, levels - 1));
        for (std::size_t level = 0; level <= winning; ++level) {
            const Level& counts = levels_[level];
            const int checks = 4 * counts.tries + 4 * counts.near_misses;
            sum += level < winning ? checks + counts.others : checks / 2;
        }
        return sum;
    }

  private:
    struct Level {
        int others = 0;       ///< moves without check
        int tries = 0;        ///< checks
        int near_misses = 0;  ///< checks that leave one answer
    };

    std::array<Level, levels> levels_{};
};

/// The facts by which a winning move is graded.
struct Key {
    int piece = 0;        ///< the square from which the mover came
    int working = 0;      ///< the number of pieces that take part in the final position
    int pieces = 0;       ///< the number of pieces on the board after the move
    int obviousness = 0;  ///< from 0 to 2, which stands for a capture or an obvious check
    int rarity = 0;       ///< points for how rarely such moves win
    bool cascades = false;
    bool discovers = false;  ///< whether a piece gives check that did not move
    ThemeSet shows;          ///< the themes of the move alone
};

/// What a winning face teaches a solver that has solved the faces before it.
enum class Lesson : std::uint8_t {
    New,    ///< a mating pattern that no earlier face showed
    Known,  ///< a mating pattern that an earlier face showed
    None,   ///< nothing, because the face leaves the move free and other faces show the same wins
};

/// The facts about the pieces of a diagram on which scores depend.
struct Pieces {
    int all = 0;           ///< the number of pieces, kings included
    int unnatural = 0;     ///< pieces that games rarely have, such as promoted ones
    bool trivial = false;  ///< material that wins without difficulty, such as king and queen against king
};

/// Accumulates the facts of a solution and computes its scores. Needs at least one key and one row.
class Grade {
  public:
    explicit Grade(const ThemeCatalogue& catalogue) : catalogue_(catalogue) {}

    /// Adds a winning move.
    void key(const Key& key) {
        ++keys_;
        working_ += 1000 * key.working / key.pieces;
        obviousness_ += key.obviousness;
        rarity_ += key.rarity;
        cascades_ += key.cascades;
        discoveries_ += key.discovers;
        pieces_.set(static_cast<std::size_t>(key.piece));
        ThemeSet motifs;
        key.shows.for_each(
            [&](ThemeNumber theme) { motifs.insert_if(theme, catalogue_[theme].paradox >= motif); });
        common_ = keys_ == 1 ? motifs : common_ & motifs;
        with_motif_ += !motifs.empty();
    }

    /// Adds the losing moves of a winning face and the lowest level of its winning moves. Faces that leave
    /// the move free have the same moves and are added together as one row, with `weight` 2 if there are
    /// several.
    void row(const Row& row, int winning_level, Lesson lesson = Lesson::New, int weight = 1) {
        rows_ += weight;
        tries_ += row.tries();
        const int share = lesson == Lesson::New ? 4 : lesson == Lesson::Known ? 1 : 0;
        patterns_ += lesson == Lesson::New;
        learnt_ += share;
        tried_ += share * row.tries();
        moves_to_try_ += share * row.moves_to_try(winning_level);
    }

    /// Returns the scores, each 0…100. `duals`: the number of surplus winning moves, which are all but one on
    /// each face that binds the move. `themes`: the themes of the puzzle.
    Scores scores(const Pieces& pieces, int duals, ThemeSet themes) const {
        const int quality = economy(pieces) + picture(themes) + paradox(themes) + unity() + rarity() +
                            surprise() - obviousness() - std::min(30, 15 * duals) -
                            std::min(12, 3 * pieces.unnatural);
        const int difficulty = search() + tries() + hidden(themes) + (patterns_ > 1 ? 2 : 0);
        return {score(pieces.trivial ? difficulty / 2 : difficulty),
                score(pieces.trivial ? quality / 4 : quality)};
    }

    // ---- quality ------------------------------------------------------------------------------------------

    /// 0…26: the share of pieces that take part, minus a point for each piece beyond nine.
    int economy(const Pieces& pieces) const {
        return std::max(0, 26 * working_ / (1000 * keys_) - std::clamp(pieces.all - 9, 0, 12));
    }
    /// 0…13: how pure the final position is.
    int picture(ThemeSet themes) const { return catalogue_.greatest(themes, &ThemeDefinition::picture); }
    /// 0…30: how much the solution contradicts habit.
    int paradox(ThemeSet themes) const {
        return std::clamp(catalogue_.diminishing(themes, &ThemeDefinition::paradox), 0, 30);
    }
    /// 0…24: how well several solutions belong together. They do if different pieces show one motif, or each
    /// solution has a motif; three pieces or several cascades count more, and repeated discovered checks by
    /// one piece less. A single solution counts 9.
    int unity() const {
        if (keys_ == 1) return 9;
        const bool all_differ = static_cast<int>(pieces_.count()) == keys_;
        int points = pieces_.count() == 1 ? 4 : 6;
        if (all_differ) {
            points = !common_.empty() ? 15 : with_motif_ == keys_ ? 13 : 8;
            points += (keys_ > 2 ? 6 : 0) + (cascades_ > 1 ? 3 : 0);
        } else if (!common_.empty()) {
            points = pieces_.count() == 1 && discoveries_ == keys_ ? 5 : 11;
        }
        return std::max(0, points - 2 * std::max(0, keys_ - 3));
    }
    /// 0…12: how rarely such moves win, on average.
    int rarity() const { return rarity_ / keys_; }
    /// 0…20: how many checks fail on the winning faces.
    int surprise() const { return saturated(tries_, 4 * rows_, 20); }
    /// 0…16, which is subtracted: how obvious the solutions are, reduced by the number of failing checks.
    int obviousness() const { return 8 * obviousness_ * 5 * rows_ / (keys_ * (5 * rows_ + tries_)); }

    // ---- difficulty ---------------------------------------------------------------------------------------

    /// 0…40: how many moves a greedy solver tries before the winning ones.
    int search() const { return saturated(moves_to_try_, 10 * learnt_, 40); }
    /// 0…25: how many checks fail.
    int tries() const { return saturated(tried_, 4 * learnt_, 25); }
    /// How hard the themes make the solution to see. May be negative in check, where few moves are legal.
    int hidden(ThemeSet themes) const {
        return 6 * catalogue_.diminishing(themes, &ThemeDefinition::hidden) / 5;
    }

  private:
    static constexpr int motif = 5;  // a theme with at least this many points of paradox is a motif

    static int score(int sum) { return std::clamp(sum, 0, 100); }

    const ThemeCatalogue& catalogue_;
    int keys_ = 0;
    int working_ = 0;  // sum over the keys, in thousandths of all pieces
    int obviousness_ = 0;
    int rarity_ = 0;           // sum over the keys
    int cascades_ = 0;         // number of keys with a cascade
    int discoveries_ = 0;      // number of keys with a discovered check
    std::bitset<128> pieces_;  // the squares from which the keys move
    ThemeSet common_;          // motifs of all keys
    int with_motif_ = 0;       // number of keys with a motif
    int rows_ = 0;             // sum of the weights of the rows
    int tries_ = 0;            // sum over the rows
    int patterns_ = 0;         // number of new mating patterns
    // Sums over the rows in which a new pattern counts four times and a known one once.
    int learnt_ = 0;
    int tried_ = 0;
    int moves_to_try_ = 0;
};

/// Scores a puzzle of a game without a die by its winning moves, at least one. `key_of(move)` returns the
/// facts of a winning move apart from its themes, `shows(move)` its themes, and `level_of(move)` the level of
/// any legal move, from 0.
template <const ThemeCatalogue& catalogue, class P, class KeyOf, class Shows, class Level>
Scores scores_without_die(const P& position, const std::vector<typename P::Move>& wins, ThemeSet themes,
                          const Pieces& pieces, KeyOf key_of, Shows shows, Level level_of) {
    Grade grade(catalogue);
    int level = Row::levels;
    for (const auto& move : wins) {
        Key key = key_of(move);
        if (wins.size() > 1) key.shows = shows(move);
        grade.key(key);
        level = std::min(level, level_of(move));
    }
    MoveList<P> all;
    position.legal_moves(all);
    Row row;
    for (const auto& move : all) {
        if (is_among(wins, move)) continue;
        const P after = position.play(move);
        const bool check = after.turn() != position.turn() && after.in_check();
        row.add(level_of(move), check, check && after.count_legal_moves() == 1);
    }
    grade.row(row, level);
    return grade.scores(pieces, static_cast<int>(wins.size()) - 1, themes);
}

}  // namespace octomate::points
