#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "board8/checks.hpp"
#include "core/random.hpp"
#include "make/wanted.hpp"

namespace octomate::make {

/// The position, if the rules accept it and its pawns stand where a game could have brought them: on ranks 2
/// to 7, one of a colour on a file, since no pawn ever leaves its file.
template <class P>
std::optional<P> plausible(const board8::Board& board, Color turn) {
    for (const Color color : {Color::White, Color::Black}) {
        if (std::popcount(board.kings() & board.of(color)) != 1) return std::nullopt;
        const board8::Bitboard pawns = board.pawns() & board.of(color);
        if (pawns & (board8::rank_set(0) | board8::rank_set(7))) return std::nullopt;
        for (int file = 0; file < 8; ++file) {
            if (std::popcount(pawns & board8::file_set(file)) > 1) return std::nullopt;
        }
    }
    if (board8::king_attacked(board, !turn)) return std::nullopt;
    return P(board, turn);
}

/// Men put on the board at random.
template <class P>
class Place {
  public:
    /// `material`: men that are always there, kings excluded. Others come from what is left of two usual sets
    /// until there are as many as `men` says, kings included.
    Place(std::vector<board8::Man> material, Span men) : material_(std::move(material)), men_(men) {
        constexpr std::array<int, 5> in_a_set = {8, 2, 2, 2, 1};
        for (const Color color : {Color::White, Color::Black}) {
            for (int kind = 0; kind < 5; ++kind) {
                const board8::Man man{static_cast<board8::Kind>(kind), color};
                const auto used = std::count(material_.begin(), material_.end(), man);
                for (auto left = in_a_set[static_cast<std::size_t>(kind)] - used; left > 0; --left)
                    others_.push_back(man);
            }
        }
    }

    /// One arrangement; none if chance made it nonsense.
    std::optional<P> arrange(Random& random) {
        board8::Board board;
        const auto put = [&](board8::Man man) {
            board8::Square square = 0;
            do {
                square = random.below(64);
            } while (board8::contains(board.occupied(), square));
            board.put(man, square);
        };
        put({board8::Kind::King, Color::White});
        put({board8::Kind::King, Color::Black});
        for (const board8::Man man : material_) put(man);
        const int men = men_.least + random.below(men_.most - men_.least + 1);
        bag_ = others_;  // in the same order each time, so that what comes depends on `random` alone
        for (int count = 2 + static_cast<int>(material_.size()); count < men && !bag_.empty(); ++count) {
            const auto drawn = static_cast<std::size_t>(random.below(static_cast<int>(bag_.size())));
            std::swap(bag_[drawn], bag_.back());
            put(bag_.back());
            bag_.pop_back();
        }
        return plausible<P>(board, random.below(2) == 0 ? Color::White : Color::Black);
    }

  private:
    std::vector<board8::Man> material_;
    Span men_;
    std::vector<board8::Man> others_;
    std::vector<board8::Man> bag_;  // what is left of them in this arrangement
};

/// Changes positions a little.
class Mutation {
  public:
    /// One to three men are moved, removed, added, made other men or exchanged. None if chance made it
    /// nonsense.
    template <class P>
    static std::optional<P> of(const P& original, Random& random) {
        board8::Board board = original.board();
        for (int changes = 1 + random.below(3); changes > 0; --changes) change(board, random);
        if (board == original.board()) return std::nullopt;
        return plausible<P>(board, original.turn());
    }

  private:
    static void change(board8::Board& board, Random& random) {
        const board8::Square a = pick(board.occupied(), random);
        const board8::Man man = *board.at(a);
        const bool king = man.kind == board8::Kind::King;
        switch (random.below(6)) {
            case 0: {  // to a neighbouring square
                const board8::Bitboard near = board8::king_attacks(a) & ~board.occupied();
                if (near) move(board, a, pick(near, random));
                return;
            }
            case 1: return move(board, a, pick(~board.occupied(), random));
            case 2:
                if (!king) board.remove(a);
                return;
            case 3: return board.put(any_man(random), pick(~board.occupied(), random));
            case 4:
                if (king) return;
                board.remove(a);
                return board.put(any_man(random), a);
            default: {
                const board8::Square b = pick(board.occupied(), random);
                if (a != b) board = board.swapped(a, b);
                return;
            }
        }
    }

    static void move(board8::Board& board, board8::Square from, board8::Square to) {
        board = board.moved(from, to);
    }

    /// Any square of a set that is not empty.
    static board8::Square pick(board8::Bitboard set, Random& random) {
        for (int skip = random.below(std::popcount(set)); skip > 0; --skip) board8::pop_first(set);
        return board8::first(set);
    }

    static board8::Man any_man(Random& random) {
        return {static_cast<board8::Kind>(random.below(5)),
                random.below(2) == 0 ? Color::White : Color::Black};
    }
};

}  // namespace octomate::make
