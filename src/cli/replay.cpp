#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "console/files.hpp"
#include "console/progress.hpp"
#include "draw/game_curve.hpp"
#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "games/game.hpp"
#include "games/list.hpp"
#include "reports/reports.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct ReplayOptions {
    std::vector<std::string> files;
    std::string diagrams;  ///< a directory; empty: none are drawn
    PictureStyle style;
    std::string tables;  ///< a folder
    bool analyse = false;
    int depth = 0;      ///< 0: as the game is searched fast enough
    std::string curve;  ///< a file; empty: none is drawn
    std::string pgn;    ///< a file, or "-"; empty: none is written
};

/// A picture of each move, and one of the end.
void draw_game(const std::vector<draw::Scene>& scenes, std::size_t number, const ReplayOptions& options,
               OutputNames& outputs) {
    const PictureFormat format = options.style.format();
    for (std::size_t n = 0; n < scenes.size() && !interrupted; ++n) {
        const bool end = n + 1 == scenes.size();
        draw::Scene scene = scenes[n];
        scene.title =
            fmt::format("Game {}, {}: {}", number, end ? "end" : fmt::format("ply {}", n + 1), scene.title);
        const std::string file =
            fmt::format("{}/game-{}-{}{}", options.diagrams, number,
                        end ? "end" : fmt::format("ply-{:03}", n + 1), extension(format));
        outputs.claim("--diagrams", file);
        replace_file(file, picture_bytes(std::move(scene), format, options.style));
    }
}

/// The result of all games.
struct Verdict {
    bool bad = false;     ///< some text was not readable
    bool faulty = false;  ///< there was a fault
};

/// How deep moves are searched if the user does not say it. Without a die a further ply is cheap, unless the
/// board is large, and single threats weigh more.
int usual_depth(const games::About& game) { return game.die || game.files * game.ranks > 64 ? 3 : 5; }

/// Separates luck from skill; false if interrupted.
bool analyse_game(reports::Replay& replay, const games::Game& rules, const std::string& start,
                  const ReplayOptions& options, const CommonOptions& common, Shelves& shelves) {
    if (!knows_chances(rules)) {
        throw UsageError("--analyse", fmt::format("{} has no evaluation", rules.about().title));
    }
    games::ChancesRequest request;
    request.depth = options.depth > 0 ? options.depth : usual_depth(rules.about());
    request.threads = common.threads;
    request.stop = &interrupted;
    if (const auto end = shelves.odds(rules, replay.fen, replay.notes)) request.end = end->bounds.middle();
    std::atomic<std::uint64_t> done = 0;
    request.count = [&done] { ++done; };
    const Progress progress(common, "positions", [&] { return HowFar{done, replay.plies.size() + 1}; });
    return add_chances(rules, start, request, replay);
}

/// "game.svg", and for the further games of a run "game-2.svg".
std::string numbered(const std::string& file, std::size_t number) {
    if (number == 1) return file;
    const std::filesystem::path path(file);
    return path.parent_path() /
           fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

void draw_curve_of(const records::GameScore& game, const reports::Replay& replay, std::size_t number,
                   const std::string& file, OutputNames& outputs) {
    const draw::GameCurve curve = views::luck_curve(game, replay, number);
    const std::string name = numbered(file, number);
    if (number > 1) outputs.claim("--curve", name);
    replace_file(name, picture_bytes(draw_curve(curve), *picture_format_of(name), curve.title));
}

/// False if interrupted.
bool replay_game(const records::GameScore& game, std::size_t number, const std::string& file,
                 const ReplayOptions& options, const CommonOptions& common, Shelves& shelves,
                 std::optional<OutputFile>& pgn, Verdict& verdict) {
    reports::Replay replay = games::replay(game, common.variant);
    const games::Game* const rules = games::find(game.variant().value_or(common.variant));
    if (rules && replay.refusal.empty()) {
        const std::string start = game.fen().value_or(rules->start());
        games::add_odds([&](const std::string& fen) { return shelves.odds(*rules, fen, replay.notes); },
                        start, replay);
        if (options.analyse && !analyse_game(replay, *rules, start, options, common, shelves)) return false;
    }
    if (rules && !options.diagrams.empty())
        draw_game(require_pictures(*rules, "replay --diagrams").scenes_of(game, replay), number, options,
                  *common.outputs);
    if (!options.curve.empty() && replay.chances)
        draw_curve_of(game, replay, number, options.curve, *common.outputs);
    if (pgn) pgn->write(reports::pgn(game, replay, games::variants(common.variant)));
    if (options.pgn == "-") {
        print(reports::pgn(game, replay, games::variants(common.variant)));
    } else if (common.format == Format::Text) {
        print_coloured(views::replay_text(replay, number, text_style(common)));
    } else {
        for (const std::string& record : reports::json(replay, number)) print(record + '\n');
    }
    for (const records::TextFault& found : all_faults(replay)) {
        talk(records::error_text({file, found.line}, {found.fault}));
        verdict.faulty = true;
    }
    verdict.bad = verdict.bad || has_bad_text(replay);
    return true;
}

int replay_files(ReplayOptions& options, const CommonOptions& common) {
    options.style.ascii = common.ascii;
    if (const auto format = picture_format_of(options.curve)) check_converter(*format);
    if (!options.diagrams.empty()) make_directory(options.diagrams);
    Verdict verdict;
    Shelves shelves(options.tables);
    std::optional<OutputFile> pgn;
    if (!options.pgn.empty() && options.pgn != "-") pgn.emplace(options.pgn);
    std::size_t number = 0;
    bool whole = true;
    for (const std::string& file : options.files) {
        const auto content = collect::read_text_file(file);
        if (!content) {
            talk(fmt::format("{}: cannot read: {}\n", file, content.error()));
            verdict.bad = true;
            whole = false;
            continue;
        }
        records::GameReader reader(*content, games::variants(common.variant));
        while (const auto game = reader.next()) {
            if (interrupted || !replay_game(*game, ++number, file, options, common, shelves, pgn, verdict))
                return Interrupted;
        }
    }
    if (pgn) pgn->commit(whole);
    return verdict.bad ? BadInput : verdict.faulty ? Negative : Success;
}

}  // namespace

void add_replay(CommandLine& line) {
    Arguments command = line.add("replay");
    const auto options = std::make_shared<ReplayOptions>();
    command.add("FILE", options->files, "Game files; - is standard input").required();
    command.reads([options] { return options->files; });
    const Option diagrams =
        command.add("--diagrams DIR", options->diagrams, "Draw each move to a file in this directory");
    add_picture_style(command, options->style, &diagrams);
    add_tables_folder(command, options->tables);
    const Option analyse = command.add_flag("--analyse", options->analyse, "Separate luck from skill");
    command
        .add("--depth N", options->depth, {1, 6},
             "Search depth of each move in plies (default: 3, without a die on a usual board 5)")
        .needs(analyse);
    command
        .add_output("--curve FILE", options->curve,
                    "Draw the expected score to this file (.svg, .png or .pdf; game 2 to FILE-2, and so on)")
        .needs(analyse);
    command.add_output("--pgn FILE", options->pgn,
                       "Write the games as PGN to this file; - is standard output, instead of the reports");
    command.check([options] {
        for (std::string& file : options->files) file = shipped("data/games", file);
        if (!options->curve.empty() && !picture_format_of(options->curve))
            throw UsageError("--curve", "expected a name ending in .svg, .png or .pdf");
        if (!may_name_directory(options->diagrams))
            throw UsageError("--diagrams", "expected a directory, whose name has no extension or ends in /");
    });
    command.run([options](const CommonOptions& common) { return replay_files(*options, common); });
}

}  // namespace octomate::cli
