#include "records/rest.hpp"

#include <utility>

#include "records/fields.hpp"
#include "records/json_text.hpp"

namespace octomate::records {

void Rest::put(std::string_view name, std::string_view json) {
    text_ += text_.empty() ? '{' : ',';
    append_quoted(name, text_);
    text_ += ':';
    text_ += json;
}

void Rest::put(const std::vector<UnknownField>& fields) {
    for (const UnknownField& field : fields) put(field.name, field.json);
}

void append_key(const Key& key, std::string& line) {
    char separator = '{';
    for (const auto& [face, moves] : key) {
        line.append(1, std::exchange(separator, ',')).append("\"").append(face_name(face)).append("\":");
        append_texts(moves, line);
    }
    line += separator == '{' ? "{}" : "}";
}

std::string key_json(const Key& key) {
    std::string json;
    append_key(key, json);
    return json;
}

}  // namespace octomate::records
