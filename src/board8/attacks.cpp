#include "board8/attacks.hpp"

#include <initializer_list>

namespace octomate::board8::detail {

namespace {

struct Step {
    int file;
    int rank;
};

constexpr Step rook_steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
constexpr Step bishop_steps[] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

constexpr bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

constexpr Bitboard leaps(Square from, std::initializer_list<Step> steps) {
    Bitboard set = 0;
    for (const Step step : steps) {
        const int file = file_of(from) + step.file;
        const int rank = rank_of(from) + step.rank;
        if (on_board(file, rank)) set |= bit(square_at(file, rank));
    }
    return set;
}

// Returns the squares from `from` (excluded) to the edge in the direction of `step`.
constexpr Bitboard ray(Square from, Step step) {
    Bitboard set = 0;
    int file = file_of(from) + step.file;
    int rank = rank_of(from) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) set |= bit(square_at(file, rank));
    return set;
}

constexpr Step opposite(Step step) { return {-step.file, -step.rank}; }

// Returns the line through `from` in the direction of `step` and back, edge to edge, without `from`.
constexpr Bitboard line(Square from, Step step) { return ray(from, step) | ray(from, opposite(step)); }

// Returns the files that a slider on `file` attacks along its rank, as a bit set. Bit n of `inner` is set if
// the square on file n + 1 is occupied. Pieces on files a and h do not change the result.
constexpr std::uint8_t rank_attacks(int file, unsigned inner) {
    const unsigned occupied = inner << 1;
    unsigned set = 0;
    for (const int step : {1, -1}) {
        for (int reached = file + step; reached >= 0 && reached < 8; reached += step) {
            set |= 1U << reached;
            if (occupied >> reached & 1) break;
        }
    }
    return static_cast<std::uint8_t>(set);
}

// Fills the tables `between` and `through` for `from` and each square in the direction of `step`.
constexpr void fill_ray(AttackTables& tables, Square from, Step step) {
    const Bitboard reach = ray(from, step);
    for (Bitboard rest = reach; rest;) {
        const Square to = pop_first(rest);
        tables.between[at(from)][at(to)] = reach & ray(to, opposite(step));
        tables.through[at(from)][at(to)] = line(from, step) | bit(from);
    }
}

constexpr AttackTables make_tables() {
    AttackTables tables{};
    for (Square square = 0; square < 64; ++square) {
        tables.knight[at(square)] =
            leaps(square, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}});
        tables.king[at(square)] =
            leaps(square, {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}});
        tables.pawn[0][at(square)] = leaps(square, {{-1, 1}, {1, 1}});
        tables.pawn[1][at(square)] = leaps(square, {{-1, -1}, {1, -1}});
        tables.lines[at(square)] = {line(square, {0, 1}), line(square, {1, 1}), line(square, {-1, 1})};
        for (const Step step : rook_steps) fill_ray(tables, square, step);
        for (const Step step : bishop_steps) fill_ray(tables, square, step);
    }
    for (int file = 0; file < 8; ++file) {
        for (unsigned inner = 0; inner < 64; ++inner)
            tables.rank[at(file)][inner] = rank_attacks(file, inner);
    }
    return tables;
}

}  // namespace

constinit const AttackTables attack_tables = make_tables();

}  // namespace octomate::board8::detail
