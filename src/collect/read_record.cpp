#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "collect/record.hpp"
#include "core/fault.hpp"
#include "games/list.hpp"
#include "records/error_record.hpp"
#include "records/read.hpp"

namespace octomate::collect {

namespace {

/// A record whose memory is used again. Each call that is under way in a thread has one of its own: a thread
/// that waits for a parallel search may begin with another line.
class Borrowed {
  public:
    Borrowed() : record_(next()) {}
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    ~Borrowed() { --in_use_; }

    Read<records::Puzzle>& record() { return record_; }

  private:
    static Read<records::Puzzle>& next() {
        if (records_.size() == in_use_) records_.emplace_back();
        return records_[in_use_++];
    }

    static thread_local std::deque<Read<records::Puzzle>> records_;
    static thread_local std::size_t in_use_;

    Read<records::Puzzle>& record_;
};

thread_local std::deque<Read<records::Puzzle>> Borrowed::records_;
thread_local std::size_t Borrowed::in_use_ = 0;

/// Gives the faults of the position its line. Finding that takes a look at the whole record, so it is found
/// once.
void place_in_position(std::string_view record, Faults& faults) {
    const auto of_position = [](const Fault& fault) { return fault.field == "fen"; };
    if (std::none_of(faults.begin(), faults.end(), of_position)) return;
    const std::size_t line = records::lines_before_position(record);
    for (Fault& fault : faults) {
        if (of_position(fault)) fault.line = line;
    }
}

void tell_bad_record(const records::Line& line, const CommonOptions& common,
                     const std::optional<std::string>& id, Faults faults, records::Output& output) {
    place_in_position(line.text, faults);
    const records::Origin origin{line.file, line.number};
    ++output.bad;
    output.talk += records::error_text(origin, faults);
    if (common.format == Format::Jsonl) output.data += records::error_record(origin, id, faults) + '\n';
}

/// Adds what the rules find wrong with the position of a record that is bad already, so that all is told at
/// once.
void add_position_faults(const records::BadPuzzle& bad, std::string_view variant, Faults& faults) {
    const games::Game* game = games::find(variant);
    if (!game) return add_fault(faults, games::unknown_variant(variant));
    if (bad.fen.empty()) return;
    if (auto position = game->normalise(bad.fen); !position) add_faults(faults, std::move(position.error()));
}

}  // namespace

void read_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const Use& use, const reports::Patience& patience) {
    ++output.records;
    Borrowed borrowed;
    Read<records::Puzzle>& read = borrowed.record();
    if (auto bad = records::read_puzzle(line.text, line.columns, read)) {
        add_position_faults(*bad, bad->variant.value_or(common.variant), bad->faults);
        return tell_bad_record(line, common, bad->id, bad->faults, output);
    }
    records::Puzzle& puzzle = read.value;
    const std::string_view variant = puzzle.variant ? std::string_view(*puzzle.variant) : common.variant;
    const games::Game* game = games::find(variant);
    if (!game) return tell_bad_record(line, common, puzzle.id, {games::unknown_variant(variant)}, output);
    if (!puzzle.key && !puzzle.unknown.empty() && !game->take_best_moves(puzzle, patience, read.notes)) {
        ++output.incomplete;
        return;
    }
    if (Faults faults = use(*game, puzzle, read.notes); !faults.empty())
        tell_bad_record(line, common, puzzle.id, std::move(faults), output);
}

void with_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const Use& use) {
    if (!records::is_blank_or_comment(line.text, line.columns)) read_record(line, common, output, use);
}

}  // namespace octomate::collect
