// Short ways to set up a position and to say what it allows.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/complete_permutation/rules/position.hpp"
#include "text/fen_fields.hpp"
#include "text/words.hpp"

namespace octomate::complete_permutation {

inline constexpr Switches two_pawns{true, Swap::Castling};
inline constexpr Switches leap{false, Swap::Leap};
inline constexpr Switches no_swap{false, Swap::None};

inline constexpr std::string_view all_pieces = "DFBLMQEZASTCNRG";

/// The position of a FEN that must be good.
inline Position position(std::string_view fen, Switches switches = {}) {
    const auto read = Position::from_fen(fen, switches);
    if (!read) throw std::invalid_argument(std::string(fen) + ": " + read.error().front().message);
    return read->value;
}

/// The FEN of men, White's in upper case: "Ki1 Fh4 ki8 pg5".
inline std::string fen_of(std::string_view men, std::string_view rest) {
    std::vector<std::string> board(ranks, std::string(files, ' '));
    for (const Word& word : split_words(men)) {
        const std::string_view man = word.text;
        if (man.size() != 3) throw std::invalid_argument(std::string(men));
        board.at(static_cast<std::size_t>(man[2] - '1')).at(static_cast<std::size_t>(man[1] - 'a')) = man[0];
    }
    std::string fen;
    for (auto rank = board.rbegin(); rank != board.rend(); ++rank) {
        int empty = 0;
        for (const char man : *rank) {
            if (man != ' ' && empty > 0) fen += std::to_string(empty);
            empty = man == ' ' ? empty + 1 : 0;
            if (man != ' ') fen += man;
        }
        if (empty > 0) fen += std::to_string(empty);
        fen += rank + 1 == board.rend() ? ' ' : '/';
    }
    return fen.append(rest);
}

/// The position of men, with the further fields of a FEN. If they are left out, White is to move and both
/// reserves are empty.
inline Position placed(std::string_view men, std::string_view rest = "w - - -", Switches switches = {}) {
    return position(fen_of(men, rest), switches);
}

/// The machine forms of all legal turns that `wanted` picks, sorted, with blanks between them.
template <class Wanted>
std::string turns_where(const Position& position, Wanted wanted) {
    Moves moves;
    position.legal_moves(moves);
    std::sort(moves.begin(), moves.end());
    std::vector<std::string> texts;
    for (const Move& move : moves) {
        if (wanted(move)) texts.push_back(position.uci(move));
    }
    return joined(texts, " ");
}

inline std::string turns(const Position& position) {
    return turns_where(position, [](const Move&) { return true; });
}

/// The turns of one pawn or two.
inline std::string pawn_turns(const Position& position) {
    return turns_where(
        position, [&](const Move& move) { return contains(position.board().pawns(), move.first.from()); });
}

/// Where the man on a square may go, sorted: "d7 d8=N". Turns of two pawns do not count.
inline std::string targets(const Position& position, std::string_view from) {
    Moves moves;
    position.legal_moves(moves);
    std::vector<std::string> texts;
    for (const Move& move : moves) {
        const std::string text = position.uci(move);
        if (!move.pair() && text.substr(0, 2) == from) texts.push_back(text.substr(2));
    }
    std::sort(texts.begin(), texts.end());
    return joined(texts, " ");
}

/// Whether a turn is among the legal ones, in exactly this machine form.
inline bool legal(const Position& position, std::string_view text) {
    return !turns_where(position, [&](const Move& move) { return position.uci(move) == text; }).empty();
}

/// The legal turn of a text in either form, which must be right in every detail.
inline Move move_of(const Position& position, std::string_view text) {
    const auto read = position.read_move(text);
    if (!read) throw std::invalid_argument(position.fen() + ": " + read.error().message);
    if (!read->remarks.empty())
        throw std::invalid_argument(position.fen() + ": " + read->remarks.front().message);
    return read->move;
}

inline Position after(const Position& position, std::string_view text) {
    return position.play(move_of(position, text));
}

/// The position after some turns, one after the other: "a2a4 i8h8".
inline Position after_all(Position position, std::string_view texts) {
    for (const Word& word : split_words(texts)) position = after(position, word.text);
    return position;
}

/// A field of the FEN: 0 the board, 1 the side, 2 the unmoved, 3 en passant, 4 the reserves, then the clocks.
inline std::string field(const Position& position, std::size_t number) {
    const std::string fen = position.fen();
    return std::string(split_words(fen).at(number).text);
}

}  // namespace octomate::complete_permutation
