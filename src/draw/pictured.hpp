#pragma once

#include <concepts>
#include <type_traits>
#include <vector>

#include "draw/rules.hpp"
#include "draw/scene.hpp"

namespace octomate::draw {

/// Capability of a game: it can be drawn. Its folder declares, beside its position, `scene_of` (men, side to
/// move, dice not rolled yet), `mark_move` (adds the marks and words of a legal move) and `show_roll` (shows
/// the faces of the die, several meaning any of these; nothing happens where the position uses no die).
template <class P>
concept Pictured = requires(const P& position, typename P::Move move, Scene& scene, std::vector<int> faces) {
    { scene_of(position) } -> std::same_as<Scene>;
    { mark_move(scene, position, move) } -> std::same_as<void>;
    { show_roll(scene, position, faces) } -> std::same_as<void>;
};

/// Capability of a game: its positions tell of earlier states of the game, to which a move may lead back; the
/// oldest first.
template <class P>
concept HasPast = requires(const P& position) {
    { past_of(position) } -> std::same_as<std::vector<Scene>>;
};

/// Capability of a game: it explains its rules on a page of a book.
template <class P>
concept ExplainsRules = requires(std::type_identity<P> game) {
    { rules_of(game) } -> std::same_as<Rules>;
};

}  // namespace octomate::draw
