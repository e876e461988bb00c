#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>

#include <chrono>
#include <cstring>

#include "app/collection.hpp"
#include "app/command.hpp"
#include "app/games.hpp"
#include "app/generate_options.hpp"
#include "app/record.hpp"
#include "app/shard_note.hpp"
#include "app/workshop.hpp"

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
    "have written. Exit code 4: it ended with fewer than --count.";

/// The positions of the puzzle files, for which `take(position, name)` is called in order. The exit code
/// tells of bad ones.
template <class P, class Take>
int read_positions(const std::vector<std::string>& files, const CommonOptions& given, Take take) {
    CommonOptions common = given;
    common.format = Format::Text;
    const auto work = [&](const puzzle::Line& line, puzzle::Output& output) {
        with_record(
            line, common, output, [&]<class Q>(const puzzle::Puzzle& puzzle, const Q& position, auto&&) {
                if constexpr (std::is_same_v<P, Q>) {
                    output.data.append(position.fen()).append("\t");
                    output.data += puzzle.id ? *puzzle.id : fmt::format("{}:{}", line.file, line.number);
                    output.data += '\n';
                }
            });
    };
    return run_lines(files, common, work, [&](const puzzle::Output& output) {
        std::string_view rest = output.data;
        while (!rest.empty()) {
            const std::size_t tab = rest.find('\t'), end = rest.find('\n');
            take(P::from_fen(rest.substr(0, tab))->value, rest.substr(tab + 1, end - tab - 1));
            rest.remove_prefix(end + 1);
        }
        talk(output);
    });
}

/// A line on standard error that tells how far it has come.
class GenerateProgress {
  public:
    GenerateProgress(const GenerateOptions& options, const CommonOptions& common)
        : count_(options.count), on_(talks_to_terminal(common)) {}
    ~GenerateProgress() {
        if (shown_) fmt::print(stderr, "\r\x1b[K");
    }

    void show(const Collection& collection) {
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

  private:
    std::uint64_t count_;
    bool on_;
    bool shown_ = false;
    std::optional<std::uint64_t> before_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point next_ = begun_ + std::chrono::milliseconds(250);
};

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
    const bool possible = format == puzzle::RecordFormat::Jsonl || format == puzzle::RecordFormat::Epd;
    return possible ? text + '\n' : std::string();
}

CollectionOptions collection_options(const GenerateOptions& options, const std::string& variant) {
    CollectionOptions collection;
    collection.target = options.target;
    collection.count = share(options);
    collection.best = options.best;
    collection.balanced = options.balance;
    collection.resume = options.resume;
    collection.run = options.run(variant);
    collection.run["to"] = puzzle::name(options.target.resolved_format());
    if (options.units.shards > 1) {
        collection.whole_units = true;
        collection.run["shard"] = {options.units.shard + 1, options.units.shards};
        collection.preamble = comment(options, ShardNote::begin(collection.run));
    }
    return collection;
}

void tell(const Collection& collection, const CommonOptions& common) {
    if (common.quiet) return;
    fmt::print(stderr, "{} distinct puzzle{} in {} positions, {} found again\n", collection.found(),
               collection.found() == 1 ? "" : "s", collection.positions(), collection.duplicates());
}

template <class P>
int generate(const GenerateOptions& options, const CommonOptions& common) {
    if (P::faces_of_the_die == 1 && !options.wanted.faces.contains(1))
        throw CLI::ValidationError("--faces", "the game has no die, so there is one set of mates");
    int code = Success;
    std::vector<Given<P>> given;
    if (options.from != "play" && options.from != "place") {
        code = read_positions<P>({options.from}, common, [&](const P& position, std::string_view name) {
            given.push_back({position, std::string(name)});
        });
        if (interrupted) return Interrupted;
        if (given.empty()) {
            fmt::print(stderr, "{}: there is no position to change\n", options.from);
            return BadInput;
        }
    }
    Collection collection(collection_options(options, common.variant));
    for (const Given<P>& one : given)
        collection.exclude(generate::fingerprint(one.position.symmetric_key(), P::faces_of_the_die));
    if (!options.exclude.empty()) {
        const int read = read_positions<P>(options.exclude, common, [&](const P& position, std::string_view) {
            collection.exclude(generate::fingerprint(position.symmetric_key(), P::faces_of_the_die));
        });
        if (interrupted) return Interrupted;
        code = std::max(code, read);
    }

    tbb::enumerable_thread_specific<Workshop<P>> workshops([&] { return Workshop<P>(options, given); });
    generate::Units units = options.units;
    units.next = std::max(units.next, collection.next_unit());
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.seconds);
    GenerateProgress progress(options, common);
    bool ended = false;  // before the units did
    if (!collection.complete()) {
        generate::run_units(
            units, common.threads, [&](std::uint64_t unit) { return workshops.local().make(unit); },
            [&](generate::UnitResult&& result) {
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
    const bool shard = options.units.shards > 1;
    const std::uint64_t done =
        ended || collection.complete() ? collection.next_unit() : options.units.last + 1;
    collection.finish(shard ? comment(options, ShardNote::end(collection.run(), done)) : std::string());
    tell(collection, common);
    return code != Success ? code : missed ? Incomplete : Success;
}

}  // namespace

void add_generate(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "generate",
                    "Make collections of puzzles: sound, distinct, themed, by the million", examples);
    const auto options = std::make_shared<GenerateOptions>();
    add_generate_options(command.app, *options);
    command.app->callback([options, &run, &common] {
        settle(*options);
        run = [options, &common] {
            const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(common.threads));
            int code = Usage;
            with_game(common.variant,
                      [&]<class P>(std::type_identity<P>) { code = generate<P>(*options, common); });
            return code;
        };
    });
}

}  // namespace octomate::app
