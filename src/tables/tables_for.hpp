#pragma once

#include <filesystem>
#include <optional>

#include "core/tabled.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

/// The endgame tables of a game, for those who have its positions at hand, and no time for texts.
template <Tabled P>
class TablesFor : public Tables {
  public:
    /// What the table of a position says of it; none if there is no table. From any thread. Throws
    /// EnvironmentError if the table is damaged.
    virtual std::optional<Bounds> bounds(const std::filesystem::path& folder, const P& position) const = 0;
};

}  // namespace octomate::tables
