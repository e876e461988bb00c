#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "board8/attacks.hpp"
#include "core/lists.hpp"

namespace octomate::super_chess {

/// What kind of turn a move is, and which men of a stack leave (section 14).
enum class Turn : std::uint8_t {
    None,
    Whole,        ///< "e2e4": all that stands there moves, captures or hops
    SlideOut1,    ///< "d4_d7": the lowest man
    SlideOut2,    ///< "d4__d7": the two lowest
    JumpOff1,     ///< "d4^e5": the highest man
    JumpOff2,     ///< "d4^^d7": the two highest
    TurnOver,     ///< "d4=H", "d4=C": Cathedral to Hourglass and back
    CastleShort,  ///< "O-O"
    CastleLong,   ///< "O-O-O"
    SuperCastle,  ///< "e1<>d3"
    HyperCastle,  ///< "e1~g3"
    Travel,       ///< "@5"
};

/// What is written behind "=": what a pawn becomes, and whether two rooks are a Cathedral or an Hourglass.
enum class Suffix : std::uint8_t { None, Bishop, Cathedral, Hourglass, Knight, Queen, Rook, Vatican };

/// The letters of the suffixes, in their order.
inline constexpr std::string_view suffix_letters = " BCHNQRV";

/// A set of suffixes: bit n is suffix n.
using SuffixSet = std::uint8_t;

constexpr SuffixSet only(Suffix suffix) {
    return static_cast<SuffixSet>(1U << static_cast<unsigned>(suffix));
}
inline constexpr SuffixSet no_suffix = only(Suffix::None);
inline constexpr SuffixSet promotions = static_cast<SuffixSet>(only(Suffix::Queen) | only(Suffix::Rook) |
                                                               only(Suffix::Bishop) | only(Suffix::Knight));

/// A move. Ordered as its machine form.
class Move {
  public:
    constexpr Move() = default;
    /// `left`: what a pawn becomes that is left on its last rank (A10).
    constexpr Move(Turn turn, board8::Square from, board8::Square to, Suffix suffix = Suffix::None,
                   Suffix left = Suffix::None)
        : bits_(static_cast<std::uint32_t>(turn) << 28 | static_cast<std::uint32_t>(from) << 6 |
                static_cast<std::uint32_t>(to) | static_cast<std::uint32_t>(suffix) << 12 |
                static_cast<std::uint32_t>(left) << 15) {}

    /// To an earlier state, 0 being the oldest.
    static constexpr Move travel(std::uint32_t state) {
        Move move;
        move.bits_ = static_cast<std::uint32_t>(Turn::Travel) << 28 | state;
        return move;
    }

    /// States beyond that cannot be named.
    static constexpr std::uint32_t most_states = 1U << 28;

    constexpr Turn turn() const { return static_cast<Turn>(bits_ >> 28); }
    constexpr board8::Square from() const { return static_cast<board8::Square>(bits_ >> 6 & 63); }
    constexpr board8::Square to() const { return static_cast<board8::Square>(bits_ & 63); }
    constexpr Suffix suffix() const { return static_cast<Suffix>(bits_ >> 12 & 7); }
    constexpr Suffix left() const { return static_cast<Suffix>(bits_ >> 15 & 7); }
    constexpr std::uint32_t state() const { return bits_ & (most_states - 1); }

    constexpr bool is_travel() const { return turn() == Turn::Travel; }
    constexpr bool slides_out() const { return turn() == Turn::SlideOut1 || turn() == Turn::SlideOut2; }
    constexpr bool jumps_off() const { return turn() == Turn::JumpOff1 || turn() == Turn::JumpOff2; }
    constexpr bool splits() const { return slides_out() || jumps_off(); }
    /// How many men leave a stack that is split.
    constexpr int leaving() const { return turn() == Turn::SlideOut2 || turn() == Turn::JumpOff2 ? 2 : 1; }

    constexpr bool operator==(const Move&) const = default;
    std::strong_ordering operator<=>(const Move& other) const;

  private:
    std::uint32_t bits_ = 0;
};

/// There is a move for each earlier state.
using Moves = GrowingList<Move, 256>;

/// What stands between the squares of such a turn; empty where nothing does.
std::string_view sign_of(Turn turn);

/// The machine form (section 14): "e2e4", "d4__d7", "b8=R_b1", "@5".
std::string machine_form(Move move);

}  // namespace octomate::super_chess
