#include "make/move_pattern.hpp"

#include <fmt/format.h>

namespace octomate::make {

namespace {

bool names_square(char letter) {
    return (letter >= 'a' && letter <= 'p') || (letter >= '1' && letter <= '8');
}

/// Whether a pattern matches all of a text; `inside`: what a `?` may stand for.
template <class Inside>
bool match(std::string_view pattern, std::string_view text, Inside inside) {
    if (pattern.empty()) return text.empty();
    const std::string_view rest = pattern.substr(1);
    switch (pattern.front()) {
        case '*':
            for (std::size_t skip = 0; skip <= text.size(); ++skip) {
                if (match(rest, text.substr(skip), names_square)) return true;
            }
            return false;
        case '?':
            for (std::size_t skip = 1; skip <= text.size() && inside(text[skip - 1]); ++skip) {
                if (match(rest, text.substr(skip), names_square)) return true;
            }
            return false;
        default:
            return !text.empty() && text.front() == pattern.front() &&
                   match(rest, text.substr(1), names_square);
    }
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
    return match(without_signs(written_), without_signs(notation),
                 [](char letter) { return names_square(letter) || letter == '-'; });
}

}  // namespace octomate::make
