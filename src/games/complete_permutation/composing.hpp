#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/complete_permutation/rules/arrangement.hpp"
#include "games/complete_permutation/rules/position.hpp"

namespace octomate::complete_permutation {

/// Computes how bad the pieces look; lower is better. Those on `fixed` squares stand as they must. `taste`:
/// what each of `Arrangement::tastes` counts, 0 nothing and 1 as usual.
double looks_of(const Arrangement& pieces, Bitboard fixed, Color turn, const std::vector<double>& taste);

/// A move that a spec asks for.
class WantedMove {
  public:
    /// Reads a move in notation or in the machine form; NotAMove if it is none.
    static Expected<WantedMove, Fault> read(const std::string& text);

    const MoveText& text() const { return text_; }

    /// Whether a legal turn is this one; of two pawns, in either order.
    bool is(Move move) const;

    /// Whether that turn captures as written.
    bool done_by(const Position& position, Move move) const;

    /// Whether both are the same.
    bool same_move(const WantedMove& other) const;

    /// There is no die.
    int own_face(Color) const { return 0; }

  private:
    explicit WantedMove(MoveText text) : text_(std::move(text)) {}

    MoveText text_;
};

/// What requested moves demand of the board before them.
class Demands {
  public:
    /// Draws the conclusions of one more move, and puts the piece that it names where it begins. A king that
    /// is to go to a piece of its own, or farther than a king goes, swaps.
    void conclude(const WantedMove& wanted, Color turn, Arrangement& pieces);

    /// Squares without a piece, those that were asked for included.
    Bitboard empty() const { return empty_; }
    void keep_empty(Square square) { empty_ |= bit(square); }

    /// Squares with some piece, which is captured or swaps.
    Bitboard needed() const { return captured_ | partners_; }

    /// Puts some piece on each of these that is empty still.
    void fill(Arrangement& pieces, Color turn, Random& random) const;

    /// Whether the pieces do what the moves need.
    bool met_by(const Arrangement& pieces, Color turn) const;

  private:
    Bitboard empty_ = 0;
    Bitboard captured_ = 0;
    Bitboard partners_ = 0;
};

}  // namespace octomate::complete_permutation
