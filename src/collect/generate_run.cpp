// Runs octomate generate, from the units of work to the records in the output file.
//
// Units of work. A run is a sequence of numbered units. Each unit has a random stream of its own, derived
// from the seed and its number, so it finds the same puzzles on any thread or machine. Threads (or, under
// octomate-mpi, ranks) do the units in any order; the results are merged strictly in the order of the units.
//
// Merging. The merge drops every puzzle whose fingerprint was found before, and passes the others to a
// Collection, which writes the records (or, with --best, keeps a pool of the best and writes these at the
// end). Since the merge is ordered, the output depends only on the options, and not on the number of threads.
//
// Resuming. The progress holds the next unit, the counts and checksums; FILE.seen holds the fingerprints of
// all puzzles. A resumed run reads both, cuts the records back to the last saved size, and repeats the units
// that were not saved. With --shard, a process does every n-th unit only; the comments at both ends of its
// file (ShardNote) let `octomate merge` check that all shards are there and where a single run would have
// stopped.

#include "collect/generate_run.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <type_traits>

#include "collect/record.hpp"
#include "console/progress.hpp"
#include "core/types.hpp"
#include "json/text.hpp"
#include "reports/reports.hpp"
#include "solver/in_order.hpp"
#include "text/text.hpp"

namespace octomate::collect {

using records::Json;

namespace {

/// The records are written in chapters; in a compressed file, a chapter is a zstd frame, after which a
/// resumed run can append. A chapter ends after this many bytes of records or units, and not after a period
/// of time, so that a resumed run writes the same bytes.
constexpr std::uint64_t chapter_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t chapter_units = 1024;

[[noreturn]] void fail(const std::string& file) {
    throw EnvironmentError(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
}

OpenFile open_seen(const std::string& file, int flags, const char* mode) {
    auto opened = open_regular(file, flags);
    if (!opened) throw EnvironmentError(fmt::format("cannot write {}: {}", file, opened.error()));
    return OpenFile(::fdopen(opened->release(), mode));
}

/// The entry of one puzzle in FILE.seen.
struct SeenEntry {
    std::uint64_t fingerprint = 0;
    std::uint64_t pattern = 0;
};

Json to_json(const make::Find& find) {
    Json json;
    make::for_each_field(find, [&](const char* name, const auto& field) { json[name] = field; });
    return json;
}

make::Find find_of(const Json& json) {
    make::Find find;
    make::for_each_field(find, [&](const char* name, auto& field) {
        if constexpr (std::is_integral_v<std::decay_t<decltype(field)>>) {
            parse_whole_number(json, name, field);
        } else {
            json.at(name).get_to(field);
        }
    });
    for (const char* list : {"ideas", "without"}) {
        for (const Json& number : json.at(list)) {
            if (!number.is_number_unsigned())
                throw Json::out_of_range::create(406, "not a whole number", &number);
        }
    }
    return find;
}

}  // namespace

Collection::Collection(const CollectionOptions& options, const std::function<void(std::uint64_t)>& add_known)
    : options_(options), output_(options.target, options.run) {
    if (options.best) best_.emplace(*options.best);
    output_.earlier() ? resume(*output_.earlier(), add_known) : start();
}

void Collection::remove_seen_file() const {
    std::error_code ignored;
    std::filesystem::remove(seen_file(), ignored);
}

void Collection::start() {
    if (resumable()) seen_ = open_seen(seen_file(), O_WRONLY | O_CREAT | O_TRUNC, "wb");
    output_.begin(progress());
    if (!best_) open_output();  // with --best, `finish` opens it
}

/// Opens the file of the records; writes the preamble if the file is empty.
void Collection::open_output() {
    output_.open();
    if (output_.records().bytes() > 0) return;
    output_.records().write(options_.preamble);
    chapter_bytes_ = options_.preamble.size();
}

void Collection::resume(const Json& progress, const std::function<void(std::uint64_t)>& add_known) {
    std::uint64_t seen_sum = 0;
    try {
        const auto read_number = [&](const char* name) {
            std::uint64_t number = 0;
            parse_whole_number(progress, name, number);
            return number;
        };
        next_unit_ = read_number("next_unit");
        found_ = read_number("found");
        positions_ = read_number("positions");
        duplicates_ = read_number("duplicates");
        seen_sum = read_number("seen_sum");
        const Json& kept = progress.at("kept");
        if (!kept.is_array() || (!best_ && !kept.empty()))
            output_.refuse("its puzzles belong to a run with --best");
        for (const Json& find : kept) best_->add(find_of(find));
    } catch (const Json::exception&) {
        output_.refuse("a field is missing or not a whole number");
    }
    if (finished()) return remove_seen_file();
    chapter_unit_ = next_unit_;

    seen_ = open_seen(seen_file(), O_RDWR, "r+b");
    for (std::uint64_t number = 0; number < found_; ++number) {
        SeenEntry seen;
        if (std::fread(&seen, sizeof seen, 1, seen_.get()) != 1) {
            throw EnvironmentError(fmt::format("{} is shorter than {} says; --force begins anew", seen_file(),
                                               output_.progress_file()));
        }
        seen_sum_.add({reinterpret_cast<const char*>(&seen), sizeof seen});
        add_known(seen.fingerprint);
        patterns_.insert(seen.pattern);
    }
    if (seen_sum_.value() != seen_sum)
        throw EnvironmentError(
            fmt::format("{} has been changed since it was written; --force begins anew", seen_file()));
    const auto size = static_cast<off_t>(found_ * sizeof(SeenEntry));
    if (ftruncate(fileno(seen_.get()), size) != 0 || std::fseek(seen_.get(), size, SEEK_SET) != 0)
        fail(seen_file());
    if (!best_) open_output();
}

bool Collection::add(make::UnitResult&& result) {
    if (interrupted) return false;  // the result may be incomplete
    positions_ += result.positions;
    // Numbers missing among the finds are those of duplicates, which the caller removed. The run ends at the
    // first find, duplicate or not, after the count was reached.
    std::uint32_t next = 0;
    for (make::Find& find : result.finds) {
        if (complete() && !options_.whole_units) return false;
        duplicates_ += find.number - next;
        next = find.number + 1;
        accept(std::move(find));
    }
    if (next < result.found && complete() && !options_.whole_units) return false;
    duplicates_ += result.found - next;
    next_unit_ = result.unit + 1;
    end_chapter(result.unit);
    return !complete() && !interrupted;
}

void Collection::accept(make::Find&& find) {
    ++found_;
    patterns_.insert(find.pattern);
    const SeenEntry seen{find.fingerprint, find.pattern};
    if (seen_ && std::fwrite(&seen, sizeof seen, 1, seen_.get()) != 1) fail(seen_file());
    seen_sum_.add({reinterpret_cast<const char*>(&seen), sizeof seen});
    if (best_) return best_->add(std::move(find));
    output_.records().write(find.record);
    chapter_bytes_ += find.record.size();
}

/// Called after each unit: ends the chapter if it is large enough, and saves the progress if a save is due.
void Collection::end_chapter(std::uint64_t unit) {
    if (best_) {  // `finish` writes the records
        if (output_.is_save_due()) save();
        return;
    }
    const bool full = chapter_bytes_ >= chapter_bytes || unit - chapter_unit_ >= chapter_units;
    if (full) {
        output_.records().end_frame();
        output_.keep();
        chapter_bytes_ = 0;
        chapter_unit_ = unit + 1;
    }
    const bool may_save = full || !options_.target.compressed();
    if (may_save && output_.is_save_due()) save();
}

void Collection::save() {
    if (!resumable()) return;
    if (!best_ && !options_.target.compressed()) {
        output_.records().end_frame();
        output_.keep();
    }
    sync_seen();
    output_.save(progress());
}

void Collection::sync_seen() {
    if (std::fflush(seen_.get()) != 0 || fsync(fileno(seen_.get())) != 0) fail(seen_file());
}

Json Collection::progress() {
    Json kept = Json::array();
    if (best_) {
        for (const make::Find& find : best_->pool()) kept.push_back(to_json(find));
    }
    return {{"next_unit", next_unit()},      {"found", found()},
            {"duplicates", duplicates_},     {"positions", positions()},
            {"seen_sum", seen_sum_.value()}, {"kept", std::move(kept)}};
}

void Collection::stop() {
    if (best_ || !options_.target.compressed()) save();
    if (!best_) output_.close();
}

void Collection::finish(const std::string& closing) {
    if (best_) {
        open_output();
        for (const make::Find& find : make::BestPool::select(best_->pool(), *options_.best))
            output_.records().write(find.record);
        best_.reset();
    }
    output_.records().write(closing);
    output_.complete(progress());
    if (resumable()) {
        seen_.reset();
        remove_seen_file();
    }
    output_.close();
}

std::string ShardNote::begin(const Json& run) { return std::string(mark).append(records::dump(run)); }

std::string ShardNote::end(const Json& run, std::uint64_t next_unit) {
    const Json note = {{"shard", run.at("shard")}, {"done", next_unit}};
    return std::string(mark).append(records::dump(note));
}

void ShardNotes::add(std::string_view line) {
    line.remove_prefix(ShardNote::mark.size());
    Json note = records::parsed(line);
    try {
        const auto [shard, shards] = note.at("shard").get<std::pair<std::uint64_t, std::uint64_t>>();
        if (shard < 1 || shard > shards) return;
        if (note.contains("done")) {
            done_[shard] = note["done"].get<std::uint64_t>();
            return;
        }
        note.erase("shard");
        note["shards"] = shards;
        Run& run = runs_[records::dump(note)];
        run.shards = shards;
        if (note.contains("count")) run.count = note["count"].get<std::uint64_t>();
        run.begun.insert(shard);
    } catch (const Json::exception&) {  // octomate did not write this comment
    }
}

std::optional<ShardNotes::WholeRun> ShardNotes::whole_run() const {
    if (runs_.size() != 1) return std::nullopt;
    const Run& run_of_shards = runs_.begin()->second;
    if (!run_of_shards.count || run_of_shards.begun.size() != run_of_shards.shards) return std::nullopt;
    WholeRun run{*run_of_shards.count, std::numeric_limits<std::uint64_t>::max()};
    for (const std::uint64_t shard : run_of_shards.begun) {
        const auto done = done_.find(shard);
        run.units = std::min(run.units, done == done_.end() ? 0 : done->second);
    }
    return run;
}

std::string ShardNotes::missing() const {
    constexpr std::size_t most_named = 10;
    std::string text;
    for (const auto& [note, run] : runs_) {
        const std::uint64_t missing = run.shards - run.begun.size();
        if (missing == 0) continue;
        std::vector<std::string> numbers;
        for (std::uint64_t shard = 1; shard <= run.shards && numbers.size() < most_named; ++shard)
            if (!run.begun.contains(shard)) numbers.push_back(std::to_string(shard));
        if (missing > numbers.size()) numbers.emplace_back("more");
        text += fmt::format("{} of the {} shards of the run {} missing: {}\n", missing, run.shards,
                            missing == 1 ? "is" : "are", enumerate(numbers));
    }
    return text;
}

namespace {

/// Returns `text` with a newline as a comment for the output file; empty if the format has no comments.
std::string comment(const GenerateOptions& options, const std::string& text) {
    const auto format = options.target.resolved_format();
    const bool has_comments = format == records::RecordFormat::Jsonl || format == records::RecordFormat::Epd;
    return has_comments ? text + '\n' : std::string();
}

/// Returns all options, except the shard, and all checksums that determine what a run finds and writes.
records::Json run_of(const GenerateOptions& options, const std::string& variant, const Inputs& inputs) {
    records::Json run = {{"variant", variant}, {"from", options.from}, {"seed", options.task.seed}};
    for (const auto& [name, words] : options.filters) run[name] = words;
    if (options.task.wanted.turn) run["turn"] = name(*options.task.wanted.turn);
    if (options.task.source == make::Source::GivenPosition) run["from_sum"] = inputs.given_sum.value();
    if (!options.exclude.empty()) run["exclude"] = options.exclude;
    if (!options.exclude.empty()) run["exclude_sum"] = inputs.excluded_sum.value();
    if (options.count > 0) run["count"] = options.count;
    if (options.best > 0) run["best"] = options.best;
    if (options.balance) run["balance"] = true;
    if (options.chapters) run["chapters"] = true;
    if (options.has_unit_range) run["units"] = {options.units.next, options.units.last};
    return run;
}

/// A puzzle from a file of --from or --exclude, with its fingerprint.
struct KnownPuzzle {
    make::GivenPosition given;
    std::uint64_t fingerprint = 0;
};

/// Reads the files and calls `consume(known)` for each puzzle of `game` in order. Skips valid puzzles of
/// other games. Returns the exit code: BadInput if some records were bad.
template <class Consume>
int read_puzzles(const std::vector<std::string>& files, const CommonOptions& given, const games::Game& game,
                 Consume consume) {
    CommonOptions common = given;
    common.format = Format::Text;
    const auto work = [&](const records::Line& line, records::Batch<KnownPuzzle>& batch) {
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
    const auto write_batch = [&](records::Batch<KnownPuzzle>& batch) {
        for (KnownPuzzle& known : batch.results) consume(std::move(known));
    };
    return run_lines<KnownPuzzle>(files, common, work, write_batch).code;
}

CollectionOptions collection_options(const GenerateOptions& options, const std::string& variant,
                                     const Inputs& inputs) {
    CollectionOptions collection;
    collection.target = options.target;
    collection.count = options.share();
    if (options.best > 0) collection.best = {options.best, options.balance, options.chapters};
    collection.run = run_of(options, variant, inputs);
    collection.run["to"] = records::name(options.target.resolved_format());
    if (options.units.shards > 1) {
        collection.whole_units = true;
        collection.run["shard"] = {options.units.shard + 1, options.units.shards};
        collection.preamble = comment(options, ShardNote::begin(collection.run));
    }
    return collection;
}

void report(const Collection& collection, const CommonOptions& common) {
    if (common.quiet) return;
    const auto count_text = [](std::uint64_t number, const char* what) {
        return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
    };
    print_message_unflushed(
        fmt::format("{} of {} in {}, {} found again\n", count_text(collection.found(), "distinct puzzle"),
                    count_text(collection.patterns(), "mating pattern"),
                    count_text(collection.positions(), "position"), collection.duplicates()));
}

/// Returns the progress of a run that began at time `start` with unit `first_unit`. Its fraction is that of
/// the bound (count, time or units) that is nearest to being reached.
TaskProgress task_progress(const GenerateOptions& options, const Collection& collection,
                           std::chrono::steady_clock::time_point start, std::uint64_t first_unit) {
    TaskProgress now{collection.found(), {}, {}, {}};
    const auto raise_part = [&](double done, double all) {
        now.part = std::max(now.part.value_or(0), all > 0 ? std::min(1.0, done / all) : 1.0);
    };
    if (const std::uint64_t count = options.share(); count > 0) {
        now.total = count;
        raise_part(static_cast<double>(now.done), static_cast<double>(count));
    }
    if (options.seconds > 0) raise_part(reports::seconds_since(start), options.seconds);
    if (options.has_unit_range) {
        const std::uint64_t next = collection.next_unit();
        const std::uint64_t begin = std::max(options.units.next, first_unit);
        if (next > begin && options.units.last >= begin)
            raise_part(static_cast<double>(next - begin),
                       static_cast<double>(options.units.last - begin) + 1);
    }
    now.detail = short_number(static_cast<double>(collection.positions())) + " positions";
    return now;
}

std::string packed_unit(const make::UnitResult& result) {
    Packer packer;
    packer.append(result.unit);
    packer.append(result.positions);
    packer.append(result.found);
    packer.append(std::uint64_t{result.finds.size()});
    for (const make::Find& find : result.finds) {
        make::for_each_field(find, [&](const char*, const auto& field) { packer.append(field); });
        packer.append(find.presentable);
    }
    return packer.release();
}

make::UnitResult unpacked_unit(std::string_view bytes) {
    Unpacker unpacker(bytes);
    make::UnitResult result;
    unpacker.get(result.unit);
    unpacker.get(result.positions);
    unpacker.get(result.found);
    for (auto count = unpacker.get<std::uint64_t>(); count > 0; --count) {
        make::Find& find = result.finds.emplace_back();
        make::for_each_field(find, [&](const char*, auto& field) { unpacker.get(field); });
        unpacker.get(find.presentable);
    }
    return result;
}

/// Runs units in threads of this process. `next(unit)` sets `unit` to the number of the next one, and returns
/// false at the end. Calls `consume(result)` in the order of the units, until `consume` returns false.
template <class Next>
void run_units(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
               const Inputs& inputs, Next next, const UnitSink& consume) {
    tbb::enumerable_thread_specific<make::UnitWorker> unit_workers(
        [&] { return game.maker()->unit_worker(options.task, inputs.given); });
    solver::work_in_order(
        next, 4 * common.threads, [&](std::uint64_t unit) { return unit_workers.local()(unit); }, consume);
}

/// Runs the units together with the other ranks. On the leader, calls `consume(result)` in the order of the
/// units, with duplicates removed, until `consume` returns false.
void share_units(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                 Inputs& inputs, const records::Json& run, make::Units units, const UnitSink& consume) {
    Ranks& ranks = *common.ranks;
    const auto index_in_shard = [&](std::uint64_t unit) { return unit / units.shards; };
    std::uint64_t first = 0;
    make::Units(units).pop(first);
    const auto next = [&](std::uint64_t& unit) {
        const auto number = ranks.claim();
        if (number) unit = *number * units.shards + units.shard;
        return number && unit <= units.last;
    };
    const auto submit = [&](make::UnitResult&& result) {
        ranks.submit(index_in_shard(result.unit), packed_unit(result));
        return true;
    };
    ranks.share(
        {options.target.lasting_file(), octomate::checksum_of(records::dump(run)), options.target.resume,
         index_in_shard(first)},
        [&] { run_units(options, common, game, inputs, next, submit); },
        [&](std::string_view bytes) {
            make::UnitResult result = unpacked_unit(bytes);
            inputs.known.remove_duplicates(result);
            return consume(std::move(result));
        });
}

/// Writes the certificates of the keys of the finished collection, as `octomate mate` does. Returns the exit
/// code.
int write_certificates(const GenerateOptions& options, const CommonOptions& common) {
    OutputFile file(options.certificate);
    reports::MateRequest request;
    request.certificate = true;
    set_up_search(common, request);
    const auto work = [&](const records::Line& line, records::Batch<std::string>& batch) {
        with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) {
            reports::MateReport report;
            Status done = game.mate(puzzle, request, report);
            if (done && report.complete) batch.results.push_back(std::move(report.certificate));
            return done;
        });
    };
    const auto result = run_lines<std::string>({options.target.file}, common, work, [&](const auto& batch) {
        for (const std::string& proof : batch.results) file.write(proof);
    });
    file.commit(result.complete);
    return result.code;
}

}  // namespace

std::uint64_t GenerateOptions::share() const {
    if (count == 0 || units.shards == 1) return count;
    return (count + count / 4) / units.shards + 512;
}

Expected<Inputs, int> read_inputs(const GenerateOptions& options, const CommonOptions& common,
                                  const games::Game& game) {
    Inputs inputs;
    if (options.task.source == make::Source::GivenPosition) {
        inputs.code = read_puzzles({options.from}, common, game, [&](KnownPuzzle&& known) {
            inputs.given_sum.add(known.given.fen);
            inputs.given_sum.add(known.given.name);
            inputs.given.push_back(std::move(known.given));
            inputs.known.insert(known.fingerprint);
        });
        if (interrupted) return Unexpected<int>{Interrupted};
        if (inputs.given.empty()) {
            print_message(fmt::format("{}: there is no position to change\n", options.from));
            return Unexpected<int>{BadInput};
        }
    }
    if (!options.exclude.empty()) {
        if (!can_open(options.exclude)) return Unexpected<int>{BadInput};
        const int code = read_puzzles(options.exclude, common, game, [&](const KnownPuzzle& known) {
            inputs.excluded_sum.add(known.given.fen);
            inputs.known.insert(known.fingerprint);
        });
        if (interrupted) return Unexpected<int>{Interrupted};
        inputs.code = std::max(inputs.code, code);
    }
    return inputs;
}

void make_units(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                Inputs& inputs, make::Units units, const UnitSink& consume) {
    run_units(
        options, common, game, inputs, [&](std::uint64_t& unit) { return units.pop(unit); },
        [&](make::UnitResult&& result) {
            inputs.known.remove_duplicates(result);
            return consume(std::move(result));
        });
}

int run_generate(const GenerateOptions& options, const CommonOptions& common, const games::Game& game) {
    auto inputs = read_inputs(options, common, game);
    if (!inputs) return inputs.error();
    const CollectionOptions wanted = collection_options(options, common.variant, *inputs);
    Ranks* const ranks = common.ranks;
    const auto work = [&](make::Units units, const UnitSink& consume) {
        ranks ? share_units(options, common, game, *inputs, wanted.run, units, consume)
              : make_units(options, common, game, *inputs, units, consume);
    };
    if (ranks && !ranks->leads()) {
        if (ranks->leader_value(false)) work(options.units, {});
        return Success;
    }
    int code = inputs->code;
    const auto prove_keys = [&] {
        if (code == Success && !options.certificate.empty()) code = write_certificates(options, common);
    };
    // The output file is opened only after all inputs were read, so that a bad input leaves it unchanged.
    Collection collection(wanted, [&](std::uint64_t fingerprint) { inputs->known.insert(fingerprint); });
    if (ranks) ranks->leader_value(!collection.finished() && !collection.complete());

    const auto falls_short = [&] { return options.count > 0 && !collection.complete(); };
    if (collection.finished()) {
        if (ranks) ranks->remove_parts(options.target.file);
        if (!common.quiet) print_message_unflushed(fmt::format("{} is complete\n", options.target.file));
        prove_keys();
        return code != Success ? code : falls_short() ? Incomplete : Success;
    }

    make::Units units = options.units;
    units.next = std::max(units.next, collection.next_unit());
    const auto end = deadline_in(options.seconds);
    bool ended = false;  // the run was stopped before all units were done
    if (!collection.complete()) {
        const Progress progress(
            common, "puzzles",
            [&, start = std::chrono::steady_clock::now(), first_unit = collection.next_unit()] {
                return task_progress(options, collection, start, first_unit);
            });
        work(units, [&](make::UnitResult&& result) {
            const bool more = collection.add(std::move(result));
            ended = !more || std::chrono::steady_clock::now() >= end;
            return !ended;
        });
    }
    const bool out_of_time = falls_short() && ended && options.best == 0 && options.units.shards == 1;
    if (interrupted || out_of_time) {  // --resume can continue the run
        const bool stopped = interrupted;
        collection.stop();
        report(collection, common);
        report_how_to_continue(common, collection.resumable(), stopped ? "interrupted" : "out of time");
        return stopped ? Interrupted : code != Success ? code : Incomplete;
    }
    const std::uint64_t done =
        ended || collection.complete() ? collection.next_unit() : options.units.last + 1;
    collection.finish(options.units.shards == 1 ? ""
                                                : comment(options, ShardNote::end(collection.run(), done)));
    if (ranks) ranks->remove_parts(options.target.file);
    report(collection, common);
    prove_keys();
    return code != Success ? code : falls_short() ? Incomplete : Success;
}

}  // namespace octomate::collect
