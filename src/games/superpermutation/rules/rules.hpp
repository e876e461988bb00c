#pragma once

#include <string_view>

namespace octomate::superpermutation {

/// Superpermutation d8 Chess: the die names the file on which a move must land.
struct D8 {
    static constexpr std::string_view name = "superpermutation-d8";
    static constexpr bool die = true;
    /// No cascade at all when the mover is in check (section 2).
    static constexpr bool cascade_in_check = false;
    /// A forced pawn of the opponent becomes a queen at once; nobody chooses (section 2).
    static constexpr bool chooses_forced_promotion = false;
};

/// Superpermutation Chess, the parent game without a die.
struct Parent {
    static constexpr std::string_view name = "superpermutation";
    static constexpr bool die = false;
    static constexpr bool cascade_in_check = true;
    /// R4: the mover chooses what the opponent's forced pawn becomes.
    static constexpr bool chooses_forced_promotion = true;
};

}  // namespace octomate::superpermutation
