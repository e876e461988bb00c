// Checks that the optional functions of a game, which make searches faster, do not change results.
#include "laws/plain.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <string>

#include "laws/complete_permutation_corpus.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/perft.hpp"

namespace octomate::laws {

namespace {

static_assert(Position<Plain<D8Position>> && !MovesByRoll<Plain<D8Position>> &&
              !FindsWins<Plain<D8Position>> && !mover_never_loses<Plain<D8Position>>);

/// Checks whether two faces, of a game and of its plain wrapper, are equal.
template <class A, class B>
bool same(const A& a, const B& b) {
    return a.roll == b.roll && a.freedom == b.freedom && a.moves == b.moves && a.mates == b.mates;
}

template <class A, class B>
bool same_faces(const A& a, const B& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& one, const auto& other) { return same(one, other); });
}

template <class P>
std::string compare_mates(const P& position, const solver::MateOptions& options) {
    const auto fast = solver::MateSearch<P>(options).solve(position);
    const auto plain = solver::MateSearch<Plain<P>>(options).solve(Plain<P>(position));
    if (fast.total != plain.total || fast.total_unit != plain.total_unit) return "total";
    if (fast.face_unit != plain.face_unit || fast.faces.size() != plain.faces.size()) return "faces";
    for (std::size_t at = 0; at < fast.faces.size(); ++at) {
        const auto& one = fast.faces[at];
        const auto& other = plain.faces[at];
        if (one.roll != other.roll || one.value != other.value) return "value";
        if (one.forced != other.forced) return "forced";
        if (one.best != other.best) return "best";
    }
    return {};
}

/// Compares searches for mates in all six combinations of dice and defence. Returns what differs, or an empty
/// string.
template <class P>
std::string compare_mates(const P& position, int moves) {
    for (const auto dice : {solver::Dice::Mean, solver::Dice::Every, solver::Dice::Some}) {
        for (const auto defence : {solver::Defence::Best, solver::Defence::Help}) {
            solver::MateOptions options;
            options.moves = moves;
            options.dice = dice;
            options.defence = defence;
            options.parallel = false;
            const std::string wrong = compare_mates(position, options);
            if (!wrong.empty()) return fmt::format("{} {} {}", wrong, name(dice), name(defence));
        }
    }
    return {};
}

int pieces_of(const CompletePosition& position) {
    return complete_permutation::count(position.board().occupied());
}
template <class P>
int pieces_of(const P& position) {
    return std::popcount(position.board().occupied());
}

}  // namespace

TEMPLATE_TEST_CASE("a game without its optional functions has the same faces", "[law]", D8Position,
                   ParentPosition, CompletePosition) {
    solver::Faces<TestType> faces;
    solver::Faces<Plain<TestType>> plain;
    check_law<TestType>(
        [&](const TestType& position) -> std::string {
            solver::solve_faces(position, faces);
            solver::solve_faces(Plain(position), plain);
            if (!same_faces(faces, plain)) return "faces";
            solver::winning_faces(position, faces);
            solver::winning_faces(Plain(position), plain);
            return same_faces(faces, plain) ? "" : "winning faces";
        },
        7);
}

TEMPLATE_TEST_CASE("a game without its optional functions has the same perft counts", "[law]", D8Position,
                   ParentPosition, CompletePosition) {
    check_law<TestType>(
        [](const TestType& position) -> std::string {
            for (const int depth : {1, 2}) {
                for (const auto rolls : {solver::RollCount::None, solver::RollCount::Sum}) {
                    if (solver::perft(position, depth, rolls) != solver::perft(Plain(position), depth, rolls))
                        return rolls == solver::RollCount::Sum ? "summed over the rolls" : "every move once";
                }
            }
            return {};
        },
        61);
}

TEMPLATE_TEST_CASE("a game without its optional functions has the same mates", "[law]", D8Position,
                   ParentPosition, CompletePosition) {
    check_law<TestType>([](const TestType& position) { return compare_mates(position, 1); }, 61);
    check_law<TestType>(
        [](const TestType& position) -> std::string {
            const bool small = pieces_of(position) <= 7;
            return small && position.count_legal_moves() <= 25 ? compare_mates(position, 2) : "";
        },
        slow_build ? 211 : 61);
}

TEMPLATE_TEST_CASE("no move wins for the opponent of its mover", "[law]", D8Position, ParentPosition) {
    STATIC_REQUIRE(mover_never_loses<TestType>);
    check_law<TestType>(
        [](const TestType& position) -> std::string {
            for (const auto& move : sorted_moves(position)) {
                if (position.play(move).outcome() == won_by(!position.turn())) return position.uci(move);
            }
            return {};
        },
        7);
}

}  // namespace octomate::laws
