#include "json/tree.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "json/fields.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Converts a JSON number, true, false or null. A number too large for a double becomes infinite, and one too
/// small becomes 0.
Json scalar(std::string_view text) {
    if (text == "null") return nullptr;
    if (text == "true" || text == "false") return text == "true";
    if (const auto whole = number_in<std::uint64_t>(text)) return *whole;
    if (const auto whole = number_in<std::int64_t>(text)) return *whole;
    if (const auto number = number_in<double>(text)) return *number;
    return std::strtod(std::string(text).c_str(), nullptr);
}

/// Parses the value at the reader's cursor. After a syntax error the result is unspecified.
Json parse_tree(JsonReader& reader) {
    switch (reader.peek()) {
        case '{': {
            Json object = Json::object();
            // operator[] would search all names for each member, which takes quadratic time.
            Json::object_t::Container& members = object.get_ref<Json::object_t&>();
            reader.parse_members([&](std::string_view name, bool repeated) {
                Json value = parse_tree(reader);
                if (!repeated) members.emplace_back(name, std::move(value));
                return !reader.fault();
            });
            return object;
        }
        case '[': {
            Json array = Json::array();
            reader.parse_items([&] { return array.push_back(parse_tree(reader)), !reader.fault(); });
            return array;
        }
        case '"': {
            std::string text;
            reader.parse_text(text);
            return text;
        }
        default: {
            const auto value = reader.parse_value();
            return value ? scalar(*value) : Json();
        }
    }
}

}  // namespace

Json parsed(std::string_view text) {
    JsonReader reader(text);
    Json tree = parse_tree(reader);
    return reader.finish() && !first_bad_utf8(text) ? tree : Json(Json::value_t::discarded);
}

std::string dump(const Json& json) {
    std::string text;
    append_visible(json.dump(-1, ' ', false, Json::error_handler_t::replace), text);
    return text;
}

void append_decimal(double number, std::string& out) { out += Json(number).dump(); }

void Rounded::append_to(std::string& out) const {
    append_decimal(std::round(number * 1e6) / 1e6 + 0.0, out);  // + 0.0 turns -0 into 0
}

}  // namespace octomate::records
