// Checks puzzles made for a stipulation against plain recursion over all moves.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/themes.hpp"
#include "laws/plain_stipulation.hpp"
#include "make/compose.hpp"
#include "make/judge.hpp"
#include "make/sources.hpp"
#include "make/spec.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::laws {

namespace {

using superpermutation::D8Position;
using superpermutation::ParentPosition;

template <class P>
using PlainLines = std::vector<std::vector<typename P::Move>>;

Stipulation stipulation_of(const std::string& text) { return records::read_stipulation(text).value(); }

template <class P>
PlainLines<P> plain_lines(const P& position, const Stipulation& stipulation) {
    return PlainStipulation<P>(stipulation, solver::Dice::Some, position).lines();
}

/// Returns the stipulation with each smaller number of moves.
std::vector<Stipulation> shorter(Stipulation stipulation) {
    std::vector<Stipulation> all;
    while ((stipulation.half_moves -= 2) > 0) all.push_back(stipulation);
    return all;
}

/// Checks whether a position is sound: it has `solutions` lines, or one first move on every bound face.
template <class P>
bool is_sound(const P& position, const Stipulation& stipulation, std::size_t solutions) {
    if (stipulation.has_lines()) {
        const auto sooner = [&](const Stipulation& less) { return !plain_lines(position, less).empty(); };
        const auto all = shorter(stipulation);
        return plain_lines(position, stipulation).size() == solutions &&
               std::none_of(all.begin(), all.end(), sooner);
    }
    const auto forces = [&](const Stipulation& tested, const auto& roll) {
        return PlainStipulation<P>(tested, solver::Dice::Every, position).face(roll) == 1;
    };
    bool any = false;
    for (const auto& chance : position.rolls()) {
        for (const Stipulation& less : shorter(stipulation)) {
            if (forces(less, chance.roll)) return false;
        }
        if (!forces(stipulation, chance.roll)) continue;
        any = true;
        MoveList<P> moves;
        const bool bound = position.legal_moves(chance.roll, moves) == Freedom::Bound;
        const auto best = PlainStipulation<P>(stipulation, solver::Dice::Every, position).best(chance.roll);
        if (bound && best.size() > 1) return false;
    }
    return any;
}

/// Returns `count` random positions with at most `most_pieces` pieces.
template <class P>
std::vector<P> positions(std::size_t count, int most_pieces) {
    octomate::Random random(3);
    make::RandomArrangements<P> arrangements(P(), {}, {4, most_pieces});
    std::vector<P> all;
    while (all.size() < count) {
        const auto position = arrangements.arrange(random);
        if (position && !position->in_check()) all.push_back(*position);
    }
    return all;
}

template <class P>
void check_judge(const std::string& text, std::size_t solutions, std::size_t count, int most_pieces) {
    INFO(text);
    make::PuzzleFilter wanted;
    wanted.other_stipulation = stipulation_of(text);
    wanted.solutions = solutions;
    make::Judge<P> judge(wanted);
    int found = 0;
    for (const P& position : positions<P>(count, most_pieces)) {
        INFO(position.fen());
        const auto* finding = judge.judge(position);
        REQUIRE((finding != nullptr) == is_sound(position, *wanted.other_stipulation, solutions));
        if (!finding) continue;
        ++found;
        if (wanted.other_stipulation->has_lines())
            REQUIRE(finding->lines == plain_lines(position, *wanted.other_stipulation));
    }
    CHECK(found > 0);
}

}  // namespace

TEMPLATE_TEST_CASE("the judge accepts exactly the sound puzzles of a stipulation", "[law]", D8Position,
                   ParentPosition) {
    constexpr std::size_t count = 2'000;
    check_judge<TestType>("h#1", 1, count, 7);
    check_judge<TestType>("h#1.5", 1, 100, 5);
    check_judge<TestType>("h#1", 2, count, 7);
    check_judge<TestType>("ser-#2", 1, count, 6);
    check_judge<TestType>("ser-h#1", 1, count, 7);
    check_judge<TestType>("=1", 1, 4 * count, 4);
}

TEMPLATE_TEST_CASE("an economical puzzle of a stipulation is sound, and not without any one of its pieces",
                   "[law]", D8Position, ParentPosition) {
    make::PuzzleFilter wanted;
    wanted.other_stipulation = stipulation_of("h#1.5");
    wanted.economical = true;
    wanted.pieces = {3, 8};
    make::Judge<TestType> judge(wanted);
    int found = 0;
    for (const TestType& position : positions<TestType>(400, 6)) {
        const auto* finding = judge.judge(position);
        if (!finding) continue;
        ++found;
        const TestType& left = finding->position;
        INFO(left.fen());
        CHECK(is_sound(left, *wanted.other_stipulation, 1));
        const auto lines = plain_lines(left, *wanted.other_stipulation);
        CHECK(lines == finding->lines);
        reports::for_each_without(left, [&](int, const TestType& rest) {
            if (rest.in_check() == left.in_check())
                CHECK(plain_lines(rest, *wanted.other_stipulation) != lines);
            return true;
        });
    }
    CHECK(found > 0);
}

TEST_CASE("puzzles composed for a stipulation are sound", "[law]") {
    for (const char* text :
         {R"({"stipulation": "h#1.5", "max_men": 5})",
          R"({"stipulation": "h#1.5", "solutions": 2, "max_men": 5})",
          R"({"stipulation": "ser-#2", "themes": ["model-mate"], "max_men": 6})",
          R"({"stipulation": "ser-h#2", "turn": "black", "mates": {"moves": ["Q*"]}, "max_men": 5})",
          R"({"stipulation": "r#1", "max_men": 5})",
          R"({"stipulation": "=1", "faces": {"4": "single"}, "max_men": 5})"}) {
        INFO(text);
        const auto read = make::read_spec(D8Position(), text, {});
        REQUIRE(read);
        make::ComposeOptions options;
        options.search.threads = 2;
        options.search.nodes = read->has_lines() ? 12'000 : 250'000;
        const auto found = make::compose<D8Position>(*read, options, [](auto, auto) {}).found;
        CHECK_FALSE(found.empty());
        for (const auto& composed : found) {
            INFO(composed.position.fen());
            CHECK(is_sound(composed.position, *read->other_stipulation,
                           static_cast<std::size_t>(read->solutions)));
            if (!read->mates) continue;
            for (const auto& mate :
                 make::last_moves(composed.position, *read->other_stipulation,
                                  plain_lines(composed.position, *read->other_stipulation)))
                CHECK(mate.position.notation(mate.move).front() == 'Q');
        }
    }
}

}  // namespace octomate::laws
