#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "core/random.hpp"
#include "games/list.hpp"
#include "games/superpermutation/games.hpp"
#include "tables/odds.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

namespace {

std::map<std::string, PocketTable> in_the_pocket;

const PocketTable* find(std::string_view game, const std::string& material) {
    const auto found = in_the_pocket.find(std::string(game) + ' ' + material);
    return found == in_the_pocket.end() ? nullptr : &found->second;
}

/// Checks that `wider` contains `bounds` and is at most slightly wider.
bool is_held_by(const Bounds& bounds, const Bounds& wider) {
    return wider.lower <= bounds.lower && wider.upper >= bounds.upper &&
           wider.upper - wider.lower <= bounds.upper - bounds.lower + 1e-6;
}

/// Checks that the intervals `bounds` and `other` overlap, and that `other` is at most slightly wider.
bool agree(const Bounds& bounds, const Bounds& other) {
    return other.plies == bounds.plies && other.lower <= bounds.upper && other.upper >= bounds.lower &&
           other.upper - other.lower <= bounds.upper - bounds.lower + 1e-6;
}

}  // namespace

TEST_CASE("a pocket table has the bounds of the positions, slightly widened", "[tables]") {
    Random random(1);
    std::vector<std::optional<Bounds>> cells = {
        Bounds{-1, -1, {}},        Bounds{1, 1, {}},        Bounds{0, 0, {}}, Bounds{0.25, 0.25, {}},
        Bounds{-1, -1 + 1e-9, {}}, Bounds{1 - 1e-9, 1, {}}, std::nullopt};
    for (int n = 0; n < 1000; ++n) {
        const double lower = static_cast<double>(random.below(1'000'000)) / 500'000 - 1;
        cells.emplace_back(Bounds{lower, std::min(1.0, lower + 3e-8), {}});
    }
    const PocketTable table(PocketTable::packed(cells));
    REQUIRE(table.cells() == cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        if (!cells[cell]) continue;
        INFO(cell);
        CHECK(is_held_by(*cells[cell], table.at(cell)));
    }
    for (const std::size_t exact : {0U, 1U, 2U, 3U}) CHECK(table.at(exact).lower == table.at(exact).upper);
    CHECK(table.at(4).lower == -1);
    CHECK(table.at(5).upper == 1);
}

TEST_CASE("a pocket table counts plies", "[tables]") {
    const std::vector<std::optional<Bounds>> cells = {Bounds{-1, -1, 0}, Bounds{1, 1, 1}, Bounds{},
                                                      Bounds{-1, -1, 70}};
    const PocketTable table(PocketTable::packed(cells));
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        CHECK(table.at(cell).lower == cells[cell]->lower);
        CHECK(table.at(cell).plies == cells[cell]->plies);
    }
}

TEST_CASE("pocket tables agree with the full tables, whichever side is to move", "[tables]") {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "octomate-pocket-test";
    const auto check = [&](const std::string& game, const PocketTables& pocket, const std::string& material) {
        INFO(game << ' ' << material);
        const Tables& tables = *games::named(game).tables();
        TableFolder table_folder(tables, folder, {});
        REQUIRE(table_folder.make(material));
        CHECK_FALSE(pocket.odds("8/8/8/3k4/8/8/1R6/K7 w", find).value().has_value());
        CHECK_FALSE(pocket.odds("8/8/8/3k4/8/PPPPP3/8/K7 w", find).value().has_value());
        CHECK_FALSE(pocket.odds("no position", find).has_value());
        for (const std::string& name : tables.needed_for(material))
            in_the_pocket.emplace(game + ' ' + name, tables.pocket(folder, name).value());
        const auto sampled = tables.sample(folder, material, 300, 1).value();
        for (const Sampled& sample : sampled) {
            INFO(sample.fen);
            const Odds known = *tables.odds(folder, sample.fen).value();
            const auto odds = pocket.odds(sample.fen, find).value();
            REQUIRE(odds);
            CHECK(odds->material == known.material);
            CHECK(agree(known.bounds, odds->bounds));
            REQUIRE(odds->rolls.size() == known.rolls.size());
            for (std::size_t at = 0; at < known.rolls.size(); ++at) {
                const RollOdds &roll = odds->rolls[at], &same = known.rolls[at];
                CHECK(agree(same.bounds, roll.bounds));
                REQUIRE(roll.moves.size() == same.moves.size());
                // Wider bounds can only enlarge the set of moves that may be best.
                CHECK(roll.best_count() >= same.best_count());
                for (const MoveOdds& move : roll.moves) {
                    const auto found =
                        std::find_if(same.moves.begin(), same.moves.end(),
                                     [&](const MoveOdds& other) { return other.uci == move.uci; });
                    REQUIRE(found != same.moves.end());
                    CHECK(agree(found->bounds, move.bounds));
                }
            }
        }
        in_the_pocket.erase(game + " KK");  // the table for positions after the capture of the rook
        CHECK_FALSE(pocket.odds("8/8/8/8/8/8/8/K5Rk b", find).value().has_value());
        in_the_pocket.clear();
    };
    check("superpermutation-d8", *superpermutation::d8_pocket_tables(), "KRK");
    check("superpermutation", *superpermutation::parent_pocket_tables(), "KRK");
    std::filesystem::remove_all(folder);
}

}  // namespace octomate::tables
