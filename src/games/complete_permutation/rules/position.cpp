#include "games/complete_permutation/rules/position.hpp"

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
    const auto swap = [&](int by, std::uint64_t right) {
        const Bitboard mask = Bitboard{right} << 64 | right;
        set = (set >> by & mask) | (set & mask) << by;
    };
    swap(1, 0x5555555555555555);
    swap(2, 0x3333333333333333);
    swap(4, 0x0f0f0f0f0f0f0f0f);
    swap(8, 0x00ff00ff00ff00ff);
    return set;
}

// Returns the key of the position seen from the side to move: turned upside down if Black is to move, and
// mirrored left to right if `mirror`.
PositionKey key_of(const State& state, bool mirror) {
    const bool turned = state.turn == Color::Black;
    KeyMaker key;
    const auto take = [&](Bitboard set) {
        if (turned) set = upside_down(set);
        if (mirror) set = mirrored(set);
        key.take(low(set));
        key.take(high(set));
    };
    const auto sets = state.board.sets();
    for (std::size_t n = 0; n < 6; ++n) take(sets[n]);
    take(state.board.of(state.turn));
    take(state.en_passant);
    for (const Color side : {state.turn, !state.turn}) {
        key.take(std::uint64_t{state.unmoved[index(side)]});
        std::uint64_t word = 0;
        for (const std::uint8_t count : state.reserves[index(side)].counts()) word = mix(word + count);
        key.take(word);
    }
    key.take(std::uint64_t{state.switches.two_pawns} << 8 | static_cast<std::uint64_t>(state.switches.swap));
    return key.key();
}

}  // namespace

Position::Position(Switches switches) : state_(initial_state(switches)) {}

Expected<Read<Position>, Faults> Position::from_fen(std::string_view fen, Switches switches) {
    auto state = read_state(fen, switches);
    if (!state) return Unexpected{std::move(state.error())};
    return Read<Position>{Position(state->value), std::move(state->notes)};
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

}  // namespace octomate::complete_permutation
