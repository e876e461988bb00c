#include "collect/generate_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "collect/collection.hpp"
#include "collect/record.hpp"
#include "collect/shard_note.hpp"
#include "text/words.hpp"

namespace octomate::collect {

namespace {

/// How many a shard must find so that, with the others, there are as many as one run would have found by the
/// same unit: its share and, since the shards may find the same, a quarter more.
std::uint64_t share(const GenerateOptions& options) {
    const std::uint64_t shards = options.units.shards;
    if (options.count == 0 || shards == 1) return options.count;
    return (options.count + options.count / 4) / shards + 512;
}

/// A comment as a line of the file; nothing in formats that have none.
std::string comment(const GenerateOptions& options, const std::string& text) {
    const auto format = options.target.resolved_format();
    const bool possible = format == records::RecordFormat::Jsonl || format == records::RecordFormat::Epd;
    return possible ? text + '\n' : std::string();
}

/// All that decides which puzzles are found and how they are written, apart from the shard.
records::Json run_of(const GenerateOptions& options, const std::string& variant) {
    records::Json run = {{"variant", variant}, {"from", options.from}, {"seed", options.task.seed}};
    for (const auto& [name, words] : options.filters) run[name] = words;
    if (!options.exclude.empty()) run["exclude"] = options.exclude;
    if (options.count > 0) run["count"] = options.count;
    if (options.best > 0) run["best"] = options.best;
    if (options.balance) run["balance"] = true;
    if (options.chapters) run["chapters"] = true;
    if (options.some_units) run["units"] = {options.units.next, options.units.last};
    return run;
}

/// A puzzle of a file.
struct Known {
    make::Given given;
    std::uint64_t fingerprint = 0;
};

/// The puzzles of the game in the files, for each of which `take(known)` is called in order. The exit code
/// tells of bad ones.
template <class Take>
int read_known(const std::vector<std::string>& files, const CommonOptions& given, const games::Game& game,
               Take take) {
    CommonOptions common = given;
    common.format = Format::Text;
    const auto work = [&](const records::Line& line, records::Batch<Known>& batch) {
        with_record(line, common, batch, [&](const auto& other, auto& puzzle, auto&) {
            if (&other != &game) {
                auto position = other.normalise(puzzle.fen);
                return position ? Faults() : std::move(position.error());
            }
            const auto identity = game.maker()->identify(puzzle);
            if (!identity) return identity.error();
            std::string name = puzzle.id ? *puzzle.id : fmt::format("{}:{}", line.file, line.number);
            batch.results.push_back({{puzzle.fen, std::move(name)}, identity->fingerprint});
            return Faults();
        });
    };
    return run_lines<Known>(files, common, work, [&](records::Batch<Known>& batch) {
        for (Known& known : batch.results) take(std::move(known));
    });
}

CollectionOptions collection_options(const GenerateOptions& options, const std::string& variant) {
    CollectionOptions collection;
    collection.target = options.target;
    collection.count = share(options);
    if (options.best > 0) collection.best = {options.best, options.balance, options.chapters};
    collection.resume = options.resume;
    collection.run = run_of(options, variant);
    collection.run["to"] = records::name(options.target.resolved_format());
    if (options.units.shards > 1) {
        collection.whole_units = true;
        collection.run["shard"] = {options.units.shard + 1, options.units.shards};
        collection.preamble = comment(options, ShardNote::begin(collection.run));
    }
    return collection;
}

std::string closing_line(const GenerateOptions& options, const Collection& collection, std::uint64_t done) {
    if (options.units.shards == 1) return {};
    return comment(options, ShardNote::end(collection.run(), done));
}

void tell(const Collection& collection, const CommonOptions& common) {
    if (common.quiet) return;
    const auto some = [](std::uint64_t number, const char* what) {
        return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
    };
    talk_at_once(fmt::format("{} of {} in {}, {} found again\n", some(collection.found(), "distinct puzzle"),
                             some(collection.patterns(), "mating pattern"),
                             some(collection.positions(), "position"), collection.duplicates()));
}

/// A line on standard error that tells how far it has come.
class GenerateProgress {
  public:
    GenerateProgress(const GenerateOptions& options, const CommonOptions& common)
        : count_(options.count), line_(talks_to_terminal(common)) {}

    void show(const Collection& collection) {
        if (!line_.is_due()) return;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
        const auto since = static_cast<double>(collection.found() - before_.value_or(collection.found()));
        line_.show(fmt::format("{} puzzles{}, {} positions, {:.0f} puzzles/s", grouped(collection.found()),
                               count_ > 0 ? fmt::format(" of {}", grouped(count_)) : "",
                               grouped(collection.positions()), since / passed.count()));
        if (!before_) before_ = collection.found();
    }

  private:
    std::uint64_t count_;
    ProgressLine line_;
    std::optional<std::uint64_t> before_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

int run_generate(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                 Crew& crew) {
    int code = Success;
    std::vector<std::uint64_t> originals;
    if (options.task.source == make::Source::Given) {
        std::vector<make::Given> given;
        code = read_known({options.from}, common, game, [&](Known&& known) {
            given.push_back(std::move(known.given));
            originals.push_back(known.fingerprint);
        });
        if (interrupted) return Interrupted;
        if (given.empty()) {
            talk(fmt::format("{}: there is no position to change\n", options.from));
            return BadInput;
        }
        crew.share(given);
    }
    Collection collection(collection_options(options, common.variant),
                          [&](std::uint64_t fingerprint) { crew.know(fingerprint); });
    for (const std::uint64_t fingerprint : originals) crew.know(fingerprint);
    if (!options.exclude.empty()) {
        const int read = read_known(options.exclude, common, game,
                                    [&](const Known& known) { crew.know(known.fingerprint); });
        if (interrupted) return Interrupted;
        code = std::max(code, read);
    }

    make::Units units = options.units;
    units.next = std::max(units.next, collection.next_unit());
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.seconds);
    bool ended = false;  // before the units did
    if (!collection.complete()) {
        GenerateProgress progress(options, common);
        crew.work(units, [&](make::UnitResult&& result) {
            const bool more = collection.take(std::move(result));
            progress.show(collection);
            ended = !more || (options.seconds > 0 && std::chrono::steady_clock::now() >= end);
            return !ended;
        });
    }
    if (interrupted) {
        collection.stop();
        tell(collection, common);
        return Interrupted;
    }
    const bool missed = options.count > 0 && !collection.complete();
    if (missed && ended && options.best == 0 && options.units.shards == 1) {  // out of time: --resume goes on
        collection.stop();
        tell(collection, common);
        return code != Success ? code : Incomplete;
    }
    const std::uint64_t done =
        ended || collection.complete() ? collection.next_unit() : options.units.last + 1;
    collection.finish(closing_line(options, collection, done));
    tell(collection, common);
    return code != Success ? code : missed ? Incomplete : Success;
}

}  // namespace octomate::collect
