#include "records/rest.hpp"

#include "records/error_record.hpp"
#include "text/text.hpp"

namespace octomate::records {

std::string Rest::text() const { return dump(Json(fields_)); }

Json key_to_json(const Key& key) {
    Json object = Json::object();
    for (const auto& [face, moves] : key) object[std::string(face_name(face))] = moves;
    return object;
}

Json number_or_text(std::string_view text) {
    if (!text.empty() && (is_digit(text.front()) || text.front() == '-')) {
        Json value = Json::parse(text, nullptr, false);
        if (value.is_number()) return value;
    }
    return std::string(text);
}

std::optional<std::string> number_or_text(const Json& value) {
    if (value.is_number()) return dump(value);
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    return number_or_text(std::string_view(text)).is_string() ? std::optional(text) : std::nullopt;
}

}  // namespace octomate::records
