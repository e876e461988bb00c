#include "games/complete_permutation/rules/setup.hpp"

#include <cstdint>

#include "games/complete_permutation/rules/generator.hpp"

namespace octomate::complete_permutation {

Reserve lost_pieces(const Board& board, Color side) {
    const auto numbers = board.pieces_by_kind(side);
    Reserve lost;
    for (Kind kind = 1; kind < king; ++kind) {
        if (numbers[kind] == 0) lost.add(kind);
    }
    return lost;
}

bool has_valid_men(const Board& board) {
    return count(board.kings() & board.of(Color::White)) == 1 &&
           count(board.kings() & board.of(Color::Black)) == 1 &&
           (board.pawns() & (rank_set(0) | rank_set(ranks - 1))) == 0;
}

bool is_valid(const Board& board, Color turn) { return has_valid_men(board) && !king_attacked(board, !turn); }

std::uint16_t possible_unmoved(const Board& board, Color side) {
    if (!contains(board.kings() & board.of(side), king_home(side))) return 0;
    return static_cast<std::uint16_t>((board.pieces() & board.of(side)) >> home_rank_square(side));
}

Bitboard possible_en_passant(const Board& board, Color turn) {
    const Color mover = !turn;
    const Bitboard empty = ~board.occupied();
    const Bitboard fourth = board.pawns() & board.of(mover) & rank_set(relative_rank(mover, 3));
    return ahead(fourth, turn) & empty & ahead(empty & rank_set(relative_rank(mover, 1)), mover);
}

}  // namespace octomate::complete_permutation
