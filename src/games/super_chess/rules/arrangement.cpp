#include <fmt/core.h>

#include <algorithm>

#include "games/super_chess/rules/board.hpp"
#include "games/super_chess/rules/position.hpp"

namespace octomate::super_chess {

namespace {

// The letters of Arrangement::letter, indexed by kind.
constexpr std::string_view stack_letters = ".PNBRQKOMCHLSDYWXGVTU";

// Marks a rook or pawn that has not been assigned an identity.
constexpr Identity unidentified = 15;

// The non-royal kinds, most valuable first.
constexpr std::array<Kind, 17> kinds_by_value = {
    Kind::HyperQueen, Kind::Vatican,        Kind::Goap,      Kind::CowardlyPope, Kind::PseudoQueen,
    Kind::Cardinal,   Kind::Queen,          Kind::Hourglass, Kind::Paladin,      Kind::Cathedral,
    Kind::Mvp,        Kind::Rook,           Kind::Pope,      Kind::Bishop,       Kind::Knight,
    Kind::Pawn,       Kind::PopesHighGround};

// Returns the number of pieces with this letter that a side has in the initial position; 1 for the pope.
int initial_count_of_letter(char piece) {
    switch (piece) {
        case 'P': return 8;
        case 'K':
        case 'Q':
        case 'O': return 1;
        default: return 2;
    }
}

}  // namespace

Arrangement::Arrangement(const Position& position)
    : now_(position.now()), used_(position.used()), history_(position.history()) {}

char Arrangement::letter(Piece piece) { return fen_letter(stack_letters[index(piece.kind)], piece.color); }

std::optional<StackKind> Arrangement::piece_of(char letter) {
    const std::size_t kind = stack_letters.find(upper(letter));
    if (kind == 0 || kind == std::string_view::npos || is_high_ground(static_cast<Kind>(kind)))
        return std::nullopt;
    return Piece{static_cast<Kind>(kind), side_of(letter)};
}

int Arrangement::initial_count(Piece piece) {
    if (piece.kind == Kind::None || is_high_ground(piece.kind)) return 0;
    return is_super(piece.kind) ? 1 : initial_count_of_letter(pieces_of(piece.kind).front());
}

StackKind Arrangement::any_piece(Random& random) {
    const auto side = static_cast<Color>(random.below(2));
    constexpr std::array<Kind, 8> singles = {Kind::Pawn,   Kind::Pawn, Kind::Knight, Kind::Knight,
                                             Kind::Bishop, Kind::Rook, Kind::Queen,  Kind::Pope};
    constexpr std::array<Kind, 11> stacks = {Kind::Mvp,        Kind::Cathedral,    Kind::Hourglass,
                                             Kind::Paladin,    Kind::PseudoQueen,  Kind::Cardinal,
                                             Kind::HyperQueen, Kind::CowardlyPope, Kind::Goap,
                                             Kind::Vatican,    Kind::Hourglass};
    const int choice = random.below(16);
    if (choice < 8) return {singles[static_cast<std::size_t>(choice)], side};
    return {stacks[static_cast<std::size_t>(random.below(static_cast<int>(stacks.size())))], side};
}

Expected<void, std::string> Arrangement::check_numbers(const std::vector<Piece>& pieces) {
    for (const Color side : {Color::White, Color::Black}) {
        int supers = 0;
        PieceCount singles;
        for (const Piece& piece : pieces) {
            if (piece.color != side) continue;
            supers += is_super(piece.kind) ? 1 : 0;
            singles.add(piece.kind);
        }
        if (supers > 1)
            return Unexpected{
                fmt::format("{} has {} stacks, expected one at most", octomate::name(side), supers)};
        if (singles.of('P') > 8)
            return Unexpected{fmt::format("{} has more than 8 pawns", octomate::name(side))};
        if (singles.of('R') > 10)
            return Unexpected{fmt::format("{} has more than 10 rooks", octomate::name(side))};
    }
    return {};
}

void Arrangement::randomize_other_parts(Random& random) {
    now_.castling = random.below(4) == 0 ? 0 : 15;
    for (const Color side : {Color::White, Color::Black}) {
        const auto king = square_of_royal(side);
        if (king && random.below(8) == 0 && !board().at(king_home(side))) move(*king, king_home(side));
    }
    now_.en_passant = -1;
    if (random.below(2) == 0) {
        const int rank = random.below(2) == 0 ? 2 : 5;
        const Bitboard passed =
            possible_en_passant(board(), rank == 5 ? Color::White : Color::Black) & board8::rank_set(rank);
        if (passed) now_.en_passant = static_cast<std::int8_t>(board8::first(passed));
    }
}

std::optional<StackKind> Arrangement::at(Square square) const {
    const Stack stack = board().at(square);
    if (!stack) return std::nullopt;
    return Piece{stack.kind(), stack.side()};
}

Bitboard Arrangement::all_of(Piece piece) const {
    Bitboard squares = 0;
    for (Bitboard rest = board().of(piece.color); rest;) {
        const Square square = board8::pop_first(rest);
        if (board().kind_at(square) == piece.kind) squares |= bit(square);
    }
    return squares;
}

Bitboard Arrangement::free_squares_for(Piece piece) const {
    const Bitboard empty = ~occupied();
    return piece.kind == Kind::Pawn ? empty & ~(board8::rank_set(0) | board8::rank_set(7)) : empty;
}

std::optional<Square> Arrangement::square_of_royal(Color side) const {
    const Bitboard kings = all_of({Kind::King, side}) | all_of({Kind::CowardlyKing, side});
    return kings ? std::optional(board8::first(kings)) : std::nullopt;
}

void Arrangement::put(Piece piece, Square square) {
    Stack stack(piece.kind, piece.color);
    const std::string_view pieces = pieces_of(piece.kind);
    for (std::size_t level = 0; level < pieces.size(); ++level) {
        if (has_identity(pieces[level])) stack = stack.with_identity(static_cast<int>(level), unidentified);
    }
    if (piece.kind == Kind::Bishop) stack = stack.with_light_bishop(is_light(square));
    if (piece.kind == Kind::Cardinal) stack = stack.with_light_bishop(true);
    if (piece.kind == Kind::Pawn)
        stack = stack.with_moved(rank_of(square) != board8::relative_rank(piece.color, 1));
    now_.board.put(stack, square);
}

void Arrangement::move(Square from, Square to) {
    Stack stack = board().at(from);
    remove(from);
    if (stack.kind() == Kind::Pawn)
        stack = stack.with_moved(rank_of(to) != board8::relative_rank(stack.side(), 1));
    now_.board.put(stack, to);
}

void Arrangement::swap(Square a, Square b) {
    const Stack on_a = board().at(a), on_b = board().at(b);
    if (!on_b) {
        if (on_a) move(a, b);
        return;
    }
    remove(a);
    remove(b);
    if (on_a) now_.board.put(on_a, b);
    now_.board.put(on_b, a);
    for (const Square square : {a, b}) {
        if (board().at(square)) move(square, square);
    }
}

std::vector<Bitboard> Arrangement::most_valuable_first() const { return by_kind(*this, kinds_by_value); }

bool Arrangement::possible() const {
    for (const Color side : {Color::White, Color::Black}) {
        const Bitboard ours = board().of(side);
        if (count(ours & board().all(Board::Supers)) > 1) return false;
        const PieceCount pieces(board(), side);
        int promoted = 0;
        for (const char piece : {'N', 'B', 'R', 'Q'})
            promoted += pieces.excess(piece, initial_count_of_letter(piece));
        if (pieces.of('O') > 0) promoted += std::max(0, pieces.of('O') + pieces.of('B') - 2);
        if (pieces.total() > 16 || pieces.of('P') + promoted > 8) return false;
        if (ours & board().all(Board::Pawns) & (board8::rank_set(0) | board8::rank_set(7))) return false;
    }
    return true;
}

std::optional<Snapshot> Arrangement::accepted_state(Color turn) const {
    Snapshot state = now_;
    state.turn = turn;
    for (const Color side : {Color::White, Color::Black}) {
        IdentitySet taken = 0;
        std::vector<UnidentifiedPiece> unidentified_pieces;
        for (int rank = 7; rank >= 0; --rank) {
            for (Bitboard rest = board().of(side) & board8::rank_set(rank); rest;) {
                const Square square = board8::pop_first(rest);
                const Stack stack = board().at(square);
                const std::string_view pieces = pieces_of(stack.kind());
                for (std::size_t level = 0; level < pieces.size(); ++level) {
                    if (!has_identity(pieces[level])) continue;
                    const Identity identity = stack.identity(static_cast<int>(level));
                    if (identity == unidentified) {
                        unidentified_pieces.push_back({square, static_cast<int>(level)});
                    } else if (taken >> identity & 1) {
                        return std::nullopt;
                    } else {
                        taken = static_cast<IdentitySet>(taken | 1U << identity);
                    }
                }
            }
        }
        if (!assign_identities(state.board, side, taken, unidentified_pieces)) return std::nullopt;
    }
    if (!is_valid(state)) return std::nullopt;
    state.castling = static_cast<CastlingRights>(state.castling & possible_castling(state.board));
    if (state.en_passant >= 0 && !board8::contains(possible_en_passant(state.board, turn), state.en_passant))
        state.en_passant = -1;
    return state;
}

}  // namespace octomate::super_chess
