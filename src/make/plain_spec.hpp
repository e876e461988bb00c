#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/themes.hpp"
#include "formats/twins.hpp"
#include "make/game_terms.hpp"
#include "make/move_pattern.hpp"
#include "make/symmetry_wish.hpp"
#include "make/wanted.hpp"

namespace octomate::make {

/// A move that must win.
struct WishedMove {
    std::string written;
    std::size_t number = 0;                 ///< among all moves of the spec
    std::size_t same = 0;                   ///< the first of them that is the same move, side effects apart
    int own_face = 0;                       ///< on whose file it lands; 0 in a game without a die
    std::optional<std::string> impossible;  ///< why nobody ever plays it
};

/// What a face is to do. Where moves are listed each must win, and no move may win that is not among them.
struct FaceWish {
    bool any = false;            ///< whatever it likes; nothing else is wished then
    Span wins{1, Span::no_end};  ///< how many moves win
    std::vector<WishedMove> mates;
    std::vector<MovePattern> patterns;
    ThemeSet themes;  ///< that the winning moves of this face show by themselves

    bool lists_moves() const { return !mates.empty() || !patterns.empty(); }
    /// Whether a move may win there.
    bool may_win() const { return any || wins.most > 0; }
    /// Whether only moves without wildcards win, and all of these do.
    bool names_all() const { return !any && patterns.empty() && (lists_moves() || wins.most == 0); }
    /// Whether it names a move, side effects apart.
    bool names(const WishedMove& move) const {
        for (const WishedMove& mate : mates) {
            if (mate.same == move.same) return true;
        }
        return false;
    }
};

/// By faces, 0 in check or without a die; a face without a wish must not win.
using FaceWishes = std::vector<std::optional<FaceWish>>;

/// A twin that must be a puzzle too.
struct TwinWish {
    std::string name;
    records::Edit edit;
    std::optional<FaceWishes> faces;  ///< none: it must be sound, with another key
};

/// What to compose, in terms that are the same for every game: men and squares by their numbers. What needs
/// the rules of the game is asked of Spec.
class PlainSpec {
  public:
    explicit PlainSpec(const GameTerms& terms);
    virtual ~PlainSpec() = default;

    const GameTerms& game;
    Color turn = Color::White;
    Squares filled;  ///< squares with some man
    FaceWishes faces;
    std::optional<int> roll;    ///< the one face that counts
    int moves = 1;              ///< 1, or 2: a mate in two, forced whatever is rolled
    int max_men = 10;           ///< royal ones included
    std::vector<int> at_most;   ///< men by their numbers, 0 or more
    std::vector<int> at_least;  ///< men by their numbers, 0 or more
    std::vector<Squares> room;  ///< where men by their numbers may stand
    bool limits_men = false;    ///< whether numbers or room say more than usual
    ThemeSet themes;            ///< that the winning moves must show
    ThemeSet without;           ///< that they must not show
    bool economical = false;    ///< nobody is superfluous
    std::vector<SymmetryWish> symmetries;
    /// By faces: a move that checks there and leaves so many answers.
    std::vector<std::optional<Span>> tries;
    std::vector<TwinWish> twins;

    bool wants_die() const { return !faces[0]; }

    /// Whether a face counts.
    bool judges(int face) const { return !roll || face == 0 || face == *roll; }

    /// Squares of the men that stand as the spec says.
    Squares fixed_squares() const;
    /// How many of a man stand so.
    int fixed_men(int man) const;
    /// Squares that must have some man.
    Squares needed_squares() const { return demanded_squares() | filled; }
    /// How many men there are at least.
    int least_men() const;

    // What the rules of the game know.

    virtual std::string_view variant() const = 0;
    /// The man that stands on a square as the spec says.
    virtual std::optional<int> man_on(int square) const = 0;
    /// Puts a man there instead.
    virtual void put(int man, int square) = 0;
    virtual void keep_empty(int square) = 0;
    /// Squares without a man, those included that moves of the key need.
    virtual Squares empty_squares() const = 0;
    /// Squares with some man that moves of the key need.
    virtual Squares demanded_squares() const = 0;
    /// A wanted move, as it goes for the side to move.
    virtual Expected<WishedMove, Fault> read_move(const std::string& text) = 0;
    /// Draws the conclusions of a move of the key about the board; tells what contradicts it.
    virtual std::optional<std::string> conclude(const WishedMove& move) = 0;
    /// The fault of a man who is to stand where he may not.
    virtual std::optional<Fault> misplaced(int man, int square) const = 0;
    /// Why so many men can never stand on a board where a game brought them; none if they can.
    virtual std::optional<std::string> too_many(const std::vector<int>& men) const = 0;
    /// How much the looks of a position count, by names.
    virtual std::vector<std::string> tastes() const = 0;
    virtual void set_taste(std::string_view name, double weight) = 0;
};

}  // namespace octomate::make
