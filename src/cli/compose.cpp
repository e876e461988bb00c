#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <utility>

#include "cli/shared.hpp"
#include "collect/compose_run.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"

namespace octomate::cli {

namespace {

using records::Json;

struct ComposeOptions : make::ComposeOptions {
    std::string file;
    bool no_pruning = false;
    std::string state;
    collect::RecordTarget target;
};

/// Returns a text that explains why nothing was found: the conditions that no position met, and for each
/// other condition the number of positions that met it.
std::string why_nothing_found(const make::Tally& tally) {
    std::string never, met;
    for (const make::Condition& condition : tally.conditions()) {
        std::string& list = condition.met == 0 ? never : met;
        if (!list.empty()) list += ", ";
        list += condition.met == 0 ? condition.name : fmt::format("{} {}", condition.name, condition.met);
    }
    if (tally.judged() == 0) never = "the pieces and squares";
    std::string text;
    if (!never.empty()) text += fmt::format("never met: {}\n", never);
    if (!met.empty()) text += fmt::format("conditions met among {} positions: {}\n", tally.judged(), met);
    return text;
}

/// Checks whether to print puzzles as text for people instead of records: on a terminal, or with --format
/// text.
bool is_for_people(const ComposeOptions& options, const CommonOptions& common) {
    if (!options.target.is_standard_output() || options.target.format) return false;
    return common.given_options.contains("format") ? common.format == Format::Text
                                                   : isatty(STDOUT_FILENO) != 0;
}

/// Prints a puzzle as `solve` does; with its whole solution if that is more than one move.
void print_puzzle(records::Puzzle& puzzle, const games::Game& game, const CommonOptions& common) {
    QuestionRun run{questions::make("solve")};
    *run.question->options["solution"].flag = puzzle.moves > 1 || puzzle.other_stipulation();
    records::Output output;
    std::vector<std::string> notes;
    QuestionRunner(run, common)
        .handler(output)(game, puzzle, notes)
        .value();  // cannot fail: the composer has already solved the puzzle
    print_coloured(output.data);
}

/// Writes the puzzles as records, or prints them for people, and closes the file. Records name their game
/// unless it is the default.
void write(collect::RecordFile& file, std::vector<records::Puzzle> puzzles, const games::Game& game,
           const ComposeOptions& options, const CommonOptions& common) {
    const bool for_people = is_for_people(options, common);
    for (records::Puzzle& puzzle : puzzles) {
        collect::add_variant(puzzle, game);
        for_people ? print_puzzle(puzzle, game, common) : file.write(puzzle);
    }
    file.close(true, common.quiet);
}

int search(const make::Composer& composer, const games::Game& game, const ComposeOptions& options,
           const CommonOptions& common) {
    collect::RecordFile file(options.target);  // fails before the search if the file cannot be written
    std::atomic<std::size_t> found_by_now = 0;
    std::atomic<std::uint64_t> judged = 0;
    const auto start = std::chrono::steady_clock::now();
    std::optional<Progress> progress;
    progress.emplace(common, "positions", [&] {
        const std::size_t found = found_by_now;
        TaskProgress now{judged, {}, {}, fmt::format("{} of {} found", found, options.count)};
        // The progress is the greatest used share of a limit, since the first limit reached ends the search.
        const auto note_part = [&](double part) {
            now.part = std::max(now.part.value_or(0), std::min(part, 1.0));
        };
        if (options.count > 1) note_part(static_cast<double>(found) / static_cast<double>(options.count));
        const reports::SearchRequest& bounds = options.search;
        if (bounds.nodes > 0) note_part(static_cast<double>(now.done) / static_cast<double>(bounds.nodes));
        if (bounds.seconds > 0) note_part(reports::seconds_since(start) / bounds.seconds);
        return now;
    });
    auto result = composer.compose(options, [&](std::size_t found, std::uint64_t nodes) {
        found_by_now = found;
        judged = nodes;
    });
    progress.reset();
    const std::size_t found = result.found.size();
    write(file, std::move(result.found), game, options, common);
    if (!common.quiet) {
        print_message_unflushed(
            fmt::format("{} distinct position{} in {} judged\n", found, found == 1 ? "" : "s", result.nodes));
        if (found == 0) print_message_unflushed(why_nothing_found(result.tally));
        if (interrupted)
            print_message_unflushed(
                "interrupted: the positions found are written; a search cannot be continued\n");
    }
    if (interrupted) return Interrupted;
    return result.complete ? Success : Incomplete;
}

int walk_all(const make::Composer& composer, const games::Game& game, const std::string& spec_text,
             const ComposeOptions& options, const CommonOptions& common) {
    collect::RecordFile file(options.target);
    const auto walk = composer.walk(options);
    // Identifies the run: a saved state is valid only for the same spec, game and options.
    Json identity = {{"game", game.name()},
                     {"spec", records::parsed(spec_text)},
                     {"universe", walk->universe()},
                     {"pruning", options.pruning}};
    if (!options.strict) identity["strict"] = false;
    std::optional<collect::WalkFile> state;
    if (!options.state.empty()) state.emplace(options.state, identity, *walk);
    auto saved = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> units = walk->progress().next_unit, evaluated = walk->progress().evaluated;
    std::atomic<std::size_t> found = walk->progress().found.size();
    const auto all_units = static_cast<double>(walk->progress().units);
    std::optional<Progress> progress_line;
    progress_line.emplace(common, "positions", [&] {
        const double part = all_units > 0 ? static_cast<double>(units) / all_units : 1;
        return TaskProgress{evaluated, {}, part, fmt::format("{} found", found.load())};
    });
    walk->walk([&](const make::ExhaustiveProgress& progress) {
        units = progress.next_unit;
        evaluated = progress.evaluated;
        found = progress.found.size();
        if (!state || std::chrono::steady_clock::now() - saved < std::chrono::seconds(5)) return;
        state->save(progress);
        saved = std::chrono::steady_clock::now();
    });
    progress_line.reset();
    const make::ExhaustiveProgress& progress = walk->progress();
    if (state) state->save(progress);
    write(file, walk->puzzles(), game, options, common);
    if (!common.quiet) {
        print_message_unflushed(fmt::format(
            "search space: {}\n{} positions evaluated, {} arrangements illegal\n{}\n", walk->universe(),
            progress.evaluated, progress.illegal,
            !progress.complete() ? "not complete"
            : progress.found.empty()
                ? "proven: no such position exists"
                : fmt::format("complete: {} distinct under the symmetries", progress.found.size())));
        if (interrupted)
            print_message_unflushed(
                options.state.empty()
                    ? "interrupted: with --state FILE it could be continued\n"
                    : fmt::format("interrupted: go on with {}\n", quoted_command(common.words)));
    }
    if (interrupted) return Interrupted;
    if (!progress.complete()) return Incomplete;
    return progress.found.empty() ? Negative : Success;
}

int run_compose(ComposeOptions options, const CommonOptions& common) {
    const auto refuse = [&](const std::string& why) -> int {
        print_message(fmt::format("{}: {}\n", options.file, why));
        return BadInput;
    };
    const auto text = collect::read_text_file(options.file);
    if (!text) return refuse("cannot read: " + text.error());
    if (interrupted) return Interrupted;
    constexpr std::size_t longest_spec = std::size_t{1} << 20;
    if (text->size() > longest_spec)
        return refuse(fmt::format("the spec is too long, expected at most {} bytes", longest_spec));
    // The reader of specs is recursive, so deep nesting could overflow the stack.
    if (Json::accept(*text) && !records::is_json(*text)) return refuse("the spec is nested too deeply");
    const games::Game& game = collect::game_of_spec(*text, common.variant);
    const auto composer = composing_maker_of(game, "compose").composer(*text, games::names());
    if (!composer) {
        const records::Origin origin{options.file, 1};
        print_message(records::error_text(origin, composer.error()));
        if (common.format == Format::Jsonl) print(records::error_record(origin, {}, composer.error()) + '\n');
        return BadInput;
    }
    collect::set_up_search(common, options.search);
    options.pruning = !options.no_pruning;
    return options.pieces > 0 ? walk_all(**composer, game, *text, options, common)
                              : search(**composer, game, options, common);
}

}  // namespace

void add_compose(CommandLine& line) {
    Arguments command = line.add("compose");
    const auto options = std::make_shared<ComposeOptions>();
    command.add_input("SPEC", options->file).required();
    const Option count = command.add("--count N", options->count, {1, std::uint64_t{1} << 40});
    const Option seed = command.add("--seed S", options->seed, {});
    const Option nodes = command.add("--nodes N", options->search.nodes, {1});
    command.add_positive("--limit SECONDS", options->search.seconds);
    const Option exhaustive =
        command.add("--exhaustive MEN", options->pieces, {2, 16}).excludes({count, seed, nodes});
    command.add_output("--state FILE", options->state).needs(exhaustive);
    command.add_flag("--no-pruning", options->no_pruning).needs(exhaustive);
    command.add_flag("--strict,!--no-strict", options->strict);
    add_record_target(command, options->target);
    command.check([options] {
        options->file = bundled_file("data/compose", options->file);
        if (options->state == "-") throw UsageError("--state", "expected a file, not -");
    });
    command.run([options](const CommonOptions& common) { return run_compose(*options, common); });
}

}  // namespace octomate::cli
