#include <fmt/core.h>

#include <cstring>
#include <map>

#include "cli/shared.hpp"
#include "collect/generate_run.hpp"
#include "collect/sorted_spool.hpp"
#include "make/finds.hpp"
#include "make/maker.hpp"

/// Merges files of puzzles. Each record gets a sort key (`Head`), the seed, unit and number with which
/// `octomate generate` found it, and goes into a spool that sorts on disk, so that files of any size can be
/// merged; a second pass over the sorted records drops duplicates. With --best, the spool also holds the
/// ideas and the FEN of each puzzle, in front of its text.
namespace octomate::cli {

namespace {

struct MergeOptions {
    std::vector<std::string> files;
    make::Selection selection{0};  ///< which of the best records to write; count 0: write all records
    collect::RecordTarget target;
};

/// The sort key of a record, and the data by which --best compares records.
struct Head : make::FindHead {
    std::uint64_t seed = 0;
    const make::Maker* maker = nullptr;  ///< the maker of the record's game
    // With --best, the ideas of the puzzle and its FEN precede the text of the record.
    std::uint32_t ideas = 0;     ///< number of ideas
    std::uint32_t fen_size = 0;  ///< size of the FEN in bytes

    bool precedes(const Head& other) const {
        return seed != other.seed ? seed < other.seed : FindHead::precedes(other);
    }
};

/// A line of the input: a record, or the comment of octomate generate at the beginning or end of a shard.
struct Item {
    Head head;
    std::string text;
    bool is_note = false;  ///< a shard comment (see `collect::ShardNote`)
};

/// The seed and unit in the keys of records that octomate generate did not write, so that they come last.
constexpr std::uint64_t not_generated = ~std::uint64_t{0};

Head head_of(const records::Puzzle& puzzle, const make::FindHead& find) {
    Head head;
    static_cast<make::FindHead&>(head) = find;
    const records::Generated generated = puzzle.generated.value_or(records::Generated());
    const bool complete = generated.seed && generated.unit && generated.n;
    head.seed = complete ? *generated.seed : not_generated;
    head.unit = complete ? *generated.unit : not_generated;
    if (complete) head.number = static_cast<std::uint32_t>(*generated.n);
    if (complete) head.origin = static_cast<std::uint32_t>(generated.game.value_or(*generated.n));
    return head;
}

class Merge {
  public:
    Merge(const MergeOptions& options, CommonOptions common) : options_(options), common_(std::move(common)) {
        common_.format = Format::Text;
    }

    int run() {
        if (!options_.target.is_standard_output() && !collect::can_open(options_.files)) return BadInput;
        collect::RecordFile file(options_.target);
        const collect::RunResult result = read(file);
        if (interrupted) {
            if (!common_.quiet) print_message("nothing was merged\n");
            return Interrupted;
        }
        std::uint64_t written = 0;
        make::DistinctSet patterns;
        const auto write = [&](const Head& head, std::string_view text) {
            file.write(text);
            ++written;
            patterns.insert(head.pattern);
        };
        if (places_ > 0) {
            for (const Item& item : best()) write(item.head, item.text);
        } else {
            for_each_distinct(
                [&](const Head& head, std::string_view text, std::uint64_t) { write(head, text); });
        }
        const int verdict = check_shards();
        file.close(result.complete, common_.quiet);
        if (!common_.quiet)
            print_message(fmt::format("{} of {} records, with {} mating patterns; {} duplicates\n", written,
                                      spool_.size(), patterns.size(), duplicates_));
        return result.code != Success ? result.code : verdict;
    }

  private:
    collect::RunResult read(collect::RecordFile& file) {
        const auto work = [&](const records::Line& line, records::Batch<Item>& batch) {
            if (line.text.starts_with(collect::ShardNote::mark))
                return static_cast<void>(batch.results.push_back({{}, std::string(line.text), true}));
            collect::with_record(line, common_, batch, [&](const auto& game, auto& puzzle, auto&) -> Status {
                const make::Maker& maker = maker_of(game, "merge");
                const auto identity = maker.identify(puzzle);
                if (!identity) return Unexpected{identity.error()};
                if (options_.selection.chapters)
                    puzzle.chapter = make::chapter_name(maker.themes(), identity->group);
                Item item;
                item.head = head_of(puzzle, *identity);
                if (places_ > 0) {
                    item.head.maker = &maker;
                    item.head.ideas = static_cast<std::uint32_t>(identity->ideas.size());
                    item.head.fen_size = static_cast<std::uint32_t>(puzzle.fen.size());
                    item.text.assign(reinterpret_cast<const char*>(identity->ideas.data()),
                                     bytes_of_ideas(item.head));
                    item.text += puzzle.fen;
                }
                item.text += file.text(puzzle, batch.left_out);
                batch.results.push_back(std::move(item));
                return {};
            });
        };
        return collect::run_lines<Item>(options_.files, common_, work, [&](records::Batch<Item>& batch) {
            file.note_left_out(batch.left_out);
            for (const Item& item : batch.results) {
                if (item.is_note) {
                    notes_.add(item.text);
                } else {
                    spool_.add(item.head, item.text);
                }
            }
        });
    }

    static std::size_t bytes_of_ideas(const Head& head) { return head.ideas * sizeof(std::uint32_t); }

    /// Calls `use(head, text, number)` for the records in order, without duplicates; `number` counts them
    /// from 0. If the files are all shards of one run, stops at the number of puzzles that the run would have
    /// found.
    template <class Use>
    void for_each_distinct(Use use) {
        const auto run = notes_.whole_run();
        make::DistinctSet seen;
        std::uint64_t number = 0;
        spool_.for_each([&](const Head& head, std::string_view text) {
            if (!seen.insert(head.fingerprint)) return static_cast<void>(++duplicates_);
            if (run && certain_ == number && head.unit < run->units) ++certain_;
            if (!run || number < run->count) use(head, text, number);
            ++number;
        });
    }

    /// Reports missing shards, and shards that end before the last puzzle that one run would have found.
    /// Returns the exit code.
    int check_shards() const {
        if (const std::string missing = notes_.missing(); !missing.empty()) {
            print_message(missing);
            return Incomplete;
        }
        const auto run = notes_.whole_run();
        if (!run || certain_ >= run->count) return Success;
        print_message(
            fmt::format("the shards end too soon: together they have {} of the {} puzzles of one run for "
                        "certain; run them "
                        "with a greater --count\n",
                        certain_, run->count));
        return Incomplete;
    }

    /// Returns the best records in the order of the output.
    std::vector<Item> best() {
        make::BestPool best(options_.selection);
        Head before;
        make::Find find;
        for_each_distinct([&](const Head& head, std::string_view text, std::uint64_t number) {
            const bool same_unit = number > 0 && head.seed == before.seed && head.unit == before.unit &&
                                   head.unit != not_generated;
            before = head;
            const std::uint64_t unit = same_unit ? find.unit : number;
            static_cast<make::FindHead&>(find) = head;
            find.unit = unit;
            find.number = static_cast<std::uint32_t>(number - unit);
            find.ideas.resize(head.ideas);
            if (head.ideas > 0) std::memcpy(find.ideas.data(), text.data(), bytes_of_ideas(head));
            best.add(find);
        });
        std::vector<make::Find> pool = best.pool();
        std::map<std::uint64_t, Item> items;  // the items of the pool, by fingerprint
        for (const make::Find& find : pool) items[find.fingerprint];
        spool_.for_each([&](const Head& head, std::string_view text) {
            const auto item = items.find(head.fingerprint);
            if (item != items.end() && !item->second.head.maker)  // keeps the first of duplicate records
                item->second = {head, std::string(text.substr(bytes_of_ideas(head)))};
        });
        for (make::Find& find : pool) {
            const auto& [head, text, note] = items.at(find.fingerprint);
            find.neighbours = head.maker->neighbours(text.substr(0, head.fen_size));
        }
        std::vector<Item> kept;
        for (const make::Find& find : make::BestPool::select(pool, options_.selection)) {
            Item& item = kept.emplace_back(std::move(items.at(find.fingerprint)));
            item.text.erase(0, item.head.fen_size);
        }
        return kept;
    }

    const MergeOptions& options_;
    CommonOptions common_;
    const std::size_t places_ = options_.selection.count;
    collect::SortedSpool<Head> spool_;
    collect::ShardNotes notes_;
    std::uint64_t certain_ = 0;  // number of leading records that a single run would certainly have found
    std::uint64_t duplicates_ = 0;
};

}  // namespace

void add_merge(CommandLine& line) {
    Arguments command = line.add("merge");
    const auto options = std::make_shared<MergeOptions>();
    command.add_puzzle_files(options->files).required();
    make::Selection& selection = options->selection;
    add_best(command, selection.count, selection.balanced, selection.chapters);
    add_record_target(command, options->target);
    command.run([options](const CommonOptions& common) { return Merge(*options, common).run(); });
}

}  // namespace octomate::cli
