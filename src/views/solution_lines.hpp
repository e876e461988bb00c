#pragma once

#include <string>
#include <vector>

#include "reports/solution_report.hpp"

namespace octomate::views {

/// One line of a solution, as composers print it.
struct SolutionLine {
    enum class Kind { Heading, Key, Try, Play, Verdict };

    int indent = 0;  ///< steps
    std::string text;
    Kind kind = Kind::Play;
};

/// Set play, tries, keys and whether the computer is sure ("C+"), line by line. Rolls stand in parentheses
/// where the game has a die, "(-)" where it is not used.
std::vector<SolutionLine> solution_lines(const reports::SolutionReport& report);

/// "#2, White to move", "#1, White to move, roll 5".
std::string stipulation(const reports::SolutionReport& report);

}  // namespace octomate::views
