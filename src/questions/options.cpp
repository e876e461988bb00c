#include "questions/options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/types.hpp"
#include "text/text.hpp"

namespace octomate::questions {

namespace {

/// Formats a value for a message.
std::string shown(const Json& json) {
    if (const auto* text = json.get_ptr<const std::string*>()) return quote(*text);
    return json.is_structured() ? std::string("no plain value") : records::dump(json);
}

}  // namespace

bool Option::accept(const Json& value) const {
    Json accepted = value;
    switch (kind) {
        case Kind::Flag:
            if (!value.is_boolean()) return false;
            break;
        case Kind::Whole:
            if (!value.is_number_unsigned()) return false;
            if ((value < least || value > most) && value != default_value) return false;
            break;
        case Kind::Number: {
            const double number = value.is_number() ? value.get<double>() : -1;
            if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most))) return false;
            break;
        }
        case Kind::Seconds:
            if (!value.is_number() || !(value.get<double>() > 0)) return false;
            break;
        case Kind::Word: {
            if (!value.is_string()) return false;
            const auto& word = value.get_ref<const std::string&>();
            const auto found = std::find_if(words.begin(), words.end(),
                                            [&](const auto& known) { return same_name(known, word); });
            if (found == words.end()) return false;
            accepted = *found;
            break;
        }
        case Kind::Text:
            if (!value.is_string()) return false;
    }
    set(accepted);
    return true;
}

bool Option::accept_word(const std::string& word) const {
    if (kind == Kind::Whole) {
        const auto number = number_in<std::uint64_t>(word);
        return number && accept(*number);
    }
    if (kind == Kind::Number || kind == Kind::Seconds) {
        const auto number = number_in<double>(word);
        return number && accept(*number);
    }
    return accept(word);
}

std::string Option::expected() const {
    switch (kind) {
        case Kind::Number: return fmt::format("a number from {} to {}", least, most);
        case Kind::Flag: return "true or false";
        case Kind::Whole: return fmt::format("a whole number from {} to {}", least, most);
        case Kind::Word: return "one of " + joined(words, ", ");
        default: return "text";
    }
}

Option& Options::add(Option option, std::function<Json()> get, std::function<void(const Json&)> set) {
    option.default_value = get();
    option.get = std::move(get);
    option.set = std::move(set);
    return options_.emplace_back(std::move(option));
}

const Option& Options::operator[](std::string_view name) const {
    return *std::find_if(options_.begin(), options_.end(),
                         [&](const Option& option) { return option.name == name; });
}

void Options::tables(std::string& folder) {
    text("tables", folder, "The folder of endgame tables").only(Scope::Local).folder = &folder;
}

void Options::hash(reports::SearchRequest& search, Scope scope) {
    whole("hash", search.hash_mib, 0, 1 << 20, "Size of the transposition table in MiB (default: 64)")
        .at_command_line("--hash MIB")
        .in_python("hash_mib")
        .only(scope);
}

void Options::time_and_nodes(reports::SearchRequest& search, std::string_view help, Scope scope) {
    search_ = &search;
    add("limit", Option::Kind::Seconds, search.seconds, help)
        .at_command_line("--limit SECONDS|Nnodes")
        .in_python("seconds")
        .only(scope);
    whole("nodes", search.nodes, 1, std::numeric_limits<std::uint64_t>::max(),
          "Give up after this many positions, with one thread, so that results are reproducible")
        .only(scope);
}

Status Options::read(const Json& fields, const Access& access) const {
    Faults faults;
    for (const Option& option : options_) {
        if (option.scope > access.scope) continue;
        const bool timed = option.kind == Option::Kind::Seconds;
        const auto found = fields.find(std::string(option.name));
        if (found == fields.end() || found->is_null()) {
            if (timed) option.set(access.default_seconds);
            continue;
        }
        const bool too_long = timed && found->is_number() && *found > access.most_seconds;
        if (!too_long && option.accept(*found)) continue;
        faults.push_back(
            {FaultCode::WrongType, std::string(option.name), 0,
             fmt::format("{} is {}, expected {}", option.name, shown(*found),
                         timed ? fmt::format("seconds, more than 0 and at most {}", access.most_seconds)
                               : option.expected())});
    }
    return status_of(std::move(faults));
}

Status Options::read_words(const std::function<std::string(const char* name)>& word_of) const {
    Faults faults;
    for (const Option& option : options_) {
        const std::string name(option.name), word = word_of(name.c_str());
        if (word.empty() || option.accept_word(word)) continue;
        faults.push_back({FaultCode::WrongType, name, 0,
                          fmt::format("{} is {}, expected {}", name, quote(word), option.expected())});
    }
    return status_of(std::move(faults));
}

}  // namespace octomate::questions
