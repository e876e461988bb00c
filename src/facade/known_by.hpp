#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "players/guess.hpp"
#include "tables/tables_for.hpp"

namespace octomate::games {

/// What the endgame tables in a folder say of positions; nothing if there are none.
template <Tabled P>
players::Known<P> known_by(const tables::TablesFor<P>* tables, const std::filesystem::path& folder) {
    if (!tables || folder.empty()) return {};
    int most = 0;  // men of any table, so that few positions are asked for
    std::error_code none;
    for (const auto& entry :
         std::filesystem::directory_iterator(tables->file(folder, "").parent_path(), none)) {
        if (entry.path().extension() != ".table") continue;
        if (const auto material = P::Material::named(entry.path().stem().string()))
            most = std::max(most, material->men());
    }
    if (most == 0) return {};
    return [=](const P& position) -> std::optional<double> {
        if (P::Material::of(position).men() > most) return {};
        const auto bounds = tables->bounds(folder, position);
        if (!bounds) return {};
        // Without chance a win that is near is worth a trifle more: it must come nearer.
        return bounds->plies ? bounds->middle() * (1 - 1e-12 * *bounds->plies) : bounds->middle();
    };
}

}  // namespace octomate::games
