// Short ways to set up a position and to say what it allows.
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

/// Bare kings, 19 bytes: the fields behind begin at 20, 22, 24, 26 and 30.
inline const std::string bare = "4k3/8/8/8/8/8/8/4K3";

using tests::field;
using tests::legal;
using tests::move_of;
using tests::turns;
using tests::turns_where;

/// The position of a FEN that must be good.
inline Position position(std::string_view fen) { return tests::good(Position::from_fen(fen), fen); }

/// The square of a name.
inline board8::Square square(std::string_view name) {
    if (name.size() != 2) throw std::invalid_argument(std::string(name));
    return board8::square_at(name[0] - 'a', name[1] - '1');
}

/// A FEN of stacks, each before its square, White's in upper case: "Ke1 (RN)d4 ke8 p[*]a7".
inline std::string fen_of(std::string_view men, std::string_view rest = "w - - 0,0 -/-") {
    std::vector<std::string> board(64);
    for (const Word& word : split_words(men)) {
        if (word.text.size() < 3) throw std::invalid_argument(std::string(men));
        const std::size_t length = word.text.size() - 2;
        std::string& stack = board.at(static_cast<std::size_t>(square(word.text.substr(length))));
        if (!stack.empty()) throw std::invalid_argument(std::string(men));
        stack = word.text.substr(0, length);
    }
    return tests::board_field(8, 8, board).append(" ").append(rest);
}

/// The position of stacks, with the further fields of a FEN. If they are left out, White is to move, and
/// nobody may castle, take en passant or has travelled.
inline Position placed(std::string_view men, std::string_view rest = "w - - 0,0 -/-") {
    return position(fen_of(men, rest));
}

/// Castlings of all three kinds.
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

/// Hops of all kinds.
inline std::string hops_of(const Position& position) {
    return turns_where(position, [&](Move move) {
        return (move.turn() == Turn::Whole || move.splits()) && move.to() != move.from() &&
               contains(position.board().of(position.turn()), move.to());
    });
}

/// Where the stack on a square goes, sorted: as a whole, or the part that a sign tells: "_", "__", "^", "^^".
/// Suffixes are written: "d7 d8=N". What a pawn left behind becomes is not: moves that tell it do not count.
inline std::string goes(const Position& position, std::string_view from, std::string_view sign = "") {
    const std::string begin = std::string(from).append(sign);
    std::vector<std::string> texts = tests::machine_forms(position, [&](Move move) {
        const std::string text = position.uci(move);
        return text.starts_with(begin) && text.size() > begin.size() && text[begin.size()] >= 'a' &&
               text[begin.size()] <= 'h';
    });
    for (std::string& text : texts) text.erase(0, begin.size());
    return joined(texts, " ");
}

/// The position after some moves, one after the other; a text may tell several: "a2a4 a7a5".
template <class... Texts>
Position after(Position position, Texts... texts) {
    for (const std::string_view text : {std::string_view(texts)...})
        position = tests::after_all(position, text);
    return position;
}

/// The stack on a square as a FEN writes it there; empty if nobody stands there.
inline std::string at(const Position& position, std::string_view name) {
    const Stack stack = position.board().at(square(name));
    return stack ? write_stack(stack, square(name)) : "";
}

inline Kind kind_at(const Position& position, std::string_view name) {
    return position.board().kind_at(square(name));
}

/// The position of the sixth example of the rules text, reached from the start: White has an Hourglass.
inline Position with_hourglass() {
    return after(Position(), "a2a4 a7a5 h2h4 h7h5 a1a3 b8c6 h1h3 g8f6 a3h3=H e7e5");
}

/// The other positions of the rules text, in its order.
inline constexpr std::string_view examples[] = {
    "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2(RN)2N2/PPPQ1PPP/4K2R w Kkq - 0,0 -/-",
    "r1bqk2r/pppp1ppp/2n2n2/4p3/4P3/3(RQ)1N2/PPPP1PPP/RNB1K3 w Qkq - 0,0 -/-",
    "r3k2r/ppp2ppp/2n2n2/3pp3/8/2N1(RB[l2.4])N2/PPP2PPP/R3K3 w Qkq - 0,0 -/-",
    "4k3/8/2(rrp)5/8/3p4/8/P2P1(RRR)2/4KO2 w - - 0,0 -/-",
    "(r^r)3k3/1P(RP)3P1/8/8/8/8/1p4p1/4K2R w K - 0,0 -/-"};

}  // namespace octomate::super_chess
