// Checks the parsing of short notation. Short forms are derived from the text of the long notation alone.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "laws/complete_permutation_corpus.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "laws/super_chess_corpus.hpp"

namespace octomate::laws {

namespace {

using Texts = std::vector<std::string>;

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

/// The parts of a step in long notation.
struct LongStep {
    std::string piece, from, sign, to, end, becomes;

    explicit LongStep(std::string_view text) {
        const auto cut = [&](std::size_t length) {
            std::string part(text.substr(0, length));
            text.remove_prefix(part.size());
            return part;
        };
        while (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') piece += cut(1);
        from = cut(2);
        while (!text.empty() && (text.front() == 'x' || !is_letter_or_digit(text.front()))) sign += cut(1);
        to = cut(2);
        if (text.starts_with('-')) end = cut(3).substr(1);
        becomes = text;
    }
};

/// Returns all short forms of a step. A short form never contains the whole from-square.
Texts short_texts(const LongStep& step) {
    Texts texts;
    std::set<std::string> signs = {step.sign == "-" || step.sign == "x" ? "" : step.sign};
    if (step.sign == "x") signs.insert("x");
    for (const std::string& square : {step.to, step.end}) {
        if (square.empty()) continue;
        for (const std::string& origin : {std::string(), step.from.substr(0, 1), step.from.substr(1)}) {
            for (const std::string& sign : signs)
                texts.push_back(step.piece + origin + sign + square + step.becomes);
        }
    }
    return texts;
}

std::string without_sign(std::string text) {
    if (text.back() == '+' || text.back() == '#') text.pop_back();
    return text;
}

/// Splits the long notation of a move into its steps.
template <class P>
Texts long_steps(const P& position, const typename P::Move& move) {
    const std::string text = without_sign(position.notation(move));
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) return {text};
    return {text.substr(0, comma), text.substr(comma + 1)};
}

/// Returns the step of a Super Chess move with its piece letters added; empty if it has only one form.
Texts long_steps(const SuperPosition& position, const super_chess::Move& move) {
    const std::string text = without_sign(position.notation(move));
    const LongStep step(text);
    if (text.front() == '@' || text.front() == 'O' || text[2] == '=') return {};
    std::string pieces(super_chess::pieces_of(position.board().at(move.from()).kind()));
    if (step.sign.starts_with('_')) pieces = pieces.substr(0, step.sign.size());
    if (step.sign.starts_with('^')) pieces = pieces.substr(pieces.size() - step.sign.size());
    return {(pieces == "P" ? "" : pieces) + text};
}

/// Returns the short forms of a move, each with and without its check or mate sign.
template <class P>
Texts short_forms(const P& position, const typename P::Move& move) {
    const Texts steps = long_steps(position, move);
    Texts texts;
    if (steps.size() == 1) texts = short_texts(LongStep(steps[0]));
    if (steps.size() == 2) {
        const auto other = position.read_move(steps[1] + "," + steps[0]);
        for (const std::string& first : short_texts(LongStep(steps[0]))) {
            for (const std::string& second : short_texts(LongStep(steps[1]))) {
                texts.push_back(first + "," + second);
                if (other && other->move == move) texts.push_back(second + "," + first);
            }
        }
    }
    const char sign = position.notation(move).back();
    const std::size_t plain = texts.size();
    for (std::size_t at = 0; at < plain && (sign == '+' || sign == '#'); ++at)
        texts.push_back(texts[at] + sign);
    return texts;
}

/// Parses `text`, which is a short form of `moves` and no other move. Returns what is wrong, or "".
template <class P>
std::string misread(const P& position, const std::string& text, const std::vector<typename P::Move>& moves) {
    const auto read = position.read_move(text);
    if (moves.size() == 1) {
        if (!read) return fmt::format("{} is refused: {}", text, read.error().message);
        if (read->move != moves.front()) return text + " is read as another move";
        return read->remarks.empty() ? "" : text + ": " + read->remarks.front().message;
    }
    if (read || read.error().code != FaultCode::AmbiguousMove) return text + " is not called ambiguous";
    for (const auto& move : moves) {
        if (read.error().message.find(position.notation(move)) == std::string::npos)
            return fmt::format("{}: {} is not named", text, position.notation(move));
    }
    return {};
}

/// The step through the corpus; slow builds have a smaller corpus and therefore a smaller step.
template <class P>
constexpr std::size_t step_of_corpus = std::is_same_v<P, CompletePosition> ? (slow_build ? 12 : 53)
                                       : std::is_same_v<P, SuperPosition>  ? (slow_build ? 3 : 19)
                                                                           : 19;

}  // namespace

TEMPLATE_TEST_CASE("a short form of one move is parsed as the move, one of several is ambiguous",
                   "[law][notation]", D8Position, ParentPosition, CompletePosition, SuperPosition) {
    Random random(14);
    std::size_t clear = 0, several = 0;
    check_law<TestType>(
        [&](const TestType& position) -> std::string {
            std::map<std::string, std::vector<typename TestType::Move>> meant;
            for (const auto& move : sorted_moves(position)) {
                const Texts forms = short_forms(position, move);
                for (const std::string& text : std::set<std::string>(forms.begin(), forms.end()))
                    meant[text].push_back(move);
            }
            constexpr std::size_t most_tested = 60;
            for (const auto& [text, moves] : meant) {
                if (random.below(meant.size()) >= most_tested) continue;
                if (std::string wrong = misread(position, text, moves); !wrong.empty()) return wrong;
                ++(moves.size() == 1 ? clear : several);
            }
            return {};
        },
        step_of_corpus<TestType>);
    // Enough texts of one move and of several moves must have been tested.
    CHECK(clear > 1000);
    CHECK(several > 100);
}

}  // namespace octomate::laws
