#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/record.hpp"
#include "collect/record_file.hpp"
#include "collect/shard_note.hpp"
#include "collect/text_file.hpp"
#include "make/best.hpp"
#include "make/distinct.hpp"
#include "make/group.hpp"

namespace octomate::app {

namespace {

using records::Json;

constexpr const char* examples =
    "  octomate merge shard1.jsonl shard2.jsonl --output all.jsonl\n"
    "  octomate merge *.jsonl.zst --best 1000 --balance --output best.jsonl\n\n"
    "Puzzles of octomate generate come in the order in which one run would have found them, others\n"
    "behind them as they came; of puzzles that are the same or mirror images, the first stays. When\n"
    "the files are all the shards of one run with --count, the result is what one run would have\n"
    "written, byte for byte.";

struct Options {
    std::vector<std::string> files;
    std::size_t best = 0;
    bool balance = false;
    RecordTarget target;
};

/// A record that waits in the spool, and what decides its place.
struct Entry {
    std::uint64_t seed = ~std::uint64_t{0};  ///< a record that was not generated stands behind all others
    std::uint64_t unit = ~std::uint64_t{0};
    std::uint32_t number = 0;
    std::uint32_t game = 0;
    std::uint64_t fingerprint = 0;
    std::uint32_t group = 0;
    std::int32_t quality = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;

    bool before(const Entry& other) const {
        return std::tie(seed, unit, number) < std::tie(other.seed, other.unit, other.number);
    }
};

/// A number among the fields of an object; none if there is no such whole number.
std::optional<std::uint64_t> number_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
    return found->get<std::uint64_t>();
}

template <class P>
Entry entry_of(const records::Puzzle& puzzle, const P& position) {
    Entry entry;
    entry.fingerprint = make::fingerprint(position.symmetric_key(), P::faces_of_the_die);
    const auto generated = puzzle.unknown.find("generated");
    if (generated != puzzle.unknown.end() && generated->is_object()) {
        const auto seed = number_in(*generated, "seed"), unit = number_in(*generated, "unit"),
                   number = number_in(*generated, "n"), game = number_in(*generated, "game");
        if (seed && unit && number) {
            entry.seed = *seed;
            entry.unit = *unit;
            entry.number = static_cast<std::uint32_t>(*number);
            entry.game = static_cast<std::uint32_t>(game.value_or(*number));
        }
    }
    themes::ThemeSet shown;
    for (const std::string& word : puzzle.themes) {
        if (const auto theme = themes::theme_named(word)) shown.insert(*theme);
    }
    entry.group = make::group_of(position.turn(), puzzle.key ? puzzle.key->size() : 0, shown);
    entry.quality = static_cast<std::int32_t>(number_in(puzzle.unknown, "quality").value_or(0));
    return entry;
}

/// Text on disk, outside any folder, until it is fetched.
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
        throw EnvironmentError(
            fmt::format("cannot keep records in a temporary file: {}", std::strerror(errno)));
    }

    OpenFile file_;
};

class Merge {
  public:
    Merge(const Options& options, const CommonOptions& common) : options_(options), common_(common) {
        common_.format = Format::Text;
    }

    int run() {
        RecordFile file(options_.target);
        const int code = read(file);
        if (interrupted) return Interrupted;
        const std::size_t all = entries_.size();
        sort();
        const int verdict = cut();
        if (options_.best > 0) keep_best();
        for (const Entry& entry : entries_) file.write(spool_.get(entry.offset, entry.size));
        file.close();
        if (!common_.quiet)
            fmt::print(stderr, "{} of {} records: {} were there already\n", entries_.size(), all,
                       duplicates_);
        return code != Success ? code : verdict;
    }

  private:
    int read(const RecordFile& file) {
        // Each record goes from a thread of its own to the one that keeps all as its entry and its text.
        const auto work = [&](const records::Line& line, records::Output& output) {
            if (line.text.starts_with(ShardNote::mark)) {
                Entry none;
                none.size = line.text.size();
                none.group = note_mark;
                return append(output.data, none, line.text);
            }
            with_record(line, common_, output,
                        [&]<class P>(const records::Puzzle& puzzle, const P& position, auto&&) {
                            const std::string text = file.text(puzzle);
                            Entry entry = entry_of(puzzle, position);
                            entry.size = text.size();
                            append(output.data, entry, text);
                        });
        };
        const int code = run_lines(options_.files, common_, work, [&](const records::Output& output) {
            take(output.data);
            talk(output);
        });
        spool_.end();
        return code;
    }

    static void append(std::string& data, const Entry& entry, std::string_view text) {
        data.append(reinterpret_cast<const char*>(&entry), sizeof entry);
        data += text;
    }

    void take(std::string_view data) {
        while (!data.empty()) {
            Entry entry;
            std::memcpy(&entry, data.data(), sizeof entry);
            const std::string_view text = data.substr(sizeof entry, entry.size);
            data.remove_prefix(sizeof entry + entry.size);
            if (entry.group == note_mark) {
                notes_.add(text);
                continue;
            }
            entry.offset = spooled_;
            spooled_ += entry.size;
            spool_.put(text);
            entries_.push_back(entry);
        }
    }

    /// In order, without duplicates.
    void sort() {
        std::stable_sort(entries_.begin(), entries_.end(),
                         [](const Entry& a, const Entry& b) { return a.before(b); });
        make::DistinctSet seen;
        const auto known = [&](const Entry& entry) { return !seen.insert(entry.fingerprint); };
        const auto end = std::remove_if(entries_.begin(), entries_.end(), known);
        duplicates_ = static_cast<std::size_t>(entries_.end() - end);
        entries_.erase(end, entries_.end());
    }

    /// All the shards of one run: what one run would have found, and no more.
    int cut() {
        const auto whole = notes_.whole_run();
        if (!whole) return Success;
        const auto beyond = [&](const Entry& entry) { return entry.unit < whole->units; };
        const auto sure = static_cast<std::uint64_t>(
            std::find_if_not(entries_.begin(), entries_.end(), beyond) - entries_.begin());
        if (entries_.size() > whole->count) entries_.resize(whole->count);
        if (sure >= whole->count) return Success;
        fmt::print(stderr,
                   "the shards end too soon: together they are sure to have {} of the {} puzzles of one run; "
                   "run them with a greater --count\n",
                   sure, whole->count);
        return Incomplete;
    }

    void keep_best() {
        make::Best best(options_.best, options_.balance);
        make::Find find;
        for (std::size_t at = 0; at < entries_.size(); ++at) {
            const Entry& entry = entries_[at];
            const bool same_unit = at > 0 && entry.seed == entries_[at - 1].seed &&
                                   entry.unit == entries_[at - 1].unit && entry.unit != ~std::uint64_t{0};
            find.unit = same_unit ? find.unit : at;
            find.number = static_cast<std::uint32_t>(at - find.unit);
            find.origin = entry.game;
            find.fingerprint = at;
            find.quality = entry.quality;
            find.group = entry.group;
            best.add(find);
        }
        std::vector<Entry> kept;
        for (const make::Find& one : best.sorted()) kept.push_back(entries_[one.fingerprint]);
        entries_ = std::move(kept);
    }

    static constexpr std::uint32_t note_mark = ~std::uint32_t{0};

    const Options& options_;
    CommonOptions common_;
    Spool spool_;
    std::uint64_t spooled_ = 0;
    std::vector<Entry> entries_;
    ShardNotes notes_;
    std::size_t duplicates_ = 0;
};

}  // namespace

void add_merge(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "merge", "Join collections: in order, without duplicates", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Puzzle files; - is standard input")->required();
    command.app->add_option("--best", options->best, "Write only the K best, the best first")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 32).description(""))
        ->type_name("K");
    command.app->add_flag("--balance", options->balance,
                          "With --best: equal shares for sides, numbers of faces and themes");
    add_record_target(command.app, options->target);
    command.app->callback([options, &run, &common] {
        refuse_output_among(options->files, options->target);
        if (options->balance && options->best == 0)
            throw CLI::ValidationError("--balance", "it goes with --best");
        run = [options, &common] { return Merge(*options, common).run(); };
    });
}

}  // namespace octomate::app
