// Compares the rules of Superpermutation Chess in src/ with the naive rules.
#include "laws/agreement.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "naive/naive.hpp"
#include "solver/perft.hpp"

namespace octomate::laws {

TEMPLATE_TEST_CASE("the fast and the naive rules give the same moves, outcomes and faces", "[law]",
                   D8Position, ParentPosition) {
    check_law<TestType>([](const TestType& position) { return disagreement(position); });
}

TEMPLATE_TEST_CASE("the fast and the naive rules accept the same placements", "[law]", D8Position,
                   ParentPosition) {
    Random random(5);
    std::size_t accepted = 0;
    std::string wrong;
    constexpr std::size_t placements = 4 * per_family;
    for (std::size_t n = 0; n < placements; ++n) {
        const naive::Position position = nonsense(random, naive_game<TestType>);
        const bool right = naive::acceptable(position);
        if (right) ++accepted;
        const std::string fen = naive::to_fen(position);
        if (TestType::from_fen(fen).has_value() != right) wrong += "\n" + fen;
    }
    CHECK(wrong == "");
    // At least a tenth of the placements are legal, and a tenth illegal.
    CHECK(accepted > placements / 10);
    CHECK(accepted < placements - placements / 10);
}

TEMPLATE_TEST_CASE("the fast and the naive rules have the same perft counts", "[law]", D8Position,
                   ParentPosition) {
    constexpr int depth = 2;
    check_law<TestType>(
        [](const TestType& position) -> std::string {
            const naive::Position naive_position = to_naive(position);
            if (solver::perft(position, depth) != naive::perft(naive_position, depth))
                return "every move once";
            if (solver::perft(position, depth, solver::RollCount::Sum) !=
                naive::perft_rolls(naive_position, depth)) {
                return "summed over the faces";
            }
            return {};
        },
        20);
}

}  // namespace octomate::laws
