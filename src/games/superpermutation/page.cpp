#include "games/superpermutation/games.hpp"

// The module of the page makes no puzzles, takes no moves back, and has no files of tables.
namespace octomate::superpermutation {

const make::Maker* d8_maker() { return nullptr; }
const make::Maker* parent_maker() { return nullptr; }
const tables::Tables* d8_tables() { return nullptr; }
const tables::Tables* parent_tables() { return nullptr; }
const games::Origins* d8_origins() { return nullptr; }
const games::Origins* parent_origins() { return nullptr; }

}  // namespace octomate::superpermutation
