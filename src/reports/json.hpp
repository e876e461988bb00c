#pragma once

#include <string>
#include <vector>

#include "core/types.hpp"
#include "draw/scene.hpp"
#include "reports/reports.hpp"

/// The answers as compact lines of JSON, without a newline. Their fields are in fields.hpp.
namespace octomate::reports {

std::string json(Outcome outcome);
std::string json(const SolveReport& report);
std::string json(const MoveRecord& record);
std::string json(const PerftReport& report);
std::string json(const MateReport& report);
std::string json(const CheckReport& report);
std::string json(const Analysis& analysis);
std::string json(const tables::Odds& odds);
std::string json(const draw::Scene& scene);
std::string json(const SolutionReport& report);

/// The solution of a diagram, with those of its twins in `twins`.
std::string json(const std::vector<SolutionReport>& diagram_and_twins);

/// A record for each ply, then one for the game, whose number is `game`.
std::vector<std::string> json(const Replay& replay, std::size_t game);

}  // namespace octomate::reports
