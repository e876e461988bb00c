#include "puzzle/puzzle.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The text before '#' or '=' that denotes a kind of stipulation, and the words before "mate" for it.
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
                         [&](const Prefix& one) { return one.kind == kind; });
}

/// Returns the fault that `expected` is missing at the offset `at` of `text`.
Unexpected<Fault> unexpected(std::string_view text, std::size_t at, std::string_view expected) {
    const std::string found = at == text.size() ? fmt::format("{} ends too early", quote(text))
                                                : fmt::format("found {}", quote(text.substr(at)));
    return Unexpected{
        Fault{FaultCode::BadStipulation, "stipulation", at,
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
    const Prefix& prefix = *std::find_if(prefixes.begin(), prefixes.end(),
                                         [&](const Prefix& one) { return text.starts_with(one.text); });
    stipulation.kind = prefix.kind;
    std::size_t at = prefix.text.size();
    if (at == text.size() || (text[at] != '#' && text[at] != '='))
        return unexpected(text, at,
                          at == 0 ? "#, =, h, s, r, ser- or ser-h" : "# for mate or = for stalemate");
    if (text[at++] == '=') stipulation.goal = Goal::Stalemate;

    const std::size_t number = at;
    int moves = 0;
    for (; at < text.size() && is_digit(text[at]); ++at)
        moves = std::min(10 * moves + (text[at] - '0'), max_moves + 1);
    const bool good = at > number && (text[number] != '0' || at == number + 1);
    const bool halves = stipulation.kind == StipulationKind::Help;
    const bool half = good && halves && text.substr(at).starts_with(".5");
    if (half) at += 2;
    stipulation.half_moves = 2 * moves + (half ? 1 : 0);
    if (!good || stipulation.half_moves == 0 || stipulation.half_moves > 2 * max_moves)
        return unexpected(text, number, fmt::format("the number of moves, 1 to {}", max_moves));
    if (at < text.size())
        return unexpected(text, at, halves ? "the end, or .5 after a whole number" : "the end");
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
