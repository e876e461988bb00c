#include "games/list.hpp"

#include "console/console.hpp"
#include "games/superpermutation/games.hpp"
#include "text/words.hpp"

namespace octomate::games {

// The only list of games: a line each.
const std::vector<const Game*>& all() {
    static const std::vector<const Game*> games = {
        &superpermutation::d8_game(),
        &superpermutation::parent_game(),
    };
    return games;
}

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const Game* game : all()) names.push_back(game->name());
    return names;
}

std::string default_name() { return all().front()->name(); }

const Game* find(std::string_view name) {
    for (const Game* game : all()) {
        if (game->about().name == name) return game;
    }
    return nullptr;
}

const Game& named(std::string_view name) {
    if (const Game* game = find(name)) return *game;
    throw UsageError("--variant", unknown_variant(name).message);
}

reports::Replay replay(const records::GameScore& game, std::string_view default_variant) {
    const std::string variant = game.variant().value_or(std::string(default_variant));
    if (const Game* rules = find(variant)) return rules->replay(game);
    return reports::refuse(game, "Variant", {unknown_variant(variant)});
}

Fault unknown_variant(std::string_view name) {
    return {FaultCode::UnknownVariant, "variant", 0,
            "\"" + std::string(name) + "\" is no game, expected one of " + joined(names(), ", ")};
}

}  // namespace octomate::games
