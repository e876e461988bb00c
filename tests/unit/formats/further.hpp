#pragma once

#include <string>

#include "formats/formats.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "puzzle/fields.hpp"

namespace octomate::records {

/// Gives the puzzle a further field, known or not.
inline void set_further(Puzzle& puzzle, const std::string& name, const Json& value) {
    std::erase_if(puzzle.unknown, [&](const UnknownField& field) { return field.name == name; });
    if (take_further(puzzle, name, dump(value)) != Taken::Yes) puzzle.unknown.push_back({name, dump(value)});
}

/// A game with a die of eight faces, which is every game.
inline Variants eight_faces(std::string_view fallback = {}) {
    static constexpr Die die{8, "file", "the {}-file", "land on", "lands on"};
    return {fallback, [](std::string_view) { return &die; }};
}

/// Reads a text that is one record: a row if there are columns, else what it looks like.
inline ReadPuzzle read_record(std::string_view text, const CsvColumns* columns = nullptr) {
    const InputFormat format = columns ? InputFormat::Csv : beginning_of(text, true)->format;
    return read_puzzle({"-", 1, text, format, columns}, eight_faces());
}

/// All further fields as one text.
inline std::string further_text(const Puzzle& puzzle) {
    std::string text;
    for (const UnknownField& field : further_fields(puzzle))
        text.append(text.empty() ? "{" : ",").append(json_text_of(field.name)).append(":").append(field.json);
    return text.empty() ? "{}" : text + '}';
}

}  // namespace octomate::records
