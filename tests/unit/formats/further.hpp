#pragma once

#include <string>

#include "formats/read.hpp"
#include "json/tree.hpp"
#include "puzzle/further_fields.hpp"

namespace octomate::records {

/// Takes a further field away, known or not.
inline void forget_further(Puzzle& puzzle, const std::string& name) {
    reset_further(puzzle, name);
    std::erase_if(puzzle.unknown, [&](const UnknownField& field) { return field.name == name; });
}

/// Gives the puzzle a further field, known or not.
inline void set_further(Puzzle& puzzle, const std::string& name, const Json& value) {
    forget_further(puzzle, name);
    if (take_further(puzzle, name, dump(value)) != Taken::Yes) puzzle.unknown.push_back({name, dump(value)});
}

/// Reads a text that is one record: a row if there are columns, else what it looks like.
inline ReadPuzzle read_record(std::string_view text, const CsvColumns* columns = nullptr) {
    const InputFormat format = columns ? InputFormat::Csv : beginning_of(text, true)->format;
    return read_puzzle({"-", 1, text, format, columns});
}

/// All further fields as one text.
inline std::string further_text(const Puzzle& puzzle) {
    std::string text;
    append_further(puzzle, text);
    return text.empty() ? "{}" : '{' + text.substr(1) + '}';
}

}  // namespace octomate::records
