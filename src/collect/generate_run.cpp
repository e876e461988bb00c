#include "collect/generate_run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <utility>

#include "collect/shard_note.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate generate --count 5                               five puzzles from random games\n"
    "  octomate generate --economical --faces 2 --count 100 --output twos.jsonl\n"
    "  octomate generate --from place --men 5-8 --theme promotion --economical\n"
    "  octomate generate --from puzzles/article.jsonl            puzzles like given ones\n"
    "  octomate generate --count 1000000 --best 100 --balance --economical --output best.jsonl\n"
    "  octomate generate --count 1000000 --output big.jsonl.zst --resume\n\n"
    "A puzzle is a position in which at least one face mates. Each face that binds has one solution\n"
    "(--unique), no two puzzles are the same or mirror images of each other, and none is in check\n"
    "unless --in-check. Puzzles from play carry the plies of the game that leads to them. With\n"
    "--economical, men are taken off until each that is left is needed; they stand in \"removed\".\n"
    "The same seed and options give the same bytes, whatever the threads. A run with --output that\n"
    "was stopped in any way goes on with --resume, and ends in the same bytes. A run can be shared\n"
    "out: each machine runs a --shard, and octomate merge makes of the files what one run would\n"
    "have written. Exit code 4: it ended with fewer than --count; if that was for --seconds, it goes\n"
    "on with --resume.";

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

}  // namespace

CollectionOptions collection_options(const GenerateOptions& options, const std::string& variant) {
    CollectionOptions collection;
    collection.target = options.target;
    collection.count = share(options);
    collection.best = options.best;
    collection.balanced = options.balance;
    collection.resume = options.resume;
    collection.run = options.run(variant);
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
    fmt::print(stderr, "{} distinct puzzle{} in {} positions, {} found again\n", collection.found(),
               collection.found() == 1 ? "" : "s", collection.positions(), collection.duplicates());
}

GenerateProgress::~GenerateProgress() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void GenerateProgress::show(const Collection& collection) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(250);
    const std::chrono::duration<double> passed = now - begun_;
    fmt::print(
        stderr, "\r{} puzzles{}, {} positions, {:.0f} puzzles/s\x1b[K", collection.found(),
        count_ > 0 ? fmt::format(" of {}", count_) : "", collection.positions(),
        static_cast<double>(collection.found() - before_.value_or(collection.found())) / passed.count());
    if (!before_) before_ = collection.found();
    std::fflush(stderr);
    shown_ = true;
}

CLI::App* declare_generate(CLI::App& root, std::function<int()>& run, CommonOptions& common,
                           std::function<int(const GenerateOptions&)> generate) {
    const Command command =
        add_command(root, run, common, "generate",
                    "Make collections of puzzles: sound, distinct, themed, by the million", examples);
    const auto options = std::make_shared<GenerateOptions>();
    add_generate_options(command.app, *options);
    command.app->callback([options, &run, generate = std::move(generate)] {
        settle(*options);
        run = [options, generate] { return generate(*options); };
    });
    return command.app;
}

}  // namespace octomate::app
