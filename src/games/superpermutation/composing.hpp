#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/types.hpp"
#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// Returns a penalty, 0 or more, for superfluous pieces and for pieces on squares that look unnatural. Pieces
/// on `fixed` squares, where the spec put them, are penalised only as superfluous. `taste` holds a factor for
/// each of `Arrangement::tastes`: 0 ignores it, 1 is the default.
double appearance_penalty(const Arrangement& pieces, board8::Bitboard fixed, Color turn,
                          const std::vector<double>& taste);

/// A move that the solution of a composed puzzle must contain.
class WantedMove {
  public:
    /// Parses a move in full notation or in the machine form. Other texts give the fault NotAMove.
    static Expected<WantedMove, Fault> read(const std::string& text);

    const MoveText& text() const { return text_; }

    /// Returns whether the legal move `move` has these squares and promotion; its cascade may differ.
    bool is(Move move) const {
        if (move.from != text_.from || move.to != text_.to) return false;
        if (!move.promotes()) return !text_.promotion;
        return text_.promotion == move.promotion();
    }

    /// Returns whether `move` captures and ends its cascade as the text states; requires `is(move)`.
    template <class P>
    bool matches_as_written(const P& position, Move move) const {
        if (!text_.machine_form() && move.end(position.turn()) != text_.end.value_or(text_.to)) return false;
        return !text_.capture || *text_.capture == position.captures(move);
    }

    /// Returns whether `other` has the same squares and promotion; its cascade may differ.
    bool same_move(const WantedMove& other) const {
        return text_.from == other.text_.from && text_.to == other.text_.to &&
               text_.promotion == other.text_.promotion;
    }

    /// Returns the face, 1…8, that names the file on which the move lands; for a game with a die.
    int own_face(Color turn) const { return face_of_file(turn, board8::file_of(text_.to)); }

    /// Returns whether, after `move`, check is given by a piece that `by` describes.
    template <class P>
    static bool gives_check(const P& position, Move move, CheckBy by) {
        return gives_check(position.play(move).board(), move, position.turn(), by);
    }

  private:
    static bool gives_check(const board8::Board& after, Move move, Color us, CheckBy by);

    explicit WantedMove(const MoveText& text) : text_(text) {}

    MoveText text_;
};

/// Returns how near a move comes to showing a theme, from 0 to 1: for "cascade-1" to "cascade-7" by its
/// number of swaps; for "smothered-mate" by the share of squares next to the enemy king that its own pieces
/// occupy; for other themes always 0.5. `after` is the board after the move of `us`.
double theme_shape(Move move, const board8::Board& after, Color us, ThemeNumber theme);

template <class P>
double theme_shape(const P& position, typename P::Move move, ThemeNumber theme) {
    return theme_shape(move, position.play(move).board(), position.turn(), theme);
}

/// The squares that must be empty or occupied in a position so that wanted moves can be played.
class Demands {
  public:
    /// Adds the demands of one more move of `turn`, and puts the piece that it names on its square.
    void add_requirements(const WantedMove& wanted, Color turn, Arrangement& pieces);

    /// Returns the squares that must be empty, including those added by `keep_empty`.
    board8::Bitboard empty() const { return empty_; }
    void keep_empty(board8::Square square) { empty_ |= board8::bit(square); }

    /// Returns the squares that must be occupied, by pieces that cascades pass or partners of teleports.
    board8::Bitboard needed() const { return occupied_ | partners_; }

    /// Puts random pieces on the needed squares that are still empty: officers of `turn` as partners (I7).
    void fill(Arrangement& pieces, Color turn, Random& random) const;

    /// Returns whether `pieces` meet the demands.
    bool met_by(const Arrangement& pieces, Color turn) const;

  private:
    board8::Bitboard empty_ = 0;
    board8::Bitboard occupied_ = 0;
    board8::Bitboard partners_ = 0;
};

}  // namespace octomate::superpermutation
