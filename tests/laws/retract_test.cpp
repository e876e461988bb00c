#include "laws/retract.hpp"

#include <catch2/catch.hpp>
#include <string_view>

#include "laws/law.hpp"

namespace octomate::laws {

namespace {

/// Checks retractions of random positions with two kings and a third piece, for each piece and side to move.
template <class P>
void check_three_pieces() {
    Random random(6);
    std::string report;
    for (int draw = 0; draw < (slow_build ? 2 : 12); ++draw) {
        for (const char piece : std::string_view("PNBRQpnbrq")) {
            Scatter board(random);
            for (const char letter : {'K', 'k', piece}) board.put_anywhere(letter);
            const auto pieces = board.acceptable(naive_game<P>);
            if (!pieces) continue;
            const P position = P::from_fen(naive::to_fen(*pieces))->value;
            if (const std::string wrong = wrong_retractions(position); !wrong.empty())
                report += fmt::format("\n{}: {}", position.fen(), wrong);
        }
    }
    INFO(report);
    CHECK(report.empty());
}

}  // namespace

TEMPLATE_TEST_CASE("retractions are exactly the legal moves that lead to a position", "[law][retract]",
                   D8Position, ParentPosition) {
    constexpr std::size_t every = slow_build ? 500 : 15;
    check_law<TestType>([](const TestType& position) { return wrong_retractions(position); }, every);
    check_three_pieces<TestType>();
}

}  // namespace octomate::laws
