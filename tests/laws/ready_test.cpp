// Checks the fast one-pass FEN parser against the one that reports faults, and that FENs survive a round
// trip.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>

#include "games/superpermutation/rules/setup.hpp"
#include "text/notation.hpp"

namespace octomate::laws {

namespace {

/// Returns the first field of a FEN, written by `append_board_field`, to check the faster writer.
std::string plain_board_field(const board8::Board& board) {
    std::string text;
    append_board_field(
        text, 8, 8, [&](board8::Square square) { return board.at(square).has_value(); },
        [&](board8::Square square) { text += board8::fen_letter(*board.at(square)); });
    return text;
}

}  // namespace

TEST_CASE("the one-pass FEN parser agrees with the one that reports faults", "[law]") {
    using namespace superpermutation;
    std::mt19937 random(3);
    const auto below = [&](std::size_t end) { return random() % end; };
    const std::string_view signs = "pnbrqkPNBRQK123456789/ w-b0x\t";
    std::size_t ready = 0;
    for (int round = 0; round < 40'000; ++round) {
        std::string fen(round % 2 == 0 ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
                                       : "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b - -");
        for (int change = 0; change < 8 && !fen.empty(); ++change) {
            INFO(fen);
            const auto precise = read_setup(fen);
            if (const auto one_pass = read_setup_fast(fen)) {
                ++ready;
                REQUIRE(precise);
                REQUIRE(precise->notes.empty());
                REQUIRE(one_pass->board == precise->value.board);
                REQUIRE(one_pass->turn == precise->value.turn);
                const std::string written = write_fen(one_pass->board, one_pass->turn);
                REQUIRE(written.starts_with(plain_board_field(precise->value.board) + ' '));
                REQUIRE(written.ends_with(one_pass->turn == Color::White ? " w - - 0 1" : " b - - 0 1"));
            } else if (precise && precise->notes.empty()) {  // rejected only for extra blanks
                const bool odd = fen.find("  ") != std::string::npos || fen.find('\t') != std::string::npos ||
                                 fen.front() == ' ' || fen.back() == ' ';
                REQUIRE(odd);
            }
            const std::size_t at = below(fen.size());
            switch (below(3)) {
                case 0: fen[at] = signs[below(signs.size())]; break;
                case 1: fen.insert(at, 1, signs[below(signs.size())]); break;
                default: fen.erase(at, 1 + below(2)); break;
            }
        }
    }
    CHECK(ready > 40'000);
}

}  // namespace octomate::laws
