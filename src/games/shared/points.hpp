#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "core/themes.hpp"

/// What puzzles are graded by, the same for every game: named components, each from 0 to a most, whole
/// numbers throughout. docs/themes.md lists them; the tests hold a table of them to it.
namespace octomate::points {

/// Something that has no bound, as points: half of `most` at `half`.
constexpr int saturated(int amount, int half, int most) { return most * amount / (amount + half); }

/// The moves that a solver looks through where some of them win: on a face that binds the move, or on all
/// those that leave it free. They are counted by how far from sight they are: level 0 is what a beginner
/// looks at, and each further level one thing more to be seen ahead, such as a swap of a cascade.
class Row {
  public:
    static constexpr int levels = 8;

    /// A move that does not win. `one_answer`: it is a check that leaves one answer.
    void add(int level, bool check, bool one_answer) {
        Level& of = levels_[static_cast<std::size_t>(std::min(level, levels - 1))];
        ++(check ? of.tries : of.others);
        of.near_misses += one_answer;
    }

    Row& operator+=(const Row& other) {
        for (std::size_t at = 0; at < levels_.size(); ++at) {
            levels_[at].others += other.levels_[at].others;
            levels_[at].tries += other.levels_[at].tries;
            levels_[at].near_misses += other.levels_[at].near_misses;
        }
        return *this;
    }

    /// Checks that do not win, those that leave one answer counting thrice.
    int tries() const {
        int sum = 0;
        for (const Level& of : levels_) sum += of.tries + 2 * of.near_misses;
        return sum;
    }

    /// How much a greedy solver looks at before finding a winning move, in quarters of a check: moves are
    /// taken level by level, checks before all others and, on the level of the winning one, half of them.
    int looks(int winning_level) const {
        int sum = 0;
        const auto winning = static_cast<std::size_t>(std::min(winning_level, levels - 1));
        for (std::size_t at = 0; at <= winning; ++at) {
            const Level& of = levels_[at];
            const int checks = 4 * of.tries + 4 * of.near_misses;
            sum += at < winning ? checks + of.others : checks / 2;
        }
        return sum;
    }

  private:
    struct Level {
        int others = 0;
        int tries = 0;
        int near_misses = 0;  ///< of the tries
    };

    std::array<Level, levels> levels_{};
};

/// One winning move.
struct Key {
    int piece = 0;        ///< the square from which it moves
    int working = 0;      ///< pieces that take part, after it
    int pieces = 0;       ///< on the board, after it
    int obviousness = 0;  ///< 0…2: a capture, or an obvious check, is 2
    int rarity = 0;       ///< points for how seldom such moves win
    bool cascades = false;
    bool discovers = false;  ///< a check by a piece that stays where it is
    ThemeSet shows;          ///< by itself
};

/// What a face that wins asks of solvers who know how the faces before it win.
enum class Lesson : std::uint8_t {
    New,    ///< a mating pattern that no face showed
    Known,  ///< one that was shown
    None,   ///< nothing: it leaves the move free, and so repeats what wins on others
};

/// The pieces of the diagram.
struct Pieces {
    int all = 0;
    int unnatural = 0;     ///< that no game would have
    bool trivial = false;  ///< such as king and queen against king: it is known how that is won
};

/// Takes up all that a solution is graded by. At least one key and one row.
class Grade {
  public:
    explicit Grade(const ThemeCatalogue& catalogue) : catalogue_(catalogue) {}

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

    /// The losing moves of a face that wins, and the level of the winning one that is nearest to sight. Faces
    /// that show the same, since they leave the move free, are one row; `weight`: 2 if there are several.
    void row(const Row& row, int winning_level, Lesson lesson = Lesson::New, int weight = 1) {
        rows_ += weight;
        tries_ += row.tries();
        const int share = lesson == Lesson::New ? 4 : lesson == Lesson::Known ? 1 : 0;
        patterns_ += lesson == Lesson::New;
        learnt_ += share;
        tried_ += share * row.tries();
        looks_ += share * row.looks(winning_level);
    }

    /// `duals`: winning moves too many, all but one on each face that binds the move. `themes`: of the
    /// puzzle.
    Scores scores(const Pieces& pieces, int duals, ThemeSet themes) const {
        const int quality = economy(pieces) + picture(themes) + paradox(themes) + unity() + rarity() +
                            surprise() - obviousness() - std::min(30, 15 * duals) -
                            std::min(12, 3 * pieces.unnatural);
        const int difficulty = search() + tries() + hidden(themes) + (patterns_ > 1 ? 2 : 0);
        return {score(pieces.trivial ? difficulty / 2 : difficulty),
                score(pieces.trivial ? quality / 4 : quality)};
    }

    // ---- quality ------------------------------------------------------------------------------------------

    /// 0…26: the share of the pieces that take part, a point less for each beyond nine.
    int economy(const Pieces& pieces) const {
        return std::max(0, 26 * working_ / (1000 * keys_) - std::clamp(pieces.all - 9, 0, 12));
    }
    /// 0…13: how pure the last position is.
    int picture(ThemeSet themes) const { return catalogue_.greatest(themes, &ThemeDefinition::picture); }
    /// 0…30: what goes against habit.
    int paradox(ThemeSet themes) const {
        return std::clamp(catalogue_.diminishing(themes, &ThemeDefinition::paradox), 0, 30);
    }
    /// 0…24: whether several solutions belong together: one motif by different pieces, or a motif each, and
    /// more for three pieces and for several cascades; little for one piece that discovers check again and
    /// again.
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
    /// 0…12: how seldom such moves win, on average.
    int rarity() const { return rarity_ / keys_; }
    /// 0…20: checks that fail, where they can be taken for the solution.
    int surprise() const { return saturated(tries_, 4 * rows_, 20); }
    /// 0…16, to be taken off: obvious solutions, less where there are tries beside them.
    int obviousness() const { return 8 * obviousness_ * 5 * rows_ / (keys_ * (5 * rows_ + tries_)); }

    // ---- difficulty ---------------------------------------------------------------------------------------

    /// 0…40: what a greedy solver looks at first.
    int search() const { return saturated(looks_, 10 * learnt_, 40); }
    /// 0…25: plausible tries.
    int tries() const { return saturated(tried_, 4 * learnt_, 25); }
    /// What is far from sight; less than 0 in check, where little is legal.
    int hidden(ThemeSet themes) const {
        return 6 * catalogue_.diminishing(themes, &ThemeDefinition::hidden) / 5;
    }

  private:
    static constexpr int motif = 5;  // the points of paradox that make a theme the idea of a move

    static int score(int sum) { return std::clamp(sum, 0, 100); }

    const ThemeCatalogue& catalogue_;
    int keys_ = 0;
    int working_ = 0;  // sum over the keys, in thousandths of all pieces
    int obviousness_ = 0;
    int rarity_ = 0;    // sum over the keys
    int cascades_ = 0;  // how many of the keys do
    int discoveries_ = 0;
    std::bitset<128> pieces_;
    ThemeSet common_;
    int with_motif_ = 0;
    int rows_ = 0;  // with their weights
    int tries_ = 0;
    // What there is to learn, in quarters of a new pattern.
    int patterns_ = 0;
    int learnt_ = 0;
    int tried_ = 0;
    int looks_ = 0;
};

/// Scores a position of a game without a die by its winning moves, at least one. Of such a move `key(move)`
/// is what it is graded by, apart from its themes, and `shows(move)` those; `level(move)` is how far any
/// legal move is from sight.
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
