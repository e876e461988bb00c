#include <utility>

#include "questions/fields.hpp"
#include "questions/question.hpp"
#include "questions/solution.hpp"

namespace octomate::questions {

namespace {

/// Which rolls mate?
class Solve : public Question {
  public:
    Solve() {
        options.flag("list", request_.list, "List all moves on each face").in_python("list_moves");
        options.flag("odds", odds_,
                     "Print the value of each roll and move, where an endgame table covers the position");
        options.tables(tables);
        options.flag("scene", scene_,
                     "Add the board, the outcome and the answer in words to the record (JSON Lines only)");
        solution_.declare(options);
        options.limits(search_, Scope::Programs);
    }

    Status run(Asked& asked) const override {
        const std::size_t begin = asked.output.data.size();
        if (asked.context.only_solutions) return solution_.add(asked, search_, begin);
        reports::SolveOptions request = request_;
        request.reader = scene_ ? reports::Reader::Person : asked.reader();
        request.patience = asked.context.patience;
        reports::SolveReport report;
        report.notes = std::move(asked.notes);
        if (Status done = asked.game.solve(asked.puzzle, request, report); !done) return done;
        if (!report.complete) {
            ++asked.output.incomplete;
            return {};
        }
        if (odds_) {
            asked.add_odds(report);
            if (!report.odds) report.notes.emplace_back("no endgame table covers this position");
        }
        if (scene_ && !asked.context.text)
            asked.line(records::to_json(SolvedScene{report}));
        else
            asked.answer(report);
        return solution_.add(asked, search_, begin);
    }

  private:
    reports::SolveOptions request_;
    bool odds_ = false;
    bool scene_ = false;
    SolutionOptions solution_;
    reports::SearchRequest search_;  // for the solution
};

}  // namespace

std::vector<Kind> solve_kinds() { return {{"solve", make<Solve>}}; }

}  // namespace octomate::questions
