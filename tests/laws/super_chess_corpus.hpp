// The random positions of Super Chess on which laws are tested; see corpus.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "games/super_chess/games.hpp"
#include "games/super_chess/rules/position.hpp"
#include "laws/corpus.hpp"
#include "naive/super_chess.hpp"

namespace octomate::laws {

using SuperPosition = super_chess::Position;

inline naive::super_chess::Position to_naive(const SuperPosition& position) {
    return naive::super_chess::from_text(position.fen());
}

namespace super {

/// Builds a random arrangement of stacks. Rooks and pawns get the identities that are still free.
class Scatter {
  public:
    explicit Scatter(Random& random) : random_(random) {}

    naive::super_chess::Snapshot& state() { return state_; }
    naive::super_chess::Stack& at(std::size_t file, std::size_t rank) {
        return state_.squares[rank * 8 + file];
    }

    /// Places a stack such as "RRP", listed from the bottom; "RI" is an Hourglass. Returns false if the
    /// square is occupied or forbidden for a pawn, or if no identity is left.
    bool put(std::string_view pieces, bool white, std::size_t file, std::size_t rank) {
        auto& stack = at(file, rank);
        if (!stack.parts.empty()) return false;
        if (pieces == "P" && rank == (white ? 7U : 0U)) return false;
        const auto before = free_;
        naive::super_chess::Stack made;
        made.side = white ? 'w' : 'b';
        for (const char piece : pieces) {
            naive::super_chess::Part part;
            part.kind = piece == 'I' ? 'R' : piece;
            if (piece == 'I') made.inverted = true;
            if (part.kind == 'P' || part.kind == 'R') {
                part.identity = free_identity(white, part.kind == 'P');
                if (part.identity == 0) {
                    free_ = before;
                    return false;
                }
            }
            if (part.kind == 'P')
                part.moved = pieces.size() > 1 || rank != (white ? 1U : 6U) || random_.one_in(4);
            if (part.kind == 'B') {
                part.light = random_.one_in(2);
                if (part.light && random_.one_in(2)) {
                    part.pieces = static_cast<int>(random_.below(3));
                    part.points = static_cast<int>(random_.below(7));
                }
            }
            if (part.kind == 'K' || part.kind == 'O') {
                part.super_castled = random_.one_in(5);
                part.hyper_castled = random_.one_in(5);
            }
            made.parts.push_back(part);
        }
        stack = made;
        return true;
    }
    void put_anywhere(std::string_view pieces, bool white, std::size_t low = 0, std::size_t high = 7) {
        for (int tries = 0; tries < 50; ++tries) {
            if (put(pieces, white, random_.below(8), random_.between(low, high))) return;
        }
    }
    void put_near(std::string_view pieces, bool white, std::size_t square) {
        const std::size_t file = square % 8, rank = square / 8;
        put(pieces, white, random_.between(file > 2 ? file - 3 : 0, std::min<std::size_t>(7, file + 3)),
            random_.between(rank > 2 ? rank - 3 : 0, std::min<std::size_t>(7, rank + 3)));
    }

    std::string_view single() {
        static constexpr std::array<std::string_view, 9> pieces = {"P", "P", "N", "B", "R",
                                                                   "R", "Q", "O", "P"};
        return pieces[random_.below(random_.one_in(4) ? pieces.size() : pieces.size() - 2)];
    }
    std::string_view stack() {
        static constexpr std::array<std::string_view, 11> pieces = {"RP", "RR", "RI",  "RN",  "RB", "RB",
                                                                    "RQ", "RO", "RRP", "RRR", "RI"};
        return pieces[random_.below(pieces.size())];
    }

    /// Places a king of each side, alone or on a rook, and sometimes a pope as well or instead.
    void kings() {
        for (const bool white : {true, false}) {
            if (random_.one_in(5)) {
                put_anywhere(random_.one_in(2) ? "O" : "RO", white);
                if (random_.one_in(2)) continue;
            }
            const std::size_t home = white ? 0 : 7;
            if (random_.one_in(3) && put("K", white, 4, home)) continue;
            put_anywhere(random_.one_in(6) ? "RK" : "K", white);
        }
    }

    void rights() {
        constexpr std::array<std::pair<char, std::size_t>, 2> corners = {{{'k', 7}, {'q', 0}}};
        for (const bool white : {true, false}) {
            const auto& king = at(4, white ? 0 : 7);
            if (king.parts.size() != 1 || king.parts[0].kind != 'K' || king.side != (white ? 'w' : 'b') ||
                king.parts[0].super_castled || king.parts[0].hyper_castled)
                continue;
            for (std::size_t n = 0; n < 2; ++n) {
                const auto& corner = at(corners[n].second, white ? 0 : 7);
                if (!corner.parts.empty() && corner.side == king.side &&
                    corner.parts[0].identity == corners[n].first && corner.parts[0].kind == 'R')
                    state_.castling[(white ? 0U : 2U) + n] = !random_.one_in(4);
            }
        }
    }

    void en_passant() {
        const bool white_moved = state_.turn == 'b';
        const std::size_t fourth = white_moved ? 3 : 4, passed = white_moved ? 2 : 5,
                          home = white_moved ? 1 : 6;
        for (std::size_t file = 0; file < 8; ++file) {
            const auto& pawn = at(file, fourth);
            if (pawn.side == (white_moved ? 'w' : 'b') && pawn.parts.back().kind == 'P' &&
                at(file, passed).parts.empty() && at(file, home).parts.empty() && random_.one_in(2))
                state_.en_passant = static_cast<int>(passed * 8 + file);
        }
    }

    /// Places the king's or queen's rook on its corner, with the pieces `above` on top of it.
    void corner_rook(bool white, bool kings_side, std::string_view above = "") {
        auto& names = free_[white ? 0 : 1];
        const char name = kings_side ? 'k' : 'q';
        const std::size_t index = names.find(name);
        if (index == std::string::npos) return;
        names.erase(index, 1);
        names.insert(names.begin(), name);
        put("R" + std::string(above), white, kings_side ? 7 : 0, white ? 0 : 7);
    }

  private:
    char free_identity(bool white, bool pawn) {
        std::string& names = free_[white ? 0 : 1];
        if (!pawn && random_.one_in(2) && names.size() > 1)
            std::rotate(names.begin(), names.begin() + 1, names.end());
        for (std::size_t at = 0; at < names.size(); ++at) {
            if (pawn && (names[at] == 'q' || names[at] == 'k')) continue;
            const char name = names[at];
            names.erase(at, 1);
            return name;
        }
        return 0;
    }

    Random& random_;
    naive::super_chess::Snapshot state_;
    std::array<std::string, 2> free_ = {"qkabcdefgh", "qkhgfedcba"};
};

/// Places kings and up to eight other pieces of each side on random squares, seldom with several stacks.
inline Scatter scattered(Random& random) {
    Scatter board(random);
    board.kings();
    for (const bool white : {true, false}) {
        for (std::size_t stacks = random.one_in(8) ? 2 : random.one_in(4) ? 0 : 1; stacks > 0; --stacks)
            board.put_anywhere(board.stack(), white);
        for (std::size_t pieces = random.below(9); pieces > 0; --pieces)
            board.put_anywhere(board.single(), white);
    }
    return board;
}

/// Places kings and rooks on their initial squares, some with a piece on top, Cathedrals and Vaticans, for
/// all kinds of castling.
inline Scatter castling(Random& random) {
    Scatter board(random);
    for (const bool white : {true, false}) {
        board.put("K", white, 4, white ? 0 : 7);
        auto& king = board.at(4, white ? 0 : 7).parts.front();
        if (!random.one_in(4)) king.super_castled = king.hyper_castled = false;
        bool stacked = false;
        for (const bool kings_side : {true, false}) {
            if (random.one_in(8)) continue;
            const bool hopped = !stacked && random.one_in(5);
            board.corner_rook(white, kings_side, hopped ? random.one_in(2) ? "N" : "R" : "");
            stacked |= hopped;
        }
        if (!stacked && random.one_in(2)) board.put_anywhere(random.one_in(2) ? "RR" : "RRR", white);
        if (random.one_in(3)) board.put_anywhere("O", white);
        for (std::size_t pieces = random.below(5); pieces > 0; --pieces)
            board.put_anywhere(board.single(), white, 1, 6);
    }
    return board;
}

/// Places pawns, MVPs and GOAPs on and near their last rank.
inline Scatter promoting(Random& random) {
    Scatter board(random);
    board.kings();
    for (const bool white : {true, false}) {
        const std::size_t low = white ? 5 : 0, high = white ? 7 : 2;
        board.put_anywhere(random.one_in(2) ? "RP" : "RRP", white, low, high);
        for (std::size_t pieces = random.between(1, 4); pieces > 0; --pieces)
            board.put_anywhere("P", white, low, high);
        for (std::size_t pieces = random.below(4); pieces > 0; --pieces)
            board.put_anywhere("R", white, random.one_in(2) ? low : 0, random.one_in(2) ? high : 7);
        for (std::size_t pieces = random.below(4); pieces > 0; --pieces)
            board.put_anywhere(board.single(), white);
    }
    return board;
}

/// Places pawns, MVPs and GOAPs on the ranks of en passant captures, with kings on the same lines.
inline Scatter passing(Random& random) {
    Scatter board(random);
    for (const bool white : {true, false}) {
        board.put_anywhere("K", white, 2, 5);
        board.put_anywhere(random.one_in(2) ? "RP" : "RRP", white, 3, 4);
        for (std::size_t pieces = random.between(2, 6); pieces > 0; --pieces)
            board.put_anywhere("P", white, 3, 4);
        for (std::size_t pieces = random.below(3); pieces > 0; --pieces) board.put_anywhere("P", white, 1, 6);
        for (std::size_t pieces = random.below(3); pieces > 0; --pieces)
            board.put_anywhere(board.single(), white);
        if (random.one_in(3)) board.put_anywhere("R", white, 3, 4);
    }
    return board;
}

/// Places kings with many pieces near them, for mates, hops out of check, and popes.
inline Scatter close(Random& random) {
    Scatter board(random);
    for (const bool white : {true, false}) {
        const std::size_t square = random.below(64);
        board.put(random.one_in(4) ? "RK" : "K", white, square % 8, square / 8);
        if (random.one_in(4)) board.put_near(random.one_in(2) ? "O" : "RO", white, square);
        board.put_near(board.stack(), random.one_in(2), square);
        for (std::size_t pieces = random.between(2, 9); pieces > 0; --pieces)
            board.put_near(board.single(), random.one_in(2), square);
    }
    return board;
}

/// Places a king and a rook against a few pieces, near the turn on which the duty to split begins (section
/// 11), or a king that can climb to the High Ground.
inline Scatter ending(Random& random) {
    Scatter board(random);
    const bool white = random.one_in(2);
    if (random.one_in(3)) {
        board.put_anywhere("R", white);
        board.put_anywhere("K", white);
    } else {
        board.put_anywhere("RK", white);
        if (random.one_in(4)) board.put_anywhere(board.single(), white);
        if (random.one_in(6)) board.put_anywhere(random.one_in(2) ? "RI" : "RR", white);
    }
    const std::size_t square = random.below(64);
    board.put("K", !white, square % 8, square / 8);
    board.put_near(random.one_in(2) ? "RRR" : "RR", !white, square);
    if (random.one_in(2)) board.put_near(random.one_in(2) ? "O" : "RO", !white, square);
    for (std::size_t pieces = random.below(4); pieces > 0; --pieces)
        board.put_anywhere(board.single(), !white);
    for (int& counter : board.state().counters) counter = static_cast<int>(random.between(7, 12));
    return board;
}

using Family = Scatter (*)(Random&);
inline constexpr std::array<Family, 6> families = {scattered, castling, promoting, passing, close, ending};

/// Returns a state of `family` with side to move, castling rights and en passant square. It may be illegal.
inline naive::super_chess::Snapshot state_of(Random& random, Family family) {
    Scatter board = family(random);
    board.state().turn = random.letter("wb");
    board.rights();
    board.en_passant();
    return board.state();
}

/// Returns a position with a state of `family`, some used rooks, and up to five earlier states.
inline naive::super_chess::Position position_of(Random& random, Family family) {
    naive::super_chess::Position position;
    position.now = state_of(random, family);
    for (std::string& used : position.used) {
        for (const char name : std::string("qkabcdefgh")) {
            if (random.one_in(4)) used += name;
        }
    }
    for (std::size_t states = random.one_in(2) ? random.below(6) : 0; states > 0; --states) {
        naive::super_chess::Position earlier;
        earlier.now = state_of(random, families[random.below(families.size())]);
        if (naive::super_chess::acceptable(earlier))
            position.history.push_back(std::make_shared<const naive::super_chess::Snapshot>(earlier.now));
    }
    return position;
}

}  // namespace super

/// Distinct positions from random games and from each family.
template <>
class Corpus<SuperPosition> {
  public:
    static constexpr std::size_t each = slow_build ? 200 : 1'500;
    static constexpr std::size_t played = slow_build ? 300 : 3'000;

    Corpus() {
        play();
        std::uint64_t seed = 2;
        for (const super::Family family : super::families) index(seed++, family);
    }

    const std::vector<SuperPosition>& positions() const { return positions_; }

  private:
    static bool is_special(const SuperPosition& position, super_chess::Move move) {
        using super_chess::Turn;
        return move.turn() != Turn::Whole || super_chess::hops(position, move);
    }

    /// Adds positions of random games in which hops, splits, castlings and travels are preferred.
    void play() {
        Random random(1);
        MoveList<SuperPosition> moves;
        for (const std::size_t goal = positions_.size() + played; positions_.size() < goal;) {
            SuperPosition position;
            for (int ply = 0; ply < 160 && positions_.size() < goal; ++ply) {
                if (random.one_in(4)) add(position);
                position.legal_moves(moves);
                if (moves.empty()) break;
                auto move = moves[random.below(moves.size())];
                for (int tries = random.one_in(2) ? 12 : 0; tries > 0; --tries) {
                    const auto other = moves[random.below(moves.size())];
                    if (is_special(position, other) && !(other.is_travel() && !random.one_in(4)))
                        move = other;
                }
                // Most winning moves are skipped; otherwise climbs would end the games early.
                if (position.play(move).outcome() != Outcome::Ongoing && !random.one_in(8)) continue;
                position = position.play(move);
                if (position.outcome() != Outcome::Ongoing) break;
            }
        }
    }

    void index(std::uint64_t seed, super::Family family) {
        Random random(seed);
        for (const std::size_t goal = positions_.size() + each; positions_.size() < goal;) {
            const auto position = super::position_of(random, family);
            if (!naive::super_chess::acceptable(position)) continue;
            const std::string text = naive::super_chess::to_text(position);
            const auto read = SuperPosition::from_fen(text);
            if (!read) throw std::logic_error("refused: " + text + ": " + read.error().front().message);
            add(read->value);
        }
    }

    void add(const SuperPosition& position) {
        if (seen_.insert(position.fen()).second) positions_.push_back(position);
    }

    std::unordered_set<std::string> seen_;
    std::vector<SuperPosition> positions_;
};

}  // namespace octomate::laws
