// Checks that the hash table, probing and threads do not change the result of a search for mates, in any game
// and mode. Only scripts/nightly builds this.
#include <algorithm>
#include <catch2/catch.hpp>
#include <type_traits>
#include <vector>

#include "laws/complete_permutation_corpus.hpp"
#include "laws/corpus.hpp"
#include "laws/mates.hpp"
#include "laws/super_chess_corpus.hpp"

namespace octomate::laws {

namespace {

/// Returns at most `most` positions with at most `moves` moves, spread evenly over the corpus.
template <class P>
std::vector<P> some_positions(std::size_t moves, std::size_t most) {
    std::vector<P> few, chosen;
    MoveList<P> legal;
    for (const P& position : corpus<P>()) {
        position.legal_moves(legal);
        if (!legal.empty() && legal.size() <= moves) few.push_back(position);
    }
    for (std::size_t at = 0; at < few.size(); at += std::max<std::size_t>(1, few.size() / most)) {
        if (chosen.size() < most) chosen.push_back(few[at]);
    }
    return chosen;
}

/// Compares a search without hash table, probing and threads with searches that use one or all of them.
template <class P>
void compare(const std::vector<P>& positions, int moves) {
    std::size_t worth_something = 0;
    for (const P& position : positions) {
        for (const Dice dice : {Dice::Mean, Dice::Every, Dice::Some}) {
            for (const Defence defence : {Defence::Best, Defence::Help}) {
                INFO(position.fen() << " " << name(dice) << " " << name(defence));
                MateOptions plain = options(moves, dice, defence);
                plain.hash_bytes = 0;
                plain.probe = false;
                const auto result = solve(position, plain);
                const auto expected = lines(position, result);
                worth_something += result.total.lower > 0 ? 1 : 0;
                for (const unsigned ways : {1U, 2U, 4U, 7U}) {
                    MateOptions helped = plain;
                    helped.hash_bytes = ways & 1U ? std::size_t{1} << 16 : 0;
                    helped.probe = (ways & 2U) != 0;
                    helped.parallel = (ways & 4U) != 0;
                    REQUIRE(lines(position, solve(position, helped)) == expected);
                }
            }
        }
    }
    WARN(positions.size() << " positions in six modes, " << worth_something << " answers are not zero");
    CHECK(worth_something > positions.size() / 40);
}

}  // namespace

TEMPLATE_TEST_CASE("hash table, probing and threads do not change a result", "", D8Position, ParentPosition,
                   CompletePosition, SuperPosition) {
    const auto positions =
        some_positions<TestType>(std::is_same_v<TestType, SuperPosition> ? 80 : 30, 10'000);
    CHECK(positions.size() == 10'000);
    compare(positions, 2);
}

TEST_CASE("hash table, probing and threads do not change a mate in three") {
    compare(some_positions<D8Position>(8, 1'000), 3);
}

}  // namespace octomate::laws
