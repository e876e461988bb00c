#pragma once

#include "board8/board.hpp"
#include "games/superpermutation/rules/apply.hpp"
#include "games/superpermutation/rules/cascade.hpp"
#include "games/superpermutation/rules/move.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// The effects among which a promoting side chooses.
inline constexpr Effect promotions[] = {Effect::ToQueen, Effect::ToRook, Effect::ToBishop, Effect::ToKnight};

constexpr Move make_move(board8::Square from, board8::Square to, int swaps, Effect effect) {
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(swaps),
            effect};
}

/// The number of swaps of a cascade by its two ends.
template <Color Us>
constexpr int swaps_between(board8::Square to, board8::Square end) {
    return (Us == Color::White ? end - to : to - end) >> 3;
}

/// Calls `visit(Move, const Board& after)` for each move that one movement, whose cascade ends on `end`, can
/// become (it becomes several if somebody chooses a promotion). It is legal unless it leaves the own king
/// attacked (R3).
template <class Rules, Color Us, class Visit>
OCTOMATE_HOT void visit_movement(const board8::Board& board, board8::Square from, board8::Square to,
                                 board8::Square end, Visit&& visit) {
    using namespace board8;
    constexpr Bitboard first_rank = rank_set(relative_rank(Us, 0));
    constexpr Bitboard last_rank = rank_set(relative_rank(Us, 7));
    const bool pawn = contains(board.pawns(), from);
    const int swaps = swaps_between<Us>(to, end);
    Board after = after_cascade<Us>(board, from, to, end);

    const auto choose = [&](Square square) {
        for (const Effect effect : promotions) {
            const Move move = make_move(from, to, swaps, effect);
            Board promoted = after;
            promoted.promote(square, move.promotion());
            visit(move, promoted);
        }
    };
    if (pawn && contains(last_rank, end)) return choose(end);
    // The opponent's pawn was pushed to its last rank: a queen at once (d8), or what we choose, each choice a
    // move of its own (R4).
    if (contains(after.pawns() & after.of(!Us) & first_rank, to)) {
        if constexpr (Rules::chooses_forced_promotion) return choose(to);
        after.promote(to, Kind::Queen);
    }
    visit(make_move(from, to, swaps, Effect::None), after);
}

/// All squares of `through` from which one comes to a square of `goals` by stepping forward on `through`
/// only; the goals are included.
template <Color Us>
OCTOMATE_HOT board8::Bitboard climbing_to(board8::Bitboard goals, board8::Bitboard through) {
    using namespace board8;
    goals |= through & step_back<Us>(goals);
    through &= step_back<Us>(through);
    goals |= through & step_back<Us>(step_back<Us>(goals));
    through &= step_back<Us>(step_back<Us>(through));
    return goals | (through & (Us == Color::White ? goals >> 32 : goals << 32));
}

/// Walks the legal moves of one side, without regard to the die. Most are found in sets: a move without a
/// cascade is legal unless it leaves a pin, and a cascade changes who attacks the own king only if it
/// displaces that king, or an enemy piece to where it attacks the king. The few movements that might are made
/// and looked at one by one.
///
/// The sink gets, as it is:
///   * `movements(from, targets)`: legal moves without promotion, with a cascade if the next square is
///   occupied and none was ruled out by `no_cascades()`,
///   * `pushes<steps>(targets)`: the same for pawns that come from so many squares behind,
///   * `promotions(from, to)`: a pawn steps to its last rank, legally: four moves,
///   * `teleports(king, partners)`,
///   * `one(move)`: a legal move that was looked at.
/// The walk uses the board's `cascades()` where the sink has them, and is limited to the squares `asked()`
/// where it has those. (A side in check is walked in full.)
template <class Rules, Color Us, class Sink>
class LegalMoves {
  public:
    OCTOMATE_HOT LegalMoves(const board8::Board& board, Sink& sink)
        : board_(board),
          sink_(sink),
          ours_(board.of(Us)),
          theirs_(board.of(!Us)),
          occupied_(board.occupied()),
          king_(board.king(Us)) {}

    OCTOMATE_HOT void walk() { look() ? walk_on() : evade(); }

    /// The first half of `walk`: whether the side is not in check.
    OCTOMATE_HOT bool look() {
        attacked_ = board8::all_attacks<!Us>(board_, occupied_);
        if (board8::contains(attacked_, king_)) return false;
        find_hazards();
        return true;
    }

    /// The second half, of a side that is not in check.
    OCTOMATE_HOT void walk_on() {
        sink_.teleports(king_,
                        asked(ours_ & ~board_.pawns() & ~board_.kings() & ~attacked_));  // I7, R5
        king_moves();
        for (Bitboard pieces = board_.knights() & ours_; pieces;) {
            const Square from = board8::pop_first(pieces);
            piece_moves(from, board8::knight_attacks(from));
        }
        for (Bitboard pieces = board_.diagonals() & ours_; pieces;) {
            const Square from = board8::pop_first(pieces);
            piece_moves(from, board8::bishop_attacks(from, occupied_));
        }
        for (Bitboard pieces = board_.orthogonals() & ours_; pieces;) {
            const Square from = board8::pop_first(pieces);
            piece_moves(from, board8::rook_attacks(from, occupied_));
        }
        pawn_moves();
    }

  private:
    using Bitboard = board8::Bitboard;
    using Square = board8::Square;

    static constexpr int up = board8::forward(Us);
    static constexpr Bitboard second_rank = board8::rank_set(board8::relative_rank(Us, 1));
    static constexpr Bitboard third_rank = board8::rank_set(board8::relative_rank(Us, 2));
    static constexpr Bitboard last_rank = board8::rank_set(board8::relative_rank(Us, 7));

    OCTOMATE_HOT Bitboard asked(Bitboard targets) const {
        if constexpr (requires { sink_.asked(); }) return targets & sink_.asked();
        return targets;
    }

    /// Our pinned pieces, and the landing squares whose cascade may put our king in check: the climb passes
    /// the king itself, an enemy piece that attacks it once it has stepped back (lines are taken as if our
    /// own pieces were not in the way), or an enemy pawn that becomes a queen.
    OCTOMATE_HOT void find_hazards() {
        const board8::Lines lines = board8::lines_past(king_, occupied_, ours_);
        pins_ = board8::shields_on(board_, king_, !Us, lines);
        const auto& [orthogonal, diagonal] = lines;
        const auto ahead = [](Bitboard set) { return board8::step_forward<Us>(set); };
        const Bitboard forced = Rules::chooses_forced_promotion
                                    ? second_rank  // each choice is a move of its own
                                    : second_rank & ahead(orthogonal | diagonal);
        const Bitboard dangerous =
            theirs_ & ((board_.orthogonals() & ahead(orthogonal)) | (board_.diagonals() & ahead(diagonal)) |
                       (board_.knights() & ahead(board8::knight_attacks(king_))) |
                       (board_.pawns() & (ahead(board8::pawn_attacks(Us, king_)) | forced)) |
                       (board_.kings() & ahead(board8::king_attacks(king_))));
        hazards_ = board8::step_back<Us>(climbing_to<Us>(dangerous | board8::bit(king_), occupied_));
        // A pinned piece may leave the line if its climb pushes the pinner off it.
        pinned_hazards_ = hazards_;
        if (pins_.snipers) [[unlikely]]
            pinned_hazards_ |= board8::step_back<Us>(climbing_to<Us>(pins_.snipers, occupied_));
    }

    /// The king alone captures, and kings are never captured (I2). Own pieces are reached by teleport only.
    /// If the king climbs, the landing square may be attacked, the last one not (R3).
    OCTOMATE_HOT void king_moves() {
        const Bitboard targets = asked(board8::king_attacks(king_) & ~ours_);
        if (!targets) return;
        const Bitboard climbs = targets & board8::step_back<Us>(occupied_ & ~board8::bit(king_));
        sink_.movements(king_, targets & ~climbs & ~attacked_);
        look_at_each(king_, climbs);
    }

    OCTOMATE_HOT void piece_moves(Square from, Bitboard attacks) {
        const Bitboard targets = asked(attacks & ~occupied_);
        if (!targets) return;
        if (board8::contains(pins_.pieces, from)) [[unlikely]] {
            sink_.movements(from, targets & board8::line_through(king_, from) & ~pinned_hazards_);
            return look_at_each(from, targets & pinned_hazards_);
        }
        sink_.movements(from, targets & ~hazards_);
        look_at_each(from, targets & hazards_);
    }

    /// Pawns go straight ahead (I1): one step, or two from their second rank, however they came there. They
    /// never capture (I2).
    OCTOMATE_HOT void pawn_moves() {
        const Bitboard pawns = asked(board_.pawns() & ours_);
        const Bitboard off_line = pawns & pins_.pieces & ~board8::file_set(board8::file_of(king_));
        const Bitboard one = single_steps(pawns & ~off_line);
        const Bitboard two = double_steps(one);
        const Bitboard promoting = board8::step_back<Us>(climbing_to<Us>(occupied_ & last_rank, occupied_));
        const Bitboard special = hazards_ | promoting | last_rank;
        sink_.template pushes<1>(one & ~special);
        sink_.template pushes<2>(two & ~special);
        promote_each(one & last_rank);
        look_at_pushes(one & special & ~last_rank, two & special);
        if (off_line) [[unlikely]] {
            const Bitboard off_one = single_steps(off_line);
            look_at_pushes(off_one & pinned_hazards_, double_steps(off_one) & pinned_hazards_);
        }
    }

    OCTOMATE_HOT Bitboard single_steps(Bitboard pawns) const {
        return board8::step_forward<Us>(pawns) & ~occupied_;
    }
    OCTOMATE_HOT Bitboard double_steps(Bitboard singles) const {
        return board8::step_forward<Us>(singles & third_rank) & ~occupied_;
    }

    OCTOMATE_HOT void promote_each(Bitboard targets) {
        while (targets) {
            const Square to = board8::pop_first(targets);
            sink_.promotions(to - up, to);
        }
    }

    OCTOMATE_HOT void look_at_pushes(Bitboard one, Bitboard two) {
        for (; one; one &= one - 1) look_at(board8::first(one) - up, board8::first(one));
        for (; two; two &= two - 1) look_at(board8::first(two) - 2 * up, board8::first(two));
    }

    OCTOMATE_HOT void look_at_each(Square from, Bitboard targets) {
        while (targets) [[unlikely]] look_at(from, board8::pop_first(targets));
    }

    [[gnu::noinline]] void look_at(Square from, Square to) {
        const auto take = [&](Move move, const board8::Board& after) {
            if (!king_attacked(after, Us)) sink_.one(move);
        };
        if constexpr (requires { sink_.cascades(); }) {
            visit_movement<Rules, Us>(board_, from, to, sink_.cascades().end(from, to), take);
        } else {
            visit_movement<Rules, Us>(board_, from, to, Cascades<Us>(board_).end(from, to), take);
        }
    }

    /// In check (I8): no teleport. d8: no cascade, so the king steps to safety or captures, or a piece steps
    /// between.
    [[gnu::noinline]] void evade() {
        if constexpr (Rules::cascade_in_check) {
            return evade_by_cascades();
        } else {
            sink_.no_cascades();
            const Bitboard through_king = occupied_ & ~board8::bit(king_);
            const Bitboard attacked = board8::all_attacks<!Us>(board_, through_king);
            sink_.movements(king_, board8::king_attacks(king_) & ~ours_ & ~attacked);
            const Bitboard checkers = attackers(board_, king_, !Us, occupied_);
            if (checkers & (checkers - 1)) return;
            const Bitboard shield = board8::between(king_, board8::first(checkers));
            if (!shield) return;
            pins_ = lone_shields(board_, king_, !Us, ours_);
            const Bitboard pieces = ours_ & ~pins_.pieces;
            for (Bitboard rest = pieces & board_.knights(); rest;) {
                const Square from = board8::pop_first(rest);
                sink_.movements(from, board8::knight_attacks(from) & shield);
            }
            for (Bitboard rest = pieces & board_.diagonals(); rest;) {
                const Square from = board8::pop_first(rest);
                sink_.movements(from, board8::bishop_attacks(from, occupied_) & shield);
            }
            for (Bitboard rest = pieces & board_.orthogonals(); rest;) {
                const Square from = board8::pop_first(rest);
                sink_.movements(from, board8::rook_attacks(from, occupied_) & shield);
            }
            const Bitboard one = single_steps(pieces & board_.pawns());
            sink_.template pushes<1>(one & shield & ~last_rank);
            sink_.template pushes<2>(double_steps(one) & shield);
            promote_each(one & shield & last_rank);
        }
    }

    /// With cascades nearly anything may answer a check: every movement is looked at.
    void evade_by_cascades() {
        look_at_each(king_, board8::king_attacks(king_) & ~ours_);
        for (Bitboard pieces = ours_ & ~board_.kings() & ~board_.pawns(); pieces;) {
            const Square from = board8::pop_first(pieces);
            Bitboard targets = 0;
            if (board8::contains(board_.knights(), from)) targets |= board8::knight_attacks(from);
            if (board8::contains(board_.diagonals(), from))
                targets |= board8::bishop_attacks(from, occupied_);
            if (board8::contains(board_.orthogonals(), from))
                targets |= board8::rook_attacks(from, occupied_);
            look_at_each(from, targets & ~occupied_);
        }
        const Bitboard one = single_steps(ours_ & board_.pawns());
        look_at_pushes(one, double_steps(one));
    }

    const board8::Board& board_;
    Sink& sink_;
    const Bitboard ours_;
    const Bitboard theirs_;
    const Bitboard occupied_;
    const Square king_;
    Bitboard attacked_ = 0;
    board8::Shields pins_;  // our pinned pieces and their pinners
    Bitboard hazards_ = 0;
    Bitboard pinned_hazards_ = 0;
};

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
