#include "players/train.hpp"

#include <fmt/core.h>

#include <atomic>
#include <csignal>
#include <exception>
#include <stdexcept>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/shelves.hpp"
#include "collect/record.hpp"
#include "console/output_file.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "players/calibration.hpp"
#include "tables/tables.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

constexpr const char* train_examples = R"(  octomate train -o weights.txt
  octomate train --weights zero --rounds 3 --games 20000 -o weights.txt
  octomate train --check --games 2000 --player depth-2

Fits the weights of the evaluation to games that the program plays against itself. Both sides play the best
move they find --depth plies deep; some games begin after random plies, or with men missing. The target of
each position is the result of its game less the luck of the dice, which leaves the mean unchanged and the
variance smaller. Every tenth game is held out; the log loss on its results is printed, before and after.
Except the first, each round learns from the games of earlier rounds, too. The file has the form of
src/games/superpermutation/d8_weights.txt; for a --seed it has the same bytes, whatever the threads. Without
a die both sides choose with small errors in the values of moves, and later searches of the same game count
as targets, the less the later they come. With --output - it goes to standard output, and the rounds to
standard error. With --tables it also learns from positions of three men.

--check learns nothing: it prints how well the evaluation is calibrated in games between strong players, by
deciles: the mean prediction, what happened (the mean result), and adjusted, which is that less the luck of
the dice: the same on average, and less scattered. Off is how far adjusted is from the prediction.
Recalibrated is the log loss of the mean result of each decile.)";

struct TrainCommand {
    players::TrainOptions options;
    players::ForecastOptions forecasts;
    std::string weights, output, player = "level-8";
    std::string tables;  ///< a folder; empty: not used
    bool check = false;
};

/// Adds samples of all tables of three men in a folder.
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

/// Loads the weights that the user named.
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

/// Reports a round on standard output, or if the weights go there, on standard error.
void print_round(const players::Round& round, const CommonOptions& common, bool weights_are_printed) {
    const std::string text = round_text(round, common);
    if (!weights_are_printed) {
        print(text);
        flush_output();
    } else if (!common.quiet) {
        talk(text);
    }
}

int learn(TrainCommand& command, const CommonOptions& common, const players::Trainer& trainer) {
    Destination output(command.output);
    players::TrainOptions options = command.options;
    options.threads = common.threads;
    options.self.stop = &interrupted;
    if (!command.tables.empty())
        learn_tables(command.tables, games::named(common.variant), trainer, options.self.seed, options.known);
    std::atomic<std::uint64_t> done = 0;
    options.report = [&](int round, std::uint64_t games) {
        done = options.games * static_cast<std::uint64_t>(round - 1) + games;
    };
    int rounds = 0;
    // If the reports cannot be written, the weights are still saved.
    std::signal(SIGPIPE, SIG_IGN);
    std::exception_ptr failure;
    {
        const Progress progress(common, "games", [&] {
            return HowFar{done, options.games * static_cast<std::uint64_t>(options.rounds)};
        });
        players::train(trainer, options, [&](const players::Round& round) {
            ++rounds;
            try {
                print_round(round, common, !output.is_file());
            } catch (const EnvironmentError&) {
                failure = std::current_exception();
            }
        });
    }
    if (rounds > 0) output.write(trainer.text_of(trainer.weights()));
    if (failure) std::rethrow_exception(failure);
    return interrupted ? Interrupted : Success;
}

std::string json(int depth, std::size_t size, const players::Calibration& calibration) {
    if (size == 0)
        return fmt::format(
            "{{\"depth\":{},\"positions\":0,\"loss\":null,\"recalibrated\":null,\"widest\":null,"
            "\"widest_adjusted\":null,\"deciles\":[]}}\n",
            depth);
    std::vector<std::string> deciles;
    for (const auto& decile : calibration.deciles) {
        deciles.push_back(fmt::format(
            "{{\"positions\":{},\"least\":{:.6f},\"most\":{:.6f},\"chance\":{:.6f},\"happened\":{:.6f},"
            "\"adjusted\":{:.6f}}}",
            decile.size, decile.least, decile.most, decile.mean, decile.happened, decile.adjusted));
    }
    return fmt::format(
        "{{\"depth\":{},\"positions\":{},\"loss\":{:.6f},\"recalibrated\":{:.6f},\"widest\":{:.6f},"
        "\"widest_adjusted\":{:.6f},\"deciles\":[{}]}}\n",
        depth, size, calibration.loss, calibration.recalibrated, calibration.widest,
        calibration.widest_adjusted, joined(deciles, ","));
}

std::string text(int depth, std::size_t size, const players::Calibration& calibration) {
    const std::string name = depth == 0 ? std::string("static evaluation") : fmt::format("depth {}", depth);
    if (size == 0) return name + ", no positions\n";
    std::string text = fmt::format(
        "{}, {} positions: log loss {:.4f}, recalibrated {:.4f} ({:+.1f} %)\n\n"
        "    expected score, %   mean  happened  adjusted    off\n",
        name, grouped(size), calibration.loss, calibration.recalibrated,
        100 * (calibration.loss / calibration.recalibrated - 1));
    for (const auto& decile : calibration.deciles) {
        text += fmt::format("    {:>5.1f} to {:>5.1f}  {:>8.1f}  {:>8.1f}  {:>8.1f}  {:>+5.1f}\n",
                            100 * decile.least, 100 * decile.most, 100 * decile.mean, 100 * decile.happened,
                            100 * decile.adjusted, 100 * (decile.adjusted - decile.mean));
    }
    return text + '\n';
}

int check(const TrainCommand& command, const CommonOptions& common, const games::Game& game) {
    players::ForecastOptions options = command.forecasts;
    options.session = [&] { return game.session(); };
    options.games = command.options.games;
    options.seed = command.options.self.seed;
    options.player = player_named(command.player);
    options.threads = common.threads;
    options.stop = &interrupted;
    std::atomic<std::uint64_t> done = 0;
    options.report = [&](std::uint64_t games) { done = games; };
    std::vector<std::vector<players::Forecast>> forecasts;
    {
        const Progress progress(common, "games", [&] { return HowFar{done, options.games}; });
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
    Arguments arguments = line.add(
        "train", "Fit the weights of the evaluation to games, or check its calibration", train_examples);
    arguments.hide({"--ascii"});
    const auto command = std::make_shared<TrainCommand>();
    players::TrainOptions& options = command->options;
    const Option output =
        arguments.add_output("-o,--output FILE", command->output, "Write the weights to this file");
    arguments.add("--games N", options.games, {1, 100'000'000},
                  "Games per round, or to check (default: 10000)");
    arguments.add("--rounds N", options.rounds, {1, 1000},
                  "Rounds, each of which plays with the weights of the last one (default: 1)");
    arguments.add("--depth N", options.self.depth, {1, 4},
                  "Search depth of both sides in plies (default: 1)");
    arguments.add("--seed S", options.self.seed, {0, 1ULL << 62}, "Random seed (default: 1)");
    arguments.add_input("--weights FILE", command->weights,
                        "Begin with the weights of a file, or with zero (default: the built-in ones)");
    add_tables_folder(arguments, command->tables,
                      "Learn from the endgame tables of three men in this folder, too");
    const Option checking = arguments.add_flag("--check", command->check, "Check the calibration");
    arguments
        .add("--player NAME", command->player,
             "With --check: the player on both sides, as in octomate match (default: level-8)")
        .needs(checking);
    arguments
        .add("--every N", command->forecasts.every, {1, 1000},
             "With --check: use every Nth position (default: 6)")
        .needs(checking);
    arguments.check([command, output] {
        if (command->check == output.given())
            throw UsageError("", "give either --output FILE for the weights, or --check");
        player_named(command->player);
    });
    arguments.run([command](const CommonOptions& common) {
        const games::Game& game = games::named(common.variant);
        const players::Trainer& trainer = trainer_of(game, "train");
        use_weights(*command, trainer);
        return command->check ? check(*command, common, game) : learn(*command, common, trainer);
    });
}

}  // namespace octomate::cli
