#include "formats/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "puzzle/fields.hpp"
#include "puzzle/stipulation.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The letter of a knight in one notation instead of the other, where it names a man or a promotion.
std::string with_knights(std::string_view move, char from, char to) {
    std::string text(move);
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == from && (at == 0 || text[at - 1] == '=')) text[at] = to;
    }
    return text;
}

/// A line of a solution that names a move of the key.
struct KeyLine {
    std::optional<int> face;  ///< none: no die is written
    std::string move;
};

bool is_square(std::string_view text) { return square_named(text.substr(0, 2)).has_value(); }

/// Whether the word is a move of Popeye or of this program, from a square to another.
bool is_long_move(std::string_view word) {
    if (!word.empty() && std::string_view("KQRBSNP").find(word.front()) != std::string_view::npos)
        word.remove_prefix(1);
    return word.size() >= 5 && is_square(word) &&
           std::string_view("-x*").find(word[2]) != std::string_view::npos && is_square(word.substr(3));
}

/// Blanks end a move, other control characters may not stand in all formats, and a star is read as a capture.
constexpr bool is_of_a_move(char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7F' && c != '*'; }

/// `(5) 1.Qa8-e4-e7 # !`, `1.Sd4-e6 ! threat:`.
std::optional<KeyLine> key_line(std::string_view line) {
    KeyLine key;
    line = trim(line);
    if (line.starts_with('(') && line.size() > 3 && line[2] == ')') {
        key.face = face_named(line.substr(1, 1));
        if (!key.face) return std::nullopt;
        line = trim(line.substr(3));
    }
    if (!line.starts_with("1.") || line.starts_with("1..")) return std::nullopt;
    line.remove_prefix(2);
    const std::vector<Word> words = split_words(line);
    if (words.size() < 2 || !is_long_move(words[0].text)) return std::nullopt;
    key.move = with_knights(words[0].text, 'S', 'N');
    if (key.move.size() > 2) std::replace(key.move.begin(), key.move.end(), '*', 'x');
    std::size_t at = 1;
    if (words[at].text == "+" || words[at].text == "#") key.move += words[at++].text;
    if (at == words.size() || words[at].text != "!") return std::nullopt;
    return key;
}

}  // namespace

std::string stipulation_text(const Puzzle& puzzle) {
    const auto other = puzzle.other_stipulation();
    return other ? text_of(*other) : fmt::format("#{}", puzzle.moves);
}

bool begins_black(const Puzzle& puzzle) {
    const auto other = puzzle.other_stipulation();
    return other && other->kind == StipulationKind::Help && other->half_moves % 2 == 0;
}

std::string game_sentence(const Puzzle& puzzle, std::string_view default_variant) {
    const std::string_view named = puzzle.variant ? std::string_view(*puzzle.variant) : default_variant;
    const bool sayable =
        !named.empty() && named.size() <= 80 && std::all_of(named.begin(), named.end(), [](char c) {
            return is_name_start(c) || is_digit(c) || c == '-' || c == ':';
        });
    const bool die =
        puzzle.roll || (puzzle.key && std::any_of(puzzle.key->begin(), puzzle.key->end(),
                                                  [](const auto& face) { return face.first > 0; }));
    std::string sentence = fmt::format("{}{} as Octomate plays it", sentence_start,
                                       sayable ? std::string(named) : std::string("a variant of chess"));
    if (die) sentence += ", with a die of eight faces that names the file of each move";
    const auto other = puzzle.other_stipulation();
    sentence += other ? ": " + words_of(*other) : fmt::format(": mate in {}", puzzle.moves);
    if (puzzle.roll) {
        sentence += fmt::format(", the roll is {}", *puzzle.roll);
    } else if (die) {
        sentence += ", on which rolls?";
    }
    return sentence.ends_with('?') ? sentence : sentence + '.';
}

std::string solution_text(const Puzzle& puzzle) {
    std::string text;
    if (!puzzle.key) return text;
    for (const auto& [face, moves] : *puzzle.key) {
        for (const std::string& move : moves) {
            std::string_view word = move;
            std::string sign;
            if (word.ends_with('+') || word.ends_with('#')) {
                sign = fmt::format(" {}", word.back());
                word.remove_suffix(1);
            }
            if (!is_long_move(word) || !std::all_of(word.begin(), word.end(), is_of_a_move)) continue;
            text += fmt::format("({}) 1.{}{} !\n", face_name(face), with_knights(word, 'N', 'S'), sign);
        }
    }
    return text;
}

Key key_of_solution(std::string_view solution, int face) {
    Key key;
    for_each_line(solution, [&](std::string_view line) {
        if (auto found = key_line(line)) key[found->face.value_or(face)].push_back(std::move(found->move));
    });
    return key;
}

void for_each_line(std::string_view text, const std::function<void(std::string_view)>& take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace octomate::records
