#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/written.hpp"
#include "draw/scene.hpp"
#include "puzzle/puzzle.hpp"
#include "tables/odds.hpp"

namespace octomate::reports {

using records::Key;
using records::Puzzle;

/// Who will read a report: programs, or people, who want to see the board and to be told more about the
/// moves.
enum class Reader : std::uint8_t { Program, Person };

/// What a report is about: what every report of a record says first.
struct Subject {
    std::optional<std::string> id;
    std::optional<std::string> title;
    std::string fen;  ///< normalised
    std::string_view variant;
    const Die* die = nullptr;  ///< of the game, used here or not
    Color turn = Color::White;
    bool check = false;
    std::shared_ptr<const draw::Scene> scene;  ///< the board; null where programs read
    std::shared_ptr<const tables::Odds>
        odds;                        ///< by the endgame tables; null if nobody asked, or none covers it
    std::vector<std::string> notes;  ///< what was accepted and ignored, and what else is to be said
};

/// Why no die is used, where none is.
inline std::string_view why_no_die(const Subject& subject) {
    if (!subject.die) return "the game has no die";
    return subject.check ? "in check there is no die" : "no die is used here";
}

}  // namespace octomate::reports
