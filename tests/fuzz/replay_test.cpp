// Runs the fuzz targets on the corpus of texts and on seeds from files of the project.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/target.hpp"

namespace octomate::fuzz {

namespace {

/// Returns the law that `text` breaks, or an empty string.
std::string broken_law(const Target& target, std::string_view text) {
    try {
        target.check(text);
        return {};
    } catch (const std::exception& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("the laws hold of all texts that are kept for the fuzzer", "[fuzz]") {
    constexpr std::size_t most_lines = 4;  // seeds per file of the project, to save time
    for (const Target& target : targets()) {
        const std::string name(target.name);
        for (const std::string& seed : seeds_of(target, OCTOMATE_ROOT, most_lines)) {
            INFO(name << ": " << seed);
            CHECK(broken_law(target, seed) == "");
        }
        const std::filesystem::path folder = std::string(OCTOMATE_ROOT) + "/tests/fuzz/corpus/" + name;
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        CHECK(files.size() >= 2);
        for (const auto& file : files) {
            std::ifstream in(file, std::ios::binary);
            const std::string text((std::istreambuf_iterator<char>(in)), {});
            INFO(file.string());
            CHECK(broken_law(target, text) == "");
        }
    }
}

}  // namespace octomate::fuzz
