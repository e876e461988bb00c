#include "cli/shared.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "collect/run_file.hpp"
#include "console/console.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

template <class Capability>
const Capability& demanded(const Capability* capability, const games::Game& game,
                           const std::string& command) {
    if (capability) return *capability;
    throw UsageError("", fmt::format("{} is not available for {}; octomate games lists what each game can do",
                                     command, game.about().title));
}

/// Reads "5", "0.5s", "5seconds" or "200000nodes" into the request.
void read_limit(const std::string& text, reports::SearchRequest& request) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = std::string_view(text).substr(0, end);
    const std::string_view unit = std::string_view(text).substr(end);
    if (unit == "nodes") {
        request.nodes = number_in<std::uint64_t>(number).value_or(0);
        if (request.nodes > 0) return;
    } else if (unit.empty() || unit == "s" || unit == "seconds") {
        request.seconds = number_in<double>(number).value_or(0);
        if (request.seconds > 0 && request.seconds <= longest_seconds) return;
    }
    throw UsageError(
        "--limit",
        fmt::format("\"{}\" is not a limit: expected seconds such as 5 or 0.5s, or nodes such as 100000nodes",
                    text));
}

}  // namespace

const make::Maker& maker_of(const games::Game& game, const std::string& command) {
    return demanded(game.maker(), game, command);
}

const make::Maker& composing_maker_of(const games::Game& game, const std::string& command) {
    const make::Maker* maker = game.maker();
    return demanded(maker && maker->composes() ? maker : nullptr, game, command);
}

const games::Origins& origins_of(const games::Game& game, const std::string& command) {
    return demanded(game.origins(), game, command);
}

const tables::Tables& tables_of(const games::Game& game, const std::string& command) {
    return demanded(game.tables(), game, command);
}

const games::Game& require_pictures(const games::Game& game, const std::string& command) {
    return demanded(game.pictured() ? &game : nullptr, game, command);
}

players::Character player_named(const std::string& name) {
    if (const auto player = players::character_named(name)) return *player;
    throw UsageError("--player",
                     fmt::format("\"{}\" is not a player: expected {}", name, players::character_names()));
}

Option add_force(Arguments& command, collect::RecordTarget& target) {
    return command.add_flag("--force", target.force, "Overwrite the output of a run that was stopped");
}

Option add_resume(Arguments& command, collect::RecordTarget& target) {
    command.check([&target] {
        if (target.resume && target.is_standard_output()) throw UsageError("--resume", "needs --output FILE");
    });
    return command.add_flag("--resume", target.resume,
                            "Continue the --output of an earlier run that was stopped");
}

Option add_output_file(Arguments& command, collect::RecordTarget& target) {
    return command.add_output(
        "-o,--output FILE", target.file,
        "The output file, compressed if its name ends in .zst (default: standard output)");
}

void add_shared_resume(Arguments& command, collect::RecordTarget& target, const Option& force) {
    if (!command.common().ranks) return;
    add_resume(command, target).excludes(force);
    command.writes("--output", [&target] { return collect::RunFile::side_files(target); });
}

std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target,
                                      const std::vector<std::string>& further) {
    std::vector<std::string> formats = {"csv", "epd", "jsonl", "latex", "pgn", "yaml"};
    formats.insert(formats.end(), further.begin(), further.end());
    // The names of formats are the endings of their files.
    const Option to = command.add_word_of(
        "--to", formats, "The format of the puzzles (default: by the name of --output, or jsonl)",
        [&target](const std::string& word) { target.format = records::format_of_file("." + word); });
    return {to, add_output_file(command, target), add_force(command, target)};
}

std::vector<Option> add_limits(Arguments& command, reports::SearchRequest& request, const char* does) {
    return {
        command.add_words(
            "--limit SECONDS|Nnodes", [&request](const std::string& text) { read_limit(text, request); },
            does),
        command.add("--nodes N", request.nodes, {1},
                    "The same as --limit Nnodes, with one thread, so that results are reproducible"),
    };
}

std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request) {
    std::vector<Option> all = {command.add("--hash MIB", request.hash_mib, {0, 1 << 20},
                                           "Size of the transposition table in MiB (default: 64)")};
    for (const Option& option :
         add_limits(command, request,
                    "Give up on a puzzle after this many seconds (5, 0.5s) or positions (100000nodes)"))
        all.push_back(option);
    return all;
}

Option add_best(Arguments& command, std::uint64_t& places, bool& balanced, bool& chapters) {
    const Option best = command.add(
        "--best K", places, {1, std::uint64_t{1} << 32},
        "Write only the K best, the best first: without near twins (the same men but one), trivial material "
        "and idle pawns on their own first rank, preferring mating patterns that no better puzzle shows, and "
        "with one idea (the piece that moves, and its motif) in at most 15 of 100 places");
    command
        .add_flag("--balance", balanced, "With --best: equal shares for sides, numbers of faces and themes")
        .needs(best);
    command
        .add_flag("--chapters", chapters, "With --best: in chapters by leading theme, named in the records")
        .needs(best);
    return best;
}

Destination::Destination(const std::string& name) {
    if (name != "-") file_.emplace(name);
}

void Destination::write(std::string_view bytes, bool whole) {
    if (!file_) return print(bytes);
    file_->write(bytes);
    file_->commit(whole);
}

}  // namespace octomate::cli
