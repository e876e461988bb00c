#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "board8/board.hpp"
#include "games/shared/evaluation.hpp"
#include "games/superpermutation/rules/kernel.hpp"

namespace octomate::superpermutation {

/// The facts on which an evaluation rests, in groups of numbers that follow each other. Groups of both sides
/// hold first the facts of the side to move, then those of the other.
namespace facts {

inline constexpr int squares = 0;  ///< kind × squares, files e…h mirrored; theirs count against
inline constexpr int near = squares + 6 * 32;   ///< kind × distance to the other king; theirs count against
inline constexpr int apart = near + 5 * 8;      ///< the distance of the kings
inline constexpr int flights = apart + 8;       ///< both sides: squares to which the king could step
inline constexpr int ring = flights + 2 * 9;    ///< both: squares next to the king that are attacked
inline constexpr int checks = ring + 2 * 9;     ///< both: files on which a piece gives check
inline constexpr int bound = checks + 2 * 9;    ///< both: files on which there is a move
inline constexpr int moves = bound + 2 * 9;     ///< both: moves, by fours
inline constexpr int loose = moves + 2 * 16;    ///< both: pieces that the other king may take
inline constexpr int guards = loose + 2 * 4;    ///< both: own pieces next to the king
inline constexpr int threats = guards + 2 * 9;  ///< files on which the other side would mate
inline constexpr int answers = threats + 9;     ///< moves in check
inline constexpr int count = answers + 8;

}  // namespace facts

inline constexpr std::array<int, 6> phases = {3, 5, 9, 15, 23, 64};
inline constexpr games::FactLayout fact_layout{facts::count, phases};

using games::Evaluation;

/// The evaluation of one of the two games.
template <class Rules>
const Evaluation& evaluation();

inline namespace OCTOMATE_ISA {

/// What a side sees: the squares that it attacks, through the other king too, and the files on which it gives
/// check by a plain move.
struct Sight {
    board8::Bitboard attacks = 0;
    board8::Bitboard checks = 0;
};

template <Color Us>
OCTOMATE_HOT Sight sight_of(const board8::Board& board) {
    using namespace board8;
    const Square target = board.king(!Us);
    const Bitboard ours = board.of(Us), occupied = board.occupied();
    const Bitboard through = occupied & ~bit(target);
    const Bitboard free = ~occupied;
    const Bitboard diagonal = bishop_attacks(target, occupied) & free;
    const Bitboard orthogonal = rook_attacks(target, occupied) & free;
    const Bitboard knight = knight_attacks(target) & free;
    Sight sight;
    const Bitboard pawns = board.pawns() & ours;
    sight.attacks = all_pawn_attacks<Us>(pawns) | king_attacks(board.king(Us));
    const Bitboard one = step_forward<Us>(pawns) & free;
    const Bitboard two = step_forward<Us>(one & rank_set(relative_rank(Us, 2))) & free;
    sight.checks = (one | two) & pawn_attacks(!Us, target);
    for (Bitboard pieces = board.knights() & ours; pieces;) {
        const Bitboard set = knight_attacks(pop_first(pieces));
        sight.attacks |= set;
        sight.checks |= set & knight;
    }
    for (Bitboard pieces = board.diagonals() & ours; pieces;) {
        const Square from = pop_first(pieces);
        const Bitboard set = bishop_attacks(from, through);
        sight.attacks |= set;
        sight.checks |= set & (contains(board.orthogonals(), from) ? diagonal | orthogonal : diagonal);
    }
    for (Bitboard pieces = board.orthogonals() & ours; pieces;) {
        const Square from = pop_first(pieces);
        const Bitboard set = rook_attacks(from, through);
        sight.attacks |= set;
        sight.checks |= set & (contains(board.diagonals(), from) ? diagonal | orthogonal : orthogonal);
    }
    return sight;
}

OCTOMATE_HOT int files_of(board8::Bitboard set) {
    set |= set >> 32;
    set |= set >> 16;
    set |= set >> 8;
    return std::popcount(set & 0xff);
}

OCTOMATE_HOT int distance(board8::Square a, board8::Square b) {
    const int files = board8::file_of(a) - board8::file_of(b);
    const int ranks = board8::rank_of(a) - board8::rank_of(b);
    return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

/// The pieces of a side: `take(fact)`.
template <Color Us, class CountFact>
OCTOMATE_HOT void take_pieces(const board8::Board& board, CountFact count_fact) {
    using namespace board8;
    const Square target = board.king(!Us);
    for (Bitboard pieces = board.of(Us); pieces;) {
        const Square square = pop_first(pieces);
        const Bitboard here = bit(square);
        const int kind = here & board.pawns()            ? 0
                         : here & board.knights()        ? 1
                         : here & board.kings()          ? 5
                         : !(here & board.orthogonals()) ? 2
                         : !(here & board.diagonals())   ? 3
                                                         : 4;
        const int file = file_of(square) < 4 ? file_of(square) : 7 - file_of(square);
        count_fact(facts::squares + kind * 32 + relative_rank(Us, rank_of(square)) * 4 + file);
        if (kind < 5) count_fact(facts::near + kind * 8 + distance(square, target));
    }
}

/// What is to be said of the king of a side, and of what it sees.
template <Color Side, class CountFact>
OCTOMATE_HOT void count_king_safety(const board8::Board& board, const Sight& own, const Sight& other,
                                    int place, bool checks, CountFact count_fact) {
    using namespace board8;
    const Square king = board.king(Side);
    const Bitboard next = king_attacks(king), ours = board.of(Side);
    count_fact(facts::flights + place * 9 + std::popcount(next & ~ours & ~other.attacks));
    count_fact(facts::ring + place * 9 + std::popcount(next & other.attacks));
    count_fact(facts::guards + place * 9 + std::popcount(next & ours));
    const Bitboard taken = king_attacks(board.king(!Side)) & ours & ~own.attacks;
    count_fact(facts::loose + place * 4 + std::min(3, std::popcount(taken)));
    if (checks) count_fact(facts::checks + place * 9 + files_of(own.checks));
}

/// Whom a position favours: `take(fact)` for the side to move, `against(fact)` for the other. False where
/// the game is over. `counts(side)` and `mating(side, counts)` are those of the kernel; `sure` becomes the
/// number of files, of eight, on which the side to move mates.
template <Color Us, class Counts, class Mating, class CountFact, class Against>
OCTOMATE_HOT bool count_facts(const board8::Board& board, Counts counts, Mating mating, int& sure,
                              CountFact count_fact, Against against) {
    using namespace board8;
    const bool in_check = king_attacked(board, Us);
    const FileCounts own = counts(Us);
    int all = 0, files = 0;
    for (const int number : own) {
        all += number;
        files += number > 0;
    }
    if (all == 0) return false;
    sure = mating(Us, own);
    const Sight ours = sight_of<Us>(board), theirs = sight_of<!Us>(board);
    take_pieces<Us>(board, count_fact);
    take_pieces<!Us>(board, against);
    count_fact(facts::apart + distance(board.king(Us), board.king(!Us)));
    count_king_safety<Us>(board, ours, theirs, 0, !in_check, count_fact);
    count_king_safety<!Us>(board, theirs, ours, 1, !in_check, count_fact);
    if (in_check) {
        count_fact(facts::answers + std::min(7, all));
        return true;
    }
    count_fact(facts::bound + files);
    count_fact(facts::moves + std::min(15, all / 4));
    const FileCounts other = counts(!Us);
    int others = 0, other_files = 0;
    for (const int number : other) {
        others += number;
        other_files += number > 0;
    }
    count_fact(facts::bound + 9 + other_files);
    count_fact(facts::moves + 16 + std::min(15, others / 4));
    count_fact(facts::threats + mating(!Us, other));
    return true;
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
