#pragma once

#include "players/outlook.hpp"
#include "questions/question.hpp"
#include "reports/mate_report.hpp"

namespace octomate::questions {

/// What is to be said of a position: mates, chances, threats, and who is favoured.
class Analyse : public Question {
  public:
    Analyse();
    Status check(const games::Game& game) const override;
    Status run(Asked& asked) const override;

    players::RolloutOptions rollout;

  private:
    reports::AnalysisRequest request_;
};

}  // namespace octomate::questions
