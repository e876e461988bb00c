#pragma once

#include <memory>

#include "core/written.hpp"
#include "draw/pictured.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

/// Names a record and the position that it stands for. The notes stay.
template <Written P>
void describe_subject(const Puzzle& puzzle, const P& position, Reader reader, Subject& subject) {
    subject.id = puzzle.id;
    subject.title = puzzle.title;
    subject.fen = position.fen();
    subject.variant = position.variant();
    subject.die = die_of<P>();
    subject.turn = position.turn();
    subject.check = position.in_check();
    subject.scene.reset();
    if constexpr (draw::Pictured<P>) {
        if (reader == Reader::Person) subject.scene = std::make_shared<const draw::Scene>(scene_of(position));
    }
}

}  // namespace octomate::reports
