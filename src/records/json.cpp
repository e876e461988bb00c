#include "records/json.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "records/json_text.hpp"
#include "records/write.hpp"

namespace octomate::records {

namespace {

Json fault_json(const Fault& fault) {
    return {{"code", name(fault.code)},
            {"field", field_of(fault)},
            {"offset", fault.offset},
            {"message", message_of(fault)}};
}

}  // namespace

namespace {

void append_text(const Json& json, std::string& out) {
    if (const auto* number = json.get_ptr<const Json::binary_t*>()) {
        out.append(number->begin(), number->end());
    } else if (json.is_object()) {
        char separator = '{';
        for (const auto& [name, member] : json.items()) {
            out += std::exchange(separator, ',');
            append_quoted(name, out);
            out += ':';
            append_text(member, out);
        }
        out += separator == '{' ? "{}" : "}";
    } else if (json.is_array()) {
        append_array(json, out, [&](const Json& item) { append_text(item, out); });
    } else {
        out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

}  // namespace

Json tree_of(std::string_view text) {
    return Json::parse(is_json(text) ? text : std::string_view(), nullptr, false);
}

std::string dump(const Json& json) {
    std::string text;
    append_text(json, text);
    return text;
}

std::optional<int> whole_between(const Json& value, int lowest, int highest) {
    if (!value.is_number_integer()) return std::nullopt;
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (number > static_cast<std::uint64_t>(std::max(highest, 0))) return std::nullopt;
    }
    const auto number = value.get<std::int64_t>();
    if (number < lowest || number > highest) return std::nullopt;
    return static_cast<int>(number);
}

Json to_json(const Puzzle& puzzle) { return parsed(to_jsonl(puzzle)); }

Json unknown_json(const Puzzle& puzzle) {
    Json object = Json::object();
    Json::object_t::Container& members = object.get_ref<Json::object_t&>();
    // Not operator[]: it would search all the names each time.
    for (const UnknownField& field : puzzle.unknown) members.emplace_back(field.name, parsed(field.json));
    return object;
}

Json error_json(const Origin& origin, const std::optional<std::string>& id, const Faults& faults) {
    const std::size_t first = faults.front().line;
    Json error = fault_json(faults.front());
    error["more"] = Json::array();
    for (std::size_t at = 1; at < faults.size(); ++at) {
        Json& more = error["more"].emplace_back(fault_json(faults[at]));
        if (faults[at].line != first) more["line"] = origin.line + faults[at].line;
    }
    return {{"line", origin.line + first},
            {"file", origin.file},
            {"id", id ? Json(*id) : Json(nullptr)},
            {"error", std::move(error)}};
}

std::string error_record(const Origin& origin, const std::optional<std::string>& id, const Faults& faults) {
    return dump(error_json(origin, id, faults));
}

}  // namespace octomate::records
