#include "questions/mate.hpp"

#include <array>
#include <utility>

#include "puzzle/fields.hpp"
#include "reports/json.hpp"

namespace octomate::questions {

Mate::Mate() {
    using solver::Defence;
    using solver::Dice;
    options
        .whole("moves", request.moves, 1, records::max_moves,
               "Mate within N moves of the side to move (default: as the record says)")
        .in_python("n");
    options
        .text("stipulation", stipulation_,
              "The stipulation of records without one: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, ser-h#3, …")
        .at_command_line("--stipulation TEXT");
    Option& dice = options.word("dice", request.dice, std::array{Dice::Mean, Dice::Every, Dice::Some},
                                "How rolls are valued (default: mean; for helpmates and series some)");
    dice.set = [this, set = dice.set](const Value& value) {
        set(value);
        request.line_dice = request.dice;
    };
    options.word("defence", request.defence, std::array{Defence::Best, Defence::Help},
                 "What the opponent plays (default: best)");
    options.limits(request);
    options
        .whole("lines", request.most_lines, 0, 1'000'000,
               "The greatest number of lines printed for a help or series stipulation (default: 10)")
        .at_command_line("--solutions N");
    options.flag("set_play", request.set_play,
                 "Add set play: the lines of a help stipulation in which the other side begins");
    options.tables(tables);
    solution.declare(options);
}

Status Mate::check(const games::Game&) const {
    if (stipulation_)
        if (auto read = records::read_stipulation(*stipulation_); !read)
            return Unexpected{Faults{std::move(read.error())}};
    if (solution.wanted && request.defence == solver::Defence::Help)
        return Unexpected{Faults{{FaultCode::WrongType, "solution", 0,
                                  "shows forced mates and cannot be combined with --defence help"}}};
    return {};
}

Status Mate::run(Asked& asked) const {
    if (stipulation_ && !asked.puzzle.stipulation && asked.puzzle.moves == 1) {
        asked.puzzle.stipulation = *records::read_stipulation(*stipulation_);
        if (asked.puzzle.stipulation->is_plain()) asked.puzzle.moves = asked.puzzle.stipulation->moves();
    }
    reports::MateRequest searching = request;
    asked.prepare(searching);
    searching.reader = asked.reader();
    reports::MateReport report;
    report.notes = std::move(asked.notes);
    if (Status done = asked.game.mate(asked.puzzle, searching, report); !done) return done;
    if (!report.stipulation) asked.add_odds(report);
    if (!report.complete) ++asked.output.incomplete;
    const std::size_t begin = asked.output.data.size();
    if (!asked.wrote_text(&report)) asked.output.data += reports::json(report) + '\n';
    return solution.add(asked, searching, begin);
}

}  // namespace octomate::questions
