// An option of a question is declared once, and available in all front ends.

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>

#include "api/api.hpp"
#include "cli/arguments.hpp"
#include "cli/shared.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "questions/question.hpp"

namespace octomate::questions {

namespace {

/// A question that answers with the value of its only option.
class Toy : public Question {
  public:
    Toy() { options.whole("eggs", eggs_, 1, 12, "How many eggs").in_python("some_eggs"); }
    Status run(QuestionInput& input) const override {
        input.output.data += std::to_string(eggs_) + '\n';
        return {};
    }

  private:
    int eggs_ = 6;
};

api::Answer ask(const std::string& fields) {
    CommonOptions common;
    common.variant = games::default_name();
    common.threads = 1;
    common.quiet = true;
    return api::Api(common, {})
        .answer({.name = "toy", .question = make<Toy>}, R"({"fen":"7k/8/5K2/8/8/8/6Q1/8 w")" + fields + "}");
}

}  // namespace

TEST_CASE("an option added to a question is an option of its command") {
    cli::CommandLine line({"octomate"}, 1);
    cli::Arguments command = line.add("moves");
    cli::declare_position_question(command, make<Toy>());
    bool found = false;
    const auto commands = line.commands();
    for (const cli::OptionHelp& option : commands.front().options)
        found = found || (option.names == "--eggs" && option.value == "N" && option.text == "How many eggs");
    CHECK(found);
    CHECK_THROWS_WITH(line.read({"moves", "FEN", "--eggs", "13"}),
                      "\"13\" is not a whole number from 1 to 12");
    line.read({"moves", "FEN", "--eggs", "12"});
}

TEST_CASE("an option added to a question can be set over HTTP and in a browser") {
    CHECK(ask("").body == "6\n");
    CHECK(ask(R"(,"eggs":12)").body == "12\n");
    const api::Answer wrong = ask(R"(,"eggs":"many")");
    CHECK(wrong.status == 400);
    CHECK(records::parsed(wrong.body)["error"]["message"] ==
          "eggs is \"many\", expected a whole number from 1 to 12");
}

TEST_CASE("an option added to a question carries what describes it to Python and JavaScript") {
    const Toy toy;
    const questions::Option& eggs = toy.options.all().front();
    CHECK(eggs.name == "eggs");
    CHECK(eggs.kind == questions::Option::Kind::Whole);
    CHECK(eggs.python == "some_eggs");
    CHECK(eggs.default_value == 6);
    CHECK(eggs.scope == questions::Scope::Everyone);
    CHECK(std::pair(eggs.least, eggs.most) == std::pair<std::uint64_t, std::uint64_t>(1, 12));
    CHECK(eggs.help == "How many eggs");
}

}  // namespace octomate::questions
