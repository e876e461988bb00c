#pragma once

#include <optional>
#include <string>

#include "questions/question.hpp"
#include "questions/solution.hpp"
#include "reports/mate_report.hpp"

namespace octomate::questions {

/// How likely, or how certain, is mate within some moves? Or another stipulation.
class Mate : public Question {
  public:
    Mate();
    Status check(const games::Game& game) const override;
    Status run(Asked& asked) const override;

    reports::MateRequest request;
    SolutionOptions solution;

  private:
    std::optional<std::string> stipulation_;  // of records that only ask for mate
};

}  // namespace octomate::questions
