#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"
#include "draw/pictured.hpp"
#include "draw/scene.hpp"
#include "formats/game_score.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/puzzle_pictures.hpp"
#include "reports/replay.hpp"

namespace octomate::games {

/// A game score that is built into the program.
struct BuiltInScore {
    std::string_view file;   ///< below data/games
    std::string_view title;  ///< for people
};

/// What draws the positions of a game: plain data in, scenes out. Where a function gives faults, they say why
/// there is no scene.
class Painter {
  public:
    Painter() = default;
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;
    virtual ~Painter() = default;

    /// The position of a puzzle, with its roll.
    virtual Expected<draw::Scene, Faults> scene(const records::Puzzle& puzzle) const = 0;
    /// The same with the marks of a legal move, on its own face if the puzzle has no roll.
    virtual Expected<draw::Scene, Faults> scene_of_move(const records::Puzzle& puzzle,
                                                        std::string_view move) const = 0;
    /// Whether positions of the game tell of earlier states.
    virtual bool knows_past() const = 0;
    /// The earlier states of which the position of a puzzle tells, the oldest first.
    virtual Expected<std::vector<draw::Scene>, Faults> past(const records::Puzzle& puzzle) const = 0;
    /// What a puzzle shows and, if it is to be solved, what it hides: the solutions; in a puzzle of more
    /// moves those of its key, or without one the first moves that force the win within up to three moves.
    virtual Faults pictures(const records::Puzzle& puzzle, bool solve,
                            reports::PuzzlePictures& pictures) const = 0;
    /// The position before each ply of a game that could be played, and the last one.
    virtual std::vector<draw::Scene> scenes_of(const records::GameScore& game,
                                               const reports::Replay& replay) const = 0;

    /// The page of rules of a book; null if the game has none.
    virtual const draw::Rules* rules() const = 0;
    /// The letters of the men that can be set up, in the order of a panel.
    virtual std::vector<std::string> palette() const = 0;
    /// How many men may stand on a square.
    virtual int most_on_a_square() const = 0;
    /// The text of men and a side to move, be it a position or not; none if an unknown letter stands in a
    /// cell, or if there are not as many cells as squares.
    virtual std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const = 0;
    /// Game scores to show.
    virtual std::vector<BuiltInScore> scores() const = 0;
};

}  // namespace octomate::games
