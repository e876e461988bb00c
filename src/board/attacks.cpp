#include "board/attacks.hpp"

#include <initializer_list>
#include <utility>

namespace octomate::board::detail {

namespace {

struct Step {
    int file;
    int rank;
};

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

constexpr Bitboard ray(Square from, Step step) {
    Bitboard set = 0;
    int file = file_of(from) + step.file;
    int rank = rank_of(from) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) set |= bit(square_at(file, rank));
    return set;
}

constexpr AttackTables make_tables() {
    constexpr Step directions[] = {{0, 1}, {1, 1}, {1, 0}, {-1, 1}, {0, -1}, {-1, -1}, {-1, 0}, {1, -1}};
    AttackTables tables{};
    for (Square square = 0; square < 64; ++square) {
        const auto at = static_cast<std::size_t>(square);
        for (std::size_t d = 0; d < 8; ++d) tables.ray[d][at] = ray(square, directions[d]);
        tables.knight[at] =
            leaps(square, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}});
        tables.king[at] =
            leaps(square, {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}});
        tables.pawn[0][at] = leaps(square, {{-1, 1}, {1, 1}});
        tables.pawn[1][at] = leaps(square, {{-1, -1}, {1, -1}});
    }
    return tables;
}

}  // namespace

constinit const AttackTables attack_tables = make_tables();

}  // namespace octomate::board::detail
