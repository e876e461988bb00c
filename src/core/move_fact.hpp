#pragma once

#include <string>
#include <string_view>

namespace octomate {

/// A fact about a move, as records tell it: a number, or whether something is so.
struct MoveFact {
    std::string_view name;
    int value = 0;
    bool is_number = false;
};

/// The squares, by name, that a person presses to play a move: where the man stands and where he lands. Both
/// are empty if the move goes from no one square to another.
struct MoveEnds {
    std::string from;
    std::string to;
};

}  // namespace octomate
