#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/shelves.hpp"
#include "collect/generate_run.hpp"
#include "collect/record.hpp"
#include "games/list.hpp"
#include "puzzle/fields.hpp"
#include "reports/json.hpp"
#include "tables/tables.hpp"

namespace octomate::cli {

namespace {

tables::Want want_named(const std::string& name) {
    if (name == "swing") return tables::Want::Swing;
    return name == "only-move" ? tables::Want::OnlyMove : tables::Want::Sharpest;
}

/// Returns the best moves of each face, or of the one that the position is shown with.
records::Key best_of(const tables::Find& find) {
    records::Key best;
    for (const tables::RollOdds& roll : find.odds.rolls) {
        if (find.roll && roll.face != *find.roll) continue;
        for (std::size_t at = 0; at < roll.best(); ++at) best[roll.face].push_back(roll.moves[at].move);
    }
    return best;
}

records::Puzzle puzzle_of(tables::Find find, const std::string& want, const games::Game& game) {
    records::Puzzle puzzle;
    puzzle.fen = std::move(find.fen);
    puzzle.roll = find.roll;
    puzzle.men = static_cast<int>(find.odds.material.size());
    puzzle.unknown = {{"want", '"' + want + '"'},
                      {"measure", fmt::format("{:.9f}", find.measure)},
                      {"best", records::key_json(best_of(find))},
                      {"odds", reports::json(find.odds)}};
    collect::name_game(puzzle, game);
    return puzzle;
}

int run_table_puzzles(const collect::GenerateOptions& options, const CommonOptions& common,
                      const games::Game& game) {
    const tables::Tables& tables = tables_of(game, "generate --from table");
    const std::string want = options.want.empty() ? "sharpest" : options.want;
    const std::vector<std::string> materials = materials_named(options.classes, tables);
    Shelves shelves(options.tables);
    tables::Shelf& shelf = *shelves.of(game);
    tables::FindRequest request;
    request.want = want_named(want);
    request.count = static_cast<std::size_t>(options.count);
    request.seed = options.task.seed;
    request.interrupted = &interrupted;
    collect::RecordFile file(options.target);
    bool enough = true;
    for (const std::string& material : materials) {
        if (!shelf.make(material)) return Interrupted;
        auto finds = tables.find(shelf.folder(), material, request);
        if (!finds) throw EnvironmentError(finds.error());
        if (interrupted) return Interrupted;
        enough = enough && finds->size() == request.count;
        for (tables::Find& find : *finds) file.write(puzzle_of(std::move(find), want, game));
    }
    file.close(true, common.quiet);
    if (!enough && !common.quiet) talk("there are not enough such positions\n");
    return enough ? Success : Incomplete;
}

}  // namespace

void add_generate(CommandLine& line) {
    declare_generate(line, [](const collect::GenerateOptions& options, const CommonOptions& common) {
        const games::Game& game = games::named(common.variant);
        if (options.from == "table") return run_table_puzzles(options, common, game);
        return collect::run_generate(options, common, game);
    });
}

}  // namespace octomate::cli
