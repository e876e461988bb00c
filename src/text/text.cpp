#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

namespace octomate {

namespace {

constexpr std::size_t longest_quote = 40;

constexpr unsigned char byte_at(std::string_view text, std::size_t offset) {
    return static_cast<unsigned char>(text[offset]);
}

/// Returns the length of the valid UTF-8 character of two bytes or more at `offset`, or 0 if there is none.
std::size_t wide_character(std::string_view text, std::size_t offset) {
    const unsigned lead = byte_at(text, offset);
    std::size_t length = 0;
    unsigned lowest = 0x80;  // bounds of the second byte exclude overlong forms, surrogates and > 10FFFF
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
    if (length == 0 || text.size() - offset < length) return 0;
    if (byte_at(text, offset + 1) < lowest || byte_at(text, offset + 1) > highest) return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byte_at(text, offset + i) & 0xC0U) != 0x80U) return 0;
    }
    return length;
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Returns the symbol for a control character (U+2400 to U+2421), of three bytes in UTF-8.
std::string control_symbol(char c) {
    const int code = c == '\x7F' ? 0x21 : c;
    return {'\xE2', '\x90', static_cast<char>(0x80 + code)};
}

constexpr bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
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
    std::string lowered(text);
    for (char& c : lowered) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return lowered;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view trim_end(std::string_view text) { return text.substr(0, text.find_last_not_of(' ') + 1); }

std::string_view whole_character(std::string_view text, std::size_t offset) {
    std::size_t end = offset + 1;
    while (end < text.size() && (byte_at(text, end) & 0xC0U) == 0x80U) ++end;
    return text.substr(offset, end - offset);
}

bool is_identifier(std::string_view text) {
    return !text.empty() && is_name_start(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) { return is_name_start(c) || is_digit(c); });
}

std::optional<std::size_t> first_bad_utf8(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080U;
    std::size_t offset = 0;
    while (offset < text.size()) {
        if (std::uint64_t word = 0; text.size() - offset >= sizeof word) {  // skip 8 bytes of ASCII at once
            std::memcpy(&word, text.data() + offset, sizeof word);
            if ((word & high_bits) == 0) {
                offset += sizeof word;
                continue;
            }
        }
        if (byte_at(text, offset) < 0x80) {
            ++offset;
            continue;
        }
        const std::size_t length = wide_character(text, offset);
        if (length == 0) return offset;
        offset += length;
    }
    return std::nullopt;
}

std::string quote(std::string_view text) {
    std::string result = "\"";
    std::size_t offset = 0;
    while (offset < text.size() && offset < longest_quote) {
        const unsigned char byte = byte_at(text, offset);
        const std::size_t length = byte < 0x80 ? 1 : wide_character(text, offset);
        if (byte < 0x20 || byte == 0x7F || length == 0) {
            fmt::format_to(std::back_inserter(result), "\\x{:02X}", byte);
            ++offset;
        } else {
            result.append(text, offset, length);
            offset += length;
        }
    }
    if (offset < text.size()) result += "…";
    result += '"';
    return result;
}

bool is_unprintable(std::string_view character) {
    if (character.size() == 2)
        return (character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0) ||
               character == "\xD8\x9C";
    if (character.size() == 4) {  // noncharacters: the last two code points of each plane
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
        const auto plain_length = static_cast<std::size_t>(end - text.begin());
        out += text.substr(0, plain_length);
        text.remove_prefix(plain_length);
        if (text.empty()) break;
        if (is_control(text.front())) {
            out += control_symbol(text.front());
            text.remove_prefix(1);
            continue;
        }
        const auto first = static_cast<unsigned char>(text.front());
        const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        const std::string_view character = text.substr(0, length);
        const bool valid = character.size() == length && !first_bad_utf8(character);
        out += valid && !is_unprintable(character) ? character : replacement;
        text.remove_prefix(valid ? character.size() : 1);
    }
    return out;
}

std::string_view version() { return OCTOMATE_VERSION; }

namespace {

/// The widths of the characters ' ' to '~' in Liberation Sans, in thousandths of the font size.
constexpr std::array<int, 95> widths = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Returns the number of edits between two words: their Damerau-Levenshtein distance (optimal string
/// alignment), by dynamic programming. `least[i][j]` is the distance of the first i letters of `a` and the
/// first j of `b`. Returns 40 if a word is longer than 40 bytes.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    constexpr std::size_t longest = 40;
    if (a.size() > longest || b.size() > longest) return longest;
    std::array<std::array<std::size_t, longest + 1>, longest + 1> distance{};
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                distance[i][j] = i + j;
                continue;
            }
            const bool same = a[i - 1] == b[j - 1];
            distance[i][j] = std::min(
                {distance[i - 1][j] + 1, distance[i][j - 1] + 1, distance[i - 1][j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
        }
    }
    return distance[a.size()][b.size()];
}

/// Returns the number of UTF-8 characters.
std::size_t characters_in(std::string_view text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

}  // namespace

std::string enumerate(const std::vector<std::string>& words, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? last : ", ";
        text += words[i];
    }
    return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
    std::string text;
    for (const std::string& word : words) text.append(&word == words.data() ? "" : separator).append(word);
    return text;
}

std::vector<std::string_view> words_between(std::string_view text, char separator) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t end = text.find(separator);
        words.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return words;
        text.remove_prefix(end + 1);
    }
}

std::string with_article(int number) {
    const bool vowel = number == 8 || number == 11 || number == 18 || number / 10 == 8;
    return (vowel ? "an " : "a ") + std::to_string(number);
}

std::string capitalised(std::string_view text) {
    std::string capital(text);
    if (!capital.empty() && capital.front() >= 'a' && capital.front() <= 'z')
        capital.front() = static_cast<char>(capital.front() - 'a' + 'A');
    return capital;
}

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t offset = digits.size(); offset > 3;) digits.insert(offset -= 3, 1, ',');
    return digits;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t column) {
    std::string out;
    bool starts_line = column <= indent;
    while (!text.empty()) {
        const std::size_t word = std::min(text.find_first_not_of(' '), text.size());
        const std::size_t end = std::min(text.find(' ', word), text.size());
        if (const std::size_t size = characters_in(text.substr(0, end));
            starts_line || column + size <= width) {
            out.append(text.substr(0, end));
            text.remove_prefix(end);
            column += size;
            starts_line = false;
        } else {
            out.append("\n").append(indent, ' ');
            text.remove_prefix(word);
            column = indent;
            starts_line = true;
        }
    }
    return out;
}

std::string table_row(std::string_view name, std::string_view text, std::size_t column, std::size_t width) {
    std::string row(name);
    const std::size_t name_width = characters_in(name);
    row += name_width + 1 < column ? std::string(column - name_width, ' ') : '\n' + std::string(column, ' ');
    return row + wrapped(text, width, column, column);
}

std::string reflowed(std::string_view text, std::size_t width) {
    std::string out, paragraph;
    const auto end_paragraph = [&] {
        if (!paragraph.empty()) out += wrapped(paragraph, width, 0) + '\n';
        paragraph.clear();
    };
    for (const std::string_view line : words_between(text, '\n')) {
        if (!line.empty() && line.front() != ' ') {
            paragraph.append(paragraph.empty() ? "" : " ").append(line);
            continue;
        }
        end_paragraph();
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        out += wrapped(line, width, indent + 4) + '\n';
    }
    end_paragraph();
    return out;
}

double text_width(std::string_view text) {
    double sum = 0;
    for (const char c : text) {
        if (continues_character(c)) continue;
        sum += c >= ' ' && c <= '~' ? widths[static_cast<std::size_t>(c - ' ')] : 800;
    }
    return sum / 1000;
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names) {
    std::optional<std::string> closest;
    std::size_t fewest_edits = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t edits = edit_distance(word, name);
        if (edits >= fewest_edits) continue;
        fewest_edits = edits;
        closest = name;
    }
    return closest;
}

}  // namespace octomate
