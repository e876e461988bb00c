#pragma once

#include <string>
#include <vector>

namespace octomate::records {

/// A line of a solution in print.
struct PrintedLine {
    int indent = 0;  ///< steps
    std::string text;

    bool operator==(const PrintedLine&) const = default;
};

/// A solution that was worked out, as the formats for people print it.
struct PrintedSolution {
    /// A first move with the moves that follow it, as a game of PGN has them.
    struct Game {
        std::string move;  ///< of the key; empty: `moves` has the first move as well
        std::string moves;
    };

    std::vector<PrintedLine> lines;  ///< of the diagram and its twins
    std::vector<Game> games;         ///< of the diagram
    std::string remark;              ///< set play and tries, which no game can show
    bool tested = false;             ///< the key is right and complete, and the solution strict: "C+"
};

}  // namespace octomate::records
