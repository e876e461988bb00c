// Checks of a single position for the laws of every game.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"

namespace octomate::laws {

inline std::string text_of(const std::string& line) { return line; }

/// Returns the first pair of elements that differ, as text, or an empty string. Only that pair is converted
/// to text, because converting all would take most of the time.
template <class Line>
std::string difference(const std::vector<Line>& fast, const std::vector<Line>& slow) {
    const auto [f, s] = std::mismatch(fast.begin(), fast.end(), slow.begin(), slow.end());
    if (f == fast.end() && s == slow.end()) return {};
    return fmt::format("fast \"{}\", slow \"{}\"", f == fast.end() ? "" : text_of(*f),
                       s == slow.end() ? "" : text_of(*s));
}

/// Returns all legal moves, sorted by the game's order of moves.
template <class P>
std::vector<typename P::Move> sorted_moves(const P& position) {
    MoveList<P> list;
    position.legal_moves(list);
    std::vector<typename P::Move> moves(list.begin(), list.end());
    std::sort(moves.begin(), moves.end());
    return moves;
}

/// Checks `count_legal_moves` and `winning_moves` against playing every legal move. Returns what differs, or
/// an empty string.
template <class P>
std::string compare_counts_and_wins(const P& position) {
    const auto all = sorted_moves(position);
    if (position.count_legal_moves() != all.size()) return "count";
    std::vector<typename P::Move> wins, found;
    for (const auto& move : all) {
        if (position.play(move).outcome() == won_by(position.turn())) wins.push_back(move);
    }
    MoveList<P> list;
    position.winning_moves(list);
    found.assign(list.begin(), list.end());
    std::sort(found.begin(), found.end());
    return wins == found ? "" : "wins";
}

/// Returns the outcome in the words of the naive rules: "white", "black", "draw" or "".
inline std::string_view text_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::White: return "white";
        case Outcome::Black: return "black";
        case Outcome::Draw: return "draw";
        case Outcome::Ongoing: break;
    }
    return "";
}

/// Writes the FEN of `position` and parses it. Returns an empty string if the same position comes back
/// without a note, else what went wrong.
template <class P>
std::string wrong_round_trip(const P& position) {
    const std::string fen = position.fen();
    const auto read = position.read_fen(fen);
    if (!read) return fmt::format("{} is refused: {}", fen, read.error().front().message);
    if (!(read->value == position)) return fen + " is read as another position";
    if (!read->notes.empty()) return fen + " is read with a note";
    if (read->value.fen() != fen) return fen + " is written as " + read->value.fen();
    return {};
}

}  // namespace octomate::laws
