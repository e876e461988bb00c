#include "players/train.hpp"

#include <fmt/core.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "collect/inputs.hpp"
#include "console/output_file.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "players/calibration.hpp"
#include "tables/tables.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

constexpr const char* train_examples =
    "  octomate train -o weights.txt\n"
    "  octomate train --weights zero --rounds 3 --games 20000 -o weights.txt\n"
    "  octomate train --check --games 2000 --player depth-2\n\n"
    "Fits the weights of the guess of who wins to games that the program plays against itself. Both sides\n"
    "make the move that looks best --depth plies ahead; some games begin after random plies, and without "
    "some\n"
    "men. Each position learns from the end of its game less the luck of the dice, which changes nothing on\n"
    "the average and leaves less to chance. Every tenth game is held out; told is the log loss on its "
    "results\n"
    "before and after. A round learns from the games of those before it, too, but for the first one's.\n"
    "The file is what src/games/superpermutation/d8_weights.txt holds; the same bytes for "
    "a\n"
    "--seed whatever the threads. With --output - it goes to standard output, and the rounds to standard\n"
    "error.\n"
    "Positions of three men learn from --tables, if it is given.\n"
    "--check learns nothing: it tells how true the chances are in games between best players, by tenths of\n"
    "them: the mean chance and what happened. Recalibrated is the log loss of what happened in each tenth.";

struct TrainCommand {
    players::TrainOptions options;
    players::ForecastOptions forecasts;
    std::string weights, output, player = "level-8";
    std::string tables;  ///< a folder; empty: nothing is learnt from tables
    bool check = false;
};

/// Positions of the small tables in a folder, as many of each.
void learn_tables(const std::string& folder, const games::Game& game, const players::Trainer& trainer,
                  std::uint64_t seed, players::Samples& samples) {
    constexpr int men = 3;
    constexpr std::size_t of_each = 4000;
    const tables::Tables& tables = tables_of(game, "train --tables");
    for (const std::string& material : tables.of_men(men)) {
        const auto sampled = tables.sample(folder, material, of_each, seed);
        if (!sampled) throw EnvironmentError(sampled.error());
        for (const tables::Sampled& one : *sampled) trainer.add(one.fen, one.bounds.middle(), samples);
    }
}

/// Uses the weights that the user named.
void use_weights(const TrainCommand& command, const players::Trainer& trainer) {
    if (command.weights.empty()) return;
    if (command.weights == "zero") return trainer.use(std::vector<double>(trainer.weights().size()));
    const auto text = collect::read_text_file(command.weights);
    if (!text) throw EnvironmentError(command.weights + ": " + text.error());
    try {
        trainer.use(trainer.read(*text));
    } catch (const std::invalid_argument& error) {
        throw UsageError("--weights", command.weights + ": " + error.what());
    }
}

std::string round_text(const players::Round& round, const CommonOptions& common) {
    if (common.format == Format::Jsonl) {
        return fmt::format(
            "{{\"round\":{},\"games\":{},\"positions\":{},\"held_out\":{},\"loss_before\":{:.6f},"
            "\"loss\":{:.6f}}}\n",
            round.number, round.games, round.positions, round.held_out, round.before, round.after);
    }
    return fmt::format("round {}: {} games, {} positions; log loss {:.4f} on {} held out, {:.4f} before\n",
                       round.number, grouped(round.games), grouped(round.positions), round.after,
                       grouped(round.held_out), round.before);
}

/// Where the weights are not themselves on standard output, rounds are told there.
void tell_round(const players::Round& round, const CommonOptions& common, bool weights_are_printed) {
    const std::string told = round_text(round, common);
    if (!weights_are_printed) {
        print(told);
        flush_output();
    } else if (!common.quiet) {
        talk(told);
    }
}

int learn(TrainCommand& command, const CommonOptions& common, const players::Trainer& trainer) {
    std::optional<OutputFile> file;  // none: standard output
    if (command.output != "-") file.emplace(command.output);
    players::TrainOptions options = command.options;
    options.threads = common.threads;
    options.self.stop = &interrupted;
    if (!command.tables.empty())
        learn_tables(command.tables, games::named(common.variant), trainer, options.self.seed, options.known);
    std::atomic<std::uint64_t> done = 0;
    options.tell = [&](int round, std::uint64_t games) {
        done = options.games * static_cast<std::uint64_t>(round - 1) + games;
    };
    int rounds = 0;
    // A round that cannot be told costs no weights.
    std::signal(SIGPIPE, SIG_IGN);
    std::exception_ptr unheard;
    {
        const Progress progress(common, "games", [&] {
            HowFar far;
            far.done = done;
            far.total = options.games * static_cast<std::uint64_t>(options.rounds);
            return far;
        });
        players::train(trainer, options, [&](const players::Round& round) {
            ++rounds;
            try {
                tell_round(round, common, !file);
            } catch (const EnvironmentError&) {
                unheard = std::current_exception();
            }
        });
    }
    if (rounds > 0) {  // what was learnt in whole rounds counts
        const std::string weights = trainer.text_of(trainer.weights());
        if (file) {
            file->write(weights);
            file->commit();
        } else {
            print(weights);
        }
    }
    if (unheard) std::rethrow_exception(unheard);
    return interrupted ? Interrupted : Success;
}

std::string json(int depth, std::size_t size, const players::Calibration& calibration) {
    if (size == 0)
        return fmt::format(
            "{{\"depth\":{},\"positions\":0,\"loss\":null,\"recalibrated\":null,\"widest\":null,"
            "\"deciles\":[]}}\n",
            depth);
    std::vector<std::string> deciles;
    for (const auto& decile : calibration.deciles) {
        deciles.push_back(fmt::format(
            "{{\"positions\":{},\"least\":{:.6f},\"most\":{:.6f},\"chance\":{:.6f},\"happened\":{:.6f}}}",
            decile.size, decile.least, decile.most, decile.mean, decile.happened));
    }
    return fmt::format(
        "{{\"depth\":{},\"positions\":{},\"loss\":{:.6f},\"recalibrated\":{:.6f},\"widest\":{:.6f},"
        "\"deciles\":[{}]"
        "}}\n",
        depth, size, calibration.loss, calibration.recalibrated, calibration.widest, joined(deciles, ","));
}

std::string text(int depth, std::size_t size, const players::Calibration& calibration) {
    const std::string name = depth == 0 ? std::string("the guess alone") : fmt::format("depth {}", depth);
    if (size == 0) return name + ", no positions\n";
    std::string text = fmt::format(
        "{}, {} positions: log loss {:.4f}, recalibrated {:.4f} ({:+.1f} %)\n\n"
        "    chances           mean  happened    off\n",
        name, grouped(size), calibration.loss, calibration.recalibrated,
        100 * (calibration.loss / calibration.recalibrated - 1));
    for (const auto& decile : calibration.deciles) {
        text += fmt::format("    {:.3f} to {:.3f}  {:>6.3f}  {:>8.3f}  {:+.3f}\n", decile.least, decile.most,
                            decile.mean, decile.happened, decile.happened - decile.mean);
    }
    return text + '\n';
}

int check(const TrainCommand& command, const CommonOptions& common, const games::Game& game) {
    players::ForecastOptions options = command.forecasts;
    options.session = [&] { return game.session(); };
    options.games = command.options.games;
    options.seed = command.options.self.seed;
    options.player = *players::character_named(command.player);
    options.threads = common.threads;
    options.stop = &interrupted;
    std::atomic<std::uint64_t> done = 0;
    options.tell = [&](std::uint64_t games) { done = games; };
    std::vector<std::vector<players::Forecast>> forecasts;
    {
        const Progress progress(common, "games", [&] {
            HowFar far;
            far.done = done;
            far.total = options.games;
            return far;
        });
        forecasts = forecasts_of(options);
    }
    for (std::size_t at = 0; at < forecasts.size(); ++at) {
        const std::size_t size = forecasts[at].size();
        const auto calibration = players::calibration_of(std::move(forecasts[at]));
        const int depth = options.depths[at];
        print(common.format == Format::Jsonl ? json(depth, size, calibration)
                                             : text(depth, size, calibration));
    }
    return interrupted ? Interrupted : Success;
}

}  // namespace

void add_train(CommandLine& line) {
    Arguments arguments =
        line.add("train", "Fit the guess of who wins to games, or tell how true it is", train_examples);
    arguments.hide({"--ascii"});
    const auto command = std::make_shared<TrainCommand>();
    players::TrainOptions& options = command->options;
    const Option output =
        arguments.add("-o,--output", command->output, "Write the weights into this file").named("FILE");
    arguments
        .add("--games", options.games, {1, 100'000'000}, "Games of a round, or to check (default: 10000)")
        .named("N");
    arguments
        .add("--rounds", options.rounds, {1, 1000}, "Each plays with what the last one learnt (default: 1)")
        .named("N");
    arguments.add("--depth", options.self.depth, {1, 4}, "Plies that both sides look ahead (default: 1)")
        .named("N");
    arguments.add("--seed", options.self.seed, {0, 1ULL << 62}, "Of all chance (default: 1)").named("S");
    arguments
        .add("--weights", command->weights,
             "Begin with the weights of a file, or with zero (default: its own)")
        .named("FILE");
    arguments
        .add("--tables", command->tables, "Learn from the endgame tables of three men in this folder, too")
        .named("DIR");
    const Option checking = arguments.add_flag("--check", command->check, "Tell how true the chances are");
    arguments
        .add("--player", command->player, "With --check: who plays, as in octomate match (default: level-8)")
        .named("NAME")
        .needs(checking);
    arguments
        .add("--every", command->forecasts.every, {1, 1000},
             "With --check: one position of so many (default: 6)")
        .named("N")
        .needs(checking);
    arguments.check([command, output] {
        if (command->check == output.given())
            throw UsageError("", "say where the weights go with --output FILE, or --check");
        if (!players::character_named(command->player))
            throw UsageError("--player", fmt::format("\"{}\" is no player, expected {}", command->player,
                                                     players::character_names()));
    });
    arguments.run([command](const CommonOptions& common) {
        const games::Game& game = games::named(common.variant);
        const players::Trainer& trainer = trainer_of(game, "train");
        use_weights(*command, trainer);
        return command->check ? check(*command, common, game) : learn(*command, common, trainer);
    });
}

}  // namespace octomate::cli
