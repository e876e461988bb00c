#include <sys/stat.h>
#include <zstd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "console/console.hpp"
#include "core/random.hpp"
#include "games/list.hpp"
#include "tables/sweeps.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

namespace {

/// A temporary folder with a subfolder for tables of the usual game, removed by the destructor.
struct Folder {
    std::filesystem::path path;
    explicit Folder(const std::string& name = "octomate-table-test")
        : path(std::filesystem::temp_directory_path() / name) {
        std::filesystem::create_directories(of("KQK").parent_path());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::filesystem::path of(const std::string& material) const {
        return games::named(games::default_name()).tables()->file(path, material);
    }
};

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

constexpr std::size_t positions = 10'000;

std::string refusal(const std::filesystem::path& file) {
    const auto table = Table::open(file, "game", "KQK", 3 * positions);
    return table ? "" : table.error();
}

/// Writes a table of random values of positions that fill a third of the cells, and returns the values.
Values write_random_values(const std::filesystem::path& file) {
    Random random(1);
    Values values;
    for (std::size_t at = 0; at < positions; ++at) {
        values.lower.push_back(static_cast<std::int64_t>(random.next() >> 16) - (std::int64_t{1} << 47));
        values.upper.push_back(values.lower.back() + random.below(1000));
    }
    values.lower[0] = -(std::int64_t{1} << 48);
    values.lower[1] = values.upper[1] = std::int64_t{1} << 48;
    const auto cells =
        DenseCells::from_predicate(3 * positions, [](std::uint64_t cell) { return cell % 3 == 1; });
    TableHead head;
    head.game = "game";
    head.material = "KQK";
    head.cells = 3 * positions;
    Table::write(file, head, cells, values, 7000);
    return values;
}

}  // namespace

TEST_CASE("a table returns the values that were written", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    const Values values = write_random_values(file);
    const auto table = Table::open(file, "game", "KQK", 3 * positions);
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

TEST_CASE("a table counts the positions won and lost by the side to move", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    Values values;
    const std::int64_t one = std::int64_t{1} << values.bits;
    values.lower = {one, one, -one, 0, one, -one, -one, -one};
    values.upper = {one, one, -one, 0, one, -one, -one, -one};
    TableHead head;
    head.cells = 8;
    for (const std::size_t first_block : {0U, 3U, 8U}) {
        CAPTURE(first_block);
        Table::write(file, head, DenseCells({0xff}), values, first_block);
        const auto table = Table::open(file, "", "", 8);
        REQUIRE(table);
        const TableHead& probe_error = (*table)->head();
        CHECK(probe_error.won_strong == (first_block == 0 ? 0U : first_block == 3 ? 2U : 3U));
        CHECK(probe_error.lost_strong == (first_block == 0 ? 0U : first_block == 3 ? 1U : 4U));
        CHECK(probe_error.won_strong + probe_error.won_weak == 3);
        CHECK(probe_error.lost_strong + probe_error.lost_weak == 4);
        CHECK(probe_error.mean_strong == Approx(first_block == 0   ? 0
                                                : first_block == 3 ? 1 / 3.0
                                                                   : -1 / 8.0));
        CHECK(probe_error.mean_weak == Approx(first_block == 8 ? 0 : first_block == 3 ? -2 / 5.0 : -1 / 8.0));
    }
}

TEST_CASE("cells are numbered without gaps, and can be iterated between any two numbers", "[tables]") {
    const auto cells = DenseCells::from_predicate(200, [](std::uint64_t cell) { return cell % 3 == 1; });
    REQUIRE(cells.size() == 67);
    CHECK(cells.contains(199));
    CHECK_FALSE(cells.contains(198));
    CHECK_FALSE(cells.contains(256));
    CHECK_FALSE(cells.contains(std::numeric_limits<std::uint64_t>::max()));
    for (const auto& [begin, end] : {std::pair(0, 67), {0, 0}, {5, 5}, {9, 4}, {20, 45}, {66, 67}}) {
        int next = begin;
        cells.for_each(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                       [&](std::uint64_t cell) {
                           CHECK(cell == static_cast<std::uint64_t>(3 * next + 1));
                           CHECK(cells.number(cell) == static_cast<std::size_t>(next));
                           ++next;
                       });
        CHECK(next == std::max(begin, end));
    }
}

TEST_CASE("a file that is not a table, or another table, is rejected", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    write_random_values(file);
    const std::string good = bytes_of(file);
    CHECK(refusal(folder.path / "missing").ends_with("No such file or directory"));
    put(file, "");
    CHECK(refusal(file).find("does not begin with OCTOTAB1") != std::string::npos);
    put(file, "QK" + good);
    CHECK(refusal(file).find("does not begin with OCTOTAB1") != std::string::npos);
    put(file, good.substr(0, good.size() - 1));
    CHECK(refusal(file).find("cut short") != std::string::npos);
    put(file, good + "x");
    CHECK(refusal(file).find("after its end") != std::string::npos);
    put(file, good.substr(0, 20));
    CHECK(refusal(file).find("cut short") != std::string::npos);
    put(file, good);
    CHECK(refusal(file).empty());
    const auto other = Table::open(file, "game", "KRK", 3 * positions);
    REQUIRE_FALSE(other);
    CHECK(other.error().find("a table of KQK in game, expected KRK in game") != std::string::npos);
    // A regular file that cannot be read at its beginning.
    CHECK(refusal("/proc/self/mem").find("does not begin with OCTOTAB1") != std::string::npos);
}

TEST_CASE("an index with a bit after the last cell is refused", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    TableHead head;
    head.cells = 70;
    Values values;
    values.lower = values.upper = {0, 0};
    for (const std::uint64_t bit : {5U, 6U}) {
        Table::write(file, head, DenseCells({1, std::uint64_t{1} << bit}), values, 1);
        const auto table = Table::open(file, "", "", 70);
        CHECK((table ? "" : table.error()) ==
              (bit == 5 ? "" : file.string() + ": the table's index is damaged"));
    }
}

TEST_CASE("a value above a win is refused, even with a valid checksum", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    Values values;
    values.lower = {0, 0};
    values.upper = {0, (std::int64_t{1} << values.bits) + 1};
    TableHead head;
    head.cells = 2;
    Table::write(file, head, DenseCells({3}), values, 1);
    const auto table = Table::open(file, "", "", 2).value();
    CHECK(table->values().error() == file.string() + ": block 0 has an invalid value");
    CHECK(table->at(0).error() == file.string() + ": block 0 has an invalid value");
}

TEST_CASE("a table that is damaged at any byte never gives a wrong value", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    const Values values = write_random_values(file);
    const std::string good = bytes_of(file);
    Random random(2);
    for (int round = 0; round < 300; ++round) {
        std::string bad = good;
        // Half of the changes are at the front, where the directory is.
        const auto at =
            static_cast<std::size_t>(random.below(static_cast<int>(round % 2 == 0 ? 600 : good.size())));
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        put(file, bad);
        INFO("byte " << at);
        const auto table = Table::open(file, "game", "KQK", 3 * positions);
        if (!table) continue;
        const auto all = (*table)->values();
        if (!all) continue;
        CHECK(all->lower == values.lower);
        CHECK(all->upper == values.upper);
    }
}

// Forged tables of the usual game, whose checksums are all valid.

namespace {

constexpr std::size_t kk_cells = 32 * 64, kqk_cells = 2 * kk_cells * 64;
constexpr const char* queen_and_king = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1";

/// Writes a table of drawn positions with the given bits as its index.
void write_drawn(const Folder& folder, const std::string& material, std::vector<std::uint64_t> bits) {
    TableHead head;
    head.cells = 64 * bits.size();
    const DenseCells index(std::move(bits));
    Values values;
    values.lower.resize(index.size());
    values.upper.resize(index.size());
    head.game = games::default_name();
    head.material = material;
    Table::write(folder.of(material), head, index, values, index.size() / 2);
}

/// Edits the directory of a table, and replaces the bytes after it by `frames` if given.
void change(const std::filesystem::path& file, const std::function<void(nlohmann::ordered_json&)>& edit,
            const std::optional<std::string>& frames = {}) {
    const std::string bytes = bytes_of(file);
    std::uint64_t size = 0;
    std::memcpy(&size, &bytes[8], sizeof size);
    auto directory = nlohmann::ordered_json::parse(bytes.substr(16, size));
    edit(directory);
    const std::string text = directory.dump();
    const auto number = [](std::uint64_t value) {
        return std::string(reinterpret_cast<const char*>(&value), sizeof value);
    };
    put(file, bytes.substr(0, 8) + number(text.size()) + text + number(checksum_of(text)) +
                  frames.value_or(bytes.substr(16 + size + 8)));
}

/// Probes a position and returns the error message; empty if it has bounds.
std::string probe_error(const Folder& folder) {
    try {
        const auto probe = games::named(games::default_name()).tables()->probe(folder.path, queen_and_king);
        return probe.value().bounds ? "" : "no table";
    } catch (const EnvironmentError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a table with an index that does not fit its material is refused", "[tables]") {
    const Folder folder;
    const std::vector<std::uint64_t> few(16, ~std::uint64_t{0}), many(100'000, 1);
    const auto has_cells = [](nlohmann::ordered_json& directory) { directory["cells"] = kqk_cells; };
    for (const auto& bits : {few, many}) {
        write_drawn(folder, "KQK", bits);
        CHECK(probe_error(folder).ends_with("its positions are not those of the material"));
        change(folder.of("KQK"), has_cells);
        CHECK_THAT(probe_error(folder), Catch::Contains("damaged") || Catch::Contains("cut short"));
    }
}

TEST_CASE("a table with positions of other material gives no values", "[tables]") {
    const Folder folder("octomate-table-test-misfit");
    const auto& tables = *games::named(games::default_name()).tables();
    std::vector<std::uint64_t> bits(kqk_cells / 64);
    bits[0] = 3;  // marks two cells as positions that have both kings on one square
    write_drawn(folder, "KQK", bits);
    const std::string why = ": its positions are not those of the material";
    const std::string misfit = folder.of("KQK").string() + why;
    REQUIRE(tables.open(folder.path, "KQK"));
    CHECK(probe_error(folder) == misfit);
    CHECK(tables.verify(folder.path, "KQK").error() == misfit);
    CHECK_THROWS_WITH(tables.odds(folder.path, queen_and_king), misfit);
    CHECK_THROWS_WITH(tables.sample(folder.path, "KQK", 10, 1), misfit);
    CHECK_THROWS_WITH(tables.find(folder.path, "KQK", {}), misfit);
    bits.resize(kk_cells / 64);
    write_drawn(folder, "KK", bits);
    CHECK_THROWS_WITH(tables.make(folder.path, "KRK", {}), folder.of("KK").string() + why);
}

TEST_CASE("a wrong value is found by verifying", "[tables]") {
    const std::string game = GENERATE("superpermutation-d8", "superpermutation");
    CAPTURE(game);
    const auto& tables = *games::named(game).tables();
    const Folder folder("octomate-table-test-wrong");
    std::filesystem::create_directories(tables.file(folder.path, "KK").parent_path());
    REQUIRE(tables.make(folder.path, "KK", {}));
    CHECK(tables.verify(folder.path, "KK").value() == 0);
    const auto good = tables.open(folder.path, "KK").value();
    const Values values = good->values().value();
    const std::int64_t one = std::int64_t{1} << values.bits;
    for (const std::int64_t by : {-one / 1000, one / 1000}) {
        CAPTURE(by);
        const Folder other("octomate-table-test-wrong" +
                           std::to_string(by));  // opened tables are cached by path
        std::filesystem::create_directories(tables.file(other.path, "KK").parent_path());
        Values wrong = values;
        for (auto* const bound : {&wrong.lower[711], &wrong.upper[711]})
            *bound = std::clamp(*bound + by, -one, one);
        if (wrong.proof == Values::Proof::Nothing) wrong.proof = Values::Proof::Drift;
        TableHead head;
        head.game = game;
        head.material = "KK";
        head.cells = good->head().cells;
        Table::write(tables.file(other.path, "KK"), head, good->positions(), wrong, good->positions().size());
        CHECK(tables.verify(other.path, "KK").value() > 0);
    }
}

TEST_CASE("verifying finds a false claim of the directory", "[tables]") {
    const std::string game = GENERATE("superpermutation-d8", "superpermutation");
    const auto& tables = *games::named(game).tables();
    const Folder made("octomate-table-test-claims");
    for (const char* name : {"KK", "KRK"}) REQUIRE(tables.make(made.path, name, {}));
    const std::string good = bytes_of(tables.file(made.path, "KRK"));
    int number = 0;  // numbers the folders: opened tables are cached by path
    for (const auto& [field, value] : std::vector<std::pair<std::string, nlohmann::json>>{
             {"gap", 0.001},
             {"gap", 1e-12},
             {"mean_strong", 0.5},
             {"mean_weak", 0.5},
             {"won_strong", 1},
             {"lost_strong", 5},
             {"won_weak", 7},
             {"lost_weak", 9},
             {"longest", 99},
             {"proof", "nothing"},
             {"proof", game == "superpermutation" ? "drift" : "mates"},
             {"proof", "rounded"},
             {"bits", 21},
             {"evaluations", 1}}) {
        CAPTURE(game, field);
        const Folder other("octomate-table-test-claims-" + std::to_string(++number));
        std::filesystem::create_directories(tables.file(other.path, "KK").parent_path());
        std::filesystem::copy(tables.file(made.path, "KK"), tables.file(other.path, "KK"));
        put(tables.file(other.path, "KRK"), good);
        change(
            tables.file(other.path, "KRK"),
            [&, name = field, claim = value](nlohmann::ordered_json& directory) { directory[name] = claim; });
        const auto wrong = tables.verify(other.path, "KRK");
        CHECK((wrong && *wrong == 0) == (field == "evaluations"));
        if (!wrong) CHECK_THAT(wrong.error(), Catch::StartsWith(tables.file(other.path, "KRK").string()));
    }
}

TEST_CASE("a packed table has as many bits as it is packed with", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    for (const int bits : {1, packed_bits - 1, packed_bits, packed_bits + 1}) {
        Values values;
        values.bits = bits;
        values.proof = Values::Proof::Rounded;
        values.lower = values.upper = {1, 1};
        TableHead head;
        head.cells = 2;
        Table::write(file, head, DenseCells({3}), values, 1);
        CHECK(Table::open(file, "", "", 2).has_value() == (bits == packed_bits));
    }
}

TEST_CASE("a directory with impossible values is refused", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    const std::string cut = "the table is cut short, or has data after its end";
    const std::string misfit = ": its positions are not those of the material";
    for (const auto& [field, value, probe_error] :
         std::vector<std::tuple<const char*, nlohmann::json, std::string>>{
             {"version", 3, "a table of version 3, expected 2"},
             {"game", "other", "a table of KQK in other, expected KQK in game"},
             {"cells", 3 * positions + 1, misfit},
             {"positions", 3 * positions + 1, misfit},
             {"positions", positions - 1, "the table's index is damaged"},
             {"positions", positions / 2, cut},
             {"index", 2, cut},
             {"bits", 0, cut},
             {"bits", 49, cut},
             {"proof", "hope", cut},
             {"proof", "mates", cut},
             {"bits", "many", "is not a number"},
             {"frames", "none", "the table is cut short, or its directory is damaged"}}) {
        CAPTURE(field, value);
        write_random_values(file);
        change(file,
               [name = field, said = value](nlohmann::ordered_json& directory) { directory[name] = said; });
        CHECK_THAT(refusal(file), Catch::Contains(probe_error));
    }
}

TEST_CASE("frame sizes that overflow, or exceed the file, are refused", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    for (const std::vector<std::uint64_t>& sizes :
         {std::vector<std::uint64_t>{most}, {most - 99, 100}, {most / 2, most / 2, 2}, {1 << 30}}) {
        write_random_values(file);
        change(file, [&](nlohmann::ordered_json& directory) { directory["frames"] = sizes; });
        CHECK(refusal(file).ends_with("the table is cut short, or its directory is damaged"));
    }
}

TEST_CASE("a frame that is too large for its content is not read", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    write_random_values(file);
    change(file, [](nlohmann::ordered_json& directory) {
        std::uint64_t all = 0;
        for (const auto& size : directory["frames"]) all += size.get<std::uint64_t>();
        directory["frames"] = {all, 0, 0, 0};
    });
    CHECK_THAT(refusal(file), Catch::Contains(": frame 0 at byte ") && Catch::EndsWith(" is damaged"));
}

TEST_CASE("an index is not unpacked beyond the cells of the material", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    const std::string zeros(1 << 20, '\0');
    std::string frame(ZSTD_compressBound(zeros.size()), '\0');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), zeros.data(), zeros.size(), 1));
    for (const std::size_t count : {1U, 3000U}) {
        write_random_values(file);
        std::string frames;
        for (std::size_t at = 0; at < count; ++at) frames += frame;
        change(
            file,
            [&](nlohmann::ordered_json& directory) {
                directory["positions"] = 0;
                directory["index"] = count;
                directory["frames"] = std::vector<std::size_t>(count, frame.size());
            },
            frames);
        CHECK_THAT(refusal(file), Catch::Contains(count == 1 ? "frame 0" : "its first bytes are damaged"));
    }
}

TEST_CASE("a table that is truncated while it is open is reported", "[tables]") {
    const Folder folder;
    const auto file = folder.path / "KQK.table";
    write_random_values(file);
    const auto table = Table::open(file, "game", "KQK", 3 * positions);
    REQUIRE(table);
    REQUIRE((*table)->at(0));
    std::filesystem::resize_file(file, 100);
    CHECK((*table)->at(0));
    CHECK_THAT((*table)->at(positions - 1).error(), Catch::Contains("is damaged"));
    CHECK_FALSE((*table)->values());
}

TEST_CASE("a path that is not a file is not a table, and does not block", "[tables]") {
    const Folder folder;
    const auto& tables = *games::named(games::default_name()).tables();
    const auto file = folder.of("KQK");
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    CHECK(probe_error(folder) == file.string() + ": Not a regular file");
    std::filesystem::remove(file);
    std::filesystem::create_symlink("/dev/zero", file);
    CHECK(probe_error(folder) == file.string() + ": Not a regular file");
    std::filesystem::remove(file);
    std::filesystem::create_directory(file);
    CHECK(probe_error(folder) == file.string() + ": Is a directory");
    std::filesystem::remove(file);
    std::filesystem::create_symlink(file, file);
    CHECK(probe_error(folder) == file.string() + ": Too many levels of symbolic links");
    std::filesystem::remove(file);
    CHECK(probe_error(folder) == "no table");
    std::filesystem::create_symlink("/dev/zero", tables.part(folder.path, "KK"));
    CHECK_THROWS_WITH(tables.make(folder.path, "KK", {}), Catch::Contains(".part: Not a regular file"));
}

}  // namespace octomate::tables
