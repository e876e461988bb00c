#include "games/super_chess/rules/setup.hpp"

#include "games/super_chess/rules/attacks.hpp"

namespace octomate::super_chess {

bool is_valid(const Snapshot& state) {
    const Board& board = state.board;
    for (const Color side : {Color::White, Color::Black}) {
        int kings = 0;
        for (Bitboard rest = board.king_like(side); rest;) {
            const Kind kind = board.kind_at(board8::pop_first(rest));
            if (is_high_ground(kind)) return false;
            kings += men_of(kind).ends_with('K') ? 1 : 0;
        }
        if (board.king_like(side) == 0 || kings > 1) return false;
        if (board.all(Board::Pawns) & board.of(side) & board8::rank_set(last_rank(side))) return false;
    }
    return !in_check(board, !state.turn);
}

CastlingRights possible_castling(const Board& board) {
    CastlingRights rights = 0;
    for (const Color side : {Color::White, Color::Black}) {
        if (board.at(king_home(side)) != Stack(Kind::King, side))
            continue;  // who castled otherwise has moved
        for (const bool kings_side : {true, false}) {
            const Stack stack = board.at(rook_home(side, kings_side));
            if (stack && stack.side() == side && men_of(stack.kind()).front() == 'R' &&
                stack.identity(0) == (kings_side ? kings_rook : queens_rook))
                rights = static_cast<CastlingRights>(rights | right_of(side, kings_side));
        }
    }
    return rights;
}

Bitboard possible_en_passant(const Board& board, Color turn) {
    const Color mover = !turn;
    Bitboard passed = 0;
    for (Bitboard men =
             board.all(Board::PawnLike) & board.of(mover) & board8::rank_set(board8::relative_rank(mover, 3));
         men;) {
        const Square square = board8::pop_first(men), behind = square - forward(mover);
        if (!contains(board.occupied(), behind) && !contains(board.occupied(), behind - forward(mover)))
            passed |= bit(behind);
    }
    return passed;
}

std::optional<Identity> usual_identity(char man, Color side, Square square) {
    if (man == 'P') return static_cast<Identity>(first_pawn + file_of(square));
    if (square == rook_home(side, false)) return queens_rook;
    if (square == rook_home(side, true)) return kings_rook;
    return std::nullopt;
}

bool name_them(Board& board, Color side, IdentitySet taken, const std::vector<Nameless>& nameless) {
    const auto take = [&](const Nameless& one, std::size_t identity) {
        const Stack stack = board.at(one.square).with_identity(one.at, static_cast<Identity>(identity));
        board.remove(one.square);
        board.put(stack, one.square);
        taken = static_cast<IdentitySet>(taken | 1U << identity);
    };
    const auto man = [&](const Nameless& one) {
        return men_of(board.kind_at(one.square))[static_cast<std::size_t>(one.at)];
    };
    std::vector<Nameless> rest;
    for (const Nameless& one : nameless) {
        const auto usual = usual_identity(man(one), side, one.square);
        if (usual && !(taken >> *usual & 1)) {
            take(one, *usual);
        } else {
            rest.push_back(one);
        }
    }
    for (const Nameless& one : rest) {
        std::size_t identity = man(one) == 'P' ? first_pawn : 0;
        while (identity < identity_letters.size() && (taken >> identity & 1)) ++identity;
        if (identity == identity_letters.size()) return false;
        take(one, identity);
    }
    return true;
}

}  // namespace octomate::super_chess
