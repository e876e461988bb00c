#pragma once

#include "core/described.hpp"
#include "facade/game.hpp"
#include "reports/checker.hpp"
#include "reports/line_checker.hpp"

namespace octomate::games {

/// What judges keys in a game, made of what its positions can do. Instantiated once, in the game's own
/// folder.
template <Described P>
class ChecksOf : public Checks {
  public:
    /// `start`: where the game begins.
    explicit ChecksOf(const P& start) : start_(start) {}

    Status check(const records::Puzzle& puzzle, const reports::CheckRequest& request,
                 reports::CheckReport& report) const override {
        return with_position(start_, puzzle, report.notes, [&](const P& position) {
            if (puzzle.stipulation && puzzle.stipulation->has_lines())
                return reports::LineChecker<P>(puzzle, position, request, report).run();
            return reports::Checker<P>(puzzle, position, request, report).run();
        });
    }

  private:
    const P start_;
};

}  // namespace octomate::games
