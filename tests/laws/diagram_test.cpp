// The arrows of a diagram tell the whole move: whoever follows them arrives at the position after it.
#include "games/superpermutation/diagram.hpp"

#include <catch2/catch.hpp>
#include <utility>

#include "laws/corpus.hpp"
#include "laws/law.hpp"

namespace octomate::laws {

namespace {

using Men = std::array<char, 64>;

char& at(Men& men, draw::Square square) { return men[static_cast<std::size_t>(square)]; }

/// Does what the arrows say, and nothing else.
Men follow(Men men, const draw::MoveMarks& move) {
    if (move.partner != 0) {
        std::swap(at(men, move.from), at(men, move.to));
        return men;
    }
    at(men, move.to) = std::exchange(at(men, move.from), '\0');
    for (draw::Square square = move.to; square != move.end(); square += move.forward)
        std::swap(at(men, square), at(men, square + move.forward));
    if (move.becomes != 0) at(men, move.promoted_at) = move.becomes;
    return men;
}

template <class P>
std::string arrows_tell_the_move(const P& position) {
    const draw::Diagram before = app::diagram_of(position);
    for (const auto move : sorted_moves(position)) {
        const draw::MoveMarks marks = app::marks_of(position, move);
        if (follow(before.men, marks) != app::diagram_of(position.play(move)).men)
            return position.notation(move);
        const MoveTraits traits = position.traits(move);
        if (marks.capture != traits.capture || (marks.partner != 0) != traits.teleport ||
            static_cast<int>(marks.passed.size()) != traits.cascade)
            return position.notation(move) + " is another kind of move";
    }
    return {};
}

}  // namespace

TEST_CASE("the arrows of a diagram lead to the position after the move", "[law][render]") {
    hold<superpermutation::D8Position>(arrows_tell_the_move<superpermutation::D8Position>, 20);
    hold<superpermutation::ParentPosition>(arrows_tell_the_move<superpermutation::ParentPosition>, 20);
}

}  // namespace octomate::laws
