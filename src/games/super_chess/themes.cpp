#include "games/shared/themes.hpp"

#include <algorithm>

#include "games/shared/points.hpp"
#include "games/super_chess/games.hpp"
#include "games/super_chess/rules/board.hpp"
#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

namespace {

using Wins = std::vector<Move>;

// Returns the squares that a stack attacks as a whole, without splitting (section 5).
Bitboard whole_attacks(Stack stack, Square from, Bitboard occupied) {
    switch (stack.kind()) {
        case Kind::Pawn: return board8::pawn_attacks(stack.side(), from);
        case Kind::Knight: return board8::knight_attacks(from);
        case Kind::Bishop: return board8::bishop_attacks(from, occupied);
        case Kind::King:
        case Kind::Pope: return board8::king_attacks(from);
        case Kind::Queen:
        case Kind::PseudoQueen:
        case Kind::HyperQueen: return queen_attacks(from, occupied);
        case Kind::Cardinal: return queen_attacks(from, occupied) & cardinal_reach(from);
        case Kind::Paladin: return paladin_attacks(from);
        case Kind::CowardlyKing:
        case Kind::CowardlyPope: return 0;
        case Kind::Mvp:
            return board8::rook_attacks(from, occupied) | board8::pawn_attacks(stack.side(), from);
        case Kind::Goap: return board8::rook_attacks(from, occupied) | diagonal_neighbours(from);
        default: return board8::rook_attacks(from, occupied);
    }
}

// Returns the data for mate_picture: the mated king or pope, the squares next to it, the winner's officers.
mate_picture::Mated<Board, Bitboard> mated_side(const Board& after, Color us) {
    const Square king = board8::first(after.king_like(!us));
    return {after, us, bit(king), board8::king_attacks(king),
            after.of(us) & ~after.all(Board::KingLike) & ~after.all(Board::Pawns)};
}

// Finds the themes that a single winning move shows.
class MoveThemes {
  public:
    MoveThemes(const Position& position, Move move, const Wins& wins, bool wins_at_once)
        : position_(position),
          move_(move),
          wins_(wins),
          after_(position.play(move)),
          us_(position.turn()),
          wins_at_once_(wins_at_once) {}

    ThemeSet find() {
        const bool climbs = high_grounds(board()) != 0;
        themes_.insert_if("high-ground"_theme, climbs);
        themes_.insert_if("travel-mate"_theme, move_.is_travel());
        if (!move_.is_travel()) add_turn_themes();
        if (climbs || after_.turn() == us_ || !after_.in_check()) return themes_;
        king_ = board8::first(board().king_like(!us_));
        add_checker_themes(attackers(board(), king_, us_, board().occupied()));
        if (wins_at_once_) mate_picture::insert_themes<theme_catalogue>(themes_, mated_side(board(), us_));
        return themes_;
    }

  private:
    const Board& board() const { return after_.board(); }

    void add_turn_themes() {
        const Stack pieces = moving_stack(position_, move_);
        const Kind captured = victim(position_, move_);
        const bool hop = hops(position_, move_);
        themes_.insert_if("last-king"_theme, is_king_like(captured));
        themes_.insert_if("hop"_theme, hop && !high_grounds(board()));
        themes_.insert_if("split"_theme, move_.splits());
        themes_.insert_if("super-castle"_theme, move_.turn() == Turn::SuperCastle);
        themes_.insert_if("hyper-castle"_theme, move_.turn() == Turn::HyperCastle);
        themes_.insert_if("castling"_theme,
                          move_.turn() == Turn::CastleShort || move_.turn() == Turn::CastleLong);
        themes_.insert_if("new-pope"_theme, pieces.kind() == Kind::Cardinal &&
                                                board().kind_at(move_.to()) == Kind::CowardlyPope);
        themes_.insert_if("left-pawn"_theme, move_.left_pawn() != Suffix::None);
        const bool en_passant = captured != Kind::None && !position_.board().at(move_.to());
        themes_.insert_if("en-passant"_theme, en_passant);
        themes_.insert_if("stack-taken-in-passing"_theme, en_passant && is_super(captured));
        if (move_.suffix() != Suffix::None && move_.turn() != Turn::TurnOver)
            add_promotion_themes(pieces, hop);
        const bool attacked =
            attackers(board(), move_.to(), !us_, board().occupied()) & ~board().all(Board::KingLike);
        themes_.insert_if("sacrifice"_theme, wins_at_once_ && attacked);
    }

    void add_promotion_themes(Stack pieces, bool hop) {
        const bool stacked =
            pieces.kind() == Kind::Mvp || pieces.kind() == Kind::Goap || (hop && pieces.kind() == Kind::Pawn);
        themes_.insert_if("stack-promotion"_theme, stacked);
        if (pieces.kind() != Kind::Pawn || hop) return;
        themes_.insert("promotion"_theme);
        const Move queen(move_.turn(), move_.from(), move_.to(), Suffix::Queen, move_.left_pawn());
        themes_.insert_if("underpromotion"_theme, move_.suffix() != Suffix::Queen && !is_among(wins_, queen));
    }

    void add_checker_themes(Bitboard checkers) {
        for (Bitboard rest = checkers; rest;) {
            const Square square = board8::pop_first(rest);
            const Stack stack = board().at(square);
            add_checker_theme(stack.kind());
            themes_.insert_if("hidden-attack"_theme,
                              !contains(whole_attacks(stack, square, board().occupied()), king_));
        }
        themes_.insert_if("double-check"_theme, count(checkers) > 1);
        if (move_.is_travel()) return;
        Bitboard moved = bit(move_.to());
        if (move_.turn() == Turn::SuperCastle) moved |= bit(move_.from());
        if (move_.turn() == Turn::CastleShort || move_.turn() == Turn::CastleLong)
            moved |= bit((move_.from() + move_.to()) / 2);
        if (move_.left_pawn() != Suffix::None) moved |= bit(move_.from());
        themes_.insert_if("discovered-check"_theme, checkers & ~moved);
        themes_.insert_if("split-discovery"_theme, move_.splits() && (checkers & ~moved));
    }

    void add_checker_theme(Kind kind) {
        switch (kind) {
            case Kind::Mvp: themes_.insert("mvp-mate"_theme); break;
            case Kind::Cathedral: themes_.insert("cathedral-mate"_theme); break;
            case Kind::Hourglass: themes_.insert("hourglass-mate"_theme); break;
            case Kind::Paladin: themes_.insert("paladin-mate"_theme); break;
            case Kind::PseudoQueen: themes_.insert("pseudo-queen-mate"_theme); break;
            case Kind::Cardinal: themes_.insert("cardinal-mate"_theme); break;
            case Kind::HyperQueen: themes_.insert("hyper-queen-mate"_theme); break;
            case Kind::CowardlyKing:
            case Kind::CowardlyPope: themes_.insert("coward-mate"_theme); break;
            case Kind::Goap: themes_.insert("goap-mate"_theme); break;
            case Kind::Vatican: themes_.insert("vatican-mate"_theme); break;
            case Kind::Pawn: themes_.insert_if("pawn-mate"_theme, wins_at_once_); break;
            default: break;
        }
    }

    const Position& position_;
    const Move move_;
    const Wins& wins_;
    const Position after_;
    const Color us_;
    const bool wins_at_once_;
    Square king_ = 0;
    ThemeSet themes_;
};

// Counts pieces that games rarely have: a side's third knight, bishop, rook, second queen, pope, super piece.
int unnatural_pieces(const Board& board) {
    int sum = 0;
    for (const Color side : {Color::White, Color::Black}) {
        sum += std::max(0, count(board.of(side) & board.all(Board::Supers)) - 1);
        const PieceCount pieces(board, side);
        for (const char piece : {'N', 'B', 'R', 'Q', 'O'})
            sum += pieces.excess(piece, piece == 'Q' || piece == 'O' ? 1 : 2);
    }
    return sum;
}

points::Pieces pieces_of(const Board& board, Color us) {
    const bool trivial = count(board.of(!us)) == 1 && count(board.of(us)) <= 2;
    return {count(board.occupied()), unnatural_pieces(board), trivial};
}

// Returns how unusual a move is: 4 for time travel, 3 for a super or hyper castle, else 0 to 2.
int unusualness(Move move) {
    if (move.is_travel()) return 4;
    if (move.turn() == Turn::SuperCastle || move.turn() == Turn::HyperCastle) return 3;
    return (move.splits() ? 1 : 0) + (move.suffix() != Suffix::None ? 1 : 0);
}

// Returns the properties of a winning move that affect the scores of a puzzle, without its themes.
points::Key key_properties(const Position& position, Move move) {
    const Position after = position.play(move);
    const Board& board = after.board();
    points::Key key;
    key.from = move.is_travel() ? 0 : move.from();
    key.pieces = std::max(1, count(board.occupied()));
    key.working_pieces = std::min(key.pieces, count(taking_part(position, move)));
    if (move.is_travel() || move.splits()) return key;
    const bool plain_queen = board.kind_at(move.to()) == Kind::Queen;
    const bool capture = victim(position, move) != Kind::None;
    key.obviousness = capture ? 2 : plain_queen ? 2 : board.kind_at(move.to()) == Kind::Rook ? 1 : 0;
    return key;
}

// Returns whether the opponent of `us` is to move, is in check, and can answer it only by time travel.
bool only_travel_escapes(const Position& after, Color us) {
    return after.turn() != us && after.in_check() && after.can_travel() &&
           !has_turn(after.now(), after.used());
}

}  // namespace

ThemeSet themes_of(const Position& position, const solver::Faces<Position>& winning, int moves) {
    ThemeSet themes;
    if (winning.empty()) return themes;
    const Wins& wins = winning.front().mates;
    for (const Move move : wins) themes |= MoveThemes(position, move, wins, moves == 1).find();
    Moves moves_now;
    position.legal_moves(moves_now);
    for (const Move& move : moves_now) {
        if (!move.is_travel())
            themes.insert_if("travel-escape"_theme,
                             only_travel_escapes(position.play(move), position.turn()));
    }
    themes.insert_if("travel-only"_theme, position.in_check() && position.can_travel() &&
                                              !has_turn(position.now(), position.used()));
    const Board& board = position.board();
    games::insert_common_themes<theme_catalogue>(themes, position.in_check(), moves,
                                                 games::any_gives_check(position, wins),
                                                 count(board.occupied()), board.all(Board::PawnLike) != 0);
    return themes;
}

Bitboard taking_part(const Position& position, Move move) {
    const Position after = position.play(move);
    const Board& board = after.board();
    const Color us = position.turn();
    Bitboard working = move.is_travel() ? 0 : bit(move.to());
    const Bitboard kings = board.king_like(!us);
    if (high_grounds(board) || count(kings) != 1) return (working | kings) & board.occupied();
    const auto picture = mate_picture::picture_of(mated_side(board, us));
    working |= picture.guards | picture.blocks | kings;
    if (move.splits() || move.turn() == Turn::SuperCastle) working |= bit(move.from());
    return working & board.occupied();
}

bool presentable(const Position& position, std::span<const Move>) {
    return !pieces_of(position.board(), position.turn()).trivial;
}

Scores scores_of(const Position& position, const solver::Faces<Position>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    const Wins& wins = winning.front().mates;
    return points::scores_without_die<theme_catalogue>(
        position, wins, themes, pieces_of(position.board(), position.turn()),
        [&](Move move) { return key_properties(position, move); },
        [&](Move move) { return MoveThemes(position, move, wins, false).find(); },
        [&](Move move) { return unusualness(move); });
}

}  // namespace octomate::super_chess
