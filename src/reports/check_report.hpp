#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/search.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

/// What a referee says of a puzzle: the first that applies.
enum class Verdict : std::uint8_t {
    NoKey,       ///< no move is claimed
    Unsolvable,  ///< the key names a move that does not solve its face
    Cooked,      ///< the key leaves out a move that does
    Dual,        ///< the key is right, but names two moves for a face that binds them
    Sound,
};

inline constexpr std::array<std::string_view, 5> verdict_names = {"no_key", "unsolvable", "cooked", "dual",
                                                                  "sound"};

/// "no_key", "unsolvable", "cooked", "dual" or "sound".
constexpr std::string_view name(Verdict verdict) { return verdict_names[static_cast<std::size_t>(verdict)]; }

/// What was found in a puzzle, as plain data. All is told, whatever the verdict.
struct CheckReport : Subject {
    int moves = 1;
    Verdict verdict = Verdict::Sound;
    Key truth;                             ///< the moves that solve the judged faces; no face without one
    Key missing;                           ///< claimed, but no solution; illegal moves as they were written
    Key extra;                             ///< solutions of judged faces that are not claimed
    Key duals;                             ///< all solutions of judged faces that bind two or more
    std::vector<std::string> superfluous;  ///< squares of men without whom nothing changes
    bool complete = true;  ///< false: the search was stopped, and nothing else is to be relied on
};

/// What to look for, and how.
struct CheckRequest {
    bool superfluous = true;
    bool near_misses = true;
    SearchRequest search;  ///< for mates in more than one; moves, dice and defence are not used
};

/// " on face 5", " on faces 4 and 5"; nothing without a die.
std::string on_faces(const std::vector<int>& faces);

}  // namespace octomate::reports
