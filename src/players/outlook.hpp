#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/color.hpp"
#include "players/session.hpp"

namespace octomate::players {

/// What is to be looked at.
struct OutlookRequest {
    std::optional<int> face;          ///< the one that was rolled; none: all
    std::array<int, 2> depths{1, 3};  ///< plies, the move included; the second is the deeper one
    int width = 3;                    ///< see SearchOptions, for the deeper one
};

/// Chances to win, a draw being half of one: by the guess at one depth and at a deeper one.
struct Chances {
    double shallow = 0;
    double deep = 0;
};

/// What a search thinks of a position before the roll, of its rolls and of their moves.
struct Outlook {
    struct Move {
        MoveText text;
        Chances chances;
        bool wins = false;  ///< at once
    };
    struct Face {
        int face = 0;       ///< 1 and up, or 0 where no die is used
        std::string names;  ///< what the face names
        bool free = false;
        std::vector<Move> moves;  ///< the best first, by the deeper look; never empty
    };

    Color turn = Color::White;
    OutlookRequest request;
    Chances chances;  ///< before the roll; of one face if that was rolled
    std::vector<Face> faces;
};

}  // namespace octomate::players
