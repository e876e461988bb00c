#pragma once

#include <array>
#include <optional>
#include <vector>

#include "make/capabilities.hpp"

namespace octomate::make {

/// What a face is to do: mate with exactly these moves, or anything. A face that is not wished for must not
/// mate.
template <Composable P>
struct FaceWish {
    bool any = false;
    std::vector<typename P::Arrangement::WantedMove> mates;
};

/// What to compose.
template <Composable P>
struct Spec {
    using Men = typename P::Arrangement;

    P start;  ///< where the game begins
    Color turn = Color::White;
    Men men;                        ///< as they stand, those that the key names included
    typename Men::Demands demands;  ///< what the moves of the key need
    std::array<std::optional<FaceWish<P>>, Men::greatest_face + 1> faces;  ///< 0 in check or without a die
    int max_men = 10;                                                      ///< royal ones included
    std::array<int, Men::kinds_of_men> at_most{};  ///< men by their numbers, 0 or more
    typename Men::Taste taste;
    ThemeSet themes;  ///< that the mates must show

    explicit Spec(const P& begin) : start(begin), men(Men(begin).bare()) {
        for (int kind = 0; kind < Men::kinds_of_men; ++kind)
            at_most[static_cast<std::size_t>(kind)] = Men::usual(Men::man_numbered(kind));
    }

    bool wants_die() const { return !faces[0]; }

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
        }
        return true;
    }
};

}  // namespace octomate::make
