#pragma once

#include <optional>
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
    std::string becomes{};    ///< the letter of the man whom he becomes; empty if he stays what he is
    std::string then_from{};  ///< where a second man goes from and to in the same move, if one does
    std::string then_to{};
    std::string part{};  ///< who goes of several men there, or what else is done with them; empty: all go
    std::optional<int> state{};  ///< the earlier state of the game to which it leads back, 0 being the oldest
};

}  // namespace octomate
