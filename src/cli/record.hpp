#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/games.hpp"
#include "records/error_record.hpp"
#include "records/read.hpp"

namespace octomate::app {

/// Tells a bad record: on standard error for people, in its place for machines.
inline void tell_bad_record(const records::Line& line, const CommonOptions& common,
                            const std::optional<std::string>& id, Faults faults, records::Output& output) {
    for (Fault& fault : faults) {
        if (fault.field == "fen") fault.line = records::lines_before_position(line.text);
    }
    const records::Origin origin{line.file, line.number};
    ++output.bad;
    output.talk += records::error_text(origin, faults);
    if (common.format == Format::Jsonl)
        output.data += records::dump(records::error_record(origin, id, faults)) + '\n';
}

/// Adds what the rules find wrong with the position of a record that is bad already, so that all is told at
/// once.
inline void add_position_faults(const records::BadPuzzle& bad, std::string_view variant, Faults& faults) {
    const auto append = [&](const Faults& more) { faults.insert(faults.end(), more.begin(), more.end()); };
    const bool known = with_game(variant, [&]<class P>(std::type_identity<P>) {
        if (bad.fen.empty()) return;
        if (const auto position = P::from_fen(bad.fen); !position) append(position.error());
    });
    if (!known) append({unknown_variant(variant)});
}

/// Reads a record, with the rules of its game, and calls `f(puzzle, position, notes)`. A bad record is told
/// instead.
template <class F>
void read_record(const records::Line& line, const CommonOptions& common, records::Output& output, F&& f) {
    ++output.records;
    auto read = records::read_puzzle(line.text, line.columns);
    if (!read) {
        records::BadPuzzle& bad = read.error();
        add_position_faults(bad, bad.variant.value_or(common.variant), bad.faults);
        return tell_bad_record(line, common, bad.id, bad.faults, output);
    }

    records::Puzzle& puzzle = read->value;
    const std::string_view variant = puzzle.variant ? std::string_view(*puzzle.variant) : common.variant;
    const bool known = with_game(variant, [&]<class P>(std::type_identity<P>) {
        auto position = P::from_fen(puzzle.fen);
        if (!position) return tell_bad_record(line, common, puzzle.id, position.error(), output);
        std::vector<std::string> notes = std::move(read->notes);
        notes.insert(notes.end(), position->notes.begin(), position->notes.end());
        f(puzzle, position->value, std::move(notes));
    });
    if (!known) tell_bad_record(line, common, puzzle.id, {unknown_variant(variant)}, output);
}

/// The same for a line of a file: blank lines and comments are passed over.
template <class F>
void with_record(const records::Line& line, const CommonOptions& common, records::Output& output, F&& f) {
    if (!records::is_blank_or_comment(line.text)) read_record(line, common, output, std::forward<F>(f));
}

}  // namespace octomate::app
