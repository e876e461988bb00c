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

/// The idea of a winning move in a few words: who moves, how long its cascade is, which kinds of pieces it
/// passes, and the strongest of its motifs. As text "P1k pushed-king": the letter of the piece (`P=N` if it
/// promotes), the number of swaps (`*` for a teleport), the letters of what is passed (`k` for the king that
/// is mated, `K` for the mover's own, others in lower case) and the motif, or "plain".
class Idea {
  public:
    /// `shown`: what the move shows by itself.
    Idea(const board8::Board& before, Move move, Color us, ThemeSet shown);

    std::string text() const;

    /// How seldom winning moves have this idea: a point for each halving of its frequency below 1/32, 12 at
    /// most. The frequencies are those of ideas.txt.
    int rarity() const { return rarity_of(text()); }
    static int rarity_of(std::string_view text);

    bool operator==(const Idea&) const = default;

    /// Numbers for what people remember: the piece that moves and its motif, or whether it cascades if there
    /// is none; and promotion to less than a queen.
    std::vector<std::uint32_t> kinds() const;

  private:
    std::uint32_t code_ = 0;
};

/// The squares that a cascade climbs: from its landing square (excluded) to its end (included).
board8::Bitboard climbed(Move move, Color us);

/// Where the pieces stand with which a move changed places: one step behind the squares that it `passed`, or
/// where a teleport began.
board8::Bitboard displaced_by(Move move, board8::Bitboard passed, Color us);

/// The mated king after a winning move of ours.
mate_picture::Mated<board8::Board, board8::Bitboard> mated(const board8::Board& after, Color us);

/// What one winning move shows by itself. `cascades`: whether the rules let the mover cascade here; `mates`:
/// whether the move mates at once.
ThemeSet themes_of_move(const board8::Board& before, Move move, const board8::Board& after, Color us,
                        bool cascades, bool mates);

namespace detail {

/// What the faces show together.
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

/// Whether a pawn's move mates as something less than a queen, and not as a queen.
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

/// What the winning moves of a position show. `winning`: the faces that win, as `solver::winning_faces` gives
/// them; in a mate in `moves` (at least 1) moves, their mates are the forced first moves, of which the themes
/// of a mate's last position (pawn and smothered mate, pure, model and ideal) are never asked.
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

/// The pieces of a diagram, `us` to move.
points::Pieces pieces_of(const board8::Board& board, Color us);

/// How far a move is from sight: each swap, a promotion to less than a queen, and two for a teleport.
inline int level_of(const board8::Board& before, Move move) {
    if (move.teleport()) return 2;
    const bool less = board8::contains(before.pawns(), move.from) && move.promotes() &&
                      move.promotion() != board8::Kind::Queen;
    return move.swaps + less;
}

/// What a winning move is graded by, apart from its themes.
points::Key key_of(const board8::Board& before, Move move, const board8::Board& after, Color us);

/// What solvers take for the same mate on several faces: the king and the pieces that check it, or of a move
/// that gives no check the piece that moves.
struct CheckPattern {
    board8::Bitboard king = 0;
    board8::Bitboard pieces = 0;

    bool operator==(const CheckPattern&) const = default;
    /// Of several winning moves together.
    CheckPattern& operator|=(const CheckPattern& other) {
        king |= other.king;
        pieces |= other.pieces;
        return *this;
    }
};

CheckPattern pattern_of(Move move, const board8::Board& after, Color us);

/// A winning face that binds the move: its losing moves, and how far the nearest winning one is from sight.
struct BoundFace {
    points::Row row;
    int level = 0;
    CheckPattern pattern;
};

/// Takes these faces up. A pattern is learnt on the face on which a greedy solver sees it soonest.
void grade_bound_faces(std::vector<BoundFace>& faces, points::Grade& grade);

/// The pawns on their own first rank, where only cascades bring them.
board8::Bitboard pushed_back(const board8::Board& board);

/// The pieces of the position after a mate that take part: they attack the king or a square next to it, are
/// its own pieces there, or took part in the move.
board8::Bitboard working_pieces(Move move, const board8::Board& after, Color us);

}  // namespace detail

/// Where the pieces stand, after a winning move, that take part in it.
template <class Rules>
board8::Bitboard taking_part(const Position<Rules>& position, Move move) {
    return detail::working_pieces(move, position.play(move).board(), position.turn());
}

/// Whether a collection of the best has a place for a puzzle that these moves win: not for trivial material,
/// nor for pawns on their own first rank that the solution does not need.
template <class Rules>
bool presentable(const Position<Rules>& position, std::span<const Move> keys) {
    board8::Bitboard idle = detail::pushed_back(position.board());
    for (const Move move : keys) idle &= ~(taking_part(position, move) | board8::bit(move.from));
    return !idle && !detail::pieces_of(position.board(), position.turn()).trivial;
}

/// The idea of a winning move.
template <class Rules>
Idea idea_of(const Position<Rules>& position, Move move) {
    const bool cascades = Position<Rules>::cascades_in_check || !position.in_check();
    return {position.board(), move, position.turn(),
            themes_of_move(position.board(), move, position.play(move).board(), position.turn(), cascades,
                           false)};
}

/// Scores a position by its winning faces and their themes, all as for `themes_of`: the same for a position
/// and its mirror images. docs/themes.md says how.
template <class P>
Scores scores_of(const P& position, const solver::Faces<P>& winning, ThemeSet themes) {
    if (winning.empty()) return {};
    const board8::Board& board = position.board();
    const Color us = position.turn();
    const bool cascades = P::cascades_in_check || !position.in_check();
    int duals = 0;
    const solver::Face<P>* free = nullptr;  // a winning face that allows every move
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
        if (keys > 1) key.shows = themes_of_move(board, move, after, us, cascades, false);
        key.discovers = key.shows.contains("discovered-check"_theme);
        key.rarity = Idea(board, move, us, keys > 1 ? key.shows : themes).rarity();
        grade.key(key);
        wins_from |= board8::bit(move.from);
        wins_to |= board8::bit(move.to);
    });

    std::array<points::Row, 8> rows;
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
            rows[static_cast<std::size_t>(board8::file_of(move.to))].add(
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
    const auto nearest_level = [&](const solver::Face<P>& face) {
        int level = points::Row::levels;
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
        bound.push_back({rows[file], nearest_level(face), pattern});
    }
    detail::grade_bound_faces(bound, grade);
    if (free) {
        points::Row all;
        for (const points::Row& row : rows) all += row;
        grade.row(all, nearest_level(*free), bound.empty() ? points::Lesson::New : points::Lesson::None,
                  free_faces > 1 ? 2 : 1);
    }
    return grade.scores(detail::pieces_of(board, us), duals, themes);
}

}  // namespace octomate::superpermutation
