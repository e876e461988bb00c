// Compares the evaluation of the kernels with its definition by facts and weights.
#include "games/superpermutation/rules/evaluation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>

#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

namespace {

/// Computes the evaluation as documented for Evaluated: the chance `sure` of winning at once, and for the
/// rest the chance given by the weighted sum of the facts.
template <class Rules>
double evaluation_by_definition(const Facts& facts) {
    const Evaluation& with = evaluation<Rules>();
    int sum = 0;
    for (const std::int16_t fact : facts.facts) {
        if (fact >= 0) sum += with.weights[static_cast<std::size_t>(fact)];
        if (fact < 0) sum -= with.weights[static_cast<std::size_t>(-1 - fact)];
    }
    const double chance = with.chances[static_cast<std::size_t>(std::min(std::abs(sum), Evaluation::most))] /
                          double{Evaluation::certain};
    const double rest = sum < 0 ? 1 - chance : chance;
    return 2 * (facts.sure + (1 - facts.sure) * rest) - 1;
}

}  // namespace

TEMPLATE_TEST_CASE("an evaluation is the weighted sum of its facts", "[rules]", D8, Parent) {
    using P = Position<TestType>;
    for (const char* const fen :
         {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "4k3/P2n4/8/3b4/2R1q3/2r2N2/2P2P2/K3R2B b",
          "k7/8/1K6/8/8/8/8/7R w", "7k/8/5K2/8/8/8/6Q1/8 w", "7k/8/5K2/8/8/8/6Q1/8 b",
          "K7/8/8/8/8/8/qq6/1q5k w", "4k3/8/8/8/8/8/4r3/4K3 w", "8/2k5/8/8/8/2r2q2/8/K7 b",
          "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w", "3r2k1/5ppp/8/8/8/8/5PPP/6K1 w", "Q7/1Q6/2Q5/3Q4/8/8/5k2/7K b"}) {
        const auto read = P::from_fen(fen);
        if (!read) continue;
        Facts facts;
        if (!read->value.facts(facts)) continue;
        INFO(fen);
        CHECK(read->value.evaluate() == Approx(evaluation_by_definition<TestType>(facts)).margin(1e-4));
    }
}

TEST_CASE("a finished game has the value of its result", "[rules]") {
    CHECK(d8_position("k7/1Q6/1K6/8/8/8/8/8 b").evaluate() == -1);
    CHECK(d8_position("k7/8/1Q6/8/8/8/8/K7 b").evaluate() == 0);
    Facts facts;
    CHECK_FALSE(d8_position("k7/8/1Q6/8/8/8/8/K7 b").facts(facts));
}

TEST_CASE("the share of rolls that win at once counts in full", "[rules]") {
    const auto sure = [](std::string_view fen) {
        Facts facts;
        CHECK(d8_position(fen).facts(facts));
        return facts.sure;
    };
    CHECK(sure("7k/8/5K2/8/8/8/6Q1/8 w") == 0.125);
    CHECK(sure("k7/8/1K6/8/8/8/8/7R w") == 0.125);
    CHECK(sure("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b") ==
          0.375);  // three of eight faces win; the middle one is free
    CHECK(sure("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w") == 0);
}

}  // namespace octomate::superpermutation
