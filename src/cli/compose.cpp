#include <fmt/format.h>
#include <tbb/global_control.h>

#include <chrono>
#include <cstdio>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/games.hpp"
#include "collect/record_file.hpp"
#include "collect/text_file.hpp"
#include "make/annealing.hpp"
#include "make/exhaustive.hpp"
#include "make/spec.hpp"
#include "records/error_record.hpp"

namespace octomate::app {

namespace {

using records::Json;

constexpr const char* examples =
    "  octomate compose data/compose/article-1.json --count 3     three positions, the best first\n"
    "  octomate compose data/compose/article-2.json --exhaustive 4 proves that four men do not do it\n\n"
    "The spec is one JSON object: the men that must stand somewhere, squares that must be empty,\n"
    "and the key, by faces; faces that it does not name must not mate, \"any\" leaves one open.\n"
    "  {\"turn\": \"white\", \"men\": {\"d1\": \"K\"}, \"empty\": [\"e4\"], \"max_men\": 8,\n"
    "   \"key\": {\"2\": [\"Rb6-b7#\"], \"5\": \"any\"}, \"at_most\": {\"q\": 0},\n"
    "   \"taste\": {\"economy\": 1, \"kings\": 1, \"promoted\": 1}, \"themes\": [\"cascade\"]}\n"
    "Themes that the mates can be asked to show: those of octomate tag --list-themes.\n"
    "Men that the key names need not be repeated. Puzzle records come out, distinct under the\n"
    "symmetries, the same for a seed, a count and a number of nodes whatever the threads.\n"
    "Exit code 4: a limit ended the search with fewer than --count. With --exhaustive: 1 if there\n"
    "is no such position, 4 if the walk was cut short (--state lets it go on later).";

struct Options {
    std::string file;
    std::size_t count = 1;
    std::uint64_t seed = 1;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int exhaustive = 0;
    bool no_pruning = false;
    std::string state;
    RecordTarget target;
};

std::chrono::steady_clock::time_point deadline(const Options& options) {
    if (options.seconds <= 0) return std::chrono::steady_clock::time_point::max();
    return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                  std::chrono::duration<double>(options.seconds));
}

template <class P>
void write_puzzle(const P& position, Json provenance, RecordFile& file) {
    records::Puzzle puzzle;
    describe(puzzle, position);
    puzzle.unknown["composed"] = std::move(provenance);
    file.write(puzzle);
}

/// A line on standard error that replaces the one before, on a terminal only.
template <class... Arguments>
void show_progress(const CommonOptions& common, fmt::format_string<Arguments...> format,
                   Arguments&&... arguments) {
    if (!talks_to_terminal(common)) return;
    fmt::print(stderr, "\r{}\x1b[K", fmt::format(format, std::forward<Arguments>(arguments)...));
    std::fflush(stderr);
}

void end_progress(const CommonOptions& common) {
    if (talks_to_terminal(common)) fmt::print(stderr, "\r\x1b[K");
}

template <class P>
int search(const make::Spec& spec, const Options& options, const CommonOptions& common) {
    make::ComposeOptions search;
    search.count = options.count;
    search.seed = options.seed;
    if (options.nodes > 0) search.nodes = options.nodes;
    search.deadline = deadline(options);
    search.parallel = common.threads > 1;
    search.interrupted = &interrupted;
    const auto result = make::compose<P>(spec, search, [&](std::size_t found, std::uint64_t nodes) {
        show_progress(common, "{} of {} found, {} positions judged", found, options.count, nodes);
    });
    end_progress(common);
    RecordFile file(options.target);
    for (const auto& composition : result.found) {
        write_puzzle(composition.position, {{"seed", options.seed}, {"unit", composition.unit}}, file);
    }
    file.close();
    if (!common.quiet) {
        fmt::print(stderr, "{} distinct position{} in {} judged\n", result.found.size(),
                   result.found.size() == 1 ? "" : "s", result.nodes);
    }
    if (interrupted) return Interrupted;
    return result.complete ? Success : Incomplete;
}

/// What a walk over everything remembers of itself between runs.
Json state_json(const make::ExhaustiveProgress& progress, const Json& walk) {
    return {{"walk", walk},
            {"units", progress.units},
            {"next_unit", progress.next_unit},
            {"evaluated", progress.evaluated},
            {"illegal", progress.illegal},
            {"skipped", progress.skipped},
            {"found", progress.found}};
}

/// Takes up the state of an earlier run; it must be of the same walk.
template <class P>
void load_state(const std::string& file, const Json& name, make::ExhaustiveWalk<P>& walk) {
    const auto text = read_text_file(file);
    if (!text) return;  // the first run
    const Json state = Json::parse(*text, nullptr, false);
    if (!state.is_object() || !state.contains("walk")) {
        throw EnvironmentError(fmt::format("{} is no state of a walk; remove it or name another file", file));
    }
    if (state["walk"] != name) {
        throw EnvironmentError(
            fmt::format("{} is the state of another walk; remove it or name another file", file));
    }
    make::ExhaustiveProgress progress = walk.progress();
    progress.next_unit = state.at("next_unit");
    progress.evaluated = state.at("evaluated");
    progress.illegal = state.at("illegal");
    progress.skipped = state.at("skipped");
    progress.found = state.at("found").get<std::vector<std::string>>();
    walk.resume(progress);
}

template <class P>
int walk_all(const make::Spec& spec, const std::string& spec_text, const Options& options,
             const CommonOptions& common) {
    make::ExhaustiveOptions walk_options;
    walk_options.men = options.exhaustive;
    walk_options.pruning = !options.no_pruning;
    walk_options.parallel = common.threads > 1;
    walk_options.deadline = deadline(options);
    walk_options.interrupted = &interrupted;
    make::ExhaustiveWalk<P> walk(spec, walk_options);
    // A state is only good for the same spec, walked in the same way.
    const Json name = {
        {"spec", Json::parse(spec_text)}, {"universe", walk.universe()}, {"pruning", !options.no_pruning}};
    if (!options.state.empty()) load_state(options.state, name, walk);
    auto saved = std::chrono::steady_clock::now();
    walk.walk([&](const make::ExhaustiveProgress& progress) {
        show_progress(common, "{:.1f} %, {} evaluated, {} found",
                      100.0 * static_cast<double>(progress.next_unit) / static_cast<double>(progress.units),
                      progress.evaluated, progress.found.size());
        if (options.state.empty() || std::chrono::steady_clock::now() - saved < std::chrono::seconds(5))
            return;
        replace_text_file(options.state, state_json(progress, name).dump(2) + '\n');
        saved = std::chrono::steady_clock::now();
    });
    end_progress(common);
    const make::ExhaustiveProgress& progress = walk.progress();
    if (!options.state.empty()) replace_text_file(options.state, state_json(progress, name).dump(2) + '\n');
    RecordFile file(options.target);
    for (const std::string& fen : progress.found) {
        write_puzzle(P::from_fen(fen)->value, {{"exhaustive", options.exhaustive}}, file);
    }
    file.close();
    if (!common.quiet) {
        fmt::print(
            stderr,
            "universe: {}\n{} positions evaluated, {} arrangements illegal, {} skipped by pruning\n{}\n",
            walk.universe(), progress.evaluated, progress.illegal, progress.skipped,
            !progress.complete() ? "not complete"
            : progress.found.empty()
                ? "proven: none exists"
                : fmt::format("complete: {} distinct under the symmetries", progress.found.size()));
    }
    if (interrupted) return Interrupted;
    if (!progress.complete()) return Incomplete;
    return progress.found.empty() ? Negative : Success;
}

int run_compose(const Options& options, const CommonOptions& common) {
    const auto text = read_text_file(options.file);
    if (!text) {
        fmt::print(stderr, "{}: cannot read: {}\n", options.file, text.error());
        return BadInput;
    }
    if (interrupted) return Interrupted;
    const auto spec = make::read_spec(*text, common.variant);
    if (!spec) {
        const records::Origin origin{options.file, 1};
        if (common.format == Format::Jsonl)
            print(records::dump(records::error_record(origin, {}, spec.error())) + '\n');
        fmt::print(stderr, "{}", records::error_text(origin, spec.error()));
        return BadInput;
    }
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(common.threads));
    int code = BadInput;
    with_game(spec->variant, [&]<class P>(std::type_identity<P>) {
        code = options.exhaustive > 0 ? walk_all<P>(*spec, *text, options, common)
                                      : search<P>(*spec, options, common);
    });
    return code;
}

}  // namespace

void add_compose(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "compose", "Find positions with a wanted key", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("SPEC", options->file, "What to compose, in JSON; - is standard input")
        ->required();
    command.app->add_option("--count", options->count, "Distinct positions wanted (default: 1)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 40).description(""))
        ->type_name("N");
    command.app->add_option("--seed", options->seed, "Other seeds, other positions (default: 1)")
        ->type_name("S");
    command.app->add_option("--nodes", options->nodes, "Judge about so many positions at most")
        ->type_name("N");
    command.app->add_option("--limit", options->seconds, "Search so many seconds at most")
        ->check(CLI::PositiveNumber.description(""))
        ->type_name("SECONDS");
    command.app
        ->add_option("--exhaustive", options->exhaustive,
                     "Walk every position of up to so many men, and write all that fit")
        ->check(CLI::Range(2, 16).description(""))
        ->type_name("MEN");
    command.app
        ->add_option("--state", options->state,
                     "With --exhaustive: remember how far it came in this file, and go on from it")
        ->type_name("FILE");
    command.app->add_flag("--no-pruning", options->no_pruning,
                          "With --exhaustive: evaluate even what cannot have the key");
    add_record_target(command.app, options->target);
    command.app->callback([options, &run, &common] {
        refuse_output_among({options->file, options->state}, options->target);
        run = [options, &common] { return run_compose(*options, common); };
    });
}

}  // namespace octomate::app
