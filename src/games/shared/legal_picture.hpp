#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/written.hpp"
#include "draw/pictured.hpp"

namespace octomate::games {

/// The picture of a legal move on the roll that it serves, for a page of rules. `any` is any position of the
/// game; throws std::logic_error if the program's own text names no position or no legal move.
template <Written P>
requires draw::Pictured<P> && MovesByRoll<P> draw::Scene legal_picture(const P& any, std::string_view fen,
                                                                       std::string_view move,
                                                                       std::string title) {
    const auto position = any.read_fen(fen);
    const auto read = position ? position->value.read_move(move) : Unexpected{Fault{}};
    if (!read) throw std::logic_error("the page of rules shows a move that is not legal");
    draw::Scene scene = scene_of(position->value);
    mark_move(scene, position->value, read->move);
    show_roll(scene, position->value, {static_cast<int>(position->value.roll_of(read->move).face)});
    scene.title = std::move(title);
    return scene;
}

}  // namespace octomate::games
