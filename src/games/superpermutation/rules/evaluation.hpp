#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "board8/board.hpp"
#include "games/shared/evaluation.hpp"
#include "games/superpermutation/rules/kernel.hpp"

namespace octomate::superpermutation {

/// The numbers of the facts of an evaluation (see games::FactLayout). They form groups; each
/// constant is the number of the first fact of a group. Each piece has one fact of `squares` and, unless it
/// is a king, one of `near`; facts about the opponent's pieces count against the side to move. Every other
/// group represents a number n by its fact n. A group "for both sides" has facts for the side to move,
/// followed by as many facts for the opponent.
namespace facts {

inline constexpr int squares = 0;              ///< kind and square of a piece, files e…h mirrored to a…d
inline constexpr int near = squares + 6 * 32;  ///< kind of a piece and its distance to the enemy king
inline constexpr int apart = near + 5 * 8;     ///< the distance between the kings
inline constexpr int flights = apart + 8;     ///< for both sides: the number of safe squares next to its king
inline constexpr int ring = flights + 2 * 9;  ///< for both sides: number of attacked squares next to its king
inline constexpr int checks = ring + 2 * 9;   ///< for both sides: number of files on which it can give check
inline constexpr int bound = checks + 2 * 9;  ///< for both sides: number of files on which it has a move
inline constexpr int moves = bound + 2 * 9;   ///< for both sides: its moves divided by four, 15 at most
inline constexpr int loose = moves + 2 * 16;  ///< for both sides: its pieces that the other king can capture
inline constexpr int guards = loose + 2 * 4;  ///< for both sides: number of own pieces next to its king
inline constexpr int threats = guards + 2 * 9;  ///< number of files on which the opponent would mate
inline constexpr int answers = threats + 9;     ///< number of legal moves in check, 7 at most
inline constexpr int count = answers + 8;       ///< the number of facts

}  // namespace facts

/// The phases of the game, each by its greatest number of pieces.
inline constexpr std::array<int, 6> phases = {3, 5, 9, 15, 23, 64};
inline constexpr games::FactLayout fact_layout{facts::count, phases};

using games::Evaluation;

/// Returns the evaluation of one of the two games, with the weights that are built in.
template <class Rules>
const Evaluation& evaluation();

inline namespace OCTOMATE_ISA {

/// Attack maps of one side. Pins are ignored.
struct AttackMaps {
    board8::Bitboard attacks = 0;  ///< attacked squares; the enemy king does not block lines
    board8::Bitboard checks = 0;   ///< landing squares of moves that give check without a cascade
};

/// Computes the attack maps of `Us`.
template <Color Us>
OCTOMATE_HOT AttackMaps attack_maps(const board8::Board& board) {
    using namespace board8;
    const Square target = board.king(!Us);
    const Bitboard ours = board.of(Us), occupied = board.occupied();
    const Bitboard through = occupied & ~bit(target);
    const Bitboard free = ~occupied;
    const Bitboard diagonal = bishop_attacks(target, occupied) & free;
    const Bitboard orthogonal = rook_attacks(target, occupied) & free;
    const Bitboard knight = knight_attacks(target) & free;
    AttackMaps maps;
    const Bitboard pawns = board.pawns() & ours;
    maps.attacks = all_pawn_attacks<Us>(pawns) | king_attacks(board.king(Us));
    const Bitboard singles = step_forward<Us>(pawns) & free;
    const Bitboard doubles = step_forward<Us>(singles & rank_set(relative_rank(Us, 2))) & free;
    maps.checks = (singles | doubles) & pawn_attacks(!Us, target);
    for (Bitboard pieces = board.knights() & ours; pieces;) {
        const Bitboard set = knight_attacks(pop_first(pieces));
        maps.attacks |= set;
        maps.checks |= set & knight;
    }
    for (Bitboard pieces = board.diagonals() & ours; pieces;) {
        const Square from = pop_first(pieces);
        const Bitboard set = bishop_attacks(from, through);
        maps.attacks |= set;
        maps.checks |= set & (contains(board.orthogonals(), from) ? diagonal | orthogonal : diagonal);
    }
    for (Bitboard pieces = board.orthogonals() & ours; pieces;) {
        const Square from = pop_first(pieces);
        const Bitboard set = rook_attacks(from, through);
        maps.attacks |= set;
        maps.checks |= set & (contains(board.diagonals(), from) ? diagonal | orthogonal : orthogonal);
    }
    return maps;
}

/// Counts the files on which a set has squares.
OCTOMATE_HOT int files_of(board8::Bitboard set) {
    set |= set >> 32;
    set |= set >> 16;
    set |= set >> 8;
    return std::popcount(set & 0xff);
}

/// Returns the number of king's moves from `a` to `b` on an empty board, 0…7.
OCTOMATE_HOT int distance(board8::Square a, board8::Square b) {
    const int files = board8::file_of(a) - board8::file_of(b);
    const int ranks = board8::rank_of(a) - board8::rank_of(b);
    return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

/// Calls `count_fact(fact)` for the facts `squares` and `near` of each piece of `Us`.
template <Color Us, class CountFact>
OCTOMATE_HOT void count_piece_facts(const board8::Board& board, CountFact count_fact) {
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

/// Calls `count_fact(fact)` for the facts about the king of `Side` and, if `checks`, about its checks. `own`
/// and `other` are the attack maps of `Side` and its opponent; `slot` is 0 if `Side` is to move, else 1.
template <Color Side, class CountFact>
OCTOMATE_HOT void count_king_safety(const board8::Board& board, const AttackMaps& own,
                                    const AttackMaps& other, int slot, bool checks, CountFact count_fact) {
    using namespace board8;
    const Square king = board.king(Side);
    const Bitboard next = king_attacks(king), ours = board.of(Side);
    count_fact(facts::flights + slot * 9 + std::popcount(next & ~ours & ~other.attacks));
    count_fact(facts::ring + slot * 9 + std::popcount(next & other.attacks));
    count_fact(facts::guards + slot * 9 + std::popcount(next & ours));
    const Bitboard loose = king_attacks(board.king(!Side)) & ours & ~own.attacks;
    count_fact(facts::loose + slot * 4 + std::min(3, std::popcount(loose)));
    if (checks) count_fact(facts::checks + slot * 9 + files_of(own.checks));
}

/// Calls `count_fact(fact)` for each fact that counts for `Us`, which is to move, and `against(fact)` for
/// each that counts against it. `counts(side)` and `mating(side, by_file)` are the kernel's `count_by_file`
/// and `mating_files`. Sets `sure` to the number of files on which `Us` mates. Returns false if the game is
/// over.
template <Color Us, class Counts, class Mating, class CountFact, class Against>
OCTOMATE_HOT bool count_facts(const board8::Board& board, Counts counts, Mating mating, int& sure,
                              CountFact count_fact, Against against) {
    using namespace board8;
    const bool in_check = king_attacked(board, Us);
    const FileCounts own = counts(Us);
    int own_moves = 0, own_files = 0;
    for (const int number : own) {
        own_moves += number;
        own_files += number > 0;
    }
    if (own_moves == 0) return false;
    sure = mating(Us, own);
    const AttackMaps ours = attack_maps<Us>(board), theirs = attack_maps<!Us>(board);
    count_piece_facts<Us>(board, count_fact);
    count_piece_facts<!Us>(board, against);
    count_fact(facts::apart + distance(board.king(Us), board.king(!Us)));
    count_king_safety<Us>(board, ours, theirs, 0, !in_check, count_fact);
    count_king_safety<!Us>(board, theirs, ours, 1, !in_check, count_fact);
    if (in_check) {
        count_fact(facts::answers + std::min(7, own_moves));
        return true;
    }
    count_fact(facts::bound + own_files);
    count_fact(facts::moves + std::min(15, own_moves / 4));
    const FileCounts other = counts(!Us);
    int other_moves = 0, other_files = 0;
    for (const int number : other) {
        other_moves += number;
        other_files += number > 0;
    }
    count_fact(facts::bound + 9 + other_files);
    count_fact(facts::moves + 16 + std::min(15, other_moves / 4));
    count_fact(facts::threats + mating(!Us, other));
    return true;
}

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
