#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "json/text.hpp"
#include "questions/question.hpp"
#include "questions/solution.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::questions {

namespace {

using records::json_text_of;

/// The answer in words, as the command prints it.
std::string words_json(const reports::SolveReport& report) {
    std::vector<std::string> mates, named;
    for (const reports::FaceRow& row : report.faces) {
        mates.push_back(json_text_of(views::mates_text(row, {})));
        named.push_back(row.face == 0 ? "null" : json_text_of(report.die->named(row.names)));
    }
    const std::string die =
        report.die ? fmt::format("{{\"names\":{},\"serve\":{},\"serves\":{},\"free\":{}}}",
                                 json_text_of(report.die->names), json_text_of(report.die->serve),
                                 json_text_of(report.die->serves), json_text_of(report.die->why_free()))
                   : "null";
    return fmt::format("{{\"state\":{},\"mates\":[{}],\"summary\":{},\"named\":[{}],\"die\":{}}}",
                       json_text_of(views::state_text(report)), joined(mates, ","),
                       json_text_of(views::answer_text(report)), joined(named, ","), die);
}

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
        std::string& out = asked.output.data;
        const std::size_t begin = out.size();
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
        asked.answer(report);
        if (scene_ && !asked.context.text)
            out.insert(out.size() - 2, fmt::format(",\"scene\":{},\"outcome\":{},\"words\":{}",
                                                   report.scene ? reports::json(*report.scene) : "null",
                                                   reports::json(report.outcome), words_json(report)));
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
