#include "games/shared/themes.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/rules/generator.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "games/shared/points.hpp"

namespace octomate::complete_permutation {

namespace {

using Mates = std::vector<Move>;

// Returns the number of king's steps between two squares.
int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

// Returns the mated king and its surroundings after a winning move of `us`.
mate_picture::Mated<Board, Bitboard> mated(const Board& after, Color us) {
    const Square king = after.king_of(!us);
    return {after, us, bit(king), king_attacks(king), after.of(us) & after.officers()};
}

// Finds the themes that a single winning move shows.
class MoveThemes {
  public:
    // `mates`: all winning moves; `mates_at_once`: whether they mate, instead of beginning a longer mate.
    MoveThemes(const Position& position, Move move, const Mates& mates, bool mates_at_once)
        : state_(position.state()),
          move_(move),
          mates_(mates),
          after_(position.play(move)),
          us_(position.turn()),
          king_(after_.board().king_of(!us_)),
          mates_at_once_(mates_at_once) {}

    ThemeSet find() {
        add_themes_of_step(move_.first);
        if (move_.pair()) {
            add_themes_of_step(move_.second);
            themes_.insert_if("two-pawns"_theme, !is_among(mates_, Move{move_.first, {}}) &&
                                                     !is_among(mates_, Move{move_.second, {}}));
        }
        if (const Bitboard checkers = attackers(board(), king_, us_, board().occupied()))
            add_themes_of_check(checkers);
        if (mates_at_once_) mate_picture::insert_themes<theme_catalogue>(themes_, mated(board(), us_));
        return themes_;
    }

  private:
    const Board& board() const { return after_.board(); }

    void add_themes_of_step(Step step) {
        const Board& before = state_.board;
        const Square from = step.from(), to = step.to();
        if (contains(before.kings(), from)) {
            const bool swap = is_swap(state_, step);
            themes_.insert_if("king-swap"_theme, swap);
            themes_.insert_if("long-king-move"_theme, !swap && distance(from, to) > 1);
        }
        themes_.insert_if("long-shot"_theme, distance(from, to) >= 8 && !is_swap(state_, step));
        themes_.insert_if("sacrifice"_theme, mates_at_once_ && attacked(board(), to, !us_, board().occupied(),
                                                                        ~board().kings()));
        if (!contains(before.pawns(), from)) return;
        themes_.insert_if("en-passant"_theme, file_of(from) != file_of(to) &&
                                                  contains(state_.en_passant, to) &&
                                                  !contains(before.occupied(), to));
        const Reserve& reserve = state_.reserves[index(us_)];
        const bool on_seventh_rank = contains(may_promote(us_, state_.switches), to);
        if (!step.promotion().to_piece()) {
            themes_.insert_if("stays-a-pawn"_theme, on_seventh_rank && !reserve.empty());
            return;
        }
        themes_.insert("promotion"_theme);
        themes_.insert_if("seventh-rank"_theme, on_seventh_rank);
        int lost = 0;
        for (const std::uint8_t count : reserve.counts()) lost += count;
        themes_.insert_if("last-rescue"_theme, lost == 1);
        const Kind kind = step.promotion().kind();
        bool greater_fails = false;
        for (Kind other = 1; other < king; ++other) {
            if (other == kind || std::popcount(other) < std::popcount(kind) || reserve.count(other) == 0)
                continue;
            Move alternative = move_;
            (alternative.first == step ? alternative.first : alternative.second) =
                Step(from, to, Promotion(other));
            greater_fails = greater_fails || !is_among(mates_, alternative);
        }
        themes_.insert_if("underpromotion"_theme, greater_fails);
    }

    void add_themes_of_check(Bitboard checkers) {
        const Bitboard by_falcon = checkers & board().falcons() & detail::tables_of(king_).falcon;
        themes_.insert_if("falcon-mate"_theme, by_falcon);
        for (Bitboard rest = by_falcon; rest;) {
            const auto paths = falcon_paths(king_, pop_first(rest));
            const auto open = std::count_if(paths.begin(), paths.end(),
                                            [&](Bitboard path) { return !(path & board().occupied()); });
            themes_.insert_if("round-the-corner"_theme, open == 1);
        }
        const Bitboard other_components = board().rooks() | board().bishops() | board().knights();
        themes_.insert_if("winged-mate"_theme, checkers & board().falcons() & other_components);
        themes_.insert_if("knight-mate"_theme, checkers & board().knights() & knight_attacks(king_));
        themes_.insert_if("double-check"_theme, count(checkers) > 1);
        const bool by_king = contains(state_.board.kings(), move_.first.from());
        const bool swap = is_swap(state_, move_.first);
        Bitboard moved = bit(move_.first.to());
        if (move_.pair()) moved |= bit(move_.second.to());
        if (swap) moved |= bit(move_.first.from());
        themes_.insert_if("discovered-check"_theme, checkers & ~moved);
        themes_.insert_if("king-uncovers"_theme, by_king && !swap);
        themes_.insert_if("pawn-mate"_theme, mates_at_once_ && (checkers & board().pawns()));
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

// Returns the number of officers beyond one of each kind and side.
int unnatural_pieces(const Board& board) {
    int surplus = 0;
    for (const Color side : {Color::White, Color::Black}) {
        for (const int number : board.count_by_kind(side)) surplus += std::max(0, number - 1);
    }
    return surplus;
}

// Returns the properties of the pieces that affect the scores of a puzzle; `us` is the side to move.
points::Pieces pieces_of(const Board& board, Color us) {
    const bool trivial = count(board.of(!us)) == 1 && count(board.of(us)) <= 2;
    return {count(board.occupied()), unnatural_pieces(board), trivial};
}

// Returns how hard a turn is to see, as a level of `points::LosingMoves`: two each for a pair of pawns, a
// swap and en passant, one for a promotion.
int level_of(const State& state, Move move) {
    int level = move.pair() ? 2 : 0;
    if (is_swap(state, move.first)) level += 2;
    if (!contains(state.board.pawns(), move.first.from())) return level;
    const bool passing = file_of(move.first.from()) != file_of(move.first.to()) &&
                         !contains(state.board.occupied(), move.first.to());
    return level + (passing ? 2 : 0) + (move.first.promotion().to_piece() ? 1 : 0);
}

// Returns the properties of a winning move that affect the scores of a puzzle, without its themes.
points::Key key_of(const Position& position, Move move) {
    const Position after = position.play(move);
    const Board& board = after.board();
    const Color us = position.turn();
    points::Key key;
    key.from = move.first.from();
    key.working_pieces = count(taking_part(position, move));
    key.pieces = count(board.occupied());
    const Bitboard here = bit(move.first.to());
    const bool swap = is_swap(position.state(), move.first);
    const bool check = attackers(board, board.king_of(!us), us, board.occupied()) & here;
    const Bitboard long_range = board.rooks() & board.bishops();
    if (!swap && check && (board.officers() & here)) key.obviousness = (long_range & here) ? 2 : 1;
    if (!swap && contains(position.board().of(!us), move.first.to())) key.obviousness = 2;
    return key;
}

}  // namespace

ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves) {
    ThemeSet themes;
    if (winning.empty()) return themes;
    const Mates& mates = winning.front().mates;
    for (const Move move : mates) themes |= MoveThemes(position, move, mates, moves == 1).find();
    Moves legal_moves;
    position.legal_moves(legal_moves);
    themes.insert_if("cruelty-avoided"_theme, std::any_of(legal_moves.begin(), legal_moves.end(),
                                                          [](const Move& move) { return move.cruelty(); }));
    const Board& board = position.board();
    games::insert_common_themes<theme_catalogue>(themes, position.in_check(), moves,
                                                 games::any_gives_check(position, mates),
                                                 count(board.occupied()), board.pawns() != 0);
    return themes;
}

Bitboard taking_part(const Position& position, Move move) {
    const Position after = position.play(move);
    const Board& board = after.board();
    const auto picture = mate_picture::picture_of(mated(board, position.turn()));
    Bitboard working =
        picture.guards | picture.blocks | bit(board.king_of(!position.turn())) | bit(move.first.to());
    if (move.pair()) working |= bit(move.second.to());
    if (is_swap(position.state(), move.first)) working |= bit(move.first.from());
    return working & board.occupied();
}

bool presentable(const Position& position, std::span<const Move>) {
    return !pieces_of(position.board(), position.turn()).trivial;
}

Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    const Mates& mates = winning.front().mates;
    return points::scores_without_die<theme_catalogue>(
        position, mates, themes, pieces_of(position.board(), position.turn()),
        [&](Move move) { return key_of(position, move); },
        [&](Move move) { return MoveThemes(position, move, mates, false).find(); },
        [&](Move move) { return level_of(position.state(), move); });
}

}  // namespace octomate::complete_permutation
