#include "puzzle/puzzle.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The text before '#' or '=' that denotes a kind of stipulation, such as "ser-h", and the words for the
/// kind before "mate".
struct Prefix {
    std::string_view text, words;
    StipulationKind kind;
};

/// Ordered so that no prefix is hidden by a shorter one before it: the first match is the right one.
constexpr std::array<Prefix, 6> prefixes = {{
    {"ser-h", "series help ", StipulationKind::SeriesHelp},
    {"ser-", "series ", StipulationKind::Series},
    {"h", "help ", StipulationKind::Help},
    {"s", "self ", StipulationKind::Self},
    {"r", "reflex ", StipulationKind::Reflex},
    {"", "", StipulationKind::Direct},
}};

const Prefix& prefix_of(StipulationKind kind) {
    return *std::find_if(prefixes.begin(), prefixes.end(),
                         [&](const Prefix& prefix) { return prefix.kind == kind; });
}

/// Returns the fault that `expected` is missing at `offset` of `text`.
Unexpected<Fault> unexpected(std::string_view text, std::size_t offset, std::string_view expected) {
    const std::string found = offset == text.size() ? fmt::format("{} ends too early", quote(text))
                                                    : fmt::format("found {}", quote(text.substr(offset)));
    return Unexpected{
        Fault{FaultCode::BadStipulation, "stipulation", offset,
              fmt::format("{}, expected {}, as in #2, h#2.5, s#2, r#2, ser-#4 or =2", found, expected)}};
}

}  // namespace

Puzzle question_of(const Puzzle& puzzle) {
    Puzzle question;
    question.variant = puzzle.variant;
    question.roll = puzzle.roll;
    question.moves = puzzle.moves;
    question.stipulation = puzzle.stipulation;
    question.solutions = puzzle.solutions;
    question.promotions_as_one = puzzle.promotions_as_one;
    return question;
}

Expected<Stipulation, Fault> read_stipulation(std::string_view text) {
    Stipulation stipulation;
    const Prefix& prefix = *std::find_if(prefixes.begin(), prefixes.end(), [&](const Prefix& candidate) {
        return text.starts_with(candidate.text);
    });
    stipulation.kind = prefix.kind;
    std::size_t offset = prefix.text.size();
    if (offset == text.size() || (text[offset] != '#' && text[offset] != '='))
        return unexpected(text, offset,
                          offset == 0 ? "#, =, h, s, r, ser- or ser-h" : "# for mate or = for stalemate");
    if (text[offset++] == '=') stipulation.goal = Goal::Stalemate;

    const std::size_t digits_begin = offset;
    int moves = 0;
    for (; offset < text.size() && is_digit(text[offset]); ++offset)
        moves = std::min(10 * moves + (text[offset] - '0'), max_moves + 1);
    const bool is_number = offset > digits_begin && (text[digits_begin] != '0' || offset == digits_begin + 1);
    const bool allows_half = stipulation.kind == StipulationKind::Help;
    const bool has_half = is_number && allows_half && text.substr(offset).starts_with(".5");
    if (has_half) offset += 2;
    stipulation.half_moves = 2 * moves + (has_half ? 1 : 0);
    if (!is_number || stipulation.half_moves == 0 || stipulation.half_moves > 2 * max_moves)
        return unexpected(text, digits_begin, fmt::format("the number of moves, 1 to {}", max_moves));
    if (offset < text.size())
        return unexpected(text, offset, allows_half ? "the end, or .5 after a whole number" : "the end");
    return stipulation;
}

std::string text_of(const Stipulation& stipulation) {
    return fmt::format("{}{}{}{}", prefix_of(stipulation.kind).text,
                       stipulation.goal == Goal::Mate ? '#' : '=', stipulation.half_moves / 2,
                       stipulation.half_moves % 2 == 0 ? "" : ".5");
}

std::string words_of(const Stipulation& stipulation) {
    const std::string text = text_of(stipulation);
    return fmt::format("{}, a {}{} in {}", text, prefix_of(stipulation.kind).words,
                       stipulation.goal == Goal::Mate ? "mate" : "stalemate",
                       text.substr(text.find_first_of("#=") + 1));
}

}  // namespace octomate::records
