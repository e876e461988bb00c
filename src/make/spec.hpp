#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/twins.hpp"
#include "make/capabilities.hpp"
#include "make/move_pattern.hpp"
#include "make/symmetry_wish.hpp"
#include "make/wanted.hpp"

namespace octomate::make {

/// What a face is to do. Where moves are listed each must win, and no move may win that is not among them.
template <Composable P>
struct FaceWish {
    bool any = false;            ///< whatever it likes; nothing else is wished then
    Span wins{1, Span::no_end};  ///< how many moves win
    std::vector<typename P::Arrangement::WantedMove> mates;
    std::vector<MovePattern> patterns;
    ThemeSet themes;  ///< that the winning moves of this face show by themselves

    bool lists_moves() const { return !mates.empty() || !patterns.empty(); }
    /// Whether a move may win there.
    bool may_win() const { return any || wins.most > 0; }
    /// Whether only moves without wildcards win, and all of these do.
    bool names_all() const { return !any && patterns.empty() && (lists_moves() || wins.most == 0); }
};

/// By faces, 0 in check or without a die; a face without a wish must not win.
template <Composable P>
using FaceWishes = std::array<std::optional<FaceWish<P>>, P::Arrangement::greatest_face + 1>;

/// A twin that must be a puzzle too.
template <Composable P>
struct TwinWish {
    std::string name;
    records::Edit edit;
    std::optional<FaceWishes<P>> faces;  ///< none: it must be sound, with another key
};

/// What to compose.
template <Composable P>
struct Spec {
    using Men = typename P::Arrangement;
    using SquareSet = typename Men::SquareSet;

    P start;  ///< where the game begins
    Color turn = Color::White;
    Men men;                                          ///< as they stand, those that the key names included
    typename Men::Demands demands;                    ///< what the moves of the key need
    SquareSet filled = Men::from(0) & ~Men::from(0);  ///< squares with some man
    FaceWishes<P> faces;
    std::optional<int> roll;                          ///< the one face that counts
    int moves = 1;                                    ///< 1, or 2: a mate in two, forced whatever is rolled
    int max_men = 10;                                 ///< royal ones included
    std::array<int, Men::kinds_of_men> at_most{};     ///< men by their numbers, 0 or more
    std::array<int, Men::kinds_of_men> at_least{};    ///< men by their numbers, 0 or more
    std::array<SquareSet, Men::kinds_of_men> room{};  ///< where men by their numbers may stand
    bool limits_men = false;                          ///< whether numbers or room say more than usual
    typename Men::Taste taste;
    ThemeSet themes;          ///< that the winning moves must show
    ThemeSet without;         ///< that they must not show
    bool economical = false;  ///< nobody is superfluous
    std::vector<SymmetryWish<Men>> symmetries;
    /// By faces: a move that checks there and leaves so many answers.
    std::array<std::optional<Span>, Men::greatest_face + 1> tries{};
    std::vector<TwinWish<P>> twins;

    explicit Spec(const P& begin) : start(begin), men(Men(begin).bare()) {
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            at_most[static_cast<std::size_t>(kind)] = Men::usual(Men::man_numbered(kind));
            room[static_cast<std::size_t>(kind)] = Men::from(0);
        }
    }

    bool wants_die() const { return !faces[0]; }

    /// Whether a face counts.
    bool judges(int face) const { return !roll || face == 0 || face == *roll; }

    /// Squares that must have some man.
    SquareSet needed() const { return demands.needed() | filled; }

    SquareSet room_of(typename Men::Man man) const {
        return room[static_cast<std::size_t>(Men::number(man))];
    }

    /// Whether it allows these men: one royal man a side, no more men than it says, those of the key in their
    /// places, and all where a game can put them.
    bool allows(const Men& given) const {
        if (!demands.met_by(given, turn) || Men::count(given.occupied()) > max_men || !given.possible())
            return false;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const auto man = Men::man_numbered(kind);
            if (Men::royal(man)) continue;
            const int number = Men::count(given.all_of(man));
            if (number > at_most[static_cast<std::size_t>(kind)] && number > Men::count(men.all_of(man)))
                return false;
            if (number < at_least[static_cast<std::size_t>(kind)]) return false;
        }
        return !misplaces(given) && Men::count(filled & ~given.occupied()) == 0;
    }

    /// Whether some man stands where it does not let him.
    bool misplaces(const Men& given) const {
        if (!limits_men) return false;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const auto man = Men::man_numbered(kind);
            if (Men::count(given.all_of(man) & ~room_of(man)) > 0) return true;
        }
        return false;
    }
};

}  // namespace octomate::make
