#include "records/error_record.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace octomate::records {

namespace {

Json fault_json(const Fault& fault) {
    return {{"code", name(fault.code)},
            {"field", fault.field},
            {"offset", fault.offset},
            {"message", fault.message}};
}

}  // namespace

Json error_record(const Origin& origin, const std::optional<std::string>& id, const Faults& faults) {
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

std::string error_text(const Origin& origin, const Faults& faults) {
    std::string text;
    for (const Fault& fault : faults) {
        text += fmt::format("{}:{}: {}, character {}: {}\n", origin.file, origin.line + fault.line,
                            fault.field, fault.offset + 1, fault.message);
    }
    return text;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void append_quoted(std::string_view text, std::string& out) {
    const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (std::all_of(text.begin(), text.end(), plain)) {
        out.append(1, '"').append(text).append(1, '"');
    } else {  // escapes, or not ASCII
        out += dump(Json(text));
    }
}

}  // namespace octomate::records
