#include "text/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace octomate {

namespace {

constexpr std::size_t longest_quote = 40;

constexpr unsigned char byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

/// Length of the well-formed character (of two bytes or more) that starts at `at`; 0 if there is none.
std::size_t wide_character(std::string_view text, std::size_t at) {
    const unsigned lead = byte_at(text, at);
    std::size_t length = 0;
    unsigned lowest =
        0x80;  // bounds of the second byte: they shut out overlong forms, surrogates and > 10FFFF
    unsigned highest = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0) lowest = 0xA0;
        if (lead == 0xED) highest = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0) lowest = 0x90;
        if (lead == 0xF4) highest = 0x8F;
    }
    if (length == 0 || text.size() - at < length) return 0;
    if (byte_at(text, at + 1) < lowest || byte_at(text, at + 1) > highest) return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byte_at(text, at + i) & 0xC0U) != 0x80U) return 0;
    }
    return length;
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The character of three bytes U+2400…, which shows a control character.
std::string picture_of(char c) {
    const int picture = c == '\x7F' ? 0x21 : c;
    return {'\xE2', '\x90', static_cast<char>(0x80 + picture)};
}

constexpr bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }

}  // namespace

std::string_view without_mark(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

bool is_utf16(std::string_view text) {
    if (text.size() < 2) return false;
    return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
           (text[0] == '\0') != (text[1] == '\0');
}

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return small;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view trim_end(std::string_view text) { return text.substr(0, text.find_last_not_of(' ') + 1); }

std::string_view whole_character(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && (byte_at(text, end) & 0xC0U) == 0x80U) ++end;
    return text.substr(at, end - at);
}

bool is_identifier(std::string_view text) {
    return !text.empty() && is_name_start(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) { return is_name_start(c) || is_digit(c); });
}

std::optional<std::size_t> first_bad_utf8(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080U;
    std::size_t at = 0;
    while (at < text.size()) {
        if (std::uint64_t word = 0; text.size() - at >= sizeof word) {  // nearly all text is ASCII
            std::memcpy(&word, text.data() + at, sizeof word);
            if ((word & high_bits) == 0) {
                at += sizeof word;
                continue;
            }
        }
        if (byte_at(text, at) < 0x80) {
            ++at;
            continue;
        }
        const std::size_t length = wide_character(text, at);
        if (length == 0) return at;
        at += length;
    }
    return std::nullopt;
}

std::string quote(std::string_view text) {
    std::string result = "\"";
    std::size_t at = 0;
    while (at < text.size() && at < longest_quote) {
        const unsigned char byte = byte_at(text, at);
        const std::size_t length = byte < 0x80 ? 1 : wide_character(text, at);
        if (byte < 0x20 || byte == 0x7F || length == 0) {
            fmt::format_to(std::back_inserter(result), "\\x{:02X}", byte);
            ++at;
        } else {
            result.append(text, at, length);
            at += length;
        }
    }
    if (at < text.size()) result += "…";
    result += '"';
    return result;
}

bool is_unprintable(std::string_view character) {
    if (character.size() == 2)
        return (character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0) ||
               character == "\xD8\x9C";
    if (character.size() == 4) {  // the last two of each plane
        const auto third = static_cast<unsigned char>(character[2]),
                   last = static_cast<unsigned char>(character[3]);
        return third == 0xBF && last >= 0xBE && (static_cast<unsigned char>(character[1]) & 0x0FU) == 0x0F;
    }
    const auto last = static_cast<unsigned char>(character[2]);
    if (character.starts_with("\xE2\x80"))
        return (last >= 0xA8 && last <= 0xAE) || last == 0x8E || last == 0x8F;
    if (character.starts_with("\xE2\x81")) return last >= 0xA6 && last <= 0xAF;
    if (character.starts_with("\xEF\xB7")) return last >= 0x90 && last <= 0xAF;
    return character.starts_with("\xEF\xBF") && last >= 0xBE;
}

std::string printable(std::string_view text, std::string_view kept) {
    const auto is_plain = [&](char c) {
        return c >= 0 ? !is_control(c) || kept.find(c) != kept.npos : false;
    };
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto end = std::find_if_not(text.begin(), text.end(), is_plain);
        const auto plain = static_cast<std::size_t>(end - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        if (is_control(text.front())) {
            out += picture_of(text.front());
            text.remove_prefix(1);
            continue;
        }
        const auto first = static_cast<unsigned char>(text.front());
        const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        const std::string_view character = text.substr(0, length);
        const bool good = character.size() == length && !first_bad_utf8(character);
        out += good && !is_unprintable(character) ? character : replacement;
        text.remove_prefix(good ? character.size() : 1);
    }
    return out;
}

std::string_view version() { return OCTOMATE_VERSION; }

}  // namespace octomate
