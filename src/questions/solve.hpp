#pragma once

#include "questions/question.hpp"
#include "questions/solution.hpp"
#include "reports/solve_report.hpp"

namespace octomate::questions {

/// Which rolls mate?
class Solve : public Question {
  public:
    Solve();
    Status run(Asked& asked) const override;

    SolutionOptions solution;
    reports::SearchRequest search;  ///< for the solution

  private:
    reports::SolveOptions request_;
    bool odds_ = false;
    bool scene_ = false;
};

}  // namespace octomate::questions
