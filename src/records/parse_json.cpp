#include "records/parse_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "records/json_text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Deeper JSON is refused: copying, writing and freeing it would recurse as deep.
constexpr std::size_t deepest = 100;

/// What the parser said when it gave up.
struct Stop {
    std::size_t byte = 0;       ///< bytes read so far, from 1; one more than the text has at its end
    bool broken_token = false;  ///< the last word is ill-formed, rather than out of place
    bool number_too_big = false;
};

/// Text whose numbers the parser can take: those that are too large for it are others, as long as they were.
struct TakableText {
    std::string text;
    std::map<std::size_t, std::string> numbers;  ///< by their place among all numbers: what stood there
};

/// Builds JSON from the parser's events. Unlike the library's own builder it keeps repeated names, so that
/// they can be reported, spends no search on each name, and bounds the depth. A number that a Json cannot
/// hold as it is written stands as binary data, which never comes from text: the bytes are what is written.
class Builder {
  public:
    Json root;
    std::optional<Stop> stop;

    /// `numbers`: those that were replaced, as in TakableText.
    explicit Builder(const std::map<std::size_t, std::string>* numbers = nullptr) : numbers_(numbers) {}

    /// How many objects and arrays are open.
    std::size_t depth() const { return open_.size(); }
    /// Is the innermost of them an object? Requires depth() > 0.
    bool in_object() const { return open_.back()->is_object(); }
    /// A name has come, its value has not.
    bool awaits_value() const { return slot_ != nullptr; }

    // The parser's events.
    bool null() { return add(nullptr), true; }
    bool boolean(bool value) { return add(value), true; }
    bool number_integer(std::int64_t value) { return ++count_, add(value), true; }
    bool number_unsigned(std::uint64_t value) { return ++count_, add(value), true; }
    bool number_float(double value, const std::string& text) {
        const std::size_t place = count_++;
        const bool replaced = numbers_ && numbers_->contains(place);
        const std::string kept = replaced ? numbers_->at(place) : kept_number(text);
        if (!replaced && kept == dump(Json(value))) return add(value), true;
        return add(Json::binary({kept.begin(), kept.end()})), true;
    }
    bool string(std::string& value) { return add(std::move(value)), true; }
    bool binary(Json::binary_t&) { return false; }  // never comes from text
    bool start_object(std::size_t) { return open(Json::object()); }
    bool key(std::string& name) {
        Members& members = members_of(*open_.back());
        // Growing copies the members, for their names are const; so make room for those of a usual record.
        if (members.empty() && open_.size() == 1) members.reserve(12);
        slot_ = &members.emplace_back(std::move(name), nullptr).second;
        return true;
    }
    bool end_object() { return open_.pop_back(), true; }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_array() { return open_.pop_back(), true; }
    bool parse_error(std::size_t byte, const std::string&, const Json::exception& why) {
        constexpr int out_of_range_number = 406;
        const bool broken = std::string_view(why.what()).find("; last read: '") != std::string_view::npos;
        stop = Stop{byte, broken, why.id == out_of_range_number};
        return false;
    }

  private:
    Json* add(Json&& value) {
        if (Json* slot = std::exchange(slot_, nullptr)) return &(*slot = std::move(value));
        if (open_.empty()) return &(root = std::move(value));
        Json::array_t& array = open_.back()->get_ref<Json::array_t&>();
        return &array.emplace_back(std::move(value));
    }
    bool open(Json&& container) {
        if (open_.size() == deepest) return false;
        open_.push_back(add(std::move(container)));
        return true;
    }

    std::vector<Json*> open_;  // stable: a container does not grow while one inside it is open
    Json* slot_ = nullptr;     // where the value goes whose name has just come
    const std::map<std::size_t, std::string>* numbers_;
    std::size_t count_ = 0;  // of numbers so far
};

// ---- what is wrong with text that is no JSON -------------------------------------------------------------

/// One past the end of the string, word or sign that starts at `at`, cut off at the end of the text.
std::size_t end_of_token(std::string_view text, std::size_t at) {
    constexpr std::string_view signs = "{}[]:,";
    if (signs.find(text[at]) != std::string_view::npos) return at + 1;
    const bool is_string = text[at] == '"';
    for (++at; at < text.size(); ++at) {
        if (is_string && text[at] == '\\') {
            ++at;
        } else if (is_string && text[at] == '"') {
            return at + 1;
        } else if (!is_string && (is_blank(text[at]) || text[at] == '"' ||
                                  signs.find(text[at]) != std::string_view::npos)) {
            return at;
        }
    }
    return text.size();
}

/// Where the token starts that holds the byte, or the last token of all if the byte lies beyond it.
std::size_t start_of_token(std::string_view text, std::size_t byte) {
    std::size_t start = 0;
    for (std::size_t at = 0; at < text.size() && at <= byte; at = end_of_token(text, at)) {
        while (at < text.size() && is_blank(text[at])) ++at;
        if (at == text.size() || at > byte) break;
        start = at;
    }
    return start;
}

/// The same for a token found to be broken at the byte: in `tru}` the byte is the brace, the token the word.
std::size_t start_of_broken(std::string_view text, std::size_t byte) {
    const std::size_t start = start_of_token(text, byte);
    if (byte == 0 || start != byte) return start;
    const std::size_t before = start_of_token(text, byte - 1);
    const std::string_view word = text.substr(before, byte - before);
    const bool is_word = is_digit(word.front()) || is_name_start(word.front()) || word.front() == '-';
    return is_word && end_of_token(text, before) == byte && !Json::accept(word) ? before : start;
}

/// Offset of the bracket that opens one container too many. Requires text with such a bracket.
std::size_t offset_of_depth(std::string_view text) {
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size(); at = end_of_token(text, at)) {
        if (text[at] == '{' || text[at] == '[') {
            if (++depth > deepest) return at;
        } else if (text[at] == '}' || text[at] == ']') {
            --depth;
        }
    }
    return 0;
}

/// What could have stood at the offset, judged by what stands before it.
std::string_view expected_at(std::string_view text, std::size_t offset, const Builder& builder) {
    if (builder.depth() == 0) return offset == 0 ? "a JSON value" : "the end of the line";
    const std::string_view before = trim(text.substr(0, offset));
    const char last = before.empty() ? '\0' : before.back();
    if (builder.awaits_value()) return last == ':' ? "a value" : "\":\"";
    if (last == ',') return builder.in_object() ? "a name in quotes" : "a value";
    if (builder.in_object()) return last == '{' ? "a name in quotes or \"}\"" : "\",\" or \"}\"";
    return last == '[' ? "a value or \"]\"" : "\",\" or \"]\"";
}

JsonComplaint broken_string(std::string_view text, std::size_t start, std::size_t last) {
    if (last >= text.size()) {
        return {start, fmt::format("the string {} has no closing quote", quote(text.substr(start + 1)))};
    }
    const auto byte = static_cast<unsigned char>(text[last]);
    if (byte < 0x20) {
        return {last,
                fmt::format("a string holds the control character 0x{0:02X}, expected \\u{0:04x}", byte)};
    }
    const std::size_t escape = std::min(text.rfind('\\', last), last);
    return {last, fmt::format("a string has the broken escape {}, expected one that JSON knows",
                              quote(text.substr(escape, last - escape + 1)))};
}

JsonComplaint complaint_of(std::string_view text, const Builder& builder) {
    if (!builder.stop) {
        return {offset_of_depth(text), fmt::format("the JSON is more than {} levels deep", deepest)};
    }
    const Stop& stop = *builder.stop;
    const std::size_t last = std::min(stop.byte == 0 ? 0 : stop.byte - 1, text.size());
    const bool at_end = last == text.size();
    const std::size_t start = stop.broken_token ? start_of_broken(text, last) : start_of_token(text, last);
    if (stop.broken_token && text[start] == '"') return broken_string(text, start, last);
    if (at_end && !stop.broken_token) {
        const std::string_view expected = expected_at(text, last, builder);
        return {last, fmt::format("the JSON ends too early, expected {}", expected)};
    }
    // In 5x or truex the number or the word is fine, and what follows it is not.
    const bool good_start = start < last && Json::accept(text.substr(start, last - start));
    const std::size_t offset = good_start ? last : start;
    return {offset, fmt::format("{} stands where {} is expected", quote(text.substr(offset)),
                                expected_at(text, offset, builder))};
}

/// The parser takes a NUL outside strings for the end of the text; to us it is garbage.
std::optional<JsonComplaint> complaint_of_nul(std::string_view text) {
    const std::size_t nul = text.find('\0');
    if (nul == std::string_view::npos) return std::nullopt;
    return JsonComplaint{nul, "the byte 0x00 stands in the line, expected JSON text"};
}

/// Makes the numbers smaller that are too large for the parser, in text that is JSON up to the first of them.
TakableText takable(std::string_view text) {
    TakableText made{std::string(text), {}};
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (is_blank(text[at])) {
            ++at;
            continue;
        }
        const std::size_t end = end_of_token(text, at);
        if (is_digit(text[at]) || text[at] == '-') {
            const std::string_view number = text.substr(at, number_length(text.substr(at)));
            if (std::abs(std::strtod(std::string(number).c_str(), nullptr)) >
                std::numeric_limits<double>::max()) {
                made.numbers.emplace(count, number);
                // 1e400 becomes 0e000, and -12.5e999 becomes 0e0000000.
                made.text.replace(at, number.size(), number.size(), '0');
                made.text[at + 1] = 'e';
            }
            ++count;
        }
        at = end;
    }
    return made;
}

std::optional<JsonComplaint> parse(std::string_view text, Builder& builder) {
    if (Json::sax_parse(text.begin(), text.end(), &builder)) return complaint_of_nul(text);
    if (!builder.stop || !builder.stop->number_too_big) return complaint_of(text, builder);
    const TakableText other = takable(text);
    builder = Builder(&other.numbers);
    const bool good = Json::sax_parse(other.text.begin(), other.text.end(), &builder);
    return good ? complaint_of_nul(text) : complaint_of(text, builder);
}

}  // namespace

ParsedJson parse_json(std::string_view text) {
    Builder builder;
    std::optional<JsonComplaint> complaint = parse(text, builder);
    return {std::move(builder.root), std::move(complaint)};
}

bool is_json(std::string_view text) { return !parse_json(text).complaint; }

Json parsed(std::string_view text) {
    ParsedJson json = parse_json(text);
    return json.complaint ? Json(Json::value_t::discarded) : std::move(json.root);
}

}  // namespace octomate::records
