#pragma once

#include <optional>
#include <string>

#include "questions/question.hpp"
#include "reports/check_report.hpp"

namespace octomate::questions {

/// Is a puzzle sound? Judges its key, and those of its twins.
class Check : public Question {
  public:
    Check();
    Status check(const games::Game& game) const override;
    Status run(Asked& asked) const override;

    const reports::SearchRequest& search() const { return request_.search; }

  private:
    std::optional<std::string> key_;  // replaces that of the record
    bool legal_ = false;
    reports::CheckRequest request_;
};

}  // namespace octomate::questions
