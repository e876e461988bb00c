#pragma once

#include "core/position.hpp"
#include "draw/diagram.hpp"
#include "games/superpermutation/position.hpp"

namespace octomate::app {

/// The arrows of a legal move.
template <class Rules>
draw::MoveMarks marks_of(const superpermutation::Position<Rules>& position, superpermutation::Move move) {
    const board8::Board& board = position.board();
    const auto letter_at = [&](board8::Square square) { return board8::fen_letter(*board.at(square)); };
    const board8::Square end = move.end(position.turn());

    draw::MoveMarks marks;
    marks.man = letter_at(move.from);
    marks.from = move.from;
    marks.to = move.to;
    marks.forward = board8::forward(position.turn());
    if (move.teleport()) {
        marks.partner = letter_at(move.to);
        return marks;
    }
    marks.capture = board8::contains(board.occupied(), move.to);
    for (board8::Square square = move.to; square != end; square += marks.forward)
        marks.passed += letter_at(square + marks.forward);

    // Whoever stands on one of these two squares and was a pawn has been promoted: the mover, or the
    // opponent's pawn that he has pushed to its last rank.
    const board8::Board after = position.play(move).board();
    const auto promoted = [&](board8::Square square, char before) {
        const char now = board8::fen_letter(*after.at(square));
        if (now == before) return;
        marks.becomes = now;
        marks.promoted_at = square;
    };
    promoted(end, marks.man);
    if (!marks.passed.empty()) promoted(move.to, marks.passed.front());
    return marks;
}

/// The picture of a position: the men, the side to move, and a die that is not rolled yet.
template <class Rules>
draw::Diagram diagram_of(const superpermutation::Position<Rules>& position) {
    draw::Diagram diagram;
    diagram.place(position.fen());
    diagram.turn = position.turn();
    if (Rules::die) diagram.die = position.in_check() ? draw::Die::Unused : draw::Die::Unknown;
    return diagram;
}

/// Shows the die with these faces, where the position uses one.
inline void show_roll(draw::Diagram& diagram, std::vector<int> faces) {
    if (diagram.die != draw::Die::Unknown || faces.empty()) return;
    diagram.die = draw::Die::Rolled;
    diagram.faces = std::move(faces);
}

}  // namespace octomate::app
