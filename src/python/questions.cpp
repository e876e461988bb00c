#include "python/questions.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "cli/arguments.hpp"
#include "cli/shared.hpp"
#include "collect/generate_run.hpp"
#include "collect/record.hpp"
#include "console/console.hpp"
#include "core/types.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "make/finds.hpp"
#include "players/session.hpp"

namespace octomate::python {

namespace {

/// Returns the common options of the command line for a call.
CommonOptions common_of(const Call& call) {
    CommonOptions common;
    common.variant = call.variant;
    common.format = Format::Jsonl;
    common.threads = call.threads;
    common.quiet = true;
    return common;
}

/// Creates a question, and sets its options. Throws UsageError for invalid options.
cli::Asking read_question(const Named& named) {
    cli::Asking asking{.question = questions::make(named.name)};
    if (const Status read = asking.question->options.read(records::parsed(named.options), {}); !read)
        throw UsageError("", read.error().front().message);
    return asking;
}

/// Runs `generate` with complete options, and passes its puzzles to `take`.
void make_puzzles(collect::GenerateOptions options, const CommonOptions& common, const Take& take,
                  const std::atomic<bool>& stop) {
    options.task.interrupted = &stop;
    const games::Game& game = games::named(common.variant);
    auto inputs = collect::read_inputs(options, common, game);
    if (!inputs) throw EnvironmentError("there are no puzzles to begin with");
    const make::Choice choice{options.best, options.balance, options.chapters};
    make::Best best(choice);
    const auto end = deadline_in(options.seconds);
    const std::uint64_t count = options.share();  // 0: no limit
    std::uint64_t found = 0;
    collect::make_units(options, common, game, *inputs, options.units, [&](make::UnitResult&& result) {
        if (stop) return false;
        if (count > 0 && options.units.shards == 1)  // shards end with a whole unit
            result.finds.resize(std::min<std::size_t>(result.finds.size(), count - found));
        found += result.finds.size();
        std::string records;
        for (make::Find& find : result.finds) {
            if (options.best > 0)
                best.add(std::move(find));
            else
                records += find.record;
        }
        const bool wanted = records.empty() || take(std::move(records));
        const bool late = std::chrono::steady_clock::now() >= end;
        return wanted && !late && (count == 0 || found < count);
    });
    if (options.best == 0 || stop) return;
    for (make::Find& find : make::Best::chosen(best.pool(), choice)) take(std::move(find.record));
}

}  // namespace

Answer ask(const Named& named, std::string_view record, const Call& call) {
    const CommonOptions common = common_of(call);
    const cli::Asking asking = read_question(named);
    cli::Asker asker(asking, common, *call.stop);
    asker.context.single = true;
    records::Output output;
    collect::use_record(records::read_puzzle(record, games::variants(common.variant)), {"-", 1, record},
                        common, output, asker.use(output));
    return {output.bad == 0, std::move(output.data)};
}

std::string describe(const std::string& name) {
    records::Json all = records::Json::array();
    const auto question = questions::make(name);
    for (const questions::Option& option : question->options.all())
        if (option.scope != questions::Scope::CommandLine) all.push_back(option.json());
    return records::dump(all);
}

std::string ask_files(const Named& named, const std::vector<std::string>& files, const std::string& format,
                      const Call& call, const Take& take) {
    CommonOptions common = common_of(call);
    common.from = format;
    const cli::Asking asking = read_question(named);
    const cli::Asker asker(asking, common, *call.stop);
    records::StreamOptions options{
        .threads = call.threads, .format = collect::input_format(common), .interrupted = call.stop};
    std::string unreadable;
    const auto work = [&](const records::Line& line, records::Output& output) {
        const std::size_t bad = output.bad;
        asker.ask(line, output);
        if (output.bad > bad) output.talk.clear();  // the error record has the message
    };
    const auto hand_on = [&](records::Output& output) {
        unreadable += output.talk;
        if (!output.data.empty()) take(std::move(output.data));
    };
    records::stream_lines(files, options, work, hand_on);
    return unreadable;
}

Expected<Look, std::string> look(const std::string& fen, const std::string& variant) {
    const auto refuse = [](const Faults& faults) {
        return Unexpected{records::error_record({"-", 1}, {}, faults)};
    };
    const games::Game* const game = games::find(variant);
    if (!game) return refuse({games::unknown_variant(variant)});
    const auto normalised = game->normalise(fen);
    if (!normalised) return refuse(normalised.error());
    const auto session = game->session();
    if (auto set = session->set(normalised->value); !set) return refuse(set.error());
    Look look{session->fen(), session->turn(), session->in_check(), session->outcome(), {}};
    if (session->uses_die() && look.outcome == Outcome::Ongoing) {
        for (int face = 1; face <= game->about().die->faces; ++face)
            if (session->has_face(face)) look.faces.push_back(face);
    }
    return look;
}

Composed compose(const std::string& spec, make::ComposeOptions options, const Call& call) {
    options.search.threads = call.threads;
    options.search.interrupted = call.stop;
    const games::Game& game = collect::game_of_spec(spec, call.variant);
    const auto composer = cli::composing_maker_of(game, "compose").composer(spec, games::names());
    if (!composer) return {{false, records::error_record({"-", 1}, {}, composer.error())}};
    Composed composed;
    std::vector<records::Puzzle> puzzles;
    if (options.pieces > 0) {
        const auto walk = (*composer)->walk(options);
        walk->walk([](const auto&) {});
        composed.complete = walk->progress().complete();
        composed.judged = walk->progress().evaluated;
        puzzles = walk->puzzles();
    } else {
        auto result = (*composer)->compose(options, [](std::size_t, std::uint64_t) {});
        composed.complete = result.complete;
        composed.judged = result.nodes;
        puzzles = std::move(result.found);
    }
    for (records::Puzzle& puzzle : puzzles) {
        collect::name_game(puzzle, game);
        records::append_record(composed.answer.text, puzzle, records::RecordFormat::Jsonl);
    }
    return composed;
}

std::vector<std::pair<std::string, bool>> generate_options() {
    cli::CommandLine line({"octomate"}, 1);
    cli::declare_generate(line, [](const auto&, const auto&) { return Success; });
    const cli::CommandHelp command = line.commands().front();
    std::vector<std::pair<std::string, bool>> options;
    for (const cli::OptionHelp& option : command.options)
        options.emplace_back(option.names, !option.value.empty());
    return options;
}

Work generate(const std::vector<std::string>& options, const std::string& variant, int threads) {
    Work work;
    cli::CommandLine line({"octomate"}, threads);
    cli::declare_generate(line, [&](const collect::GenerateOptions& read, CommonOptions common) {
        const bool json = read.target.resolved_format() == records::RecordFormat::Jsonl;
        if (read.from == "table" || read.target.resume || !json || !read.target.is_standard_output())
            throw UsageError("", "tables, files and other formats are for the command");
        common.quiet = true;
        work = [read, common](const Take& take, const std::atomic<bool>& stop) {
            make_puzzles(read, common, take, stop);
        };
        return Success;
    });
    std::vector<std::string> words = {"generate", "--variant", variant, "--threads", std::to_string(threads)};
    words.insert(words.end(), options.begin(), options.end());
    line.read(std::move(words));
    line.run();
    return work;
}

}  // namespace octomate::python
