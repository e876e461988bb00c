#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "api/api.hpp"
#include "cli/arguments.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "console/console.hpp"
#include "console/progress.hpp"
#include "core/fault.hpp"
#include "games/list.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/question.hpp"
#include "serve/serve.hpp"
#include "tables/odds.hpp"
#include "tables/tables.hpp"

/// `octomate-serve`: what `octomate serve` and `octomate export-site` become.
namespace octomate::serve {

namespace {

using api::Collection;
using api::Entry;
using api::entry_of;

/// What the trainer offers where no files are named; the thousand are those of the puzzle of the day.
constexpr std::array built_in = {"article.jsonl", "twos.jsonl", "thousand.jsonl",
                                 "complete-permutation.jsonl", "super-chess.jsonl"};
constexpr std::string_view daily = "thousand.jsonl";

/// Each twin is a puzzle of its own, behind its diagram.
void add_entry(const records::Line& line, const CommonOptions& common, records::Batch<Entry>& batch) {
    collect::with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) -> Status {
        auto position = game.normalise(puzzle.fen);
        if (!position) return Unexpected{std::move(position.error())};
        if (const auto other = puzzle.other_stipulation()) {
            batch.talk += fmt::format("{}:{}: note: left out: the page knows no {}\n", line.file, line.number,
                                      records::text_of(*other));
            return {};
        }
        puzzle.fen = std::move(position->value);
        puzzle.variant = game.name();  // whatever the page's default is
        batch.results.push_back(entry_of(puzzle, line.file));
        return questions::for_each_twin(game, puzzle, [&](const auto& twin, records::Puzzle changed) {
            const std::string name = fmt::format("{}) {}", twin.name, records::change_text(puzzle, twin));
            changed.title = puzzle.title ? *puzzle.title + ": " + name : name;
            if (puzzle.id) changed.id = *puzzle.id + twin.name;
            batch.results.push_back(entry_of(changed, line.file));
            return Status();
        });
    });
}

Collection built_in_puzzles() {
    CommonOptions plain;
    plain.format = Format::Text;
    plain.variant = games::all().front()->name();  // whatever the page begins with
    records::Batch<Entry> batch;
    for (const std::string_view file : built_in) {
        records::Lines lines = records::Lines::of_file(file, asset(file));
        while (const records::Line* line = lines.next()) add_entry(*line, plain, batch);
    }
    talk(batch.talk);
    return {std::move(batch.results), daily};
}

/// The puzzles of the page.
struct Puzzles {
    api::Collection collection;
    int code = Success;  ///< BadInput if some records were bad
};

/// Those of the files, or those that are built in if there are none; or the exit code if there are none at
/// all. Bad records are reported.
Expected<Puzzles, int> read_puzzles(const std::vector<std::string>& files, const CommonOptions& common) {
    if (files.empty()) return Puzzles{built_in_puzzles()};
    std::vector<Entry> puzzles;
    CommonOptions plain = common;
    plain.format = Format::Text;  // no error records among the puzzles
    const collect::Ran ran = collect::run_lines<Entry>(
        files, plain,
        [&](const records::Line& line, records::Batch<Entry>& batch) { add_entry(line, plain, batch); },
        [&](records::Batch<Entry>& batch) {
            std::move(batch.results.begin(), batch.results.end(), std::back_inserter(puzzles));
        });
    if (!ran.whole) return Unexpected{ran.code};
    if (puzzles.empty()) {
        talk("octomate: no puzzle to show\n");
        return Unexpected{static_cast<int>(BadInput)};
    }
    return Puzzles{Collection(std::move(puzzles), ""), ran.code};
}

int serve_page(const cli::ServeOptions& options, const CommonOptions& common) {
    auto puzzles = read_puzzles(options.files, common);
    if (!puzzles) return puzzles.error();
    cli::Shelves shelves(options.tables);
    const auto ask = [&](const games::Game& game, const std::string& fen, std::vector<std::string>& notes) {
        return shelves.odds(game, fen, notes);
    };
    return serve(api::Api(common, std::move(puzzles->collection), ask), options, common);
}

/// The small tables of all games, made if they are missing; or the exit code if that was interrupted. Throws
/// EnvironmentError.
Expected<std::vector<PocketFile>, int> pocket_files(const cli::SiteOptions& options,
                                                    const CommonOptions& common) {
    std::vector<PocketFile> files;
    cli::MakingTables making;
    cli::Shelves shelves(options.tables, making.options());
    const Progress progress(common, "sweeps", [&] { return making.how_far(); });
    for (const auto& game : games::all()) {
        if (!game->tables()) continue;
        tables::Shelf& shelf = *shelves.of(*game);
        for (int men = 2; men <= tables::PocketTables::most_men; ++men) {
            for (const std::string& material : game->tables()->of_men(men)) {
                if (!shelf.make(material)) return Unexpected{static_cast<int>(Interrupted)};
                auto bytes = game->tables()->pocket(shelf.folder(), material);
                if (!bytes) throw EnvironmentError(bytes.error());
                files.push_back({fmt::format("{}-{}", game->name(), material), *std::move(bytes)});
            }
        }
    }
    return files;
}

int write_site(const cli::SiteOptions& options, const CommonOptions& common) {
    check_export(options);
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
