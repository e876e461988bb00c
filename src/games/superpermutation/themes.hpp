#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/shared/points.hpp"
#include "games/shared/themes.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "solver/faces.hpp"

namespace octomate::superpermutation {

/// A summary of how a move wins: the kind of the mover, the length of its cascade, the kinds of pieces that
/// it passes, and the strongest motif. Its text is like "P1k pushed-king": the letter of the mover (`P=N` for
/// a promotion to a knight), the number of swaps (`*` for a teleport), the letters of the pieces passed (`k`
/// for the king that is mated, `K` for the mover's own king, other kinds in lower case), and the motif or
/// "plain".
class Idea {
  public:
    /// `themes`: the themes of the move alone, from `themes_of_move`.
    Idea(const board8::Board& before, Move move, Color us, ThemeSet themes);

    std::string text() const;

    /// Returns how rare the idea is among winning moves, 0…12: a point for each halving of its frequency
    /// below 1/32. The frequencies come from ideas.txt; `text` is the text of an idea.
    int rarity() const { return rarity_of(text()); }
    static int rarity_of(std::string_view text);

    bool operator==(const Idea&) const = default;

    /// Returns codes of the memorable features, to limit how many puzzles of a collection share one of them:
    /// the mover with its motif (or, without a motif, with whether it cascades), and an underpromotion.
    std::vector<std::uint32_t> kinds() const;

  private:
    std::uint32_t code_ = 0;  // the parts of the text as bit fields; see ideas.cpp
};

/// Returns the squares to which the mover climbs in its cascade, without the landing square.
board8::Bitboard climbed(Move move, Color us);

/// Returns the squares, after a move, of the pieces that it displaced: one step behind each square of
/// `passed`, the result of `climbed`; for a teleport, the king's former square.
board8::Bitboard displaced_by(Move move, board8::Bitboard passed, Color us);

/// Returns the mated king and its surroundings after a winning move of `us`.
mate_picture::Mated<board8::Board, board8::Bitboard> mated(const board8::Board& after, Color us);

/// Returns the themes that one winning move of `us` shows, without regard to other moves. `cascades`: whether
/// moves cascade in this position; `mates`: whether the move mates at once, so that themes of the mate apply.
ThemeSet themes_of_move(const board8::Board& before, Move move, const board8::Board& after, Color us,
                        bool cascades, bool mates);

namespace detail {

/// Returns the themes that depend on all winning faces together.
template <class P>
ThemeSet themes_of_faces(const solver::Faces<P>& winning) {
    ThemeSet themes;
    int bound = 0, teleporting = 0;
    board8::Bitboard pieces = 0;
    for (const auto& face : winning) {
        if (face.freedom == Freedom::Free) {
            themes.insert("free-move"_theme);
            themes.insert_if("free-choice"_theme, face.mates.size() > 1);
            continue;
        }
        ++bound;
        bool teleports = false;
        for (const auto move : face.mates) {
            pieces |= board8::bit(move.from);
            teleports = teleports || move.teleport();
        }
        teleporting += teleports;
    }
    themes.insert_if("face-switch"_theme, bound > 1);
    themes.insert_if("man-switch"_theme, bound > 1 && std::popcount(pieces) > 1);
    themes.insert_if("teleport-switch"_theme, teleporting > 1);
    const auto& first = winning.front();
    themes.insert_if("lone-cascade"_theme, winning.size() == 1 && first.roll.face != 0 &&
                                               first.mates.size() == 1 && first.mates.front().swaps > 0);
    return themes;
}

/// Returns whether a winning promotion to a rook, bishop or knight would not win as a promotion to a queen.
template <class P>
bool only_underpromotion(const board8::Board& board, typename P::Move move, const solver::Faces<P>& winning) {
    if (!board8::contains(board.pawns(), move.from) || !move.promotes()) return false;
    auto as_queen = move;
    as_queen.effect = Effect::ToQueen;
    return std::none_of(winning.begin(), winning.end(), [&](const auto& face) {
        return std::find(face.mates.begin(), face.mates.end(), as_queen) != face.mates.end();
    });
}

}  // namespace detail

/// Returns the themes of a puzzle. `winning` holds the faces that win, from `solver::winning_faces`; it may
/// be empty. If the win takes `moves` > 1 moves, the faces hold the forced first moves instead of mates, and
/// themes of the mated position (pawn and smothered mate; pure, model and ideal mate) do not apply.
template <class P>
ThemeSet themes_of(const P& position, const solver::Faces<P>& winning, int moves = 1) {
    ThemeSet themes;
    if (winning.empty()) return themes;
    const board8::Board& board = position.board();
    const bool cascades = P::cascades_in_check || !position.in_check();
    bool checks = false;
    solver::for_each_key_move<P>(winning, [&](auto move) {
        const P after = position.play(move);
        checks = checks || after.in_check();
        themes |= themes_of_move(board, move, after.board(), position.turn(), cascades, moves == 1);
        themes.insert_if("only-underpromotion"_theme, detail::only_underpromotion<P>(board, move, winning));
    });
    themes |= detail::themes_of_faces<P>(winning);
    games::insert_common_themes<theme_catalogue>(themes, position.in_check(), moves, checks,
                                                 std::popcount(board.occupied()), board.pawns() != 0);
    return themes;
}

namespace detail {

/// Returns the properties of the pieces that affect the scores of a puzzle; `us` is the side to move.
points::Pieces pieces_of(const board8::Board& board, Color us);

/// Returns how hard a move is to see, as a level of `points::LosingMoves`: one for each swap and for an
/// underpromotion, two for a teleport.
inline int level_of(const board8::Board& before, Move move) {
    if (move.teleport()) return 2;
    const bool underpromotes = board8::contains(before.pawns(), move.from) && move.promotes() &&
                               move.promotion() != board8::Kind::Queen;
    return move.swaps + underpromotes;
}

/// Returns the properties of a winning move of `us` that affect the scores, without its themes and rarity.
points::Key key_of(const board8::Board& before, Move move, const board8::Board& after, Color us);

/// The features by which a solver recognises a win that another face has shown already.
struct CheckPattern {
    board8::Bitboard king = 0;    ///< the square of the attacked king after the move
    board8::Bitboard pieces = 0;  ///< the checking pieces or, without check, the square that the mover left

    bool operator==(const CheckPattern&) const = default;
    /// Adds the squares of `other`, for a face with several winning moves.
    CheckPattern& operator|=(const CheckPattern& other) {
        king |= other.king;
        pieces |= other.pieces;
        return *this;
    }
};

/// Returns the pattern of a winning move of `us`; `after` is the board after it.
CheckPattern pattern_of(Move move, const board8::Board& after, Color us);

/// A winning face that binds the move.
struct BoundFace {
    points::LosingMoves losing;
    int level = 0;         ///< the level of the winning move that is easiest to see
    CheckPattern pattern;  ///< the united pattern of all its winning moves
};

/// Adds the faces to `grade`, in the order in which a greedy solver solves them. A pattern counts as new on
/// the first face that shows it, as known on later ones. Sorts `faces`.
void grade_bound_faces(std::vector<BoundFace>& faces, points::Grade& grade);

/// Returns the pawns on their own first rank, which only a cascade can have pushed there.
board8::Bitboard pushed_back(const board8::Board& board);

/// Returns the squares, after a winning move of `us`, of the pieces that take part in the win: those that
/// attack the enemy king or a square next to it, that king and its own pieces next to it, and moved pieces.
board8::Bitboard working_pieces(Move move, const board8::Board& after, Color us);

}  // namespace detail

/// Returns the squares, after a winning move, of the pieces that take part in the win.
template <class Rules>
board8::Bitboard taking_part(const Position<Rules>& position, Move move) {
    return detail::working_pieces(move, position.play(move).board(), position.turn());
}

/// Returns whether a collection of the best puzzles may include a puzzle with these winning moves. Excludes
/// trivial material, and pawns on their own first rank that take no part in the solution.
template <class Rules>
bool presentable(const Position<Rules>& position, std::span<const Move> keys) {
    board8::Bitboard idle = detail::pushed_back(position.board());
    for (const Move move : keys) idle &= ~(taking_part(position, move) | board8::bit(move.from));
    return !idle && !detail::pieces_of(position.board(), position.turn()).trivial;
}

/// Returns the idea of a winning move.
template <class Rules>
Idea idea_of(const Position<Rules>& position, Move move) {
    const bool cascades = Position<Rules>::cascades_in_check || !position.in_check();
    return {position.board(), move, position.turn(),
            themes_of_move(position.board(), move, position.play(move).board(), position.turn(), cascades,
                           false)};
}

/// Returns the difficulty and quality of a puzzle, as docs/themes.md describes; zero if no face wins.
/// `winning` and `themes` are the argument and the result of `themes_of`. Mirror images score the same.
template <class P>
Scores scores_of(const P& position, const solver::Faces<P>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    const board8::Board& board = position.board();
    const Color us = position.turn();
    const bool cascades = P::cascades_in_check || !position.in_check();
    int duals = 0;
    const solver::Face<P>* free = nullptr;  // a winning face that leaves the move free
    int free_faces = 0;
    for (const auto& face : winning) {
        if (face.freedom == Freedom::Bound) duals += static_cast<int>(face.mates.size()) - 1;
        if (face.freedom == Freedom::Free || face.roll.face == 0) {
            free = &face;
            ++free_faces;
        }
    }

    points::Grade grade(theme_catalogue);
    std::size_t keys = 0;
    solver::for_each_key_move<P>(winning, [&](auto) { ++keys; });
    board8::Bitboard wins_from = 0, wins_to = 0;
    solver::for_each_key_move<P>(winning, [&](auto move) {
        const board8::Board after = position.play(move).board();
        points::Key key = detail::key_of(board, move, after, us);
        if (keys > 1) key.themes = themes_of_move(board, move, after, us, cascades, false);
        key.discovers = key.themes.contains("discovered-check"_theme);
        key.rarity = Idea(board, move, us, keys > 1 ? key.themes : themes).rarity();
        grade.add_key(key);
        wins_from |= board8::bit(move.from);
        wins_to |= board8::bit(move.to);
    });

    std::array<points::LosingMoves, 8> losing;  // the losing moves by file of the landing square
    MoveList<P> moves;
    const auto add_losing = [&] {
        for (const auto move : moves) {
            if (board8::contains(wins_from, move.from) && board8::contains(wins_to, move.to)) {
                bool wins = false;
                solver::for_each_key_move<P>(winning, [&](auto key) { wins = wins || key == move; });
                if (wins) continue;
            }
            const P after = position.play(move);
            const bool check = after.in_check();
            losing[static_cast<std::size_t>(board8::file_of(move.to))].add(
                detail::level_of(board, move), check, check && after.count_legal_moves() == 1);
        }
    };
    if (free) {
        position.legal_moves(moves);
        add_losing();
    } else {
        for (const auto& face : winning) {
            position.legal_moves(face.roll, moves);
            add_losing();
        }
    }
    const auto winning_level = [&](const solver::Face<P>& face) {
        int level = points::LosingMoves::levels;
        for (const auto move : face.mates) level = std::min(level, detail::level_of(board, move));
        return level;
    };
    std::vector<detail::BoundFace> bound;
    for (const auto& face : winning) {
        if (face.freedom == Freedom::Free || face.roll.face == 0) continue;
        detail::CheckPattern pattern;
        for (const auto move : face.mates)
            pattern |= detail::pattern_of(move, position.play(move).board(), us);
        const auto file = static_cast<std::size_t>(board8::file_of(face.mates.front().to));
        bound.push_back({losing[file], winning_level(face), pattern});
    }
    detail::grade_bound_faces(bound, grade);
    if (free) {
        points::LosingMoves sum;
        for (const points::LosingMoves& on_file : losing) sum += on_file;
        grade.add_face(sum, winning_level(*free), bound.empty() ? points::Lesson::New : points::Lesson::None,
                       free_faces > 1 ? 2 : 1);
    }
    return grade.scores(detail::pieces_of(board, us), duals, themes);
}

}  // namespace octomate::superpermutation
