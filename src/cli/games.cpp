#include <fmt/core.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "games/list.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

std::string text(const games::Game& game) {
    const games::About& about = game.about();
    std::vector<std::string> commands;
    for (const std::string_view command : game.can()) commands.emplace_back(command);
    std::string options;
    if (!about.options.empty()) {
        const std::vector<std::string> words(about.options.begin(), about.options.end());
        options = fmt::format("  options: {}; the first is the default, others are written {}:{}\n",
                              joined(words, ", "), about.name, words.back());
    }
    return fmt::format("{}\n  {}, {}, {}\n{}  {}\n", about.name, about.title,
                       about.files > 0 ? fmt::format("{}x{} squares", about.files, about.ranks) : "no board",
                       about.die ? fmt::format("a die with {} faces", about.die->faces) : "no die", options,
                       joined(commands, ", "));
}

}  // namespace

void add_games(CommandLine& line) {
    Arguments command = line.add("games");
    command.hide({"--ascii", "--threads", "--variant", "--progress"});
    command.run([](const CommonOptions& common) {
        for (const games::Game* game : games::all())
            print(common.format == Format::Text ? text(*game) : games::about_json(*game) + '\n');
        return Success;
    });
}

}  // namespace octomate::cli
