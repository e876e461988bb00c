#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/themes.hpp"
#include "make/geometry.hpp"

namespace octomate::make {

/// A set of squares of any game, by their numbers.
using Squares = std::bitset<128>;

/// Calls `visit(square)` for each square of a set, in order.
template <class Visit>
void for_each_square(const Squares& set, Visit visit) {
    for (std::size_t square = 0; square < set.size(); ++square) {
        if (set[square]) visit(static_cast<int>(square));
    }
}

/// The board and the men of a game in which puzzles can be composed, by their numbers.
struct GameTerms {
    struct Man {
        char letter = '?';
        Color side = Color::White;
        bool royal = false;
        int usual = 0;  ///< how many a usual set has
        Squares may_stand;
    };

    const Geometry& board;
    std::vector<Man> men;
    std::string_view letters, square_range;  ///< for people
    std::string_view anywhere, elsewhere;    ///< where a walk puts men, for people
    int usual_men = 0;
    int greatest_face = 0;
    bool die = false;
    ThemeCatalogue themes;

    const Man& man(int number) const { return men[static_cast<std::size_t>(number)]; }
    int kinds_of_men() const { return static_cast<int>(men.size()); }

    /// The number of the man of a letter.
    std::optional<int> man_of(char letter) const {
        for (int number = 0; number < kinds_of_men(); ++number) {
            if (man(number).letter == letter) return number;
        }
        return std::nullopt;
    }
};

/// The terms of the game of a position.
template <class P>
const GameTerms& terms_of() {
    using Men = typename P::Arrangement;
    static const GameTerms terms = [] {
        std::vector<GameTerms::Man> men;
        for (int number = 0; number < Men::kinds_of_men; ++number) {
            const auto man = Men::man_numbered(number);
            auto& [letter, side, royal, usual, may_stand] = men.emplace_back();
            letter = Men::letter(man);
            side = Men::side(man);
            royal = Men::royal(man);
            usual = Men::usual(man);
            for (int square = 0; square < Men::squares; ++square)
                may_stand[static_cast<std::size_t>(square)] = Men::may_stand(man, square);
        }
        return GameTerms{geometry_of<Men>(), std::move(men), Men::letters,   Men::square_range,
                         Men::anywhere,      Men::elsewhere, Men::usual_men, Men::greatest_face,
                         P::chance_unit > 1, P::themes};
    }();
    return terms;
}

}  // namespace octomate::make
