#pragma once

#include <string>

#include "records/further_fields.hpp"
#include "records/json.hpp"

namespace octomate::records {

/// Gives the puzzle a further field, known or not.
inline void set_further(Puzzle& puzzle, const std::string& name, const Json& value) {
    forget_further(puzzle, name);
    if (take_further(puzzle, name, dump(value)) != Taken::Yes) puzzle.unknown.push_back({name, dump(value)});
}

/// All further fields as one text.
inline std::string further_text(const Puzzle& puzzle) {
    std::string text;
    append_further(puzzle, text);
    return text.empty() ? "{}" : '{' + text.substr(1) + '}';
}

}  // namespace octomate::records
