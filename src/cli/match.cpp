#include "players/match.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "collect/text_file.hpp"
#include "console/files.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "players/session.hpp"
#include "records/json_text.hpp"

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
    "The difference in Elo is told with the range in which it lies nineteen times of twenty.";

struct MatchCommand {
    std::string first, second;
    players::MatchOptions options;
    std::string output;
    bool resume = false;
    std::string tables;  ///< a folder; empty: nobody knows them
};

std::string record_of(const MatchCommand& command, const players::MatchGame& game) {
    const std::string first = records::json_text_of(command.first),
                      second = records::json_text_of(command.second);
    return fmt::format(
        "{{\"game\":{},\"variant\":\"{}\",\"seed\":{},\"white\":{},\"black\":{},\"result\":\"{}\",\"cut_"
        "off\":{},"
        "\"plies\":{},\"moves\":{}}}\n",
        game.number, command.options.variant, command.options.seed, game.first_is_white ? first : second,
        game.first_is_white ? second : first, result_text(game.outcome), game.cut_off, game.plies,
        records::json_text_of(game.moves));
}

/// Points of the first player in a game, by its record.
double points_in(const std::string& record, bool first_is_white) {
    const auto has = [&](const char* result) {
        return record.find(fmt::format("\"result\":\"{}\"", result)) != std::string::npos;
    };
    if (has("1/2-1/2")) return 0.5;
    return has("1-0") == first_is_white ? 1 : 0;
}

/// Takes in the pairs that a file has, and cuts off what is behind them. Throws UsageError if they are of
/// another match.
void go_on(const MatchCommand& command, players::MatchOptions& options, players::Score& score) {
    const auto text = collect::read_text_file(command.output);
    if (!text) return;
    std::size_t end = 0;
    std::string first;
    for (std::size_t at = 0, newline = 0; (newline = text->find('\n', at)) != std::string::npos;
         at = newline + 1) {
        const std::string record = text->substr(at, newline + 1 - at);
        const std::uint64_t number = options.done + (first.empty() ? 1 : 2);
        players::MatchGame game;
        game.number = number;
        game.first_is_white = number % 2 == 1;
        const std::string begin = record_of(command, game);
        if (!record.starts_with(begin.substr(0, begin.find("\"result\""))))
            throw UsageError("--resume", fmt::format("{} holds another match", command.output));
        if (number > options.games) break;
        if (first.empty()) {
            first = record;
            continue;
        }
        score.add_pair(points_in(first, true), points_in(record, false));
        first.clear();
        options.done += 2;
        end = newline + 1;
    }
    std::filesystem::resize_file(command.output, end);
}

void tell_score(const MatchCommand& command, const players::Score& score, const CommonOptions& common) {
    const double rate = score.rate();
    const auto [least, most] = score.range();
    const double low = players::elo_of(least), high = players::elo_of(most);
    if (common.format == Format::Jsonl) {
        return print(fmt::format(
            "{{\"first\":{},\"second\":{},\"variant\":\"{}\",\"seed\":{},\"games\":{},\"wins\":{},\"draws\":{"
            "},"
            "\"losses\":{},\"score\":{:.4f},\"error\":{:.4f},\"elo\":{:.1f},\"elo_low\":{:.1f},\"elo_high\":"
            "{:.1f}}}\n",
            records::json_text_of(command.first), records::json_text_of(command.second),
            command.options.variant, command.options.seed, score.games(), score.wins, score.draws,
            score.losses, rate, score.error(), players::elo_of(rate), low, high));
    }
    print(fmt::format("{} against {}: {} won, {} drawn, {} lost of {} games\n", command.first, command.second,
                      score.wins, score.draws, score.losses, score.games()));
    print(fmt::format("{:.1f} % of the points ({:.1f} to {:.1f}), Elo {:+.0f} ({:+.0f} to {:+.0f})\n",
                      100 * rate, 100 * least, 100 * most, players::elo_of(rate), low, high));
}

int play(MatchCommand& command, const CommonOptions& common) {
    players::MatchOptions options = command.options;
    const games::Game& game = games::named(common.variant);
    options.variant = command.options.variant = common.variant;
    options.session = [&game, &command] { return game.session_with(command.tables); };
    options.threads = common.threads;
    options.stop = &interrupted;
    if (options.opening < 0) options.opening = command.options.opening = game.about().die ? 0 : 6;
    players::Score score;
    if (command.resume && std::filesystem::exists(command.output)) go_on(command, options, score);
    std::ofstream file;
    if (!command.output.empty()) {
        file.open(command.output, command.resume ? std::ios::app : std::ios::trunc);
        if (!file) throw EnvironmentError(command.output + ": cannot be written");
    }
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
            const std::string record = record_of(command, played);
            if (file.is_open()) {
                if (!(file << record).flush()) throw EnvironmentError(command.output + ": cannot be written");
            } else if (common.format == Format::Jsonl) {
                print(record);
            }
            if (played.first_is_white) {
                first = played.points();
            } else {
                score.add_pair(first, played.points());
            }
            ++done;
        });
    }
    if (interrupted && file.is_open() && !common.quiet)
        talk(fmt::format("{} games are in {}; the same command with --resume goes on\n", score.games(),
                         command.output));
    tell_score(command, score, common);
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
        arguments.add("-o,--output", command->output, "Write a record of each game into this file")
            .named("FILE");
    arguments.add_flag("--resume", command->resume, "Go on where the file of --output ends").needs(output);
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
