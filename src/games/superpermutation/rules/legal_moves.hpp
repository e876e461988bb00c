#pragma once

// Generation of legal moves.
//
// A move is a *movement*, from one square to the landing square, and the cascade that follows it. It is
// illegal if it leaves its own king attacked. Most legal moves are found as sets of landing squares, without
// making them. A movement by itself exposes the king only if a pinned piece leaves its line, or if the king
// steps onto an attacked square. A cascade leaves the same squares occupied (I4), so it opens no line. It can
// expose its own king in three ways only: it pushes this king back, it pushes an enemy piece back to a square
// from which the piece attacks the king, or it pushes an enemy pawn to its last rank, where the pawn becomes
// a queen. In each case the mover has to climb to the square of the piece that is pushed. The landing squares
// from which an unbroken run of pieces leads to such a square are the *hazards*; they are computed once for
// all moves (`find_hazards`). Example: a black rook on d5 would attack our king from d4, and d4 is occupied;
// then d3 is a hazard, because a mover that lands there may climb to d5 and push the rook to d4.
//
// A movement to any other square is legal if it obeys the pins. A movement to a hazard may still be legal,
// for instance because the cascade stops earlier with check: it is made, and tested on the board after it.
//
// `LegalMoves` reports the moves to a *sink* (at the end of this file), which counts or lists them. A sink
// that counts never computes where the cascades of harmless moves end.

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>

#include "board8/board.hpp"
#include "games/superpermutation/rules/cascade.hpp"
#include "games/superpermutation/rules/kernel.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// The promotions that a player can choose from.
inline constexpr Effect promotions[] = {Effect::ToQueen, Effect::ToRook, Effect::ToBishop, Effect::ToKnight};

/// Builds a move from values in the ranges of `Move`.
constexpr Move make_move(board8::Square from, board8::Square to, int swaps, Effect effect) {
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(swaps),
            effect};
}

/// Returns the number of swaps of a cascade that begins on `to` and ends on `end`.
template <Color Us>
constexpr int swaps_between(board8::Square to, board8::Square end) {
    return (Us == Color::White ? end - to : to - end) >> 3;
}

/// Calls `visit(Move, const Board& after)` for each move that consists of the movement from `from` to `to`
/// and a cascade to `end`: one move, or four if the mover chooses a promotion. The caller must reject
/// moves that leave the mover's own king attacked (R3).
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
    // An enemy pawn was pushed to its last rank. In the d8 game it becomes a queen; in the parent game the
    // mover chooses, and each choice is a separate move (R4).
    if (contains(after.pawns() & after.of(!Us) & first_rank, to)) {
        if constexpr (Rules::chooses_forced_promotion) return choose(to);
        after.promote(to, Kind::Queen);
    }
    visit(make_move(from, to, swaps, Effect::None), after);
}

/// Fills backwards from `goals` along files: returns the squares of `through` from which a piece of `Us`
/// reaches a goal by forward steps inside `through`. Includes `goals`.
template <Color Us>
OCTOMATE_HOT board8::Bitboard climbing_to(board8::Bitboard goals, board8::Bitboard through) {
    using namespace board8;
    goals |= through & step_back<Us>(goals);
    through &= step_back<Us>(through);
    goals |= through & step_back<Us>(step_back<Us>(goals));
    through &= step_back<Us>(step_back<Us>(through));
    return goals | (through & (Us == Color::White ? goals >> 32 : goals << 32));
}

/// Generates the legal moves of one side, without regard to the die: see the top of this file.
///
/// Calls these functions of the sink, always with legal moves:
///   * `movements(from, targets)`: moves of the piece on `from` to each square of `targets`, without
///     promotion; a move has a cascade if the square in front of its target is occupied, unless
///     `no_cascades()` was called,
///   * `pushes<steps>(targets)`: likewise for pawns, each from the square `steps` squares behind its target,
///   * `promotions(from, to)`: a step of a pawn to its last rank, which is four moves,
///   * `teleports(king, partners)`: teleports of the king with each piece of `partners`,
///   * `single(move)`: one move,
///   * `no_cascades()`: called first if no move of the position has a cascade (d8, in check).
/// A sink may also have `cascades()`, which returns the board's `Cascades` for reuse, and `wanted()`, which
/// returns the landing squares to which moves are generated (ignored in check).
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

    /// Reports all legal moves to the sink.
    OCTOMATE_HOT void generate() { prepare() ? generate_prepared() : evade(); }

    /// Computes attacked squares and hazards for `generate_prepared`. Returns false if the side is in check.
    OCTOMATE_HOT bool prepare() {
        attacked_ = board8::all_attacks<!Us>(board_, occupied_);
        if (board8::contains(attacked_, king_)) return false;
        find_hazards();
        return true;
    }

    /// Reports all legal moves to the sink, after `prepare` has returned true.
    OCTOMATE_HOT void generate_prepared() {
        sink_.teleports(king_,
                        wanted(ours_ & ~board_.pawns() & ~board_.kings() & ~attacked_));  // I7, R5
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

    /// Returns the squares of `targets` that are in `sink_.wanted()`; all if the sink has no such function.
    OCTOMATE_HOT Bitboard wanted(Bitboard targets) const {
        if constexpr (requires { sink_.wanted(); }) return targets & sink_.wanted();
        return targets;
    }

    /// Computes our pinned pieces and the hazards: the landing squares from which a run of pieces leads to a
    /// dangerous square. A square is dangerous to climb to if it holds our king, an enemy piece that would
    /// attack our king from the square behind, or an enemy pawn that promotes when pushed. Here lines to the
    /// king pass through our nearest piece, because that piece may be the mover.
    OCTOMATE_HOT void find_hazards() {
        const board8::Lines lines = board8::xray_lines(king_, occupied_, ours_);
        pins_ = board8::lone_shields_by_xray(board_, king_, !Us, lines);
        const auto& [orthogonal, diagonal] = lines;
        const auto ahead = [](Bitboard set) { return board8::step_forward<Us>(set); };
        const Bitboard forced_promotions = Rules::chooses_forced_promotion
                                               ? second_rank  // each promotion is a separate move
                                               : second_rank & ahead(orthogonal | diagonal);
        const Bitboard dangerous =
            theirs_ & ((board_.orthogonals() & ahead(orthogonal)) | (board_.diagonals() & ahead(diagonal)) |
                       (board_.knights() & ahead(board8::knight_attacks(king_))) |
                       (board_.pawns() & (ahead(board8::pawn_attacks(Us, king_)) | forced_promotions)) |
                       (board_.kings() & ahead(board8::king_attacks(king_))));
        hazards_ = board8::step_back<Us>(climbing_to<Us>(dangerous | board8::bit(king_), occupied_));
        // A pinned piece may leave its line if its cascade pushes the pinning piece off the line.
        pinned_hazards_ = hazards_;
        if (pins_.snipers) [[unlikely]]
            pinned_hazards_ |= board8::step_back<Us>(climbing_to<Us>(pins_.snipers, occupied_));
    }

    /// Reports the king's moves, with captures (I2). A king may climb from an attacked square to a safe one
    /// (R3).
    OCTOMATE_HOT void king_moves() {
        const Bitboard targets = wanted(board8::king_attacks(king_) & ~ours_);
        if (!targets) return;
        const Bitboard climbs = targets & board8::step_back<Us>(occupied_ & ~board8::bit(king_));
        sink_.movements(king_, targets & ~climbs & ~attacked_);
        try_each(king_, climbs);
    }

    /// Reports the moves of a piece other than a king or pawn to the empty squares that it attacks.
    OCTOMATE_HOT void piece_moves(Square from, Bitboard attacks) {
        const Bitboard targets = wanted(attacks & ~occupied_);
        if (!targets) return;
        if (board8::contains(pins_.pieces, from)) [[unlikely]] {
            sink_.movements(from, targets & board8::line_through(king_, from) & ~pinned_hazards_);
            return try_each(from, targets & pinned_hazards_);
        }
        sink_.movements(from, targets & ~hazards_);
        try_each(from, targets & hazards_);
    }

    /// Reports the moves of pawns: straight ahead (I1), one step or, from their second rank, two. They never
    /// capture (I2). A pinned pawn leaves its line only if its cascade pushes the pinning piece away.
    OCTOMATE_HOT void pawn_moves() {
        const Bitboard pawns = wanted(board_.pawns() & ours_);
        const Bitboard off_line = pawns & pins_.pieces & ~board8::file_set(board8::file_of(king_));
        const Bitboard singles = single_steps(pawns & ~off_line);
        const Bitboard doubles = double_steps(singles);
        const Bitboard promoting = board8::step_back<Us>(climbing_to<Us>(occupied_ & last_rank, occupied_));
        const Bitboard to_be_tried = hazards_ | promoting | last_rank;
        sink_.template pushes<1>(singles & ~to_be_tried);
        sink_.template pushes<2>(doubles & ~to_be_tried);
        promote_each(singles & last_rank);
        try_pushes(singles & to_be_tried & ~last_rank, doubles & to_be_tried);
        if (off_line) [[unlikely]] {
            const Bitboard off_line_singles = single_steps(off_line);
            try_pushes(off_line_singles & pinned_hazards_, double_steps(off_line_singles) & pinned_hazards_);
        }
    }

    /// Returns the empty squares one step ahead of `pawns`.
    OCTOMATE_HOT Bitboard single_steps(Bitboard pawns) const {
        return board8::step_forward<Us>(pawns) & ~occupied_;
    }
    /// Returns the targets of double steps; `singles` are the targets of the single steps.
    OCTOMATE_HOT Bitboard double_steps(Bitboard singles) const {
        return board8::step_forward<Us>(singles & third_rank) & ~occupied_;
    }

    OCTOMATE_HOT void promote_each(Bitboard targets) {
        while (targets) {
            const Square to = board8::pop_first(targets);
            sink_.promotions(to - up, to);
        }
    }

    OCTOMATE_HOT void try_pushes(Bitboard singles, Bitboard doubles) {
        for (; singles; singles &= singles - 1)
            try_movement(board8::first(singles) - up, board8::first(singles));
        for (; doubles; doubles &= doubles - 1)
            try_movement(board8::first(doubles) - 2 * up, board8::first(doubles));
    }

    OCTOMATE_HOT void try_each(Square from, Bitboard targets) {
        while (targets) [[unlikely]] try_movement(from, board8::pop_first(targets));
    }

    /// Makes the moves that begin with one movement, and reports those that leave our king safe.
    [[gnu::noinline]] void try_movement(Square from, Square to) {
        const auto report = [&](Move move, const board8::Board& after) {
            if (!king_attacked(after, Us)) sink_.single(move);
        };
        if constexpr (requires { sink_.cascades(); }) {
            visit_movement<Rules, Us>(board_, from, to, sink_.cascades().end(from, to), report);
        } else {
            visit_movement<Rules, Us>(board_, from, to, Cascades<Us>(board_).end(from, to), report);
        }
    }

    /// Reports the moves that answer a check. In check there are no teleports (I8) and, in d8, no cascades:
    /// the king steps to safety or captures, or a piece that is not pinned moves between king and checker.
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
            const Bitboard singles = single_steps(pieces & board_.pawns());
            sink_.template pushes<1>(singles & shield & ~last_rank);
            sink_.template pushes<2>(double_steps(singles) & shield);
            promote_each(singles & shield & last_rank);
        }
    }

    /// Reports the answers to a check in the parent game. Nearly any cascade may answer, so all moves are
    /// tried.
    void evade_by_cascades() {
        try_each(king_, board8::king_attacks(king_) & ~ours_);
        for (Bitboard pieces = ours_ & ~board_.kings() & ~board_.pawns(); pieces;) {
            const Square from = board8::pop_first(pieces);
            Bitboard targets = 0;
            if (board8::contains(board_.knights(), from)) targets |= board8::knight_attacks(from);
            if (board8::contains(board_.diagonals(), from))
                targets |= board8::bishop_attacks(from, occupied_);
            if (board8::contains(board_.orthogonals(), from))
                targets |= board8::rook_attacks(from, occupied_);
            try_each(from, targets & ~occupied_);
        }
        const Bitboard singles = single_steps(ours_ & board_.pawns());
        try_pushes(singles, double_steps(singles));
    }

    const board8::Board& board_;
    Sink& sink_;
    const Bitboard ours_;
    const Bitboard theirs_;
    const Bitboard occupied_;
    const Square king_;
    Bitboard attacked_ = 0;
    board8::Shields pins_;         // our pinned pieces and their pinners
    Bitboard hazards_ = 0;         // hazards for pieces that are not pinned
    Bitboard pinned_hazards_ = 0;  // hazards for pinned pieces: also squares whose cascade may push a pinner
};

// ---- Sinks: they count or list moves ---------------------------------------------------------------------

/// Counts the moves.
class CountSink {
  public:
    OCTOMATE_HOT void movements(board8::Square, board8::Bitboard targets) {
        count_ += std::popcount(targets);
    }
    template <int steps>
    OCTOMATE_HOT void pushes(board8::Bitboard targets) {
        count_ += std::popcount(targets);
    }
    OCTOMATE_HOT void promotions(board8::Square, board8::Square) { count_ += 4; }
    OCTOMATE_HOT void teleports(board8::Square, board8::Bitboard partners) {
        count_ += std::popcount(partners);
    }
    OCTOMATE_HOT void single(Move) { ++count_; }
    OCTOMATE_HOT void no_cascades() {}

    int count() const { return count_; }

  private:
    int count_ = 0;
};

/// Counts the moves by the file of their landing square (I5). The sets of targets are added with bit-sliced
/// counters: `sums_[n]` holds bit n of the count of each of the 64 squares. Five bits suffice, because no
/// square is the target of more than sixteen sets.
class FileCountSink {
  public:
    OCTOMATE_HOT void movements(board8::Square, board8::Bitboard targets) { add(targets); }
    template <int steps>
    OCTOMATE_HOT void pushes(board8::Bitboard targets) {
        add(targets);
    }
    OCTOMATE_HOT void promotions(board8::Square, board8::Square to) { extra_[file(to)] += 4; }
    OCTOMATE_HOT void teleports(board8::Square, board8::Bitboard partners) { add(partners); }
    OCTOMATE_HOT void single(Move move) { ++extra_[file(move.to)]; }
    OCTOMATE_HOT void no_cascades() {}

    /// Returns the number of moves for each file.
    OCTOMATE_HOT FileCounts counts() const {
        FileCounts counts = extra_;
        for (int n = 0; n < 8; ++n) {
            int sum = 0;
            for (int digit = 0; digit < digits; ++digit) {
                sum += std::popcount(sums_[static_cast<std::size_t>(digit)] & board8::file_set(n)) << digit;
            }
            std::uint16_t& count = counts[static_cast<std::size_t>(n)];
            count = static_cast<std::uint16_t>(count + sum);
        }
        return counts;
    }

  private:
    static constexpr int digits = 5;

    static std::size_t file(board8::Square square) {
        return static_cast<std::size_t>(board8::file_of(square));
    }

    /// Adds 1 to the counters of the squares of `set`.
    OCTOMATE_HOT void add(board8::Bitboard set) {
        for (board8::Bitboard& sum : sums_) {
            const board8::Bitboard carry = sum & set;
            sum ^= set;
            set = carry;
        }
    }

    std::array<board8::Bitboard, digits> sums_{};
    FileCounts extra_{};  // the counts of moves that were reported one by one
};

/// Lists the moves, with the lengths of their cascades. `write` keeps the end of the list in a local
/// variable: otherwise the compiler would reload it after each move, because a move's bytes may alias it.
template <Color Us>
class ListSink {
  public:
    OCTOMATE_HOT ListSink(const board8::Board& board, Moves& list)
        : cascades_(board), below_pieces_(board8::step_back<Us>(board.occupied())), list_(list) {}

    OCTOMATE_HOT void movements(board8::Square from, board8::Bitboard targets) {
        write(targets, [&](board8::Square) { return from; });
    }
    template <int steps>
    OCTOMATE_HOT void pushes(board8::Bitboard targets) {
        write(targets, [](board8::Square to) { return to - steps * board8::forward(Us); });
    }
    OCTOMATE_HOT void promotions(board8::Square from, board8::Square to) {
        for (const Effect effect : superpermutation::promotions)
            list_.push_back(make_move(from, to, 0, effect));
    }
    OCTOMATE_HOT void teleports(board8::Square king, board8::Bitboard partners) {
        while (partners) list_.push_back(make_move(king, board8::pop_first(partners), 0, Effect::Teleport));
    }
    OCTOMATE_HOT void single(Move move) { list_.push_back(move); }
    OCTOMATE_HOT void no_cascades() { below_pieces_ = 0; }
    OCTOMATE_HOT const Cascades<Us>& cascades() const { return cascades_; }

  private:
    /// Appends a move from `from(to)` to each square `to` of `targets`. Writes in blocks of four, so that the
    /// loop mispredicts fewer branches; the list has room for the surplus, which is cut off.
    template <class From>
    OCTOMATE_HOT void write(board8::Bitboard targets, From from) {
        Move* out = list_.end();
        board8::Bitboard rest = targets & ~below_pieces_;
        Move* const end = out + std::popcount(rest);
        while (out < end) {
            for (int n = 0; n < 4; ++n) {
                const board8::Square to = std::countr_zero(rest);
                rest &= rest - 1;
                *out++ = make_move(from(to), to, 0, Effect::None);
            }
        }
        out = end;
        for (rest = targets & below_pieces_; rest;) {
            const board8::Square to = board8::pop_first(rest);
            const int swaps = swaps_between<Us>(to, cascades_.end(from(to), to));
            *out++ = make_move(from(to), to, swaps, Effect::None);
        }
        list_.end_at(out);
    }

    const Cascades<Us> cascades_;
    board8::Bitboard below_pieces_;  // landing squares on which a cascade starts
    Moves& list_;
};

/// Lists the moves that land on one file, 0…7; in check lists all moves.
template <Color Us>
class FileListSink : public ListSink<Us> {
  public:
    OCTOMATE_HOT FileListSink(const board8::Board& board, int file, Moves& list)
        : ListSink<Us>(board, list), file_(board8::file_set(file)) {}

    OCTOMATE_HOT board8::Bitboard wanted() const { return file_; }

  private:
    const board8::Bitboard file_;
};

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
