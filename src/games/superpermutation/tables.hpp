#pragma once

namespace octomate::tables {
class Tables;
}

namespace octomate::superpermutation {

/// The endgame tables of the game with the die, and of the one without; null in a program that has none.
const tables::Tables* d8_tables();
const tables::Tables* parent_tables();

}  // namespace octomate::superpermutation
