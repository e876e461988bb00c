#pragma once

namespace octomate::tables {
class Tables;
}

namespace octomate::superpermutation {

/// The endgame tables of the game with the die; null in a program that has none.
const tables::Tables* d8_tables();

}  // namespace octomate::superpermutation
