#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "games/superpermutation/rules/position.hpp"

namespace octomate::bench {

using superpermutation::D8Position;

/// Returns a random number below `bound`. Unlike std::uniform_int_distribution, it is the same on every
/// platform.
inline std::size_t below(std::mt19937_64& random, std::size_t bound) { return random() % bound; }

/// Returns `count` distinct positions of random games: from the usual array, each ply a random roll and a
/// random move that is legal on it.
inline std::vector<D8Position> random_play(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::unordered_set<std::string> seen;
    std::vector<D8Position> corpus;
    while (corpus.size() < count) {
        D8Position position;
        MoveList<D8Position> moves;
        for (int ply = 0; ply < 150 && corpus.size() < count; ++ply) {
            if (ply >= 4 && seen.insert(position.fen()).second) corpus.push_back(position);
            const auto rolls = position.rolls();
            position.legal_moves(rolls[below(random, rolls.size())].roll, moves);
            if (moves.empty()) break;
            std::sort(moves.begin(),
                      moves.end());  // so that the order in which the rules list moves does not matter
            position = position.play(moves[below(random, moves.size())]);
        }
    }
    return corpus;
}

/// Returns `count` distinct positions of two kings and two to eight other pieces on random squares, neither
/// side in check: like composed problems.
inline std::vector<D8Position> sparse(std::size_t count, std::uint64_t seed) {
    using namespace board8;
    std::mt19937_64 random(seed);
    std::unordered_set<std::string> seen;
    std::vector<D8Position> corpus;
    const auto put = [&](Placement& pieces, Piece piece) {
        const Square square = piece.kind == Kind::Pawn ? static_cast<Square>(8 + below(random, 48))
                                                       : static_cast<Square>(below(random, 64));
        pieces[static_cast<std::size_t>(square)] = piece;
    };
    while (corpus.size() < count) {
        Placement pieces;
        const std::size_t number = 2 + below(random, 7);
        for (std::size_t n = 0; n < number; ++n) {
            const auto kind = static_cast<Kind>(below(random, 5));
            put(pieces, {kind, static_cast<Color>(below(random, 2))});
        }
        put(pieces, {Kind::King, Color::White});
        put(pieces, {Kind::King, Color::Black});
        const Board board(pieces);
        if (std::popcount(board.kings() & board.of(Color::White)) != 1) continue;
        if (std::popcount(board.kings() & board.of(Color::Black)) != 1) continue;
        if (king_attacked(board, Color::White) || king_attacked(board, Color::Black)) continue;
        const D8Position position(board, static_cast<Color>(below(random, 2)));
        if (seen.insert(position.fen()).second) corpus.push_back(position);
    }
    return corpus;
}

}  // namespace octomate::bench
