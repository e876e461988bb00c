// Making, finding and probing tables, and the messages if that fails.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "games/list.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "tables/best_positions.hpp"
#include "tables/graph_of.hpp"
#include "tables/sweeps.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

namespace {

constexpr const char* two_kings = "8/8/8/3k4/8/8/8/K7 w - - 0 1";

/// An empty temporary folder, removed by the destructor.
struct EmptyFolder {
    inline static int number = 0;  // opened tables are cached by path, so each folder gets its own name
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("octomate-folder-test" + std::to_string(++number));
    EmptyFolder() {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~EmptyFolder() { std::filesystem::remove_all(path); }
};

const Tables& tables_of(const std::string& game = games::default_name()) {
    return *games::named(game).tables();
}

/// An environment variable, whose old value the destructor restores.
class Variable {
  public:
    explicit Variable(const char* name) : name_(name) {
        if (const char* value = std::getenv(name)) before_ = value;
    }
    ~Variable() { set(before_); }
    void set(const std::optional<std::string>& value) const {
        value ? ::setenv(name_, value->c_str(), 1) : ::unsetenv(name_);
    }

  private:
    const char* name_;
    std::optional<std::string> before_;
};

/// Returns options that stop the work at the `last_check`-th check, counted from 1.
MakeOptions stopped_at(int last_check) {
    MakeOptions options;
    options.stop = [last_check, checks = 0]() mutable { return ++checks >= last_check; };
    return options;
}

/// A member of a team of two. A small class has only one part, so one of the members has no work.
class OneOfTwo : public Team {
  public:
    explicit OneOfTwo(std::size_t rank) : rank_(rank) {}
    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return 2; }

  private:
    std::size_t rank_;
};

}  // namespace

TEST_CASE("tables are stored in the folder that the environment names", "[tables]") {
    const Variable data("XDG_DATA_HOME"), home("HOME");
    data.set("/data");
    home.set("/home/me");
    CHECK(default_folder() == "/data/octomate/tables");
    CHECK(folder_or_default("") == "/data/octomate/tables");
    CHECK(folder_or_default("here") == "here");
    for (const auto& unusable : {std::optional<std::string>("data"), std::optional<std::string>()}) {
        data.set(unusable);
        CHECK(default_folder() == "/home/me/.local/share/octomate/tables");
    }
    home.set({});
    CHECK_THROWS_WITH(default_folder(), Catch::Contains("neither XDG_DATA_HOME nor HOME"));
}

TEST_CASE("the tables of a folder are listed, or the reason why not is reported", "[tables]") {
    const EmptyFolder folder;
    const auto& tables = tables_of();
    CHECK(tables.names_in(folder.path).value().empty());
    const auto below = tables.file(folder.path, "KK").parent_path();
    std::filesystem::create_directories(below);
    for (const char* name : {"KQK.table", "KRK.table.part", "notes"}) std::ofstream(below / name) << "";
    CHECK(tables.names_in(folder.path).value() == std::vector<std::string>{"KQK"});
    std::filesystem::remove_all(below);
    std::ofstream(below) << "";
    CHECK(tables.names_in(folder.path).error() == "cannot read " + below.string() + ": Not a directory");
}

TEST_CASE("a missing table is reported by every function", "[tables]") {
    const EmptyFolder folder;
    const auto& tables = tables_of();
    const std::string missing =
        tables.file(folder.path, "KK").string() + ": no such table; octomate tables make KK makes it";
    CHECK(tables.verify(folder.path, "KK").error() == missing);
    CHECK(tables.sample(folder.path, "KK", 1, 1).error() == missing);
    CHECK(tables.pocket(folder.path, "KK").error() == missing);
    CHECK(tables.find(folder.path, "KK", {}).error() == missing);
    CHECK_THROWS_WITH(tables.make(folder.path, "KNK", {}), missing);
    CHECK_FALSE(tables.odds(folder.path, two_kings).value());
    CHECK_FALSE(tables.probe(folder.path, two_kings).value().bounds);
    CHECK_FALSE(tables.material("KX"));
    CHECK(tables.material("KRK").value() == "KRK");
    CHECK(tables.material_names(3).size() == 5);
    CHECK(tables.needed_for("KPK").size() == 6);
}

TEST_CASE("a table that is damaged while it is open is reported by every function", "[tables]") {
    const EmptyFolder folder;
    const auto& tables = tables_of();
    REQUIRE(tables.make(folder.path, "KK", {}));
    REQUIRE(tables.open(folder.path, "KK"));
    const auto file = tables.file(folder.path, "KK");
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
    const auto damaged = Catch::Contains(file.string() + ": frame 1 at byte ");
    CHECK_THAT(tables.verify(folder.path, "KK").error(), damaged);
    CHECK_THAT(tables.pocket(folder.path, "KK").error(), damaged);
    CHECK_THROWS_WITH(tables.probe(folder.path, two_kings), damaged);
    CHECK_THROWS_WITH(tables.make(folder.path, "KNK", {}), damaged);
}

TEST_CASE("a folder of tables makes small tables on demand, and no others", "[tables]") {
    const EmptyFolder folder;
    TableFolder table_folder(tables_of(), folder.path, {});
    CHECK(table_folder.folder() == folder.path);
    CHECK_FALSE(table_folder.probe("no position"));
    CHECK_FALSE(table_folder.odds("no position"));
    CHECK_FALSE(tables_of().odds(folder.path, "no position"));
    CHECK_FALSE(table_folder.odds("8/8/8/3k4/8/8/8/KQQ5 w").value());
    CHECK_FALSE(table_folder.odds("8/8/8/3k4/8/PPPPPPPP/8/K7 w").value());
    CHECK_FALSE(std::filesystem::exists(tables_of().file(folder.path, "KK")));
    const auto odds = table_folder.odds(two_kings).value();
    REQUIRE(odds);
    CHECK(odds->material == "KK");
    CHECK(table_folder.probe(two_kings).value().bounds);
}

TEST_CASE("an interrupted computation makes no table, and leaves no file", "[tables]") {
    for (const std::string game : {"superpermutation-d8", "superpermutation"}) {
        for (const int last_check : {1, 2}) {
            if (game == "superpermutation-d8" && last_check == 2)
                continue;  // all positions of KK are drawn, so there is no second check
            CAPTURE(game, last_check);
            const EmptyFolder folder;
            TableFolder table_folder(tables_of(game), folder.path, stopped_at(last_check));
            CHECK_FALSE(table_folder.odds(two_kings).value());
            CHECK_FALSE(std::filesystem::exists(tables_of(game).file(folder.path, "KK")));
        }
    }
}

TEST_CASE("a probe waits for a table that another run is making, unless waiting is disabled", "[tables]") {
    const EmptyFolder folder;
    const auto& tables = tables_of();
    const auto part = tables.part(folder.path, "KK");
    std::filesystem::create_directories(part.parent_path());
    {
        Checkpoint other(part);
        REQUIRE(other.lock());
        MakeOptions options;
        options.waits = false;
        CHECK_THROWS_WITH(tables.make(folder.path, "KK", options),
                          Catch::EndsWith(" is being made by another run"));
        int checks = 0;
        options = stopped_at(2);
        CHECK_FALSE(tables.make(folder.path, "KK", options));
        options.stop = [&] {  // the other run ends while this one waits
            if (++checks == 1) other.remove();
            return false;
        };
        CHECK(tables.make(folder.path, "KK", options));
        CHECK(checks > 1);
    }
    // The other run was killed after it had written the table.
    std::ofstream(part) << "";
    CHECK(tables.make(folder.path, "KK", {}));
    CHECK_FALSE(std::filesystem::exists(part));
    CHECK(tables.make(folder.path, "KK", {}));
}

TEST_CASE("only the first member of a team writes files", "[tables]") {
    const EmptyFolder folder;
    const auto& tables = tables_of(GENERATE("superpermutation-d8", "superpermutation"));
    const OneOfTwo second(1);
    MakeOptions options;
    options.team = &second;
    CHECK(tables.make(folder.path, "KK", options));
    CHECK_FALSE(std::filesystem::exists(tables.file(folder.path, "KK")));
    REQUIRE(tables.make(folder.path, "KK", {}));
    const auto part = tables.part(folder.path, "KK");
    std::ofstream(part) << "";
    CHECK(tables.make(folder.path, "KK", options));
    CHECK(std::filesystem::exists(part));
}

TEST_CASE("find returns the most striking positions, all dissimilar, as many as requested", "[tables]") {
    const EmptyFolder folder;
    const auto& tables = tables_of("superpermutation");
    TableFolder table_folder(tables, folder.path, {});
    REQUIRE(table_folder.make("KRK"));
    FindRequest request;
    request.samples = 3000;
    request.count = 60;
    for (const Criterion criterion : {Criterion::Sharpest, Criterion::OnlyMove}) {
        request.criterion = criterion;
        const auto ranked = tables.find(folder.path, "KRK", request).value();
        REQUIRE(ranked.size() == 60);
        for (std::size_t at = 0; at < ranked.size(); ++at) {
            if (at > 0) CHECK(ranked[at].measure <= ranked[at - 1].measure);
            CHECK_FALSE(ranked[at].roll);
            for (std::size_t other = 0; other < at; ++other)
                CHECK_FALSE(near_each_other(ranked[at].fen, ranked[other].fen));
        }
    }
    request.criterion = Criterion::Swing;  // with one roll, no roll is better than another
    CHECK(tables.find(folder.path, "KRK", request).value().empty());
    std::atomic<bool> interrupted = false;
    request.criterion = Criterion::Sharpest;
    request.interrupted = &interrupted;
    CHECK(tables.find(folder.path, "KRK", request).value().size() == 60);
    interrupted = true;
    CHECK(tables.find(folder.path, "KRK", request).value().empty());
    // Without the table KK positions in which the rook can be captured have no bounds.
    const EmptyFolder alone;
    const auto file = tables.file(alone.path, "KRK");
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::copy_file(tables.file(folder.path, "KRK"), file);
    CHECK_FALSE(tables.odds(alone.path, "8/8/8/8/8/8/8/K5Rk b").value());
    request.interrupted = nullptr;
    request.criterion = Criterion::OnlyMove;  // with the table KK it would find captures of the rook
    CHECK(tables.find(alone.path, "KRK", request).value().empty());
}

TEST_CASE("positions found in a game with a die name the roll", "[tables]") {
    using Position = superpermutation::D8Position;
    const auto material = superpermutation::Material::named("KRK").value();
    const Position::Cells cells(material);
    const DenseCells positions = positions_of<Position>(cells);
    const auto position_at = [&](std::uint64_t cell) { return *cells.at(cell); };
    // Returns a made-up value for each position with the rook, and 0 without it.
    const auto bounds_of = [&](const Position& position) {
        const bool rook = superpermutation::Material::of(position) == material;
        const double value = rook ? static_cast<double>(cells.of(position) % 101) / 50 - 1 : 0;
        return std::optional(Bounds{value, value, {}});
    };
    FindRequest request;
    request.samples = 1000;
    request.count = 4;
    for (const Criterion criterion : {Criterion::Sharpest, Criterion::Swing}) {
        request.criterion = criterion;
        const auto ranked = best_positions<Position>(positions, position_at, request, bounds_of);
        REQUIRE(ranked.size() == 4);
        for (const RankedPosition& position : ranked) {
            REQUIRE(position.roll.has_value() == (criterion == Criterion::Sharpest));
            double most = 0;
            for (const RollOdds& roll : position.odds.rolls) {
                if (roll.face != position.roll) continue;
                most = roll.moves[0].bounds.lower - roll.moves[1].bounds.lower;
            }
            if (position.roll) CHECK(position.measure == Approx(most));
        }
    }
    CHECK(best_positions<Position>(DenseCells(std::vector<std::uint64_t>(4)), position_at, request, bounds_of)
              .empty());
}

TEST_CASE("positions that differ in the square of one piece are near each other", "[tables]") {
    CHECK(near_each_other("k7/8/8/8 w", "1k6/8/8/8 w"));
    CHECK(near_each_other("kQ6/8/8/8 w", "k7/Q7/8/8 w"));
    CHECK_FALSE(near_each_other("kQ6/8/8/8 w", "1k6/Q7/8/8 w"));
    CHECK_FALSE(near_each_other("k7/8/8/8 w", "1k6/8/8/8 b"));
    CHECK_FALSE(near_each_other("k7/8/8/8 w", "k7/8/8 w"));
}

namespace {

RollOdds roll_of(const std::vector<Bounds>& moves) {
    RollOdds roll;
    for (const Bounds& bounds : moves) roll.moves.push_back({"", "", bounds});
    if (!moves.empty()) roll.bounds = moves.front();
    return roll;
}

/// Returns the measure by `criterion` of a position with `moves` on its single roll; -1 if there is none.
double measured(const std::vector<Bounds>& moves, Criterion criterion) {
    const auto measure_of = measure({"", {}, {roll_of(moves)}}, criterion);
    return measure_of ? measure_of->first : -1;
}

}  // namespace

TEST_CASE("a move is the only one if all others give away the win or the draw", "[tables]") {
    const Bounds win{1, 1, {}}, draw{0, 0, {}}, loss{-1, -1, {}}, good{0.5, 0.5, {}}, poor{-0.5, -0.5, {}},
        unsure{-0.1, 0.6, {}};
    CHECK(measured({win, draw, loss}, Criterion::OnlyMove) == 1);
    CHECK(measured({draw, loss, loss}, Criterion::OnlyMove) == 1);
    CHECK(measured({good, poor, loss}, Criterion::OnlyMove) == 1);
    CHECK(measured({win, good, loss}, Criterion::OnlyMove) == -1);
    CHECK(measured({poor, loss, loss}, Criterion::OnlyMove) == -1);
    CHECK(measured({draw, draw, loss}, Criterion::OnlyMove) == -1);
    CHECK(measured({win, good, loss}, Criterion::Sharpest) == 0.5);
    CHECK(measured({good, unsure, loss}, Criterion::Sharpest) == -1);
    CHECK(measured({win, loss}, Criterion::Sharpest) == -1);
    const auto best = measure(
        {"", {}, {roll_of({win, good, loss}), roll_of({win, draw, loss}), roll_of({win, good, loss})}},
        Criterion::Sharpest);
    REQUIRE(best);
    CHECK(best->second == 1);
    CHECK(measure({"", {}, {roll_of({good}), roll_of({poor}), roll_of({draw})}}, Criterion::Swing)->first ==
          1);
}

TEST_CASE("the best moves are those that the bounds do not distinguish from the first", "[tables]") {
    CHECK(roll_of({{1, 1, {}}, {0.5, 1, {}}, {0, 0.9, {}}}).best_count() == 2);
    CHECK(roll_of({{1, 1, 3}, {1, 1, 3}, {1, 1, 5}}).best_count() == 2);
    CHECK(roll_of({{0, 0, {}}, {0, 0, {}}}).best_count() == 2);
}

TEST_CASE("bounds are written with twelve digits, rounded in the given direction", "[tables]") {
    CHECK(decimal(1) == "1");
    CHECK(decimal(-0.0) == "0");
    CHECK(decimal(-1) == "-1");
    CHECK(decimal(0.25) == "0.250000000000");
    CHECK(decimal(1.0 / 3, Rounding::Down) == "0.333333333333");
    CHECK(decimal(1.0 / 3, Rounding::Up) == "0.333333333334");
    CHECK(decimal(2.0 / 3, Rounding::Nearest) == "0.666666666667");
    CHECK(decimal(Bounds{1, 1, {}}) == "1");
    CHECK(decimal(Bounds{-1, 1, {}}) == "0.000000000000");
}

}  // namespace octomate::tables
