#include "make/move_pattern.hpp"

#include <fmt/core.h>

#include <bitset>

namespace octomate::make {

namespace {

bool names_square(char letter) {
    return (letter >= 'a' && letter <= 'p') || (letter >= '1' && letter <= '8');
}

constexpr std::size_t longest_text = 255;  // far more than any move has

/// Whether a pattern matches all of a text, no longer than that. Sign by sign of the pattern, all places of
/// the text that it may have come to are followed at once: one after the other, many wildcards would take for
/// ever.
bool match(std::string_view pattern, std::string_view text) {
    if (text.size() > longest_text) return false;
    std::bitset<longest_text + 1> reached;
    reached.set(0);
    for (std::size_t sign = 0; sign < pattern.size() && reached.any(); ++sign) {
        std::bitset<longest_text + 1> next;
        const char wanted = pattern[sign];
        bool within = false;  // what a wildcard stands for
        for (std::size_t at = 0; at < text.size(); ++at) {
            within = within || reached[at];
            if (wanted == '*') {
                next[at] = within;
            } else if (wanted == '?') {
                within = within && (names_square(text[at]) || (sign == 0 && text[at] == '-'));
                next[at + 1] = within;
            } else {
                next[at + 1] = reached[at] && text[at] == wanted;
            }
        }
        if (wanted == '*') next[text.size()] = within || reached[text.size()];
        reached = next;
    }
    return reached[text.size()];
}

std::string_view without_signs(std::string_view text) {
    while (!text.empty() && (text.back() == '+' || text.back() == '#')) text.remove_suffix(1);
    return text;
}

}  // namespace

Expected<MovePattern, Fault> MovePattern::read(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        const bool word = (letter >= 'a' && letter <= 'p') || letter == 'x' ||
                          (letter >= 'A' && letter <= 'Z') || (letter >= '1' && letter <= '8');
        if (word || std::string_view("-=,+#?*").find(letter) != std::string_view::npos) continue;
        return Unexpected{Fault{
            FaultCode::NotAMove, "", at,
            fmt::format("\"{}\" is no move with wildcards: expected a letter of a man, squares, -, x, =, "
                        "? for a square or * for anything",
                        text)}};
    }
    return MovePattern(text);
}

bool MovePattern::matches(std::string_view notation) const {
    return match(without_signs(written_), without_signs(notation));
}

}  // namespace octomate::make
