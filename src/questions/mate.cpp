#include <array>
#include <optional>
#include <string>
#include <utility>

#include "puzzle/fields.hpp"
#include "questions/question.hpp"
#include "questions/solution.hpp"

namespace octomate::questions {

namespace {

/// How likely, or how certain, is mate within some moves? Or another stipulation.
class Mate : public Question {
    using Defence = solver::Defence;
    using Dice = solver::Dice;

  public:
    Mate() {
        options
            .whole("moves", request_.moves, 1, records::max_moves,
                   "Mate within N moves of the side to move (default: as the record says)")
            .in_python("n");
        options
            .text("stipulation", stipulation_,
                  "The stipulation of records without one: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, ser-h#3, …")
            .at_command_line("--stipulation TEXT");
        Option& dice = options.word("dice", request_.dice, std::array{Dice::Mean, Dice::Every, Dice::Some},
                                    "How rolls are valued (default: mean; for helpmates and series some)");
        dice.set = [this, set = dice.set](const Json& value) {
            set(value);
            request_.line_dice = request_.dice;
        };
        options.word("defence", request_.defence, std::array{Defence::Best, Defence::Help},
                     "What the opponent plays (default: best)");
        options.limits(request_);
        options
            .whole("lines", request_.most_lines, 0, 1'000'000,
                   "The greatest number of lines printed for a help or series stipulation (default: 10)")
            .at_command_line("--solutions N");
        options.flag("set_play", request_.set_play,
                     "Add set play: the lines of a help stipulation in which the other side begins");
        options.tables(tables);
        solution_.declare(options);
        options.flag("tree", request_.tree, "Print the solution of #n, indented by plies (text only)")
            .only(Scope::CommandLine);
        options.flag("certificate", request_.certificate, "Add what proves the values")
            .only(Scope::CommandLine)
            .at_command_line(unnamed);
    }

    Status check(const games::Game&) const override {
        if (stipulation_)
            if (auto read = records::read_stipulation(*stipulation_); !read)
                return Unexpected{Faults{std::move(read.error())}};
        if (solution_.wanted && request_.defence == Defence::Help)
            return wrong_option("solution", "shows forced mates and cannot be combined with --defence help");
        if (request_.certificate && (request_.dice != Dice::Mean || request_.defence != Defence::Best))
            return wrong_option("certificate",
                                "proves means against the best defence, without other --dice or --defence");
        return {};
    }

    Status run(Asked& asked) const override {
        const std::size_t begin = asked.output.data.size();
        if (stipulation_ && !asked.puzzle.stipulation && asked.puzzle.moves == 1) {
            asked.puzzle.stipulation = *records::read_stipulation(*stipulation_);
            if (asked.puzzle.stipulation->is_plain()) asked.puzzle.moves = asked.puzzle.stipulation->moves();
        }
        if (asked.context.only_solutions) return solution_.add(asked, request_, begin);
        reports::MateRequest request = asked.search(request_);
        request.reader = asked.reader();
        reports::MateReport report;
        report.notes = std::move(asked.notes);
        if (Status done = asked.game.mate(asked.puzzle, request, report); !done) return done;
        if (!report.stipulation) asked.add_odds(report);
        if (!report.complete) ++asked.output.incomplete;
        asked.answer(report);
        return solution_.add(asked, request_, begin);
    }

  private:
    reports::MateRequest request_;
    std::optional<std::string> stipulation_;  // of records that only ask for mate
    SolutionOptions solution_;
};

}  // namespace

std::vector<Kind> mate_kinds() { return {{"mate", make<Mate>, true}}; }

}  // namespace octomate::questions
