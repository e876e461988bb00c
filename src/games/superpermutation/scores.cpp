#include "games/superpermutation/scores.hpp"

#include <algorithm>
#include <array>

#include "board8/checks.hpp"

namespace octomate::themes::detail {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::Square;

/// What a theme is worth to a score.
struct Points {
    std::int8_t difficulty;  ///< how much harder such a mate is to see
    std::int8_t quality;     ///< how much a composer is pleased by it
};

/// One for each theme, in their order. A theme that always comes with another one adds to it.
constexpr std::array<Points, theme_count> points = [] {
    std::array<Points, theme_count> of{};
    const auto set = [&](Theme theme, int difficulty, int quality) {
        of[static_cast<std::size_t>(theme)] = {static_cast<std::int8_t>(difficulty),
                                               static_cast<std::int8_t>(quality)};
    };
    set(Theme::Cascade, 4, 0);
    set(Theme::Cascade1, 2, 1);
    set(Theme::Cascade2, 5, 4);
    set(Theme::Cascade3, 8, 6);
    set(Theme::Cascade4, 11, 8);
    set(Theme::Cascade5, 14, 10);
    set(Theme::Cascade6, 17, 12);
    set(Theme::Cascade7, 20, 14);
    set(Theme::ThroughOwnMen, 1, 1);
    set(Theme::ThroughEnemyMen, 1, 1);
    set(Theme::ThroughKing, 5, 5);
    set(Theme::PushedKing, 8, 8);
    set(Theme::StoppedCascade, 2, 2);
    set(Theme::Teleport, 8, 4);
    set(Theme::KingCapture, 3, -3);  // brute force, as composers say
    set(Theme::Promotion, 1, 2);
    set(Theme::Underpromotion, 4, 2);
    set(Theme::CascadePromotion, 6, 6);
    set(Theme::ForcedPromotion, 10, 12);
    set(Theme::DiscoveredCheck, 6, 5);
    set(Theme::DoubleCheck, 2, 3);
    set(Theme::DisplacedMan, 8, 6);
    set(Theme::PawnMate, 2, 5);
    set(Theme::SmotheredMate, 1, 4);
    set(Theme::ModelMate, 0, 14);
    set(Theme::FreeMove, 3, 2);
    set(Theme::FaceSwitch, 5, 8);
    set(Theme::LoneCascade, 3, 3);
    set(Theme::OnlyUnderpromotion, 12, 16);
    set(Theme::ManSwitch, 5, 6);
    set(Theme::FreeChoice, 4, 5);
    set(Theme::TeleportSwitch, 5, 10);
    set(Theme::InCheck, -8, -4);
    set(Theme::MateIn2, 30, 12);
    set(Theme::MateIn3, 40, 16);
    set(Theme::MateIn4, 48, 18);
    set(Theme::MateIn5, 55, 20);
    set(Theme::LongMate, 60, 20);
    return of;
}();

template <class Member>
int total(ThemeSet themes, Member member) {
    int all = 0;
    themes.for_each([&](Theme theme) { all += points[static_cast<std::size_t>(theme)].*member; });
    return all;
}

constexpr Bitboard light = 0x55aa55aa55aa55aa;

/// Men that no array has: more of a kind than a set holds, bishops on one colour of square, pawns pushed back
/// to their own first rank.
int unnatural_men(const Board& board) {
    const auto beyond = [](Bitboard men, int usual) { return std::max(0, std::popcount(men) - usual); };
    int all = 0;
    for (const Color side : {Color::White, Color::Black}) {
        const Bitboard men = board.of(side);
        const Bitboard bishops = men & board.diagonals() & ~board.orthogonals();
        all += beyond(men & board.diagonals() & board.orthogonals(), 1);
        all += beyond(men & board.orthogonals() & ~board.diagonals(), 2);
        all += beyond(bishops & light, 1) + beyond(bishops & ~light, 1);
        all += beyond(men & board.knights(), 2);
        all += beyond(men & board.pawns() & board8::rank_set(board8::relative_rank(side, 0)), 0);
    }
    return all;
}

/// A sum of points as a score: two straight lines, steep up to `knee` points, which give `at_knee`, and flat
/// from there to `top` points, which give 100; so that play at random fills the range, and good compositions
/// still differ.
constexpr int score(int sum, int knee, int at_knee, int top) {
    if (sum <= knee) return std::max(0, sum * at_knee / knee);
    return std::min(100, at_knee + (sum - knee) * (100 - at_knee) / (top - knee));
}

}  // namespace

int difficulty(const Search& search, ThemeSet themes) {
    const int sum = std::min(30, 3 * (search.moves - search.winning)) + std::min(16, 4 * search.tries) +
                    std::min(10, 5 * search.near_misses) + total(themes, &Points::difficulty);
    return score(sum, 60, 75, 110);
}

int quality(const Board& board, int working, const Search& search, ThemeSet themes) {
    const int sum = 15 + 30 * working / std::popcount(board.occupied()) +
                    std::min(10, 2 * search.tries + 2 * search.near_misses) +
                    total(themes, &Points::quality) - std::min(30, 15 * search.duals) -
                    std::min(20, 5 * unnatural_men(board));
    return score(sum, 40, 60, 110);
}

Bitboard working_men(superpermutation::Move move, const Board& after, Color us) {
    const Square king = after.king(!us);
    const Square end = move.end(us);
    const Bitboard without_king = after.occupied() & ~board8::bit(king);
    const Bitboard cascade = us == Color::White ? board8::file_between<Color::White>(move.to, end)
                                                : board8::file_between<Color::Black>(move.to, end);
    Bitboard working = board8::attackers(after, king, us, after.occupied()) | board8::bit(king) |
                       (board8::king_attacks(king) & after.of(!us)) | board8::bit(move.to) | cascade;
    for (Bitboard field = board8::king_attacks(king); field;) {
        working |= board8::attackers(after, board8::pop_first(field), us, without_king);
    }
    if (move.teleport()) working |= board8::bit(move.from);
    return working & after.occupied();
}

}  // namespace octomate::themes::detail
