#pragma once

#include <string>
#include <utility>

#include "formats/formats.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "puzzle/fields.hpp"

namespace octomate::records {

/// Parses `value` as the field `name` of a record, and sets or replaces that field of the puzzle.
inline void set_further(Puzzle& puzzle, const std::string& name, const Json& value) {
    std::erase_if(puzzle.unknown, [&](const UnknownField& field) { return field.name == name; });
    Draft draft{Variants{}};
    draft.puzzle = std::move(puzzle);
    draft.parse_extra_field(name, dump(value));
    puzzle = std::move(draft.puzzle);
}

/// Returns a list of games in which every name is a game with a die of eight faces.
inline Variants eight_faces(std::string_view fallback = {}) {
    static constexpr Die die{8, "file", "the {}-file", "land on", "lands on"};
    return {fallback, [](std::string_view) { return &die; }};
}

/// Reads a text of one record: a row of CSV if `columns` are given, else in the detected format.
inline ReadPuzzle read_record(std::string_view text, const CsvColumns* columns = nullptr) {
    const InputFormat format = columns ? InputFormat::Csv : detect_format(text, true)->format;
    return read_puzzle({"-", 1, text, format, columns}, eight_faces());
}

/// Returns all further fields as one JSON object.
inline std::string further_text(const Puzzle& puzzle) {
    std::string text;
    for (const UnknownField& field : further_fields(puzzle))
        text.append(text.empty() ? "{" : ",").append(json_text_of(field.name)).append(":").append(field.json);
    return text.empty() ? "{}" : text + '}';
}

}  // namespace octomate::records
