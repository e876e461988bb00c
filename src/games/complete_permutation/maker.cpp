#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "games/complete_permutation/composing.hpp"
#include "games/complete_permutation/games.hpp"
#include "make/maker_of.hpp"

namespace octomate::complete_permutation {

namespace {

bool same(const StepText& text, Step step) {
    return text.from == step.from() && text.to == step.to() && text.promotion == step.promotion();
}

/// How far a king goes at most (R5).
bool within_reach(Square from, Square to) {
    return std::abs(file_of(from) - file_of(to)) <= 2 && std::abs(rank_of(from) - rank_of(to)) <= 2;
}

}  // namespace

double looks_of(const Arrangement& men, Bitboard fixed, Color turn, const std::vector<double>& taste) {
    const double economy = taste[0], kings = taste[1], pawns = taste[2];
    double cost = 0;
    for (Bitboard rest = men.occupied(); rest;) {
        const Square square = pop_first(rest);
        const Man man = *men.at(square);
        const int components = std::popcount(static_cast<unsigned>(man.kind) & 15U);
        cost += economy * (man.kind == king ? 0 : man.kind == pawn ? 0.7 : 0.7 + 0.4 * components);
        if (contains(fixed, square)) continue;
        const int rank = relative_rank(man.color, rank_of(square));
        if (man.kind == pawn) cost += pawns * (rank == 6 ? 0.6 : rank == 5 ? 0.2 : 0);
        if (man.kind == king && man.color == turn) cost += kings * 0.15 * std::max(0, rank - 1);
    }
    return cost;
}

Expected<WantedMove, Fault> WantedMove::read(const std::string& text) {
    auto read = read_move_text(text);
    if (!read) return Unexpected{std::move(read.error())};
    return WantedMove(std::move(*read));
}

bool WantedMove::is(Move move) const {
    const auto& steps = text_.steps;
    if (steps.size() != (move.pair() ? 2U : 1U)) return false;
    if (!move.pair()) return same(steps[0], move.first);
    return (same(steps[0], move.first) && same(steps[1], move.second)) ||
           (same(steps[0], move.second) && same(steps[1], move.first));
}

bool WantedMove::done_by(const Position& position, Move move) const {
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

void Demands::conclude(const WantedMove& wanted, Color turn, Arrangement& men) {
    for (const StepText& step : wanted.text().steps) {
        if (step.kind) {
            const Man man{*step.kind, turn};
            men.remove(step.from);
            men.put(man, step.from);
        }
        const auto partner = men.at(step.to);
        if (step.kind == king && ((partner && partner->color == turn) || !within_reach(step.from, step.to))) {
            partners_ |= bit(step.to);
            men.keep_unmoved(turn, file_of(step.to));
            continue;
        }
        const auto passed = men.at(step.to - forward(turn));
        if (step.capture == true && step.kind == pawn && passed == Man{pawn, !turn} && !partner) {
            men.pass(step.to);
        } else if (step.capture == true) {
            captured_ |= bit(step.to);
        } else if (step.capture == false) {
            empty_ |= bit(step.to);
        }
        empty_ |= between(step.from, step.to);
    }
}

void Demands::fill(Arrangement& men, Color turn, Random& random) const {
    const auto any_piece = [&] { return static_cast<Kind>(1 + random.below(king - 1)); };
    for (Bitboard rest = partners_ & ~men.occupied(); rest;) {
        const Kind kind = any_piece();
        men.put({kind, turn}, pop_first(rest));
    }
    for (Bitboard rest = captured_ & ~men.occupied(); rest;) {
        const Kind kind = any_piece();
        men.put({kind, !turn}, pop_first(rest));
    }
}

bool Demands::met_by(const Arrangement& men, Color turn) const {
    const Board& board = men.board();
    return !(empty_ & men.occupied()) && !(captured_ & ~board.of(!turn)) &&
           !(partners_ & ~(board.of(turn) & board.pieces()));
}

std::unique_ptr<const make::Maker> maker(Switches switches) {
    return std::make_unique<make::MakerOf<Position>>(Position(switches));
}

}  // namespace octomate::complete_permutation
