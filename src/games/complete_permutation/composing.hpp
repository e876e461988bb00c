#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/complete_permutation/rules/position.hpp"

namespace octomate::complete_permutation {

/// Returns the aesthetic cost of an arrangement; lower is better. Pieces on `fixed` squares count for economy
/// only. `taste` holds the factor of each entry of `Arrangement::tastes`: 0 ignores it, 1 is the default.
double appearance_penalty(const Arrangement& pieces, Bitboard fixed, Color turn,
                          const std::vector<double>& taste);

/// A move that a spec requires.
class WantedMove {
  public:
    /// Parses a move in notation or machine form; the error is NotAMove.
    static Expected<WantedMove, Fault> read(const std::string& text);

    const MoveText& text() const { return text_; }

    /// Returns whether a legal turn has the steps of this move; two pawns match in either order.
    bool is(Move move) const;

    /// Returns whether that turn captures exactly where the text says so; steps without a sign always match.
    bool done_by(const Position& position, Move move) const;

    /// Returns whether both texts name the same steps in the same order, signs aside.
    bool same_move(const WantedMove& other) const;

    /// Returns 0: the game has no die.
    int own_face(Color) const { return 0; }

  private:
    explicit WantedMove(MoveText text) : text_(std::move(text)) {}

    MoveText text_;
};

/// What requested moves require of the position before them: squares that must be empty or occupied.
class Demands {
  public:
    /// Adds the requirements of one more move, and puts the piece it names on its first square. A king move
    /// to a friendly piece, or farther than a king can move, counts as a swap.
    void conclude(const WantedMove& wanted, Color turn, Arrangement& pieces);

    /// Returns the squares that must be empty, including squares passed to `keep_empty`.
    Bitboard empty() const { return empty_; }
    void keep_empty(Square square) { empty_ |= bit(square); }

    /// Returns the squares that must hold a piece, to be captured or to swap with the king.
    Bitboard needed() const { return captured_ | partners_; }

    /// Puts a random officer on each needed square that is still empty.
    void fill(Arrangement& pieces, Color turn, Random& random) const;

    /// Returns whether the pieces meet all requirements.
    bool met_by(const Arrangement& pieces, Color turn) const;

  private:
    Bitboard empty_ = 0;
    Bitboard captured_ = 0;
    Bitboard partners_ = 0;
};

}  // namespace octomate::complete_permutation
