#include "cli/shelves.hpp"

#include <utility>

#include "cli/arguments.hpp"
#include "console/console.hpp"

namespace octomate::cli {

Option add_tables_folder(Arguments& command, std::string& folder) {
    return command.add("--tables", folder, "Where endgame tables are kept (octomate tables says where else)")
        .named("DIR");
}

std::string tables_folder(const std::string& named) {
    try {
        return tables::folder_or_usual(named).string();
    } catch (const EnvironmentError&) {
        return {};
    }
}

tables::Shelf* Shelves::of(const games::Game& game) {
    if (!game.tables()) return nullptr;
    const std::lock_guard lock(mutex_);
    auto& shelf = shelves_[&game];
    if (!shelf) {
        shelf = std::make_unique<tables::Shelf>(*game.tables(), tables::folder_or_usual(folder_), options_);
    }
    return shelf.get();
}

std::shared_ptr<const tables::Odds> Shelves::odds(const games::Game& game, const std::string& fen,
                                                  std::vector<std::string>& notes) {
    try {
        tables::Shelf* const shelf = of(game);
        if (!shelf) return nullptr;
        auto odds = shelf->odds(fen);
        if (odds && *odds) return std::make_shared<const tables::Odds>(*std::move(*odds));
    } catch (const EnvironmentError& error) {
        notes.push_back(std::string("no endgame tables: ") + error.what());
    }
    return nullptr;
}

}  // namespace octomate::cli
