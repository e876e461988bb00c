#include "games/complete_permutation/themes.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "games/complete_permutation/generator.hpp"
#include "games/complete_permutation/notation.hpp"
#include "games/points.hpp"

namespace octomate::complete_permutation {

namespace {

using Mates = std::vector<Move>;

bool among(const Mates& mates, Move move) {
    return std::find(mates.begin(), mates.end(), move) != mates.end();
}

int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

/// What one winning move shows by itself.
class MoveThemes {
  public:
    MoveThemes(const Position& position, Move move, const Mates& mates, bool mates_at_once)
        : state_(position.state()),
          move_(move),
          mates_(mates),
          after_(position.play(move)),
          us_(position.turn()),
          king_(after_.board().king_of(!us_)),
          mates_at_once_(mates_at_once) {}

    ThemeSet find() {
        of_step(move_.first);
        if (move_.pair()) {
            of_step(move_.second);
            themes_.insert_if(Theme::TwoPawns,
                              !among(mates_, {move_.first, {}}) && !among(mates_, {move_.second, {}}));
        }
        if (const Bitboard checkers = attackers(board(), king_, us_, board().occupied()))
            of_checkers(checkers);
        if (mates_at_once_) of_field();
        return themes_;
    }

  private:
    const Board& board() const { return after_.board(); }

    void of_step(Step step) {
        const Board& before = state_.board;
        const Square from = step.from(), to = step.to();
        if (contains(before.kings(), from)) {
            const bool swap = is_swap(state_, step);
            themes_.insert_if(Theme::KingSwap, swap);
            themes_.insert_if(Theme::LongKingMove, !swap && distance(from, to) > 1);
        }
        themes_.insert_if(Theme::LongShot, distance(from, to) >= 8 && !is_swap(state_, step));
        themes_.insert_if(Theme::Sacrifice, mates_at_once_ && attacked(board(), to, !us_, board().occupied(),
                                                                       ~board().kings()));
        if (!contains(before.pawns(), from)) return;
        themes_.insert_if(Theme::EnPassant, file_of(from) != file_of(to) && contains(state_.en_passant, to) &&
                                                !contains(before.occupied(), to));
        const Reserve& reserve = state_.reserves[index(us_)];
        const bool perhaps = contains(may_promote(us_, state_.switches), to);
        if (!step.promotion().to_piece()) {
            themes_.insert_if(Theme::StaysAPawn, perhaps && !reserve.empty());
            return;
        }
        themes_.insert(Theme::Promotion);
        themes_.insert_if(Theme::SeventhRank, perhaps);
        int lost = 0;
        for (const std::uint8_t count : reserve.counts()) lost += count;
        themes_.insert_if(Theme::LastRescue, lost == 1);
        const Kind kind = step.promotion().kind();
        bool greater_fails = false;
        for (Kind other = 1; other < king; ++other) {
            if (other == kind || std::popcount(other) < std::popcount(kind) || reserve.of(other) == 0)
                continue;
            Move with = move_;
            (with.first == step ? with.first : with.second) = Step(from, to, Promotion(other));
            greater_fails = greater_fails || !among(mates_, with);
        }
        themes_.insert_if(Theme::Underpromotion, greater_fails);
    }

    void of_checkers(Bitboard checkers) {
        const Bitboard by_falcon = checkers & board().falcons() & detail::at(king_).falcon;
        themes_.insert_if(Theme::FalconMate, by_falcon);
        for (Bitboard rest = by_falcon; rest;) {
            const auto paths = falcon_paths(king_, pop_first(rest));
            const auto open = std::count_if(paths.begin(), paths.end(),
                                            [&](Bitboard path) { return !(path & board().occupied()); });
            themes_.insert_if(Theme::RoundTheCorner, open == 1);
        }
        const Bitboard other_components = board().rooks() | board().bishops() | board().knights();
        themes_.insert_if(Theme::WingedMate, checkers & board().falcons() & other_components);
        themes_.insert_if(Theme::KnightMate, checkers & board().knights() & knight_attacks(king_));
        themes_.insert_if(Theme::DoubleCheck, count(checkers) > 1);
        const bool by_king = contains(state_.board.kings(), move_.first.from());
        const bool swap = is_swap(state_, move_.first);
        Bitboard moved = bit(move_.first.to());
        if (move_.pair()) moved |= bit(move_.second.to());
        if (swap) moved |= bit(move_.first.from());
        themes_.insert_if(Theme::DiscoveredCheck, checkers & ~moved);
        themes_.insert_if(Theme::KingUncovers, by_king && !swap);
        themes_.insert_if(Theme::PawnMate, mates_at_once_ && (checkers & board().pawns()));
    }

    /// The squares next to the king.
    void of_field() {
        const Bitboard field = king_attacks(king_), own = board().of(!us_);
        themes_.insert_if(Theme::SmotheredMate, !(field & ~own));
        const Bitboard occupied = board().occupied() & ~bit(king_);
        bool once = true;
        for (Bitboard rest = field; rest && once;) {
            const Square square = pop_first(rest);
            once = count(attackers(board(), square, us_, occupied)) + contains(own, square) == 1;
        }
        themes_.insert_if(Theme::ModelMate, once);
    }

    const State& state_;
    const Move move_;
    const Mates& mates_;
    const Position after_;
    const Color us_;
    const Square king_;
    const bool mates_at_once_;
    ThemeSet themes_;
};

/// The men of the position after a mate without whom it might be none: those that attack the king or a square
/// next to him, his own men there, and those that moved.
Bitboard working_men(const Position& position, Move move) {
    const Position after = position.play(move);
    const Board& board = after.board();
    const Color us = position.turn();
    const Square king_square = board.king_of(!us);
    const Bitboard without_king = board.occupied() & ~bit(king_square);
    Bitboard working = attackers(board, king_square, us, board.occupied()) | bit(king_square) |
                       (king_attacks(king_square) & board.of(!us)) | bit(move.first.to());
    for (Bitboard field = king_attacks(king_square); field;)
        working |= attackers(board, pop_first(field), us, without_king);
    if (move.pair()) working |= bit(move.second.to());
    if (is_swap(position.state(), move.first)) working |= bit(move.first.from());
    return working & board.occupied();
}

/// Men that no set has: a second one of a kind.
int unnatural_men(const Board& board) {
    int all = 0;
    for (const Color side : {Color::White, Color::Black}) {
        for (const int number : board.pieces_by_kind(side)) all += std::max(0, number - 1);
    }
    return all;
}

}  // namespace

ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves) {
    ThemeSet themes;
    if (winning.empty()) return themes;
    const Mates& mates = winning.front().mates;
    for (const Move move : mates) themes |= MoveThemes(position, move, mates, moves == 1).find();
    Moves all;
    position.legal_moves(all);
    themes.insert_if(Theme::CrueltyAvoided,
                     std::any_of(all.begin(), all.end(), [](const Move& move) { return move.cruelty(); }));
    themes.insert_if(Theme::InCheck, position.in_check());
    if (moves > 1)
        themes.insert(static_cast<Theme>(static_cast<int>(Theme::MateIn2) + std::min(moves, 6) - 2));
    themes.insert_if(Theme::Plain, themes.empty());
    return themes;
}

Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    const Mates& mates = winning.front().mates;
    points::Search search;
    points::Men men{count(position.board().occupied()), squares, unnatural_men(position.board())};
    search.winning = static_cast<int>(mates.size());
    search.duals = search.winning - 1;
    for (const Move move : mates) men.working = std::min(men.working, count(working_men(position, move)));
    Moves all;
    position.legal_moves(all);
    search.moves = static_cast<int>(all.size());
    for (const Move& move : all) {
        if (among(mates, move)) continue;
        const Position after = position.play(move);
        if (!after.in_check()) continue;
        ++search.tries;
        search.near_misses += after.count_legal_moves() == 1;
    }
    return {points::difficulty(search, theme_catalogue.total(themes, &ThemeDefinition::difficulty)),
            points::quality(men, search, theme_catalogue.total(themes, &ThemeDefinition::quality))};
}

}  // namespace octomate::complete_permutation
