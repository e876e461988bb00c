#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace octomate {

namespace {

/// Thousandths of the size, from ' ' to '~'.
constexpr std::array<int, 95> widths = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The edits that make one word of the other; longer words than are ever typed count as far off.
std::size_t edits(std::string_view a, std::string_view b) {
    constexpr std::size_t longest = 40;
    if (a.size() > longest || b.size() > longest) return longest;
    std::array<std::array<std::size_t, longest + 1>, longest + 1> least{};
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                least[i][j] = i + j;
                continue;
            }
            const bool same = a[i - 1] == b[j - 1];
            least[i][j] =
                std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, least[i - 1][j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
        }
    }
    return least[a.size()][b.size()];
}

std::size_t characters_in(std::string_view text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

}  // namespace

std::string enumerate(const std::vector<std::string>& words, std::string_view last) {
    std::string text;
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (at > 0) text += at + 1 == words.size() ? last : ", ";
        text += words[at];
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
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t at) {
    std::string out;
    bool starts_line = at <= indent;
    while (!text.empty()) {
        const std::size_t word = std::min(text.find_first_not_of(' '), text.size());
        const std::size_t end = std::min(text.find(' ', word), text.size());
        if (const std::size_t size = characters_in(text.substr(0, end)); starts_line || at + size <= width) {
            out.append(text.substr(0, end));
            text.remove_prefix(end);
            at += size;
            starts_line = false;
        } else {
            out.append("\n").append(indent, ' ');
            text.remove_prefix(word);
            at = indent;
            starts_line = true;
        }
    }
    return out;
}

std::string table_row(std::string_view name, std::string_view text, std::size_t column, std::size_t width) {
    std::string row(name);
    const std::size_t used = characters_in(name);
    row += used + 1 < column ? std::string(column - used, ' ') : '\n' + std::string(column, ' ');
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
    std::optional<std::string> found;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t distance = edits(word, name);
        if (distance >= least) continue;
        least = distance;
        found = name;
    }
    return found;
}

}  // namespace octomate
