#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/shared.hpp"
#include "console/console.hpp"
#include "games/list.hpp"

namespace octomate::cli {

namespace {

constexpr const char* queen_and_king = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1";

/// A temporary folder for tables, removed by the destructor.
class Folder {
  public:
    explicit Folder(const std::string& name) : path_(std::filesystem::temp_directory_path() / name) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(table().parent_path());
    }
    ~Folder() { std::filesystem::remove_all(path_); }

    std::string name() const { return path_.string(); }
    std::filesystem::path table() const { return game().tables()->file(path_, "KQK"); }
    static const games::Game& game() { return games::named(games::default_name()); }

  private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("a note on a damaged table does not reveal its folder") {
    const Folder folder("octomate_damaged_tables");
    std::ofstream(folder.table()) << "no table";
    for (const std::string& name : {folder.name(), folder.name() + "//"}) {
        GameTables game_tables(name);
        std::vector<std::string> notes;
        for (int times = 0; times < 3; ++times)
            CHECK(!game_tables.odds(Folder::game(), queen_and_king, notes));
        REQUIRE(notes.size() == 1);
        CHECK(notes[0].find("KQK.table: no table") != std::string::npos);
        CHECK(notes[0].find(std::filesystem::temp_directory_path().string()) == std::string::npos);
    }
}

TEST_CASE("an interrupted program makes no table") {
    const Folder folder("octomate_interrupted_tables");
    interrupted = true;
    std::vector<std::string> notes;
    CHECK(!GameTables(folder.name()).odds(Folder::game(), queen_and_king, notes));
    interrupted = false;
    CHECK(!std::filesystem::exists(folder.table()));
}

}  // namespace octomate::cli
