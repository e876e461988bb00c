#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/picture_file.hpp"
#include "cli/shelves.hpp"
#include "cli/text_style.hpp"
#include "collect/text_file.hpp"
#include "console/files.hpp"
#include "games/list.hpp"
#include "records/error_record.hpp"
#include "records/game_score.hpp"
#include "reports/json.hpp"
#include "views/replay_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* replay_examples =
    "  octomate replay data/games/superpermutation-d8.txt\n"
    "  octomate replay --format jsonl data/games/superpermutation-d8.pgn\n"
    "  echo '(5) e2-e4 (1) h7-h5' | octomate replay -\n"
    "  octomate replay --diagrams out/ --to png data/games/superpermutation-d8.txt\n\n"
    "Plays games from their scores and checks every move, roll and sign. A die stands in\n"
    "parentheses before its move, \"(-)\" or nothing where none is used; PGN with {[%d8 7]} is\n"
    "read too. Faults that leave the move clear are told and the game goes on. Where an endgame table\n"
    "covers a position, it tells what the roll brought and what the move cost.";

struct ReplayOptions {
    std::vector<std::string> files;
    std::string diagrams;  ///< a directory; empty: none are drawn
    PictureStyle style;
    std::string tables;  ///< a folder
};

/// A picture of each move, and one of the end.
void draw_game(const std::vector<draw::Scene>& scenes, std::size_t number, const ReplayOptions& options) {
    const PictureFormat format = options.style.to.value_or(PictureFormat::Svg);
    for (std::size_t n = 0; n < scenes.size() && !interrupted; ++n) {
        const bool end = n + 1 == scenes.size();
        draw::Scene scene = scenes[n];
        scene.title =
            fmt::format("Game {}, {}: {}", number, end ? "end" : fmt::format("ply {}", n + 1), scene.title);
        replace_file(fmt::format("{}/game-{}-{}{}", options.diagrams, number,
                                 end ? "end" : fmt::format("ply-{:03}", n + 1), extension(format)),
                     picture_bytes(std::move(scene), format, options.style));
    }
}

/// What becomes of the games of all files.
struct Verdict {
    bool bad = false;     ///< some text could not be read
    bool faulty = false;  ///< there was a fault
};

/// What the endgame tables say of the plies, where they cover them.
void add_odds(reports::Replay& replay, const games::Game& rules, std::string fen, Shelves& shelves) {
    for (reports::ReplayedPly& ply : replay.plies) {
        const auto odds = shelves.odds(rules, std::exchange(fen, ply.fen), replay.notes);
        if (!odds) continue;
        for (const tables::RollOdds& roll : odds->rolls) {
            if (roll.face != 0 && roll.face != ply.roll) continue;
            const auto played =
                std::find_if(roll.moves.begin(), roll.moves.end(),
                             [&](const tables::MoveOdds& move) { return move.move == ply.move; });
            if (played != roll.moves.end())
                ply.odds = reports::PlyOdds{odds->bounds, roll.bounds, played->bounds};
        }
    }
}

void replay_game(const records::GameScore& game, std::size_t number, const std::string& file,
                 const ReplayOptions& options, const CommonOptions& common, Shelves& shelves,
                 Verdict& verdict) {
    reports::Replay replay = games::replay(game, common.variant);
    const games::Game* const rules = games::find(game.variant().value_or(common.variant));
    if (rules && replay.refusal.empty())
        add_odds(replay, *rules, game.fen().value_or(rules->start()), shelves);
    if (rules && !options.diagrams.empty())
        draw_game(painter_of(*rules, "replay --diagrams").scenes_of(game, replay), number, options);
    if (common.format == Format::Text) {
        print(views::replay_text(replay, number, text_style(common)));
    } else {
        for (const std::string& record : reports::json(replay, number)) print(record + '\n');
    }
    for (const records::TextFault& told : all_faults(replay)) {
        talk(records::error_text({file, told.line}, {told.fault}));
        verdict.faulty = true;
    }
    verdict.bad = verdict.bad || has_bad_text(replay);
}

int replay_files(ReplayOptions& options, const CommonOptions& common) {
    options.style.ascii = common.ascii;
    if (!options.diagrams.empty()) make_directory(options.diagrams);
    Verdict verdict;
    Shelves shelves(options.tables);
    std::size_t number = 0;
    for (const std::string& file : options.files) {
        const auto content = collect::read_text_file(file);
        if (!content) {
            talk(fmt::format("{}: cannot read: {}\n", file, content.error()));
            verdict.bad = true;
            continue;
        }
        records::GameReader reader(*content);
        while (const auto game = reader.next()) {
            if (interrupted) return Interrupted;
            replay_game(*game, ++number, file, options, common, shelves, verdict);
        }
    }
    return verdict.bad ? BadInput : verdict.faulty ? Negative : Success;
}

}  // namespace

void add_replay(CommandLine& line) {
    Arguments command = line.add("replay", "Play games from their scores and check them", replay_examples);
    command.hide({"--progress"});
    const auto options = std::make_shared<ReplayOptions>();
    command.add("FILE", options->files, "Files of games; - is standard input").required();
    const Option diagrams =
        command.add("--diagrams", options->diagrams, "Draw each move into this directory").named("DIR");
    add_picture_style(command, options->style, &diagrams);
    add_tables_folder(command, options->tables);
    command.run([options](const CommonOptions& common) { return replay_files(*options, common); });
}

}  // namespace octomate::cli
