#include "text/printable.hpp"

#include <algorithm>

#include "text/text.hpp"

namespace octomate {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The character of three bytes U+2400…, which shows a control character.
std::string picture_of(char c) {
    const int picture = c == '\x7F' ? 0x21 : c;
    return {'\xE2', '\x90', static_cast<char>(0x80 + picture)};
}

constexpr bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }

}  // namespace

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

}  // namespace octomate
