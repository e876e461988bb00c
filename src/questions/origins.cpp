#include <utility>

#include "questions/question.hpp"

namespace octomate::questions {

Status prove(const Asked& asked, reports::SearchRequest search, reports::Reader reader,
             reports::ProofReport& report) {
    if (search.seconds == 0 && search.nodes == 0) search.seconds = 10;
    return asked.game.origins()->prove(asked.puzzle, reader, search, report);
}

namespace {

/// From which positions does a move lead to the puzzle's?
class Retract : public Question {
  public:
    Status run(Asked& asked) const override {
        if (!asked.game.origins()) return asked.lacks("search for earlier positions");
        reports::RetractReport report;
        report.notes = std::move(asked.notes);
        Status done = asked.game.origins()->retract(asked.puzzle, asked.reader(), report);
        if (done && !asked.wrote_text(&report)) asked.output.data += reports::json_lines(report);
        return done;
    }
};

/// Does a game lead to the position?
class Proof : public Question {
  public:
    Proof() {
        options.end(search_,
                    "Give up after this many seconds (5, 0.5s) or positions (100000nodes); default: 10s");
    }

    Status run(Asked& asked) const override {
        using Verdict = reports::Legality::Verdict;
        if (!asked.game.origins()) return asked.lacks("search for proof games");
        reports::ProofReport report;
        report.notes = std::move(asked.notes);
        if (Status done = prove(asked, asked.search(search_), asked.reader(), report); !done) return done;
        const bool undecided = report.legality.verdict == Verdict::Undecided;
        if (undecided && asked.stopped()) return {};  // what was cut short says nothing
        if (undecided) ++asked.output.incomplete;
        if (report.legality.verdict == Verdict::Illegal) ++asked.output.negative;
        asked.answer(report);
        return {};
    }

  private:
    reports::SearchRequest search_;
};

}  // namespace

std::vector<Kind> origins_kinds() {
    return {{"retract", make<Retract>, true, Scope::Here}, {"proof", make<Proof>, true}};
}

}  // namespace octomate::questions
