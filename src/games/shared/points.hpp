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

/// Counts the moves that a face allows but that do not win, by level. The level measures how hard a move is
/// to see: 0 for a plain move, and one more for each swap of a cascade, for example.
class LosingMoves {
  public:
    static constexpr int levels = 8;

    /// Adds a move that does not win. `one_answer`: it gives check and leaves a single legal answer.
    void add(int level, bool check, bool one_answer) {
        Level& counts = levels_[static_cast<std::size_t>(std::min(level, levels - 1))];
        ++(check ? counts.tries : counts.quiet);
        counts.near_misses += one_answer;
    }

    LosingMoves& operator+=(const LosingMoves& other) {
        for (std::size_t level = 0; level < levels_.size(); ++level) {
            levels_[level].quiet += other.levels_[level].quiet;
            levels_[level].tries += other.levels_[level].tries;
            levels_[level].near_misses += other.levels_[level].near_misses;
        }
        return *this;
    }

    /// Returns the number of checks; a check that leaves a single legal answer counts three times.
    int tries() const {
        int sum = 0;
        for (const Level& counts : levels_) sum += counts.tries + 2 * counts.near_misses;
        return sum;
    }

    /// Returns how many moves a greedy solver tries before a winning move of `winning_level`. The solver
    /// tries the moves level by level; on the level of the winning move it tries only checks, and half of
    /// them. A check counts 4 (8 if it leaves one answer), any other move 1.
    int moves_to_try(int winning_level) const {
        int sum = 0;
        const auto winning = static_cast<std::size_t>(std::min(winning_level, levels - 1));
        for (std::size_t level = 0; level <= winning; ++level) {
            const Level& counts = levels_[level];
            const int checks = 4 * counts.tries + 4 * counts.near_misses;
            sum += level < winning ? checks + counts.quiet : checks / 2;
        }
        return sum;
    }

  private:
    struct Level {
        int quiet = 0;        ///< number of moves without check
        int tries = 0;        ///< number of checks
        int near_misses = 0;  ///< number of checks that leave a single legal answer
    };

    std::array<Level, levels> levels_{};
};

/// The properties of a winning move that affect the scores of a puzzle.
struct Key {
    int from = 0;            ///< the square from which the piece moves
    int working_pieces = 0;  ///< the number of pieces that take part in the win
    int pieces = 0;          ///< the number of pieces on the board after the move
    int obviousness = 0;     ///< 0…2; 2 for a capture, or for a plain check by a strong piece
    int rarity = 0;          ///< 0…12: how rare wins by similar moves are
    bool cascades = false;
    bool discovers = false;  ///< whether a piece that did not move gives check
    ThemeSet themes;         ///< the themes of the move; may be left empty if no other move wins
};

/// What a winning face teaches a solver that has solved the faces before it.
enum class Lesson : std::uint8_t {
    New,    ///< a mating pattern that no earlier face showed
    Known,  ///< a mating pattern that an earlier face showed
    None,   ///< nothing, because the face leaves the move free and other faces show the same wins
};

/// The properties of a diagram's pieces that affect the scores of a puzzle.
struct Pieces {
    int count = 0;         ///< the number of pieces, kings included
    int unnatural = 0;     ///< the number of pieces that games rarely have, such as promoted ones
    bool trivial = false;  ///< whether the material wins without difficulty, as king and queen against king
};

/// Accumulates the facts about the solution of a puzzle and computes its scores. Before a score is requested,
/// `add_key` and `add_face` must each have been called at least once.
class Grade {
  public:
    explicit Grade(const ThemeCatalogue& catalogue) : catalogue_(catalogue) {}

    /// Adds a winning move.
    void add_key(const Key& key) {
        ++keys_;
        working_ += 1000 * key.working_pieces / key.pieces;
        obviousness_ += key.obviousness;
        rarity_ += key.rarity;
        cascades_ += key.cascades;
        discoveries_ += key.discovers;
        from_squares_.set(static_cast<std::size_t>(key.from));
        ThemeSet motifs;
        key.themes.for_each([&](ThemeNumber theme) {
            motifs.insert_if(theme, catalogue_[theme].paradox >= least_paradox_of_motif);
        });
        common_motifs_ = keys_ == 1 ? motifs : common_motifs_ & motifs;
        keys_with_motif_ += !motifs.empty();
    }

    /// Adds a winning face: its losing moves, and the lowest level of its winning moves. All faces that leave
    /// the move free have the same moves; they are added by one call, with `weight` 2 if there are several.
    void add_face(const LosingMoves& losing, int winning_level, Lesson lesson = Lesson::New, int weight = 1) {
        faces_ += weight;
        tries_ += losing.tries();
        const int share = lesson == Lesson::New ? 4 : lesson == Lesson::Known ? 1 : 0;
        patterns_ += lesson == Lesson::New;
        shares_ += share;
        shared_tries_ += share * losing.tries();
        shared_moves_to_try_ += share * losing.moves_to_try(winning_level);
    }

    /// Returns the scores, each 0…100. `duals`: the number of surplus winning moves, summed over the faces
    /// that bind the move: all but one on each. `themes`: the themes of the puzzle.
    Scores scores(const Pieces& pieces, int duals, ThemeSet themes) const {
        const int quality = economy(pieces) + picture(themes) + paradox(themes) + unity() + rarity() +
                            surprise() - obviousness() - std::min(30, 15 * duals) -
                            std::min(12, 3 * pieces.unnatural);
        const int difficulty = search() + tries() + hidden(themes) + (patterns_ > 1 ? 2 : 0);
        return {score(pieces.trivial ? difficulty / 2 : difficulty),
                score(pieces.trivial ? quality / 4 : quality)};
    }

    // ---- The components of the quality --------------------------------------------------------------------

    /// 0…26: the share of pieces that take part, minus a point for each piece beyond nine.
    int economy(const Pieces& pieces) const {
        return std::max(0, 26 * working_ / (1000 * keys_) - std::clamp(pieces.count - 9, 0, 12));
    }
    /// 0…13: how pure the final position is.
    int picture(ThemeSet themes) const { return catalogue_.max_points(themes, &ThemeDefinition::picture); }
    /// 0…30: how much the solution contradicts habit.
    int paradox(ThemeSet themes) const {
        return std::clamp(catalogue_.diminishing_sum(themes, &ThemeDefinition::paradox), 0, 30);
    }
    /// 0…24: how well several winning moves belong together; a single one counts 9. Counts most if different
    /// pieces show the same motif, less if each shows some motif; more for three pieces or several cascades,
    /// less if all are discovered checks by one piece.
    int unity() const {
        if (keys_ == 1) return 9;
        const bool all_differ = static_cast<int>(from_squares_.count()) == keys_;
        int points = from_squares_.count() == 1 ? 4 : 6;
        if (all_differ) {
            points = !common_motifs_.empty() ? 15 : keys_with_motif_ == keys_ ? 13 : 8;
            points += (keys_ > 2 ? 6 : 0) + (cascades_ > 1 ? 3 : 0);
        } else if (!common_motifs_.empty()) {
            points = from_squares_.count() == 1 && discoveries_ == keys_ ? 5 : 11;
        }
        return std::max(0, points - 2 * std::max(0, keys_ - 3));
    }
    /// 0…12: the average rarity of the winning moves.
    int rarity() const { return rarity_ / keys_; }
    /// 0…20: how many checks fail on the winning faces.
    int surprise() const { return saturated(tries_, 4 * faces_, 20); }
    /// 0…16: how obvious the winning moves are; less if many other checks fail. Subtracted from the quality.
    int obviousness() const { return 8 * obviousness_ * 5 * faces_ / (keys_ * (5 * faces_ + tries_)); }

    // ---- The components of the difficulty -----------------------------------------------------------------

    /// 0…40: how many moves a greedy solver tries before the winning ones.
    int search() const { return saturated(shared_moves_to_try_, 10 * shares_, 40); }
    /// 0…25: how many checks fail.
    int tries() const { return saturated(shared_tries_, 4 * shares_, 25); }
    /// How hard the themes make the solution to see. May be negative in check, where few moves are legal.
    int hidden(ThemeSet themes) const {
        return 6 * catalogue_.diminishing_sum(themes, &ThemeDefinition::hidden) / 5;
    }

  private:
    static constexpr int least_paradox_of_motif = 5;  // a theme with this many paradox points is a motif

    static int score(int sum) { return std::clamp(sum, 0, 100); }

    const ThemeCatalogue& catalogue_;
    int keys_ = 0;
    int working_ = 0;                // sum over the keys of the share of working pieces, in thousandths
    int obviousness_ = 0;            // sum of the obviousness of the keys
    int rarity_ = 0;                 // sum of the rarity of the keys
    int cascades_ = 0;               // number of keys with a cascade
    int discoveries_ = 0;            // number of keys with a discovered check
    std::bitset<128> from_squares_;  // squares from which the keys move
    ThemeSet common_motifs_;         // motifs that all keys show
    int keys_with_motif_ = 0;
    int faces_ = 0;     // sum of the weights of the faces
    int tries_ = 0;     // sum of the tries on the faces
    int patterns_ = 0;  // number of new mating patterns
    // Each face has a share in the difficulty: 4 with a new pattern, 1 with a known one, else 0.
    int shares_ = 0;               // sum of the shares of the faces
    int shared_tries_ = 0;         // sum over the faces of share times tries
    int shared_moves_to_try_ = 0;  // sum over the faces of share times moves to try
};

/// Returns the scores of a puzzle of a game without a die, which has at least one winning move. `themes`: the
/// themes of the puzzle. `key_of(move)` returns the facts of a winning move apart from its themes,
/// `themes_of(move)` its themes, and `level_of(move)` the level of any legal move (see LosingMoves), from 0.
template <const ThemeCatalogue& catalogue, class P, class KeyOf, class ThemesOf, class LevelOf>
Scores scores_without_die(const P& position, const std::vector<typename P::Move>& wins, ThemeSet themes,
                          const Pieces& pieces, KeyOf key_of, ThemesOf themes_of, LevelOf level_of) {
    Grade grade(catalogue);
    int winning_level = LosingMoves::levels;
    for (const auto& move : wins) {
        Key key = key_of(move);
        if (wins.size() > 1) key.themes = themes_of(move);
        grade.add_key(key);
        winning_level = std::min(winning_level, level_of(move));
    }
    MoveList<P> moves;
    position.legal_moves(moves);
    LosingMoves losing;
    for (const auto& move : moves) {
        if (is_among(wins, move)) continue;
        const P after = position.play(move);
        const bool check = after.turn() != position.turn() && after.in_check();
        losing.add(level_of(move), check, check && after.count_legal_moves() == 1);
    }
    grade.add_face(losing, winning_level);
    return grade.scores(pieces, static_cast<int>(wins.size()) - 1, themes);
}

}  // namespace octomate::points
