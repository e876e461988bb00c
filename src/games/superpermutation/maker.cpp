#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "board8/board.hpp"
#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/themes.hpp"
#include "make/maker_of.hpp"

namespace octomate::superpermutation {

using board8::Bitboard;
using board8::Kind;
using board8::Piece;
using board8::Square;

double appearance_penalty(const Arrangement& pieces, Bitboard fixed, Color turn,
                          const std::vector<double>& taste) {
    const double economy = taste[0], kings = taste[1], promoted = taste[2];
    constexpr double worth[] = {0.7, 1.0, 1.0, 1.1, 1.8, 0};
    double cost = 0;
    for (Bitboard rest = pieces.occupied(); rest;) {
        const Square square = board8::pop_first(rest);
        const Piece piece = *pieces.at(square);
        cost += economy * worth[static_cast<std::size_t>(piece.kind)];
        if (board8::contains(fixed, square)) continue;
        const int rank = piece.color == Color::White ? board8::rank_of(square) : 7 - board8::rank_of(square);
        const bool edge = board8::file_of(square) == 0 || board8::file_of(square) == 7;
        switch (piece.kind) {
            case Kind::Pawn:
                cost += promoted * (rank == 6 ? 0.6 : rank == 5 ? 0.2 : rank == 0 ? 0.8 : 0);
                break;
            case Kind::Knight: cost += edge ? (rank == 0 || rank == 7 ? 0.6 : 0.2) : 0; break;
            case Kind::King:
                if (piece.color == turn) cost += kings * 0.15 * std::max(0, rank - 1);
                break;
            default: break;
        }
    }
    return cost;
}

Expected<WantedMove, Fault> WantedMove::read(const std::string& text) {
    auto read = read_move_text(text);
    if (!read) return Unexpected{std::move(read.error())};
    return WantedMove(*read);
}

double theme_shape(Move move, const board8::Board& after, Color us, ThemeNumber theme) {
    const int swaps = static_cast<int>(theme.index()) - static_cast<int>("cascade"_theme.index());
    if (1 <= swaps && swaps <= 7) return 1 - std::abs(move.swaps - swaps) / 8.0;
    if (theme == "smothered-mate"_theme) {
        const Bitboard field = board8::king_attacks(after.king(!us));
        return static_cast<double>(std::popcount(field & after.of(!us))) / std::popcount(field);
    }
    return 0.5;
}

bool WantedMove::gives_check(const board8::Board& after, Move move, Color us, CheckBy by) {
    Bitboard checkers = board8::attackers(after, after.king(!us), us, after.occupied());
    const Bitboard moved = board8::bit(move.end(us)), displaced = displaced_by(move, climbed(move, us), us);
    switch (by.role) {
        case CheckBy::Role::Any: break;
        case CheckBy::Role::Moved: checkers &= moved; break;
        case CheckBy::Role::Displaced: checkers &= displaced; break;
        case CheckBy::Role::Discovered: checkers &= ~moved & ~displaced; break;
    }
    while (checkers) {
        const auto piece = after.at(board8::pop_first(checkers));
        if (by.letter == '?' || (piece && board8::letter(piece->kind) == by.letter)) return true;
    }
    return false;
}

void Demands::add_requirements(const WantedMove& wanted, Color turn, Arrangement& pieces) {
    const MoveText& text = wanted.text();
    if (text.piece) {
        const Piece piece{*text.piece, turn};
        pieces.remove(text.from);
        pieces.put(piece, text.from);
    }
    const bool king = text.piece == Kind::King;
    if (king && !board8::contains(board8::king_attacks(text.from), text.to)) {  // a teleport
        partners_ |= board8::bit(text.to);
        return;
    }
    if (!king) empty_ |= board8::bit(text.to);  // only kings capture (I2) or teleport to a neighbour
    empty_ |= board8::between(text.from, text.to);
    if (text.end && board8::file_of(*text.end) == board8::file_of(text.to)) {
        const int step = board8::forward(turn);
        for (Square square = text.to + step; square >= 0 && square < 64; square += step) {
            occupied_ |= board8::bit(square);
            if (square == *text.end) break;
        }
    }
}

void Demands::fill(Arrangement& pieces, Color turn, Random& random) const {
    for (Bitboard rest = partners_ & ~pieces.occupied(); rest;)
        pieces.put({static_cast<Kind>(1 + random.below(4)), turn}, board8::pop_first(rest));
    for (Bitboard rest = occupied_ & ~pieces.occupied(); rest;)
        pieces.put(Arrangement::any_piece(random), board8::pop_first(rest));
}

bool Demands::met_by(const Arrangement& pieces, Color turn) const {
    const board8::Board& board = pieces.board();
    return !(needed() & ~pieces.occupied()) && !(empty_ & pieces.occupied()) &&
           !(partners_ & ~(board.of(turn) & ~board.pawns() & ~board.kings()));
}

std::unique_ptr<const make::Maker> d8_maker() {
    return std::make_unique<make::MakerOf<D8Position>>(D8Position());
}

std::unique_ptr<const make::Maker> parent_maker() {
    return std::make_unique<make::MakerOf<ParentPosition>>(ParentPosition());
}

}  // namespace octomate::superpermutation
