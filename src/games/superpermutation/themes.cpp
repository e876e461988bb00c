#include "games/superpermutation/themes.hpp"

#include "board8/checks.hpp"

namespace octomate::superpermutation {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::Square;

Bitboard one_step_back(Bitboard set, Color us) {
    return us == Color::White ? board8::step_back<Color::White>(set) : board8::step_back<Color::Black>(set);
}

Bitboard one_step_forward(Bitboard set, Color us) { return one_step_back(set, !us); }

/// How pure the mate of this picture is.
mate_picture::Purity purity_of(const mate_picture::Picture<Bitboard>& picture, const Board& after, Color us) {
    const Bitboard ours = after.of(us);
    const mate_picture::Men<Bitboard> men{after.kings() & after.of(!us), after.of(!us), ours,
                                          ours & ~after.kings() & ~after.pawns()};
    return mate_picture::purity(picture, men, [&](Bitboard without) {
        return board8::attackers(after, after.king(!us), us, after.occupied() & ~without);
    });
}

}  // namespace

Bitboard climbed(Move move, Color us) {
    const Square end = move.end(us);
    return us == Color::White ? board8::file_between<Color::White>(move.to, end)
                              : board8::file_between<Color::Black>(move.to, end);
}

mate_picture::Picture<Bitboard> picture_of(const Board& after, Color us) {
    const Square king = after.king(!us);
    const Bitboard occupied = after.occupied() & ~board8::bit(king);
    return mate_picture::look(
        board8::king_attacks(king), after.of(!us), board8::attackers(after, king, us, after.occupied()),
        [&](Bitboard square) { return board8::attackers(after, board8::first(square), us, occupied); });
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
        themes.insert(Theme::Cascade);
        themes.insert(static_cast<Theme>(static_cast<int>(Theme::Cascade) + move.swaps));
        themes.insert_if(Theme::ThroughOwnMen, passed & ours & ~kings);
        themes.insert_if(Theme::ThroughEnemyMen, passed & theirs & ~kings);
        themes.insert_if(Theme::ThroughKing, passed & kings);
        themes.insert_if(Theme::PushedKing, passed & kings & theirs);
        const Bitboard first_rank = board8::rank_set(board8::relative_rank(us, 0));
        const Bitboard pushed = one_step_back(passed & before.pawns() & theirs, us);
        themes.insert_if(Theme::ForcedPromotion, pushed & first_rank);
    }
    if (move.teleport()) {
        themes.insert(Theme::Teleport);
    } else {
        themes.insert_if(Theme::KingCapture, board8::contains(before.occupied(), move.to));
    }
    if (board8::contains(before.pawns(), move.from) && move.promotes()) {
        themes.insert(Theme::Promotion);
        themes.insert_if(Theme::Underpromotion, move.promotion() != board8::Kind::Queen);
        themes.insert_if(Theme::CascadePromotion, move.swaps > 0);
    }

    const Square king = after.king(!us);
    const Bitboard checkers = board8::attackers(after, king, us, after.occupied());
    if (!checkers) return themes;  // a first move may be quiet
    if (!move.teleport() && cascades) {
        themes.insert_if(Theme::StoppedCascade, one_step_forward(board8::bit(end), us) & after.occupied());
    }
    const Bitboard displaced = move.teleport() ? board8::bit(move.from) : one_step_back(passed, us);
    themes.insert_if(Theme::DisplacedMan, checkers & displaced);
    themes.insert_if(Theme::DiscoveredCheck,
                     (checkers & ~displaced & ~board8::bit(end)) && before.king(!us) == king);
    themes.insert_if(Theme::DoubleCheck, checkers & (checkers - 1));
    if (!mates) return themes;
    themes.insert_if(Theme::PawnMate, checkers & after.pawns());
    const auto picture = picture_of(after, us);
    themes.insert_if(Theme::SmotheredMate, picture.smothered);
    mate_picture::insert_purity<Theme>(themes, purity_of(picture, after, us));
    return themes;
}

}  // namespace octomate::superpermutation
