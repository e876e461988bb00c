// The lookup tables of rook_attacks and bishop_attacks in builds with BMI2 (PEXT bitboards). For each square
// the table has one entry per subset of the squares whose occupancy matters; pext computes a subset's index.

#include "board8/attacks.hpp"

namespace octomate::board8::detail {

namespace {

// The numbers of attack sets for all 64 squares together: the sums of 2^(number of squares in the mask).
constexpr std::size_t rook_entries = 102400;
constexpr std::size_t bishop_entries = 5248;

std::array<Bitboard, rook_entries + bishop_entries> attack_sets;

// Returns `line` without its end squares: a slider stops at the edge whether they are occupied or not.
constexpr Bitboard without_ends(Square square, Bitboard line) {
    Bitboard edges = 0;
    if (file_of(square) != 0) edges |= file_a;
    if (file_of(square) != 7) edges |= file_h;
    if (rank_of(square) != 0) edges |= rank_set(0);
    if (rank_of(square) != 7) edges |= rank_set(7);
    return line & ~edges;
}

// Computes the attacks of a rook, or of a bishop if not `is_rook`, square by square along each line.
Bitboard slider_attacks(Square square, bool is_rook, Bitboard occupied) {
    constexpr int steps[2][4][2] = {{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}, {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
    Bitboard set = 0;
    for (const auto& step : steps[is_rook]) {
        int file = file_of(square) + step[0];
        int rank = rank_of(square) + step[1];
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step[0], rank += step[1]) {
            set |= bit(square_at(file, rank));
            if (contains(occupied, square_at(file, rank))) break;
        }
    }
    return set;
}

// Sets `entry` and writes its attack sets to `next` and upwards; returns a pointer past the last one.
Bitboard* fill(PextEntry& entry, Bitboard* next, Square square, bool is_rook) {
    entry = {without_ends(square, slider_attacks(square, is_rook, 0)), next};
    Bitboard occupied = 0;
    do {  // iterates over all subsets of the mask in pext order (carry-rippler)
        *next++ = slider_attacks(square, is_rook, occupied);
        occupied = (occupied - entry.mask) & entry.mask;
    } while (occupied);
    return next;
}

PextTables make_tables() {
    PextTables tables;
    Bitboard* next = attack_sets.data();
    for (Square square = 0; square < 64; ++square) next = fill(tables.rook[at(square)], next, square, true);
    for (Square square = 0; square < 64; ++square)
        next = fill(tables.bishop[at(square)], next, square, false);
    return tables;
}

}  // namespace

const PextTables pext_tables = make_tables();

}  // namespace octomate::board8::detail
