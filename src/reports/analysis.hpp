#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reports/mate_report.hpp"
#include "reports/solve_report.hpp"

namespace octomate::players {
struct Outlook;
struct Rollout;
}  // namespace octomate::players

namespace octomate::reports {

/// How far to look.
struct AnalysisRequest : SearchRequest {
    int most_moves = 2;  ///< 2 or more
    Reader reader = Reader::Program;
};

/// What a person wants to know about a position.
struct Analysis : Subject {
    std::vector<FaceRow> faces;
    std::vector<MateReport> mates;  ///< within two moves, three, … each with a row per face
    std::optional<std::vector<FaceRow>>
        threats;  ///< the rolls on which the opponent would mate; none in check
    /// Who will win, by a search and by games that were played out; null if nobody asked, or can say.
    std::shared_ptr<const players::Outlook> outlook;
    std::shared_ptr<const players::Rollout> rollout;
};

}  // namespace octomate::reports
