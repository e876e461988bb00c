#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "console/console.hpp"
#include "games/game_of.hpp"
#include "tables/tables.hpp"

namespace octomate::games {

// Declared and documented in game_of.hpp.
template <class P>
players::ExactValues<P> table_values(const tables::Tables& any, const std::string& folder) {
    const auto& tables = static_cast<const tables::TablesFor<P>&>(any);
    const auto names = tables.names_in(folder);
    if (!names) {
        print_message_once(names.error() + "; players do without endgame tables\n");
        return {};
    }
    int most_pieces = 0;  // of the largest material with a table; larger positions are not looked up
    for (const std::string& name : *names) {
        if (const auto material = P::Material::named(name))
            most_pieces = std::max(most_pieces, material->pieces());
    }
    if (most_pieces == 0) return {};
    return [&tables, most_pieces,
            folder = std::filesystem::path(folder)](const P& position) -> std::optional<double> {
        if (P::Material::of(position).pieces() > most_pieces) return {};
        const auto bounds = tables.bounds(folder, position);
        if (!bounds) return {};
        // In a game without chance, prefer shorter wins slightly, so that players make progress.
        return bounds->plies ? bounds->middle() * (1 - 1e-12 * *bounds->plies) : bounds->middle();
    };
}

}  // namespace octomate::games
