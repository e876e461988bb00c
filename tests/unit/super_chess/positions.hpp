// Helpers that set up positions and list their moves.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"
#include "unit/moves_of.hpp"

namespace octomate::super_chess {

/// The board field of two bare kings, 19 bytes; the further fields begin at 20, 22, 24, 26 and 30.
inline const std::string bare = "4k3/8/8/8/8/8/8/4K3";

using tests::field;
using tests::legal;
using tests::move_of;
using tests::turns;
using tests::turns_where;

/// Returns the position of a valid FEN; throws if the FEN has a fault.
inline Position position(std::string_view fen) { return tests::good(Position::from_fen(fen), fen); }

/// Returns the square with this name.
inline board8::Square square(std::string_view name) {
    if (name.size() != 2) throw std::invalid_argument(std::string(name));
    return board8::square_at(name[0] - 'a', name[1] - '1');
}

/// Returns the FEN of `pieces`, a list of stacks with their squares, White's in upper case: "Ke1 (RN)d4 ke8
/// p[*]a7". `rest` are the further fields.
inline std::string fen_of(std::string_view pieces, std::string_view rest = "w - - 0,0 -/-") {
    std::vector<std::string> board(64);
    for (const Word& word : split_words(pieces)) {
        if (word.text.size() < 3) throw std::invalid_argument(std::string(pieces));
        const std::size_t length = word.text.size() - 2;
        std::string& stack = board.at(static_cast<std::size_t>(square(word.text.substr(length))));
        if (!stack.empty()) throw std::invalid_argument(std::string(pieces));
        stack = word.text.substr(0, length);
    }
    return tests::board_field(8, 8, board).append(" ").append(rest);
}

/// Returns the position of a list of stacks and the further fields of a FEN. By default White is to move,
/// there are no castling rights and no en passant square, and no rook has been used for travel.
inline Position placed(std::string_view pieces, std::string_view rest = "w - - 0,0 -/-") {
    return position(fen_of(pieces, rest));
}

/// Lists the legal castlings of all kinds.
inline std::string castlings(const Position& position) {
    return turns_where(position, [](Move move) {
        return move.turn() == Turn::CastleShort || move.turn() == Turn::CastleLong ||
               move.turn() == Turn::SuperCastle || move.turn() == Turn::HyperCastle;
    });
}

inline std::string travels(const Position& position) {
    return turns_where(position, [](Move move) { return move.is_travel(); });
}

inline std::string splits(const Position& position) {
    return turns_where(position, [](Move move) { return move.splits(); });
}

/// Lists the legal hops of all kinds.
inline std::string hops_of(const Position& position) {
    return turns_where(position, [&](Move move) {
        return (move.turn() == Turn::Whole || move.splits()) && move.to() != move.from() &&
               contains(position.board().of(position.turn()), move.to());
    });
}

/// Lists the destinations of the stack on square `from`, sorted, with suffixes: "d7 d8=N". With a `sign`
/// ("_", "__", "^" or "^^") it lists those of the part of the stack that the sign names. Moves in which a
/// pawn left behind promotes are left out.
inline std::string destinations(const Position& position, std::string_view from, std::string_view sign = "") {
    const std::string begin = std::string(from).append(sign);
    std::vector<std::string> texts = tests::machine_forms(position, [&](Move move) {
        const std::string text = position.uci(move);
        return text.starts_with(begin) && text.size() > begin.size() && text[begin.size()] >= 'a' &&
               text[begin.size()] <= 'h';
    });
    for (std::string& text : texts) text.erase(0, begin.size());
    return joined(texts, " ");
}

/// Returns the position after several moves; each text may have several: "a2a4 a7a5".
template <class... Texts>
Position after(Position position, Texts... texts) {
    for (const std::string_view text : {std::string_view(texts)...})
        position = tests::after_all(position, text);
    return position;
}

/// Returns the text of a stack in a FEN: "(R[q]N)". Memories that the square implies are omitted.
inline std::string write_stack(Stack stack, board8::Square square) {
    Snapshot alone;
    alone.board.put(stack, square);
    const std::string state = write_snapshot(alone), board = state.substr(0, state.find(' '));
    constexpr std::string_view gaps = "12345678/";
    const std::size_t begin = board.find_first_not_of(gaps);
    return board.substr(begin, board.find_last_not_of(gaps) + 1 - begin);
}

/// Returns the text of the stack on a square in a FEN; empty if the square is empty.
inline std::string at(const Position& position, std::string_view name) {
    const Stack stack = position.board().at(square(name));
    return stack ? write_stack(stack, square(name)) : "";
}

inline Kind kind_at(const Position& position, std::string_view name) {
    return position.board().kind_at(square(name));
}

/// Returns the example of the rules text in which White has an Hourglass, played from the start.
inline Position with_hourglass() {
    return after(Position(), "a2a4 a7a5 h2h4 h7h5 a1a3 b8c6 h1h3 g8f6 a3h3=H e7e5");
}

/// The other example positions of the rules text, in their order, without the start.
inline constexpr std::string_view examples[] = {
    "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2(RN)2N2/PPPQ1PPP/4K2R w Kkq - 0,0 -/-",
    "r1bqk2r/pppp1ppp/2n2n2/4p3/4P3/3(RQ)1N2/PPPP1PPP/RNB1K3 w Qkq - 0,0 -/-",
    "r3k2r/ppp2ppp/2n2n2/3pp3/8/2N1(RB[l2.4])N2/PPP2PPP/R3K3 w Qkq - 0,0 -/-",
    "4k3/8/2(rrp)5/8/3p4/8/P2P1(RRR)2/4KO2 w - - 0,0 -/-",
    "(r^r)3k3/1P(RP)3P1/8/8/8/8/1p4p1/4K2R w K - 0,0 -/-"};

}  // namespace octomate::super_chess
