#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/goal.hpp"
#include "reports/origins.hpp"
#include "reports/search.hpp"
#include "reports/subject.hpp"

namespace octomate::reports {

/// What a referee says of a puzzle: the first that applies.
enum class Verdict : std::uint8_t {
    NoKey,       ///< no move is claimed
    Unsolvable,  ///< the key names a move that does not solve its face
    Cooked,      ///< the key leaves out a move that does
    Short,       ///< the key is right, but a win takes fewer moves than the puzzle asks for
    Dual,        ///< the key is right, but two moves win on a face that binds them
    Sound,
};

inline constexpr std::array<std::string_view, 6> verdict_names = {"no_key", "unsolvable", "cooked",
                                                                  "short",  "dual",       "sound"};

/// "no_key", "unsolvable", "cooked", "short", "dual" or "sound".
constexpr std::string_view name(Verdict verdict) { return verdict_names[static_cast<std::size_t>(verdict)]; }

/// A dual or a shorter win in a variation of a longer puzzle; docs/themes.md says which count.
struct LaterFlaw {
    /// Both sides' moves from the puzzle's position on; ends with a move of ours before a threat.
    std::vector<std::string> line;
    int face = 0;                    ///< 0 where no die is used
    std::vector<std::string> moves;  ///< a dual: two or more that win in time; else those that win too soon
};

/// What was found in a puzzle, as plain data. All of it is reported, whatever the verdict.
struct CheckReport : Subject {
    std::string twin;  ///< the name of the twin; empty: the diagram itself
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< none: a win in so many moves
    Verdict verdict = Verdict::Sound;
    // Where a stipulation has lines, these stand in the place of moves below, by the face of their first one.
    Key truth;                             ///< the moves that solve the judged faces; no face without one
    Key missing;                           ///< claimed, but no solution; illegal moves as they were written
    std::size_t misnamed = 0;              ///< claimed solutions whose text names another piece or path
    Key extra;                             ///< solutions of judged faces that are not claimed
    Key duals;                             ///< all solutions of judged faces that bind two or more
    Key short_wins;                        ///< of judged faces that win sooner: the moves that win soonest
    std::map<int, int> short_in;           ///< … and in how many moves, by face
    std::vector<LaterFlaw> duals_later;    ///< the first duals of variations
    std::size_t later_duals = 0;           ///< the number of all duals of variations
    std::vector<LaterFlaw> shorts_later;   ///< the first shorter wins of variations
    std::size_t later_shorts = 0;          ///< the number of all shorter wins of variations
    std::vector<std::string> superfluous;  ///< squares of superfluous men
    std::vector<std::string> superfluous_by_uci;  ///< … or only the notation of the same moves
    std::optional<Legality> legality{};           ///< if it was asked for
    bool complete = true;  ///< false: the search was stopped, and nothing else is to be relied on
};

/// What to look for, and how.
struct CheckRequest {
    bool superfluous = true;
    bool near_misses = true;
    bool strict = false;   ///< flaws of variations decide the verdict, however long the puzzle is
    SearchRequest search;  ///< for mates in more than one; moves, dice and defence are not used
};

/// " on face 5", " on faces 4 and 5"; nothing without a die.
std::string on_faces(const std::vector<int>& faces);

}  // namespace octomate::reports
