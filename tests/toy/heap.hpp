// A tiny game for tests alone: nothing of it is like chess.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/position.hpp"

namespace octomate::toy {

/// How many stones to take.
struct Take {
    int stones = 0;

    auto operator<=>(const Take&) const = default;
};

enum class Coin : std::uint8_t { None, Heads, Tails };

/// A heap of stones from which the players take one, two or three:
///   * a bent coin, which falls on tails three times in four, is tossed before a move: on heads two stones
///     are to be taken, on tails one or three; who cannot is free to take what he likes,
///   * who leaves a multiple of five, and some stones at all, moves once more, at once and without the coin,
///   * who takes the last stone wins, but if he took three stones he loses,
///   * a heap of one stone is a draw.
/// Without the coin every move is free and no move loses: then three may be taken to win.
template <bool coin>
class Heap {
  public:
    using Move = Take;
    using Roll = Coin;
    using Moves = std::vector<Take>;
    static constexpr unsigned chance_unit = coin ? 4 : 1;
    static constexpr int plies_in_a_row = coin ? 2 : 1;  // without chance it does not count

    Heap() = default;
    Heap(int stones, Color turn) : stones_(stones), turn_(turn) {}

    Color turn() const { return turn_; }

    Outcome outcome() const {
        if (stones_ == 0) return won_by(winner_);
        return stones_ == 1 ? Outcome::Draw : Outcome::Ongoing;
    }

    std::span<const Chance<Coin>> rolls() const {
        static constexpr std::array<Chance<Coin>, 1> none = {{{Coin::None, 1}}};
        static constexpr std::array<Chance<Coin>, 2> both = {{{Coin::Heads, 1}, {Coin::Tails, 3}}};
        if (coin && !again_) return both;
        return none;
    }

    void legal_moves(Moves& out) const {
        out.clear();
        if (outcome() != Outcome::Ongoing) return;
        for (int stones = 3; stones >= 1; --stones) {
            if (stones <= stones_) out.push_back({stones});
        }
    }

    Freedom legal_moves(Coin roll, Moves& out) const {
        legal_moves(out);
        Moves serving;
        for (const Take& move : out) {
            if (roll_of(move) == roll) serving.push_back(move);
        }
        if (serving.empty() && !out.empty()) return Freedom::Free;
        out = serving;
        return Freedom::Bound;
    }

    Coin roll_of(Take move) const {
        if (!coin || again_) return Coin::None;
        return move.stones == 2 ? Coin::Heads : Coin::Tails;
    }

    Heap play(Take move) const {
        Heap after = *this;
        after.stones_ -= move.stones;
        after.again_ = !again_ && after.stones_ > 0 && after.stones_ % 5 == 0;
        if (!after.again_) after.turn_ = !turn_;
        if (after.stones_ == 0) after.winner_ = coin && move.stones == 3 ? !turn_ : turn_;
        return after;
    }

    PositionKey key() const {
        const auto stones = static_cast<std::uint64_t>(stones_);
        return {stones * 0xd1b54a32d192ed03,
                stones * 8 + index(turn_) * 4 + index(winner_) * 2 + (again_ ? 1 : 0)};
    }

    bool operator==(const Heap&) const = default;

  private:
    int stones_ = 0;
    Color turn_ = Color::White;
    Color winner_ = Color::White;  // once no stone is left
    bool again_ = false;           // the second move in a row
};

using BentHeap = Heap<true>;
using PlainHeap = Heap<false>;

static_assert(MovesByRoll<BentHeap> && !CountsMoves<BentHeap> && !FindsWins<BentHeap>);

}  // namespace octomate::toy
