// Checks that the position keys of `find` select the same records as a plain comparison of the boards.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "games/list.hpp"

namespace octomate::laws {

namespace {

/// A position as 64 letters of the board, a8 first, and the side to move.
struct PlainBoard {
    std::array<char, 64> pieces{};
    char side = 'w';

    std::string fen() const {
        std::string text;
        for (std::size_t at = 0; at < 64; ++at) {
            if (at > 0 && at % 8 == 0) text += '/';
            if (pieces[at] == 0) {
                const bool digit = at % 8 > 0 && text.back() >= '1' && text.back() <= '7';
                if (digit) ++text.back();
                if (!digit) text += '1';
            } else {
                text += pieces[at];
            }
        }
        return text + ' ' + side + " - - 0 1";
    }

    PlainBoard mirrored() const {
        PlainBoard image = *this;
        for (std::size_t at = 0; at < 64; ++at) image.pieces[at ^ 7] = pieces[at];
        return image;
    }

    PlainBoard with_sides_changed() const {
        PlainBoard image;
        for (std::size_t at = 0; at < 64; ++at)
            image.pieces[at ^ 56] = pieces[at] == 0 ? '\0' : static_cast<char>(pieces[at] ^ 0x20);
        image.side = side == 'w' ? 'b' : 'w';
        return image;
    }
};

bool differ_by_one(const PlainBoard& a, const PlainBoard& b) {
    int missing = 0, added = 0;
    for (std::size_t at = 0; at < 64; ++at) {
        if (a.pieces[at] == b.pieces[at]) continue;
        missing += a.pieces[at] != 0;
        added += b.pieces[at] != 0;
    }
    return a.side == b.side && missing <= 1 && added <= 1;
}

}  // namespace

TEST_CASE("`like` of find selects the records that a comparison of the boards selects", "[law]") {
    std::mt19937 random(29);
    const auto below = [&](std::size_t end) { return random() % end; };
    const games::Game& game = games::named("superpermutation-d8");
    const auto put = [&](PlainBoard& board, char piece) {
        for (;;) {
            const std::size_t at = below(64);
            if (board.pieces[at] != 0 || ((piece == 'P' || piece == 'p') && (at < 8 || at >= 56))) continue;
            board.pieces[at] = piece;
            return;
        }
    };
    int found = 0, images = 0;
    for (int round = 0; round < 300; ++round) {
        PlainBoard like;
        like.side = below(2) == 0 ? 'w' : 'b';
        for (const char piece : {'K', 'k', 'Q', 'n', 'P'}) put(like, piece);
        if (!game.normalise(like.fen())) continue;
        make::Pattern pattern;
        pattern.like = like.fen();
        pattern.differs = 1;
        const auto strict = game.maker()->pattern_test(pattern);
        pattern.symmetric = true;
        const auto symmetric = game.maker()->pattern_test(pattern);
        REQUIRE(strict);
        REQUIRE(symmetric);
        for (int change = 0; change < 10; ++change) {
            PlainBoard other = like;
            for (std::size_t changes = below(4); changes > 0; --changes) {
                const std::size_t at = below(64);
                const bool king = other.pieces[at] == 'K' || other.pieces[at] == 'k';
                if (!king) other.pieces[at] = '\0';
                if (below(2) == 0) put(other, "QRBNPqrbnp"[below(10)]);
            }
            if (below(2) == 0) other = other.mirrored();
            if (below(2) == 0) other = other.with_sides_changed();
            if (!game.normalise(other.fen())) continue;
            records::Puzzle puzzle;
            puzzle.fen = other.fen();
            const PlainBoard mirror = other.mirrored(), changed = other.with_sides_changed();
            const bool is_like = differ_by_one(like, other);
            const bool image = is_like || differ_by_one(like, mirror) || differ_by_one(like, changed) ||
                               differ_by_one(like, changed.mirrored());
            INFO(like.fen() << " and " << other.fen());
            CHECK(*(*strict)(puzzle) == is_like);
            CHECK(*(*symmetric)(puzzle) == image);
            found += is_like;
            images += image;
        }
    }
    CHECK(found > 50);
    CHECK(images > 2 * found);
}

}  // namespace octomate::laws
