#include "games/game.hpp"

#include <fmt/core.h>

#include <string>

#include "text/words.hpp"

namespace octomate::games {

std::vector<std::string_view> Game::can() const {
    std::vector<std::string_view> commands = {"solve", "moves", "mate",   "analyse",
                                              "perft", "check", "convert"};
    if (maker() && maker()->composes()) commands.push_back("compose");
    if (maker()) commands.insert(commands.end(), {"generate", "merge", "tag", "twins", "improve", "find"});
    if (origins()) commands.insert(commands.end(), {"retract", "proof"});
    if (tables()) commands.push_back("tables");
    commands.insert(commands.end(), {"play", "match", "engine", "replay"});
    if (pictured()) commands.insert(commands.end(), {"render", "book", "sheet", "serve", "export-site"});
    return commands;
}

std::string about_json(const Game& game) {
    const About& about = game.about();
    std::vector<std::string> commands;
    for (const std::string_view command : game.can()) commands.push_back(fmt::format("\"{}\"", command));
    std::vector<std::string> options, titles;
    for (const std::string_view option : about.options) {
        options.push_back(fmt::format("\"{}\"", option));
        titles.push_back(fmt::format("\"{}\"", game.with_option(option)->about().title));
    }
    // Every game that is written down can hand the turn over, and so serves all.
    std::vector<std::string> stipulations;
    for (const char* begin : {"", "h", "s", "r", "ser-", "ser-h"}) {
        for (const char* goal : {"#n", "=n"}) stipulations.push_back(fmt::format("\"{}{}\"", begin, goal));
    }
    return fmt::format(
        "{{\"name\":\"{}\",\"title\":\"{}\",\"board\":{},\"die\":{},\"options\":[{}],\"option_titles\":[{}],"
        "\"can\":[{}],\"stipulations\":[{}]}}",
        about.name, about.title, about.files > 0 ? fmt::format("[{},{}]", about.files, about.ranks) : "null",
        about.die ? std::to_string(about.die->faces) : "null", joined(options, ","), joined(titles, ","),
        joined(commands, ","), joined(stipulations, ","));
}

Faults no_pictures(const About& about) {
    return {{FaultCode::UnknownVariant, "variant", 0, fmt::format("{} has no pictures", about.title)}};
}

Status check_faces(const records::Puzzle& puzzle, const Die* die) {
    if (!die) return {};
    Faults faults;
    if (puzzle.roll.value_or(0) > die->faces)
        add_fault(faults, {FaultCode::BadRoll, "roll", 0,
                           fmt::format("roll is {}, expected a whole number from 1 to {}", *puzzle.roll,
                                       die->faces)});
    if (puzzle.key && !puzzle.key->empty() && puzzle.key->rbegin()->first > die->faces)
        add_fault(faults, {FaultCode::BadKeyFace, "key", 0,
                           fmt::format("key names the face {}, expected 1 to {}, or - where no die is used",
                                       puzzle.key->rbegin()->first, die->faces)});
    return status_of(std::move(faults));
}

}  // namespace octomate::games
