#pragma once

#include <type_traits>
#include <vector>

#include "draw/pictured.hpp"
#include "games/superpermutation/rules/position.hpp"

/// How the two games look: what draw::Pictured and draw::ExplainsRules ask of a game.
namespace octomate::superpermutation {

/// The men, the side to move, and a die that is not rolled yet, with the faces that name the files.
template <class Rules>
draw::Scene scene_of(const Position<Rules>& position);

/// Adds what a legal move does: whoever follows the marks arrives at the position after it.
template <class Rules>
void mark_move(draw::Scene& scene, const Position<Rules>& position, Move move);

/// Shows the die with these faces, 1…8, where the position uses one.
template <class Rules>
void show_roll(draw::Scene& scene, const Position<Rules>& position, const std::vector<int>& faces);

extern template draw::Scene scene_of(const D8Position&);
extern template draw::Scene scene_of(const ParentPosition&);
extern template void mark_move(draw::Scene&, const D8Position&, Move);
extern template void mark_move(draw::Scene&, const ParentPosition&, Move);
extern template void show_roll(draw::Scene&, const D8Position&, const std::vector<int>&);
extern template void show_roll(draw::Scene&, const ParentPosition&, const std::vector<int>&);

/// The page of rules of Superpermutation d8 Chess. Its pictures show legal moves of real positions.
draw::Rules rules_of(std::type_identity<D8Position>);

static_assert(draw::Pictured<D8Position> && draw::Pictured<ParentPosition>);
static_assert(draw::ExplainsRules<D8Position> && !draw::ExplainsRules<ParentPosition>);

}  // namespace octomate::superpermutation
