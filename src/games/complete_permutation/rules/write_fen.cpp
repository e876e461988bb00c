#include <fmt/format.h>

#include <iterator>
#include <string>

#include "games/complete_permutation/rules/setup.hpp"

namespace octomate::complete_permutation {

namespace {

void append_board(const Board& board, std::string& text) {
    for (int rank = ranks - 1; rank >= 0; --rank) {
        int next = 0;  // the first file that nothing was written for
        const auto skip_to = [&](int file) {
            if (file > next) text += std::to_string(file - next);
            next = file + 1;
        };
        for (Bitboard men = board.occupied() & rank_set(rank); men;) {
            const Square square = pop_first(men);
            skip_to(file_of(square));
            text += fen_letter(*board.at(square));
        }
        skip_to(files);
        text += rank > 0 ? '/' : ' ';
    }
}

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
    append_board(state.board, text);
    text += state.turn == Color::White ? "w " : "b ";
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
