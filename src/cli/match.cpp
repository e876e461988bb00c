#include "players/match.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>

#include "cli/shared.hpp"
#include "collect/run_file.hpp"
#include "games/list.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

using records::Json;

/// Returns all settings that determine the games of a match, except their number. A run can be resumed only
/// with equal settings. `tables`: the materials whose endgame tables the players use.
Json settings_of(const players::MatchOptions& options, const std::vector<std::string>& tables) {
    const bool uses_go = !options.first.built_in || !options.second.built_in;
    return {{"variant", options.variant},
            {"seed", options.seed},
            {"first", options.first.name},
            {"second", options.second.name},
            {"opening", options.opening},
            {"most_plies", options.most_plies},
            {"go", uses_go ? Json(options.go) : Json()},
            {"tables", tables}};
}

/// Returns the record of a game of the match `settings`, with its newline.
std::string record_of(const players::MatchGame& game, const Json& settings) {
    Json record = {{"game", game.number},
                   {"variant", settings["variant"]},
                   {"seed", settings["seed"]},
                   {"white", settings[game.first_is_white ? "first" : "second"]},
                   {"black", settings[game.first_is_white ? "second" : "first"]}};
    for (const char* name : {"opening", "most_plies", "go", "tables"}) record[name] = settings[name];
    record["result"] = result_text(game.outcome);
    record["cut_off"] = game.cut_off;
    if (game.forfeit) record["forfeit"] = players::forfeit_names.at(static_cast<std::size_t>(*game.forfeit));
    record["plies"] = game.plies;
    record["moves"] = game.moves;
    return records::dump(record) + '\n';
}

constexpr double square_scale = 16;  // `Score::sum_of_squares` times this is a whole number
constexpr std::array<const char*, 2> player_names = {"first", "second"};

/// Calls `visit(player, reason, count)` for both players and every reason of a forfeit.
template <class Score, class Visit>
void visit_forfeits(Score& score, Visit visit) {
    for (std::size_t player = 0; player < player_names.size(); ++player) {
        for (std::size_t reason = 0; reason < players::forfeit_names.size(); ++reason)
            visit(player_names[player], std::string(players::forfeit_names[reason]),
                  score.forfeits[player][reason]);
    }
}

/// Returns the counts of forfeits that are not 0: {"second":{"no answer":2}}.
Json forfeits_of(const players::Score& score) {
    Json forfeits = Json::object();
    visit_forfeits(score, [&](const char* player, const std::string& reason, std::size_t count) {
        if (count > 0) forfeits[player][reason] = count;
    });
    return forfeits;
}

/// Returns the state of a run to save: its score.
Json state_of(const players::Score& score) {
    return {{"wins", score.wins},
            {"draws", score.draws},
            {"losses", score.losses},
            {"pairs", score.pairs},
            {"squares", static_cast<std::uint64_t>(square_scale * score.sum_of_squares)},
            {"forfeits", forfeits_of(score)}};
}

/// Reads a score that `state_of` saved. Throws Json::exception.
players::Score score_of(const Json& state) {
    players::Score score;
    std::uint64_t squares = 0;
    collect::parse_whole_number(state, "wins", score.wins);
    collect::parse_whole_number(state, "draws", score.draws);
    collect::parse_whole_number(state, "losses", score.losses);
    collect::parse_whole_number(state, "pairs", score.pairs);
    collect::parse_whole_number(state, "squares", squares);
    score.sum_of_squares = static_cast<double>(squares) / square_scale;
    const Json forfeits = state.value("forfeits", Json::object());
    visit_forfeits(score, [&](const char* player, const std::string& reason, std::size_t& count) {
        if (const Json counts = forfeits.value(player, Json::object()); counts.contains(reason))
            collect::parse_whole_number(counts, reason.c_str(), count);
    });
    return score;
}

/// Writes the records of a match to a file, which is opened only when the first game is over.
class MatchFile {
  public:
    /// `settings` comes from `settings_of`. With `target.resume` the file of an earlier run is continued,
    /// even if that was a complete match of fewer games. Throws UsageError if it has more than `games` games,
    /// and whatever RunFile throws.
    MatchFile(const Json& settings, const collect::RecordTarget& target, std::uint64_t games)
        : run_(target, settings) {
        if (!run_.earlier()) return;
        try {
            score_ = score_of(*run_.earlier());
        } catch (const Json::exception&) {
            run_.refuse("a field is missing or not a whole number");
        }
        if (score_.games() != 2 * score_.pairs) run_.refuse("its games are not twice its pairs");
        if (score_.games() > games)
            throw UsageError("--resume", fmt::format("cannot go on with {}: it has more than {} games",
                                                     target.file, games));
        finished_ = run_.finished() && score_.games() == games;
    }

    /// Returns the score of the complete pairs in the file.
    const players::Score& score() const { return score_; }
    /// Checks whether the earlier run has already played the whole match.
    bool is_finished() const { return finished_; }
    /// Checks whether a later run can continue the file.
    bool resumable() const { return run_.resumable(); }

    /// Writes the record of a game; `score` already includes the game.
    void write(const players::MatchGame& game, const players::Score& score) {
        if (!run_.is_open()) open();
        run_.records().write(record_of(game, run_.run()));
        run_.records().end_frame();
        if (game.first_is_white) return;  // the pair is not complete
        score_ = score;
        run_.keep();
        if (run_.is_save_due()) run_.save(state_of(score_));
    }

    /// Closes the file: as finished if the match is `complete`, else so that a later run can resume it.
    void close(bool complete) {
        if (!run_.is_open()) {
            if (!complete) return;
            open();
        }
        complete ? run_.complete(state_of(score_)) : run_.save(state_of(score_));
        run_.close();
    }

  private:
    void open() {
        run_.begin(state_of(score_));
        run_.open();
    }

    collect::RunFile run_;
    players::Score score_;
    bool finished_ = false;
};

struct MatchCommand {
    std::string first, second;
    players::MatchOptions options;
    collect::RecordTarget output{records::RecordFormat::Jsonl, ""};
    std::string tables;  ///< the folder of endgame tables; empty: the players use none
    double margin = 5;   ///< seconds for a move of an external engine, in addition to those in --go
};

/// Returns the materials of which `folder` has endgame tables, sorted. Throws UsageError if the game has no
/// tables, and EnvironmentError if the folder has none.
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
        throw EnvironmentError(fmt::format("{} has no endgame table of {}", folder, game.about().title));
    std::sort(materials.begin(), materials.end());
    return materials;
}

std::string score_text(const MatchCommand& command, const players::Score& score,
                       const CommonOptions& common) {
    const double rate = score.rate();
    const auto [low_rate, high_rate] = score.confidence_interval();
    const double low_elo = players::elo_of(low_rate), high_elo = players::elo_of(high_rate);
    if (common.format == Format::Jsonl) {
        const Json forfeits = forfeits_of(score);
        return fmt::format(
            "{{\"first\":{},\"second\":{},\"variant\":\"{}\",\"seed\":{},\"games\":{},\"wins\":{},\"draws\":{"
            "},"
            "\"losses\":{},\"score\":{:.4f},\"error\":{:.4f},\"elo\":{:.1f},\"elo_low\":{:.1f},\"elo_high\":"
            "{:.1f}{}}}\n",
            records::json_text_of(command.first), records::json_text_of(command.second),
            command.options.variant, command.options.seed, score.games(), score.wins, score.draws,
            score.losses, rate, score.standard_error(), players::elo_of(rate), low_elo, high_elo,
            forfeits.empty() ? "" : ",\"forfeits\":" + records::dump(forfeits));
    }
    std::string text = fmt::format("{} against {}: {} won, {} drawn, {} lost of {} games\n", command.first,
                                   command.second, score.wins, score.draws, score.losses, score.games());
    visit_forfeits(score, [&](const char* player, const std::string& reason, std::size_t count) {
        if (count > 0)
            text += fmt::format("{} forfeited {} of them: {}\n",
                                player == player_names[0] ? command.first : command.second, count, reason);
    });
    return text +
           fmt::format(
               "{:.1f} % of the points ({:.1f} to {:.1f}), Elo difference {:+.0f} ({:+.0f} to {:+.0f})\n",
               100 * rate, 100 * low_rate, 100 * high_rate, players::elo_of(rate), low_elo, high_elo);
}

int play(MatchCommand& command, const CommonOptions& common) {
    players::MatchOptions options = command.options;
    const games::Game& game = games::named(common.variant);
    options.variant = command.options.variant = common.variant;
    options.session = [&game, &command] { return game.session(command.tables); };
    options.threads = common.threads;
    options.stop = &interrupted;
    options.margin = std::chrono::milliseconds(std::llround(1000 * command.margin));
    if (options.opening < 0) options.opening = command.options.opening = game.about().die ? 0 : 6;
    const Json settings = settings_of(
        options, command.tables.empty() ? std::vector<std::string>() : tables_in(command.tables, game));
    players::Score score;
    std::optional<MatchFile> file;
    if (!command.output.file.empty()) {
        file.emplace(settings, command.output, options.games);
        score = file->score();
        options.done = score.games();
    }
    if (file && file->is_finished() && !common.quiet) print_message(command.output.file + " is complete\n");
    std::atomic<std::uint64_t> done = options.done;
    bool is_over = false;
    {
        const Progress progress(common, "games", [&] { return TaskProgress{done, options.games}; });
        is_over = !play_match(options, [&](const players::MatchGame& played) {
            score.add(played);
            if (played.forfeit && !common.quiet)
                print_message(fmt::format("game {}: {}\n", played.number, printable(played.fault)));
            if (file) {
                file->write(played, score);
            } else if (common.format == Format::Jsonl) {
                print(record_of(played, settings));
            }
            ++done;
        });
    }
    if (is_over && !common.quiet) print_message("three forfeits in a row end the match\n");
    if (file && !file->is_finished()) file->close(score.games() == options.games);
    if ((interrupted || is_over) && file && file->resumable() && score.games() > 0 && !common.quiet)
        print_message(fmt::format("{} games are kept; the same command with --resume continues\n",
                                  file->score().games()));
    const std::string result = score_text(command, score, common);
    if (command.output.file != "-") {
        print(result);
    } else if (!common.quiet) {  // standard output has only the records
        print_message(result);
    }
    return interrupted ? Interrupted : is_over ? Negative : Success;
}

}  // namespace

void add_match(CommandLine& line) {
    Arguments arguments = line.add("match");
    const auto command = std::make_shared<MatchCommand>();
    players::MatchOptions& options = command->options;
    options.opening = -1;
    arguments.add("PLAYER", command->first).required();
    arguments.add("OPPONENT", command->second).required();
    arguments.add("--games N", options.games, {2, 10'000'000});
    arguments.add("--seed S", options.seed, {0, 1ULL << 62});
    arguments.add("--plies N", options.most_plies, {1, 100'000});
    arguments.add("--opening N", options.opening, {0, 1000});
    arguments.add("--go LIMITS", options.go);
    arguments.add_positive("--margin SECONDS", command->margin);
    const Option output = arguments.add_output("-o,--output FILE", command->output.file);
    arguments.writes(output.name(), [command] { return collect::RunFile::side_files(command->output); });
    const Option force = add_force(arguments, command->output).needs(output);
    add_resume(arguments, command->output).needs(output).excludes(force);
    add_tables_folder(arguments, command->tables);
    arguments.check([command] {
        if (command->options.games % 2 != 0)
            throw UsageError("--games", "must be even, since games are played in pairs");
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
