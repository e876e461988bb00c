// Helpers that set up positions and list their turns.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/complete_permutation/rules/position.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"
#include "unit/moves_of.hpp"

namespace octomate::complete_permutation {

inline constexpr Switches two_pawns{true, Swap::Castling};
inline constexpr Switches leap{false, Swap::Leap};
inline constexpr Switches no_swap{false, Swap::None};

inline constexpr std::string_view all_pieces = "DFBLMQEZASTCNRG";

using tests::after;
using tests::after_all;
using tests::field;
using tests::legal;
using tests::move_of;
using tests::turns;
using tests::turns_where;

/// Returns the position of a valid FEN; throws if the FEN has a fault.
inline Position position(std::string_view fen, Switches switches = {}) {
    return tests::good(Position::from_fen(fen, switches), fen);
}

/// Returns the FEN of `pieces`, a list of pieces with their squares, White's in upper case: "Ki1 Fh4 ki8
/// pg5". `rest` are the further fields.
inline std::string fen_of(std::string_view pieces, std::string_view rest) {
    std::vector<std::string> board(squares);
    for (const Word& word : split_words(pieces)) {
        const std::string_view piece = word.text;
        if (piece.size() != 3) throw std::invalid_argument(std::string(pieces));
        board.at(static_cast<std::size_t>(square_at(piece[1] - 'a', piece[2] - '1'))) = piece[0];
    }
    return tests::board_field(files, ranks, board).append(" ").append(rest);
}

/// Returns the position of a list of pieces and the further fields of a FEN. By default White is to move and
/// both reserves are empty.
inline Position placed(std::string_view pieces, std::string_view rest = "w - - -", Switches switches = {}) {
    return position(fen_of(pieces, rest), switches);
}

/// Lists the turns in which one pawn or two pawns move.
inline std::string pawn_turns(const Position& position) {
    return turns_where(
        position, [&](const Move& move) { return contains(position.board().pawns(), move.first.from()); });
}

/// Lists the destinations of the piece on square `from`, sorted, with promotions: "d7 d8=N". Turns of two
/// pawns are left out.
inline std::string targets(const Position& position, std::string_view from) {
    const auto goes = [&](const Move& move) {
        return !move.pair() && position.uci(move).substr(0, 2) == from;
    };
    std::vector<std::string> texts = tests::machine_forms(position, goes);
    for (std::string& text : texts) text.erase(0, 2);
    return joined(texts, " ");
}

}  // namespace octomate::complete_permutation
