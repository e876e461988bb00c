// The search for a game that leads to a position.
#include "games/superpermutation/rules/proof.hpp"

#include <catch2/catch.hpp>

#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

namespace {

using Verdict = Proof<D8>::Verdict;

/// Returns a position after eight plies, which a short search does not reach.
D8Position distant_position() {
    return tests::after_all(D8Position(), "b1c3 g8f6 g1f3 b8c6 e2e4 d7d5 d2d4 e7e5");
}

}  // namespace

TEST_CASE("a search for a game ends at its limits", "[rules][proof]") {
    for (const std::uint64_t nodes : {1U, 1000U, 60'000U}) {
        const auto proof = prove(distant_position(), {.nodes = nodes});
        CHECK(proof.nodes >= nodes);
        D8Position end;
        for (const Move move : proof.game) end = end.play(move);
        CHECK(end == (proof.verdict == Verdict::Proven ? distant_position() : D8Position()));
    }
    int checks = 0;
    const auto proof = prove(distant_position(), {.is_over = [&] { return ++checks > 3; }});
    CHECK(proof.verdict == Verdict::Undecided);
}

}  // namespace octomate::superpermutation
