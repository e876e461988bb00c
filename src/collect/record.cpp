#include "collect/record.hpp"

#include <fmt/core.h>
#include <tbb/concurrent_queue.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <system_error>
#include <utility>

#include "collect/run_file.hpp"
#include "console/files.hpp"
#include "console/progress.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "text/text.hpp"

namespace octomate::collect {

namespace {

int exit_code(const records::Tally& tally) {
    if (tally.interrupted) return Interrupted;
    if (tally.bad > 0 || tally.unreadable > 0) return BadInput;
    if (tally.incomplete > 0) return Incomplete;
    return tally.negative > 0 ? Negative : Success;
}

std::string packed(const records::Output& output) {
    Packer packer;
    packer.append(static_cast<const records::Counts&>(output));
    packer.append(std::string_view(output.data));
    packer.append(std::string_view(output.messages));
    for (const std::string& name : output.left_out) packer.append(std::string_view(name));
    return packer.release();
}

records::Output unpacked(std::string_view bytes) {
    Unpacker unpacker(bytes);
    records::Output output;
    unpacker.get(static_cast<records::Counts&>(output));
    unpacker.get(output.data);
    unpacker.get(output.messages);
    while (!unpacker.empty()) output.left_out.emplace(unpacker.text());
    return output;
}

/// Runs the stream over the files together with the other ranks. A unit of work is a batch of lines. The
/// batch size depends only on the files, so that all ranks divide them at the same offsets. Each rank reads
/// all files, which keeps line numbers right, and skips the batches that it did not claim.
records::Tally share_stream(const std::vector<std::string>& files, const records::LineStream& stream,
                            records::StreamOptions options, const Ranks::Run& run, Ranks& ranks) {
    constexpr std::uint64_t least_bytes = 1 << 10, most_bytes = 64 << 10, units = 1024;
    options.batch_bytes = std::clamp(total_size(files) / units, least_bytes, most_bytes);
    std::uint64_t batch = 0;  // the number of the next batch that the stream reads
    std::optional<std::uint64_t> claimed;
    tbb::concurrent_queue<std::uint64_t> started;
    options.selects_batch = [&] {
        if (!claimed || *claimed < batch)
            claimed = ranks.claim().value_or(std::numeric_limits<std::uint64_t>::max());
        if (claimed == batch) started.push(batch);
        return claimed == batch++;
    };
    records::LineStream own = stream;
    own.consume = [&](const records::Output& output) {
        std::uint64_t unit = 0;
        if (started.try_pop(unit)) ranks.submit(unit, packed(output));
    };
    records::Tally tally;
    ranks.share(
        run, [&] { tally.unreadable = own.run(files, options).unreadable; },
        [&](std::string_view bytes) {
            records::Output output = unpacked(bytes);
            tally += output;
            if (options.meter) options.meter->add_records(output.records);
            stream.consume(output);
            return !interrupted;
        });
    tally.interrupted = interrupted;
    return tally;
}

}  // namespace

std::optional<records::InputFormat> input_format(const CommonOptions& common) {
    const auto& names = records::input_format_names;
    const auto found = std::find(names.begin(), names.end(), common.from);
    if (found == names.end()) return std::nullopt;
    return static_cast<records::InputFormat>(found - names.begin());
}

void report_how_to_continue(const CommonOptions& common, bool resumable, std::string_view why) {
    if (common.quiet) return;
    if (!resumable)
        return print_message_unflushed(
            fmt::format("{}: a run can go on later if --output names a file\n", why));
    std::vector<std::string> words = common.words;
    std::erase(words, "--force");
    if (std::find(words.begin(), words.end(), "--resume") == words.end()) words.emplace_back("--resume");
    print_message_unflushed(fmt::format("{}: go on with {}\n", why, quoted_command(words)));
}

void print_notes(const std::vector<std::string>& notes, const CommonOptions& common) {
    if (common.quiet) return;
    for (const std::string& note : notes) print_message(fmt::format("note: {}\n", note));
}

std::uint64_t total_size(const std::vector<std::string>& files) {
    std::uint64_t sum = 0;
    for (const std::string& file : files) {
        std::error_code unknown;
        const std::uint64_t size = std::filesystem::file_size(file, unknown);
        if (!unknown) sum += size;
    }
    return sum;
}

RunResult run_stream(const std::vector<std::string>& files, const CommonOptions& common,
                     const records::LineStream& stream, const Ranks::Run* shared) {
    records::StreamOptions options{
        .threads = common.threads, .format = input_format(common), .interrupted = &interrupted};
    std::optional<records::StreamMeter> meter;
    std::optional<Progress> progress;
    if (Progress::requested(common)) {
        options.meter = &meter.emplace(files, common.threads);
        progress.emplace(common, "puzzles", [&] {
            return TaskProgress{meter->records(), {}, meter->part(), {}};
        });
    }
    const records::Tally tally =
        shared ? share_stream(files, stream, options, *shared, *common.ranks) : stream.run(files, options);
    progress.reset();
    if (tally.interrupted && !common.quiet)
        print_message(fmt::format("interrupted after {} records\n", grouped(tally.records)));
    if (!shared && tally.records == 0 && tally.unreadable == 0 && !tally.interrupted && !common.quiet)
        print_message(fmt::format("{}: note: there are no records\n", files == std::vector<std::string>{"-"}
                                                                          ? "standard input"
                                                                          : joined(files, ", ")));
    if (tally.bad > 0 && tally.records > 1 && !common.quiet)
        print_message(fmt::format("{} of {} records are bad\n", grouped(tally.bad), grouped(tally.records)));
    return {exit_code(tally), tally.unreadable == 0 && !tally.interrupted, tally};
}

std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& given,
                                RunResult& result) {
    CommonOptions common = given;
    common.format = Format::Text;  // the output holds no records, so faults are reported as text only
    std::vector<Entry> entries;
    const auto work = [&](const records::Line& line, records::Batch<Entry>& batch) {
        with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) -> Status {
            auto position = game.normalise(puzzle.fen);
            if (!position) return Unexpected{std::move(position.error())};
            puzzle.fen = std::move(position->value);
            batch.results.push_back({&game, std::move(puzzle), std::string(line.file), line.number});
            return {};
        });
    };
    result = run_lines<Entry>(files, common, work, [&](records::Batch<Entry>& batch) {
        std::move(batch.results.begin(), batch.results.end(), std::back_inserter(entries));
    });
    return entries;
}

std::string label_of(const Entry& entry) {
    return entry.puzzle.id.value_or(fmt::format("line {}", entry.line));
}

bool can_open(const std::vector<std::string>& inputs) {
    return std::count_if(inputs.begin(), inputs.end(), [](const std::string& file) {
               const auto readable = records::check_readable(file);
               if (!readable) print_message(fmt::format("{}: cannot open: {}\n", file, readable.error()));
               return !readable;
           }) == 0;
}

Expected<std::string, std::string> read_text_file(const std::string& file) {
    records::ByteSource source(&interrupted);
    if (auto opened = source.open(file); !opened) return Unexpected{std::move(opened.error())};
    auto text = read_all([&](char* to, std::size_t size) { return source.read(to, size); });
    if (text && is_utf16(*text)) return Unexpected{std::string("the text is in UTF-16, expected UTF-8")};
    return text;
}

namespace {

/// Returns all data that determine the output of a run over files: the command, its options, and the names
/// and checksums of the files.
records::Json run_over(const std::vector<std::string>& files, const CommonOptions& common,
                       const RecordTarget& target) {
    std::map<std::string, std::vector<std::string>> given = common.given_options;
    for (const char* name : {"force", "output", "progress", "quiet", "resume", "threads"}) given.erase(name);
    records::Json sums = records::Json::array();
    for (const std::string& file : common.outputs->inputs())
        sums.push_back(checksum_of(file, total_size({file})).value());
    return {{"command", common.command},
            {"variant", common.variant},
            {"given", given},
            {"files", files},
            {"file_sums", sums},
            {"to", records::name(target.resolved_format())}};
}

/// Implements `write_lines` under octomate-mpi: only the leader writes the output, which --resume can
/// continue.
RunResult share_output(const CommonOptions& common, const RecordTarget& target, const records::Json& run,
                       const std::function<RunResult(RecordFile&, const Ranks::Run*)>& write) {
    Ranks& ranks = *common.ranks;
    const Ranks::Run shared{target.lasting_file(), octomate::checksum_of(records::dump(run)), target.resume};
    if (!ranks.leads()) {
        RecordTarget nowhere = target;
        nowhere.format = target.resolved_format();
        nowhere.file = "/dev/null";
        RecordFile file(nowhere);
        if (ranks.leader_value(false)) write(file, &shared);
        return {};
    }
    RunFile output(target, run);
    if (!ranks.leader_value(!output.finished())) {
        ranks.remove_parts(target.file);
        if (!common.quiet) print_message_unflushed(fmt::format("{} is complete\n", target.file));
        return {};
    }
    output.begin(records::Json::object());
    output.open();
    const RunResult result = write(output.records(), &shared);
    if (result.complete) output.complete(records::Json::object());
    output.close(common.quiet);
    if (interrupted) {
        report_how_to_continue(common, output.resumable(), "interrupted");
        return result;
    }
    if (!result.complete) forget_run(target.file);
    ranks.remove_parts(target.file);
    return result;
}

}  // namespace

RunResult write_lines(const std::vector<std::string>& files, const CommonOptions& common,
                      const RecordTarget& target, const WriteLine& work) {
    if (!target.is_standard_output() && !can_open(files)) return {BadInput, false};
    const auto write = [&](RecordFile& file, const Ranks::Run* shared) {
        const auto work_on = [&](const records::Line& line, records::Output& output) {
            work(line, output, file);
        };
        const auto write_output = [&](records::Output& output) {
            file.note_left_out(output.left_out);
            file.write(output.data);
        };
        return run_lines(files, common, work_on, write_output, shared);
    };
    if (common.ranks) return share_output(common, target, run_over(files, common, target), write);
    RecordFile file(target);
    const RunResult result = write(file, nullptr);
    file.close(result.complete, common.quiet);
    return result;
}

void add_variant(records::Puzzle& puzzle, const games::Game& game) {
    if (!puzzle.variant && game.name() != games::default_name()) puzzle.variant = game.name();
}

int rewrite(const std::vector<std::string>& files, const CommonOptions& given, const RecordTarget& target,
            const Change& change, bool with_notes) {
    CommonOptions common = given;
    common.format = Format::Text;  // reports faults as text only, not among the puzzles
    const auto work = [&](const records::Line& line, records::Output& output, const RecordFile& file) {
        with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            bool complete = true;
            Status changed = change(game, puzzle, notes, complete);
            if (!changed) return changed;
            add_variant(puzzle, game);
            if (!complete) {
                ++output.incomplete;
                if (interrupted) return changed;
                notes.emplace_back("a limit was hit: the record is left as it is");
            }
            output.data += file.text(puzzle, output.left_out);
            if ((with_notes || !complete) && !common.quiet) {
                for (const std::string& note : notes)
                    output.messages +=
                        fmt::format("{}:{}: note: {}\n", line.file, line.number, printable(note));
            }
            return changed;
        });
    };
    return write_lines(files, common, target, work).code;
}

}  // namespace octomate::collect
