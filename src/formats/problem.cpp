#include "formats/problem.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "formats/formats.hpp"
#include "json/text.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The pieces of a diagram, by their capital letters in a FEN.
constexpr std::string_view fen_kinds = "KQRBNP";

char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c; }

std::string name_of(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

/// Replaces the letter `from` of a knight by `to`, where it names the moving piece or a promotion.
std::string replace_knights(std::string_view move, char from, char to) {
    std::string text(move);
    for (std::size_t index = 0; index < text.size(); ++index) {
        if (text[index] == from && (index == 0 || text[index - 1] == '=' || text[index - 1] == ' '))
            text[index] = to;
    }
    return text;
}

/// A line of a solution that names a move of the key.
struct KeyLine {
    std::vector<int> faces;  ///< empty if the line has no roll
    std::string move;
};

/// Parses a list of faces such as "1-3,7", or "-" for 0 (no die); returns nullopt if it is malformed.
std::optional<std::vector<int>> faces_in(std::string_view text) {
    std::vector<int> faces;
    for (const std::string_view part : words_between(text, ',')) {
        const std::size_t dash = part.find('-', 1);
        const auto first = face_named(part.substr(0, dash));
        const auto last = dash == part.npos ? first : face_named(part.substr(dash + 1));
        if (!first || !last) return std::nullopt;
        for (int face = *first; face <= *last; ++face) faces.push_back(face);
    }
    return faces;
}

bool is_square(std::string_view text) { return square_named(text.substr(0, 2)).has_value(); }

/// Checks whether a word is a move in long notation, such as "Qa8-e4".
bool is_long_move(std::string_view word) {
    if (!word.empty() && std::string_view("KQRBSNP").find(word.front()) != std::string_view::npos)
        word.remove_prefix(1);
    return word.size() >= 5 && is_square(word) &&
           std::string_view("-x*").find(word[2]) != std::string_view::npos && is_square(word.substr(3));
}

/// Checks whether every format can hold a move with the character `c`: '!' and '?' would end the move, '*'
/// would be read as a capture, and some formats allow no control characters.
constexpr bool occurs_in_moves(char c) {
    return static_cast<unsigned char>(c) >= ' ' &&
           std::string_view("\x7F*!?").find(c) == std::string_view::npos;
}

/// Parses a line of a solution such as `1.(5) Qa8-e4-e7#!`, `(5) 1.Qa8-e4-e7 # !` or `1.Sd4-e6 ! threat:`.
/// Returns nullopt if the line does not name a move of the key, which must be marked with '!'.
std::optional<KeyLine> parse_key_line(std::string_view line) {
    KeyLine key;
    bool faces_valid = true;
    const auto parse_faces = [&] {
        const std::size_t close = line.find(')');
        if (!line.starts_with('(') || close == line.npos) return;
        const auto faces = faces_in(line.substr(1, close - 1));
        faces_valid = faces_valid && faces;
        if (faces) key.faces = *faces;
        line = trim(line.substr(close + 1));
    };
    line = trim(line);
    parse_faces();
    if (!line.starts_with("1.") || line.starts_with("1..")) return std::nullopt;
    line = trim(line.substr(2));
    parse_faces();
    const std::size_t mark = line.find_first_of("!?");
    if (!faces_valid || mark == line.npos || line[mark] != '!') return std::nullopt;
    for (const Word& word : split_words(line.substr(0, mark))) {
        const bool is_check_sign = word.text == "+" || word.text == "#";
        key.move.append(key.move.empty() || is_check_sign ? "" : " ").append(word.text);
    }
    // Without a roll, the line may be any text, so only a move in long notation counts.
    if (key.move.empty() || (key.faces.empty() && !is_long_move(key.move))) return std::nullopt;
    key.move = replace_knights(key.move, 'S', 'N');
    std::replace(key.move.begin(), key.move.end(), '*', 'x');
    return key;
}

/// Returns the name of the twin whose solution begins with `line`, such as "b" for "b) Ke4→e5", or nullopt.
std::optional<std::string_view> twin_name_at_start(std::string_view line) {
    line = trim(line);
    const std::size_t close = line.find(')');
    if (close == line.npos || close == 0 || line.find('(') < close) return std::nullopt;
    const bool is_move = line.find('.') < close;
    return is_move ? std::nullopt : std::optional(line.substr(0, close));
}

/// Writes knights as S, as chess problemists do, instead of N in the moves of a text.
std::string with_s_for_knights(std::string_view text) {
    std::string out(text);
    for (std::size_t index = 0; index + 2 < out.size(); ++index) {
        const char previous = index == 0 ? ' ' : out[index - 1];
        const bool is_added_piece =
            index > 1 && out[index - 2] == '+' && (previous == 'w' || previous == 'b');
        const bool begins_piece = is_added_piece || previous < 0 ||
                                  std::string_view(" .(,;").find(previous) != std::string_view::npos;
        if (out[index] == 'N' && begins_piece && is_square(std::string_view(out).substr(index + 1)))
            out[index] = 'S';
    }
    for (std::size_t index = 0; (index = out.find("=N", index)) != std::string::npos;) out[index + 1] = 'S';
    return out;
}

/// Characters and sequences that LaTeX cannot print as text, and their replacements. (It prints "--" as a
/// dash.)
constexpr std::pair<std::string_view, std::string_view> latex_replacements[] = {
    {"→", "$\\rightarrow$"}, {"−", "$-$"}, {"--", "-{}-"}};

/// Escapes a text for LaTeX; keeps line breaks and indentation.
std::string escaped(std::string_view text) {
    std::string latex;
    text = trim(text);
    while (!text.empty()) {
        const auto* const found =
            std::find_if(std::begin(latex_replacements), std::end(latex_replacements),
                         [&](const auto& replacement) { return text.starts_with(replacement.first); });
        if (found != std::end(latex_replacements)) {
            latex += found->second;
            text.remove_prefix(found->first.size());
            continue;
        }
        const char c = text.front();
        text.remove_prefix(1);
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
            case '\n':
                latex += "\\newline\n    ";
                for (; text.starts_with("  "); text.remove_prefix(2)) latex += "\\hspace*{1em}";
                break;
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
    const auto pieces = read_board_field(words[0].text, board);
    if (!pieces) return std::nullopt;
    Diagram diagram;
    diagram.black_moves_ = words[1].text == "b";
    for (const WrittenPiece& piece : *pieces) diagram.put(piece.text.front(), piece.square);
    return diagram;
}

bool Diagram::put(char piece, int square) {
    char& content = pieces_[static_cast<std::size_t>(square)];
    if (content != 0) return false;
    content = piece;
    return true;
}

char Diagram::remove(int square) { return std::exchange(pieces_[static_cast<std::size_t>(square)], char{0}); }

std::string Diagram::piece_name_at(std::string_view square) const {
    const char piece = letter_at(square);
    return piece == 0 ? std::string() : std::string(1, capital(piece));
}

char Diagram::letter_at(std::string_view square) const {
    const auto found = square_named(square);
    return found ? pieces_[static_cast<std::size_t>(*found)] : '\0';
}

bool Diagram::empty() const {
    return std::all_of(pieces_.begin(), pieces_.end(), [](char piece) { return piece == 0; });
}

std::string Diagram::fen() const {
    std::string text;
    const auto piece_on = [&](int square) { return pieces_[static_cast<std::size_t>(square)]; };
    append_board_field(
        text, 8, 8, [&](int square) { return piece_on(square) != 0; },
        [&](int square) { text += piece_on(square); });
    return text + (black_moves_ ? " b - - 0 1" : " w - - 0 1");
}

int Diagram::count(bool black) const {
    return static_cast<int>(std::count_if(pieces_.begin(), pieces_.end(), [&](char piece) {
        return piece != 0 && (capital(piece) != piece) == black;
    }));
}

std::vector<std::string> Diagram::squares_of(char piece) const {
    std::vector<std::string> squares;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const int square = 8 * rank + file;
            if (pieces_[static_cast<std::size_t>(square)] == piece) squares.push_back(name_of(square));
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

bool black_begins(const Puzzle& puzzle) {
    const auto other = puzzle.other_stipulation();
    return other && other->kind == StipulationKind::Help && other->half_moves % 2 == 0;
}

bool is_entry_list(const std::vector<std::string>& texts, std::size_t longest) {
    return !texts.empty() && std::set(texts.begin(), texts.end()).size() == texts.size() &&
           std::all_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return !text.empty() && text.size() <= longest; });
}

std::vector<std::string> entry_comments(const std::string& comment) {
    if (comment.empty()) return {};
    const std::vector<std::string_view> lines = words_between(comment, '\n');
    std::vector<std::string> comments(lines.begin(), lines.end());
    if (!is_entry_list(comments, comment.size())) comments = {comment};
    return comments;
}

std::string_view year_in(std::string_view text) {
    for (std::size_t start = 0; start < text.size(); ++start) {
        if (!is_digit(text[start])) continue;
        const std::size_t end = std::min(text.find_first_not_of("0123456789", start), text.size());
        if (end - start == 4 && (text[start] == '1' || text[start] == '2')) return text.substr(start, 4);
        start = end;
    }
    return {};
}

std::string source_json(std::string_view source) {
    const std::string_view year = year_in(source);
    if (year.empty() || source.size() > longest_label) return {};
    return fmt::format("{{\"name\":{},\"date\":{{\"year\":{}}}}}", json_text_of(source), year);
}

bool uses_die(const Puzzle& puzzle) {
    return puzzle.roll || (puzzle.key && std::any_of(puzzle.key->begin(), puzzle.key->end(),
                                                     [](const auto& face) { return face.first > 0; }));
}

std::string game_sentence(const Puzzle& puzzle, const Variants& variants) {
    const std::string_view name = puzzle.variant ? std::string_view(*puzzle.variant) : variants.fallback;
    const bool is_printable =
        !name.empty() && name.size() <= 80 && std::all_of(name.begin(), name.end(), [](char c) {
            return is_name_start(c) || is_digit(c) || c == '-' || c == ':';
        });
    const bool has_rolls = uses_die(puzzle);
    std::string sentence =
        fmt::format("{}{}{}", sentence_start, is_printable ? name : "a variant of chess", game_end);
    if (const Die* die = variants.die(puzzle.variant); die && has_rolls)
        sentence +=
            fmt::format(", with a die whose {} faces name the {} of each move", die->faces, die->noun);
    const auto other = puzzle.other_stipulation();
    sentence += other ? ": " + words_of(*other) : fmt::format(": mate in {}", puzzle.moves);
    if (puzzle.roll) {
        sentence += fmt::format("{}{}", roll_start, *puzzle.roll);
    } else if (has_rolls) {
        sentence += ", on which rolls?";
    }
    return sentence.ends_with('?') ? sentence : sentence + '.';
}

std::string key_text_of_solution(const Key& key) {
    std::string text;
    for (const auto& [face, moves] : key) {
        for (const std::string& move : moves) {
            std::string_view word = move;
            if (word.ends_with('+') || word.ends_with('#')) word.remove_suffix(1);
            if (word.empty() || !std::all_of(word.begin(), word.end(), occurs_in_moves)) continue;
            const std::string written = replace_knights(move, 'N', 'S');
            // If another piece is called S, its move would be read as a knight's, so it is left out.
            if (replace_knights(written, 'S', 'N') == move)
                text += fmt::format("1.({}) {}!\n", face_name(face), written);
        }
    }
    return text;
}

std::string solution_text(const Puzzle& puzzle, const std::vector<Twin>& twins) {
    std::string text;
    if (puzzle.printed) {
        for (const auto& [indent, line] : puzzle.printed->lines)
            text.append(static_cast<std::size_t>(2 * indent), ' ').append(with_s_for_knights(line)) += '\n';
        return text;
    }
    if (const UnknownField* field = unknown_field(puzzle, "solution")) {
        if (auto recorded = text_of_json(field->json)) return *std::move(recorded);
    }
    if (puzzle.key) text = key_text_of_solution(*puzzle.key);
    const bool twins_have_keys =
        std::any_of(twins.begin(), twins.end(), [](const Twin& twin) { return twin.puzzle.key.has_value(); });
    if (!twins_have_keys) return text;
    text.insert(0, "a)\n");
    for (const Twin& twin : twins) {
        text += fmt::format("{}) {}\n", twin.name, with_s_for_knights(change_text(puzzle, twin)));
        if (twin.puzzle.key) text += key_text_of_solution(*twin.puzzle.key);
    }
    return text;
}

Key key_of_solution(std::string_view solution, int face, std::string_view twin) {
    Key key;
    bool in_part_of_twin = twin == "a";
    for (const std::string_view line : words_between(solution, '\n')) {
        if (const auto name = twin_name_at_start(line)) in_part_of_twin = *name == twin;
        auto found = in_part_of_twin ? parse_key_line(line) : std::nullopt;
        if (!found) continue;
        if (found->faces.empty()) found->faces.push_back(face);
        for (const int line_face : found->faces) key[line_face].push_back(found->move);
    }
    return key;
}

std::string latex_header(const Variants& variants) {
    const std::string_view note = variants.note_of ? variants.note_of(variants.fallback) : "";
    return "% Diagrams of the package diagram (diagram.sty, part of chess-problem-diagrams), which needs "
           "pstricks.\n"
           "% Run latex FILE, then dvips FILE: pdflatex does not know what the boards are drawn with.\n"
           "% Debian and Ubuntu have both in texlive-games and texlive-pstricks.\n"
           "\\documentclass{article}\n"
           "\\usepackage[T1]{fontenc}\n"
           "\\usepackage[utf8]{inputenc}\n"
           "\\usepackage{diagram}\n"
           "\\renewcommand*{\\notcomputerproofedsymbol}{}  % what nobody tested has no sign\n"
           "\\dianamestyle{normalname}\\solnamestyle{normalname}  % names as they are written\n"
           "% The game, explained in front of its first diagram.\n"
           "\\newcommand*{\\game}{\\par\\noindent " +
           escaped(note) +
           "\\par\\bigskip\\global\\let\\game\\relax}\n"
           "\n"
           "\\begin{document}\n"
           "\n";
}

std::string_view latex_footer() { return "\\putsol\n\n\\end{document}\n"; }

std::string to_latex(const Puzzle& puzzle, const Variants& variants) {
    const std::string variant = puzzle.variant.value_or(std::string(variants.fallback));
    const bool is_fallback =
        variant == variants.fallback && variants.note_of && !variants.note_of(variant).empty();
    std::string latex = is_fallback ? "\\game\n" : "";
    latex += "\\begin{diagram}%\n";
    const auto add_command = [&](std::string_view command, std::string_view text) {
        latex += fmt::format("  \\{}{{{}}}%\n", command, escaped(text));
    };
    if (puzzle.author) add_command("author", *puzzle.author);
    if (puzzle.source) add_command("source", *puzzle.source);
    if (const auto board = Diagram::of_fen(puzzle.fen)) {
        std::string pieces;
        for (const bool black : {false, true}) {
            board->for_each_kind(black, [&](char kind, const std::vector<std::string>& squares) {
                constexpr std::string_view english = "KQRBNP", german = "KDTLSB";
                pieces += fmt::format("{}{}{}{}", pieces.empty() ? "" : ", ", black ? 's' : 'w',
                                      german[english.find(kind)], joined(squares, ""));
            });
        }
        latex += fmt::format("  \\pieces[{}+{}]{{{}}}%\n", board->count(false), board->count(true), pieces);
        if (board->black_moves()) add_command("remark", "Black to move");
    } else {
        add_command("remark", puzzle.fen);
    }
    std::string stipulation = stipulation_text(puzzle);
    if (const Die* die = variants.die(puzzle.variant)) stipulation += fmt::format(" d{}", die->faces);
    if (puzzle.roll) stipulation += fmt::format(", roll {}", *puzzle.roll);
    add_command("stipulation", stipulation);
    if (puzzle.printed && puzzle.printed->tested) latex += "  \\Co+%\n";
    if (!is_fallback && !variant.empty()) add_command("condition", variant);
    const std::vector<Twin> twins = twins_or_none(puzzle, variants);
    std::vector<std::string> changes;
    for (const Twin& twin : twins)
        changes.push_back(fmt::format("{}) {}", twin.name, with_s_for_knights(change_text(puzzle, twin))));
    if (!changes.empty()) add_command("twins", joined(changes, "; "));
    if (const std::string solution = solution_text(puzzle, twins); !solution.empty())
        add_command("solution", solution);
    if (!puzzle.themes.empty()) add_command("themes", joined(puzzle.themes, ", "));
    if (puzzle.comment) add_command("comment", *puzzle.comment);
    return latex + "\\end{diagram}\n";
}

}  // namespace octomate::records
