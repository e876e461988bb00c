#include <fmt/core.h>

#include <algorithm>

#include "console/console.hpp"
#include "core/types.hpp"
#include "games/list.hpp"
#include "players/session.hpp"
#include "text/text.hpp"

namespace octomate::games {

const std::vector<const Game*>& all() {
    static const std::vector<std::shared_ptr<const Game>> owned_games = games_of_program();
    static const std::vector<const Game*> games = [] {
        std::vector<const Game*> pointers;
        for (const auto& game : owned_games) pointers.push_back(game.get());
        return pointers;
    }();
    return games;
}

int most_faces() {
    int most = 0;
    for (const Game* game : all()) {
        if (const Die* die = game->about().die) most = std::max(most, die->faces);
    }
    return most;
}

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const Game* game : all()) names.push_back(game->name());
    return names;
}

const std::string& default_name() {
    static const std::string name = all().front()->name();
    return name;
}

const Game* find(std::string_view name) {
    for (const Game* game : all()) {
        const std::string_view game_name = game->about().name;
        if (!same_name(name.substr(0, game_name.size()), game_name)) continue;
        if (name.size() == game_name.size()) return game;
        if (name[game_name.size()] == ':') return game->with_option(name.substr(game_name.size() + 1));
    }
    return nullptr;
}

records::Variants variants(std::string_view fallback) {
    return {fallback,
            [](std::string_view name) {
                const Game* const game = find(name);
                return game ? game->about().die : nullptr;
            },
            [](std::string_view name) -> std::string_view {
                const Game* const game = find(name);
                const draw::Rules* const rules = game ? game->rules() : nullptr;
                return rules ? std::string_view(rules->note) : std::string_view();
            }};
}

std::unique_ptr<players::Session> session_of(const std::string& name, const std::string& tables) {
    const Game* const game = find(name);
    return game ? game->session(tables) : nullptr;
}

const Game& named(std::string_view name) {
    if (const Game* game = find(name)) return *game;
    throw UsageError("--variant", unknown_variant(name).message);
}

reports::Replay replay(const records::GameScore& game, std::string_view default_variant,
                       const reports::ReportLimits& report_limits) {
    const std::string variant = game.variant().value_or(std::string(default_variant));
    if (const Game* rules = find(variant)) return rules->replay(game, report_limits);
    return reports::refuse(game, "Variant", {unknown_variant(variant)});
}

Fault unknown_variant(std::string_view name) {
    const std::size_t colon = name.find(':');
    if (const Game* game = colon == std::string_view::npos ? nullptr : find(name.substr(0, colon))) {
        const auto& options = game->about().options;
        const std::vector<std::string> words(options.begin(), options.end());
        return {FaultCode::UnknownVariant, "variant", 0,
                fmt::format("{} is not an option of {}, expected {}", quote(name.substr(colon + 1)),
                            game->name(), words.empty() ? "none" : enumerate(words, " or "))};
    }
    return {FaultCode::UnknownVariant, "variant", 0,
            "\"" + std::string(name) + "\" is not a game, expected one of " + joined(names(), ", ")};
}

}  // namespace octomate::games
