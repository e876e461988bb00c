#include "games/superpermutation/themes.hpp"

#include "board8/board.hpp"

namespace octomate::superpermutation {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::Square;

Bitboard one_step_back(Bitboard set, Color us) {
    return us == Color::White ? board8::step_back<Color::White>(set) : board8::step_back<Color::Black>(set);
}

Bitboard one_step_forward(Bitboard set, Color us) { return one_step_back(set, !us); }

}  // namespace

Bitboard climbed(Move move, Color us) {
    const Square end = move.end(us);
    return us == Color::White ? board8::file_between<Color::White>(move.to, end)
                              : board8::file_between<Color::Black>(move.to, end);
}

Bitboard displaced_by(Move move, Bitboard passed, Color us) {
    return move.teleport() ? board8::bit(move.from) : one_step_back(passed, us);
}

mate_picture::Mated<Board, Bitboard> mated(const Board& after, Color us) {
    const Square king = after.king(!us);
    return {after, us, board8::bit(king), board8::king_attacks(king),
            after.of(us) & ~after.kings() & ~after.pawns()};
}

ThemeSet themes_of_move(const Board& before, Move move, const Board& after, Color us, bool cascades,
                        bool mates) {
    ThemeSet themes;
    const Square end = move.end(us);
    const Bitboard passed = climbed(move, us);
    const Bitboard kings = before.kings();
    const Bitboard ours = before.of(us);
    const Bitboard theirs = before.of(!us);

    if (move.swaps > 0) {
        themes.insert("cascade"_theme);
        themes.insert(cascade_of(move.swaps));
        themes.insert_if("through-own-men"_theme, passed & ours & ~kings);
        themes.insert_if("through-enemy-men"_theme, passed & theirs & ~kings);
        themes.insert_if("through-king"_theme, passed & kings);
        themes.insert_if("pushed-king"_theme, passed & kings & theirs);
        const Bitboard first_rank = board8::rank_set(board8::relative_rank(us, 0));
        const Bitboard pushed = one_step_back(passed & before.pawns() & theirs, us);
        themes.insert_if("forced-promotion"_theme, pushed & first_rank);
    }
    if (move.teleport()) {
        themes.insert("teleport"_theme);
    } else {
        themes.insert_if("king-capture"_theme, board8::contains(before.occupied(), move.to));
    }
    if (board8::contains(before.pawns(), move.from) && move.promotes()) {
        themes.insert("promotion"_theme);
        themes.insert_if("underpromotion"_theme, move.promotion() != board8::Kind::Queen);
        themes.insert_if("cascade-promotion"_theme, move.swaps > 0);
    }

    const Square king = after.king(!us);
    const Bitboard checkers = board8::attackers(after, king, us, after.occupied());
    if (!checkers) return themes;  // the first move of a longer win may give no check
    if (!move.teleport() && cascades) {
        themes.insert_if("stopped-cascade"_theme, one_step_forward(board8::bit(end), us) & after.occupied());
    }
    const Bitboard displaced = displaced_by(move, passed, us);
    themes.insert_if("displaced-man"_theme, checkers & displaced);
    themes.insert_if("discovered-check"_theme,
                     (checkers & ~displaced & ~board8::bit(end)) && before.king(!us) == king);
    themes.insert_if("double-check"_theme, checkers & (checkers - 1));
    if (!mates) return themes;
    themes.insert_if("pawn-mate"_theme, checkers & after.pawns());
    mate_picture::insert_themes<theme_catalogue>(themes, mated(after, us));
    return themes;
}

namespace detail {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::Square;

constexpr Bitboard light = 0x55aa55aa55aa55aa;

/// Counts pieces beyond the initial array (bishops by colour of square), and pawns on their first rank.
int unnatural_pieces(const Board& board) {
    const auto beyond = [](Bitboard pieces, int usual) { return std::max(0, std::popcount(pieces) - usual); };
    int all = 0;
    for (const Color side : {Color::White, Color::Black}) {
        const Bitboard pieces = board.of(side);
        const Bitboard bishops = pieces & board.diagonals() & ~board.orthogonals();
        all += beyond(pieces & board.diagonals() & board.orthogonals(), 1);
        all += beyond(pieces & board.orthogonals() & ~board.diagonals(), 2);
        all += beyond(bishops & light, 1) + beyond(bishops & ~light, 1);
        all += beyond(pieces & board.knights(), 2);
    }
    return all + std::popcount(pushed_back(board));
}

/// Returns whether a bare king faces a king with at most one piece, or with two queens or rooks.
bool is_trivial(const Board& board, Color us) {
    const Bitboard others = board.of(us) & ~board.kings();
    if (board.of(!us) & ~board.kings()) return false;
    return std::popcount(others) < 2 || (std::popcount(others) == 2 && !(others & ~board.orthogonals()));
}

}  // namespace

Bitboard pushed_back(const Board& board) {
    return board.pawns() &
           ((board.of(Color::White) & board8::rank_set(0)) | (board.of(Color::Black) & board8::rank_set(7)));
}

points::Pieces pieces_of(const Board& board, Color us) {
    return {std::popcount(board.occupied()), unnatural_pieces(board), is_trivial(board, us)};
}

points::Key key_of(const Board& before, Move move, const Board& after, Color us) {
    points::Key key;
    key.from = move.from;
    key.working_pieces = std::popcount(working_pieces(move, after, us));
    key.pieces = std::popcount(after.occupied());
    key.cascades = move.swaps > 0;
    const bool capture = !move.teleport() && board8::contains(before.occupied(), move.to);
    const bool plain_check =
        !move.teleport() && move.swaps == 0 &&
        (board8::attackers(after, after.king(!us), us, after.occupied()) & board8::bit(move.to));
    if (plain_check && board8::contains(after.orthogonals(), move.to))
        key.obviousness = board8::contains(after.diagonals(), move.to) ? 2 : 1;
    if (capture) key.obviousness = 2;
    return key;
}

Bitboard working_pieces(Move move, const Board& after, Color us) {
    const auto picture = mate_picture::picture_of(mated(after, us));
    Bitboard working = picture.guards | picture.blocks | (after.kings() & after.of(!us)) |
                       board8::bit(move.to) | climbed(move, us);
    if (move.teleport()) working |= board8::bit(move.from);
    return working & after.occupied();
}

CheckPattern pattern_of(Move move, const board8::Board& after, Color us) {
    const Square king = after.king(!us);
    const Bitboard checkers = board8::attackers(after, king, us, after.occupied());
    return {board8::bit(king), checkers ? checkers : board8::bit(move.from)};
}

void grade_bound_faces(std::vector<BoundFace>& faces, points::Grade& grade) {
    std::sort(faces.begin(), faces.end(), [](const BoundFace& a, const BoundFace& b) {
        const int tried = a.losing.moves_to_try(a.level), other = b.losing.moves_to_try(b.level);
        return tried != other ? tried < other : a.losing.tries() < b.losing.tries();
    });
    for (auto face = faces.begin(); face != faces.end(); ++face) {
        const bool known = std::any_of(
            faces.begin(), face, [&](const BoundFace& before) { return before.pattern == face->pattern; });
        grade.add_face(face->losing, face->level, known ? points::Lesson::Known : points::Lesson::New);
    }
}

}  // namespace detail

}  // namespace octomate::superpermutation
