// The random positions on which laws are tested. They are the same in every run and on every machine.
//
// A family is a function that makes positions in which rare cases are common: crowded files for long
// cascades, few pieces for mates and stalemates, and so on. A corpus has the same number of positions from
// every family and from random games.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "games/superpermutation/games.hpp"
#include "naive/naive.hpp"
#include "slow_build.hpp"

namespace octomate::laws {

using superpermutation::D8Position;
using superpermutation::ParentPosition;

/// The number of positions from games and from each of the three families: a corpus has four times as many.
#if defined(OCTOMATE_FEW_POSITIONS)  // tests/nightly/mutate runs the laws once per mutant
inline constexpr std::size_t per_family = 1'000;
#else
inline constexpr std::size_t per_family = slow_build ? 5'000 : 15'000;
#endif

/// Random numbers that are the same with every standard library, unlike the distributions of <random>.
class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
    std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    char letter(std::string_view letters) { return letters[below(letters.size())]; }

  private:
    std::mt19937_64 engine_;
};

template <class P>
inline constexpr naive::Game naive_game =
    std::is_same_v<P, D8Position> ? naive::Game::d8 : naive::Game::parent;

/// Converts a position to one of the naive rules.
template <class P>
naive::Position to_naive(const P& position) {
    naive::Position converted;
    converted.pieces.fill('.');
    for (board8::Bitboard pieces = position.board().occupied(); pieces != 0;) {
        const board8::Square square = board8::pop_first(pieces);
        converted.pieces[static_cast<std::size_t>(square)] = board8::fen_letter(*position.board().at(square));
    }
    converted.turn = position.turn() == Color::White ? 'w' : 'b';
    converted.game = naive_game<P>;
    return converted;
}

/// Builds a random arrangement piece by piece.
class Scatter {
  public:
    explicit Scatter(Random& random) : random_(random) { position_.pieces.fill('.'); }

    bool empty(std::size_t square) const { return position_.pieces[square] == '.'; }
    void put(char piece, std::size_t square) { position_.pieces[square] = piece; }

    void put_anywhere(char piece) {
        for (;;) {
            const std::size_t square = random_.below(64);
            if (!empty(square) || on_last_rank(piece, square)) continue;
            return put(piece, square);
        }
    }

    /// Draws one of the pieces `letters` for `square`, again if it is a pawn on its last rank.
    char piece_for(std::size_t square, std::string_view letters) {
        char piece = random_.letter(letters);
        while (on_last_rank(piece, square)) piece = random_.letter(letters);
        return piece;
    }

    /// Returns the position with a random side to move for which it is legal; nullopt if neither is.
    std::optional<naive::Position> acceptable(naive::Game game) {
        position_.game = game;
        position_.turn = random_.letter("wb");
        if (naive::acceptable(position_)) return position_;
        position_.turn = position_.turn == 'w' ? 'b' : 'w';
        if (naive::acceptable(position_)) return position_;
        return std::nullopt;
    }

    /// Returns the position with a random side to move, legal or not.
    naive::Position anything(naive::Game game) {
        position_.game = game;
        position_.turn = random_.letter("wb");
        return position_;
    }

  private:
    static bool on_last_rank(char piece, std::size_t square) {
        return (piece == 'P' && square >= 56) || (piece == 'p' && square < 8);
    }

    Random& random_;
    naive::Position position_;
};

/// Places kings and up to 30 other pieces on random squares; pawns may stand on their own first rank.
inline Scatter scattered(Random& random) {
    Scatter board(random);
    board.put_anywhere('K');
    board.put_anywhere('k');
    for (std::size_t pieces = random.below(31); pieces > 0; --pieces)
        board.put_anywhere(random.letter("PPPNBRQpppnbrq"));
    return board;
}

/// Fills one to three files, often with a king, and places a few pieces elsewhere that can move into them,
/// for long cascades that displace kings.
inline Scatter crowded(Random& random) {
    Scatter board(random);
    std::vector<std::size_t> files = {0, 1, 2, 3, 4, 5, 6, 7};
    for (std::size_t n = random.between(5, 7); n > 0; --n) {
        files.erase(files.begin() + static_cast<std::ptrdiff_t>(random.below(files.size())));
    }
    const auto put_king = [&](char king) {
        if (random.one_in(4)) return board.put_anywhere(king);
        for (;;) {
            const std::size_t square = random.below(8) * 8 + files[random.below(files.size())];
            if (board.empty(square)) return board.put(king, square);
        }
    };
    put_king('K');
    put_king('k');
    for (const std::size_t file : files) {
        const std::size_t gap = random.below(8);
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const std::size_t square = rank * 8 + file;
            if (rank == gap || !board.empty(square) || random.one_in(10)) continue;
            board.put(board.piece_for(square, "PPPNNBRpppnnbr"), square);
        }
    }
    for (std::size_t pieces = random.between(1, 6); pieces > 0; --pieces)
        board.put_anywhere(random.letter("NBRQPnbrqp"));
    return board;
}

/// Places kings, often at an edge, and one to five other pieces, sometimes all of one side, for mates,
/// stalemates and free moves.
inline Scatter sparse(Random& random) {
    Scatter board(random);
    const auto put_king = [&](char king) {
        if (random.one_in(2)) return board.put_anywhere(king);
        const std::size_t edge = random.below(8);
        const std::size_t squares[] = {edge, 56 + edge, 8 * edge, 8 * edge + 7};
        const std::size_t square = squares[random.below(4)];
        return board.empty(square) ? board.put(king, square) : board.put_anywhere(king);
    };
    put_king('K');
    put_king('k');
    const std::string_view sides[] = {"PNBRQQpnbrqq", "PNBRQQpnbrqq", "PNBRQQ", "pnbrqq"};
    const std::string_view letters = sides[random.below(4)];
    for (std::size_t pieces = random.between(1, 5); pieces > 0; --pieces)
        board.put_anywhere(random.letter(letters));
    return board;
}

/// Returns random pieces on random squares, mostly an illegal position: kings may be missing or too many,
/// pawns on their last rank, both sides in check.
inline naive::Position nonsense(Random& random, naive::Game game) {
    Scatter board(random);
    for (const char king : {'K', 'k'}) {
        for (std::size_t kings = random.one_in(8) ? 2 * random.below(2) : 1; kings > 0; --kings) {
            board.put_anywhere(king);
        }
    }
    for (std::size_t pieces = random.below(random.one_in(2) ? 6 : 28); pieces > 0; --pieces) {
        const std::size_t square = random.below(64);
        if (board.empty(square)) board.put(random.letter("PPNBRQppnbrq"), square);
    }
    return board.anything(game);
}

/// Distinct legal positions of one game, from random games and then from each family.
template <class P>
class Corpus {
  public:
    Corpus() {
        play();
        place(2, scattered);
        place(3, crowded);
        place(4, sparse);
    }

    const std::vector<P>& positions() const { return positions_; }

  private:
    /// Adds the positions of games of random moves on random rolls, from the initial position.
    void play() {
        Random random(1);
        MoveList<P> moves;
        while (positions_.size() < per_family) {
            P position;
            for (int ply = 0; ply < 120 && positions_.size() < per_family; ++ply) {
                add(position);
                const auto rolls = position.rolls();
                position.legal_moves(rolls[random.below(rolls.size())].roll, moves);
                if (moves.empty()) break;
                position = position.play(moves[random.below(moves.size())]);
            }
        }
    }

    void place(std::uint64_t seed, Scatter (*family)(Random&)) {
        Random random(seed);
        for (const std::size_t goal = positions_.size() + per_family; positions_.size() < goal;) {
            const auto pieces = family(random).acceptable(naive_game<P>);
            if (!pieces) continue;
            const auto read = P::from_fen(naive::to_fen(*pieces));
            if (!read) throw std::logic_error("refused: " + naive::to_fen(*pieces));
            add(read->value);
        }
    }

    void add(const P& position) {
        if (seen_.insert(position.fen()).second) positions_.push_back(position);
    }

    std::unordered_set<std::string> seen_;
    std::vector<P> positions_;
};

/// Returns the corpus of a game, which the first call creates.
template <class P>
const std::vector<P>& corpus() {
    static const Corpus<P> corpus;
    return corpus.positions();
}

}  // namespace octomate::laws
