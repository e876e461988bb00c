#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "draw/pictured.hpp"
#include "games/super_chess/rules/position.hpp"

/// How the game looks: what draw::Pictured and draw::ExplainsRules ask of a game.
namespace octomate::super_chess {

/// All kinds of men as pictures show them: those of chess, the pope, and the rook that stands on its head on
/// top of an Hourglass, whose letter is I.
draw::MenSet men_set();

/// The stacks, bottom first, the side to move, and what men remember.
draw::Scene scene_of(const Position& position);

/// The earlier states, the oldest first.
std::vector<draw::Scene> past_of(const Position& position);

/// Adds what a legal move does: whoever follows the marks arrives at the position after it, but for a time
/// travel, which changes the board as a whole and is told in words.
void mark_move(draw::Scene& scene, const Position& position, Move move);

/// There is no die.
inline void show_roll(draw::Scene&, const Position&, const std::vector<int>&) {}

/// The page of rules. Its pictures show legal moves of real positions.
draw::Rules rules_of(std::type_identity<Position>);

/// The text of men, square by square, and a side to move, be it a position or not; none if a letter is
/// unknown or there are not 64 squares. Kings and rooks at home have not moved; men remember nothing else,
/// and nothing was before.
std::optional<std::string> text_of_cells(const std::vector<std::string>& cells, Color turn);

/// The letters of a stack's men, bottom first.
std::string letters_of(Stack stack);

static_assert(draw::Pictured<Position> && draw::ExplainsRules<Position>);

}  // namespace octomate::super_chess
