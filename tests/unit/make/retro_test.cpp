#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/move.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/rules/setup.hpp"
#include "games/superpermutation/themes.hpp"
#include "make/sources.hpp"
#include "solver/mate.hpp"

namespace octomate::make {

namespace {

using P = superpermutation::D8Position;

P position(const char* fen) { return P::from_fen(fen)->value; }

std::vector<P> earlier(const P& after) {
    std::vector<P> found;
    Retro<P>::step_back(after, [&](const P& before) { found.push_back(before); });
    return found;
}

bool has(const std::vector<P>& list, const char* fen) {
    return std::find(list.begin(), list.end(), position(fen)) != list.end();
}

}  // namespace

TEST_CASE("only lost positions have nearness 1") {
    Retro<P> retro({}, {2, 10}, false, false);
    CHECK(retro.nearness(position("4QBk1/8/6K1/8/8/8/8/8 b")) == 1);
    CHECK(retro.nearness(position("7k/8/8/8/8/8/8/K7 b")) == 0);
    CHECK(retro.nearness(position("k7/2Q5/1K6/8/8/8/8/8 b")) == 0);  // stalemate
    const double one_way_out = retro.nearness(position("5Qk1/8/6K1/8/8/8/8/8 b"));
    CHECK(one_way_out < 1);
}

TEST_CASE("steps back are the moves that lead to a position") {
    const auto king = earlier(position("4QBk1/8/6K1/8/8/8/8/8 b"));
    CHECK(has(king, "4QBk1/8/8/5K2/8/8/8/8 w"));
    CHECK(has(king, "5Bk1/8/6K1/8/8/8/8/4Q3 w"));
    CHECK_FALSE(has(king, "4QBk1/8/8/8/3K4/8/8/8 w"));  // too far for the king
    // The last move was Qa8-e4-e7, past king, pawn and knight.
    CHECK(has(earlier(position("3Bk3/4Q3/4N3/4p3/4K3/8/8/8 b")), "Q2Bk3/4N3/4p3/4K3/8/8/8/8 w"));
    // The last move was a teleport of the king from a1 to g1.
    CHECK(has(earlier(position("7k/8/8/8/8/8/8/Q5K1 b")), "7k/8/8/8/8/8/8/K5Q1 w"));
}

TEST_CASE("climbs reach lost positions, and a step back from them wins in two") {
    const Span pieces{5, 7};
    Retro<P> retro({}, pieces, false, false);
    RandomArrangements<P> arrangements(P{}, {}, pieces);
    solver::MateOptions two;
    two.moves = 2;
    two.dice = solver::Dice::Every;
    two.parallel = false;
    solver::MateSearch<P> search(two);
    Random random = Random::of_unit(1, 1);
    int lost = 0, before = 0;
    for (int count = 0; count < 150; ++count) {
        const auto start = arrangements.arrange(random);
        if (!start) continue;
        retro.climb(*start, 1, 500, random, [&](const P& after) {
            ++lost;
            Retro<P>::step_back(after, [&](const P& earlier) {
                if (++before % 8 != 0) return;
                INFO(earlier.fen() << " to " << after.fen());
                const auto result = search.solve(earlier);
                REQUIRE(std::any_of(result.faces.begin(), result.faces.end(),
                                    [](const auto& face) { return face.forced; }));
            });
            return true;
        });
    }
    CHECK(lost > 5);
    CHECK(before > 50);
}

TEST_CASE("quiet climbs find only positions without check") {
    const Span pieces{5, 7};
    Retro<P> retro({}, pieces, true, false);
    RandomArrangements<P> arrangements(P{}, {}, pieces);
    Random random = Random::of_unit(1, 1);
    int lost = 0;
    for (int count = 0; count < 150; ++count) {
        const auto start = arrangements.arrange(random);
        if (!start) continue;
        retro.climb(*start, 1, 500, random, [&](const P& after) {
            CHECK_FALSE(after.in_check());
            return ++lost < 20;
        });
    }
    CHECK(lost > 5);
}

TEST_CASE("a longer climb reaches positions that are lost in exactly the given number of moves") {
    const Span pieces{4, 6};
    Retro<P> retro({}, pieces, false, false);
    RandomArrangements<P> arrangements(P{}, {}, pieces);
    Random random = Random::of_unit(1, 1);
    const auto lost_in = [](const P& position, int moves) {
        solver::MateOptions options;
        options.moves = moves;
        options.dice = solver::Dice::Every;
        options.parallel = false;
        MoveList<P> answers;
        position.legal_moves(answers);
        return std::all_of(answers.begin(), answers.end(), [&](const auto& answer) {
            const auto result = solver::MateSearch<P>(options).solve(position.play(answer));
            return std::all_of(result.faces.begin(), result.faces.end(),
                               [](const auto& face) { return face.forced; });
        });
    };
    int lost = 0;
    for (int count = 0; count < 150 && lost < 10; ++count) {
        const auto start = arrangements.arrange(random);
        if (!start) continue;
        retro.climb(*start, 2, 500, random, [&](const P& after) {
            INFO(after.fen());
            CHECK(lost_in(after, 2));
            CHECK_FALSE(lost_in(after, 1));
            return ++lost < 10;
        });
    }
    CHECK(lost > 4);
}

}  // namespace octomate::make
