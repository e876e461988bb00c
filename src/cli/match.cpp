#include "players/match.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/match_file.hpp"
#include "cli/match_records.hpp"
#include "cli/record_target.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "json/text.hpp"
#include "players/session.hpp"
#include "tables/tables.hpp"

namespace octomate::cli {

namespace {

constexpr const char* match_examples =
    "  octomate match level-4 mate-now --games 200\n"
    "  octomate match level-8 odds-2 --games 200 --output match.jsonl --resume\n"
    "  octomate match level-3 'engine:./octomate engine' --go 'nodes 5000'\n\n"
    "Two players meet. Each pair of games has the same dice and exchanged sides. Players: random; mate-now,\n"
    "which wins if the roll allows it; odds-2, which takes the best chance to mate within two moves, less\n"
    "the opponent's; level-1 to level-8; nodes-N and depth-N, the best one with a limit; engine:COMMAND, a\n"
    "program of the protocol of octomate engine. The games are the same for a seed, whatever the threads, "
    "if\n"
    "no program minds the clock, with the same --tables. What is not over after --plies is drawn.\n"
    "The difference in Elo is told with the range in which it lies nineteen times of twenty.\n"
    "With --output - the records go to standard output, and that to standard error.";

struct MatchCommand {
    std::string first, second;
    players::MatchOptions options;
    collect::RecordTarget output{records::RecordFormat::Jsonl, ""};
    bool resume = false;
    std::string tables;  ///< a folder; empty: nobody knows them
};

/// The materials whose endgame tables of a game a folder holds. Throws UsageError if the game has no tables,
/// and EnvironmentError if none is there.
std::vector<std::string> tables_in(const std::string& folder, const games::Game& game) {
    const tables::Tables& tables = tables_of(game, "match --tables");
    const auto names = tables.names_in(folder);
    if (!names) throw EnvironmentError(names.error());
    std::vector<std::string> materials;
    for (const std::string& name : *names) {
        if (const auto material = tables.material(name); material && *material == name)
            materials.push_back(name);
    }
    if (materials.empty())
        throw EnvironmentError(fmt::format("{} holds no endgame table of {}", folder, game.about().title));
    std::sort(materials.begin(), materials.end());
    return materials;
}

std::string score_text(const MatchCommand& command, const players::Score& score,
                       const CommonOptions& common) {
    const double rate = score.rate();
    const auto [least, most] = score.range();
    const double low = players::elo_of(least), high = players::elo_of(most);
    if (common.format == Format::Jsonl) {
        return fmt::format(
            "{{\"first\":{},\"second\":{},\"variant\":\"{}\",\"seed\":{},\"games\":{},\"wins\":{},\"draws\":{"
            "},"
            "\"losses\":{},\"score\":{:.4f},\"error\":{:.4f},\"elo\":{:.1f},\"elo_low\":{:.1f},\"elo_high\":"
            "{:.1f}}}\n",
            records::json_text_of(command.first), records::json_text_of(command.second),
            command.options.variant, command.options.seed, score.games(), score.wins, score.draws,
            score.losses, rate, score.error(), players::elo_of(rate), low, high);
    }
    return fmt::format("{} against {}: {} won, {} drawn, {} lost of {} games\n", command.first,
                       command.second, score.wins, score.draws, score.losses, score.games()) +
           fmt::format("{:.1f} % of the points ({:.1f} to {:.1f}), Elo {:+.0f} ({:+.0f} to {:+.0f})\n",
                       100 * rate, 100 * least, 100 * most, players::elo_of(rate), low, high);
}

int play(MatchCommand& command, const CommonOptions& common) {
    players::MatchOptions options = command.options;
    const games::Game& game = games::named(common.variant);
    options.variant = command.options.variant = common.variant;
    options.session = [&game, &command] { return game.session_with(command.tables); };
    options.threads = common.threads;
    options.stop = &interrupted;
    if (options.opening < 0) options.opening = command.options.opening = game.about().die ? 0 : 6;
    const MatchRecords records(
        options, command.tables.empty() ? std::vector<std::string>() : tables_in(command.tables, game));
    players::Score score;
    std::optional<MatchFile> file;
    if (!command.output.file.empty()) {
        file.emplace(records, command.output, command.resume, options.games);
        score = file->score();
        options.done = score.games();
    }
    if (file && file->is_finished() && !common.quiet)
        talk(fmt::format("{} is complete\n", command.output.file));
    std::atomic<std::uint64_t> done = options.done;
    {
        const Progress progress(common, "games", [&] {
            HowFar far;
            far.done = done;
            far.total = options.games;
            return far;
        });
        double first = 0;
        play_match(options, [&](const players::MatchGame& played) {
            if (played.first_is_white) {
                first = played.points();
            } else {
                score.add_pair(first, played.points());
            }
            if (file) {
                file->write(played, score);
            } else if (common.format == Format::Jsonl) {
                print(records.text(played));
            }
            ++done;
        });
    }
    if (file && !file->is_finished()) file->close(score, score.games() == options.games);
    if (interrupted && file && file->resumable() && score.games() > 0 && !common.quiet)
        talk(fmt::format("{} games are kept; the same command with --resume goes on\n", score.games()));
    const std::string told = score_text(command, score, common);
    if (command.output.file != "-") {
        print(told);
    } else if (!common.quiet) {  // the records stand alone on standard output
        talk(told);
    }
    return interrupted ? Interrupted : Success;
}

}  // namespace

void add_match(CommandLine& line) {
    Arguments arguments =
        line.add("match", "Let two players meet, and tell how far one is the better", match_examples);
    const auto command = std::make_shared<MatchCommand>();
    players::MatchOptions& options = command->options;
    options.opening = -1;
    arguments.add("PLAYER", command->first, "The first player").required();
    arguments.add("OPPONENT", command->second, "The other one").required();
    arguments.add("--games", options.games, {2, 10'000'000}, "How many games, an even number (default: 100)")
        .named("N");
    arguments.add("--seed", options.seed, {0, 1ULL << 62}, "Of the dice and of all chance (default: 1)")
        .named("S");
    arguments.add("--plies", options.most_plies, {1, 100'000}, "A longer game is drawn (default: 400)")
        .named("N");
    arguments
        .add("--opening", options.opening, {0, 1000},
             "Random plies at the beginning, the same in both games of a pair (default: 0, without a die 6)")
        .named("N");
    arguments.add("--go", options.go, "What a program is told behind go (default: nodes 20000)")
        .named("LIMITS");
    const Option output =
        arguments.add("-o,--output", command->output.file, "Write a record of each game into this file")
            .named("FILE");
    const Option force = add_force(arguments, command->output).needs(output);
    arguments
        .add_flag("--resume", command->resume,
                  "Go on with --output where an earlier run was stopped or killed")
        .needs(output)
        .excludes(force);
    arguments
        .add("--tables", command->tables,
             "Players who make no errors, those from level-6 on, know the endgame tables in this folder")
        .named("DIR");
    arguments.check([command] {
        if (command->options.games % 2 != 0)
            throw UsageError("--games", "an even number is wanted, since games are played in pairs");
        const auto participant = [](const std::string& name) {
            auto found = players::participant_named(name);
            if (!found) throw UsageError("", found.error());
            return std::move(found.value());
        };
        command->options.first = participant(command->first);
        command->options.second = participant(command->second);
    });
    arguments.run([command](const CommonOptions& common) { return play(*command, common); });
}

}  // namespace octomate::cli
