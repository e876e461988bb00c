#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/fault.hpp"
#include "records/error_record.hpp"
#include "records/puzzle.hpp"

/// Records as trees of JSON. The library's header is heavy: sources that only read and write records do
/// without.
namespace octomate::records {

/// JSON that keeps its fields in the order in which they came.
using Json = nlohmann::ordered_json;

/// The text of a record: compact, on one line, UTF-8 whatever the strings hold.
std::string dump(const Json& json);

/// The tree that `to_jsonl` writes.
Json to_json(const Puzzle& puzzle);

/// The unknown fields as an object.
Json unknown_json(const Puzzle& puzzle);

/// The tree that `error_record` writes.
Json error_json(const Origin& origin, const std::optional<std::string>& id, const Faults& faults);

}  // namespace octomate::records
