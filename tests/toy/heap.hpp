// A tiny game for tests: it shares no rule with chess, so whatever works for it does not depend on chess.
#pragma once

#include <array>
#include <charconv>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "text/notation.hpp"

namespace octomate::toy {

/// A move: the number of stones to remove from the heap.
struct Take {
    int stones = 0;

    auto operator<=>(const Take&) const = default;
};

/// A toss of the coin; face 0 if the move is made without a toss.
struct Coin {
    std::uint8_t face = 0;

    static const Coin None, Heads, Tails;
    bool operator==(const Coin&) const = default;
};
inline constexpr Coin Coin::None{0};
inline constexpr Coin Coin::Heads{1};
inline constexpr Coin Coin::Tails{2};

inline constexpr Die two_sided{2, "count", "an {} count", "take", "takes"};

/// A heap of stones from which the players remove one, two or three in turn:
///   * a bent coin, which shows tails three times in four, is tossed before a move: on heads the player
///     removes two stones, on tails one or three; if that is impossible, any number is allowed,
///   * a player that leaves a multiple of five above zero moves again at once, without a toss,
///   * removing the last stone wins, unless it was removed with two others: then it loses,
///   * a heap of one stone is a draw.
/// If `coin` is false, there is no toss, any number is allowed, and removing the last three stones wins.
/// The FEN is "7 w"; "5 w again" before the second move in a row, and "0 b w" once White has won. Moves are
/// written "t1" to "t3".
template <bool coin>
class Heap {
  public:
    using Move = Take;
    using Roll = Coin;
    using Moves = std::vector<Take>;
    static constexpr unsigned chance_unit = coin ? 4 : 1;
    static constexpr int plies_in_a_row = coin ? 2 : 1;  // used in searches with chance only

    Heap() = default;
    Heap(int stones, Color turn) : stones_(stones), turn_(turn) {}

    Color turn() const { return turn_; }
    int stones() const { return stones_; }

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
        Moves allowed;
        for (const Take& move : out) {
            if (roll_of(move) == roll) allowed.push_back(move);
        }
        if (allowed.empty() && !out.empty()) return Freedom::Free;
        out = allowed;
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

    // ---- names and notation ----

    std::string_view variant() const { return coin ? "bent-heap" : "heap"; }

    static constexpr const Die& die() requires(coin) { return two_sided; }
    std::string roll_name(Coin roll) const requires(coin) {
        return roll == Coin::None ? "" : roll == Coin::Heads ? "even" : "odd";
    }

    Expected<Parsed<Heap>, Faults> read_fen(std::string_view text) const {
        const auto words = split_words(text);
        Heap heap;
        const auto fail = [](FaultCode code, std::size_t offset, std::string message) {
            return Unexpected{Faults{{code, "fen", offset, std::move(message)}}};
        };
        if (words.empty()) return fail(FaultCode::EmptyFen, 0, "the heap is empty, expected \"0 b w\"");
        const std::string_view number = words[0].text;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), heap.stones_);
        if (error != std::errc() || end != number.data() + number.size() || heap.stones_ < 0 ||
            heap.stones_ > 99)
            return fail(FaultCode::BadDigit, words[0].offset, "expected 0 to 99 stones");
        if (words.size() < 2) return fail(FaultCode::MissingSide, text.size(), "expected \"w\" or \"b\"");
        const auto turn = read_side(words[1]);
        if (!turn) return Unexpected{Faults{turn.error()}};
        heap.turn_ = *turn;
        if (words.size() > 2) {
            heap.again_ = coin && words[2].text == "again" && heap.stones_ > 0;
            const auto winner = read_side(words[2]);
            if (winner && heap.stones_ == 0) heap.winner_ = *winner;
            if (!heap.again_ && !(winner && heap.stones_ == 0))
                return fail(FaultCode::ExtraFields, words[2].offset, "expected the end");
        }
        return Parsed<Heap>{heap, {}};
    }

    std::string fen() const {
        std::string text = std::to_string(stones_) + (turn_ == Color::White ? " w" : " b");
        if (stones_ == 0) text += winner_ == Color::White ? " w" : " b";
        return again_ ? text + " again" : text;
    }

    bool in_check() const { return false; }
    std::optional<Heap> passed() const {
        if (again_) return std::nullopt;
        Heap other = *this;
        other.turn_ = !turn_;
        return other;
    }

    std::string notation(Take move) const { return uci(move); }
    std::string uci(Take move) const { return "t" + std::to_string(move.stones); }

    Expected<ParsedMove<Take>, Fault> read_move(std::string_view text) const {
        for (int stones = 1; stones <= 3; ++stones) {
            if (text != uci({stones})) continue;
            if (stones <= stones_ && outcome() == Outcome::Ongoing) return ParsedMove<Take>{{stones}, {}};
            return Unexpected{Fault{FaultCode::IllegalMove, "", 0, "there are not so many stones to take"}};
        }
        return Unexpected{Fault{FaultCode::NotAMove, "", 0,
                                "\"" + std::string(text) + "\" is not a move: expected t1 to t3"}};
    }

    static std::span<const std::string_view> move_kinds() {
        static constexpr std::string_view kinds[] = {"moves"};
        return kinds;
    }

    bool operator==(const Heap&) const = default;

  private:
    int stones_ = 0;
    Color turn_ = Color::White;
    Color winner_ = Color::White;  // valid only if no stone is left
    bool again_ = false;           // the side to move makes its second move in a row
};

// ---- facts and remarks about moves ----

template <bool coin>
std::vector<MoveFact> facts_of(const Heap<coin>& heap, Take move) {
    return {{"left", heap.stones() - move.stones, true}};
}
template <bool coin>
MoveEnds ends_of(const Heap<coin>&, Take) {
    return {};
}
template <bool coin>
std::string explain(const Heap<coin>& heap, Take move) {
    return remark(heap, move);
}
template <bool coin>
std::string remark(const Heap<coin>& heap, Take move) {
    return heap.stones() == move.stones ? "the last" : "";
}
template <bool coin>
std::size_t kind_of(const Heap<coin>&, Take) {
    return 0;
}
template <bool coin>
std::vector<std::string> impossible_piece_notes(const Heap<coin>&) {
    return {};
}

using BentHeap = Heap<true>;
using PlainHeap = Heap<false>;

static_assert(MovesByRoll<BentHeap> && !CountsMoves<BentHeap> && !FindsWins<BentHeap>);
static_assert(Described<BentHeap> && HasDie<BentHeap> && Described<PlainHeap> && !HasDie<PlainHeap>);

}  // namespace octomate::toy
