#include "games/superpermutation/rules/arrangement.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/rules/setup.hpp"

namespace octomate::superpermutation {

namespace {

using board8::Bitboard;
using board8::Kind;

/// Returns whether two pawns of a set stand on one file.
bool share_a_file(Bitboard pawns) {
    Bitboard above = pawns << 8;
    above |= above << 8;
    above |= above << 16;
    above |= above << 32;
    return (pawns & above) != 0;
}

}  // namespace

Expected<void, std::string> Arrangement::check_numbers(const std::vector<Piece>& pieces) {
    for (const Color color : {Color::White, Color::Black}) {
        if (std::count(pieces.begin(), pieces.end(), Piece{Kind::Pawn, color}) > 8)
            return Unexpected{std::string("there are more than eight pawns of a colour, one for each file")};
    }
    return {};
}

std::array<Bitboard, 5> Arrangement::dearest_first() const {
    const Bitboard diagonals = board_.diagonals(), orthogonals = board_.orthogonals();
    return {diagonals & orthogonals, orthogonals & ~diagonals, diagonals & ~orthogonals, board_.knights(),
            board_.pawns()};
}

bool Arrangement::possible() const {
    return has_valid_pieces(board_) && !share_a_file(board_.pawns() & board_.of(Color::White)) &&
           !share_a_file(board_.pawns() & board_.of(Color::Black));
}

Bitboard Arrangement::room_for(Piece piece) const {
    if (piece.kind != Kind::Pawn) return ~occupied();
    Bitboard files = board_.pawns() & board_.of(piece.color);
    files |= files >> 8 | files << 8;
    files |= files >> 16 | files << 16;
    files |= files >> 32 | files << 32;
    return ~(occupied() | files | board8::rank_set(0) | board8::rank_set(7));
}

bool Arrangement::acceptable(Color turn) const { return is_valid(board_, turn); }

PositionKey Arrangement::key(Color turn) const { return key_of(board_, turn); }

}  // namespace octomate::superpermutation
