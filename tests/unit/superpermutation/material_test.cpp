// Names of material classes of endgames.
#include "games/superpermutation/rules/material.hpp"

#include <catch2/catch.hpp>
#include <string>

namespace octomate::superpermutation {

TEST_CASE("a material class has a king on each side, and a limited number of pieces", "[rules][tables]") {
    CHECK(Material::named("KQKR").value().name() == "KQKR");
    CHECK(Material::named("KKQ").value().name() == "KQK");
    const std::string kings = "each side begins with its one king, such as KQKR";
    for (const std::string text : {"", "K", "Q", "QKK", "KKK", "KQ", "KQKQK", "KQKKQ"}) {
        INFO(text);
        CHECK(Material::named(text).error() == "\"" + text + "\" is not a material: " + kings);
    }
    CHECK(Material::named("KQQKRR").has_value());
    CHECK(Material::named("KQQKRRR").error() == "\"KQQKRRR\" is not a material: more than 6 men");
    CHECK(Material::named("KQKX").error() ==
          "\"KQKX\" is not a material: expected letters of KQRBNP, such as KQKR, not 'X'");
}

}  // namespace octomate::superpermutation
