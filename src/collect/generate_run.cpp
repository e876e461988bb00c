#include "collect/generate_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "collect/collection.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "collect/shard_note.hpp"
#include "console/output_file.hpp"
#include "console/progress.hpp"
#include "core/deadline.hpp"
#include "reports/mate_report.hpp"

namespace octomate::collect {

namespace {

/// A comment as a line of the file; nothing in formats that have none.
std::string comment(const GenerateOptions& options, const std::string& text) {
    const auto format = options.target.resolved_format();
    const bool possible = format == records::RecordFormat::Jsonl || format == records::RecordFormat::Epd;
    return possible ? text + '\n' : std::string();
}

/// All that decides which puzzles are found and how they are written, apart from the shard.
records::Json run_of(const GenerateOptions& options, const std::string& variant, const Inputs& inputs) {
    records::Json run = {{"variant", variant}, {"from", options.from}, {"seed", options.task.seed}};
    for (const auto& [name, words] : options.filters) run[name] = words;
    if (options.task.wanted.turn) run["turn"] = name(*options.task.wanted.turn);
    if (options.task.source == make::Source::Given) run["from_sum"] = inputs.given.value();
    if (!options.exclude.empty()) run["exclude"] = options.exclude;
    if (!options.exclude.empty()) run["exclude_sum"] = inputs.excluded.value();
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
/// says whether some were bad.
template <class Take>
int read_known(const std::vector<std::string>& files, const CommonOptions& given, const games::Game& game,
               Take take) {
    CommonOptions common = given;
    common.format = Format::Text;
    const auto work = [&](const records::Line& line, records::Batch<Known>& batch) {
        with_record(line, common, batch, [&](const auto& other, auto& puzzle, auto&) -> Status {
            if (&other != &game) {
                auto position = other.normalise(puzzle.fen);
                if (!position) return Unexpected{std::move(position.error())};
                return {};
            }
            const auto identity = game.maker()->identify(puzzle);
            if (!identity) return Unexpected{identity.error()};
            std::string name = puzzle.id ? *puzzle.id : fmt::format("{}:{}", line.file, line.number);
            batch.results.push_back({{puzzle.fen, std::move(name)}, identity->fingerprint});
            return {};
        });
    };
    const auto take_all = [&](records::Batch<Known>& batch) {
        for (Known& known : batch.results) take(std::move(known));
    };
    return run_lines<Known>(files, common, work, take_all).code;
}

CollectionOptions collection_options(const GenerateOptions& options, const std::string& variant,
                                     const Inputs& inputs) {
    CollectionOptions collection;
    collection.target = options.target;
    collection.count = options.share();
    if (options.best > 0) collection.best = {options.best, options.balance, options.chapters};
    collection.resume = options.resume;
    collection.run = run_of(options, variant, inputs);
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

void report(const Collection& collection, const CommonOptions& common) {
    if (common.quiet) return;
    const auto some = [](std::uint64_t number, const char* what) {
        return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
    };
    talk_at_once(fmt::format("{} of {} in {}, {} found again\n", some(collection.found(), "distinct puzzle"),
                             some(collection.patterns(), "mating pattern"),
                             some(collection.positions(), "position"), collection.duplicates()));
}

/// How far a run has come, for the thread that reports progress.
class GenerateMeter {
  public:
    GenerateMeter(const GenerateOptions& options, const Collection& collection)
        : options_(options),
          collection_(collection),
          count_(options.share()),
          first_unit_(collection.next_unit()) {}

    /// The bound to which it is nearest will end the run.
    HowFar look() const {
        HowFar now{collection_.found(), {}, {}, {}};
        const auto near = [&](double done, double all) {
            now.part = std::max(now.part.value_or(0), all > 0 ? std::min(1.0, done / all) : 1.0);
        };
        if (count_ > 0) {
            now.total = count_;
            near(static_cast<double>(now.done), static_cast<double>(count_));
        }
        if (options_.seconds > 0) near(seconds(), options_.seconds);
        if (options_.some_units) {
            const std::uint64_t next = collection_.next_unit();
            const std::uint64_t begin = std::max(options_.units.next, first_unit_);
            if (next > begin && options_.units.last >= begin)
                near(static_cast<double>(next - begin), static_cast<double>(options_.units.last - begin) + 1);
        }
        now.detail = short_number(static_cast<double>(collection_.positions())) + " positions";
        return now;
    }

  private:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }

    const GenerateOptions& options_;
    const Collection& collection_;
    const std::uint64_t count_;
    const std::uint64_t first_unit_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// How a run that was stopped before its end can go on.
void report_how_to_continue(const Collection& collection, const CommonOptions& common, std::string_view why) {
    if (common.quiet) return;
    if (!collection.resumable()) {
        talk_at_once(fmt::format("{}: a run can go on later if --output names a file\n", why));
        return;
    }
    std::vector<std::string> words = common.words;
    std::erase(words, "--force");
    if (std::find(words.begin(), words.end(), "--resume") == words.end()) words.emplace_back("--resume");
    talk_at_once(fmt::format("{}: go on with {}\n", why, quoted_command(words)));
}

/// Writes what proves the keys of a whole collection, as `octomate mate` does. Returns the exit code.
int write_certificates(const GenerateOptions& options, const CommonOptions& common) {
    OutputFile file(options.certificate);
    reports::MateRequest request;
    request.certificate = true;
    search_as(common, request);
    const auto work = [&](const records::Line& line, records::Batch<std::string>& batch) {
        with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) {
            reports::MateReport report;
            Status done = game.mate(puzzle, request, report);
            if (done && report.complete) batch.results.push_back(std::move(report.certificate));
            return done;
        });
    };
    const auto ran = run_lines<std::string>({options.target.file}, common, work, [&](const auto& batch) {
        for (const std::string& proof : batch.results) file.write(proof);
    });
    file.commit(ran.whole);
    return ran.code;
}

}  // namespace

std::uint64_t GenerateOptions::share() const {
    if (count == 0 || units.shards == 1) return count;
    return (count + count / 4) / units.shards + 512;
}

Expected<Inputs, int> read_inputs(const GenerateOptions& options, const CommonOptions& common,
                                  const games::Game& game, Crew& crew) {
    Inputs inputs;
    std::vector<std::uint64_t> originals;
    if (options.task.source == make::Source::Given) {
        std::vector<make::Given> given;
        inputs.code = read_known({options.from}, common, game, [&](Known&& known) {
            inputs.given.add(known.given.fen);
            inputs.given.add(known.given.name);
            given.push_back(std::move(known.given));
            originals.push_back(known.fingerprint);
        });
        if (interrupted) return Unexpected<int>{Interrupted};
        if (given.empty()) {
            talk(fmt::format("{}: there is no position to change\n", options.from));
            return Unexpected<int>{BadInput};
        }
        crew.share(given);
    }
    for (const std::uint64_t fingerprint : originals) crew.know(fingerprint);
    if (!options.exclude.empty()) {
        if (!can_open(options.exclude)) return Unexpected<int>{BadInput};
        const int excluded = read_known(options.exclude, common, game, [&](const Known& known) {
            inputs.excluded.add(known.given.fen);
            crew.know(known.fingerprint);
        });
        if (interrupted) return Unexpected<int>{Interrupted};
        inputs.code = std::max(inputs.code, excluded);
    }
    return inputs;
}

int run_generate(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                 Crew& crew) {
    const auto inputs = read_inputs(options, common, game, crew);
    if (!inputs) return inputs.error();
    int code = inputs->code;
    const auto prove = [&] {
        if (code == Success && !options.certificate.empty()) code = write_certificates(options, common);
    };
    // The output is touched when all that is read has been read.
    Collection collection(collection_options(options, common.variant, *inputs),
                          [&](std::uint64_t fingerprint) { crew.know(fingerprint); });

    const auto missed = [&] { return options.count > 0 && !collection.complete(); };
    if (collection.finished()) {
        if (!common.quiet) talk_at_once(fmt::format("{} is complete\n", options.target.file));
        prove();
        return code != Success ? code : missed() ? Incomplete : Success;
    }

    make::Units units = options.units;
    units.next = std::max(units.next, collection.next_unit());
    const auto end = deadline_in(options.seconds);
    bool ended = false;  // before the units did
    if (!collection.complete()) {
        const GenerateMeter meter(options, collection);
        const Progress progress(common, "puzzles", [&] { return meter.look(); });
        crew.work(units, [&](make::UnitResult&& result) {
            const bool more = collection.take(std::move(result));
            ended = !more || std::chrono::steady_clock::now() >= end;
            return !ended;
        });
    }
    if (interrupted) {
        collection.stop();
        report(collection, common);
        report_how_to_continue(collection, common, "interrupted");
        return Interrupted;
    }
    if (missed() && ended && options.best == 0 &&
        options.units.shards == 1) {  // out of time: --resume goes on
        collection.stop();
        report(collection, common);
        report_how_to_continue(collection, common, "out of time");
        return code != Success ? code : Incomplete;
    }
    const std::uint64_t done =
        ended || collection.complete() ? collection.next_unit() : options.units.last + 1;
    collection.finish(closing_line(options, collection, done));
    report(collection, common);
    prove();
    return code != Success ? code : missed() ? Incomplete : Success;
}

}  // namespace octomate::collect
