#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "records/json_text.hpp"
#include "records/popeye.hpp"
#include "records/problem.hpp"
#include "records/write.hpp"
#include "records/yaml.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::records {

namespace {

/// Popeye reads lines of up to 255 bytes.
constexpr std::size_t longest_remark = 200;

/// A part of compact JSON whose blanks at the ends are not lost where lines are trimmed: all blanks stand in
/// texts, where they may be escaped.
std::string with_blanks_at_ends(std::string_view json) {
    constexpr std::string_view blank = "\\u0020";
    std::string line(json);
    if (line.ends_with(' ')) line.replace(line.size() - 1, 1, blank);
    if (line.starts_with(' ')) line.replace(0, 1, blank);
    return line;
}

std::string problem(const Puzzle& puzzle, std::string_view default_variant, std::string_view rest) {
    std::string text = "BeginProblem\n";
    const auto put = [&](std::string_view word, std::string_view value) {
        if (const std::string line = one_line(value); !line.empty() && line.size() < longest_remark)
            text += fmt::format("{} {}\n", word, line);
    };
    if (puzzle.author) put("Author", *puzzle.author);
    if (puzzle.source) put("Origin", *puzzle.source);
    if (puzzle.title) put("Title", *puzzle.title);
    put("Stipulation", stipulation_text(puzzle));
    if (const auto diagram = Diagram::of_fen(puzzle.fen)) {
        if (diagram->black_moves() != begins_black(puzzle)) put("Option", half_duplex);
        text += "Pieces\n";
        for (const bool black : {false, true}) {
            if (diagram->count(black) == 0) continue;
            text += black ? "  Black" : "  White";
            diagram->for_each_kind(black, [&](char kind, const std::vector<std::string>& squares) {
                text += fmt::format(" {}{}", kind == 'N' ? 'S' : kind, fmt::join(squares, ""));
            });
            text += '\n';
        }
    }
    put("Remark", game_sentence(puzzle, default_variant));
    const std::string solution = solution_text(puzzle);
    for (const std::string_view line : words_between(solution, '\n')) put("Remark", line);
    // What would be read as something else stands in the rest alone.
    if (puzzle.comment && popeye_remark(trim(one_line(*puzzle.comment))) == PopeyeRemark::Comment)
        put("Remark", *puzzle.comment);
    while (!rest.empty()) {
        std::size_t size = std::min(longest_remark, rest.size());
        const auto splits = [&](std::size_t at) {  // a character
            return at < rest.size() && (static_cast<unsigned char>(rest[at]) & 0xC0) == 0x80;
        };
        while (size > 1 && splits(size)) --size;
        text += fmt::format("Remark {}{}\n", popeye_rest_mark, with_blanks_at_ends(rest.substr(0, size)));
        rest.remove_prefix(size);
    }
    return text + "EndProblem";
}

}  // namespace

std::string to_popeye(const Puzzle& puzzle, std::string_view default_variant) {
    return with_rest(
        puzzle, [&](std::string_view rest) { return problem(puzzle, default_variant, rest); }, read_popeye);
}

}  // namespace octomate::records
