#include "collect/record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "console/progress.hpp"
#include "formats/error_record.hpp"
#include "games/list.hpp"
#include "text/words.hpp"

namespace octomate::collect {

namespace {

int exit_code(const records::Tally& tally) {
    if (tally.interrupted) return Interrupted;
    if (tally.bad > 0 || tally.unreadable > 0) return BadInput;
    if (tally.incomplete > 0) return Incomplete;
    return tally.negative > 0 ? Negative : Success;
}

}  // namespace

std::optional<records::InputFormat> input_format(const CommonOptions& common) {
    const auto& names = records::input_format_names;
    const auto found = std::find(names.begin(), names.end(), common.from);
    if (found == names.end()) return std::nullopt;
    return static_cast<records::InputFormat>(found - names.begin());
}

int with_fen_argument(const std::string& fen, const CommonOptions& common,
                      const std::function<Status(const games::Game& game, records::Puzzle& puzzle,
                                                 std::vector<std::string>& notes, std::string& out)>& use) {
    records::Puzzle puzzle;
    puzzle.fen = fen;
    std::vector<std::string> notes;
    std::string out;
    if (const Status used = use(games::named(common.variant), puzzle, notes, out); !used) {
        const records::Origin origin{"FEN", 1};
        talk(records::error_text(origin, used.error()));
        if (common.format == Format::Jsonl) print(records::error_record(origin, {}, used.error()) + '\n');
        return BadInput;
    }
    print_notes(notes, common);
    print_coloured(out);
    return interrupted ? Interrupted : Success;
}

void print_notes(const std::vector<std::string>& notes, const CommonOptions& common) {
    if (common.quiet) return;
    for (const std::string& note : notes) talk(fmt::format("note: {}\n", note));
}

Ran run_stream(const std::vector<std::string>& files, const CommonOptions& common,
               const records::LineStream& stream) {
    records::StreamOptions options{
        .threads = common.threads, .format = input_format(common), .interrupted = &interrupted};
    std::optional<records::StreamMeter> meter;
    std::optional<Progress> progress;
    if (Progress::requested(common)) {
        options.meter = &meter.emplace(files, common.threads);
        progress.emplace(common, "puzzles", [&] { return HowFar{meter->records(), {}, meter->part(), {}}; });
    }
    const records::Tally tally = stream.run(files, options);
    progress.reset();
    if (tally.interrupted && !common.quiet)
        talk(fmt::format("interrupted after {} records\n", grouped(tally.records)));
    if (tally.bad > 0 && tally.records > 1 && !common.quiet)
        talk(fmt::format("{} of {} records are bad\n", grouped(tally.bad), grouped(tally.records)));
    return {exit_code(tally), tally.unreadable == 0 && !tally.interrupted};
}

std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& given, Ran& ran) {
    CommonOptions common = given;
    common.format = Format::Text;  // no error records: the output holds no records
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
    ran = run_lines<Entry>(files, common, work, [&](records::Batch<Entry>& batch) {
        std::move(batch.results.begin(), batch.results.end(), std::back_inserter(entries));
    });
    return entries;
}

std::string label_of(const Entry& entry) {
    return entry.puzzle.id.value_or(fmt::format("line {}", entry.line));
}

}  // namespace octomate::collect
