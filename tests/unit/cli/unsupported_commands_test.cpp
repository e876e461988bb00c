// Commands that a game does not support are rejected with a message.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/shared.hpp"
#include "console/console.hpp"
#include "games/game_of.hpp"
#include "games/list.hpp"
#include "toy/heap.hpp"

namespace octomate::cli {
namespace {

/// Returns a game that has only rules: no board, no pictures, and no makers of puzzles.
games::GameOf<toy::Heap<false>> bare_game() {
    return {{"bare", "Bare Chess", 4, 5, nullptr}, toy::Heap<false>(12, Color::White)};
}

template <class Use>
std::string refusal(const Use& use) {
    try {
        use();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "served";
}

TEST_CASE("a command that a game does not support is rejected", "[games]") {
    const auto bare = bare_game();
    CHECK(refusal([&] { maker_of(bare, "generate"); }) ==
          "generate is not available for Bare Chess; octomate games lists what each game can do");
    CHECK(refusal([&] { require_pictures(bare, "render"); }) ==
          "render is not available for Bare Chess; octomate games lists what each game can do");
    CHECK(refusal([&] { maker_of(games::named("superpermutation"), "generate"); }) == "served");
}

TEST_CASE("the record of a game lists the commands it supports", "[games]") {
    CHECK(
        games::about_json(bare_game()) ==
        R"({"name":"bare","title":"Bare Chess","board":[4,5],"die":null,"options":[],"option_titles":[],)"
        R"("can":["solve","moves","mate","analyse","perft","check","convert","play","match","engine","replay"],)"
        R"("stipulations":["#n","=n","h#n","h=n","s#n","s=n","r#n","r=n",)"
        R"("ser-#n","ser-=n","ser-h#n","ser-h=n"]})");
}

}  // namespace
}  // namespace octomate::cli
