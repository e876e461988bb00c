#include "cli/capable.hpp"

#include <fmt/core.h>

#include "console/console.hpp"

namespace octomate::cli {

namespace {

template <class Capability>
const Capability& demanded(const Capability* capability, const games::Game& game,
                           const std::string& command) {
    if (capability) return *capability;
    throw UsageError("", fmt::format("{} is not for {}; octomate games tells what each game can do", command,
                                     game.about().title));
}

}  // namespace

const make::Maker& maker_of(const games::Game& game, const std::string& command) {
    return demanded(game.maker(), game, command);
}

const make::Maker& composing_maker_of(const games::Game& game, const std::string& command) {
    const make::Maker* maker = game.maker();
    return demanded(maker && maker->composes() ? maker : nullptr, game, command);
}

const games::Origins& origins_of(const games::Game& game, const std::string& command) {
    return demanded(game.origins(), game, command);
}

const tables::Tables& tables_of(const games::Game& game, const std::string& command) {
    return demanded(game.tables(), game, command);
}

const players::Trainer& trainer_of(const games::Game& game, const std::string& command) {
    return demanded(game.trainer(), game, command);
}

const games::Painter& painter_of(const games::Game& game, const std::string& command) {
    return demanded(game.painter(), game, command);
}

}  // namespace octomate::cli
