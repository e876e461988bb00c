#include "core/fault.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

using namespace octomate;

TEST_CASE("every fault code has its own name and a file of bad input") {
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(OCTOMATE_ROOT "/tests/bad")) {
        files.insert(entry.path().stem().string());
    }
    const std::set<std::string> names(fault_names.begin(), fault_names.end());
    REQUIRE(names.size() == fault_names.size());
    REQUIRE(files == names);
}

TEST_CASE("no faults are success, any are a failure") {
    CHECK(status_of({}));
    const Status failed = status_of({{FaultCode::BadRoll, "roll", 0, "roll is 9"}});
    REQUIRE_FALSE(failed);
    CHECK(failed.error().front().message == "roll is 9");
}
