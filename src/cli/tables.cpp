#include <fmt/core.h>
#include <sha2.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>

#include "cli/shared.hpp"
#include "games/list.hpp"
#include "reports/fields.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

/// A line of a list in the format that sha256sum writes.
struct ListedSum {
    std::string sum;   ///< SHA-256, in hexadecimal digits
    std::string file;  ///< path below the folder of the tables
};

/// Reads the file `list`. Throws EnvironmentError if it cannot be read or a line has another format.
std::vector<ListedSum> read_sums(const std::string& list) {
    const auto text = read_regular(list);
    if (!text) throw EnvironmentError(fmt::format("cannot read {}: {}", list, text.error()));
    std::vector<ListedSum> sums;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        constexpr std::size_t digits = 64, before_name = 2;  // before the name: " " and " " or "*"
        if (line.size() <= digits + before_name || line.find_first_not_of("0123456789abcdef") != digits ||
            line[digits] != ' ')
            throw EnvironmentError(fmt::format("{}: line {} is not a SHA-256 sum and the name of a file",
                                               list, sums.size() + 1));
        sums.push_back({line.substr(0, digits), line.substr(digits + before_name)});
    }
    return sums;
}

/// Returns the SHA-256 sum of a regular file in hexadecimal digits, or why the file cannot be read.
Expected<std::string, std::string> sum_of(const std::string& file) {
    const auto bytes = read_regular(file);
    if (!bytes) return Unexpected{bytes.error()};
    std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
    return std::string(
        SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size(), digits.data()));
}

std::string json(const tables::TableHead& head) {
    return fmt::format(
        "{{\"game\":\"{}\",\"material\":\"{}\",\"positions\":{},\"cells\":{},\"proof\":\"{}\",\"gap\":{:.3g},"
        "\"mean_strong\":{},\"mean_weak\":{},\"won_strong\":{},\"lost_strong\":{},\"won_weak\":{},\"lost_"
        "weak\":{},"
        "\"longest\":{},\"evaluations\":null}}\n",
        head.game, head.material, head.positions, head.cells, head.proof, head.gap,
        tables::decimal(head.mean_strong), tables::decimal(head.mean_weak), head.won_strong, head.lost_strong,
        head.won_weak, head.lost_weak, head.proof == "mates" ? std::to_string(head.longest) : "null");
}

/// Returns the precision of bounds that are `gap` apart: "exact", "within 1.0e-07, rounded". `rounded`: the
/// bounds were rounded, so that they are no proof.
std::string precision_text(double gap, bool rounded) {
    if (gap == 0) return rounded ? "rounded" : "exact";
    return fmt::format("within {:.1e}{}", 50 * gap, rounded ? ", rounded" : "");
}

std::string text(const tables::TableHead& head) {
    const std::string begin =
        fmt::format("{:<6} {:>12} positions   ", head.material, grouped(head.positions));
    if (head.proof == "mates") {
        const auto side = [](std::uint64_t won, std::uint64_t lost) {
            return fmt::format("{:>10} won {:>10} lost", grouped(won), grouped(lost));
        };
        return begin + fmt::format("{}, {}   longest mate in {}\n", side(head.won_strong, head.lost_strong),
                                   side(head.won_weak, head.lost_weak), (head.longest + 1) / 2);
    }
    return begin + fmt::format("mean score {} {}   {}\n", views::score_text(head.mean_strong),
                               views::score_text(head.mean_weak),
                               precision_text(head.gap, head.proof == "rounded"));
}

/// Prints the summary of a table: the mean values over all positions, or how many positions are won or lost,
/// with the stronger and with the weaker side to move.
void print_head(const CommonOptions& common, const tables::TableHead& head) {
    print(common.format == Format::Text ? text(head) : json(head));
    flush_output();
}

/// Opens a table; throws EnvironmentError if that fails.
auto open_table(const tables::Tables& tables, const std::filesystem::path& folder,
                const std::string& material) {
    auto table = tables.open(folder, material);
    if (!table) throw EnvironmentError(table.error());
    return *std::move(table);
}

/// Prints the verdict on the table or file `name`; `kind` is the name of its field in the record. `sound` is
/// nullopt if the file is missing.
void print_verdict(const CommonOptions& common, std::string_view kind, const std::string& name,
                   std::optional<bool> sound, const std::string& verdict) {
    print(common.format == Format::Text
              ? fmt::format("{}: {}\n", printable(name), verdict)
              : records::object(kind, name, "sound", sound, "verdict", verdict) + '\n');
}

/// Prints statistics of the errors of an evaluation (between -2 and 2) in positions of one material, and
/// returns the mean absolute error.
double print_errors(const std::string& material, const std::vector<double>& errors,
                    const CommonOptions& common) {
    const auto size = static_cast<double>(errors.size());
    double absolute = 0, bias = 0, worst = 0;
    for (const double error : errors) {
        absolute += std::abs(error) / size;
        bias += error / size;
        worst = std::max(worst, std::abs(error));
    }
    print(
        common.format == Format::Jsonl
            ? fmt::format("{{\"material\":\"{}\",\"positions\":{},\"error\":{:.6f},\"bias\":{:.6f},\"worst\":"
                          "{:.6f}}}\n",
                          material, errors.size(), absolute, bias, worst)
            : fmt::format(
                  "{:<6} {:>8} positions   off by {:.2f} points on average ({:+.2f}), at most {:.2f}\n",
                  material, errors.size(), 50 * absolute, 50 * bias, 50 * worst));
    flush_output();
    return absolute;
}

struct TablesOptions {
    std::string action;
    std::vector<std::string> words;  ///< the materials named by the user; for `probe`, the files
    int pieces = 0;                  ///< also use all materials with this number of pieces; 0: no others
    double limit = 0;                ///< time limit in seconds; 0: no limit
    std::string folder;
    std::string output;              ///< the folder of packed tables
    std::string sums;                ///< a list of SHA-256 sums, with which the files are compared
    std::string player = "level-8";  ///< the player whose evaluation `compare` tests
    int positions = 1000;            ///< number of random positions of each material
    std::uint64_t seed = 1;

    std::filesystem::path directory() const { return tables::folder_or_default(folder); }
};

/// Returns the materials that the user named; throws UsageError if there are none.
std::vector<std::string> materials_of(const TablesOptions& options, const tables::Tables& tables) {
    std::vector<std::string> materials = materials_named(options.words, tables);
    if (options.pieces > 0) {
        const auto all = tables.material_names(options.pieces);
        materials.insert(materials.begin(), all.begin(), all.end());
    }
    if (materials.empty()) throw UsageError("", "name a material such as KQK, or give --men N");
    return materials;
}

/// Makes tables, each after the tables that it needs, and prints their summaries. With a `team` of MPI
/// processes only rank 0 prints. Returns the exit code.
int make_tables(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables,
                const tables::Team* team) {
    const std::filesystem::path folder = options.directory();
    MakingTables tracker(options.limit);
    tables::MakeOptions making = tracker.options();
    making.team = team;
    making.waits = false;
    const bool prints = !team || team->rank() == 0;
    CommonOptions progress_options = common;
    progress_options.quiet = common.quiet || !prints;
    tables::TableFolder table_folder(tables, folder, std::move(making));
    for (const std::string& material : materials_of(options, tables)) {
        {
            const Progress progress(progress_options, "sweeps", [&] { return tracker.task_progress(); });
            if (!table_folder.make(material)) {
                const auto needed = tables.needed_for(material);
                const bool has_part = std::any_of(needed.begin(), needed.end(), [&](const std::string& name) {
                    return !is_missing(tables.part(folder, name));
                });
                if (!progress_options.quiet)
                    print_message(fmt::format("{} is not finished; the same command {} it: {}\n", material,
                                              has_part ? "continues" : "restarts",
                                              quoted_command(common.words)));
                return !prints ? Success : interrupted ? Interrupted : Incomplete;
            }
        }
        if (!prints) continue;
        print_head(common, open_table(tables, folder, material)->head());
    }
    return Success;
}

/// Copies the named tables, and the tables that they need, to the folder --output, with rounded bounds. Small
/// tables that were not named stay exact, because programs make other small tables from them on first use.
/// Returns the exit code.
int pack(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    if (options.output.empty()) throw UsageError("", "pack needs --output, the folder of the packed tables");
    const std::filesystem::path from = options.directory(), to = options.output;
    const auto tables_in = [&](const std::filesystem::path& folder) {
        return file_identity(tables.file(folder, "").parent_path());
    };
    if (tables_in(from) == tables_in(to))
        throw UsageError("--output", "expected another folder than that of the tables to pack");
    const auto named = materials_of(options, tables);
    for (const std::string& material : named) {
        for (const std::string& needed : tables.needed_for(material)) {
            if (interrupted) return Interrupted;
            const bool is_small = needed.size() <= tables::TableFolder::most_pieces_on_demand;
            const bool stays_exact = is_small && std::find(named.begin(), named.end(), needed) == named.end();
            tables.pack(from, needed, to, stays_exact ? tables::most_bits : tables::packed_bits);
        }
        print_head(common, open_table(tables, to, material)->head());
    }
    return Success;
}

/// Prints the summaries of all tables in the folder, and returns the exit code.
int list(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    auto names = tables.names_in(options.directory());
    if (!names) throw EnvironmentError(names.error());
    std::sort(names->begin(), names->end(), [](const std::string& a, const std::string& b) {
        return std::pair(a.size(), a) < std::pair(b.size(), b);
    });
    if (names->empty() && !common.quiet)
        print_message(fmt::format("there are no endgame tables in {}\n", options.directory().string()));
    int code = Success;
    for (const std::string& name : *names) {
        const auto table = tables.open(options.directory(), name);
        if (table) {
            print_head(common, (*table)->head());
        } else {
            print_message(fmt::format("octomate: {}\n", table.error()));
            code = BadInput;
        }
    }
    return code;
}

/// Checks the bounds of every position against the bounds after its moves, prints a verdict on each table,
/// and returns the exit code.
int verify(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    int code = Success;
    for (const std::string& material : materials_of(options, tables)) {
        Expected<std::uint64_t, std::string> wrong = 0;
        try {
            wrong = tables.verify(options.directory(), material, [] { return interrupted.load(); });
        } catch (const tables::Stopped&) {
            return Interrupted;
        }
        std::string verdict = "sound";
        if (!wrong)
            verdict = wrong.error();
        else if (*wrong > 0)
            verdict = fmt::format("{} positions have bounds that contradict their moves", *wrong);
        else if (open_table(tables, options.directory(), material)->is_rounded())
            verdict = "consistent, but rounded: only the table that it was packed from can be proven";
        if (!wrong || *wrong > 0) code = Negative;
        print_verdict(common, "material", material, wrong && *wrong == 0, verdict);
    }
    return code;
}

/// Compares the files of tables with the sums of a list, and returns the exit code. A missing file is
/// reported, but is not an error.
int verify_sums(const TablesOptions& options, const CommonOptions& common) {
    int code = Success;
    for (const ListedSum& listed : read_sums(options.sums)) {
        const std::string file = options.directory() / listed.file;
        const bool missing = is_missing(file);
        const auto sum = sum_of(file);
        const bool agrees = sum && *sum == listed.sum;
        if (!agrees && !missing) code = Negative;
        const std::string verdict = missing ? "missing" : !sum ? sum.error() : agrees ? "agrees" : "differs";
        print_verdict(common, "file", listed.file, missing ? std::nullopt : std::optional(agrees), verdict);
    }
    return code;
}

/// Compares the evaluation of a player with the values of the tables in random positions, and prints the
/// errors. Returns the exit code.
int compare(const TablesOptions& options, const CommonOptions& common, const tables::Tables& tables) {
    const players::BuiltInPlayer player = player_named(options.player);
    const games::Game& game = games::named(common.variant);
    const auto materials = materials_of(options, tables);
    const auto positions_of_each = static_cast<std::size_t>(options.positions);
    MakingTables tracker;
    tables::TableFolder table_folder(tables, options.directory(), tracker.options());
    std::atomic<std::uint64_t> done = 0;
    std::vector<std::vector<double>> results;  // the errors for each material
    std::vector<double> positions;             // number of positions in the table of each material
    {
        const Progress progress(common, "positions", [&] {
            return TaskProgress{done, materials.size() * positions_of_each};
        });
        for (const std::string& material : materials) {
            if (!table_folder.make(material)) return Interrupted;
            const auto sampled =
                tables.sample(table_folder.folder(), material, positions_of_each, options.seed);
            if (!sampled) throw EnvironmentError(sampled.error());
            std::vector<double>& errors = results.emplace_back(sampled->size());
            tbb::enumerable_thread_specific<std::unique_ptr<players::Session>> sessions(
                [&] { return game.session(); });
            tbb::parallel_for(std::size_t{0}, sampled->size(), [&](std::size_t at) {
                if (interrupted) return;
                players::Session& session = *sessions.local();
                const tables::Sampled& position = (*sampled)[at];
                session.start(position.fen).value();
                errors[at] = session.chance(player) - position.bounds.middle();
                ++done;
            });
            if (interrupted) return Interrupted;
            positions.push_back(
                static_cast<double>(open_table(tables, table_folder.folder(), material)->head().positions));
        }
    }
    double weighted = 0, total = 0;
    for (std::size_t at = 0; at < results.size(); ++at) {
        weighted += positions[at] * print_errors(materials[at], results[at], common);
        total += positions[at];
    }
    if (results.size() > 1) {
        print(common.format == Format::Jsonl
                  ? fmt::format("{{\"material\":null,\"error\":{:.6f}}}\n", weighted / total)
                  : fmt::format("over all positions of these {} materials: off by {:.2f} points\n",
                                results.size(), 50 * weighted / total));
    }
    return Success;
}

/// The record of `tables probe` for a position that a table covers.
struct ProbeRecord {
    const records::Puzzle& puzzle;
    const tables::Probe& probe;
};

void fields(auto& table, const ProbeRecord& record) {
    table("id", record.puzzle.id);
    table("fen", record.probe.fen);
    table("material", record.probe.material);
    tables::bounds_fields(table, *record.probe.bounds);
}

std::string text(const records::Puzzle& puzzle, const tables::Probe& probe) {
    const auto& [low, high, plies] = *probe.bounds;
    return fmt::format("{}{}  {}  {}{}\n", puzzle.id ? printable(*puzzle.id) + ": " : "", probe.fen,
                       probe.material, views::score_text(probe.bounds->middle()),
                       plies                           ? ", " + views::bounds_text(*probe.bounds)
                       : low == high && !probe.rounded ? "  exactly"
                                                       : "  " + precision_text(high - low, probe.rounded));
}

/// Returns the fault of a position that no table covers.
Fault no_table(const tables::Probe& probe) {
    const bool few = probe.pieces <= tables::most_pieces;
    return {FaultCode::NoTable, "fen", 0,
            few ? fmt::format("there is no table of {}: octomate tables make {} makes it", probe.material,
                              probe.material)
                : fmt::format("no table has {} men, but at most {}", probe.pieces, tables::most_pieces)};
}

/// Prints the values of the positions in the files. Returns the exit code.
int probe(const TablesOptions& options, const CommonOptions& common) {
    if (options.words.empty()) throw UsageError("", "probe needs a FILE, or a FEN in quotes");
    MakingTables tracker;
    GameTables game_tables(options.folder, tracker.options());
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto&) -> Status {
            tables_of(game, "tables");
            const auto probe = game_tables.folder_of(game)->probe(puzzle.fen);
            if (!probe) return Unexpected{probe.error()};
            if (!probe->bounds) return Unexpected{Faults{no_table(*probe)}};
            output.data += common.format == Format::Text
                               ? text(puzzle, *probe)
                               : records::to_json(ProbeRecord{puzzle, *probe}) + '\n';
            return {};
        });
    };
    return collect::run_lines(options.words, common, work).code;
}

}  // namespace

void add_tables(CommandLine& line, const tables::Team* team) {
    Arguments command = line.add("tables");
    const auto options = std::make_shared<TablesOptions>();
    command
        .add_word_of("ACTION", {"compare", "list", "make", "pack", "probe", "verify"},
                     [options](const std::string& word) { options->action = word; })
        .required();
    const Option words = command.add("WORD", options->words);
    const Option pieces = command.add("--men N", options->pieces, {2, 4});
    const Option limit = command.add_positive("--limit S", options->limit);
    Option sums = command.add_input("--sums FILE", options->sums);
    const Option player = command.add("--player NAME", options->player);
    const Option positions = command.add("--positions N", options->positions, {1, 10'000'000});
    const Option seed = command.add("--seed S", options->seed, {0, 1ULL << 62});
    const Option output = command.add("-o,--output DIR", options->output);
    add_tables_folder(command, options->folder);
    const auto action_is = [options](const std::string& word) {
        return Condition(word, [options, word] { return options->action == word; });
    };
    command.only_with({words}, {action_is("make"), action_is("probe"), action_is("verify"),
                                action_is("compare"), action_is("pack")});
    command.only_with({pieces},
                      {action_is("make"), action_is("verify"), action_is("compare"), action_is("pack")});
    command.only_with({output}, {action_is("pack")});
    command.only_with({limit}, {action_is("make")});
    command.only_with({sums}, {action_is("verify")});
    sums.excludes({words, pieces});
    command.only_with({command.add_input_format()}, {action_is("probe")});
    command.only_with({player, positions, seed}, {action_is("compare")});
    command.run([options, team](const CommonOptions& common) -> int {
        const std::string& action = options->action;
        if (team && team->rank() > 0 && action != "make") return Success;  // rank 0 does the work
        if (action == "probe") return probe(*options, common);
        const tables::Tables& tables = tables_of(games::named(common.variant), "tables");
        if (action == "make") return make_tables(*options, common, tables, team);
        if (action == "compare") return compare(*options, common, tables);
        if (action == "pack") return pack(*options, common, tables);
        if (action == "list") return list(*options, common, tables);
        return options->sums.empty() ? verify(*options, common, tables) : verify_sums(*options, common);
    });
}

}  // namespace octomate::cli
