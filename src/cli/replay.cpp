#include "reports/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/output_names.hpp"
#include "cli/paper.hpp"
#include "cli/picture_file.hpp"
#include "cli/shelves.hpp"
#include "cli/text_style.hpp"
#include "collect/inputs.hpp"
#include "console/files.hpp"
#include "console/output_file.hpp"
#include "console/progress.hpp"
#include "facade/tell_chances.hpp"
#include "formats/error_record.hpp"
#include "formats/game_score.hpp"
#include "games/list.hpp"
#include "reports/json.hpp"
#include "views/luck_curve.hpp"
#include "views/replay_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* replay_examples =
    "  octomate replay data/games/superpermutation-d8.txt\n"
    "  octomate replay --format jsonl data/games/superpermutation-d8.pgn\n"
    "  echo '(5) e2-e4 (1) h7-h5' | octomate replay -\n"
    "  octomate replay --diagrams out/ --to png data/games/superpermutation-d8.txt\n"
    "  octomate replay --analyse data/games/superpermutation-d8.txt\n"
    "  octomate replay --analyse --curve game.svg --pgn game.pgn data/games/superpermutation-d8.txt\n\n"
    "Plays games from their scores and checks every move, roll and sign. A die stands in\n"
    "parentheses before its move, \"(-)\" or nothing where none is used; PGN with {[%d8 7]} is\n"
    "read too. Faults that leave the move clear are told and the game goes on. Where an endgame table\n"
    "covers a position, it tells what the roll brought and what the move cost.\n\n"
    "--analyse tells luck from skill, in the games whose winner can be guessed (with and without the\n"
    "die): for each ply the chance to win of who moves, a draw being a half, before the roll, with the\n"
    "best move on the roll, and after the move. Luck is the second less the first, and an error the\n"
    "second less the third. A move that gives away 5 hundredths of a game is dubious (?!), 10 are a\n"
    "mistake (?), 20 a blunder (?\?). Each move is searched --depth plies deep, itself included, and where\n"
    "tables cover the position they have the word; the numbers are the same whatever the threads.\n"
    "After a move it was looked at a ply less far than before the next roll: what that changes is told\n"
    "as well, so that the chances add up from the beginning to the end. A ply whose die is wrong has\n"
    "neither luck nor error. PGN bears the signs as $6, $2 and $4, and in comments\n"
    "[%chance 0.512], White's chance after the move, [%luck] and [%error], those of who moved.";

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

/// The outputs of all games.
struct Outputs {
    OutputNames names;  ///< those of one game are only known when it comes
    std::optional<OutputFile> pgn;
};

/// A picture of each move, and one of the end.
void draw_game(const std::vector<draw::Scene>& scenes, std::size_t number, const ReplayOptions& options,
               OutputNames& names) {
    const PictureFormat format = options.style.format();
    for (std::size_t n = 0; n < scenes.size() && !interrupted; ++n) {
        const bool end = n + 1 == scenes.size();
        draw::Scene scene = scenes[n];
        scene.title =
            fmt::format("Game {}, {}: {}", number, end ? "end" : fmt::format("ply {}", n + 1), scene.title);
        const std::string file =
            fmt::format("{}/game-{}-{}{}", options.diagrams, number,
                        end ? "end" : fmt::format("ply-{:03}", n + 1), extension(format));
        names.claim("--diagrams", file);
        replace_file(file, picture_bytes(std::move(scene), format, options.style));
    }
}

/// What becomes of the games of all files.
struct Verdict {
    bool bad = false;     ///< some text could not be read
    bool faulty = false;  ///< there was a fault
};

/// Tells luck from skill; false if it was interrupted.
bool analyse_game(reports::Replay& replay, const games::Game& rules, const std::string& start,
                  const ReplayOptions& options, const CommonOptions& common, Shelves& shelves) {
    if (!knows_chances(rules)) {
        throw UsageError("--analyse",
                         fmt::format("nobody can tell the chances of a position of {}", rules.about().title));
    }
    games::ChancesRequest request;
    // Without a die a ply more is cheap, and threats of a single move weigh more.
    request.depth = options.depth > 0 ? options.depth : rules.about().die ? 3 : 5;
    request.threads = common.threads;
    request.stop = &interrupted;
    if (const auto end = shelves.odds(rules, replay.fen, replay.notes)) request.end = end->bounds.middle();
    std::atomic<std::uint64_t> done = 0;
    request.count = [&done] { ++done; };
    const Progress progress(common, "positions", [&] {
        HowFar far;
        far.done = done;
        far.total = replay.plies.size() + 1;
        return far;
    });
    return tell_chances(rules, start, request, replay);
}

/// "game.svg", and for the further games of a run "game-2.svg".
std::string numbered(const std::string& file, std::size_t number) {
    if (number == 1) return file;
    const std::filesystem::path path(file);
    return path.parent_path() /
           fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

void draw_curve_of(const records::GameScore& game, const reports::Replay& replay, std::size_t number,
                   const std::string& file, OutputNames& names) {
    const draw::GameCurve curve = views::luck_curve(game, replay, number);
    const draw::CurveSize size = size_of(curve);
    const std::string svg = draw_curve(curve, size.width);
    const std::string name = numbered(file, number);
    if (number > 1) names.claim("--curve", name);
    replace_file(name, picture_bytes(svg, {static_cast<double>(size.width), static_cast<double>(size.height)},
                                     *picture_format_of(name), curve.title));
}

/// False if it was interrupted.
bool replay_game(const records::GameScore& game, std::size_t number, const std::string& file,
                 const ReplayOptions& options, const CommonOptions& common, Shelves& shelves,
                 Outputs& outputs, Verdict& verdict) {
    reports::Replay replay = games::replay(game, common.variant);
    const games::Game* const rules = games::find(game.variant().value_or(common.variant));
    if (rules && replay.refusal.empty()) {
        const std::string start = game.fen().value_or(rules->start());
        games::tell_odds([&](const std::string& fen) { return shelves.odds(*rules, fen, replay.notes); },
                         start, replay);
        if (options.analyse && !analyse_game(replay, *rules, start, options, common, shelves)) return false;
    }
    if (rules && !options.diagrams.empty())
        draw_game(painter_of(*rules, "replay --diagrams").scenes_of(game, replay), number, options,
                  outputs.names);
    if (!options.curve.empty() && replay.chances)
        draw_curve_of(game, replay, number, options.curve, outputs.names);
    if (outputs.pgn) outputs.pgn->write(reports::pgn(game, replay, games::variants(common.variant)));
    if (options.pgn == "-") {
        print(reports::pgn(game, replay, games::variants(common.variant)));
    } else if (common.format == Format::Text) {
        print_coloured(views::replay_text(replay, number, text_style(common)));
    } else {
        for (const std::string& record : reports::json(replay, number)) print(record + '\n');
    }
    for (const records::TextFault& told : all_faults(replay)) {
        talk(records::error_text({file, told.line}, {told.fault}));
        verdict.faulty = true;
    }
    verdict.bad = verdict.bad || has_bad_text(replay);
    return true;
}

/// The names that are known before the games.
OutputNames names_of(const ReplayOptions& options) {
    OutputNames names(options.files);
    names.claim("--pgn", options.pgn);
    names.claim("--curve", options.curve);
    return names;
}

int replay_files(ReplayOptions& options, const CommonOptions& common) {
    options.style.ascii = common.ascii;
    if (const auto format = picture_format_of(options.curve); format && *format != PictureFormat::Svg)
        paper();  // tell at once if it is missing
    if (!options.diagrams.empty()) make_directory(options.diagrams);
    Verdict verdict;
    Shelves shelves(options.tables);
    Outputs outputs{names_of(options), {}};
    if (!options.pgn.empty() && options.pgn != "-") outputs.pgn.emplace(options.pgn);
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
            if (interrupted ||
                !replay_game(*game, ++number, file, options, common, shelves, outputs, verdict))
                return Interrupted;
        }
    }
    if (outputs.pgn) outputs.pgn->commit(whole);
    return verdict.bad ? BadInput : verdict.faulty ? Negative : Success;
}

}  // namespace

void add_replay(CommandLine& line) {
    Arguments command = line.add("replay", "Play games from their scores and check them", replay_examples);
    const auto options = std::make_shared<ReplayOptions>();
    command.add("FILE", options->files, "Files of games; - is standard input").required();
    const Option diagrams =
        command.add("--diagrams", options->diagrams, "Draw each move into this directory").named("DIR");
    add_picture_style(command, options->style, &diagrams);
    add_tables_folder(command, options->tables);
    const Option analyse = command.add_flag("--analyse", options->analyse,
                                            "Tell what the dice and the moves did to the chances");
    command
        .add("--depth", options->depth, {1, 6},
             "How many plies each move is searched (default: 3, without a die 5)")
        .named("N")
        .needs(analyse);
    command
        .add("--curve", options->curve,
             "Draw the chances into this file (.svg, .png or .pdf; game 2 into FILE-2, and so on)")
        .named("FILE")
        .needs(analyse);
    command
        .add("--pgn", options->pgn,
             "Write the games as PGN into this file; - is standard output, in place of the reports")
        .named("FILE");
    command.check([options] {
        if (!options->curve.empty() && !picture_format_of(options->curve))
            throw UsageError("--curve", "expected a name that ends in .svg, .png or .pdf");
        if (!may_name_directory(options->diagrams))
            throw UsageError("--diagrams",
                             "expected the name of a directory, which has no extension or ends in /");
        names_of(*options);
    });
    command.run([options](const CommonOptions& common) { return replay_files(*options, common); });
}

}  // namespace octomate::cli
