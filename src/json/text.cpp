#include "json/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Marks the bytes that end plain text in a string: quotes, backslashes and control characters.
constexpr auto is_special = [] {
    std::array<bool, 256> special{};
    for (std::size_t c = 0; c < 0x20; ++c) special[c] = true;
    special['"'] = special['\\'] = true;
    return special;
}();

/// Returns the length of the part of `text` that consists of whole blocks of 16 characters that need no
/// escape: printable ASCII, but no quote and no backslash. (The vector extension of g++ and clang++ works on
/// every CPU.)
std::size_t plain_blocks(std::string_view text) {
    using Bytes [[gnu::vector_size(16)]] = unsigned char;
    std::size_t length = 0;
    for (; text.size() - length >= sizeof(Bytes); length += sizeof(Bytes)) {
        Bytes bytes;
        std::memcpy(&bytes, text.data() + length, sizeof bytes);
        const auto rare = (bytes < 0x20) | (bytes > 0x7E) | (bytes == '"') | (bytes == '\\');
        std::array<std::uint64_t, 2> halves;
        std::memcpy(halves.data(), &rare, sizeof rare);
        if (halves[0] | halves[1]) break;
    }
    return length;
}

/// Returns the offset of the next quote, backslash or control character, or the size of the text.
std::size_t next_special(std::string_view text, std::size_t from) {
    from += plain_blocks(text.substr(from));
    const auto found = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                    [](char c) { return is_special[static_cast<unsigned char>(c)]; });
    return static_cast<std::size_t>(found - text.begin());
}

}  // namespace

bool JsonReader::NameSet::insert(std::string_view name) {
    if (size_ < few_.size()) {
        if (std::find(few_.begin(), few_.begin() + size_, name) != few_.begin() + size_) return false;
        few_[size_++] = name;
        return true;
    }
    if (many_.empty()) many_.insert(few_.begin(), few_.end());
    return many_.insert(name).second;
}

std::optional<std::string_view> JsonReader::parse_value() {
    skip_blanks();
    const std::size_t start = cursor_;
    if (!skip_value()) return std::nullopt;
    return text_.substr(start, cursor_ - start);
}

std::optional<std::string_view> JsonReader::parse_compact_value() {
    skip_blanks();
    compact_ = true;
    const auto value = parse_value();
    if (!value || (compact_ && is_visible(*value))) return value;
    return compacted_ = compact_json(*value);
}

bool JsonReader::parse_text(std::string& out) {
    const auto quoted = parse_quoted();
    if (quoted) out = unescaped_json(*quoted);
    return quoted.has_value();
}

bool JsonReader::open(char sign) {
    if (depth_ == deepest && peek() == sign)
        return fail_at(cursor_, fmt::format("the JSON is more than {} levels deep", deepest));
    if (!accept(sign)) return fail("a value");
    ++depth_;
    return true;
}

bool JsonReader::skip_value() {
    switch (peek()) {
        case '{':
            return parse_members([&](std::string_view name, bool repeated) {
                constexpr std::size_t most_repeated = 32;
                if (repeated && repeated_.size() < most_repeated) repeated_.emplace_back(name);
                return skip_value();
            });
        case '[': return parse_items([&] { return skip_value(); });
        case '"': return parse_quoted().has_value();
        default: return skip_scalar();
    }
}

bool JsonReader::skip_scalar() {
    const std::string_view remaining = text_.substr(cursor_);
    std::size_t length = number_length(remaining);
    for (const std::string_view word : {"true", "false", "null"}) {
        if (remaining.starts_with(word)) length = word.size();
    }
    if (length == 0 || fault_) return fail(depth_ == 0 ? "a JSON value" : "a value");
    cursor_ += length;
    return true;
}

/// Parses a string; returns the text between its quotes, whose escapes are valid but not resolved.
std::optional<std::string_view> JsonReader::parse_quoted() {
    if (!accept('"')) {
        fail("a string");
        return std::nullopt;
    }
    const std::size_t start = cursor_;
    for (cursor_ = next_special(text_, cursor_); cursor_ < text_.size() && text_[cursor_] != '"';
         cursor_ = next_special(text_, cursor_)) {
        if (const auto byte = static_cast<unsigned char>(text_[cursor_]); byte < 0x20) {
            fail_at(cursor_,
                    fmt::format("a string holds the control character 0x{0:02X}, expected \\u{0:04x}", byte));
            return std::nullopt;
        }
        compact_ = false;
        const std::size_t length = escape_length(text_.substr(cursor_));
        if (length == 0 && cursor_ + 1 < text_.size()) {
            const std::size_t size =
                text_[cursor_ + 1] == 'u' ? 6 : 1 + whole_character(text_, cursor_ + 1).size();
            fail_at(cursor_, fmt::format("a string has the broken escape {}, expected one that JSON knows",
                                         quote(text_.substr(cursor_, size))));
            return std::nullopt;
        }
        cursor_ += std::max<std::size_t>(length, 1);
    }
    if (cursor_ == text_.size()) {
        fail_at(start - 1, fmt::format("the string {} has no closing quote", quote(text_.substr(start))));
        return std::nullopt;
    }
    return text_.substr(start, cursor_++ - start);
}

std::optional<std::string_view> JsonReader::parse_name(std::string_view expected) {
    if (peek() != '"') {
        fail(expected);
        return std::nullopt;
    }
    const auto quoted = parse_quoted();
    if (!quoted || quoted->find('\\') == std::string_view::npos) return quoted;
    return unescaped_names_.emplace_front(unescaped_json(*quoted));
}

bool JsonReader::fail(std::string_view expected) {
    skip_blanks();
    if (cursor_ == text_.size())
        return fail_at(cursor_, fmt::format("the JSON ends too early, expected {}", expected));
    return fail_at(cursor_, fmt::format("found {}, expected {}", quote(text_.substr(cursor_)), expected));
}

bool JsonReader::fail_at(std::size_t offset, std::string message) {
    if (!fault_) fault_ = {offset, std::move(message)};
    return false;
}

bool is_json(std::string_view text) {
    JsonReader reader(text);
    return reader.parse_value() && reader.finish() && !first_bad_utf8(text);
}

namespace {

/// The letters of short escapes such as \n, and the character that each stands for, at the same index.
constexpr std::string_view escape_letters = "\"\\/bfnrt";
constexpr std::string_view escaped_characters = "\"\\/\b\f\n\r\t";

constexpr bool needs_escape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

/// Marks the printable ASCII characters that need no escape.
constexpr auto is_plain = [] {
    std::array<bool, 256> plain{};
    for (std::size_t c = 0x20; c < 0x7F; ++c) plain[c] = !needs_escape(static_cast<char>(c));
    return plain;
}();

/// Checks whether a text is printable ASCII without characters that need an escape.
bool all_plain(std::string_view text) {
    text.remove_prefix(plain_blocks(text));
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return is_plain[static_cast<unsigned char>(c)]; });
}

void append_escape(char c, std::string& out) {
    const std::size_t letter = escaped_characters.find(c);
    if (letter != std::string_view::npos) {
        out.append({'\\', escape_letters[letter]});
    } else {
        constexpr std::string_view digits = "0123456789abcdef";
        out.append("\\u00").append({digits[static_cast<std::size_t>(c >> 4)], digits[c & 15]});
    }
}

/// Returns the code point of a valid UTF-8 character.
std::uint32_t code_of(std::string_view character) {
    std::uint32_t code = static_cast<unsigned char>(character.front());
    if (character.size() > 1) code &= 0xFFU >> (character.size() + 1);
    for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
    return code;
}

/// Parses four hexadecimal digits.
std::optional<std::uint32_t> hex_number(std::string_view digits) {
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number, 16);
    return digits.size() == 4 && error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

constexpr bool is_high_surrogate(std::uint32_t code) { return code >= 0xD800 && code < 0xDC00; }
constexpr bool is_low_surrogate(std::uint32_t code) { return code >= 0xDC00 && code < 0xE000; }

void append_utf8(std::uint32_t code, std::string& out) {
    const auto append_byte = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    const auto append_continuation = [&](int shift) { append_byte(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) return append_byte(code);
    if (code < 0x800) return append_byte(0xC0 | code >> 6), append_continuation(0);
    if (code < 0x10000) return append_byte(0xE0 | code >> 12), append_continuation(6), append_continuation(0);
    append_byte(0xF0 | code >> 18), append_continuation(12), append_continuation(6), append_continuation(0);
}

/// Appends the character that a valid escape stands for.
void append_unescaped(std::string_view escape, std::string& out) {
    if (escape[1] != 'u') {
        out += escaped_characters[escape_letters.find(escape[1])];
        return;
    }
    std::uint32_t code = *hex_number(escape.substr(2, 4));
    if (is_high_surrogate(code))
        code = 0x10000 + ((code - 0xD800) << 10) + *hex_number(escape.substr(8, 4)) - 0xDC00;
    append_utf8(code, out);
}

}  // namespace

void append_quoted(std::string_view text, std::string& out) {
    out += '"';
    if (all_plain(text)) {
        out.append(text).append(1, '"');
        return;
    }
    std::string escaped;
    for (auto bad = first_bad_utf8(text); !text.empty(); bad = first_bad_utf8(text)) {
        for (const char c : text.substr(0, bad.value_or(text.size())))
            needs_escape(c) ? append_escape(c, escaped) : escaped.push_back(c);
        if (bad) escaped += "\xEF\xBF\xBD";
        text.remove_prefix(bad ? *bad + 1 : text.size());
    }
    append_visible(escaped, out);
    out += '"';
}

void append_visible(std::string_view json, std::string& out) {
    if (is_visible(json)) {
        out += json;
        return;
    }
    while (!json.empty()) {
        const std::string_view character = whole_character(json, 0);
        json.remove_prefix(character.size());
        if (is_visible(character)) {
            out += character;
        } else {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", code_of(character));
        }
    }
}

bool is_visible(std::string_view json) {
    const auto is_rare = [](char c) { return static_cast<unsigned char>(c) >= 0x7F; };
    while (true) {
        const auto rare = std::find_if(json.begin(), json.end(), is_rare);
        json.remove_prefix(static_cast<std::size_t>(rare - json.begin()));
        if (json.empty()) return true;
        const std::string_view character = whole_character(json, 0);
        // Characters of four bytes are never escaped: each would need two escapes in JSON.
        if (character.size() == 1 || (character.size() < 4 && is_unprintable(character))) return false;
        json.remove_prefix(character.size());
    }
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

std::string compact_json(std::string_view json) {
    std::string compact;
    while (!json.empty()) {
        std::size_t size = 1;
        if (json.front() == '"') {
            bool escaped = false;
            for (; json[size] != '"'; ++size) {
                if (json[size] == '\\') ++size, escaped = true;
            }
            ++size;
            if (escaped) {
                append_quoted(unescaped_json(json.substr(1, size - 2)), compact);
            } else {
                append_visible(json.substr(0, size), compact);
            }
        } else if (!is_blank(json.front())) {
            compact += json.front();
        }
        json.remove_prefix(size);
    }
    return compact;
}

std::string unescaped_json(std::string_view quoted) {
    std::string text;
    text.reserve(quoted.size());
    while (!quoted.empty()) {
        const std::size_t backslash = std::min(quoted.find('\\'), quoted.size());
        text += quoted.substr(0, backslash);
        quoted.remove_prefix(backslash);
        if (quoted.empty()) break;
        const std::size_t length = escape_length(quoted);
        append_unescaped(quoted.substr(0, length), text);
        quoted.remove_prefix(length);
    }
    return text;
}

std::size_t escape_length(std::string_view text) {
    if (text.size() < 2) return 0;
    if (text[1] != 'u') return escape_letters.find(text[1]) == std::string_view::npos ? 0 : 2;
    const auto code = hex_number(text.substr(2, 4));
    if (!code || is_low_surrogate(*code)) return 0;
    if (!is_high_surrogate(*code)) return 6;
    const auto low = text.substr(6, 2) == "\\u" ? hex_number(text.substr(8, 4)) : std::nullopt;
    return low && is_low_surrogate(*low) ? 12 : 0;
}

std::optional<std::string> text_of_json(std::string_view json) {
    if (!json.starts_with('"')) return std::nullopt;
    return unescaped_json(json.substr(1, json.size() - 2));
}

std::size_t number_length(std::string_view text) {
    const auto digits_from = [&](std::size_t from) {  // returns the offset after the digits
        return std::min(text.find_first_not_of("0123456789", from), text.size());
    };
    const auto has_any_at = [&](std::size_t offset, std::string_view signs) {
        return offset < text.size() && signs.find(text[offset]) != std::string_view::npos;
    };
    const std::size_t begin = has_any_at(0, "-") ? 1 : 0;
    std::size_t end = has_any_at(begin, "0") ? begin + 1 : digits_from(begin);
    if (end == begin) return 0;
    if (has_any_at(end, ".") && digits_from(end + 1) > end + 1) end = digits_from(end + 1);
    if (has_any_at(end, "eE")) {
        const std::size_t exponent = has_any_at(end + 1, "+-") ? end + 2 : end + 1;
        if (digits_from(exponent) > exponent) end = digits_from(exponent);
    }
    return end;
}

bool is_number(std::string_view json) {
    return !json.empty() && (is_digit(json.front()) || json.front() == '-');
}

std::string number_or_text(std::string_view text) {
    const bool number = !text.empty() && number_length(text) == text.size();
    return number ? std::string(text) : json_text_of(text);
}

std::optional<std::string> number_or_text_of_json(std::string_view json) {
    if (is_number(json)) return std::string(json);
    auto text = text_of_json(json);
    return text && !is_number(number_or_text(*text)) ? text : std::nullopt;
}

}  // namespace octomate::records
