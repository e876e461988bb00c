// Compares cascades on a bitboard with swaps in an array of pieces.
#include <catch2/catch.hpp>
#include <random>
#include <utility>

#include "board8/board.hpp"
#include "games/superpermutation/rules/cascade.hpp"
#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

TEST_CASE("a climbing piece swaps with the pieces above it one by one", "[board]") {
    using namespace board8;
    std::mt19937 random(12);
    for (int round = 0; round < 5000; ++round) {
        Placement pieces;
        for (auto& piece : pieces) {
            if (random() % 2 == 0)
                piece =
                    Piece{static_cast<Kind>(random() % 6), random() % 2 == 0 ? Color::White : Color::Black};
        }
        const Board board(pieces);
        const auto from = static_cast<Square>(random() % 64);
        const auto to = static_cast<Square>(random() % 64);
        const auto swaps = static_cast<int>(random() % 8);
        const bool white = random() % 2 == 0;
        const int step = forward(white ? Color::White : Color::Black);
        const Square end = to + swaps * step;
        const bool passes_origin = file_of(from) == file_of(to) && (from - to) * step > 0;
        if (from == to || end < 0 || end > 63 || passes_origin) continue;

        const auto at = [&](Square square) -> auto& { return pieces[static_cast<std::size_t>(square)]; };
        at(to) = std::exchange(at(from), std::nullopt);
        for (Square square = to; square != end; square += step) std::swap(at(square), at(square + step));
        const Board after = white ? after_cascade<Color::White>(board, from, to, end)
                                  : after_cascade<Color::Black>(board, from, to, end);
        REQUIRE(after.placement() == pieces);
    }
}

TEST_CASE("a piece that arrives with check on its own first rank pushes no pawn", "[rules]") {
    const auto forces = [](const char* fen, const char* text) {
        const D8Position position = d8_position(fen);
        return forces_promotion<Color::White>(position.board(), move_of(position, text));
    };
    CHECK_FALSE(forces("7K/8/8/8/8/k3B3/2p5/8 w", "e3c1"));
    CHECK(forces("7K/8/k7/8/8/4B3/2p5/8 w", "e3c1"));
}

}  // namespace octomate::superpermutation
