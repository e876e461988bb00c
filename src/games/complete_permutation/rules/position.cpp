#include "games/complete_permutation/rules/position.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace octomate::complete_permutation {

namespace {

// Returns the set mirrored top to bottom.
Bitboard upside_down(Bitboard set) {
    Bitboard flipped = 0;
    for (int rank = 0; rank < ranks; ++rank)
        flipped |= (set >> (files * rank) & 0xffff) << (files * (ranks - 1 - rank));
    return flipped;
}

// Returns the set mirrored left to right, by swapping ever larger groups of files.
Bitboard mirrored(Bitboard set) {
    const auto swap = [&](int distance, std::uint64_t left_files) {
        const Bitboard mask = Bitboard{left_files} << 64 | left_files;
        set = (set >> distance & mask) | (set & mask) << distance;
    };
    swap(1, 0x5555555555555555);
    swap(2, 0x3333333333333333);
    swap(4, 0x0f0f0f0f0f0f0f0f);
    swap(8, 0x00ff00ff00ff00ff);
    return set;
}

// Returns the key of a position, turned upside down if Black is to move, mirrored left to right if `mirror`.
PositionKey key_of(const State& state, bool mirror) {
    const bool turned = state.turn == Color::Black;
    KeyMaker key;
    const auto add_set = [&](Bitboard set) {
        if (turned) set = upside_down(set);
        if (mirror) set = mirrored(set);
        key.add(low(set));
        key.add(high(set));
    };
    const auto sets = state.board.sets();
    for (std::size_t n = 0; n < 6; ++n) add_set(sets[n]);
    add_set(state.board.of(state.turn));
    add_set(state.en_passant);
    for (const Color side : {state.turn, !state.turn}) {
        key.add(std::uint64_t{state.unmoved[index(side)]});
        std::uint64_t word = 0;
        for (const std::uint8_t count : state.reserves[index(side)].counts()) word = mix(word + count);
        key.add(word);
    }
    key.add(std::uint64_t{state.switches.two_pawns} << 8 | static_cast<std::uint64_t>(state.switches.swap));
    return key.key();
}

}  // namespace

Position::Position(Switches switches) : state_(initial_state(switches)) {}

Expected<Parsed<Position>, Faults> Position::from_fen(std::string_view fen, Switches switches) {
    auto state = read_state(fen, switches);
    if (!state) return Unexpected{std::move(state.error())};
    return Parsed<Position>{Position(state->value), std::move(state->notes)};
}

Outcome Position::outcome() const {
    if (lost_by_cruelty()) return won_by(state_.turn);
    if (can_move(state_)) return Outcome::Ongoing;
    return king_attacked(state_.board, state_.turn) ? won_by(!state_.turn) : Outcome::Draw;
}

void Position::legal_moves(Moves& out) const {
    out.clear();
    if (!lost_by_cruelty()) list_moves(state_, out);
}

void Position::winning_moves(Moves& out) const {
    out.clear();
    if (!lost_by_cruelty()) list_mates(state_, out);
}

std::optional<Position> Position::passed() const {
    if (lost_by_cruelty() || in_check()) return std::nullopt;
    Position other(*this);
    other.state_.turn = !state_.turn;
    other.state_.en_passant = 0;
    return other;
}

PositionKey Position::key() const {
    const PositionKey key = key_of(state_, false);
    // Swaps break the left-right symmetry, because kings start beside the centre (R6).
    if (state_.unmoved[0] != 0 || state_.unmoved[1] != 0) return key;
    const PositionKey other = key_of(state_, true);
    return std::pair(key.first, key.second) <= std::pair(other.first, other.second) ? key : other;
}

Arrangement::Arrangement(const Position& position)
    : board_(position.board()),
      unmoved_(position.state().unmoved),
      en_passant_(position.state().en_passant),
      switches_(position.state().switches) {
    const auto& reserves = position.state().reserves;
    const bool default_reserves =
        reserves[0] == lost_pieces(board_, Color::White) && reserves[1] == lost_pieces(board_, Color::Black);
    if (!default_reserves) reserves_ = reserves;
}

Arrangement Arrangement::without_pieces() const {
    Arrangement bare;
    bare.switches_ = switches_;
    return bare;
}

void Arrangement::randomize_other_parts(Random& random) {
    for (const Color side : {Color::White, Color::Black}) {
        const auto king_square = square_of_royal(side);
        if (king_square && random.below(8) == 0 && !board_.at(king_home(side)))
            move(*king_square, king_home(side));
    }
    for (std::uint16_t& unmoved : unmoved_) unmoved = random.below(4) == 0 ? 0 : 0xffff;
    if (random.below(2) == 0) {
        for (Bitboard rest = board_.pawns() & (rank_set(3) | rank_set(4)); rest;) {
            const Square square = complete_permutation::pop_first(rest);
            if (random.below(2) == 0) mark_passed(square + (rank_of(square) == 3 ? -files : files));
        }
    }
    if (random.below(4) != 0) return;
    auto& reserves = reserves_.emplace();
    for (const Color side : {Color::White, Color::Black}) {
        const unsigned lost = lost_pieces(board_, side).kinds();
        for (int tries = random.below(4); tries > 0; --tries) {
            const auto kind = static_cast<Kind>(1 + random.below(king - 1));
            if ((lost >> kind & 1) && reserves[index(side)].count(kind) == 0) reserves[index(side)].add(kind);
        }
    }
}

Expected<void, std::string> Arrangement::check_numbers(const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) {
        if (std::count(pieces.begin(), pieces.end(), piece) > initial_count(piece))
            return Unexpected{
                fmt::format("there are more '{}' than a set has ({})", letter(piece), initial_count(piece))};
    }
    return {};
}

Bitboard Arrangement::all_of(Piece piece) const {
    Bitboard pieces = board_.of(piece.color);
    if (piece.kind == pawn) return pieces & board_.pawns();
    if (piece.kind == king) return pieces & board_.kings();
    pieces &= board_.officers();
    const std::array<Bitboard, 4> components = {board_.rooks(), board_.bishops(), board_.knights(),
                                                board_.falcons()};
    for (std::size_t n = 0; n < components.size(); ++n)
        pieces &= piece.kind >> n & 1 ? components[n] : ~components[n];
    return pieces;
}

std::optional<Square> Arrangement::square_of_royal(Color side) const {
    const Bitboard kings = board_.kings() & board_.of(side);
    return kings ? std::optional(first(kings)) : std::nullopt;
}

void Arrangement::swap(Square a, Square b) {
    const auto one = board_.at(a), other = board_.at(b);
    board_.remove(a);
    board_.remove(b);
    if (one) board_.put(*one, b);
    if (other) board_.put(*other, a);
}

std::vector<Bitboard> Arrangement::most_valuable_first() const { return by_kind(*this, kinds_by_value); }

bool Arrangement::possible() const {
    if (!has_valid_pieces(board_)) return false;
    for (const Color side : {Color::White, Color::Black}) {
        if (count(board_.pawns() & board_.of(side)) > 16) return false;
        const auto numbers = board_.count_by_kind(side);
        if (std::any_of(numbers.begin(), numbers.end(), [](int number) { return number > 1; })) return false;
    }
    return true;
}

Bitboard Arrangement::free_squares_for(Piece piece) const {
    Bitboard squares = ~occupied();
    if (piece.kind == pawn) squares &= ~(rank_set(0) | rank_set(ranks - 1));
    return squares;
}

State Arrangement::state(Color turn) const {
    State state;
    state.board = board_;
    state.turn = turn;
    state.switches = switches_;
    for (const Color side : {Color::White, Color::Black}) {
        const std::size_t s = index(side);
        state.reserves[s] = reserves_ ? (*reserves_)[s] : lost_pieces(board_, side);
        state.unmoved[s] = static_cast<std::uint16_t>(unmoved_[s] & possible_unmoved(board_, side));
    }
    Bitboard passed = en_passant_ & possible_en_passant(board_, turn);
    if (!switches_.two_pawns && passed) passed = bit(first(passed));
    state.en_passant = passed;
    return state;
}

}  // namespace octomate::complete_permutation
