#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "records/json.hpp"

namespace octomate::records {

/// The members of an object, in the order of the text; a name may stand there twice.
using Members = Json::object_t::Container;

/// Requires an object.
inline Members& members_of(Json& object) { return object.get_ref<Json::object_t&>(); }

/// What is wrong with text that is no JSON.
struct JsonComplaint {
    std::size_t offset = 0;  ///< in bytes, from 0
    std::string message;     ///< what stands there, and what was expected
};

/// What a text of JSON holds.
struct ParsedJson {
    Json root;  ///< if something is wrong: what came before it
    std::optional<JsonComplaint> complaint;
};

/// Takes a text apart. Unlike the library alone it keeps names that stand twice in an object, keeps numbers
/// as kept_number() has it (as binary data where a tree cannot hold them), refuses what is more than a
/// hundred levels deep, and tells what was expected where the text is wrong.
ParsedJson parse_json(std::string_view text);

}  // namespace octomate::records
