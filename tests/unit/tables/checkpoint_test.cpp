#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "console/files.hpp"
#include "core/random.hpp"
#include "tables/sweeps.hpp"
#include "unit/tables/graph.hpp"

namespace octomate::tables {

TEST_CASE("a checkpoint belongs to one computation, and a damaged one is an error", "[tables]") {
    const CheckpointFile file;
    Checkpoint checkpoint(file.path);
    checkpoint.set_computation("ring");
    CHECK(checkpoint.read().stage.empty());
    checkpoint.write({"values", 0, 2, 7, {}, std::vector<double>(4096, 0)});
    CHECK(checkpoint.read().stage == "values");
    Checkpoint another(file.path);
    another.set_computation("another work");
    CHECK(another.read().stage.empty());
    {
        std::fstream spoil(file.path, std::ios::in | std::ios::out | std::ios::binary);
        spoil.seekp(40);
        spoil.put('x');
    }
    CHECK_THROWS_AS(checkpoint.read(), EnvironmentError);
    checkpoint.remove();
    CHECK(checkpoint.read().stage.empty());
}

TEST_CASE("only one run can lock a checkpoint, and a file without content is removed", "[tables]") {
    const CheckpointFile file;
    for (const bool written : {false, true}) {
        {
            Checkpoint checkpoint(file.path), other(file.path);
            REQUIRE(checkpoint.lock());
            CHECK_FALSE(other.lock());
            CHECK(checkpoint.read().stage.empty());
            if (written) checkpoint.write({"values", 0, 2, 7, {}, {}});
            CHECK_FALSE(other.lock());
        }
        CHECK(std::filesystem::exists(file.path) == written);
        CHECK(Checkpoint(file.path).lock());
    }
    CHECK(Checkpoint(file.path).read().stage == "values");
}

TEST_CASE("impossible contents of a checkpoint are reported, even with a valid checksum", "[tables]") {
    const CheckpointFile file;
    Checkpoint checkpoint(file.path);
    const auto stage_or_error = [&](const std::string& content, std::uint64_t sum) {
        Packer packer;
        packer.append(sum);
        std::ofstream(file.path, std::ios::binary) << content << packer.release();
        try {
            return checkpoint.read().stage;
        } catch (const EnvironmentError& error) {
            return std::string(error.what());
        }
    };
    const auto stage_or_error_of = [&](const std::string& content) {
        return stage_or_error(content, checksum_of(content));
    };
    checkpoint.write({"values", 1, 2, 7, {}, {0.5}});
    std::ifstream in(file.path, std::ios::binary);
    std::string good{std::istreambuf_iterator<char>(in), {}};
    good.resize(good.size() - sizeof(std::uint64_t));
    CHECK(stage_or_error_of(good) == "values");
    CHECK_THAT(stage_or_error(good, checksum_of(good) + 1), Catch::Contains(": damaged; "));
    CHECK_THAT(stage_or_error_of(""), Catch::Contains(": damaged; "));
    CHECK_THAT(stage_or_error_of("OCTOPART2" + good.substr(9)), Catch::Contains(": damaged; "));
    for (const std::size_t size : {9U, 20U, 40U}) {
        CAPTURE(size);
        CHECK_THAT(stage_or_error_of(good.substr(0, size)), Catch::Contains(": the data end early; "));
    }
    std::filesystem::resize_file(file.path, 3);
    CHECK_THROWS_WITH(checkpoint.read(), Catch::Contains(": damaged; remove it to begin anew"));
}

}  // namespace octomate::tables
