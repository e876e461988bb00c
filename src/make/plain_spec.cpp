#include "make/plain_spec.hpp"

#include <algorithm>

namespace octomate::make {

PlainSpec::PlainSpec(const GameTerms& terms)
    : game(terms),
      faces(static_cast<std::size_t>(terms.greatest_face) + 1),
      at_least(terms.men.size()),
      tries(faces.size()) {
    Squares all;
    for (int square = 0; square < terms.board.squares(); ++square) all.set(static_cast<std::size_t>(square));
    room.assign(terms.men.size(), all);
    for (const GameTerms::Man& man : terms.men) at_most.push_back(man.usual);
}

Squares PlainSpec::fixed_squares() const {
    Squares squares;
    for (int square = 0; square < game.board.squares(); ++square)
        squares[static_cast<std::size_t>(square)] = man_on(square).has_value();
    return squares;
}

int PlainSpec::fixed_men(int man) const {
    int count = 0;
    for (int square = 0; square < game.board.squares(); ++square) count += man_on(square) == man ? 1 : 0;
    return count;
}

int PlainSpec::least_men() const {
    int men = 0;
    for (int man = 0; man < game.kinds_of_men(); ++man) {
        const int least = game.man(man).royal ? 1 : at_least[static_cast<std::size_t>(man)];
        men += std::max(least, fixed_men(man));
    }
    return std::max(men, static_cast<int>((fixed_squares() | needed_squares()).count()));
}

}  // namespace octomate::make
