#include "tables/tables.hpp"

#include <fmt/core.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/compare_tables.hpp"
#include "cli/shelves.hpp"
#include "cli/table_making.hpp"
#include "collect/record.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "json/text.hpp"
#include "reports/json.hpp"
#include "text/printable.hpp"
#include "text/words.hpp"
#include "views/odds_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* tables_examples =
    "  octomate tables probe '8/8/8/3k4/8/8/1Q6/K7 w'    the chance to win, exactly\n"
    "  octomate tables make --men 3                       all tables of three men\n"
    "  octomate tables make KQKR --tables /big/disk       one, and those that it needs\n"
    "  octomate tables make KQKR --limit 3600             an hour of it; again, and it goes on\n"
    "  octomate tables list\n"
    "  octomate tables verify KQK\n"
    "  octomate tables compare --men 3                    how far off the best player's guess is\n\n"
    "A table tells of every position of its men what the side to move can make sure of on the average of\n"
    "the dice, from -1 (lost) to 1 (won), play without end being 0: a lower and an upper bound, which are\n"
    "proven. Tables of three men are made when they are first asked for, in some seconds each. They are "
    "kept\n"
    "in --tables, or else below $XDG_DATA_HOME or ~/.local/share, in octomate/tables.\n"
    "compare holds what a player thinks of random positions, without a table, against the tables: a draw "
    "taken\n"
    "for a win is off by 1.\n"
    "A position without a table is a bad record; verify ends with 1 where a table is not what it should be.";

enum class Action { Make, Probe, List, Verify, Compare };

struct TablesOptions {
    Action action = Action::List;
    std::vector<std::string> words;  ///< materials, or files
    int men = 0;                     ///< all materials of so many
    double limit = 0;                ///< seconds; 0: none
    std::string folder;
    TableComparison comparison;

    std::filesystem::path directory() const { return tables::folder_or_usual(folder); }
};

/// The materials that the user named; throws UsageError.
std::vector<std::string> materials_of(const TablesOptions& options, const tables::Tables& tables) {
    std::vector<std::string> materials;
    if (options.men > 0) materials = tables.of_men(options.men);
    for (const std::string& word : options.words) {
        const auto material = tables.material(word);
        if (!material) throw UsageError("", material.error());
        materials.push_back(*material);
    }
    if (materials.empty()) throw UsageError("", "name a material, such as KQK, or give --men");
    return materials;
}

int make(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables,
         const tables::Team* team) {
    return make_tables({materials_of(options, tables), options.directory(), options.limit, team}, common,
                       tables);
}

int list(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    auto names = tables.names_in(options.directory());
    if (!names) throw EnvironmentError(names.error());
    std::sort(names->begin(), names->end(), [](const std::string& a, const std::string& b) {
        return std::pair(a.size(), a) < std::pair(b.size(), b);
    });
    int code = Success;
    for (const std::string& name : *names) {
        const auto table = tables.open(options.directory(), name);
        if (table) {
            tell_head(common, (*table)->head());
        } else {
            talk(fmt::format("octomate: {}\n", table.error()));
            code = BadInput;
        }
    }
    return code;
}

int verify(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    int code = Success;
    for (const std::string& material : materials_of(options, tables)) {
        const auto wrong = tables.verify(options.directory(), material);
        const std::string verdict =
            !wrong        ? wrong.error()
            : *wrong == 0 ? std::string("sound")
                          : fmt::format("{} positions have bounds that their moves do not allow", *wrong);
        if (!wrong || *wrong > 0) code = Negative;
        print(common.format == Format::Text
                  ? fmt::format("{}: {}\n", material, verdict)
                  : fmt::format("{{\"material\":\"{}\",\"sound\":{},\"verdict\":{}}}\n", material,
                                wrong && *wrong == 0, records::json_text_of(verdict)));
    }
    return code;
}

std::string json(const records::Puzzle& puzzle, const tables::Probe& probe) {
    std::string line =
        fmt::format("{{\"id\":{},\"fen\":\"{}\",\"material\":\"{}\",",
                    puzzle.id ? records::json_text_of(*puzzle.id) : "null", probe.fen, probe.material);
    reports::append_bounds(*probe.bounds, line);
    return line + "}\n";
}

std::string text(const records::Puzzle& puzzle, const tables::Probe& probe) {
    const auto& [low, high, plies] = *probe.bounds;
    return fmt::format("{}{}  {}  {}{}\n", puzzle.id ? printable(*puzzle.id) + ": " : "", probe.fen,
                       probe.material, tables::decimal(*probe.bounds),
                       plies         ? ", " + views::worth_text(*probe.bounds)
                       : low == high ? "  exactly"
                                     : fmt::format("  within {:.1e}", high - low));
}

Fault no_table(const tables::Probe& probe) {
    const bool few = probe.men <= tables::most_men;
    return {FaultCode::NoTable, "fen", 0,
            few ? fmt::format("there is no table of {}, expected one made by octomate tables make {}",
                              probe.material, probe.material)
                : fmt::format("no table has {} men, expected {} at most", probe.men, tables::most_men)};
}

int probe(const TablesOptions& options, const CommonOptions& common) {
    if (options.words.empty()) throw UsageError("", "probe needs a FILE, or a FEN in quotes");
    Course course;
    Shelves shelves(options.folder, course.options());
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const games::Game& game, auto& puzzle, auto&) {
            tables_of(game, "tables");
            const auto probe = shelves.of(game)->probe(puzzle.fen);
            if (!probe) return probe.error();
            if (!probe->bounds) return Faults{no_table(*probe)};
            output.data += common.format == Format::Text ? text(puzzle, *probe) : json(puzzle, *probe);
            return Faults();
        });
    };
    return collect::run_lines(options.words, common, work).code;
}

}  // namespace

void add_tables(CommandLine& line, const tables::Team* team) {
    Arguments command =
        line.add("tables", "Endgame tables: the chance to win, with proven bounds", tables_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<TablesOptions>();
    command
        .add_choice<Action>("ACTION", options->action, "make, probe, list, verify or compare",
                            {{"make", Action::Make},
                             {"probe", Action::Probe},
                             {"list", Action::List},
                             {"verify", Action::Verify},
                             {"compare", Action::Compare}})
        .required();
    const Option words = command.add("WORD", options->words,
                                     "Materials (KQK, KRKP) to make or verify; files, or a FEN, to probe");
    const Option men = command.add("--men", options->men, {2, 4}, "All materials of so many men").named("N");
    const Option limit =
        command
            .add_positive("--limit", options->limit,
                          "With make: stop after so many seconds; the same command goes on from there")
            .named("S");
    TableComparison& comparison = options->comparison;
    const Option player =
        command.add("--player", comparison.player, "With compare: whose guess (default: level-8)")
            .named("NAME");
    const Option positions = command
                                 .add("--positions", comparison.positions, {1, 10'000'000},
                                      "With compare: of each material (default: 1000)")
                                 .named("N");
    const Option seed =
        command.add("--seed", comparison.seed, {0, 1ULL << 62}, "With compare: which positions (default: 1)")
            .named("S");
    command.add("--tables,--dir", options->folder, "Where the tables are kept").named("DIR");
    const auto acts = [options](const std::string& word, Action action) {
        return Said(word, [options, action] { return options->action == action; });
    };
    const Said make_them = acts("make", Action::Make), probe_them = acts("probe", Action::Probe);
    const Said verify_them = acts("verify", Action::Verify), compare_them = acts("compare", Action::Compare);
    command.only_with({words}, {make_them, probe_them, verify_them, compare_them});
    command.only_with({men}, {make_them, verify_them, compare_them});
    command.only_with({limit}, {make_them});
    command.only_with({command.add_input_format()}, {probe_them});
    command.only_with({player, positions, seed}, {compare_them});
    command.run([options, team](const CommonOptions& common) -> int {
        if (team && team->rank() > 0 && options->action != Action::Make) return Success;  // rank 0 does it
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(common.threads));
        if (options->action == Action::Probe) return probe(*options, common);
        const tables::Tables& tables = tables_of(games::named(common.variant), "tables");
        switch (options->action) {
            case Action::Make: return make(*options, common, tables, team);
            case Action::Verify: return verify(*options, common, tables);
            case Action::Compare: {
                Course course;
                tables::Shelf shelf(tables, options->directory(), course.options());
                return compare_tables(options->comparison, materials_of(*options, tables), tables, shelf,
                                      common);
            }
            default: return list(*options, common, tables);
        }
    });
}

}  // namespace octomate::cli
