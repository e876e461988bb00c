#include "cli/shelves.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "console/console.hpp"
#include "games/list.hpp"

namespace octomate::cli {

namespace {

tables::MakeOptions until_interrupted() {
    tables::MakeOptions options;
    options.stop = [] { return interrupted.load(); };
    return options;
}

/// A message with its file names relative to the folder of a shelf.
std::string without(const tables::Shelf* shelf, std::string what) {
    std::string folder = shelf ? shelf->folder().string() : std::string();
    while (folder.ends_with('/')) folder.pop_back();
    if (folder.empty()) return what;
    for (std::size_t at = what.find(folder); at != std::string::npos; at = what.find(folder, at)) {
        const bool goes_on = what.compare(at + folder.size(), 1, "/") == 0;
        what.replace(at, folder.size() + (goes_on ? 1 : 0), goes_on ? "" : "their folder");
    }
    return what;
}

/// The endgame tables of all games in a folder.
std::vector<std::string> table_files(const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& game : games::all()) {
        if (!game->tables()) continue;
        const auto names = game->tables()->names_in(folder);
        if (!names) continue;  // an error is reported when a table is needed
        for (const std::string& name : *names) files.push_back(game->tables()->file(folder, name).string());
    }
    return files;
}

}  // namespace

Option add_tables_folder(Arguments& command, std::string& folder, const std::string& help) {
    command.reads([&folder] { return table_files(tables_folder(folder)); });
    return command.add("--tables,--dir DIR", folder, help);
}

std::vector<std::string> materials_named(const std::vector<std::string>& words,
                                         const tables::Tables& tables) {
    std::vector<std::string> materials;
    for (const std::string& word : words) {
        auto material = tables.material(word);
        if (!material) throw UsageError("", material.error());
        materials.push_back(*std::move(material));
    }
    return materials;
}

std::string tables_folder(const std::string& named) {
    try {
        return tables::folder_or_usual(named).string();
    } catch (const EnvironmentError&) {
        return {};
    }
}

tables::MakeOptions MakingTables::options() {
    tables::MakeOptions options;
    options.stop = [this] {
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begun_;
        return interrupted || (limit_ > 0 && gone.count() > limit_);
    };
    options.report = [this](const std::string& material, const std::string& stage, double left) {
        const std::lock_guard lock(mutex_);
        ++sweeps_;
        detail_ = stage == "positions" ? fmt::format("{}: examining moves", material)
                                       : fmt::format("{}: {}, {:.1e} left", material, stage, left);
    };
    return options;
}

HowFar MakingTables::how_far() {
    const std::lock_guard lock(mutex_);
    return HowFar{sweeps_, {}, {}, detail_};
}

Shelves::Shelves(std::string folder) : folder_(std::move(folder)), options_(until_interrupted()) {}

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
    tables::Shelf* shelf = nullptr;
    try {
        shelf = of(game);
        if (!shelf) return nullptr;
        auto odds = shelf->odds(fen);
        if (odds && *odds) return std::make_shared<const tables::Odds>(*std::move(*odds));
    } catch (const EnvironmentError& error) {
        talk_once(error.what() + std::string(1, '\n'));
        std::string note = "no endgame tables: " + without(shelf, error.what());
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
    }
    return nullptr;
}

}  // namespace octomate::cli
