// Helpers that list and parse the moves of a position of any game.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::tests {

/// Returns the position of a FEN that must be valid.
template <class P>
P good(const Expected<Parsed<P>, Faults>& read, std::string_view fen) {
    if (!read) throw std::invalid_argument(std::string(fen) + ": " + read.error().front().message);
    return read->value;
}

/// Returns the board field of a FEN. `pieces` has the text of the piece on each square, empty for none.
inline std::string board_field(int files, int ranks, const std::vector<std::string>& pieces) {
    std::string text;
    const auto piece = [&](int square) -> const std::string& {
        return pieces.at(static_cast<std::size_t>(square));
    };
    append_board_field(
        text, files, ranks, [&](int square) { return !piece(square).empty(); },
        [&](int square) { text += piece(square); });
    return text;
}

/// Returns the machine forms of all legal moves that satisfy `wanted`, sorted.
template <class P, class Accepts>
std::vector<std::string> machine_forms(const P& position, Accepts wanted) {
    MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<std::string> texts;
    for (const auto& move : moves) {
        if (wanted(move)) texts.push_back(position.uci(move));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

/// Returns the machine forms of all legal moves that satisfy `wanted`, sorted and separated by blanks.
template <class P, class Accepts>
std::string turns_where(const P& position, Accepts wanted) {
    return joined(machine_forms(position, wanted), " ");
}

template <class P>
std::string turns(const P& position) {
    return turns_where(position, [](const auto&) { return true; });
}

/// Checks whether a legal move has exactly this machine form.
template <class P>
bool legal(const P& position, std::string_view text) {
    return !machine_forms(position, [&](const auto& move) { return position.uci(move) == text; }).empty();
}

/// Parses a legal move in either notation; the parser must give no remarks.
template <class P>
typename P::Move move_of(const P& position, std::string_view text) {
    const auto read = position.read_move(text);
    if (!read) throw std::invalid_argument(position.fen() + ": " + read.error().message);
    if (!read->remarks.empty())
        throw std::invalid_argument(position.fen() + ": " + read->remarks.front().message);
    return read->move;
}

template <class P>
P after(const P& position, std::string_view text) {
    return position.play(move_of(position, text));
}

/// Parses a legal move and returns the parser's remarks.
template <class P>
std::vector<FaultCode> remarks(const P& position, std::string_view text) {
    const auto read = position.read_move(text);
    if (!read) throw std::invalid_argument(read.error().message);
    std::vector<FaultCode> codes;
    for (const Fault& fault : read->remarks) {
        CHECK_FALSE(fault.message.empty());
        codes.push_back(fault.code);
    }
    return codes;
}

/// Parses a text that is not a legal move and returns its fault.
template <class P>
Fault refusal(const P& position, std::string_view text) {
    const auto read = position.read_move(text);
    if (read) throw std::invalid_argument(std::string(text) + " is read as " + position.notation(read->move));
    CHECK_FALSE(read.error().message.empty());
    return read.error();
}

/// Returns the position after several moves, separated by blanks.
template <class P>
P after_all(P position, std::string_view texts) {
    for (const Word& word : split_words(texts)) position = tests::after(position, word.text);
    return position;
}

/// Returns field `number` of the FEN, counted from 0.
template <class P>
std::string field(const P& position, std::size_t number) {
    const std::string fen = position.fen();
    return std::string(split_words(fen).at(number).text);
}

}  // namespace octomate::tests
