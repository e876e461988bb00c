#pragma once

#include <type_traits>
#include <vector>

#include "draw/pictured.hpp"
#include "games/complete_permutation/rules/position.hpp"

/// How the game looks: what draw::Pictured and draw::ExplainsRules ask of a game.
namespace octomate::complete_permutation {

/// All kinds of men as pictures show them.
draw::MenSet men_set();

/// The men, the side to move, the reserves, and who may still swap or be taken en passant.
draw::Scene scene_of(const Position& position);

/// Adds what a legal turn does: whoever follows the marks arrives at the position after it.
void mark_move(draw::Scene& scene, const Position& position, Move move);

/// There is no die.
inline void show_roll(draw::Scene&, const Position&, const std::vector<int>&) {}

/// The page of rules. Its pictures show legal moves of real positions.
draw::Rules rules_of(std::type_identity<Position>);

static_assert(draw::Pictured<Position> && draw::ExplainsRules<Position>);

}  // namespace octomate::complete_permutation
