#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "records/popeye.hpp"
#include "records/problem.hpp"
#include "records/write.hpp"
#include "records/yaml.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::records {

namespace {

constexpr std::size_t board_width = 37;  // signs, as Popeye prints it

/// The rank lines between two edges; nothing but the edges for a board that is no diagram.
std::string board(const std::optional<Diagram>& diagram) {
    std::string text = fmt::format("{}\n", popeye_edge);
    if (diagram) {
        std::array<std::string, 64> men;
        men.fill(" .");
        for (const bool black : {false, true}) {
            diagram->for_each_kind(black, [&](char kind, const std::vector<std::string>& squares) {
                for (const std::string& square : squares)
                    men[static_cast<std::size_t>(*square_named(square))] = {black ? '-' : ' ',
                                                                            kind == 'N' ? 'S' : kind};
            });
        }
        for (std::size_t rank = 8; rank-- > 0;) {
            text += fmt::format("|{:{}}|\n{}", "", board_width - 2, rank + 1);
            for (std::size_t file = 0; file < 8; ++file) text += "  " + men[8 * rank + file];
            text += fmt::format("   {}\n", rank + 1);
        }
        text += fmt::format("|{:{}}|\n", "", board_width - 2);
    }
    return text + fmt::format("{}\n", popeye_edge);
}

std::string printed(const Puzzle& puzzle, std::string_view default_variant, std::string_view rest) {
    // The line that Popeye begins with; captions may look like anything.
    std::string text = "Popeye diagram by Octomate\n\n";
    for (const auto& caption : {puzzle.author, puzzle.source, puzzle.title}) {
        const std::string line = one_line(caption.value_or(""));
        const std::size_t left = line.size() < board_width ? (board_width - line.size()) / 2 : 0;
        if (!line.empty() && !is_popeye_edge(line))
            text += fmt::format("{:{}}{}\n", "", std::max<std::size_t>(2, left), line);
    }
    const auto diagram = Diagram::of_fen(puzzle.fen);
    text += "\n" + board(diagram);
    const std::string men =
        diagram ? fmt::format("{} + {}", diagram->count(false), diagram->count(true)) : std::string();
    text += fmt::format("  {:<{}}{}\n", stipulation_text(puzzle),
                        std::max<std::size_t>(1, board_width - 2 - men.size()), men);
    if (diagram && diagram->black_moves() != begins_black(puzzle))
        text += fmt::format("{:>{}}\n", half_duplex, board_width);
    text += fmt::format("\n  {}\n\n", game_sentence(puzzle, default_variant));
    const std::string solution = solution_text(puzzle);
    for (const std::string_view line : words_between(solution, '\n')) {
        if (!line.empty()) text += fmt::format("   {}\n", line);
    }
    if (!rest.empty()) text += fmt::format("\n  {}{}\n", popeye_rest_mark, rest);
    return text + "\nsolution finished.\n";
}

}  // namespace

std::string to_popeye_output(const Puzzle& puzzle, std::string_view default_variant) {
    return with_rest(
        puzzle, [&](std::string_view rest) { return printed(puzzle, default_variant, rest); },
        read_popeye_output);
}

}  // namespace octomate::records
