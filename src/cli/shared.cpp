#include "cli/shared.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "collect/record.hpp"
#include "collect/run_file.hpp"
#include "console/console.hpp"

namespace octomate::cli {

namespace {

template <class Capability>
const Capability& demanded(const Capability* capability, const games::Game& game,
                           const std::string& command) {
    if (!capability) refuse_game(game, command);
    return *capability;
}

}  // namespace

void refuse_game(const games::Game& game, const std::string& command) {
    throw UsageError("", fmt::format("{} is not available for {}; octomate games lists what each game can do",
                                     command, game.about().title));
}

const make::Maker& maker_of(const games::Game& game, const std::string& command) {
    return demanded(game.maker(), game, command);
}

const make::Maker& composing_maker_of(const games::Game& game, const std::string& command) {
    const make::Maker* maker = game.maker();
    return demanded(maker && maker->composes() ? maker : nullptr, game, command);
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
