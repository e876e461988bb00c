#include "formats/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "formats/write.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::records {

namespace {

constexpr std::string_view fen_kinds = "KQRBNP";

char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c; }

std::string name_of(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

/// The letter of a knight in one notation instead of the other, where it names a piece or a promotion.
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

/// Whether the word is a move from a square to another.
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
    if (const std::size_t close = line.find(')'); line.starts_with('(') && close != line.npos) {
        key.face = face_named(line.substr(1, close - 1));
        if (!key.face) return std::nullopt;
        line = trim(line.substr(close + 1));
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

std::string escaped(std::string_view text) {
    std::string latex;
    for (const char c : trim(text)) {
        switch (c) {
            case '\\': latex += "\\textbackslash{}"; break;
            case '^': latex += "\\textasciicircum{}"; break;
            case '~': latex += "\\textasciitilde{}"; break;
            case '#':
            case '$':
            case '%':
            case '&':
            case '_':
            case '{':
            case '}': latex.append({'\\', c}); break;
            case '\n': latex += "\\newline\n    "; break;
            default: latex += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return latex;
}

}  // namespace

std::optional<Diagram> Diagram::of_fen(std::string_view fen) {
    const std::vector<Word> words = split_words(fen);
    if (words.size() < 2 || (words[1].text != "w" && words[1].text != "b")) return std::nullopt;
    constexpr BoardField board{8, 8, "", [](std::string_view text) -> std::size_t {
                                   return fen_kinds.find(capital(text.front())) != fen_kinds.npos ? 1 : 0;
                               }};
    const auto men = read_board_field(words[0].text, board);
    if (!men) return std::nullopt;
    Diagram diagram;
    diagram.black_moves_ = words[1].text == "b";
    for (const WrittenMan& man : *men) diagram.put(man.text.front(), man.square);
    return diagram;
}

bool Diagram::put(char man, int square) {
    char& there = men_[static_cast<std::size_t>(square)];
    if (there != 0) return false;
    there = man;
    return true;
}

char Diagram::take_off(int square) { return std::exchange(men_[static_cast<std::size_t>(square)], char{0}); }

bool Diagram::empty() const {
    return std::all_of(men_.begin(), men_.end(), [](char man) { return man == 0; });
}

std::string Diagram::fen() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto end_gap = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const char man = men_[static_cast<std::size_t>(8 * rank + file)];
            if (man == 0) {
                ++empty;
                continue;
            }
            end_gap();
            text += man;
        }
        end_gap();
        if (rank > 0) text += '/';
    }
    return text + (black_moves_ ? " b - - 0 1" : " w - - 0 1");
}

int Diagram::count(bool black) const {
    return static_cast<int>(std::count_if(
        men_.begin(), men_.end(), [&](char man) { return man != 0 && (capital(man) != man) == black; }));
}

std::vector<std::string> Diagram::squares_of(char man) const {
    std::vector<std::string> squares;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const int square = 8 * rank + file;
            if (men_[static_cast<std::size_t>(square)] == man) squares.push_back(name_of(square));
        }
    }
    return squares;
}

std::optional<int> square_named(std::string_view name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        return std::nullopt;
    return 8 * (name[1] - '1') + name[0] - 'a';
}

std::string stipulation_text(const Puzzle& puzzle) {
    const auto other = puzzle.other_stipulation();
    return other ? text_of(*other) : fmt::format("#{}", puzzle.moves);
}

bool begins_black(const Puzzle& puzzle) {
    const auto other = puzzle.other_stipulation();
    return other && other->kind == StipulationKind::Help && other->half_moves % 2 == 0;
}

std::string game_sentence(const Puzzle& puzzle, const Variants& variants) {
    const std::string_view named = puzzle.variant ? std::string_view(*puzzle.variant) : variants.fallback;
    const bool sayable =
        !named.empty() && named.size() <= 80 && std::all_of(named.begin(), named.end(), [](char c) {
            return is_name_start(c) || is_digit(c) || c == '-' || c == ':';
        });
    const bool rolls =
        puzzle.roll || (puzzle.key && std::any_of(puzzle.key->begin(), puzzle.key->end(),
                                                  [](const auto& face) { return face.first > 0; }));
    std::string sentence = fmt::format("{}{} as Octomate plays it", sentence_start,
                                       sayable ? std::string(named) : std::string("a variant of chess"));
    if (const Die* die = variants.die(puzzle.variant); die && rolls)
        sentence +=
            fmt::format(", with a die whose {} faces name the {} of each move", die->faces, die->names);
    const auto other = puzzle.other_stipulation();
    sentence += other ? ": " + words_of(*other) : fmt::format(": mate in {}", puzzle.moves);
    if (puzzle.roll) {
        sentence += fmt::format(", the roll is {}", *puzzle.roll);
    } else if (rolls) {
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
    for (const std::string_view line : words_between(solution, '\n')) {
        if (auto found = key_line(line)) key[found->face.value_or(face)].push_back(std::move(found->move));
    }
    return key;
}

std::string_view latex_header() {
    return "\\documentclass{article}\n"
           "\\usepackage[T1]{fontenc}\n"
           "\\usepackage[utf8]{inputenc}\n"
           "\\usepackage{diagram}\n"
           "\n"
           "\\begin{document}\n"
           "\n";
}

std::string_view latex_footer() { return "\\putsol\n\n\\end{document}\n"; }

std::string to_latex(const Puzzle& puzzle, const Variants& variants) {
    std::string latex = "\\begin{diagram}%\n";
    const auto put = [&](std::string_view command, std::string_view text) {
        latex += fmt::format("  \\{}{{{}}}%\n", command, escaped(text));
    };
    if (puzzle.author) put("author", *puzzle.author);
    if (puzzle.source) put("source", *puzzle.source);
    if (const auto board = Diagram::of_fen(puzzle.fen)) {
        std::string men;
        for (const bool black : {false, true}) {
            board->for_each_kind(black, [&](char kind, const std::vector<std::string>& squares) {
                constexpr std::string_view english = "KQRBNP", german = "KDTLSB";
                men += fmt::format("{}{}{}{}", men.empty() ? "" : ", ", black ? 's' : 'w',
                                   german[english.find(kind)], fmt::join(squares, ""));
            });
        }
        latex += fmt::format("  \\pieces[{}+{}]{{{}}}%\n", board->count(false), board->count(true), men);
        if (board->black_moves()) put("remark", "Black to move");
    } else {
        put("remark", puzzle.fen);
    }
    put("stipulation", stipulation_text(puzzle));
    put("condition", game_sentence(puzzle, variants));
    if (const std::string solution = solution_text(puzzle); !solution.empty()) put("solution", solution);
    if (!puzzle.themes.empty()) put("themes", fmt::format("{}", fmt::join(puzzle.themes, ", ")));
    if (puzzle.comment) put("comment", *puzzle.comment);
    return latex + "\\end{diagram}\n";
}

}  // namespace octomate::records
