#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/solution_report.hpp"

namespace octomate::views {

/// Solutions as one HTML document that needs no other file: for each the diagram, the stipulation with the
/// count of men, and the lines of the solution. Reports without a scene have no diagram.
std::string solution_html(const std::vector<reports::SolutionReport>& reports, std::string_view title);

}  // namespace octomate::views
