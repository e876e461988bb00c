#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/fault.hpp"

namespace octomate::records {

/// Where a record came from.
struct Origin {
    std::string_view file;  ///< as the user named it; "-" is standard input
    std::size_t line = 0;   ///< the record's first one, from 1
};

/// What is wrong, for a record or a person: of a message that repeats very much of the text the beginning,
/// and no line break or other control character of it.
std::string message_of(const Fault& fault);

/// The field that is wrong, in the same way: names of fields are the record's own.
std::string field_of(const Fault& fault);

/// The record that stands in the place of a bad line, without its newline; `faults` is not empty. Its line is
/// that of the first fault; further ones that stand elsewhere name theirs.
std::string error_record(const Origin& origin, const std::optional<std::string>& id, const Faults& faults);

/// The same for a person, one line a fault, each with its newline:
/// `puzzles.jsonl:17: fen, character 18: rank 7 has 9 squares, expected 8 ("pppp1pppp")`.
std::string error_text(const Origin& origin, const Faults& faults);

}  // namespace octomate::records
