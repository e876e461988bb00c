// A game need not do everything: a command that it cannot serve says so in a sentence.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/shared.hpp"
#include "console/console.hpp"
#include "games/list.hpp"
#include "players/session.hpp"

namespace octomate::cli {
namespace {

/// A game that has rules and nothing else: no painter, no commands.
class Bare : public games::Game {
  public:
    Bare() : Game({"bare", "Bare Chess", 4, 5, nullptr}, nullptr, {}) {}

    std::string start() const override { return "start"; }
    Expected<Read<std::string>, Faults> normalise(std::string_view fen) const override {
        return Read<std::string>{std::string(fen), {}};
    }
    bool take_best_moves(records::Puzzle&, const reports::Patience&,
                         std::vector<std::string>&) const override {
        return true;
    }
    Expected<std::string, Faults> read_move(const records::Puzzle&, std::string_view) const override {
        return std::string();
    }
    Status solve(const records::Puzzle&, const reports::SolveOptions&, reports::SolveReport&) const override {
        return {};
    }
    Status moves(const records::Puzzle&, const reports::MovesRequest&, reports::MovesReport&) const override {
        return {};
    }
    reports::Replay replay(const records::GameScore&, const reports::Patience&) const override { return {}; }
    std::unique_ptr<players::Session> session() const override { return nullptr; }

  private:
    Status plain_mate(const records::Puzzle&, const reports::MateRequest&,
                      reports::MateReport&) const override {
        return {};
    }
};

template <class Use>
std::string refusal(const Use& use) {
    try {
        use();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "served";
}

TEST_CASE("a game that lacks what a command needs says so", "[games]") {
    const Bare bare;
    CHECK(refusal([&] { maker_of(bare, "generate"); }) ==
          "generate is not available for Bare Chess; octomate games lists what each game can do");
    CHECK(refusal([&] { painter_of(bare, "render"); }) ==
          "render is not available for Bare Chess; octomate games lists what each game can do");
    CHECK(refusal([&] { origins_of(bare, "retract"); }) ==
          "retract is not available for Bare Chess; octomate games lists what each game can do");
    CHECK(refusal([&] { maker_of(games::named("superpermutation"), "generate"); }) == "served");
}

TEST_CASE("a game's record tells what it can do", "[games]") {
    CHECK(
        games::about_json(Bare()) ==
        R"({"name":"bare","title":"Bare Chess","board":[4,5],"die":null,"options":[],"option_titles":[],)"
        R"("can":["solve","moves","mate","analyse","perft","check","convert","play","match","engine","replay"],)"
        R"("stipulations":["#n","=n","h#n","h=n","s#n","s=n","r#n","r=n",)"
        R"("ser-#n","ser-=n","ser-h#n","ser-h=n"]})");
}

}  // namespace
}  // namespace octomate::cli
