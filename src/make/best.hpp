#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "make/unit.hpp"

namespace octomate::make {

/// How the best are chosen.
struct Choice {
    std::size_t places = 1;
    /// Groups get equal shares of the places; those that do not fill theirs leave them to the others.
    bool balanced = false;
    /// They are put in chapters, by the places of their leading themes in the catalogue.
    bool chapters = false;
};

/// Keeps a pool of the best of all puzzles that it is shown, of those that are presentable, in memory for
/// eight times as many as are chosen of it. The better one is the one of the higher quality, of two alike the
/// one found earlier. Of those that one game gave, which are often much alike, only the best counts; and of
/// those of one idea, fifteen of a hundred places.
class Best {
  public:
    explicit Best(const Choice& choice) : choice_(choice), places_(4 * choice.places) {}

    /// Puzzles of the same origin must come one after the other.
    void add(Find find);

    /// The pool so far, best first: four times the places, in the same shares. A Best that is shown it goes
    /// on as this one would.
    const std::vector<Find>& pool();

    /// The best of a pool, of near twins only the better one. One whose mating pattern n better
    /// ones show gets a place only when none is left with fewer before it, and one whose idea has fifteen
    /// of a hundred places only when no other is left. Best first, in each chapter if there are any.
    static std::vector<Find> chosen(const std::vector<Find>& pool, const Choice& choice);

  private:
    void settle();
    void trim();

    Choice choice_;
    std::size_t places_;  // of the pool
    std::vector<Find> kept_;
    std::optional<Find> latest_;  // the best of its origin so far
};

}  // namespace octomate::make
