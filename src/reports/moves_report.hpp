#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/described.hpp"
#include "core/outcome.hpp"
#include "reports/patience.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

/// Who reads the list, for how long it may be made, and the machine form of the move that alone is asked for.
struct MovesRequest {
    Reader reader = Reader::Program;
    Patience patience{};
    std::optional<std::string> only{};
};

/// One legal move, as `octomate moves` tells it.
struct MoveRecord {
    std::string move;
    std::string uci;
    std::vector<int> faces;  ///< the faces on which it may be played, rising; empty where no die is used
    std::vector<MoveFact> facts;
    MoveEnds ends;
    std::string explanation;  ///< what it does, in words
    bool check = false;
    bool mate = false;
    Outcome outcome = Outcome::Ongoing;  ///< of the position after it
    std::string fen;                     ///< after the move
};

/// The legal moves of a position in the order of their machine forms.
struct MovesReport : Subject {
    std::vector<MoveRecord> moves;
    bool complete = true;  ///< all of them are there
};

}  // namespace octomate::reports
