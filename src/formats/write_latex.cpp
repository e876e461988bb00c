#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "formats/problem.hpp"
#include "formats/write.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

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

std::string to_latex(const Puzzle& puzzle, std::string_view default_variant) {
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
    put("condition", game_sentence(puzzle, default_variant));
    if (const std::string solution = solution_text(puzzle); !solution.empty()) put("solution", solution);
    if (!puzzle.themes.empty()) put("themes", fmt::format("{}", fmt::join(puzzle.themes, ", ")));
    if (puzzle.comment) put("comment", *puzzle.comment);
    return latex + "\\end{diagram}\n";
}

}  // namespace octomate::records
