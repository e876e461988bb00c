#include <array>
#include <string_view>

#include "questions/question.hpp"
#include "reports/json.hpp"

namespace octomate::solver {

/// "none" or "sum".
static constexpr std::string_view name(RollCount rolls) { return rolls == RollCount::None ? "none" : "sum"; }

}  // namespace octomate::solver

namespace octomate::questions {

namespace {

class Perft : public Question {
  public:
    Perft();
    Status run(Asked& asked) const override;

  private:
    reports::PerftRequest request_;
};

Perft::Perft() {
    using solver::RollCount;
    options.whole("depth", request_.depth, 0, 100, "Number of plies").at_command_line("DEPTH");
    options.word("rolls", request_.rolls, std::array{RollCount::None, RollCount::Sum},
                 "Count each move once (none, the default), or add the counts of all faces (sum)");
    options.flag("divide", request_.divide, "Print the count of each first move");
}

Status Perft::run(Asked& asked) const {
    reports::PerftRequest request = request_;
    request.interrupted = asked.context.stop;
    reports::PerftReport report;
    report.notes = std::move(asked.notes);
    if (Status done = asked.game.perft(asked.puzzle, request, report); !done) return done;
    if (*asked.context.stop) return {};  // half a count means nothing
    asked.notes = report.notes;
    if (!asked.wrote_text(&report)) asked.output.data += reports::json(report) + '\n';
    return {};
}

}  // namespace

std::unique_ptr<Question> make_perft() { return make<Perft>(); }

}  // namespace octomate::questions
