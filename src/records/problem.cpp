#include "records/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "records/further_fields.hpp"
#include "records/json_text.hpp"
#include "records/names.hpp"
#include "records/rest.hpp"
#include "records/stipulation.hpp"
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

void for_each_line(std::string_view text, const std::function<void(std::string_view)>& take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// The text with all white space as single blanks.
std::string squeezed(std::string_view text) {
    std::string result;
    for_each_line(text, [&](std::string_view line) {
        for (const Word& word : split_words(trim(line)))
            result.append(result.empty() ? "" : " ").append(word.text);
    });
    return result;
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
    std::string sentence = fmt::format("The game is {} as Octomate plays it",
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

bool is_key_line(std::string_view line) {
    const auto key = key_line(line);
    return key && key->face;
}

void ProblemDraft::take_stipulation(std::string_view text) {
    std::string joined;
    for (const Word& word : split_words(trim(text))) joined += word.text;
    if (joined.size() > 1 && joined.front() == '#' && std::all_of(joined.begin() + 1, joined.end(), is_digit))
        return draft.take_moves(stipulation_field, std::string_view(joined).substr(1));
    if (joined.empty()) return;
    if (const auto stipulation = read_stipulation(joined)) {
        draft.puzzle.stipulation = *stipulation;
        return;
    }
    draft.take_further(other_stipulation_field, json_text_of(trim(text)));
    draft.notes.push_back(fmt::format(
        "the stipulation {} is none of this program, expected one such as #2 or h#2; it is kept as {}",
        quote(joined), other_stipulation_field));
}

void ProblemDraft::take_solution(std::string_view text) {
    Key key;
    for_each_line(text, [&](std::string_view line) {
        if (auto found = key_line(line))
            key[found->face.value_or(draft.puzzle.roll.value_or(0))].push_back(std::move(found->move));
    });
    Puzzle told;
    if (!key.empty()) told.key = draft.puzzle.key = std::move(key);
    if (squeezed(solution_text(told)) != squeezed(text))
        draft.take_further(solution_field, json_text_of(text));
}

void ProblemDraft::take_fen(std::string_view fen) { fen_ = trim(fen); }

Expected<Read<Puzzle>, BadPuzzle> ProblemDraft::finish() {
    if (!draft.good()) return draft.finish();  // what is left of the men is no position to judge
    if (begins_black(draft.puzzle) != sides_swapped_) diagram.let_black_move(true);
    if (!fen_.empty()) {
        const bool side = split_words(fen_).size() > 1;
        draft.puzzle.fen = side ? fen_ : fen_ + (diagram.black_moves() ? " b - - 0 1" : " w - - 0 1");
    } else if (!diagram.empty()) {
        draft.puzzle.fen = diagram.fen();
    }
    Names names;  // commands and lines may stand several times
    for (UnknownField& field : draft.puzzle.unknown) field.name = names.unlike_others(std::move(field.name));
    if (!rest_.empty()) merge_json(draft, problem_rest, rest_);
    if (draft.puzzle.fen.empty())
        draft.first_fault(FaultCode::MissingFen, "fen", 0, "the problem has no men");
    return draft.finish();
}

std::string missing_fields(const Puzzle& puzzle, const Puzzle& read) {
    Rest rest;
    const auto put_text = [&](std::string_view field, const std::optional<std::string>& text,
                              const std::optional<std::string>& got) {
        if (text != got) rest.put(field, text ? json_text_of(*text) : "null");
    };
    if (puzzle.fen != read.fen) rest.put("fen", json_text_of(puzzle.fen));
    put_text("id", puzzle.id, read.id);
    put_text("variant", puzzle.variant, read.variant);
    if (puzzle.roll != read.roll) rest.put("roll", puzzle.roll ? std::to_string(*puzzle.roll) : "null");
    if (puzzle.key != read.key) rest.put("key", puzzle.key ? key_json(*puzzle.key) : "null");
    if (puzzle.moves != read.moves) rest.put("moves", std::to_string(puzzle.moves));
    put_text("title", puzzle.title, read.title);
    put_text("author", puzzle.author, read.author);
    put_text("source", puzzle.source, read.source);
    put_text("comment", puzzle.comment, read.comment);
    if (puzzle.themes != read.themes)
        rest.put("themes", puzzle.themes.empty() ? "null" : texts_json(puzzle.themes));
    if (const auto all = further_fields(puzzle); all != further_fields(read)) rest.put(all);
    return rest.empty() ? std::string() : rest.text();
}

std::string with_rest(const Puzzle& puzzle, const std::function<std::string(std::string_view rest)>& write,
                      const std::function<Expected<Read<Puzzle>, BadPuzzle>(std::string_view)>& read) {
    std::string text = write({});
    auto back = read(text);
    if (!back) {
        // There is no diagram of it. What is read beside one shows only where the position stands.
        Rest position;
        position.put("fen", json_text_of(puzzle.fen));
        back = read(write(position.text()));
        if (back) back->value.fen.clear();
    }
    const std::string rest = missing_fields(puzzle, back ? back->value : Puzzle());
    return rest.empty() ? text : write(rest);
}

}  // namespace octomate::records
