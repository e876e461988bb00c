#include "core/fault.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

using namespace octomate;

TEST_CASE("every code has a name of its own and a file of bad input") {
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(OCTOMATE_ROOT "/tests/bad")) {
        files.insert(entry.path().stem().string());
    }
    const std::set<std::string> names(fault_names.begin(), fault_names.end());
    REQUIRE(names.size() == fault_names.size());
    REQUIRE(files == names);
}
