// Compiled with BMI2 only: the tables behind rook_attacks and bishop_attacks.

#include "board8/attacks.hpp"

namespace octomate::board8::detail {

namespace {

constexpr std::size_t rook_places = 102400;
constexpr std::size_t bishop_places = 5248;

std::array<Bitboard, rook_places + bishop_places> places;

/// The squares of the line whose pieces matter: a slider stops at the edge anyway.
constexpr Bitboard without_ends(Square square, Bitboard line) {
    Bitboard edges = 0;
    if (file_of(square) != 0) edges |= file_a;
    if (file_of(square) != 7) edges |= file_h;
    if (rank_of(square) != 0) edges |= rank_set(0);
    if (rank_of(square) != 7) edges |= rank_set(7);
    return line & ~edges;
}

/// What a slider sees, walking step by step.
Bitboard walk(Square square, bool rook, Bitboard occupied) {
    constexpr int steps[2][4][2] = {{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}, {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
    Bitboard set = 0;
    for (const auto& step : steps[rook]) {
        int file = file_of(square) + step[0];
        int rank = rank_of(square) + step[1];
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step[0], rank += step[1]) {
            set |= bit(square_at(file, rank));
            if (contains(occupied, square_at(file, rank))) break;
        }
    }
    return set;
}

/// Fills the places of one slider on one square; returns the first place behind them.
Bitboard* fill(PextEntry& entry, Bitboard* place, Square square, bool rook) {
    entry = {without_ends(square, walk(square, rook, 0)), place};
    Bitboard occupied = 0;
    do {  // all subsets of the mask, in the order in which pext numbers them
        *place++ = walk(square, rook, occupied);
        occupied = (occupied - entry.mask) & entry.mask;
    } while (occupied);
    return place;
}

PextTables make_tables() {
    PextTables tables;
    Bitboard* place = places.data();
    for (Square square = 0; square < 64; ++square) place = fill(tables.rook[at(square)], place, square, true);
    for (Square square = 0; square < 64; ++square)
        place = fill(tables.bishop[at(square)], place, square, false);
    return tables;
}

}  // namespace

const PextTables pext_tables = make_tables();

}  // namespace octomate::board8::detail
