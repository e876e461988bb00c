#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <tuple>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "collect/shard_note.hpp"
#include "console/files.hpp"
#include "make/best.hpp"
#include "make/distinct.hpp"
#include "make/maker.hpp"

namespace octomate::cli {

namespace {

constexpr const char* merge_examples = R"(  octomate merge shard1.jsonl shard2.jsonl --output all.jsonl
  octomate merge *.jsonl.zst --best 1000 --balance --output best.jsonl

Puzzles of octomate generate come first, in the order in which one run would have found them, then others as they
came; of puzzles that are identical or mirror images, the first is kept. If the files are all shards of one run
with --count, in JSON Lines or EPD, the result is what one run would have written, byte for byte (if compressed:
the same text).)";

struct MergeOptions {
    std::vector<std::string> files;
    make::Choice choice{0};  ///< without places, all are written
    collect::RecordTarget target;
};

/// A record in the spool, and what determines its place.
struct Entry {
    std::uint64_t seed = ~std::uint64_t{0};  ///< records that were not generated come last
    std::uint64_t unit = ~std::uint64_t{0};
    std::uint64_t number = 0;
    std::uint32_t game = 0;
    std::uint64_t fingerprint = 0;
    std::uint64_t pattern = 0;
    std::uint32_t group = 0;
    std::vector<std::uint32_t> ideas;
    std::int32_t quality = 0;
    bool presentable = true;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    // With --best:
    const make::Maker* maker = nullptr;
    std::string fen;

    bool before(const Entry& other) const {
        return std::tie(seed, unit, number) < std::tie(other.seed, other.unit, other.number);
    }
};

Entry entry_of(const records::Puzzle& puzzle, const make::Identity& identity) {
    Entry entry;
    entry.fingerprint = identity.fingerprint;
    entry.pattern = identity.pattern;
    entry.group = identity.group;
    entry.ideas = identity.ideas;
    entry.presentable = identity.presentable;
    if (const auto& generated = puzzle.generated;
        generated && generated->seed && generated->unit && generated->n) {
        entry.seed = *generated->seed;
        entry.unit = *generated->unit;
        entry.number = *generated->n;
        entry.game = static_cast<std::uint32_t>(generated->game.value_or(*generated->n));
    }
    if (puzzle.quality) entry.quality = static_cast<std::int32_t>(puzzle.quality->value());
    return entry;
}

/// A line of the input: a record, or the note of a shard.
struct Item {
    Entry entry;
    std::string text;
    bool note = false;
};

/// Texts kept in a temporary file.
class Spool {
  public:
    Spool() : file_(std::tmpfile()) {
        if (!file_) fail();
    }

    void put(std::string_view text) {
        if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
    }

    void end() {
        if (std::fflush(file_.get()) != 0) fail();
    }

    std::string get(std::uint64_t offset, std::uint64_t size) const {
        std::string text(size, '\0');
        if (::pread(fileno(file_.get()), text.data(), size, static_cast<::off_t>(offset)) !=
            static_cast<::ssize_t>(size))
            fail();
        return text;
    }

  private:
    [[noreturn]] static void fail() {
        throw EnvironmentError(fmt::format("cannot write a temporary file: {}", std::strerror(errno)));
    }

    OpenFile file_;
};

class Merge {
  public:
    Merge(const MergeOptions& options, const CommonOptions& common) : options_(options), common_(common) {
        common_.format = Format::Text;
    }

    int run() {
        if (!options_.target.is_standard_output() && !collect::can_open(options_.files)) return BadInput;
        collect::RecordFile file(options_.target);
        const collect::Ran ran = read(file);
        if (interrupted) {
            if (!common_.quiet) talk("nothing was merged\n");
            return Interrupted;
        }
        const std::size_t all = entries_.size();
        sort();
        const int verdict = cut();
        if (options_.choice.places > 0) keep_best();
        for (const Entry& entry : entries_) file.write(spool_.get(entry.offset, entry.size));
        file.close(ran.whole);
        if (!common_.quiet)
            talk(fmt::format("{} of {} records, with {} mating patterns; {} duplicates\n", entries_.size(),
                             all, patterns(), duplicates_));
        return ran.code != Success ? ran.code : verdict;
    }

  private:
    collect::Ran read(const collect::RecordFile& file) {
        const auto work = [&](const records::Line& line, records::Batch<Item>& batch) {
            if (line.text.starts_with(collect::ShardNote::mark))
                return static_cast<void>(batch.results.push_back({{}, std::string(line.text), true}));
            collect::with_record(line, common_, batch, [&](const auto& game, auto& puzzle, auto&) -> Status {
                const make::Maker& maker = maker_of(game, "merge");
                const auto identity = maker.identify(puzzle);
                if (!identity) return Unexpected{identity.error()};
                if (options_.choice.chapters)
                    puzzle.chapter = make::chapter_name(maker.themes(), identity->group);
                Item item{entry_of(puzzle, *identity), file.text(puzzle)};
                if (options_.choice.places > 0) {
                    item.entry.maker = &maker;
                    item.entry.fen = puzzle.fen;
                }
                batch.results.push_back(std::move(item));
                return {};
            });
        };
        const collect::Ran ran =
            collect::run_lines<Item>(options_.files, common_, work, [&](records::Batch<Item>& batch) {
                for (const Item& item : batch.results) take(item);
            });
        spool_.end();
        return ran;
    }

    void take(const Item& item) {
        if (item.note) return notes_.add(item.text);
        Entry& entry = entries_.emplace_back(item.entry);
        entry.offset = spooled_;
        entry.size = item.text.size();
        spooled_ += entry.size;
        spool_.put(item.text);
    }

    /// Sorts, and removes duplicates.
    void sort() {
        std::stable_sort(entries_.begin(), entries_.end(),
                         [](const Entry& a, const Entry& b) { return a.before(b); });
        make::DistinctSet seen;
        const auto known = [&](const Entry& entry) { return !seen.insert(entry.fingerprint); };
        const auto end = std::remove_if(entries_.begin(), entries_.end(), known);
        duplicates_ = static_cast<std::size_t>(entries_.end() - end);
        entries_.erase(end, entries_.end());
    }

    /// If the shards are those of one run, keeps what that run would have found, and no more.
    int cut() {
        const auto whole = notes_.whole_run();
        if (!whole) return Success;
        const auto beyond = [&](const Entry& entry) { return entry.unit < whole->units; };
        const auto sure = static_cast<std::uint64_t>(
            std::find_if_not(entries_.begin(), entries_.end(), beyond) - entries_.begin());
        if (entries_.size() > whole->count) entries_.resize(whole->count);
        if (sure >= whole->count) return Success;
        talk(
            fmt::format("the shards end too soon: together they have {} of the {} puzzles of one run for "
                        "certain; run them "
                        "with a greater --count\n",
                        sure, whole->count));
        return Incomplete;
    }

    std::size_t patterns() const {
        make::DistinctSet shown;
        for (const Entry& entry : entries_) shown.insert(entry.pattern);
        return shown.size();
    }

    void keep_best() {
        make::Best best(options_.choice);
        make::Find find;
        for (std::size_t at = 0; at < entries_.size(); ++at) {
            const Entry& entry = entries_[at];
            const bool same_unit = at > 0 && entry.seed == entries_[at - 1].seed &&
                                   entry.unit == entries_[at - 1].unit && entry.unit != ~std::uint64_t{0};
            find.unit = same_unit ? find.unit : at;
            find.number = static_cast<std::uint32_t>(at - find.unit);
            find.origin = entry.game;
            find.fingerprint = at;
            find.pattern = entry.pattern;
            find.quality = entry.quality;
            find.group = entry.group;
            find.ideas = entry.ideas;
            find.presentable = entry.presentable;
            best.add(find);
        }
        std::vector<make::Find> pool = best.pool();
        std::map<std::uint64_t, std::size_t> places;  // in the entries, by fingerprint
        for (make::Find& one : pool) {
            const std::size_t place = one.fingerprint;
            one.fingerprint = entries_[place].fingerprint;
            one.without = entries_[place].maker->neighbours(entries_[place].fen);
            places[one.fingerprint] = place;
        }
        std::vector<Entry> kept;
        for (const make::Find& one : make::Best::chosen(pool, options_.choice))
            kept.push_back(entries_[places.at(one.fingerprint)]);
        entries_ = std::move(kept);
    }

    const MergeOptions& options_;
    CommonOptions common_;
    Spool spool_;
    std::uint64_t spooled_ = 0;
    std::vector<Entry> entries_;
    collect::ShardNotes notes_;
    std::size_t duplicates_ = 0;
};

}  // namespace

void add_merge(CommandLine& line) {
    Arguments command = line.add("merge", "Join collections in order, without duplicates", merge_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<MergeOptions>();
    command.add_puzzle_files(options->files).required();
    make::Choice& choice = options->choice;
    add_best(command, choice.places, choice.balanced, choice.chapters);
    add_record_target(command, options->target, &options->files);
    command.run([options](const CommonOptions& common) { return Merge(*options, common).run(); });
}

}  // namespace octomate::cli
