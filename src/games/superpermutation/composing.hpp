#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/types.hpp"
#include "games/superpermutation/rules/arrangement.hpp"
#include "games/superpermutation/rules/notation.hpp"

namespace octomate::superpermutation {

/// Computes how bad the pieces look; lower is better. Those on `fixed` squares stand as they must. `taste`:
/// what each of `Arrangement::tastes` counts, 0 nothing and 1 as usual.
double looks_of(const Arrangement& pieces, board8::Bitboard fixed, Color turn,
                const std::vector<double>& taste);

/// A move that a spec asks for.
class WantedMove {
  public:
    /// Reads a move in full notation or in the machine form; NotAMove if it is none.
    static Expected<WantedMove, Fault> read(const std::string& text);

    const MoveText& text() const { return text_; }

    /// Whether a legal move is this one, its cascade apart.
    bool is(Move move) const {
        if (move.from != text_.from || move.to != text_.to) return false;
        if (!move.promotes()) return !text_.promotion;
        return text_.promotion == move.promotion();
    }

    /// Whether that move does as written: where its cascade ends, and whether it captures.
    template <class P>
    bool done_by(const P& position, Move move) const {
        if (!text_.machine_form() && move.end(position.turn()) != text_.end.value_or(text_.to)) return false;
        return !text_.capture ||
               *text_.capture == board8::contains(position.board().of(!position.turn()), move.to);
    }

    /// Whether both are the same move, their cascades apart.
    bool same_move(const WantedMove& other) const {
        return text_.from == other.text_.from && text_.to == other.text_.to &&
               text_.promotion == other.text_.promotion;
    }

    /// The face on whose file it lands, if there is a die.
    int own_face(Color turn) const { return face_of_file(turn, board8::file_of(text_.to)); }

    /// Whether such a piece gives check after the move.
    template <class P>
    static bool checks(const P& position, Move move, CheckBy by) {
        return checks(position.play(move).board(), move, position.turn(), by);
    }

  private:
    static bool checks(const board8::Board& after, Move move, Color us, CheckBy by);

    explicit WantedMove(const MoveText& text) : text_(text) {}

    MoveText text_;
};

/// How near a move comes to a theme, from 0 to 1: its cascade to one of that length, the pieces around the
/// opponent's king to smothering it; 0.5 for other themes.
double theme_shape(Move move, const board8::Board& after, Color us, ThemeNumber theme);

template <class P>
double theme_shape(const P& position, typename P::Move move, ThemeNumber theme) {
    return theme_shape(move, position.play(move).board(), position.turn(), theme);
}

/// What requested moves demand of the board before them.
class Demands {
  public:
    /// Draws the conclusions of one more move, and puts the piece that it names where it begins.
    void conclude(const WantedMove& wanted, Color turn, Arrangement& pieces);

    /// Squares without a piece, those that were asked for included.
    board8::Bitboard empty() const { return empty_; }
    void keep_empty(board8::Square square) { empty_ |= board8::bit(square); }

    /// Squares with a piece that a move's cascade passes, or that a king teleports with, no pawn (I7).
    board8::Bitboard needed() const { return occupied_ | partners_; }

    /// Puts some piece on each of these that is empty still.
    void fill(Arrangement& pieces, Color turn, Random& random) const;

    /// Whether the pieces do what the moves need.
    bool met_by(const Arrangement& pieces, Color turn) const;

  private:
    board8::Bitboard empty_ = 0;
    board8::Bitboard occupied_ = 0;
    board8::Bitboard partners_ = 0;
};

}  // namespace octomate::superpermutation
