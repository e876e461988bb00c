#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/fault.hpp"
#include "core/types.hpp"
#include "games/complete_permutation/rules/board.hpp"
#include "games/complete_permutation/rules/move.hpp"

namespace octomate::complete_permutation {

/// The king's exchange with a piece of its own (R6, ruling A7).
enum class Swap : std::uint8_t {
    Castling,  ///< not in check, nothing between, nothing attacked between or at the end
    Leap,      ///< not in check, and the end not attacked; what is between does not matter
    None,      ///< never
};

/// The options of a variant, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> swap_names = {"castling", "leap", "none"};

/// The switches of the game: no part of a position's text (R10).
struct Switches {
    bool two_pawns = false;  ///< R9.3
    Swap swap = Swap::Castling;

    bool operator==(const Switches&) const = default;
};

/// The full name of the game with these switches.
constexpr std::string_view variant_name(Switches switches) {
    constexpr std::array<std::string_view, 6> names = {"complete-permutation",
                                                       "complete-permutation:leap",
                                                       "complete-permutation:none",
                                                       "complete-permutation-two-pawns",
                                                       "complete-permutation-two-pawns:leap",
                                                       "complete-permutation-two-pawns:none"};
    return names[(switches.two_pawns ? 3U : 0U) + static_cast<std::size_t>(switches.swap)];
}

/// The file on which kings begin, and with it the only one from which they swap (R2, R6).
inline constexpr int home_file_of_king = 8;

/// All that a position's text says (R10), and the switches of its game.
struct State {
    Board board;
    std::array<Reserve, 2> reserves;         ///< by side
    Bitboard en_passant = 0;                 ///< the squares that the last turn's double steps passed
    std::array<std::uint16_t, 2> unmoved{};  ///< by side: bit n, the piece on file n may swap (R6)
    Color turn = Color::White;
    Switches switches;
    std::uint32_t halfmove = 0;  ///< plies since the last move of a pawn or capture
    std::uint32_t fullmove = 1;

    bool operator==(const State&) const = default;
};

/// The first square of a side's rank.
constexpr Square home_rank_square(Color side) { return side == Color::White ? 0 : files * (ranks - 1); }

/// Where a side's king begins.
constexpr Square king_home(Color side) { return home_rank_square(side) + home_file_of_king; }

/// Where a side's pawns may promote as they arrive, and where they must (R8, A13, A15).
constexpr Bitboard may_promote(Color side, Switches switches) {
    return switches.two_pawns ? Bitboard{0} : rank_set(relative_rank(side, 6));
}
constexpr Bitboard must_promote(Color side) { return rank_set(relative_rank(side, 7)); }

/// Plays a step of a legal turn, and leaves the rest of the turn to be done: whose turn it is, the clocks,
/// and what may be taken en passant; a double step adds the square that it passes to `passed`. True if a
/// pawn moved or a man was taken.
inline bool play_step(State& state, Step step, Bitboard& passed) {
    Board& board = state.board;
    const Color us = state.turn;
    const Square from = step.from(), to = step.to();
    const auto moved = [&](Color side, Square square) {
        if (square - home_rank_square(side) >= 0 && square - home_rank_square(side) < files)
            state.unmoved[index(side)] &= static_cast<std::uint16_t>(~(1U << file_of(square)));
    };
    const bool by_king = contains(board.kings(), from);
    const bool by_pawn = contains(board.pawns(), from);
    if (by_king) state.unmoved[index(us)] = 0;
    if (by_king && contains(board.of(us), to)) {  // R6: they change places
        const Man partner{board.kind_at(to), us};
        board.remove(to);
        board.move(from, to);
        board.put(partner, from);
        return false;
    }
    if (!by_pawn) moved(us, from);
    Square taken = to;
    if (by_pawn && contains(state.en_passant, to)) taken = to - forward(us);
    const bool captures = contains(board.of(!us), taken);
    if (captures) {
        const Kind kind = board.kind_at(taken);
        if (kind != pawn) state.reserves[index(!us)].add(kind);  // A8
        board.remove(taken);
        moved(!us, taken);
    }
    board.move(from, to);
    if (!by_pawn) return captures;
    if (step.promotion().to_piece()) {
        const Kind kind = step.promotion().kind();
        board.remove(to);
        board.put({kind, us}, to);
        state.reserves[index(us)].take(kind);
    }
    if (to - from == 2 * forward(us)) passed |= bit(from + forward(us));
    return true;
}

/// Plays a legal turn.
inline void play_move(State& state, Move move) {
    Bitboard passed = 0;
    bool lasting = play_step(state, move.first, passed);
    if (move.pair()) lasting |= play_step(state, move.second, passed);
    state.en_passant = passed;
    state.halfmove = lasting ? 0 : state.halfmove + 1;
    if (state.turn == Color::Black) ++state.fullmove;
    state.turn = !state.turn;
}

/// All, each once, in no particular order.
void list_moves(const State& state, Moves& out);

/// How many there are.
std::size_t count_moves(const State& state);

/// Whether there is one.
bool can_move(const State& state);

/// Those that mate, each once, in no particular order.
void list_mates(const State& state, Moves& out);

/// Whether there is one, turns of two pawns left aside.
bool can_mate(const State& state);

/// Whether the steps of a legal turn of two pawns may be made in the other order too (R9.3).
bool both_orders_legal(const State& state, Move pair);

/// The set-up of R2, White to move.
State initial_state(Switches switches);

/// Reads a FEN of one to seven fields (R10); those that are left out are "w - - * 0 1". Accepted are
/// positions with one king a side, no pawn on a first or last rank, and the side not to move not in check;
/// unmoved pieces must stand on their rank with the king at home, and en passant squares behind pawns that
/// can have made a double step. All faults are reported, with offsets in the FEN.
Expected<Read<State>, Faults> read_state(std::string_view fen, Switches switches);

/// Seven fields, normalised (R10).
std::string write_state(const State& state);

/// The pieces of R2 that a side does not have on the board: its reserve in a game without promotions.
Reserve lost_pieces(const Board& board, Color side);

/// Whether each side has one king, and no pawn on a first or last rank.
bool has_valid_men(const Board& board);

/// Whether they make a position with `turn` to move: besides, the other side is not in check.
bool is_valid(const Board& board, Color turn);

/// The unmoved pieces of a side that can be such: not those that do not stand on its rank, and none unless
/// the king is at home (R6).
std::uint16_t possible_unmoved(const Board& board, Color side);

/// The squares that a double step of the side not to move can have passed just now (R7).
Bitboard possible_en_passant(const Board& board, Color turn);

}  // namespace octomate::complete_permutation
