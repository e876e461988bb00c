#include "tables/table.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/random.hpp"

namespace octomate::tables {

namespace {

/// A folder that goes with the object.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / "octomate-table-test";
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
};

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

std::string refusal(const std::filesystem::path& file) {
    const auto table = Table::open(file, "game", "KQK");
    return table ? "" : table.error();
}

constexpr std::size_t positions = 10'000;

/// Values of positions among three times as many cells.
Values write_some(const std::filesystem::path& file) {
    Random random(1);
    Values values;
    for (std::size_t at = 0; at < positions; ++at) {
        values.lower.push_back(static_cast<std::int64_t>(random.next() >> 16) - (std::int64_t{1} << 47));
        values.upper.push_back(values.lower.back() + random.below(1000));
    }
    values.lower[0] = -(std::int64_t{1} << 48);
    values.lower[1] = values.upper[1] = std::int64_t{1} << 48;
    const auto cells = DenseCells::of(3 * positions, [](std::uint64_t cell) { return cell % 3 == 1; });
    TableHead head;
    head.game = "game";
    head.material = "KQK";
    head.cells = 3 * positions;
    Table::write(file, head, cells, values, 7000);
    return values;
}

}  // namespace

TEST_CASE("a table tells what was written", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    const Values values = write_some(file);
    const auto table = Table::open(file, "game", "KQK");
    REQUIRE(table);
    CHECK((*table)->head().positions == positions);
    CHECK((*table)->positions().number(3 * 4711 + 1) == 4711);
    const auto all = (*table)->values();
    REQUIRE(all);
    CHECK(all->lower == values.lower);
    CHECK(all->upper == values.upper);
    const auto one = (*table)->at(1);
    REQUIRE(one);
    CHECK(one->lower == 1);
}

TEST_CASE("a file that is no such table is told from one that is", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    write_some(file);
    const std::string good = bytes_of(file);
    CHECK(refusal(folder.path / "missing").ends_with("No such file or directory"));
    put(file, "");
    CHECK(refusal(file).find("empty") != std::string::npos);
    put(file, "QK" + good);
    CHECK(refusal(file).find("does not begin with OCTOTAB1") != std::string::npos);
    put(file, good.substr(0, good.size() - 1));
    CHECK(refusal(file).find("cut short") != std::string::npos);
    put(file, good + "x");
    CHECK(refusal(file).find("behind its end") != std::string::npos);
    put(file, good.substr(0, 20));
    CHECK(refusal(file).find("cut short") != std::string::npos);
    put(file, good);
    CHECK(refusal(file).empty());
    const auto other = Table::open(file, "game", "KRK");
    REQUIRE_FALSE(other);
    CHECK(other.error().find("a table of KQK in game, expected KRK in game") != std::string::npos);
}

TEST_CASE("a table that is damaged anywhere never gives a wrong value", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    const Values values = write_some(file);
    const std::string good = bytes_of(file);
    Random random(2);
    for (int round = 0; round < 300; ++round) {
        std::string bad = good;
        // As often in front, where the directory is, as anywhere.
        const auto at =
            static_cast<std::size_t>(random.below(static_cast<int>(round % 2 == 0 ? 600 : good.size())));
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        put(file, bad);
        INFO("byte " << at);
        const auto table = Table::open(file, "game", "KQK");
        if (!table) continue;
        const auto all = (*table)->values();
        if (!all) continue;
        CHECK(all->lower == values.lower);
        CHECK(all->upper == values.upper);
    }
}

}  // namespace octomate::tables
