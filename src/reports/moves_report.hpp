#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/color.hpp"
#include "core/described.hpp"
#include "reports/patience.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

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

/// Who reads the list, for how long it may be made, and the machine form of the move that alone is asked for.
struct MovesRequest {
    Reader reader = Reader::Program;
    Patience patience{};
    std::optional<std::string> only{};
    /// Takes each move as it is made, instead of the report; false if no more are wanted. Where a FEN tells
    /// the whole history, all records together may take up gigabytes.
    std::function<bool(MoveRecord&)> take = nullptr;
};

/// The legal moves of a position in the order of their machine forms.
struct MovesReport : Subject {
    std::vector<MoveRecord> moves;
    std::size_t count = 0;  ///< how many there are, listed or not
    bool complete = true;   ///< neither time nor room ran out
};

}  // namespace octomate::reports
