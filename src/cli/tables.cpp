#include "tables/tables.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "collect/record.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "records/json_text.hpp"
#include "tables/shelf.hpp"
#include "text/printable.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

constexpr const char* tables_examples =
    "  octomate tables probe '8/8/8/3k4/8/8/1Q6/K7 w'    the chance to win, exactly\n"
    "  octomate tables make --men 3                       all tables of three men\n"
    "  octomate tables make KQKR --dir /big/disk          one, and those that it needs\n"
    "  octomate tables list\n"
    "  octomate tables verify KQK\n\n"
    "A table tells of every position of its men what the side to move can make sure of on the average of\n"
    "the dice, from -1 (lost) to 1 (won), play without end being 0: a lower and an upper bound, which are\n"
    "proven. Tables of three men are made when they are first asked for, in some seconds each. They are "
    "kept\n"
    "in --dir, or else below $XDG_DATA_HOME or ~/.local/share, in octomate/tables.\n"
    "probe ends with 4 where a table is missing, verify with 1 where a table is not what it should be.";

enum class Action { Make, Probe, List, Verify };

struct TablesOptions {
    Action action = Action::List;
    std::vector<std::string> words;  ///< materials, or files
    int men = 0;                     ///< all materials of so many
    std::string folder;

    std::filesystem::path directory() const {
        return folder.empty() ? tables::usual_folder() : std::filesystem::path(folder);
    }
};

/// How far the making of tables has come, for the line of progress.
class Course {
  public:
    tables::MakeOptions options() {
        tables::MakeOptions options;
        options.interrupted = &interrupted;
        options.tell = [this](const std::string& material, const std::string& stage, double left) {
            const std::lock_guard lock(mutex_);
            ++sweeps_;
            detail_ = stage == "positions" ? fmt::format("{}: looking at its moves", material)
                                           : fmt::format("{}: {}, {:.1e} left", material, stage, left);
        };
        return options;
    }

    HowFar how_far() {
        const std::lock_guard lock(mutex_);
        HowFar far;
        far.done = sweeps_;
        far.detail = detail_;
        return far;
    }

  private:
    std::mutex mutex_;
    std::uint64_t sweeps_ = 0;
    std::string detail_;
};

std::string json(const tables::TableHead& head) {
    return fmt::format(
        "{{\"game\":\"{}\",\"material\":\"{}\",\"positions\":{},\"cells\":{},\"proof\":\"{}\",\"gap\":{:.3g},"
        "\"mean_strong\":{},\"mean_weak\":{},\"evaluations\":{}}}\n",
        head.game, head.material, head.positions, head.cells, head.proof, head.gap,
        tables::decimal(head.mean_strong, tables::Rounding::Nearest),
        tables::decimal(head.mean_weak, tables::Rounding::Nearest), head.evaluations);
}

std::string text(const tables::TableHead& head) {
    return fmt::format("{:<6} {:>12} positions   mean value {:>12} {:>12}   {}\n", head.material,
                       grouped(head.positions), tables::decimal(head.mean_strong, tables::Rounding::Nearest),
                       tables::decimal(head.mean_weak, tables::Rounding::Nearest),
                       head.gap == 0 ? "exact" : fmt::format("within {:.1e}", head.gap));
}

void tell_head(const CommonOptions& common, const tables::TableHead& head) {
    print(common.format == Format::Text ? text(head) : json(head));
}

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

int make(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    Course course;
    tables::Shelf shelf(tables, options.directory(), course.options());
    for (const std::string& material : materials_of(options, tables)) {
        {
            const Progress progress(common, "sweeps", [&] { return course.how_far(); });
            if (!shelf.make(material)) return Interrupted;
        }
        const auto table = tables.open(options.directory(), material);
        if (!table) throw EnvironmentError(table.error());
        tell_head(common, (*table)->head());
        flush_output();
    }
    return Success;
}

int list(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    std::vector<std::string> names;
    const auto folder = tables.file(options.directory(), "").parent_path();
    if (std::filesystem::is_directory(folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".table") names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return std::pair(a.size(), a) < std::pair(b.size(), b);
    });
    int code = Success;
    for (const std::string& name : names) {
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
    using tables::Rounding;
    std::string lower = "null", upper = "null", value = "null";
    if (probe.bounds) {
        lower = tables::decimal(probe.bounds->lower, Rounding::Down);
        upper = tables::decimal(probe.bounds->upper, Rounding::Up);
        value = tables::decimal(probe.bounds->middle(), Rounding::Nearest);
    }
    return fmt::format(
        "{{\"id\":{},\"fen\":\"{}\",\"material\":\"{}\",\"lower\":{},\"upper\":{},\"value\":{}}}\n",
        puzzle.id ? records::json_text_of(*puzzle.id) : "null", probe.fen, probe.material, lower, upper,
        value);
}

std::string text(const records::Puzzle& puzzle, const tables::Probe& probe) {
    std::string line =
        fmt::format("{}{}  {}  ", puzzle.id ? printable(*puzzle.id) + ": " : "", probe.fen, probe.material);
    if (!probe.bounds) return line + "no table\n";
    const auto& [low, high] = *probe.bounds;
    line += tables::decimal(probe.bounds->middle(), tables::Rounding::Nearest);
    return line + (low == high ? "  exactly\n" : fmt::format("  within {:.1e}\n", high - low));
}

int probe(const TablesOptions& options, const CommonOptions& common) {
    if (options.words.empty()) throw UsageError("", "probe needs a FILE, or a FEN in quotes");
    std::mutex mutex;
    std::map<const games::Game*, std::unique_ptr<tables::Shelf>> shelves;
    Course course;
    const auto shelf_of = [&](const games::Game& game) -> tables::Shelf& {
        const std::lock_guard lock(mutex);
        auto& shelf = shelves[&game];
        if (!shelf)
            shelf = std::make_unique<tables::Shelf>(tables_of(game, "tables"), options.directory(),
                                                    course.options());
        return *shelf;
    };
    std::atomic<std::uint64_t> missing = 0;
    const int code =
        collect::run_lines(options.words, common, [&](const records::Line& line, records::Output& output) {
            collect::with_record(line, common, output, [&](const games::Game& game, auto& puzzle, auto&) {
                const auto probe = shelf_of(game).probe(puzzle.fen);
                if (!probe) return probe.error();
                if (!probe->bounds) ++missing;
                output.data += common.format == Format::Text ? text(puzzle, *probe) : json(puzzle, *probe);
                return Faults();
            });
        });
    if (missing > 0 && !common.quiet)
        talk(fmt::format("{} position{} without a table\n", missing.load(), missing == 1 ? "" : "s"));
    return code != Success ? code : missing > 0 ? Incomplete : Success;
}

}  // namespace

void add_tables(CommandLine& line) {
    Arguments command =
        line.add("tables", "Endgame tables: the chance to win, with proven bounds", tables_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<TablesOptions>();
    command
        .add_choice<Action>("ACTION", options->action, "make, probe, list or verify",
                            {{"make", Action::Make},
                             {"probe", Action::Probe},
                             {"list", Action::List},
                             {"verify", Action::Verify}})
        .required();
    command.add("WORD", options->words, "Materials (KQK, KRKP) to make or verify; files, or a FEN, to probe");
    command.add("--men", options->men, {2, 4}, "All materials of so many men").named("N");
    command.add("--dir", options->folder, "Where the tables are kept").named("DIR");
    command.run([options](const CommonOptions& common) -> int {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(common.threads));
        if (options->action == Action::Probe) return probe(*options, common);
        const tables::Tables& tables = tables_of(games::named(common.variant), "tables");
        switch (options->action) {
            case Action::Make: return make(*options, common, tables);
            case Action::Verify: return verify(*options, common, tables);
            default: return list(*options, common, tables);
        }
    });
}

}  // namespace octomate::cli
