#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "api/api.hpp"
#include "cli/arguments.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "console/progress.hpp"
#include "core/fault.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/question.hpp"
#include "serve/serve.hpp"
#include "tables/odds.hpp"
#include "tables/tables.hpp"

/// The program octomate-serve, which does the work of `octomate serve` and `octomate export-site`.
namespace octomate::serve {

namespace {

using api::Entry;

/// The files of the trainer's puzzles if the user names none; the puzzle of the day is from thousand.jsonl.
constexpr std::array built_in = {"article.jsonl", "twos.jsonl", "thousand.jsonl",
                                 "complete-permutation.jsonl", "super-chess.jsonl"};
constexpr std::string_view daily_file = "thousand.jsonl";

/// Adds the puzzle in a line to the batch, followed by its twins as separate puzzles. Skips stipulations that
/// the page does not support, with a note.
void add_entry(const records::Line& line, const CommonOptions& common, records::Batch<Entry>& batch) {
    collect::with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) -> Status {
        auto position = game.normalise(puzzle.fen);
        if (!position) return Unexpected{std::move(position.error())};
        if (const auto other = puzzle.other_stipulation()) {
            batch.messages += fmt::format("{}:{}: note: left out: the page does not have {}\n", line.file,
                                          line.number, records::text_of(*other));
            return {};
        }
        puzzle.fen = std::move(position->value);
        puzzle.variant = game.name();  // explicit, since the page may have another default
        batch.results.push_back(api::entry_of(puzzle, line.file));
        return questions::for_each_twin(game, puzzle, [&](const auto& twin, records::Puzzle twin_puzzle) {
            const std::string name = fmt::format("{}) {}", twin.name, records::change_text(puzzle, twin));
            twin_puzzle.title = puzzle.title ? *puzzle.title + ": " + name : name;
            if (puzzle.id) twin_puzzle.id = *puzzle.id + twin.name;
            batch.results.push_back(api::entry_of(twin_puzzle, line.file));
            return Status();
        });
    });
}

/// Returns the puzzles that are built into the program.
api::Collection built_in_puzzles() {
    CommonOptions plain;
    plain.format = Format::Text;
    plain.variant = games::all().front()->name();  // independent of --variant
    records::Batch<Entry> batch;
    for (const std::string_view file : built_in) {
        records::Lines lines = records::Lines::of_file(file, asset(file));
        while (const records::Line* line = lines.next()) add_entry(*line, plain, batch);
    }
    print_message(batch.messages);
    return {std::move(batch.results), daily_file};
}

/// The puzzles of the page.
struct Puzzles {
    api::Collection collection;
    int code = Success;  ///< BadInput if some records were bad
};

/// Reads the puzzles of the files, or the built-in puzzles if there are no files. Reports invalid records.
/// Returns the exit code if the run is interrupted or there are no puzzles.
Expected<Puzzles, int> read_puzzles(const std::vector<std::string>& files, const CommonOptions& common) {
    if (files.empty()) return Puzzles{built_in_puzzles()};
    std::vector<Entry> puzzles;
    CommonOptions plain = common;
    plain.format = Format::Text;  // no error records among the puzzles
    const collect::RunResult ran = collect::run_lines<Entry>(
        files, plain,
        [&](const records::Line& line, records::Batch<Entry>& batch) { add_entry(line, plain, batch); },
        [&](records::Batch<Entry>& batch) {
            std::move(batch.results.begin(), batch.results.end(), std::back_inserter(puzzles));
        });
    if (!ran.complete) return Unexpected{ran.code};
    if (puzzles.empty()) {
        print_message("octomate: no puzzle to show\n");
        return Unexpected{static_cast<int>(BadInput)};
    }
    return Puzzles{api::Collection(std::move(puzzles), ""), ran.code};
}

/// Runs `octomate serve`, and returns the exit code.
int serve_page(const cli::ServeOptions& options, const CommonOptions& common) {
    auto puzzles = read_puzzles(options.files, common);
    if (!puzzles) return puzzles.error();
    cli::GameTables game_tables(options.tables);
    const auto probe_tables = [&](const games::Game& game, const std::string& fen,
                                  std::vector<std::string>& notes) {
        return game_tables.odds(game, fen, notes);
    };
    return serve(api::Api(common, std::move(puzzles->collection), probe_tables), options, common);
}

// ---- the files that octomate export-site writes ----------------------------------------------------------

/// An endgame table of an exported page.
struct PocketFile {
    std::string name;   ///< game and material: "superpermutation-d8-KQK"
    std::string bytes;  ///< content in the format of tables::PocketTable
};

/// Returns the small tables of all games, making missing ones; or the exit code if the run was interrupted.
/// Throws EnvironmentError.
Expected<std::vector<PocketFile>, int> pocket_files(const cli::SiteOptions& options,
                                                    const CommonOptions& common) {
    std::vector<PocketFile> files;
    cli::MakingTables making;
    cli::GameTables game_tables(options.tables, making.options());
    const Progress progress(common, "sweeps", [&] { return making.task_progress(); });
    for (const auto& game : games::all()) {
        if (!game->tables()) continue;
        tables::TableFolder& table_folder = *game_tables.folder_of(*game);
        for (int pieces = 2; pieces <= tables::PocketTables::most_pieces; ++pieces) {
            for (const std::string& material : game->tables()->material_names(pieces)) {
                if (!table_folder.make(material)) return Unexpected{static_cast<int>(Interrupted)};
                auto bytes = game->tables()->pocket(table_folder.folder(), material);
                if (!bytes) throw EnvironmentError(bytes.error());
                files.push_back({fmt::format("{}-{}", game->name(), material), *std::move(bytes)});
            }
        }
    }
    return files;
}

namespace fs = std::filesystem;

constexpr std::string_view module_name = "octomate.wasm.gz";

/// The files of the page that are copied unchanged.
constexpr std::array copied_files = {"app.css", "app.js", "icon.svg", "manifest.webmanifest", "worker.js"};
/// The files of the page that this program generates.
constexpr std::array generated_files = {"index.html", "puzzles.js", "site.js"};

/// Checks whether a file of an exported page is called `name`.
bool is_site_file(std::string_view name) {
    const auto is_name = [&](const char* file) { return name == file; };
    return std::any_of(copied_files.begin(), copied_files.end(), is_name) ||
           std::any_of(generated_files.begin(), generated_files.end(), is_name) ||
           (name.starts_with("table-") && name.ends_with(".js"));
}

/// The security policy of an exported page: the part of the server's headers that a page can set itself.
constexpr std::string_view security_policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\""
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src data:; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n";
constexpr std::string_view script_tags =
    "<script src=\"site.js\" defer></script>\n<script src=\"puzzles.js\" defer></script>\n";

/// Returns index.html of an exported page: that of the server with the security policy and the script tags
/// added.
std::string site_page(std::string_view public_address) {
    std::string page = index_page(public_address);
    page.insert(page.find("<script"), script_tags);
    page.insert(page.find("<meta name"), security_policy);
    return page;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t byte_count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t n = 0; n < 3; ++n)
            group = group << 8 | (n < byte_count ? static_cast<unsigned char>(bytes[at + n]) : 0U);
        for (std::size_t n = 0; n < 4; ++n)
            text += n <= byte_count ? letters[group >> (18 - 6 * n) & 63] : '=';
    }
    return text;
}

/// Returns a script that sets the global variable `name` to `value`. A page opened from disk can load data
/// only as scripts.
std::string script_of(std::string_view name, const records::Json& value) {
    return fmt::format("globalThis.{}={}\n", name, records::dump(value));
}

/// Returns the bytes compressed in the zlib format.
std::string deflated(std::string_view bytes) {
    uLongf size = ::compressBound(bytes.size());
    std::string out(size, '\0');
    if (::compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                    bytes.size(), Z_BEST_COMPRESSION) != Z_OK)
        throw EnvironmentError("zlib cannot compress a table");
    out.resize(size);
    return out;
}

/// Returns site.js: the texts of files and answers, the WebAssembly module and the names of the endgame
/// tables.
std::string site_script(const api::Api& api, const std::vector<PocketFile>& tables) {
    records::Json names = records::Json::array();
    for (const PocketFile& table : tables) names.push_back(table.name);
    records::Json texts = {{"api/games", api.games().body},
                           {"engine.js", std::string(asset("engine.js"))},
                           {"pieces.svg", std::string(asset("pieces.svg"))}};
    for (const Asset& file : assets())
        if (file.name.ends_with(".txt")) texts[std::string(file.name)] = std::string(file.bytes);
    return script_of("octomateSite",
                     {{"texts", texts}, {"module", base64(asset(module_name))}, {"tables", names}});
}

/// Throws EnvironmentError if the output is not a folder, or, without --force, contains unrelated files.
void check_folder(const cli::SiteOptions& options) {
    const fs::path folder = options.folder;
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    if (!fs::is_directory(folder, error))
        throw EnvironmentError(fmt::format("--output \"{}\" is not a folder", options.folder));
    std::set<std::string> foreign_files;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!is_site_file(name) && !OutputFile::is_temporary_name(name)) foreign_files.insert(name);
    }
    if (error) throw EnvironmentError(fmt::format("cannot read {}: {}", options.folder, error.message()));
    if (!foreign_files.empty() && !options.force)
        throw EnvironmentError(fmt::format(
            "--output \"{}\" holds other things, such as \"{}\": name a new folder, or give --force to "
            "write beside them",
            options.folder, *foreign_files.begin()));
}

/// Writes all files of the exported page, with the puzzles of `api`. Throws EnvironmentError.
void export_site(const api::Api& api, const std::vector<PocketFile>& tables, const cli::SiteOptions& options,
                 const CommonOptions& common) {
    const fs::path folder = options.folder;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw EnvironmentError(fmt::format("cannot make {}: {}", options.folder, error.message()));
    std::vector<std::string> files(copied_files.begin(), copied_files.end());
    files.insert(files.end(), generated_files.begin(), generated_files.end());
    for (const PocketFile& table : tables) files.push_back(fmt::format("table-{}.js", table.name));
    for (const std::string& file : files) common.outputs->claim("--output", (folder / file).string());
    std::size_t bytes = 0;
    const auto write = [&](std::string_view name, std::string_view text) {
        replace_file((folder / name).string(), text);
        bytes += text.size();
    };
    for (const char* name : copied_files) write(name, asset(name));
    write("site.js", site_script(api, tables));
    write("puzzles.js", script_of("octomatePuzzles", {{"variant", api.variant()},
                                                      {"records", api.collected().records()},
                                                      {"collection", api.collection().body}}));
    for (const PocketFile& table : tables)
        write(fmt::format("table-{}.js", table.name),
              script_of("octomateTable", base64(deflated(table.bytes))));
    write("index.html", site_page(options.public_address));
    if (common.quiet) return;
    const std::size_t count = api.collected().size();
    print_message(fmt::format("{}: the board with {} puzzle{}, {:.1f} MB; open {} in a browser\n",
                              options.folder, count, count == 1 ? "" : "s", static_cast<double>(bytes) / 1e6,
                              (folder / "index.html").string()));
}

/// Runs `octomate export-site`, and returns the exit code.
int write_site(const cli::SiteOptions& options, const CommonOptions& common) {
    check_folder(options);
    const auto all = assets();
    if (std::none_of(all.begin(), all.end(), [](const Asset& file) { return file.name == module_name; }))
        throw EnvironmentError(cli::no_export());  // built without the WebAssembly module
    auto puzzles = read_puzzles(options.files, common);
    if (!puzzles) return puzzles.error();
    Expected<std::vector<PocketFile>, int> tables = std::vector<PocketFile>();
    if (!options.no_tables) tables = pocket_files(options, common);
    if (!tables) return tables.error();
    export_site(api::Api(common, std::move(puzzles->collection)), *tables, options, common);
    return puzzles->code;
}

}  // namespace

}  // namespace octomate::serve

int main(int argc, char** argv) {
    using namespace octomate;
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    cli::CommandLine line({"octomate"}, threads);
    cli::declare_serve(line, serve::serve_page);
    cli::declare_export_site(line, serve::write_site);
    return cli::run_program(line, argc, argv);
}
