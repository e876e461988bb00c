#pragma once

#include "games/complete_permutation/rules/state.hpp"

// Generates legal steps without playing them. The threats to the king of the side to move are computed once:
// the pieces that give check; the destinations that end all checks, by capture or interposition; and the
// shields, pieces that alone block a line or falcon path from an attacker to the king. A step of a piece
// other than the king and shields is legal if it goes to one of these destinations (without a check: any).
// Steps of the king and of shields, and en passant captures, are tested one by one.

namespace octomate::complete_permutation {

/// The threats to a king.
struct Danger {
    Bitboard checkers = 0;            ///< pieces that attack the king
    Bitboard answers = ~Bitboard{0};  ///< destinations on which a piece other than the king ends all checks
    Bitboard shields = 0;             ///< pieces that alone block a line or falcon path to the king
};

/// Computes the threats of side `by` to a king on `king_square`, with the shields of side `shield`: if this
/// is the king's side, the shields are pinned; if it is `by`, their moves may discover check.
inline Danger danger_for(const Board& board, Square king_square, Color by, Color shield) {
    Danger danger;
    const Bitboard occupied = board.occupied(), enemies = board.of(by), friends = board.of(shield);
    const auto& table = detail::tables_of(king_square);
    danger.checkers = (knight_attacks(king_square) & board.knights() & enemies) |
                      (pawn_attacks(bit(king_square), !by) & board.pawns() & enemies);
    for (Bitboard rest = danger.checkers; rest;) danger.answers &= bit(pop_first(rest));

    const auto riders = [&](Bitboard enemy_riders, auto attacks) {
        const Bitboard lines = attacks(king_square, occupied);
        const Bitboard lines_past_shields = attacks(king_square, occupied & ~(lines & friends));
        for (Bitboard rest = enemy_riders & lines_past_shields; rest;) {
            const Square rider = pop_first(rest);
            const Bitboard line = between(king_square, rider);
            if (contains(lines, rider)) {
                danger.checkers |= bit(rider);
                danger.answers &= line | bit(rider);
            } else {
                danger.shields |= line & friends;
            }
        }
    };
    if (const Bitboard rooks = board.rooks() & enemies; rooks & (table.file | rank_set(rank_of(king_square))))
        riders(rooks, [](Square square, Bitboard pieces) { return rook_attacks(square, pieces); });
    if (const Bitboard bishops = board.bishops() & enemies; bishops & (table.diagonal | table.antidiagonal))
        riders(bishops, [](Square square, Bitboard pieces) { return bishop_attacks(square, pieces); });

    for (Bitboard rest = board.falcons() & enemies & table.falcon; rest;) {
        const Square falcon_square = pop_first(rest);
        Bitboard common = ~Bitboard{0};
        bool open = false;
        for (const Bitboard path : falcon_paths(king_square, falcon_square)) {
            const Bitboard blockers = path & occupied;
            if (!blockers) {
                open = true;
                common &= path;
            } else if (!(blockers & (blockers - 1))) {
                danger.shields |= blockers & friends;
            }
        }
        if (!open) continue;
        danger.checkers |= bit(falcon_square);
        danger.answers &= common | bit(falcon_square);
    }
    return danger;
}

/// Generates the legal steps of the side to move and passes them to a sink:
///   * `pieces(from, to)`: the piece other than a pawn on `from` moves to any square of the set `to`,
///   * `pawns(to, offset)`: a pawn moves to each square s of the set `to`, from the square s - `offset`,
///   * `step(from, to)`: a piece or pawn moves from one square to another,
///   * `done()`: whether to stop generating.
/// The sink expands promotions. A filter may drop steps: `destinations(from)` returns the allowed
/// destinations of a piece, `pawn_destinations(set, offset)` the allowed squares of `set` for pawns that move
/// by `offset`. Swaps of the king are never dropped.
template <class Sink, class Filter>
class Generator {
  public:
    Generator(const State& state, Sink& sink, const Filter& filter)
        : state_(state),
          board_(state.board),
          sink_(sink),
          filter_(filter),
          us_(state.turn),
          king_(board_.king_of(us_)),
          danger_(danger_for(board_, king_, !us_, us_)) {}

    /// Generates all legal steps.
    void generate() {
        if (danger_.checkers) king_moves();
        if (sink_.done()) return;
        officers();
        if (sink_.done()) return;
        pawns(board_.pawns() & ours());
        if (sink_.done()) return;
        if (!danger_.checkers) king_moves();
        if (danger_.checkers == 0 && state_.switches.swap != Swap::None && state_.unmoved[index(us_)] != 0)
            swaps();
    }

    /// Generates the legal steps of `pawns`, a set of own pawns.
    void pawns(Bitboard pawns) {
        const Bitboard empty = ~board_.occupied();
        const Bitboard unpinned = pawns & ~danger_.shields;
        const int ahead_by = forward(us_);
        const Bitboard third = rank_set(relative_rank(us_, 2));
        const Bitboard steps = ahead(unpinned, us_) & empty;
        emit_pawns(steps & danger_.answers, ahead_by);
        emit_pawns(ahead(steps & third, us_) & empty & danger_.answers, 2 * ahead_by);
        const Bitboard victims = theirs() & danger_.answers;
        emit_pawns(shifted(unpinned & ~file_set(0), ahead_by - 1) & victims, ahead_by - 1);
        emit_pawns(shifted(unpinned & ~file_set(files - 1), ahead_by + 1) & victims, ahead_by + 1);
        for (Bitboard rest = pawns & danger_.shields; rest;) {
            const Square from = pop_first(rest);
            const Bitboard one_step = ahead(bit(from), us_) & empty;
            const Bitboard to =
                one_step | (ahead(one_step & third, us_) & empty) | (pawn_attacks(bit(from), us_) & theirs());
            emit_tested(from, to);
        }
        for (Bitboard rest = state_.en_passant; rest;) {  // captures en passant (R7)
            const Square to = pop_first(rest);
            // In a turn of two pawns, the first may already have captured the victim, or moved to `to`.
            if (contains(board_.occupied(), to) || !contains(board_.pawns() & theirs(), to - ahead_by))
                continue;
            for (Bitboard capturers = pawn_attacks(bit(to), !us_) & pawns; capturers;) {
                const Square from = pop_first(capturers);
                const Bitboard gone = bit(from) | bit(to - ahead_by);
                if (!attacked(board_, king_, !us_, (board_.occupied() & ~gone) | bit(to), ~gone))
                    sink_.step(from, to);
            }
        }
    }

  private:
    Bitboard ours() const { return board_.of(us_); }
    Bitboard theirs() const { return board_.of(!us_); }

    /// Generates the steps of pieces other than king and pawns.
    void officers() {
        const Bitboard occupied = board_.occupied();
        const Bitboard unpinned = ours() & ~danger_.shields, targets = ~ours() & danger_.answers;
        const auto each = [&](Bitboard pieces, auto attacks) {
            for (; pieces && !sink_.done();) {
                const Square from = pop_first(pieces);
                sink_.pieces(from, attacks(from) & targets & filter_.destinations(from));
            }
        };
        if (targets == 0) return;
        each(board_.rooks() & unpinned, [&](Square from) { return rook_attacks(from, occupied); });
        each(board_.bishops() & unpinned, [&](Square from) { return bishop_attacks(from, occupied); });
        each(board_.knights() & unpinned, [&](Square from) { return knight_attacks(from); });
        each(board_.falcons() & unpinned, [&](Square from) { return falcon_attacks(from, occupied); });
        for (Bitboard rest = board_.officers() & ours() & danger_.shields; rest;) {
            const Square from = pop_first(rest);
            Bitboard to = 0;
            if (contains(board_.rooks(), from)) to |= rook_attacks(from, occupied);
            if (contains(board_.bishops(), from)) to |= bishop_attacks(from, occupied);
            if (contains(board_.knights(), from)) to |= knight_attacks(from);
            if (contains(board_.falcons(), from)) to |= falcon_attacks(from, occupied);
            emit_tested(from, to & targets & filter_.destinations(from));
        }
    }

    /// Passes to the sink the steps from `from` to squares of `to`, except those that expose the king.
    void emit_tested(Square from, Bitboard to) {
        for (to &= ~ours(); to;) {
            const Square square = pop_first(to);
            const Bitboard occupied = (board_.occupied() & ~bit(from)) | bit(square);
            if (!attacked(board_, king_, !us_, occupied, ~bit(square))) sink_.step(from, square);
        }
    }

    void emit_pawns(Bitboard to, int offset) {
        if (to) sink_.pawns(filter_.pawn_destinations(to, offset), offset);
    }

    /// Generates the king's moves (R5): one step, two steps in one direction, or a knight's move that begins
    /// with an orthogonal step. The king must not pass or reach an attacked square.
    void king_moves() {
        const Bitboard targets = filter_.destinations(king_);
        if (!targets) return;
        const Bitboard without_king = board_.occupied() & ~bit(king_);
        const auto safe = [&](Square square) { return !attacked(board_, square, !us_, without_king); };
        Bitboard to = 0;
        for (Bitboard near = king_attacks(king_) & ~ours(); near;) {
            const Square passed = pop_first(near);
            if (!safe(passed)) continue;
            to |= bit(passed);
            if (contains(board_.occupied(), passed)) continue;
            const int across = file_of(passed) - file_of(king_), up = rank_of(passed) - rank_of(king_);
            const auto beyond = [&](int files_on, int ranks_on) {
                const int file = file_of(passed) + files_on, rank = rank_of(passed) + ranks_on;
                if (file < 0 || file >= files || rank < 0 || rank >= ranks) return;
                const Square square = square_at(file, rank);
                if (!contains(ours(), square) && safe(square)) to |= bit(square);
            };
            beyond(across, up);
            if (across == 0) {
                beyond(-1, up);
                beyond(1, up);
            } else if (up == 0) {
                beyond(across, -1);
                beyond(across, 1);
            }
        }
        sink_.pieces(king_, to & targets);
    }

    /// Generates the king's swaps (R6). Requires a king that is not in check.
    void swaps() {
        const Bitboard without_king = board_.occupied() & ~bit(king_);
        Bitboard partners = Bitboard{state_.unmoved[index(us_)]} << home_rank_square(us_);
        for (; partners;) {
            const Square partner = pop_first(partners);
            if (state_.switches.swap == Swap::Castling) {
                const Bitboard path = between(king_, partner);
                if (path & board_.occupied()) continue;
                bool barred = false;
                for (Bitboard rest = path; rest && !barred;)
                    barred = attacked(board_, pop_first(rest), !us_, without_king);
                if (barred) continue;
            }
            // After a swap the same squares are occupied, so the occupancy need not be changed.
            if (!attacked(board_, partner, !us_, board_.occupied())) sink_.step(king_, partner);
        }
    }

    const State& state_;
    const Board& board_;
    Sink& sink_;
    const Filter& filter_;
    const Color us_;
    const Square king_;
    const Danger danger_;
};

/// The filter that drops no steps.
struct NoFilter {
    Bitboard destinations(Square) const { return ~Bitboard{0}; }
    Bitboard pawn_destinations(Bitboard set, int) const { return set; }
};

}  // namespace octomate::complete_permutation
