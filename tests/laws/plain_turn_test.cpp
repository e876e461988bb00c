// The rules by which endgame tables are verified against the naive ones.
#include <catch2/catch.hpp>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "games/superpermutation/rules/material.hpp"
#include "laws/corpus.hpp"
#include "laws/random_cell.hpp"
#include "naive/naive.hpp"

namespace octomate::laws {

using superpermutation::Material;

TEST_CASE("the plain moves by which tables are verified are the naive ones", "[law][tables]") {
    Random random(5);
    const auto compare = [&](const auto& position) {
        const naive::Position plain = slow(position);
        const auto turn = plain_turn(position);
        std::multiset<std::pair<std::size_t, std::string>> ours, theirs;
        for (const auto& [roll, after] : turn.moves) ours.emplace(roll, after.fen());
        for (const auto& [face, after] : naive::results(plain)) {
            theirs.emplace(turn.rolls == 1 ? 0 : static_cast<std::size_t>(face - 1), naive::to_fen(after));
        }
        INFO(position.fen());
        CHECK(ours == theirs);
        CHECK(turn.lost == (naive::status(plain) == naive::Status::checkmate));
        CHECK((turn.rolls == 8) == (naive::faces(plain).size() == 8));
    };
    for (const char* name : {"KQKR", "KPKP", "KRBKN", "KPPKQ", "KNKBP", "KQKP", "KPPKP"}) {
        const Material material = Material::named(name).value();
        for (int count = 0; count < (slow_build ? 50 : 400); ++count) {
            compare(random_position(D8Position::Cells(material), random));
            compare(random_position(superpermutation::ParentPosition::Cells(material), random));
        }
    }
}

}  // namespace octomate::laws
