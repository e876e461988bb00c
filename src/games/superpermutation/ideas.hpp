#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// The idea of a winning move in a few words: who moves, how long its cascade is, which kinds of pieces it
/// passes, and the strongest of its motifs. As text "P1k pushed-king": the letter of the piece (`P=N` if it
/// promotes), the number of swaps (`*` for a teleport), the letters of what is passed (`k` for the king that
/// is mated, `K` for the mover's own, others in lower case) and the motif, or "plain".
class Idea {
  public:
    /// `shown`: what the move shows by itself.
    Idea(const board8::Board& before, Move move, Color us, ThemeSet shown);

    std::string text() const;

    /// How seldom winning moves have this idea: a point for each halving of its frequency below 1/32, 12 at
    /// most. The frequencies are those of ideas.txt.
    int rarity() const { return rarity_of(text()); }
    static int rarity_of(std::string_view text);

    bool operator==(const Idea&) const = default;

    /// Numbers for what people remember: the piece that moves and its motif, or whether it cascades if there
    /// is none; and promotion to less than a queen.
    std::vector<std::uint32_t> kinds() const;

  private:
    std::uint32_t code_ = 0;
};

}  // namespace octomate::superpermutation
