#include "games/complete_permutation/rules/attacks.hpp"

namespace octomate::complete_permutation::detail {

namespace {

constexpr std::array<SquareTables, squares> make_square_tables() {
    std::array<SquareTables, squares> tables{};
    for (Square from = 0; from < squares; ++from) {
        SquareTables& table = tables[static_cast<std::size_t>(from)];
        // Adds to `set` the square one step away, or all squares to the edge in that direction if `to_edge`.
        const auto add = [&](Bitboard& set, int across, int up, bool to_edge) {
            int file = file_of(from), rank = rank_of(from);
            do {
                file += across;
                rank += up;
                if (file < 0 || file >= files || rank < 0 || rank >= ranks) return;
                set |= bit(square_at(file, rank));
            } while (to_edge);
        };
        for (int sign = -1; sign <= 1; sign += 2) {
            add(table.file, 0, sign, true);
            add(table.diagonal, sign, sign, true);
            add(table.antidiagonal, sign, -sign, true);
        }
        for (int across = -3; across <= 3; ++across) {
            for (int up = -3; up <= 3; ++up) {
                const int wide = across < 0 ? -across : across, high = up < 0 ? -up : up;
                const int longer = wide > high ? wide : high, shorter = wide > high ? high : wide;
                if (longer == 1) add(table.king, across, up, false);
                if (longer == 2 && shorter == 1) add(table.knight, across, up, false);
                if (longer == 3 && (shorter == 1 || shorter == 2)) add(table.falcon, across, up, false);
                if (longer == 1 || longer == 2) add(table.box, across, up, false);
            }
        }
    }
    return tables;
}

// Returns the destinations of a falcon in one quarter: bit 0 for (1,3), 1 for (2,3), 2 for (3,2), 3 for
// (3,1). `empty` has a bit for each empty square: bits 0–2 are the far rank (two steps away) from the
// falcon's file outwards, 3–5 the near rank, 6–7 the falcon's own rank.
constexpr std::uint8_t falcon_quarter(unsigned empty) {
    const auto is_empty = [&](int across, int up) {
        const int bit_index = up == 2 ? across : up == 1 ? 3 + across : 5 + across;
        return (empty >> bit_index & 1) != 0;
    };
    std::uint8_t reached = 0;
    // Paths to (1,3): (0,1) (0,2), (0,1) (1,2) and (1,1) (1,2); those to (3,1) are their mirror images.
    if ((is_empty(0, 1) && (is_empty(0, 2) || is_empty(1, 2))) || (is_empty(1, 1) && is_empty(1, 2)))
        reached |= 1;
    if ((is_empty(1, 0) && (is_empty(2, 0) || is_empty(2, 1))) || (is_empty(1, 1) && is_empty(2, 1)))
        reached |= 8;
    // Paths to (2,3): (1,1) (2,2), (1,1) (1,2) and (0,1) (1,2); those to (3,2) are their mirror images.
    if ((is_empty(1, 1) && (is_empty(2, 2) || is_empty(1, 2))) || (is_empty(0, 1) && is_empty(1, 2)))
        reached |= 2;
    if ((is_empty(1, 1) && (is_empty(2, 2) || is_empty(2, 1))) || (is_empty(1, 0) && is_empty(2, 1)))
        reached |= 4;
    return reached;
}

constexpr FalconTables make_falcon_tables() {
    FalconTables tables{};
    for (unsigned index = 0; index < 256; ++index) {
        // In the left quarters the bits of each rank run towards the falcon: reverse them.
        const unsigned mirrored = (index & 1) << 2 | (index & 2) | (index & 4) >> 2 | (index & 8) << 2 |
                                  (index & 16) | (index & 32) >> 2 | (index & 64) << 1 | (index & 128) >> 1;
        const auto fill = [&](std::size_t quarter, unsigned reached, bool left, bool down) {
            constexpr std::array<std::array<int, 2>, 4> offsets = {{{1, 3}, {2, 3}, {3, 2}, {3, 1}}};
            for (std::size_t n = 0; n < 4; ++n) {
                if (!(reached >> n & 1)) continue;
                const auto [across, up] = offsets[n];
                const int rank = down ? 3 - up : up - 1;
                tables[quarter][index] |= std::uint64_t{1} << (files * rank + 3 + (left ? -across : across));
            }
        };
        fill(0, falcon_quarter(index), false, false);
        fill(1, falcon_quarter(mirrored), true, false);
        fill(2, falcon_quarter(index), false, true);
        fill(3, falcon_quarter(mirrored), true, true);
    }
    return tables;
}

}  // namespace

constinit const std::array<SquareTables, squares> square_tables = make_square_tables();
constinit const FalconTables falcon_tables = make_falcon_tables();

}  // namespace octomate::complete_permutation::detail
