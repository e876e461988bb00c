#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "console/console.hpp"
#include "core/random.hpp"
#include "games/list.hpp"
#include "tables/sweeps.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

namespace {

namespace fs = std::filesystem;

/// Temporary folders for proven and for packed tables, removed by the destructor.
struct Folders {
    fs::path both = fs::temp_directory_path() / "octomate-packed-test";
    fs::path proven = both / "proven", packed = both / "packed";
    ~Folders() { fs::remove_all(both); }
};

std::string content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Converts a bound to the finest unit.
std::int64_t finest(std::int64_t bound, int bits) { return bound * (std::int64_t{1} << (most_bits - bits)); }

/// Counts the positions whose packed bounds do not contain the proven ones, or are wider than rounding
/// explains.
std::size_t count_wrong_bounds(const Values& proven, const Values& packed) {
    const std::int64_t unit = finest(1, packed.bits);
    std::size_t count = 0;
    for (std::size_t at = 0; at < proven.lower.size(); ++at) {
        const std::int64_t down =
            finest(proven.lower[at], proven.bits) - finest(packed.lower[at], packed.bits);
        const std::int64_t up = finest(packed.upper[at], packed.bits) - finest(proven.upper[at], proven.bits);
        count += down < 0 || down >= unit || up < 0 || up >= unit;
    }
    return count;
}

}  // namespace

TEST_CASE("bounds are rounded outwards by less than a unit", "[tables]") {
    Random random(1);
    Values values;
    values.bits = 40;
    values.proof = Values::Proof::Drift;
    const std::int64_t one = std::int64_t{1} << values.bits;
    values.lower = {-one, one, 0, -1, one / 4, one - 1, -one};
    values.upper = {-one, one, 0, 1, one / 4, one, 1 - one};
    for (int count = 0; count < 1000; ++count) {
        values.lower.push_back(static_cast<std::int64_t>(random.next() >> 24) - one / 2);
        values.upper.push_back(values.lower.back() + random.below(3000));
    }
    const Values packed = rounded(values, packed_bits);
    CHECK(packed.bits == packed_bits);
    CHECK(packed.proof == Values::Proof::Rounded);
    CHECK(count_wrong_bounds(values, packed) == 0);
    for (const std::size_t exact : {0U, 1U, 2U, 4U}) CHECK(packed.lower[exact] == packed.upper[exact]);
    CHECK(packed.upper[5] == std::int64_t{1} << packed_bits);
    CHECK(packed.lower[6] == -(std::int64_t{1} << packed_bits));
    const Values again = rounded(packed, packed_bits);
    CHECK(again.lower == packed.lower);
    CHECK(again.upper == packed.upper);
}

TEST_CASE("exact values are not rounded", "[tables]") {
    Values mates;
    mates.bits = mate_bits;
    mates.proof = Values::Proof::Mates;
    mates.lower = mates.upper = {(1 << mate_bits) - 15, 0, 3 - (1 << mate_bits)};
    const Values same = rounded(mates, packed_bits);
    CHECK(same.proof == Values::Proof::Mates);
    CHECK(same.lower == mates.lower);
    Values drawn;
    drawn.proof = Values::Proof::Nothing;
    CHECK(rounded(drawn, packed_bits).proof == Values::Proof::Nothing);
}

TEST_CASE("a packed table contains the bounds of the proven one, in less than half the size", "[tables]") {
    const Tables& tables = *games::named(games::default_name()).tables();
    static const Folders folders;  // shared by all sections, so that the tables are made once
    for (const char* name : {"KK", "KRK"}) {
        REQUIRE(tables.make(folders.proven, name, {}));
        tables.pack(folders.proven, name, folders.packed, packed_bits);
    }
    const auto proven = tables.open(folders.proven, "KRK").value();
    const auto packed = tables.open(folders.packed, "KRK").value();
    const Values good = packed->values().value();
    CHECK(count_wrong_bounds(proven->values().value(), good) == 0);
    CHECK(packed->positions().bits() == proven->positions().bits());
    CHECK(packed->is_rounded());
    CHECK(packed->head().gap < 1e-6);
    CHECK(packed->head().evaluations == proven->head().evaluations);
    CHECK(std::abs(packed->head().mean_strong - proven->head().mean_strong) < 1e-6);
    const std::string bytes = content_of(tables.file(folders.packed, "KRK"));
    CHECK(2 * bytes.size() < content_of(tables.file(folders.proven, "KRK")).size());

    SECTION("packing a packed table again changes nothing") {
        const fs::path again = folders.both / "again";
        tables.pack(folders.packed, "KRK", again, packed_bits);
        CHECK(content_of(tables.file(again, "KRK")) == bytes);
    }
    SECTION("without rounding a table is copied, and an existing file is kept") {
        const fs::path copy = folders.both / "copy";
        tables.pack(folders.proven, "KRK", copy, most_bits);
        tables.pack(folders.proven, "KRK", copy, packed_bits);
        CHECK(content_of(tables.file(copy, "KRK")) == content_of(tables.file(folders.proven, "KRK")));
    }
    SECTION("other tables are not made or verified from a packed table") {
        const std::string why = tables.file(folders.packed, "KRK").string() +
                                ": its bounds are rounded, so that KRKN cannot be made or verified by them";
        REQUIRE(tables.make(folders.packed, "KNK", {}));
        CHECK_THROWS_WITH(tables.make(folders.packed, "KRKN", {}), why);
        CHECK_FALSE(fs::exists(tables.part(folders.packed, "KRKN")));
    }
    SECTION("verifying a packed table finds bounds changed by more than rounding") {
        CHECK(tables.verify(folders.packed, "KRK").value() == 0);
        const fs::path other = folders.both / "moved";
        tables.pack(folders.proven, "KK", other, most_bits);
        Random random(3);
        Values wrong = good;
        std::set<std::size_t> moved;
        while (moved.size() < 20) {
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(good.lower.size())));
            if (!moved.insert(at).second) continue;
            const std::int64_t by = wrong.lower[at] > 0 ? -4 : 4;
            wrong.lower[at] += by;
            wrong.upper[at] += by;
        }
        TableHead head;
        head.game = packed->head().game;
        head.material = "KRK";
        head.cells = packed->head().cells;
        std::size_t first_block = 0;  // counts positions with White to move, whose cells come first
        packed->positions().for_each(0, packed->positions().size(),
                                     [&](std::uint64_t cell) { first_block += cell < head.cells / 2; });
        Table::write(tables.file(other, "KRK"), head, packed->positions(), wrong, first_block);
        CHECK(tables.verify(other, "KRK").value() >= moved.size());
    }
    SECTION("a table with a damaged block is not packed") {
        const fs::path damaged = folders.both / "damaged";
        fs::create_directories(tables.file(damaged, "KRK").parent_path());
        const std::string whole = content_of(tables.file(folders.proven, "KRK"));
        // Searches for a byte in a block: with it damaged the table opens, but its values cannot be read.
        for (std::size_t at = 199;; at += 997) {
            REQUIRE(at < whole.size());
            std::string bad = whole;
            bad[at] = static_cast<char>(~bad[at]);
            std::ofstream(tables.file(damaged, "KRK"), std::ios::binary) << bad;
            if (const auto table = tables.open(damaged, "KRK"); table && !(*table)->values()) break;
        }
        CHECK_THROWS_AS(tables.pack(damaged, "KRK", folders.both / "none", packed_bits), EnvironmentError);
        CHECK_FALSE(tables.verify(damaged, "KRK"));
    }
    SECTION("a packed table damaged at any byte never gives a wrong value") {
        Random random(2);
        const fs::path file = folders.both / "KRK.table";
        for (int round = 0; round < 50; ++round) {
            std::string bad = bytes;
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(bad.size())));
            bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
            std::ofstream(file, std::ios::binary) << bad;
            const auto table = Table::open(file, games::default_name(), "KRK", packed->head().cells);
            if (!table) continue;
            const auto values = (*table)->values();
            INFO("byte " << at);
            if (values) CHECK((values->lower == good.lower && values->upper == good.upper));
        }
    }
}

}  // namespace octomate::tables
