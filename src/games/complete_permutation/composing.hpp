#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/complete_permutation/rules/position.hpp"

namespace octomate::complete_permutation {

/// Returns a penalty, 0 or more, for superfluous pieces and for pieces on squares that look unnatural. Pieces
/// on `fixed` squares, where the spec put them, are penalised only as superfluous. `taste` holds a factor for
/// each of `Arrangement::tastes`: 0 ignores it, 1 is the default.
double appearance_penalty(const Arrangement& pieces, Bitboard fixed, Color turn,
                          const std::vector<double>& taste);

/// A move that the solution of a composed puzzle must contain.
class WantedMove {
  public:
    /// Parses a move in full notation or in the machine form. Other texts give the fault NotAMove.
    static Expected<WantedMove, Fault> read(const std::string& text);

    const MoveText& text() const { return text_; }

    /// Returns whether a legal turn has the steps of this move, in any order.
    bool is(Move move) const;

    /// Returns whether `move` captures where the text has "x", and not where it has "-". Requires `is(move)`.
    bool matches_as_written(const Position& position, Move move) const;

    /// Returns whether `other` has the same squares and promotions, with the steps in the same order.
    bool same_move(const WantedMove& other) const;

    /// Returns 0: the game has no die.
    int own_face(Color) const { return 0; }

  private:
    explicit WantedMove(MoveText text) : text_(std::move(text)) {}

    MoveText text_;
};

/// The squares that must be empty or occupied in a position so that wanted moves can be played.
class Demands {
  public:
    /// Adds the demands of one more move of `turn`, and puts the piece that it names on its square. A king's
    /// move to a friendly piece, or farther than a king can move, counts as a swap.
    void add_requirements(const WantedMove& wanted, Color turn, Arrangement& pieces);

    /// Returns the squares that must be empty, including those added by `keep_empty`.
    Bitboard empty() const { return empty_; }
    void keep_empty(Square square) { empty_ |= bit(square); }

    /// Returns the squares that must be occupied, by pieces to be captured or to be swapped with the king.
    Bitboard needed() const { return captured_ | partners_; }

    /// Puts a random officer on each needed square that is still empty.
    void fill(Arrangement& pieces, Color turn, Random& random) const;

    /// Returns whether `pieces` meet the demands.
    bool met_by(const Arrangement& pieces, Color turn) const;

  private:
    Bitboard empty_ = 0;
    Bitboard captured_ = 0;
    Bitboard partners_ = 0;
};

}  // namespace octomate::complete_permutation
