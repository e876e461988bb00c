#include "games/complete_permutation/themes.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "games/complete_permutation/generator.hpp"
#include "games/complete_permutation/notation.hpp"
#include "games/mate_picture.hpp"
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

/// The mated king after a winning move of ours, and who bars the squares next to him.
mate_picture::Picture<Bitboard> picture_of(const Board& after, Color us) {
    const Square king = after.king_of(!us);
    const Bitboard occupied = after.occupied() & ~bit(king);
    return mate_picture::look(king_attacks(king), after.of(!us), attackers(after, king, us, after.occupied()),
                              [&](Bitboard square) { return attackers(after, first(square), us, occupied); });
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

    void of_field() {
        const auto picture = picture_of(board(), us_);
        themes_.insert_if(Theme::SmotheredMate, picture.smothered);
        const Bitboard ours = board().of(us_);
        const mate_picture::Men<Bitboard> men{bit(king_), board().of(!us_), ours, ours & board().pieces()};
        const auto purity = mate_picture::purity(picture, men, [&](Bitboard without) {
            return attackers(board(), king_, us_, board().occupied() & ~without);
        });
        mate_picture::insert_purity<Theme>(themes_, purity);
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

/// Men that no set has: a second one of a kind.
int unnatural_men(const Board& board) {
    int all = 0;
    for (const Color side : {Color::White, Color::Black}) {
        for (const int number : board.pieces_by_kind(side)) all += std::max(0, number - 1);
    }
    return all;
}

points::Men men_of(const Board& board, Color us) {
    const bool trivial = count(board.of(!us)) == 1 && count(board.of(us)) <= 2;
    return {count(board.occupied()), unnatural_men(board), trivial};
}

/// How far a turn is from sight: a second pawn, a promotion, a pawn taken in passing, an exchange.
int level_of(const State& state, Move move) {
    int level = move.pair() ? 2 : 0;
    if (is_swap(state, move.first)) level += 2;
    if (!contains(state.board.pawns(), move.first.from())) return level;
    const bool passing = file_of(move.first.from()) != file_of(move.first.to()) &&
                         !contains(state.board.occupied(), move.first.to());
    return level + (passing ? 2 : 0) + (move.first.promotion().to_piece() ? 1 : 0);
}

/// What a winning move is graded by, apart from its themes.
points::Key key_of(const Position& position, Move move) {
    const Position after = position.play(move);
    const Board& board = after.board();
    const Color us = position.turn();
    points::Key key;
    key.man = move.first.from();
    key.working = count(taking_part(position, move));
    key.men = count(board.occupied());
    const Bitboard here = bit(move.first.to());
    const bool swap = is_swap(position.state(), move.first);
    const bool check = attackers(board, board.king_of(!us), us, board.occupied()) & here;
    const Bitboard long_range = board.rooks() & board.bishops();
    if (!swap && check && (board.pieces() & here)) key.obviousness = (long_range & here) ? 2 : 1;
    if (!swap && contains(position.board().of(!us), move.first.to())) key.obviousness = 2;
    return key;
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
    const Board& board = position.board();
    mate_picture::insert_form<Theme>(themes, count(board.occupied()), board.pawns() != 0);
    return themes;
}

Bitboard taking_part(const Position& position, Move move) {
    const Position after = position.play(move);
    const Board& board = after.board();
    const auto picture = picture_of(board, position.turn());
    Bitboard working =
        picture.guards | picture.blocks | bit(board.king_of(!position.turn())) | bit(move.first.to());
    if (move.pair()) working |= bit(move.second.to());
    if (is_swap(position.state(), move.first)) working |= bit(move.first.from());
    return working & board.occupied();
}

bool presentable(const Position& position, std::span<const Move>) {
    return !men_of(position.board(), position.turn()).trivial;
}

Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    const Mates& mates = winning.front().mates;
    points::Grade grade(theme_catalogue);
    int level = points::Row::levels;
    for (const Move move : mates) {
        points::Key key = key_of(position, move);
        if (mates.size() > 1) key.shows = MoveThemes(position, move, mates, false).find();
        grade.key(key);
        level = std::min(level, level_of(position.state(), move));
    }
    Moves all;
    position.legal_moves(all);
    points::Row row;
    for (const Move& move : all) {
        if (among(mates, move)) continue;
        const Position after = position.play(move);
        const bool check = after.in_check();
        row.add(level_of(position.state(), move), check, check && after.count_legal_moves() == 1);
    }
    grade.row(row, level);
    return grade.scores(men_of(position.board(), position.turn()), static_cast<int>(mates.size()) - 1,
                        themes);
}

}  // namespace octomate::complete_permutation
