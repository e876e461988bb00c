#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/fault.hpp"
#include "records/error_record.hpp"
#include "records/puzzle.hpp"

/// Records as trees of JSON. The library's header is heavy: sources that only read and write records do
/// without.
namespace octomate::records {

/// JSON that keeps its fields in the order in which they came.
using Json = nlohmann::ordered_json;

/// The tree of a text; discarded if it is no JSON, or too deep for what recurses. A number that a tree cannot
/// hold as it is written is binary data: what is written.
Json parsed(std::string_view text);

/// The same as the library reads numbers: those that are not whole in double precision.
Json tree_of(std::string_view text);

/// A number of JSON as records keep it: as the JSON library writes it, but as it stands where that would be
/// another number, with fewer digits, or none at all (1e400). Takes text that is a number of JSON.
std::string kept_number(std::string_view number);

/// The text of a tree: compact, on one line, UTF-8 whatever the strings hold.
std::string dump(const Json& json);

/// The whole number that the value is, if it lies in the range.
std::optional<int> whole_between(const Json& value, int lowest, int highest);

/// The tree that `to_jsonl` writes.
Json to_json(const Puzzle& puzzle);

/// The unknown fields as an object.
Json unknown_json(const Puzzle& puzzle);

/// The tree that `error_record` writes.
Json error_json(const Origin& origin, const std::optional<std::string>& id, const Faults& faults);

}  // namespace octomate::records
