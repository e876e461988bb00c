#include "records/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>

#include "records/json.hpp"
#include "text/printable.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// What stands behind the backslash for a character that has a short escape; NUL for all others.
constexpr char short_escape(char c) {
    switch (c) {
        case '"': return '"';
        case '\\': return '\\';
        case '\b': return 'b';
        case '\f': return 'f';
        case '\n': return 'n';
        case '\r': return 'r';
        case '\t': return 't';
        default: return '\0';
    }
}

constexpr auto needs_escape = [] {
    std::array<bool, 256> needs{};
    for (std::size_t c = 0; c < 0x20; ++c) needs[c] = true;
    needs['"'] = needs['\\'] = needs[0x7F] = true;
    return needs;
}();

constexpr auto is_plain = [] {
    std::array<bool, 256> plain{};
    for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = !needs_escape[c];
    return plain;
}();

bool all_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return is_plain[static_cast<unsigned char>(c)]; });
}

/// Whether a character stands as an escape. JSON has none for those of four bytes.
bool is_escaped(std::string_view character) {
    if (character.size() == 1) return needs_escape[static_cast<unsigned char>(character.front())];
    return character.size() < 4 && is_unprintable(character);
}

/// The number of a character.
unsigned code_of(std::string_view character) {
    unsigned code = static_cast<unsigned char>(character.front());
    if (character.size() > 1) code &= 0xFFU >> (character.size() + 1);
    for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
    return code;
}

/// Appends the character of a number below 0x10000.
void append_character(unsigned code, std::string& out) {
    const auto tail = [&](unsigned shift) { return static_cast<char>(0x80U | (code >> shift & 0x3FU)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out.append({static_cast<char>(0xC0U | code >> 6), tail(0)});
    } else {
        out.append({static_cast<char>(0xE0U | code >> 12), tail(6), tail(0)});
    }
}

constexpr bool may_begin_number(std::string_view text) {
    return !text.empty() && (is_digit(text.front()) || text.front() == '-');
}

/// The digits of a number without zeros at both ends: of two that are nearly the same, they tell whether they
/// are.
std::string significant(std::string_view number) {
    std::string digits;
    for (const char c : number.substr(0, number.find_first_of("eE"))) {
        if (is_digit(c) && (c != '0' || !digits.empty())) digits += c;
    }
    return digits.substr(0, digits.find_last_not_of('0') + 1);
}

/// A whole number that JSON writes just so, and that has 64 bits to spare.
bool is_small_whole(std::string_view text) {
    return text.size() <= 18 && (text.front() != '0' || text.size() == 1) &&
           std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace

void append_quoted(std::string_view text, std::string& out) {
    if (all_plain(text)) {
        out += '"';
        out += text;
        out += '"';
        return;
    }
    if (first_bad_utf8(text)) {
        const std::string repaired = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
        return append_quoted(Json::parse(repaired).get_ref<const std::string&>(), out);
    }
    out += '"';
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view character = whole_character(text, at);
        at += character.size();
        if (!is_escaped(character)) {
            out += character;
        } else if (const char escape = short_escape(character.front())) {
            out.append(1, '\\').append(1, escape);
        } else {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", code_of(character));
        }
    }
    out += '"';
}

std::string json_text_of(std::string_view text) {
    std::string json;
    append_quoted(text, json);
    return json;
}

void append_texts(const std::vector<std::string>& texts, std::string& out) {
    append_array(texts, out, [&](const std::string& text) { append_quoted(text, out); });
}

std::string texts_json(const std::vector<std::string>& texts) {
    std::string json;
    append_texts(texts, json);
    return json;
}

std::optional<std::string> text_of_json(std::string_view json) {
    if (json.size() < 2 || json.front() != '"') return std::nullopt;
    json = json.substr(1, json.size() - 2);
    std::string text;
    text.reserve(json.size());
    for (std::size_t at = 0; at < json.size(); ++at) {
        const std::size_t escape = std::min(json.find('\\', at), json.size());
        text += json.substr(at, escape - at);
        at = escape;
        if (at == json.size()) break;
        switch (const char c = json[++at]) {
            case 'b': text += '\b'; break;
            case 'f': text += '\f'; break;
            case 'n': text += '\n'; break;
            case 'r': text += '\r'; break;
            case 't': text += '\t'; break;
            case 'u': {  // only characters of at most three bytes are written so
                unsigned code = 0;
                std::from_chars(&json[at + 1], &json[at + 1] + 4, code, 16);
                append_character(code, text);
                at += 4;
                break;
            }
            default: text += c;
        }
    }
    return text;
}

bool is_number(std::string_view json) { return may_begin_number(json); }

std::size_t number_length(std::string_view text) {
    const auto digits_from = [&](std::size_t from) {  // where they end
        return std::min(text.find_first_not_of("0123456789", from), text.size());
    };
    const auto stands_at = [&](std::size_t at, std::string_view signs) {
        return at < text.size() && signs.find(text[at]) != std::string_view::npos;
    };
    const std::size_t begin = stands_at(0, "-") ? 1 : 0;
    std::size_t end = stands_at(begin, "0") ? begin + 1 : digits_from(begin);
    if (end == begin) return 0;
    if (stands_at(end, ".") && digits_from(end + 1) > end + 1) end = digits_from(end + 1);
    if (stands_at(end, "eE")) {
        const std::size_t exponent = stands_at(end + 1, "+-") ? end + 2 : end + 1;
        if (digits_from(exponent) > exponent) end = digits_from(exponent);
    }
    return end;
}

std::string kept_number(std::string_view number) {
    if (is_small_whole(number)) return std::string(number);
    const Json value = Json::parse(number, nullptr, false);  // discarded: too large for the library
    const std::string written = value.is_number() ? dump(value) : std::string();
    return significant(written) == significant(number) ? written : std::string(number);
}

std::string number_or_text(std::string_view text) {
    const bool number = !text.empty() && number_length(text) == text.size();
    return number ? kept_number(text) : json_text_of(text);
}

std::optional<std::string> number_or_text_of_json(std::string_view json) {
    if (is_number(json)) return std::string(json);
    auto text = text_of_json(json);
    return text && !is_number(number_or_text(*text)) ? text : std::nullopt;
}

bool JsonScanner::take(char sign) {
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(1);
    return true;
}

std::string_view JsonScanner::take_value() {
    std::size_t at = 0, depth = 0;
    do {
        const char c = rest_[at];
        if (c == '"') {
            for (++at; rest_[at] != '"'; ++at) at += rest_[at] == '\\';
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (depth == 0) {
            at = std::min(rest_.find_first_of(",}]", at), rest_.size()) - 1;
        }
        ++at;
    } while (depth > 0);
    const std::string_view value = rest_.substr(0, at);
    rest_.remove_prefix(at);
    return value;
}

}  // namespace octomate::records
