#include "collect/rewrite.hpp"

#include <fmt/core.h>

#include "collect/inputs.hpp"
#include "games/list.hpp"
#include "text/printable.hpp"

namespace octomate::collect {

void name_game(records::Puzzle& puzzle, const games::Game& game) {
    if (!puzzle.variant && game.name() != games::default_name()) puzzle.variant = game.name();
}

int rewrite(const std::vector<std::string>& files, const CommonOptions& given, const RecordTarget& target,
            const Change& change, bool with_notes) {
    CommonOptions common = given;
    common.format = Format::Text;  // no error records among the puzzles
    if (!target.is_standard_output() && !can_open(files)) return BadInput;
    RecordFile file(target);
    const auto work = [&](const records::Line& line, records::Output& output) {
        with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            bool complete = true;
            Status changed = change(game, puzzle, notes, complete);
            if (!changed) return changed;
            name_game(puzzle, game);
            if (!complete) {
                ++output.incomplete;
                if (interrupted) return changed;
                notes.emplace_back("a limit was hit: the record is left as it is");
            }
            output.data += file.text(puzzle);
            if ((with_notes || !complete) && !common.quiet) {
                for (const std::string& note : notes)
                    output.talk += fmt::format("{}:{}: note: {}\n", line.file, line.number, printable(note));
            }
            return changed;
        });
    };
    const Ran ran =
        run_lines(files, common, work, [&](const records::Output& output) { file.write(output.data); });
    file.close(ran.whole, common.quiet);
    return ran.code;
}

}  // namespace octomate::collect
