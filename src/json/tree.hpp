#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

/// Trees of JSON. The library's header is heavy: sources that only read and write records do without.
namespace octomate::records {

/// JSON that keeps its fields in the order in which they came.
using Json = nlohmann::ordered_json;

/// The tree of a text; discarded if `is_json` refuses it. Of several members of a name the first one stays.
/// Numbers that have no value in a tree (1e400) become infinite.
Json parsed(std::string_view text);

/// The text of a tree: compact, on one line, UTF-8 whatever the strings hold.
std::string dump(const Json& json);

}  // namespace octomate::records
