// The random positions of Complete Permutation Chess, with and without two-pawn turns, on which laws are
// tested; see corpus.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "games/complete_permutation/games.hpp"
#include "laws/corpus.hpp"
#include "naive/complete_permutation.hpp"

namespace octomate::laws {

using CompletePosition = complete_permutation::Position;

/// Converts the rule options to those of the naive rules.
inline naive::complete::Switches naive_switches(complete_permutation::Switches switches) {
    using naive::complete::Swap;
    constexpr std::array swaps = {Swap::castling, Swap::leap, Swap::none};
    return {switches.two_pawns, swaps[static_cast<std::size_t>(switches.swap)]};
}

inline naive::complete::Position to_naive(const CompletePosition& position) {
    return naive::complete::from_fen(position.fen());
}

namespace complete {

/// Builds a random position piece by piece.
class Scatter {
  public:
    explicit Scatter(Random& random) : random_(random) { position_.pieces.fill('.'); }

    naive::complete::Position& position() { return position_; }
    char& at(std::size_t file, std::size_t rank) { return position_.pieces[rank * 16 + file]; }

    void put_anywhere(char piece, std::size_t low_rank = 0, std::size_t high_rank = 7) {
        const bool pawn = piece == 'P' || piece == 'p';
        for (int tries = 0; tries < 200; ++tries) {
            const std::size_t rank = random_.between(low_rank, high_rank);
            char& square = at(random_.below(16), rank);
            if (square != '.' || (pawn && (rank == 0 || rank == 7))) continue;
            square = piece;
            return;
        }
    }
    void put_near(char piece, std::size_t file, std::size_t rank, std::size_t reach) {
        const auto pick = [&](std::size_t from, std::size_t end) {
            const std::size_t low = from > reach ? from - reach : 0;
            return random_.between(low, std::min(end, from + reach));
        };
        const std::size_t to_rank = pick(rank, 7);
        char& square = at(pick(file, 15), to_rank);
        const bool pawn = piece == 'P' || piece == 'p';
        if (square == '.' && !(pawn && (to_rank == 0 || to_rank == 7))) square = piece;
    }
    char officer(bool white) { return random_.letter(white ? "RNBQFMCATSLDGEZ" : "rnbqfmcatsldgez"); }
    char piece(bool white) { return random_.one_in(3) ? (white ? 'P' : 'p') : officer(white); }
    void reserves(std::size_t most) {
        for (std::string& reserve : position_.reserve) {
            reserve.clear();
            const std::size_t number = random_.below(most + 1);
            for (const char letter : std::string("DFBLMQEZASTCNRG")) {
                if (reserve.size() < number && random_.one_in(3)) reserve += letter;
                if (random_.one_in(40)) reserve += letter;  // a piece may be in the reserve twice
            }
        }
    }
    void unmoved() {
        for (const bool white : {true, false}) {
            const std::size_t rank = white ? 0 : 7;
            auto& files = white ? position_.unmoved_white : position_.unmoved_black;
            if (at(8, rank) != (white ? 'K' : 'k')) continue;
            for (std::size_t file = 0; file < 16; ++file) {
                const char piece = at(file, rank);
                const bool own = white ? (piece >= 'A' && piece <= 'Z') : (piece >= 'a' && piece <= 'z');
                files[file] = own && piece != 'P' && piece != 'p' && file != 8 && !random_.one_in(3);
            }
        }
    }
    void passed(bool two_pawns) {
        const bool white_moved = position_.turn == 'b';
        const std::size_t fourth = white_moved ? 3 : 4, passed = white_moved ? 2 : 5,
                          home = white_moved ? 1 : 6;
        for (std::size_t file = 0; file < 16 && position_.en_passant.size() < (two_pawns ? 2U : 1U); ++file) {
            if (at(file, fourth) == (white_moved ? 'P' : 'p') && at(file, passed) == '.' &&
                at(file, home) == '.' && !random_.one_in(4))
                position_.en_passant.push_back(static_cast<int>(passed * 16 + file));
        }
    }

  private:
    Random& random_;
    naive::complete::Position position_;
};

/// Places kings and any number of other pieces on random squares.
inline Scatter scattered(Random& random) {
    Scatter board(random);
    board.put_anywhere('K');
    board.put_anywhere('k');
    for (std::size_t pieces = random.below(random.one_in(3) ? 50 : 16); pieces > 0; --pieces)
        board.put_anywhere(board.piece(random.one_in(2)));
    board.reserves(random.below(6));
    return board;
}

/// Places pawns about to promote, with full, small and empty reserves, so that Mental Cruelty often occurs.
inline Scatter promoting(Random& random) {
    Scatter board(random);
    board.put_anywhere('K');
    board.put_anywhere('k');
    for (std::size_t pieces = random.between(1, 5); pieces > 0; --pieces) board.put_anywhere('P', 4, 6);
    for (std::size_t pieces = random.between(1, 5); pieces > 0; --pieces) board.put_anywhere('p', 1, 3);
    for (std::size_t pieces = random.below(8); pieces > 0; --pieces)
        board.put_anywhere(board.officer(random.one_in(2)));
    board.reserves(random.one_in(3) ? 0 : random.below(4));
    return board;
}

/// Places neighbouring pawns on the ranks of en passant captures, with kings on the same lines.
inline Scatter passing(Random& random) {
    Scatter board(random);
    board.put_anywhere('K', 2, 5);
    board.put_anywhere('k', 2, 5);
    for (std::size_t file = 0; file < 16; ++file) {
        for (const std::size_t rank : {3U, 4U}) {
            if (board.at(file, rank) == '.' && random.one_in(2)) board.at(file, rank) = random.letter("Pp");
        }
    }
    for (std::size_t pieces = random.below(10); pieces > 0; --pieces)
        board.put_anywhere(board.officer(random.one_in(2)));
    board.reserves(random.below(3));
    return board;
}

/// Places kings and unmoved pieces on their initial squares, and other pieces between the first ranks.
inline Scatter at_home(Random& random) {
    Scatter board(random);
    board.at(8, 0) = 'K';
    if (random.one_in(2)) {
        board.at(8, 7) = 'k';
    } else {
        board.put_anywhere('k', 3, 7);
    }
    for (std::size_t file = 0; file < 16; ++file) {
        for (const bool white : {true, false}) {
            char& square = board.at(file, white ? 0 : 7);
            if (square == '.' && random.one_in(3)) square = board.officer(white);
            char& ahead = board.at(file, white ? 1 : 6);
            if (ahead == '.' && random.one_in(3)) ahead = white ? 'P' : 'p';
        }
    }
    for (std::size_t pieces = random.below(10); pieces > 0; --pieces)
        board.put_anywhere(board.piece(random.one_in(2)), 1, 6);
    board.reserves(random.below(4));
    return board;
}

/// Places kings with many pieces near them, for blocked paths of falcons, double checks and mates.
inline Scatter close(Random& random) {
    Scatter board(random);
    for (const bool white : {true, false}) {
        const std::size_t file = random.below(16), rank = random.one_in(2) ? random.below(8) : white ? 0 : 7;
        if (board.at(file, rank) != '.') continue;
        board.at(file, rank) = white ? 'K' : 'k';
        for (std::size_t pieces = random.between(1, 12); pieces > 0; --pieces) {
            const char piece = random.one_in(2) ? random.letter("FfTtLlSsDd") : board.piece(random.one_in(2));
            board.put_near(piece, file, rank, 3);
        }
    }
    board.reserves(random.below(3));
    return board;
}

/// Returns random pieces on random squares with random other FEN fields; few of these positions are legal.
inline naive::complete::Position nonsense(Random& random, bool two_pawns) {
    Scatter board(random);
    for (const char king : {'K', 'k'}) {
        for (std::size_t kings = random.one_in(8) ? 2 * random.below(2) : 1; kings > 0; --kings)
            board.put_anywhere(king);
    }
    for (std::size_t pieces = random.below(30); pieces > 0; --pieces) {
        const std::size_t rank = random.below(8), file = random.below(16);
        char& square = board.at(file, rank);
        if (square == '.') square = board.piece(random.one_in(2));
    }
    auto& position = board.position();
    position.turn = random.letter("wb");
    board.reserves(2);
    if (random.one_in(2)) board.unmoved();
    if (random.one_in(4)) position.unmoved_white[random.below(8)] = true;
    if (random.one_in(2)) board.passed(two_pawns);
    if (random.one_in(4)) {
        const std::size_t rank = position.turn == 'w' ? 5 : 2;
        position.en_passant = {static_cast<int>(rank * 16 + random.below(16))};
    }
    return position;
}

}  // namespace complete

/// Distinct positions with and without two-pawn turns, and with every option of the swap.
template <>
class Corpus<CompletePosition> {
  public:
    /// The number of positions of each variant from games and from each of the five families.
    static constexpr std::size_t each = slow_build ? 500 : 3'500;

    Corpus() {
        for (const bool two_pawns : {false, true}) {
            play(two_pawns);
            using Family = complete::Scatter (*)(Random&);
            std::uint64_t seed = 2;
            for (const Family family : {complete::scattered, complete::promoting, complete::passing,
                                        complete::at_home, complete::close})
                place(seed++, family, two_pawns);
        }
    }

    const std::vector<CompletePosition>& positions() const { return positions_; }

  private:
    static complete_permutation::Switches switches(Random& random, bool two_pawns) {
        using complete_permutation::Swap;
        return {two_pawns, random.one_in(4) ? Swap::Leap : random.one_in(8) ? Swap::None : Swap::Castling};
    }

    /// Adds positions of random games, which prefer captures in about half of the moves.
    void play(bool two_pawns) {
        Random random(1);
        MoveList<CompletePosition> moves;
        for (const std::size_t goal = positions_.size() + each; positions_.size() < goal;) {
            CompletePosition position(switches(random, two_pawns));
            for (int ply = 0; ply < 400 && positions_.size() < goal; ++ply) {
                if (random.one_in(3)) add(position);
                position.legal_moves(moves);
                if (moves.empty()) break;
                auto move = moves[random.below(moves.size())];
                for (int tries = random.one_in(2) ? 6 : 0; tries > 0; --tries) {
                    const auto other = moves[random.below(moves.size())];
                    if (complete_permutation::contains(position.board().occupied(), other.first.to()))
                        move = other;
                }
                position = position.play(move);
                if (position.outcome() != Outcome::Ongoing) break;
            }
        }
    }

    template <class Family>
    void place(std::uint64_t seed, Family family, bool two_pawns) {
        Random random(seed);
        for (const std::size_t goal = positions_.size() + each; positions_.size() < goal;) {
            complete::Scatter board = family(random);
            auto& position = board.position();
            position.turn = random.letter("wb");
            board.unmoved();
            board.passed(two_pawns);
            const auto rules = switches(random, two_pawns);
            if (!naive::complete::acceptable(position, naive_switches(rules))) continue;
            const std::string fen = naive::complete::to_fen(position);
            const auto read = CompletePosition::from_fen(fen, rules);
            if (!read) throw std::logic_error("refused: " + fen);
            add(read->value);
        }
    }

    void add(const CompletePosition& position) {
        if (seen_.insert(std::string(position.variant()) + position.fen()).second)
            positions_.push_back(position);
    }

    std::unordered_set<std::string> seen_;
    std::vector<CompletePosition> positions_;
};

}  // namespace octomate::laws
