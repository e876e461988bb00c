// Checks the search for mates in several moves against naive_mate, and properties of its results.
#include "solver/mate.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "laws/mates.hpp"
#include "naive/naive_mate.hpp"
#include "solver/faces.hpp"

namespace octomate::laws {

namespace {

Dice converted(naive::Dice dice) {
    return dice == naive::Dice::mean ? Dice::Mean : dice == naive::Dice::every ? Dice::Every : Dice::Some;
}
Defence converted(naive::Defence defence) {
    return defence == naive::Defence::best ? Defence::Best : Defence::Help;
}

std::vector<std::string> naive_lines(const naive::MateResult& result) {
    std::vector<std::string> lines = {result.total.to_string()};
    for (const auto& face : result.faces) {
        lines.push_back(fmt::format("{}: {} {} {}", face.face, face.value.to_string(),
                                    face.forced ? "forced" : "-", fmt::join(face.best, " ")));
    }
    return lines;
}

/// Returns at most `most` positions of the corpus with at most `pieces` pieces and `moves` moves, every
/// `step`th.
template <class P>
std::vector<P> small_positions(int pieces, std::size_t moves, std::size_t step, std::size_t most) {
    std::vector<P> chosen;
    std::size_t small_count = 0;
    for (const P& position : corpus<P>()) {
        if (std::popcount(position.board().occupied()) > pieces || position.count_legal_moves() > moves)
            continue;
        if (small_count++ % step == 0) chosen.push_back(position);
        if (chosen.size() == most) break;
    }
    return chosen;
}

/// Returns at most `most` positions: those with a mate for the best rolls and replies, and 5 % of the rest.
template <class P>
std::vector<P> promising(const std::vector<P>& positions, int moves, std::size_t most) {
    std::vector<P> chosen;
    std::size_t others = 1;
    for (const P& position : positions) {
        const bool possible = solve(position, options(moves, Dice::Some, Defence::Help)).total.lower > 0;
        if (possible || others++ % 20 == 0) chosen.push_back(position);
        if (chosen.size() == most) break;
    }
    return chosen;
}

template <class P>
void compare_with_naive(const std::vector<P>& positions, int moves) {
    std::size_t positive_values = 0;
    for (const P& position : positions) {
        const auto expected = naive::mate_values(to_naive(position), moves);
        for (std::size_t mode = 0; mode < expected.size(); ++mode) {
            const Dice dice = converted(naive::all_modes[mode].dice);
            const Defence defence = converted(naive::all_modes[mode].defence);
            const auto fast = solve(position, options(moves, dice, defence));
            INFO(position.fen() << " " << moves << " " << name(dice) << " " << name(defence));
            REQUIRE(fast.complete);
            REQUIRE(lines(position, fast) == naive_lines(expected[mode]));
            positive_values += fast.total.lower > 0 ? 1 : 0;
        }
    }
    CHECK(positive_values > positions.size() / 2);  // each position is searched in six modes
}

/// Compares searches for mates in three with and without the hash table, and with and without probing.
template <class P>
void compare_searches(const std::vector<P>& positions) {
    std::size_t positive_values = 0;
    for (const P& position : positions) {
        INFO(position.fen());
        MateOptions plain = options(3);
        plain.hash_bytes = 0;
        plain.probe = false;
        const auto expected = solve(position, plain);
        positive_values += expected.total.lower > 0 ? 1 : 0;
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 16}) {
            for (const bool probe : {false, true}) {
                MateOptions varied = plain;
                varied.hash_bytes = bytes;
                varied.probe = probe;
                REQUIRE(lines(position, solve(position, varied)) == lines(position, expected));
            }
        }
    }
    // Some positions must have a mate. Without a die forced mates are rare, and a slow build tests too few
    // positions to find one.
    const bool has_none = slow_build && P::chance_unit == 1;
    CHECK((has_none || positive_values > positions.size() / 40));
}

template <class P>
P mirror_of(const P& position) {
    return P(superpermutation::mirrored(position.board()), position.turn());
}

/// Checks whether a/b < c/d.
bool less(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) { return a * d < c * b; }

}  // namespace

TEMPLATE_TEST_CASE("mates in two agree with the naive solver in all six modes", "[law]", D8Position,
                   ParentPosition) {
    const auto positions = small_positions<TestType>(7, 25, 1, 4000);
    compare_with_naive(promising(positions, 2, slow_build ? 40 : 200), 2);
}

TEMPLATE_TEST_CASE("mates in three agree with the naive solver in all six modes", "[law]", D8Position,
                   ParentPosition) {
    const auto positions = small_positions<TestType>(4, 9, 1, 2000);
    compare_with_naive(promising(positions, 3, slow_build ? 3 : 12), 3);
}

TEMPLATE_TEST_CASE("mates in one equal those of solve_faces", "[law]", D8Position, ParentPosition) {
    solver::Faces<TestType> faces;
    check_law<TestType>(
        [&](const TestType& position) -> std::string {
            solver::solve_faces(position, faces);
            const auto result = solve(position, options(1));
            for (std::size_t at = 0; at < faces.size(); ++at) {
                if (result.faces[at].best != faces[at].mates) return "best";
                if (result.faces[at].forced == faces[at].mates.empty()) return "forced";
                if (result.faces[at].value.lower != (faces[at].mates.empty() ? 0 : 1)) return "value";
            }
            return {};
        },
        17);
}

TEMPLATE_TEST_CASE("more moves never lower a value; every <= mean <= some; best <= help", "[law]", D8Position,
                   ParentPosition) {
    for (const TestType& position : small_positions<TestType>(6, 30, 11, slow_build ? 30 : 150)) {
        INFO(position.fen());
        MateResult<TestType> last;
        for (int moves = 1; moves <= 3; ++moves) {
            const auto mean = solve(position, options(moves));
            const auto every = solve(position, options(moves, Dice::Every));
            const auto some = solve(position, options(moves, Dice::Some));
            const auto help = solve(position, options(moves, Dice::Mean, Defence::Help));
            REQUIRE_FALSE(less(mean.total.lower, mean.total_unit, last.total.lower, last.total_unit));
            REQUIRE_FALSE(less(mean.total.lower, mean.total_unit, every.total.lower, every.total_unit));
            REQUIRE_FALSE(less(some.total.lower, some.total_unit, mean.total.lower, mean.total_unit));
            REQUIRE_FALSE(less(help.total.lower, help.total_unit, mean.total.lower, mean.total_unit));
            for (std::size_t at = 0; at < mean.faces.size(); ++at) {
                REQUIRE(mean.faces[at].forced == every.faces[at].forced);
                REQUIRE(mean.faces[at].forced == some.faces[at].forced);
                REQUIRE(mean.faces[at].forced == help.faces[at].forced);
            }
            last = mean;
        }
    }
}

TEST_CASE("the mirror turns face r into 9 - r and keeps the total", "[law]") {
    for (const D8Position& position : small_positions<D8Position>(7, 40, 13, slow_build ? 30 : 150)) {
        INFO(position.fen());
        const auto original = solve(position, options(2));
        const auto mirrored = solve(mirror_of(position), options(2));
        REQUIRE(original.total == mirrored.total);
        for (std::size_t at = 0; at < original.faces.size(); ++at) {
            REQUIRE(original.faces[at].value == mirrored.faces[original.faces.size() - 1 - at].value);
        }
    }
}

TEST_CASE("neither threads nor the size of the hash table change a result", "[law]") {
    for (const D8Position& position : small_positions<D8Position>(8, 30, 29, slow_build ? 5 : 25)) {
        INFO(position.fen());
        const auto expected = lines(position, solve(position, options(3)));
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{64}, std::size_t{1} << 24}) {
            for (const bool parallel : {false, true}) {
                MateOptions varied = options(3);
                varied.hash_bytes = bytes;
                varied.parallel = parallel;
                REQUIRE(lines(position, solve(position, varied)) == expected);
            }
        }
    }
}

TEMPLATE_TEST_CASE("neither the hash table nor probing changes a result", "[law]", D8Position,
                   ParentPosition) {
    compare_searches(promising(small_positions<TestType>(7, 25, 3, 1000), 3, slow_build ? 20 : 200));
}

TEST_CASE("a search stopped by a limit keeps the value of fewer moves", "[law]") {
    std::size_t partial_values = 0;
    for (const D8Position& position : small_positions<D8Position>(7, 30, 3, 250)) {
        const auto two = solve(position, options(2));
        for (const std::uint64_t nodes : {two.nodes, two.nodes + 1, 2 * two.nodes}) {
            MateOptions limited = options(4);
            limited.limits.nodes = nodes;
            const auto part = solve(position, limited);
            INFO(position.fen() << " nodes " << nodes);
            REQUIRE((part.complete || part.nodes >= nodes));
            REQUIRE_FALSE(less(part.total.lower, part.total_unit, two.total.lower, two.total_unit));
            for (std::size_t at = 0; at < two.faces.size(); ++at) {
                REQUIRE_FALSE(less(part.faces[at].value.lower, part.face_unit, two.faces[at].value.lower,
                                   two.face_unit));
            }
            partial_values += two.total.lower > 0 && !part.complete ? 1 : 0;
        }
    }
    CHECK(partial_values > 5);
}

TEST_CASE("the bounds of a search stopped by a limit contain the value", "[law]") {
    for (const D8Position& position : small_positions<D8Position>(7, 30, 31, slow_build ? 5 : 25)) {
        const auto whole = solve(position, options(3));
        for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{10}, std::uint64_t{200}}) {
            MateOptions limited = options(3);
            limited.limits.nodes = nodes;
            const auto part = solve(position, limited);
            INFO(position.fen() << " nodes " << nodes);
            REQUIRE(part.total.lower <= whole.total.lower);
            REQUIRE(part.total.upper >= whole.total.lower);
            bool exact = true;
            for (std::size_t at = 0; at < whole.faces.size(); ++at) {
                REQUIRE(part.faces[at].value.lower <= whole.faces[at].value.lower);
                REQUIRE(part.faces[at].value.upper >= whole.faces[at].value.lower);
                exact = exact && part.faces[at].value.exact();
            }
            REQUIRE(part.complete == exact);
        }
    }
}

}  // namespace octomate::laws
