#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "games/complete_permutation/composing.hpp"
#include "games/complete_permutation/games.hpp"
#include "make/maker_of.hpp"

namespace octomate::complete_permutation {

namespace {

// Returns whether two squares are at most two files and two ranks apart, as far as a king can move (R5).
bool within_reach(Square from, Square to) {
    return std::abs(file_of(from) - file_of(to)) <= 2 && std::abs(rank_of(from) - rank_of(to)) <= 2;
}

}  // namespace

double appearance_penalty(const Arrangement& pieces, Bitboard fixed, Color turn,
                          const std::vector<double>& taste) {
    const double economy = taste[0], kings = taste[1], pawns = taste[2];
    double cost = 0;
    for (Bitboard rest = pieces.occupied(); rest;) {
        const Square square = pop_first(rest);
        const Piece piece = *pieces.at(square);
        const int components = std::popcount(static_cast<unsigned>(piece.kind) & 15U);
        cost += economy * (piece.kind == king ? 0 : piece.kind == pawn ? 0.7 : 0.7 + 0.4 * components);
        if (contains(fixed, square)) continue;
        const int rank = relative_rank(piece.color, rank_of(square));
        if (piece.kind == pawn) cost += pawns * (rank == 6 ? 0.6 : rank == 5 ? 0.2 : 0);
        if (piece.kind == king && piece.color == turn) cost += kings * 0.15 * std::max(0, rank - 1);
    }
    return cost;
}

Expected<WantedMove, Fault> WantedMove::read(const std::string& text) {
    auto read = read_move_text(text);
    if (!read) return Unexpected{std::move(read.error())};
    return WantedMove(std::move(*read));
}

bool WantedMove::is(Move move) const {
    return matches(text_, move) || (move.pair() && matches(text_, {move.second, move.first}));
}

bool WantedMove::matches_as_written(const Position& position, Move move) const {
    return std::all_of(text_.steps.begin(), text_.steps.end(), [&](const StepText& step) {
        const Step played = step.from == move.first.from() ? move.first : move.second;
        return !step.capture || *step.capture == captures(position.state(), move, played);
    });
}

bool WantedMove::same_move(const WantedMove& other) const {
    return std::equal(text_.steps.begin(), text_.steps.end(), other.text_.steps.begin(),
                      other.text_.steps.end(), [](const StepText& a, const StepText& b) {
                          return a.from == b.from && a.to == b.to && a.promotion == b.promotion;
                      });
}

void Demands::add_requirements(const WantedMove& wanted, Color turn, Arrangement& pieces) {
    for (const StepText& step : wanted.text().steps) {
        if (step.kind) {
            const Piece piece{*step.kind, turn};
            pieces.remove(step.from);
            pieces.put(piece, step.from);
        }
        const auto partner = pieces.at(step.to);
        if (step.kind == king && ((partner && partner->color == turn) || !within_reach(step.from, step.to))) {
            partners_ |= bit(step.to);
            pieces.mark_unmoved(turn, file_of(step.to));
            continue;
        }
        const auto passed = pieces.at(step.to - forward(turn));
        if (step.capture == true && step.kind == pawn && passed == Piece{pawn, !turn} && !partner) {
            pieces.mark_passed(step.to);
        } else if (step.capture == true) {
            captured_ |= bit(step.to);
        } else if (step.capture == false) {
            empty_ |= bit(step.to);
        }
        empty_ |= between(step.from, step.to);
    }
}

void Demands::fill(Arrangement& pieces, Color turn, Random& random) const {
    const auto any_officer = [&] { return static_cast<Kind>(1 + random.below(king - 1)); };
    for (Bitboard rest = partners_ & ~pieces.occupied(); rest;) {
        const Kind kind = any_officer();
        pieces.put({kind, turn}, pop_first(rest));
    }
    for (Bitboard rest = captured_ & ~pieces.occupied(); rest;) {
        const Kind kind = any_officer();
        pieces.put({kind, !turn}, pop_first(rest));
    }
}

bool Demands::met_by(const Arrangement& pieces, Color turn) const {
    const Board& board = pieces.board();
    return !(empty_ & pieces.occupied()) && !(captured_ & ~board.of(!turn)) &&
           !(partners_ & ~(board.of(turn) & board.officers()));
}

std::unique_ptr<const make::Maker> maker(Switches switches) {
    return std::make_unique<make::MakerOf<Position>>(Position(switches));
}

}  // namespace octomate::complete_permutation
