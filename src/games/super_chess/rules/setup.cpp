#include <fmt/core.h>

#include <iterator>

#include "games/super_chess/rules/board.hpp"
#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"
#include "text/notation.hpp"

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
            continue;  // a king that castled otherwise has moved
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

namespace {

/// Of a rook or pawn.
void append_identity(Stack stack, int at, char man, Square square, std::string& text) {
    const Identity identity = stack.identity(at);
    const bool star = stack.kind() == Kind::Pawn && stack.moved() &&
                      rank_of(square) == board8::relative_rank(stack.side(), 1);
    const bool said = usual_identity(man, stack.side(), square) == identity;
    if (said && !star) return;
    text += '[';
    if (!said) text += identity_letters[identity];
    if (star) text += '*';
    text += ']';
}

void append_bishop(Stack stack, Square square, std::string& text) {
    const bool other = stack.light() != is_light(square);
    const bool counts = stack.pieces() != 0 || stack.points() != 0;
    if (!other && !counts) return;
    text += '[';
    if (other) text += stack.light() ? 'l' : 'd';
    if (counts) fmt::format_to(std::back_inserter(text), "{}.{}", stack.pieces(), stack.points());
    text += ']';
}

void append_castled(Stack stack, std::string& text) {
    if (!stack.super_castled() && !stack.hyper_castled()) return;
    text += '[';
    if (stack.super_castled()) text += 's';
    if (stack.hyper_castled()) text += 'h';
    text += ']';
}

void append_stack(Stack stack, Square square, std::string& text) {
    const std::string_view men = men_of(stack.kind());
    if (men.size() > 1) text += '(';
    for (std::size_t at = 0; at < men.size(); ++at) {
        if (at == 1 && stack.kind() == Kind::Hourglass) text += '^';
        const char man = men[at];
        text += of_side(man, stack.side());
        if (has_identity(man)) append_identity(stack, static_cast<int>(at), man, square, text);
        if (man == 'B') append_bishop(stack, square, text);
        if (man == 'K' || man == 'O') append_castled(stack, text);
    }
    if (men.size() > 1) text += ')';
}

void append_snapshot(const Snapshot& state, std::string& text) {
    append_board_field(
        text, 8, 8, [&](Square square) { return contains(state.board.occupied(), square); },
        [&](Square square) { append_stack(state.board.at(square), square, text); });
    text += state.turn == Color::White ? " w " : " b ";
    for (std::size_t right = 0; right < right_letters.size(); ++right) {
        if (state.castling >> right & 1) text += right_letters[right];
    }
    if (state.castling == 0) text += '-';
    text += ' ';
    text += state.en_passant < 0 ? "-" : board8::name(state.en_passant);
    fmt::format_to(std::back_inserter(text), " {},{}", state.bare_turns[0], state.bare_turns[1]);
}

}  // namespace

std::string Position::fen() const {
    std::string text;
    text.reserve(100 + 100 * history_.size());
    append_snapshot(now_, text);
    for (const Color side : {Color::White, Color::Black}) {
        text += side == Color::White ? ' ' : '/';
        const IdentitySet used = used_[index(side)];
        for (std::size_t identity = 0; identity < identity_letters.size(); ++identity) {
            if (used >> identity & 1) text += identity_letters[identity];
        }
        if (used == 0) text += '-';
    }
    history_.append_text(text);
    return text;
}

std::string write_snapshot(const Snapshot& state) {
    std::string text;
    append_snapshot(state, text);
    return text;
}

std::string write_stack(Stack stack, Square square) {
    std::string text;
    append_stack(stack, square, text);
    return text;
}

}  // namespace octomate::super_chess
