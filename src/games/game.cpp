#include "games/game.hpp"

#include <fmt/core.h>

#include <string>

#include "games/fields.hpp"

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

std::string about_json(const Game& game) { return records::to_json(game); }

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
