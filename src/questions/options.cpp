#include "questions/options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "core/names.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::questions {

namespace {

/// The value in a field of a request; nullopt if no option has values of that type.
std::optional<Value> value_of(const records::Json& json, Option::Kind kind) {
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_string()) return json.get<std::string>();
    if (kind == Option::Kind::Limit && json.is_number()) return json.get<double>();
    if (json.is_number_unsigned()) return json.get<std::uint64_t>();
    return std::nullopt;
}

std::string shown(const records::Json& json) {
    if (const auto* text = json.get_ptr<const std::string*>()) return quote(*text);
    return json.is_structured() ? std::string("no plain value") : records::dump(json);
}

}  // namespace

bool Option::accept(const Value& value) const {
    constexpr std::array<std::size_t, 5> types = {0, 1, 2, 3, 3};  // of the kinds, as in Value
    if (value.index() != types[static_cast<std::size_t>(kind)]) return false;
    Value accepted = value;
    if (kind == Kind::Whole) {
        const auto number = std::get<std::uint64_t>(value);
        if ((number < least || number > most) && value != usual) return false;
    } else if (kind == Kind::Word) {
        const auto found = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
            return same_name(word, std::get<std::string>(value));
        });
        if (found == words.end()) return false;
        accepted = *found;
    }
    set(accepted);
    return true;
}

std::string Option::expected() const {
    switch (kind) {
        case Kind::Flag: return "true or false";
        case Kind::Whole:
            return most == std::numeric_limits<std::uint64_t>::max()
                       ? "a whole number"
                       : fmt::format("a whole number from {} to {}", least, most);
        case Kind::Word: return "one of " + joined(words, ", ");
        default: return "text";
    }
}

records::Json Option::json() const {
    constexpr std::array kinds = {"flag", "whole", "limit", "word", "text"};
    records::Json json = {{"name", name},
                          {"kind", kinds[static_cast<std::size_t>(kind)]},
                          {"python", python.empty() ? name : python},
                          {"default", nullptr},
                          {"scope", static_cast<int>(scope)}};
    if (usual) std::visit([&](const auto& value) { json["default"] = value; }, *usual);
    if (kind == Kind::Whole) json["range"] = {least, most};
    if (kind == Kind::Word) json["words"] = words;
    json["help"] = help;
    return json;
}

Option& Options::add(std::string_view name, Option::Kind kind, std::string_view help,
                     std::optional<Value> usual) {
    Option& option = options_.emplace_back();
    option.name = name;
    option.kind = kind;
    option.help = help;
    option.usual = std::move(usual);
    return option;
}

Option& Options::flag(std::string_view name, bool& value, std::string_view help) {
    Option& option = add(name, Option::Kind::Flag, help, value);
    option.flag = &value;
    option.set = [&value](const Value& given) { value = std::get<bool>(given); };
    return option;
}

Option& Options::text(std::string_view name, std::optional<std::string>& value, std::string_view help) {
    Option& option = add(name, Option::Kind::Text, help, std::nullopt);
    option.set = [&value](const Value& given) { value = std::get<std::string>(given); };
    return option;
}

Option& Options::tables(std::string& folder) {
    Option& option = add("tables", Option::Kind::Text, "The folder of endgame tables", std::string());
    option.only(Scope::Here);
    option.set = [&folder](const Value& given) { folder = std::get<std::string>(given); };
    return option;
}

void Options::limits(reports::SearchRequest& search, Scope scope) {
    whole("hash", search.hash_mib, 0, 1 << 20, "Size of the transposition table in MiB (default: 64)")
        .at_command_line("--hash MIB")
        .in_python("hash_mib")
        .only(scope);
    Option& limit =
        add("limit", Option::Kind::Limit,
            "Give up on a puzzle after this many seconds (5, 0.5s) or positions (100000nodes)", 0.0);
    limit.at_command_line("--limit SECONDS|Nnodes").in_python("seconds").only(scope);
    limit.set = [&search](const Value& given) { search.seconds = std::get<double>(given); };
    whole("nodes", search.nodes, 1, std::numeric_limits<std::uint64_t>::max(),
          "The same as --limit Nnodes, with one thread, so that results are reproducible")
        .only(scope);
}

Status Options::read(const records::Json& fields, const Access& access) const {
    Faults faults;
    for (const Option& option : options_) {
        if (option.scope > access.scope) continue;
        const bool is_limit = option.kind == Option::Kind::Limit;
        const auto found = fields.find(std::string(option.name));
        if (found == fields.end() || found->is_null()) {
            if (is_limit) option.set(access.usual_seconds);
            continue;
        }
        const auto value = value_of(*found, option.kind);
        const double* seconds = is_limit && value ? std::get_if<double>(&*value) : nullptr;
        const bool too_long = seconds && !(*seconds > 0 && *seconds <= access.most_seconds);
        if (value && !too_long && option.accept(*value)) continue;
        faults.push_back(
            {FaultCode::WrongType, std::string(option.name), 0,
             fmt::format("{} is {}, expected {}", option.name, shown(*found),
                         is_limit ? fmt::format("seconds, more than 0 and at most {}", access.most_seconds)
                                  : option.expected())});
    }
    return status_of(std::move(faults));
}

}  // namespace octomate::questions
