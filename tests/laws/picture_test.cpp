// Checks that the marks drawn for a move describe it completely: applying them gives the position after it.
#include <catch2/catch.hpp>
#include <utility>

#include "games/superpermutation/games.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"

namespace octomate::laws {

namespace {

using CellTexts = std::vector<std::string>;

/// Applies the marks of a move to a board, and counts the jumps, crosses and climbs.
struct MarkApplier {
    CellTexts cells;
    int jumps = 0, crosses = 0, climbs = 0;

    std::string& at(draw::Square square) { return cells[static_cast<std::size_t>(square)]; }

    void operator()(const draw::Highlight&) {}
    void operator()(const draw::Ghost&) {}
    void operator()(const draw::Cross&) { ++crosses; }
    void operator()(const draw::Arrow& arrow) { at(arrow.to) = std::exchange(at(arrow.from), ""); }
    void operator()(const draw::Jump& jump) {
        ++jumps;
        std::swap(at(jump.from), at(jump.to));
    }
    void operator()(const draw::Curve& curve) {
        if (curve.drop) return;  // the second curve of a climb changes nothing
        ++climbs;
        std::swap(at(curve.from), at(curve.to));
    }
    void operator()(const draw::Medal& medal) { at(medal.square) = medal.piece; }
};

template <class P>
std::string wrong_marks(const P& position) {
    const draw::Scene before = scene_of(position);
    for (const auto move : sorted_moves(position)) {
        draw::Scene scene = before;
        mark_move(scene, position, move);
        MarkApplier applier{before.cells};
        for (const draw::Mark& mark : scene.marks) std::visit(applier, mark);
        if (applier.cells != scene_of(position.play(move)).cells) return position.notation(move);
        if ((applier.crosses > 0) != position.captures(move) || (applier.jumps > 0) != move.teleport() ||
            applier.climbs != move.swaps)
            return position.notation(move) + " is another kind of move";
    }
    return {};
}

}  // namespace

TEST_CASE("applying the marks of a move gives the board after it", "[law][render]") {
    check_law<superpermutation::D8Position>(wrong_marks<superpermutation::D8Position>, 20);
    check_law<superpermutation::ParentPosition>(wrong_marks<superpermutation::ParentPosition>, 20);
}

}  // namespace octomate::laws
