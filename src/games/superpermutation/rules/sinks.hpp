#pragma once

// Receivers for the moves that `LegalMoves` generates; it documents the functions that a sink has.

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>

#include "games/superpermutation/rules/kernel.hpp"
#include "games/superpermutation/rules/legal_moves.hpp"

namespace octomate::superpermutation {

inline namespace OCTOMATE_ISA {

/// Counts the moves.
class CountSink {
  public:
    OCTOMATE_HOT void movements(board8::Square, board8::Bitboard targets) {
        count_ += std::popcount(targets);
    }
    template <int steps>
    OCTOMATE_HOT void pushes(board8::Bitboard targets) {
        count_ += std::popcount(targets);
    }
    OCTOMATE_HOT void promotions(board8::Square, board8::Square) { count_ += 4; }
    OCTOMATE_HOT void teleports(board8::Square, board8::Bitboard partners) {
        count_ += std::popcount(partners);
    }
    OCTOMATE_HOT void one(Move) { ++count_; }
    OCTOMATE_HOT void no_cascades() {}

    int count() const { return count_; }

  private:
    int count_ = 0;
};

/// Counts the moves by the file of their landing square (I5). The sets of targets are added with bit-sliced
/// counters: `sums_[n]` holds bit n of the count of each of the 64 squares. Five bits suffice, because no
/// square is the target of more than sixteen sets.
class FileCountSink {
  public:
    OCTOMATE_HOT void movements(board8::Square, board8::Bitboard targets) { add(targets); }
    template <int steps>
    OCTOMATE_HOT void pushes(board8::Bitboard targets) {
        add(targets);
    }
    OCTOMATE_HOT void promotions(board8::Square, board8::Square to) { extra_[file(to)] += 4; }
    OCTOMATE_HOT void teleports(board8::Square, board8::Bitboard partners) { add(partners); }
    OCTOMATE_HOT void one(Move move) { ++extra_[file(move.to)]; }
    OCTOMATE_HOT void no_cascades() {}

    /// Returns the number of moves for each file.
    OCTOMATE_HOT FileCounts counts() const {
        FileCounts counts = extra_;
        for (int n = 0; n < 8; ++n) {
            int sum = 0;
            for (int digit = 0; digit < digits; ++digit) {
                sum += std::popcount(sums_[static_cast<std::size_t>(digit)] & board8::file_set(n)) << digit;
            }
            std::uint16_t& count = counts[static_cast<std::size_t>(n)];
            count = static_cast<std::uint16_t>(count + sum);
        }
        return counts;
    }

  private:
    static constexpr int digits = 5;

    static std::size_t file(board8::Square square) {
        return static_cast<std::size_t>(board8::file_of(square));
    }

    /// Adds 1 to the counters of the squares of `set`.
    OCTOMATE_HOT void add(board8::Bitboard set) {
        for (board8::Bitboard& sum : sums_) {
            const board8::Bitboard carry = sum & set;
            sum ^= set;
            set = carry;
        }
    }

    std::array<board8::Bitboard, digits> sums_{};
    FileCounts extra_{};  // moves that were reported one by one
};

/// Lists the moves, with the lengths of their cascades. `write` keeps the end of the list in a local
/// variable: otherwise the compiler would reload it after each move, because a move's bytes may alias it.
template <Color Us>
class ListSink {
  public:
    OCTOMATE_HOT ListSink(const board8::Board& board, Moves& list)
        : cascades_(board), below_pieces_(board8::step_back<Us>(board.occupied())), list_(list) {}

    OCTOMATE_HOT void movements(board8::Square from, board8::Bitboard targets) {
        write(targets, [&](board8::Square) { return from; });
    }
    template <int steps>
    OCTOMATE_HOT void pushes(board8::Bitboard targets) {
        write(targets, [](board8::Square to) { return to - steps * board8::forward(Us); });
    }
    OCTOMATE_HOT void promotions(board8::Square from, board8::Square to) {
        for (const Effect effect : superpermutation::promotions)
            list_.push_back(make_move(from, to, 0, effect));
    }
    OCTOMATE_HOT void teleports(board8::Square king, board8::Bitboard partners) {
        while (partners) list_.push_back(make_move(king, board8::pop_first(partners), 0, Effect::Teleport));
    }
    OCTOMATE_HOT void one(Move move) { list_.push_back(move); }
    OCTOMATE_HOT void no_cascades() { below_pieces_ = 0; }
    OCTOMATE_HOT const Cascades<Us>& cascades() const { return cascades_; }

  private:
    /// Appends a move from `from(to)` to each square `to` of `targets`. Writes in blocks of four, so that the
    /// loop mispredicts fewer branches; the list has room for the surplus, which is cut off.
    template <class From>
    OCTOMATE_HOT void write(board8::Bitboard targets, From from) {
        Move* out = list_.end();
        board8::Bitboard rest = targets & ~below_pieces_;
        Move* const end = out + std::popcount(rest);
        while (out < end) {
            for (int n = 0; n < 4; ++n) {
                const board8::Square to = std::countr_zero(rest);
                rest &= rest - 1;
                *out++ = make_move(from(to), to, 0, Effect::None);
            }
        }
        out = end;
        for (rest = targets & below_pieces_; rest;) {
            const board8::Square to = board8::pop_first(rest);
            const int swaps = swaps_between<Us>(to, cascades_.end(from(to), to));
            *out++ = make_move(from(to), to, swaps, Effect::None);
        }
        list_.end_at(out);
    }

    const Cascades<Us> cascades_;
    board8::Bitboard below_pieces_;  // landing squares on which a cascade starts
    Moves& list_;
};

/// Lists the moves that land on one file, 0…7; in check lists all moves.
template <Color Us>
class FileListSink : public ListSink<Us> {
  public:
    OCTOMATE_HOT FileListSink(const board8::Board& board, int file, Moves& list)
        : ListSink<Us>(board, list), file_(board8::file_set(file)) {}

    OCTOMATE_HOT board8::Bitboard wanted() const { return file_; }

  private:
    const board8::Bitboard file_;
};

}  // namespace OCTOMATE_ISA

}  // namespace octomate::superpermutation
