// The hot loops are compiled for several instruction sets; all of them must say the same as those that serve.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "games/superpermutation/kernel.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"

namespace octomate::laws {

namespace {

using superpermutation::Kernel;
using superpermutation::Kernels;
using superpermutation::Move;
using superpermutation::Moves;

template <class P>
const Kernel& of(const Kernels& kernels) {
    return naive_game<P> == naive::Game::d8 ? kernels.d8 : kernels.parent;
}

std::vector<Move> sorted(const Moves& moves) {
    std::vector<Move> sorted(moves.begin(), moves.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

template <class P>
std::string compare(const P& position, const Kernel& kernel) {
    Moves listed, mates;
    kernel.list(position.board(), position.turn(), listed);
    if (sorted(listed) != sorted_moves(position)) return "moves";
    Moves serving;
    position.legal_moves(serving);
    if (!std::equal(listed.begin(), listed.end(), serving.begin(), serving.end()))
        return "the order of the moves, on which random games depend";
    if (static_cast<std::size_t>(kernel.count(position.board(), position.turn())) != listed.size())
        return "count";

    superpermutation::FileCounts files{};
    for (const Move move : listed) ++files[static_cast<std::size_t>(board8::file_of(move.to))];
    if (kernel.count_by_file(position.board(), position.turn()) != files) return "count by file";

    Moves expected;
    for (const Move move : listed) {
        if (position.play(move).status() == Status::Checkmate) expected.push_back(move);
    }
    kernel.mates(position.board(), position.turn(), mates);
    return sorted(mates) == sorted(expected) ? "" : "mates";
}

}  // namespace

TEMPLATE_TEST_CASE("the portable loops agree with those that serve", "[law]", D8Position, ParentPosition) {
    hold<TestType>([](const TestType& position) {
        return compare(position, of<TestType>(superpermutation::portable_kernels));
    });
}

TEMPLATE_TEST_CASE("the loops for BMI2 agree with those that serve", "[law]", D8Position, ParentPosition) {
    const Kernels* bmi2 = superpermutation::bmi2_kernels_if_usable();
    if (!bmi2) {
        WARN("this CPU or this build has no BMI2 loops");
        return;
    }
    hold<TestType>([&](const TestType& position) { return compare(position, of<TestType>(*bmi2)); });
}

}  // namespace octomate::laws
