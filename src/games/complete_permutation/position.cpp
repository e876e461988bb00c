#include "games/complete_permutation/position.hpp"

#include <algorithm>

#include "games/complete_permutation/legal_moves.hpp"
#include "games/complete_permutation/notation.hpp"
#include "games/complete_permutation/setup.hpp"

namespace octomate::complete_permutation {

namespace {

/// The finaliser of SplitMix64: every bit of the input moves every bit of the output.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// The board upside down.
Bitboard upside_down(Bitboard set) {
    Bitboard turned = 0;
    for (int rank = 0; rank < ranks; ++rank)
        turned |= (set >> (files * rank) & 0xffff) << (files * (ranks - 1 - rank));
    return turned;
}

/// The board seen in a mirror: left and right exchanged.
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

class Key {
  public:
    void take(std::uint64_t word) {
        key_.first = mix(key_.first ^ word) + 0x9e3779b97f4a7c15;
        key_.second = mix(key_.second + word) ^ 0xd1b54a32d192ed03;
    }
    void take(Bitboard set) {
        take(low(set));
        take(high(set));
    }
    PositionKey key() const { return key_; }

  private:
    PositionKey key_{1, 2};
};

/// The key as if the side to move were White.
PositionKey key_of(const State& state, bool mirror) {
    const bool turned = state.turn == Color::Black;
    Key key;
    const auto seen = [&](Bitboard set) {
        if (turned) set = upside_down(set);
        return mirror ? mirrored(set) : set;
    };
    const auto sets = state.board.sets();
    for (std::size_t n = 0; n < 6; ++n) key.take(seen(sets[n]));
    key.take(seen(state.board.of(state.turn)));
    key.take(seen(state.en_passant));
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

std::size_t Position::count_legal_moves() const { return lost_by_cruelty() ? 0 : count_moves(state_); }

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
    // Kings swap on one side of the board only (R6).
    if (state_.unmoved[0] != 0 || state_.unmoved[1] != 0) return key;
    const PositionKey other = key_of(state_, true);
    return std::pair(key.first, key.second) <= std::pair(other.first, other.second) ? key : other;
}

std::string Position::fen() const { return write_state(state_); }

std::string Position::notation(Move move) const { return write_notation(*this, move); }

std::string Position::uci(Move move) const { return write_machine_form(move); }

Expected<ReadMove<Move>, Fault> Position::read_move(std::string_view text) const {
    return complete_permutation::read_move(*this, text);
}

}  // namespace octomate::complete_permutation
