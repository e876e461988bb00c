#include <fmt/core.h>

#include <cstdint>
#include <iterator>
#include <string>

#include "games/complete_permutation/rules/generator.hpp"
#include "games/complete_permutation/rules/state.hpp"
#include "text/notation.hpp"

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

namespace {

/// What `put` appends, or "-" for nothing.
template <class Put>
void append_field(std::string& text, Put put) {
    const std::size_t before = text.size();
    put();
    if (text.size() == before) text += '-';
    text += ' ';
}

}  // namespace

std::string write_state(const State& state) {
    std::string text;
    text.reserve(160);
    append_board_field(
        text, files, ranks, [&](Square square) { return contains(state.board.occupied(), square); },
        [&](Square square) { text += fen_letter(*state.board.at(square)); });
    text += state.turn == Color::White ? " w " : " b ";
    append_field(text, [&] {
        for (const Color side : {Color::White, Color::Black}) {
            for (int file = 0; file < files; ++file) {
                if (state.unmoved[index(side)] >> file & 1)
                    text += static_cast<char>((side == Color::White ? 'A' : 'a') + file);
            }
        }
    });
    append_field(text, [&] {
        for (Bitboard rest = state.en_passant; rest;) text += name(pop_first(rest));
    });
    append_field(text, [&] {
        for (const Color side : {Color::White, Color::Black}) {
            for (const char letter : reserve_order) {
                const Kind kind = *kind_of(letter);
                text.append(static_cast<std::size_t>(state.reserves[index(side)].of(kind)),
                            fen_letter({kind, side}));
            }
        }
    });
    fmt::format_to(std::back_inserter(text), "{} {}", state.halfmove, state.fullmove);
    return text;
}

}  // namespace octomate::complete_permutation
