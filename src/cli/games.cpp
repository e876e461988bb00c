#include <fmt/core.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "games/list.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

constexpr const char* games_examples =
    "  octomate games                       the games and what each can do\n"
    "  octomate games --format jsonl        the same for scripts\n"
    "  octomate solve --variant superpermutation FILE\n"
    "  octomate moves --variant complete-permutation:leap FEN    an option of its rules\n\n"
    "A command that a game cannot serve says so. A record's own \"variant\" wins over --variant.";

std::string text(const games::Game& game) {
    const games::About& about = game.about();
    std::vector<std::string> commands;
    for (const std::string_view command : game.can()) commands.emplace_back(command);
    std::string options;
    if (!about.options.empty()) {
        const std::vector<std::string> words(about.options.begin(), about.options.end());
        options = fmt::format("  options: {}; the first is meant, the others are written {}:{}\n",
                              joined(words, ", "), about.name, words.back());
    }
    return fmt::format("{}\n  {}, {}, {}\n{}  {}\n", about.name, about.title,
                       about.files > 0 ? fmt::format("{}x{} squares", about.files, about.ranks) : "no board",
                       about.die ? fmt::format("a die of {} faces", about.die->faces) : "no die", options,
                       joined(commands, ", "));
}

}  // namespace

void add_games(CommandLine& line) {
    Arguments command = line.add("games", "The games, and what can be done with each", games_examples);
    command.hide({"--ascii", "--threads", "--variant", "--progress"});
    command.run([](const CommonOptions& common) {
        for (const games::Game* game : games::all())
            print(common.format == Format::Text ? text(*game) : games::about_json(*game) + '\n');
        return Success;
    });
}

}  // namespace octomate::cli
