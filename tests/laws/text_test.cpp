// Checks that moves, positions and games survive being written and parsed.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <string>

#include "laws/complete_permutation_corpus.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"

namespace octomate::laws {

namespace {

/// The step through the corpus, larger for Complete Permutation Chess, which may have hundreds of moves.
template <class P>
constexpr std::size_t step_of_moves = std::is_same_v<P, CompletePosition> ? 23 : 1;

}  // namespace

TEMPLATE_TEST_CASE("a FEN is parsed back to the same position", "[law]", D8Position, ParentPosition,
                   CompletePosition) {
    check_law<TestType>([](const TestType& position) { return wrong_round_trip(position); });
}

TEMPLATE_TEST_CASE("a legal move leads to a valid position of the other side", "[law]", D8Position,
                   ParentPosition, CompletePosition) {
    check_law<TestType>(
        [](const TestType& position) -> std::string {
            for (const auto move : sorted_moves(position)) {
                const TestType after = position.play(move);
                if (after.turn() == position.turn()) return position.uci(move) + " leaves the turn as it was";
                if (after.outcome() == won_by(after.turn())) continue;  // a Mental Cruelty loss has no FEN
                if (const std::string wrong = wrong_round_trip(after); !wrong.empty())
                    return position.uci(move) + ": " + wrong;
            }
            return {};
        },
        step_of_moves<TestType>);
}

TEMPLATE_TEST_CASE("both notations of a move are parsed back to the move, without remarks", "[law]",
                   D8Position, ParentPosition, CompletePosition) {
    check_law<TestType>(
        [](const TestType& position) -> std::string {
            for (const auto move : sorted_moves(position)) {
                for (const std::string& text : {position.notation(move), position.uci(move)}) {
                    const auto read = position.read_move(text);
                    if (!read) return fmt::format("{} is refused: {}", text, read.error().message);
                    if (read->move != move) return text + " is read as another move";
                    if (!read->remarks.empty()) return text + ": " + read->remarks.front().message;
                }
            }
            return {};
        },
        2 * step_of_moves<TestType>);
}

TEMPLATE_TEST_CASE("moves are ordered as their texts in UCI notation", "[law]", D8Position, ParentPosition,
                   CompletePosition) {
    check_law<TestType>([](const TestType& position) -> std::string {
        std::string last;
        for (const auto move : sorted_moves(position)) {
            const std::string uci = position.uci(move);
            if (uci <= last) return fmt::format("{} stands before {}", last, uci);
            last = uci;
        }
        return {};
    });
}

}  // namespace octomate::laws
