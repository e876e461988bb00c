#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

/// JSON as trees of nlohmann's library. Its header slows compilation, so code that only reads and writes
/// records uses json/text.hpp instead.
namespace octomate::records {

/// A JSON value whose objects keep their members in the order of insertion.
using Json = nlohmann::ordered_json;

/// Parses a text. Returns a discarded value (`is_discarded()`) if it is not JSON. Of members with the same
/// name, the first is kept. A number too large for a double, such as 1e400, becomes infinite.
Json parsed(std::string_view text);

/// Formats a tree compactly on one line. Invalid UTF-8 in its strings becomes U+FFFD.
std::string dump(const Json& json);

}  // namespace octomate::records
